"""Fonts: those that come with matplotlib, Cyrillic included, so that pictures are the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from PIL import ImageFont

FACES = {
    "sans": "DejaVuSans.ttf",
    "sans bold": "DejaVuSans-Bold.ttf",
    "sans oblique": "DejaVuSans-Oblique.ttf",
    "serif": "DejaVuSerif.ttf",
    "serif bold": "DejaVuSerif-Bold.ttf",
    "roman": "STIXGeneral.ttf",
    "roman bold": "STIXGeneralBol.ttf",
    "mono": "DejaVuSansMono.ttf",
    "mono bold": "DejaVuSansMono-Bold.ttf",
}


@lru_cache(maxsize=256)
def font(size: int, face: str = "sans") -> ImageFont.FreeTypeFont:
    """A font at a size in pixels."""
    return ImageFont.truetype(str(path(face)), size, layout_engine=ImageFont.Layout.BASIC)


def path(face: str) -> Path:
    """The file of a font."""
    return Path(str(files("matplotlib") / "mpl-data" / "fonts" / "ttf" / FACES[face]))
