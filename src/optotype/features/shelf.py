"""Shelves: vectors on disk, found by a key that says what they were made from.

A shelf is two files that only ever grow: all vectors one after the other, and an index that says whose they are. What
was being written when somebody pulled the plug is written again.
"""

from __future__ import annotations

import fcntl
import json
import struct
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.errors import OptotypeError
from optotype.files.whole import writing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEY = 16
"""Bytes of a key."""
_ENTRY = struct.Struct(f"<{KEY}sI")
"""A key, and how many vectors stand under it."""


def key_of(text: str) -> bytes:
    """The key of a text, or of anything that a text names."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=KEY).digest()


class Shelf:
    """Vectors of one width, some for each key, in sixteen bits."""

    def __init__(self, folder: Path, width: int, about: Mapping[str, JsonValue]) -> None:
        """Opens the shelf for what `about` describes, and makes it where there is none.

        Args:
            folder: in which shelves stand; this one gets a folder of its own, named by a digest of `about`.
            width: numbers of a vector.
            about: all that decides how a key becomes vectors, but for the key.

        Raises:
            OptotypeError: the folder cannot be made.
        """
        described = json.dumps({"width": width, **about}, sort_keys=True, ensure_ascii=False)
        self.folder = folder / key_of(described).hex()[:16]
        self.width = width
        self._places: dict[bytes, tuple[int, int]] = {}
        self._rows: NDArray[np.float16] | None = None
        self._read = self._length = 0
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not (self.folder / "about.json").exists():
                with writing(self.folder / "about.json") as stream:
                    stream.write(described + "\n")
        except OSError as error:
            raise OptotypeError(f"{self.folder}: features cannot be kept there: {error.strerror}.") from error
        self._update()

    def __contains__(self, key: bytes) -> bool:
        return key in self._places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, key: bytes) -> NDArray[np.float16]:
        """The vectors (vectors, width) under a key; not to be written to."""
        import numpy as np

        start, count = self._places[key]
        if self._rows is None or start + count > len(self._rows):
            if not count:
                return np.empty((0, self.width), np.float16)
            # no more than is known: somebody may be adding to it right now
            shape = (self._length, self.width)
            self._rows = np.memmap(self.folder / "vectors.bin", np.float16, "r", shape=shape)
        return self._rows[start : start + count]

    @contextmanager
    def writing(self) -> Generator[None]:
        """While this is open, nobody else writes; what others wrote before is known."""
        with (self.folder / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._update()
            yield

    def put(self, made: Iterable[tuple[bytes, NDArray[np.float32] | NDArray[np.float16]]]) -> None:
        """Keeps vectors; only while `writing` is open."""
        import numpy as np

        vectors: list[bytes] = []
        entries: list[bytes] = []
        places: dict[bytes, tuple[int, int]] = {}
        at = self._length
        for key, found in made:
            if key in self._places or key in places:
                continue
            vectors.append(np.ascontiguousarray(found, np.float16).tobytes())
            entries.append(_ENTRY.pack(key, len(found)))
            places[key] = (at, len(found))
            at += len(found)
        try:
            # the vectors first: an index may only name what is there
            _append(self.folder / "vectors.bin", self._length * self.width * 2, b"".join(vectors))
            _append(self.folder / "index.bin", self._read * _ENTRY.size, b"".join(entries))
        except OSError as error:
            raise OptotypeError(f"{self.folder}: features cannot be kept there: {error.strerror}.") from error
        self._places.update(places)
        self._read += len(entries)
        self._length = at

    def _update(self) -> None:
        """Reads what was added to the index since it was read."""
        index, vectors = self.folder / "index.bin", self.folder / "vectors.bin"
        if not index.exists() or not vectors.exists():
            return
        there = vectors.stat().st_size // (2 * self.width)
        with index.open("rb") as stream:
            stream.seek(self._read * _ENTRY.size)
            while len(entry := stream.read(_ENTRY.size)) == _ENTRY.size:
                key, count = _ENTRY.unpack(entry)
                if self._length + count > there:
                    break
                self._places[key] = (self._length, count)
                self._length += count
                self._read += 1


def shelved(folder: Path, width: int, about: Mapping[str, JsonValue]) -> list[dict[str, JsonValue]]:
    """What shelves of a folder are about that hold vectors of this width and of all that is named, in a fixed order."""
    found: list[dict[str, JsonValue]] = []
    for file in sorted(folder.glob("*/about.json")):
        known = json.loads(file.read_text(encoding="utf-8"))
        if known.items() >= {"width": width, **about}.items():
            found.append(known)
    return found


def _append(file: Path, length: int, content: bytes) -> None:
    """Puts something behind the first bytes of a file; what followed them was never finished."""
    with file.open("r+b" if file.exists() else "w+b") as stream:
        stream.seek(length)
        stream.truncate()
        stream.write(content)
