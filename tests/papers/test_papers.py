"""Papers are found below a path and read one after the other; what is wrong with one leaves the others alone."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from optotype.errors import BadSource, Fault
from optotype.papers import PaperRead, content_of, read_paper, read_papers
from optotype.pictures import Located, decode
from tests.papers.drawings import Paper, pdf
from tests.samples import png, write_png

PAGE = (
    '<article class="ltx_document"><h1 class="ltx_title_document">Cats</h1>'
    '<div class="ltx_abstract"><p>We see.</p></div>'
    '<figure class="ltx_figure"><img src="a.png"><figcaption>Figure 1: A cat</figcaption></figure></article>'
)
SOURCE = (
    r"\documentclass{article}\title{Cats}\begin{document}\begin{abstract}We see.\end{abstract}"
    r"\begin{figure}\includegraphics{a}\caption{A cat}\end{figure}\end{document}"
)


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def ids(path: Path, **settings: str) -> list[str]:
    """The papers below a path; of faults, their places."""
    kind = settings.get("kind", "any")
    assert kind in ("any", "html", "latex", "pdf", "markdown")
    return [one.place if isinstance(one, Fault) else one.paper.id for one in read_papers(path, kind=kind)]


def test_all_kinds_of_papers_are_found(tmp_path: Path) -> None:
    paper = Paper()
    paper.text(60, 60, ["Abstract", "Cats are seen in this paper, and that is all that there is to say about it.", "x"])
    paper.text(60, 160, ["1 Introduction", "Words"])
    put(tmp_path / "pages" / "2401.00001.html", PAGE)
    put(tmp_path / "pages" / "2401.00002.html", PAGE)
    put(tmp_path / "source" / "main.tex", SOURCE)
    put(tmp_path / "source" / "a.pdf", pdf())
    put(tmp_path / "files" / "third.pdf", paper.write())
    put(tmp_path / "words" / "README.md", "# Cats\n\n![A cat](a.png)\n")
    assert ids(tmp_path) == [
        "papers/files/third",
        "papers/pages/2401.00001",
        "papers/pages/2401.00002",
        "papers/source",
        "papers/words",
    ]
    assert ids(tmp_path, kind="html") == ["papers/pages/2401.00001", "papers/pages/2401.00002"]


def test_drawings_beside_a_page_are_no_papers(tmp_path: Path) -> None:
    put(tmp_path / "p" / "index.html", PAGE)
    put(tmp_path / "p" / "figures" / "plot.pdf", pdf())
    assert ids(tmp_path) == ["papers/p"]


def test_a_paper_from_an_archive_has_its_pictures(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "2401.00001.tar.gz", "w:gz") as archive:
        for name, content in (("main.tex", SOURCE.encode()), ("a.png", png())):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    read = read_paper(tmp_path / "2401.00001.tar.gz")
    assert read.paper.id == "papers/2401.00001"
    assert read.files == {"papers/2401.00001/a.png": png()}
    (found,) = read_papers(tmp_path)
    assert isinstance(found, PaperRead)
    assert found.place == "2401.00001.tar.gz, main.tex"


def test_a_drawing_of_a_source_is_a_picture(tmp_path: Path) -> None:
    put(tmp_path / "p" / "main.tex", SOURCE)
    put(tmp_path / "p" / "a.pdf", pdf(2, 1, "blue"))
    read = read_paper(tmp_path / "p")
    content = content_of(read, read.paper.figures[0].pictures[0])
    assert content is not None
    assert decode(content).convert("RGB").getpixel((5, 5)) == (0, 0, 255)


def test_a_graphical_abstract_beside_a_paper_is_taken_by_its_name_and_held_against_the_figures(tmp_path: Path) -> None:
    put(tmp_path / "p" / "main.tex", SOURCE)
    write_png(tmp_path / "p" / "a.png", "red", (60, 40))
    write_png(tmp_path / "p" / "figs" / "graphical_abstract.png", "red", (60, 40))
    abstract = read_paper(tmp_path / "p").paper.graphical_abstract
    assert abstract is not None
    assert abstract.pictures == ("papers/p/figs/graphical_abstract.png",)
    assert (abstract.kind, abstract.components) == ("reused", ("p_F1",))


def test_among_several_pages_a_file_so_named_belongs_to_none(tmp_path: Path) -> None:
    put(tmp_path / "one.html", PAGE)
    put(tmp_path / "two.html", PAGE)
    write_png(tmp_path / "graphical_abstract.png")
    papers = [one for one in read_papers(tmp_path) if isinstance(one, PaperRead)]
    assert [paper.paper.graphical_abstract for paper in papers] == [None, None]


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    put(tmp_path / "c.zip", "no archive")
    put(tmp_path / "c" / "a.html", "<p>")
    put(tmp_path / "c" / "b.html", PAGE)
    put(tmp_path / "d" / "main.tex", SOURCE.replace(r"\begin{figure}", r"\input{gone}\begin{figure}"))
    put(tmp_path / "e" / "scan.pdf", pdf())
    assert ids(tmp_path) == [
        "c.zip",
        "c/a.html",
        "papers/c/b",
        "papers/d",
        r"d/main.tex, \input{gone}",
        "e/scan.pdf",
    ]


def test_links_are_not_followed(tmp_path: Path) -> None:
    put(tmp_path / "outside" / "p.html", PAGE)
    put(tmp_path / "in" / "q.html", PAGE)
    (tmp_path / "in" / "link").symlink_to(tmp_path / "outside")
    (tmp_path / "in" / "p.html").symlink_to(tmp_path / "outside" / "p.html")
    assert ids(tmp_path / "in") == ["papers/q"]


def test_a_source_reads_nothing_outside_its_folder(tmp_path: Path) -> None:
    put(tmp_path / "secret.tex", r"\section{Secret}")
    put(tmp_path / "in" / "p" / "main.tex", SOURCE.replace(r"\begin{figure}", r"\input{../../secret}\begin{figure}"))
    read = read_paper(tmp_path / "in")
    assert read.paper.sections == ()
    assert r"\input{../../secret}" in read.notes[0][0]


def test_where_there_is_no_paper_that_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSource, match="a paper was expected"):
        list(read_papers(tmp_path))
    with pytest.raises(BadSource, match="does not exist"):
        read_paper(tmp_path / "nowhere")
    with pytest.raises(BadSource, match="not a paper"):
        read_paper(put(tmp_path / "a.txt", "words"))


def test_pictures_are_named_by_the_page_and_kept_apart(tmp_path: Path) -> None:
    read = read_paper(put(tmp_path / "one.html", PAGE))
    assert read.files == {"papers/one/a.png": Located(tmp_path, "a.png")}
    assert read.pictures[0].caption == "<TAG> Figure 1: </TAG> A cat"


def test_sections_and_figures_nested_without_end_stay_shallow(tmp_path: Path) -> None:
    deep = "".join(f'<section class="ltx_section"><h2>{number}</h2><p>x</p>' for number in range(300))
    figures = "<figure>" * 300 + "<img src=a.png>" + "<figcaption>c</figcaption></figure>" * 300
    read = read_paper(put(tmp_path / "a.html", f'<article class="ltx_document">{figures}{deep}</article>'))
    assert len(read.paper.model_dump_json()) < 20_000
    level, section = 1, read.paper.sections[0]
    while section.subsections:
        level, section = level + 1, section.subsections[0]
    assert level == 8
