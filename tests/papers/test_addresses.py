"""Addresses: pictures are found in the folder, never outside it, and nothing is fetched."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from optotype.errors import BadPicture
from optotype.papers.addresses import AmongSources, Beside
from optotype.pictures import Located, read
from tests.samples import png, write_png


def test_a_picture_beside_the_page_is_found_whatever_stands_after_its_name(tmp_path: Path) -> None:
    write_png(tmp_path / "p" / "img" / "a b.png")
    found = Beside(tmp_path, "p/page.html").find("img/a%20b.png?size=2#here")
    assert found == ("img/a b.png", Located(tmp_path, "p/img/a b.png"))


@pytest.mark.parametrize(
    "address", ["https://ar5iv.org/html/2401.1/assets/x1.png", "/html/2401.1/assets/x1.png", "//cdn.org/assets/x1.png"]
)
def test_a_picture_of_a_site_is_looked_for_where_the_page_was_saved(tmp_path: Path, address: str) -> None:
    finder = Beside(tmp_path, "page.html")
    assert finder.find(address) == ("x1.png", Located(tmp_path, "x1.png"))
    write_png(tmp_path / "page_files" / "x1.png")
    assert finder.find(address)[0] == "page_files/x1.png"
    write_png(tmp_path / "assets" / "x1.png")
    assert finder.find(address)[0] == "assets/x1.png"


@pytest.mark.parametrize("address", ["../../etc/passwd", "a/../../../etc/passwd", "..\\..\\etc\\passwd", "", "a\0b"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, address: str) -> None:
    name, content = Beside(tmp_path, "page.html").find(address)
    assert name.startswith("unsafe-")
    assert isinstance(content, Located)
    with pytest.raises(BadPicture):
        read(content)


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    outside = write_png(tmp_path / "outside.png")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.png").symlink_to(outside)
    _, content = Beside(tmp_path / "in", "page.html").find("a.png")
    assert isinstance(content, Located)
    with pytest.raises(BadPicture, match="leads out of the folder"):
        read(content)


def test_a_folder_above_may_hold_pictures_if_it_was_asked_for_too(tmp_path: Path) -> None:
    assert Beside(tmp_path, "p/page.html").find("../img/a.png") == ("up/img/a.png", Located(tmp_path, "img/a.png"))


def test_a_picture_may_be_written_out_in_its_address(tmp_path: Path) -> None:
    finder = Beside(tmp_path, "page.html")
    written = base64.b64encode(png()).decode()
    assert finder.find(f"data:image/png;base64,{written}") == ("picture-1.png", png())
    assert finder.find("data:image/png;base64,!")[1] in (None, b"")
    assert finder.find("data:no comma") == ("picture-3.bin", None)


def test_sources_are_searched_as_tex_does(tmp_path: Path) -> None:
    for name in ("figs/a.pdf", "figs/a.png", "b.eps", "b-eps-converted-to.pdf", "c.png"):
        write_png(tmp_path / name)
    finder = AmongSources(tmp_path, "main.tex", ["figs/"])
    assert finder.find("a")[0] == "figs/a.pdf"
    assert finder.find("a.png")[0] == "figs/a.png"
    assert finder.find("b.eps")[0] == "b-eps-converted-to.pdf"
    assert finder.find("c")[0] == "c.png"
    assert finder.find("nowhere") == ("nowhere", Located(tmp_path, "nowhere"))
