"""Drawings to pictures: PDF by PDFium, EPS by Ghostscript where it is installed. Nothing is fetched, nothing is kept.

SVG stays what it is: no library that draws it comes with a licence and a size that a core could carry, and an SVG file
may hold programs.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tempfile
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from optotype.errors import BadPicture
from optotype.papers._pdfium import BadPdf, opened

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST = 1600
"""How many pixels the longer side of a drawing gets at most."""
_SHARPEST = 3.0
"""How many pixels a point gets at most: 216 to the inch."""
_SECONDS = 30
_KEPT = 24 * 1024 * 1024
"""Bytes of pictures that were made last and may be asked for again at once."""


def is_drawing(content: bytes) -> bool:
    """Is this a file that has to be drawn before it is a picture?"""
    head = content[:1024].lstrip()
    return head.startswith((b"%PDF-", b"%!PS", b"\xc5\xd0\xd3\xc6")) or _is_svg(head)


def picture(content: bytes) -> bytes:
    """The picture that a file shows, as PNG where the file is a drawing; the file itself, where it is none.

    Raises:
        BadPicture: the drawing cannot be drawn, or not here.
    """
    if not is_drawing(content):
        return content
    key = hashlib.sha256(content).digest()
    if (known := _made.get(key)) is not None:
        return known
    head = content[:1024].lstrip()
    if _is_svg(head):
        raise BadPicture("an SVG drawing, which is not turned into pixels; put a PNG file in its place")
    made = _from_pdf(content) if head.startswith(b"%PDF-") else _from_postscript(content)
    _made.keep(key, made)
    return made


def _is_svg(head: bytes) -> bool:
    return head.startswith(b"<svg") or (head.startswith((b"<?xml", b"<!DOCTYPE svg", b"<!--")) and b"<svg" in head)


def _from_pdf(content: bytes) -> bytes:
    try:
        with opened(content) as document:
            if len(document) == 0:
                raise BadPicture("a PDF file without a page")
            with document.page(0) as page:
                image = page.picture(scale_of(page.width, page.height))
    except BadPdf as error:
        raise BadPicture(f"not a picture, but a PDF file that cannot be drawn: {error}") from error
    return png(image)


def scale_of(width: float, height: float) -> float:
    """How many pixels a point of a drawing of this size gets.

    Raises:
        BadPicture: a drawing without a size.
    """
    if not (0 < width < 1e6 and 0 < height < 1e6):
        raise BadPicture(f"a drawing of {width:g} x {height:g} points")
    return min(_SHARPEST, LONGEST / max(width, height))


def _from_postscript(content: bytes) -> bytes:
    program = shutil.which("gs")
    if program is None:
        raise BadPicture("an EPS drawing, for which Ghostscript is needed; install it (gs) and import again")
    with tempfile.TemporaryDirectory(prefix="optotype-") as folder:
        (Path(folder) / "in.eps").write_bytes(content)
        command = [
            *(program, "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dNOPROMPT", "-dEPSCrop", "-dLastPage=1"),
            *("-sDEVICE=png16m", "-r150", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-dMaxBitmap=200000000"),
            *("-sOutputFile=out.png", "in.eps"),
        ]
        try:
            done = subprocess.run(  # noqa: S603 - a program with arguments of our own; what it reads may read no files
                command, cwd=folder, capture_output=True, timeout=_SECONDS, check=False, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired as error:
            raise BadPicture(f"an EPS drawing that takes longer than {_SECONDS} seconds to draw") from error
        made = Path(folder) / "out.png"
        if done.returncode or not made.is_file():
            said = (done.stdout + done.stderr).decode("utf-8", "replace").strip().splitlines()
            raise BadPicture(f"an EPS drawing that cannot be drawn: {said[0][:120] if said else 'nothing came out'}")
        return made.read_bytes()


def png(image: Image) -> bytes:
    """A picture as a file."""
    content = io.BytesIO()
    image.save(content, "PNG", compress_level=4)
    return content.getvalue()


class _Made:
    """Pictures that were made last: one is asked for when it is compared, and again when it is kept."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, key: bytes) -> bytes | None:
        with self._lock:
            return self._pictures.get(key)

    def keep(self, key: bytes, picture: bytes) -> None:
        with self._lock:
            if key in self._pictures:
                return
            self._pictures[key] = picture
            self._size += len(picture)
            while self._size > _KEPT and len(self._pictures) > 1:
                _, old = self._pictures.popitem(last=False)
                self._size -= len(old)


_made = _Made()
