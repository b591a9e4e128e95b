"""Drawings become pictures; what cannot be drawn is told with what to do."""

from __future__ import annotations

import shutil

import pytest

from optotype.errors import BadPicture
from optotype.papers import rendering
from optotype.pictures import decode
from tests.conftest import not_here
from tests.papers.drawings import pdf
from tests.samples import png

EPS = b"""%!PS-Adobe-3.0 EPSF-3.0
%%BoundingBox: 0 0 72 36
1 0 0 setrgbcolor 0 0 72 36 rectfill showpage
%%EOF
"""


def test_a_pdf_file_is_drawn() -> None:
    image = decode(rendering.picture(pdf(2, 1, "red"))).convert("RGB")
    assert image.size == (432, 216)
    assert image.getpixel((10, 10)) == (255, 0, 0)


def test_a_large_drawing_is_drawn_no_larger_than_it_need_be() -> None:
    assert max(decode(rendering.picture(pdf(50, 2))).size) == rendering.LONGEST


def test_pictures_stay_what_they_are() -> None:
    assert rendering.picture(png()) == png()
    assert rendering.picture(b"no picture") == b"no picture"


def test_eps_is_drawn_where_ghostscript_is() -> None:
    if shutil.which("gs") is None:
        not_here("ghostscript")
    image = decode(rendering.picture(EPS)).convert("RGB")
    assert image.size == (150, 75)
    assert image.getpixel((70, 30)) == (255, 0, 0)


def test_eps_without_ghostscript_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BadPicture, match="install it"):
        rendering.picture(EPS + b"% another file")


def test_a_program_in_eps_reads_no_files() -> None:
    if shutil.which("gs") is None:
        not_here("ghostscript")
    with pytest.raises(BadPicture, match="cannot be drawn"):
        rendering.picture(b"%!PS\n(/etc/passwd) (r) file 100 string readstring pop print quit\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%PDF-1.5 and so on", "cannot be drawn"),
        (b"<svg xmlns='x'><script>alert(1)</script></svg>", "SVG"),
        (b"<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg>&a;</svg>", "SVG"),
    ],
)
def test_what_cannot_be_drawn_is_told(content: bytes, message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        rendering.picture(content)
