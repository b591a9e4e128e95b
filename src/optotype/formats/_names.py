"""What pictures are called that stand in a row themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import PurePosixPath

from optotype.formats import Data, Entry, picture_name
from optotype.pictures import EXTENSIONS
from optotype.records import Picture

_STARTS: Mapping[bytes, str] = {
    b"\x89PNG": "image/png",
    b"\xff\xd8": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
    b"BM": "image/bmp",
    b"II*\0": "image/tiff",
    b"MM\0*": "image/tiff",
}


def by_content(content: bytes, path: str | None = None) -> str:
    """A name that only this content has.

    Tables of strangers call many pictures the same (`image.png`), or give them no name at all. The same picture in two
    rows gets the same name, so that both rows are known to show it.
    """
    named = PurePosixPath(picture_name(PurePosixPath(path or "picture").name))
    return f"{named.stem}-{hashlib.sha256(content).hexdigest()[:16]}{named.suffix or _extension(content)}"


def _extension(content: bytes) -> str:
    kind = next((kind for start, kind in _STARTS.items() if content.startswith(start)), None)
    return "" if kind is None else f".{EXTENSIONS[kind]}"


def in_row(entry: Entry) -> dict[str, Picture]:
    """The pictures of an entry by what its row calls them: their names, made different where they are not."""
    found: dict[str, Picture] = {}
    for picture in entry.pictures:
        name = picture.name
        while name in found:
            name = f"_{name}"
        found[name] = picture
    return found


def spooled_pictures(entry: Entry) -> Data:
    """The same as JSON, as far as needed to find their files: for rows that wait on disk until they are written."""
    needed = {"id", "collection", "name", "file", "media_type"}
    return {name: picture.model_dump(mode="json", include=needed) for name, picture in in_row(entry).items()}
