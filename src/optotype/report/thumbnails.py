"""Pictures of a report: the bench's own files, linked where the disk allows it, and thumbnails of large ones.

A thumbnail is made once, and kept in the bench's folder for the next report.
"""

from __future__ import annotations

import io
import os
import shutil
import warnings
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.batches import batches
from optotype.records import Picture
from optotype.report.chunks import has_thumbnail, shown_as

if TYPE_CHECKING:
    from optotype.bench import Bench

WIDTH, HEIGHT = 480, 360
"""The largest that a thumbnail is, in pixels."""
_KEPT = "thumbnails"


def thumbnail_of(picture: Picture) -> str:
    """The name of a thumbnail's file."""
    return f"{(picture.file or '')[:2]}/{picture.file}.webp"


class Gallery:
    """The pictures that a report shows, each file once."""

    def __init__(self, bench: Bench, folder: Path) -> None:
        self._bench = bench
        self._folder = folder
        self._pictures: dict[str, Picture] = {}
        self.missing = 0
        """Pictures whose file is not there."""

    def add(self, pictures: Iterable[Picture]) -> None:
        """Pictures that are to be seen."""
        for picture in pictures:
            if picture.file is not None:
                self._pictures.setdefault(picture.file, picture)

    def hang(self) -> int:
        """Puts all of them into the folder; gives back how many there are."""
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as threads:
            found = [
                done for some in threads.map(self._hang_some, batches(self._pictures.values(), 256)) for done in some
            ]
        self.missing = found.count(False)
        return found.count(True)

    def _hang_some(self, pictures: Sequence[Picture]) -> list[bool]:
        return [self._hang(picture) for picture in pictures]

    def _hang(self, picture: Picture) -> bool:
        source = self._bench.path(picture)
        if source is None or not source.is_file():
            return False
        if picture.media_type == "image/tiff":
            _put(self._folder / "pictures" / shown_as(picture), readable(source))
        else:
            _link(source, self._folder / "pictures" / shown_as(picture))
        if has_thumbnail(picture) and (small := thumbnail(self._bench, picture)) is not None:
            _link(small, self._folder / _KEPT / thumbnail_of(picture))
        return True


def thumbnail(bench: Bench, picture: Picture) -> Path | None:
    """The thumbnail of a picture, made if it was never made before; None where the picture cannot be opened."""
    path = bench.folder / _KEPT / thumbnail_of(picture)
    source = bench.path(picture)
    if path.exists():
        return path
    if source is None or (content := _drawn(source, "WEBP", (WIDTH, HEIGHT))) is None:
        return None
    part = path.with_suffix(f".{os.getpid()}.part")
    _put(part, content)
    part.replace(path)
    return path


def readable(source: Path) -> bytes:
    """A picture that browsers do not know, as PNG."""
    return _drawn(source, "PNG", None) or b""


def _drawn(source: Path, format: str, size: tuple[int, int] | None) -> bytes | None:
    from PIL import Image, ImageOps

    made = io.BytesIO()
    try:
        with warnings.catch_warnings(), Image.open(source) as image:
            warnings.simplefilter("ignore")
            if size is not None:
                image.draft("RGB", size)
            shown = ImageOps.exif_transpose(image)
            shown = shown.convert("RGBA" if "A" in shown.getbands() or "transparency" in shown.info else "RGB")
            if size is not None:
                shown.thumbnail(size, Image.Resampling.BILINEAR, reducing_gap=2.0)
            shown.save(made, format, **({"quality": 80, "method": 2} if format == "WEBP" else {}))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return made.getvalue()


def _link(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        target.hardlink_to(source)
    except OSError:  # another disk, or one that has no links
        shutil.copyfile(source, target)


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
