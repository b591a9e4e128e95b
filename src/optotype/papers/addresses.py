"""Addresses: what a page or a source calls a picture, and which file in its folder that is. Nothing is fetched."""

from __future__ import annotations

import base64
import binascii
import hashlib
import posixpath
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes

from optotype.papers.draft import Content
from optotype.pictures import EXTENSIONS, Located, stays

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_DATA = re.compile(r"data:([\w/+.-]{0,80})((?:;[^,;]{0,80}){0,8}),", re.IGNORECASE)
_TAILS = 4
"""How many folders of an address on the web are looked for here."""


class Beside:
    """Finds the pictures of a page in its folder, or in one above that was asked for too."""

    def __init__(self, root: Path, page: str) -> None:
        """`page` is the file of the page, as seen from the folder that nothing may lead out of."""
        self._root = root
        self._folder, name = posixpath.split(page)
        self._stem = name.rpartition(".")[0] or name
        self._given = 0

    def find(self, address: str) -> tuple[str, Content | None]:
        """The name under which a picture is kept, and where it is to be had."""
        if address[:5].casefold() == "data:":
            return self._written_out(address)
        path = unquote(address.partition("#")[0].partition("?")[0]).replace("\\", "/")
        if _SCHEME.match(address) is not None or path.startswith("/"):
            path = self._from_the_web(_SCHEME.sub("", path))
        return self.locate(path)

    def locate(self, path: str) -> tuple[str, Content | None]:
        """The name under which the picture at a path is kept, and where that is."""
        place = posixpath.normpath(posixpath.join(self._folder, path)) if path else ""
        if not stays(place):
            # what is wrong with it is told by whoever reads it
            name = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:16]
            return f"unsafe-{name}", Located(self._root, place or ".")
        name = posixpath.relpath(place, self._folder) if self._folder else place
        return name.replace("../", "up/"), Located(self._root, place)

    def there(self, path: str) -> bool:
        """Is there a file at a path, as seen from the folder of the page?"""
        place = posixpath.normpath(posixpath.join(self._folder, path))
        try:
            return stays(place) and (self._root / place).is_file()
        except (OSError, ValueError):
            return False

    def _from_the_web(self, path: str) -> str:
        """Where a picture of a site lies if the page was saved with its pictures; else its name alone."""
        parts = [part for part in path.split("/") if part not in ("", ".", "..")]
        if not parts:
            return "picture"
        tails = ["/".join(parts[-count:]) for count in range(min(_TAILS, len(parts)), 0, -1)]
        return next((tail for tail in (*tails, f"{self._stem}_files/{parts[-1]}") if self.there(tail)), parts[-1])

    def _written_out(self, address: str) -> tuple[str, Content | None]:
        """A picture that is written out in its address."""
        self._given += 1
        found = _DATA.match(address)
        kind = found[1].casefold() if found else ""
        name = f"picture-{self._given}.{EXTENSIONS.get(kind, 'bin')}"
        if found is None:
            return name, None
        written = unquote_to_bytes(address[found.end() :])
        if "base64" not in found[2].casefold():
            return name, written
        try:
            return name, base64.b64decode(written)
        except (binascii.Error, ValueError):
            return name, None


class AmongSources(Beside):
    """Finds the pictures of a LaTeX source, where TeX would look for them."""

    def __init__(self, root: Path, main: str, paths: Sequence[str]) -> None:
        """`paths` are those of the graphics path of the source."""
        super().__init__(root, main)
        self._paths = ("", *paths)

    def find(self, address: str) -> tuple[str, Content | None]:
        """The name under which a picture is kept, and where it is to be had."""
        name = address.strip().strip('"').replace("\\", "/")
        stem, dot, ending = name.rpartition(".")
        if dot and ending.casefold() in _DRAWINGS:
            # TeX itself reads another form of such a file where there is one
            names = [f"{stem}-eps-converted-to.pdf", *(f"{stem}.{better}" for better in _BETTER), name]
        elif dot and f".{ending.casefold()}" in _ENDINGS:
            names = [name]
        else:
            names = [*(f"{name}{ending}" for ending in _ENDINGS), name]
        for folder in self._paths:
            for one in names:
                if self.there(path := posixpath.join(folder, one)):
                    return self.locate(path)
        return self.locate(name)


_DRAWINGS = ("eps", "ps", "svg", "pgf", "tikz")
_BETTER = ("pdf", "png", "jpg", "jpeg")
_ENDINGS = (
    *(".pdf", ".png", ".jpg", ".jpeg", ".eps", ".ps", ".svg", ".gif", ".tif", ".tiff", ".bmp", ".webp"),
    *(".PDF", ".PNG", ".JPG", ".JPEG", ".EPS"),
)
