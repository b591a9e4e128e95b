"""Papers come in like every other data: once, with what is bad told, and go out as SciGA has them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.errors import BadTarget
from optotype.manuscripts import write_paper
from optotype.records import Finding, Gold, Paper, Picture
from optotype.synth import Task, family
from tests.papers.drawings import pdf
from tests.samples import write_png


def drawn(folder: Path, count: int, shape: str = "html") -> list[Paper]:
    """Writes drawn papers as pages or sources."""
    papers: list[Paper] = []
    for number in range(count):
        entry = family.build("papers", {}).draw(Task("papers", "papers", 5, number, 1))
        contents = {id: content for id, content in entry.files.items() if isinstance(content, bytes)}
        papers.append(entry.papers[0])
        write_paper(entry.papers[0], contents, folder / f"5-{number:06d}", shape="html" if shape == "html" else "latex")
    return papers


def same(read: Paper | None, paper: Paper) -> bool:
    """Do two papers say the same, but for fields that no source has and the folder of pictures?"""
    assert read is not None
    said = read.model_dump(exclude={"extra", "fields"})
    expected = paper.model_dump(exclude={"extra", "fields"})
    for one in (said, expected):
        one["graphical_abstract"]["components"] = sorted(one["graphical_abstract"]["components"])
    return repr(said).replace("/figures/", "/") == repr(expected)


@pytest.mark.parametrize("shape", ["html", "latex"])
def test_drawn_papers_come_back_as_they_were_drawn(bench: Workbench, tmp_path: Path, shape: str) -> None:
    papers = drawn(tmp_path / "in", 3, shape)
    done = bench.import_("papers", tmp_path / "in")
    assert (done.new["papers"], done.items, done.faulty, done.pictures_missing) == (3, 3, 0, 0)
    for paper in papers:
        assert same(bench.store.get(Paper, paper.id), paper), paper.id
        golds = [gold for gold in bench.store.each(Gold) if gold.item == f"{paper.id}/intra_ga"]
        assert paper.graphical_abstract is not None
        assert bool(golds) == (paper.graphical_abstract.kind != "original")


def test_importing_again_adds_nothing(bench: Workbench, tmp_path: Path) -> None:
    drawn(tmp_path / "in", 2)
    bench.import_("papers", tmp_path / "in")
    again = bench.import_("papers", tmp_path / "in")
    assert not any(again.new.values())
    assert (again.same, again.changed, again.faulty) == (2, [], 0)


def test_what_was_read_goes_out_as_sciga_and_comes_in_again_field_by_field(bench: Workbench, tmp_path: Path) -> None:
    drawn(tmp_path / "in", 2)
    bench.import_("papers", tmp_path / "in")
    bench.export("sciga", tmp_path / "out")
    with init(tmp_path / "other") as other:
        assert not other.import_("sciga", tmp_path / "out", name="papers").faults
        assert list(other.store.each(Paper)) == list(bench.store.each(Paper))
        assert [picture.file for picture in other.store.each(Picture)] == [
            picture.file for picture in bench.store.each(Picture)
        ]
        other.export("sciga", tmp_path / "again")
    assert (tmp_path / "again" / "papers.json").read_bytes() == (tmp_path / "out" / "papers.json").read_bytes()


def test_faults_and_missing_pictures_are_told_and_found_later(bench: Workbench, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    page = '<div class="ltx_abstract"><p>x</p></div>' + "".join(
        f"<figure><img src='{name}'></figure>"
        for name in ("late.png", "https://example.org/web.png", "../../etc/passwd", "a.svg", "plot.pdf")
    )
    (folder / "one.html").write_text(page)
    (folder / "two.html").write_text("<p>")
    (folder / "a.svg").write_text("<svg><script>alert(1)</script></svg>")
    (folder / "plot.pdf").write_bytes(pdf())
    done = bench.import_("papers", folder)
    assert (done.new["papers"], done.faulty, done.pictures_missing) == (1, 1, 4)
    said = {finding.about: finding.message for finding in bench.store.each(Finding)}
    assert "put it there" in said["papers/one/late.png"]
    assert "put it there" in said["papers/one/web.png"]
    assert "SVG" in said["papers/one/a.svg"]
    assert any("leads out of the folder" in message for message in said.values())
    write_png(folder / "late.png")
    assert bench.import_("papers", folder).pictures_missing == 3


def test_a_drawing_comes_back_under_a_name_of_its_own(bench: Workbench, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "main.tex").write_text(
        r"\documentclass{a}\begin{document}\begin{figure}\includegraphics{plot}\caption{A}\end{figure}\end{document}"
    )
    (folder / "plot.pdf").write_bytes(pdf())
    bench.import_("papers", folder)
    bench.export("sciga", tmp_path / "out")
    assert (tmp_path / "out" / "in" / "plot.pdf.png").read_bytes().startswith(b"\x89PNG")
    with init(tmp_path / "other") as other:
        assert other.import_("sciga", tmp_path / "out", name="papers").pictures_missing == 0


def test_papers_are_not_written_as_pages(bench: Workbench, tmp_path: Path) -> None:
    drawn(tmp_path / "in", 1)
    bench.import_("papers", tmp_path / "in")
    with pytest.raises(BadTarget, match="optotype export sciga"):
        bench.export("papers", tmp_path / "out")


@pytest.mark.slow
def test_real_papers_carry_what_recommending_needs(shared: Callable[[str], Path], bench: Workbench) -> None:
    done = bench.import_("papers", shared("graphical_abstracts/papers.json"))
    assert (done.new["papers"], done.pictures_missing, done.faulty) == (2, 0, 0)
    for paper in bench.store.each(Paper):
        assert paper.abstract
        assert all(figure.pictures for figure in paper.figures)
        assert paper.graphical_abstract is not None
        assert paper.graphical_abstract.kind is not None
