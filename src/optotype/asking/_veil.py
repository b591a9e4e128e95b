"""Veils: what a respondent gets to see in place of a picture, where it is asked what can be told without looking."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from hashlib import blake2b, sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from optotype import ocr
from optotype.asking._question import CannotAsk, Sight, sight
from optotype.errors import OptotypeError
from optotype.records import Item, Picture

if TYPE_CHECKING:
    from optotype.bench import Bench

Seeing = Literal["full", "none", "blank", "shuffled", "ocr"]

_GREY = 128
_LONGEST = 4096
"""The longest side of a blank picture; a larger one tells no more."""
_UNKNOWN = 448
"""The side of a blank picture in place of one whose size is not known."""
_READERS = 2


@dataclass
class Veil:
    """Puts something else in place of pictures."""

    bench: Bench
    seeing: Seeing
    seed: int = 0
    _blanks: dict[tuple[int, int], Sight] = field(default_factory=dict[tuple[int, int], Sight])
    _read: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    """By file, the text in it, of the items that come next; None where it could not be read."""
    _pools: dict[tuple[str, bool], list[tuple[str, str]]] = field(
        default_factory=dict[tuple[str, bool], list[tuple[str, str]]]
    )
    """By collection, and whether they are options: pictures, each with the cluster of an item that shows it."""

    def __post_init__(self) -> None:
        if self.seeing == "ocr" and (lacking := ocr.lacking()) is not None:
            raise OptotypeError(f"Text in pictures cannot be read: {lacking}.")

    def ready(self, sights: Iterable[Sight]) -> None:
        """Is told which pictures come next: reading takes long, so several are read at once."""
        if self.seeing != "ocr":
            return
        paths = {seen.file: seen.path for seen in sights}
        with ThreadPoolExecutor(_READERS) as pool:
            self._read = dict(zip(paths, pool.map(ocr.read, paths.values()), strict=True))

    def over(self, item: Item, sights: Mapping[str, Sight]) -> dict[str, Sight]:
        """What an item shows in place of its pictures.

        Raises:
            CannotAsk: there is no picture of another item in its collection, or text could not be read.
        """
        found: dict[str, Sight] = {}
        for option, ids in ((False, item.pictures), (True, item.option_pictures)):
            for id in ids:
                if id in sights:
                    found[id] = self._instead(item, id, sights[id], option=option)
        return found

    def _instead(self, item: Item, id: str, seen: Sight, *, option: bool) -> Sight:
        match self.seeing:
            case "none":
                return replace(seen, told="")
            case "ocr":
                text = self._read[seen.file] if seen.file in self._read else ocr.read(seen.path)
                if text is None:
                    raise CannotAsk(
                        f"tesseract could not read the text in its picture '{id}'", "tesseract could not read a picture"
                    )
                return replace(seen, told=" ".join(text.split()))
            case "blank":
                # the caption belongs to the words, and stays
                return replace(self._blank(seen), caption=seen.caption)
            case "shuffled":
                return replace(self._other(item, id, seen, option=option), caption=seen.caption)
            case "full":
                return seen

    def _blank(self, seen: Sight) -> Sight:
        """A grey picture of the same size."""
        most = max(seen.width, seen.height)
        shrink = max(1.0, most / _LONGEST)
        sides = (round(seen.width / shrink) or 1, round(seen.height / shrink) or 1) if most else (_UNKNOWN, _UNKNOWN)
        if sides not in self._blanks:
            path = self.bench.folder / "runs" / "blank" / f"{sides[0]}x{sides[1]}.png"
            if not path.is_file():
                _paint(path, sides)
            content = path.read_bytes()
            file = sha256(content).hexdigest()
            self._blanks[sides] = Sight(file, "image/png", path, *sides, size=len(content))
        return self._blanks[sides]

    def _other(self, item: Item, id: str, seen: Sight, *, option: bool) -> Sight:
        """A picture that an item of another cluster shows in the same place; always the same one."""
        pool = self._pool(item.collection, option=option)
        name = f"{self.seed} {id}".encode(errors="surrogatepass")
        chance = random.Random(blake2b(name, digest_size=8).digest())  # noqa: S311 - not for secrets
        start = chance.randrange(len(pool)) if pool else 0
        for step in range(len(pool)):
            other, cluster = pool[(start + step) % len(pool)]
            if cluster == item.cluster or other == id:
                continue
            picture = self.bench.store.get(Picture, other)
            shown = None if picture is None else sight(picture, self.bench.path(picture))
            if shown is not None and shown.file != seen.file:
                return shown
        raise CannotAsk(
            f"the collection '{item.collection}' has no picture of another item to show in place of '{id}'",
            "there is no picture of another item",
        )

    def _pool(self, collection: str, *, option: bool) -> list[tuple[str, str]]:
        if (collection, option) not in self._pools:
            pools: dict[bool, dict[str, str]] = {False: {}, True: {}}
            for item in self.bench.store.each(Item, {"collection": collection, "excluded": None}):
                pools[False].update(dict.fromkeys(item.pictures, item.cluster))
                pools[True].update(dict.fromkeys(item.option_pictures, item.cluster))
            for kind, pool in pools.items():
                self._pools[collection, kind] = list(pool.items())
        return self._pools[collection, option]


def _paint(path: Path, sides: tuple[int, int]) -> None:
    from PIL import Image

    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    Image.new("L", sides, _GREY).save(part, "PNG")
    part.replace(path)
