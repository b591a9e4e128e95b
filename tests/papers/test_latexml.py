"""From LaTeX through LaTeXML to a page and back: a drawn paper says the same whichever way it is read."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from optotype.manuscripts import write_paper
from optotype.papers import content_of, read_paper
from optotype.pictures import decode
from optotype.records import Figure, Paper, Section
from optotype.synth import Task, family
from tests.conftest import not_here


def said(text: str) -> str:
    """A text as both write it: LaTeXML sets formulas its own way, and some classes end numbers with a stop."""

    def formula(found: re.Match[str]) -> str:
        # x_1 and x_{1}, and the spaces between
        return re.sub(r"\s+", "", re.sub(r"([_^])(\w)", r"\1{\2}", found[1]))

    text = re.sub(r"<MATH>(.*?)</MATH>", formula, text)
    return re.sub(r"<TAG>\s*(.*?)[.:]?\s*</TAG>", r"<\1>", text)


def figures(some: tuple[Figure, ...]) -> list[object]:
    return [(said(one.caption), len(one.pictures), figures(one.subfigures)) for one in some]


def sections(some: tuple[Section, ...]) -> list[object]:
    return [(said(one.title), said(one.body), len(one.figures), sections(one.subsections)) for one in some]


def told(paper: Paper) -> object:
    """All that a paper says, without ids and names of files."""
    abstract = paper.graphical_abstract
    assert abstract is not None
    places = {one.id: number for number, one in enumerate(_all(paper.figures))}
    return {
        "title": said(paper.title),
        "authors": paper.authors,
        "published": paper.published,
        "abstract": said(paper.abstract),
        "sections": sections(paper.sections),
        "figures": figures(paper.figures),
        "teaser": [places[id] for id in paper.teaser],
        "kind": abstract.kind,
        "components": sorted(places[id] for id in abstract.components),
    }


def _all(some: tuple[Figure, ...]) -> list[Figure]:
    return [one for figure in some for one in (figure, *_all(figure.subfigures))]


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 3])
def test_a_drawn_paper_says_the_same_as_source_and_as_the_page_that_latexml_makes_of_it(
    tmp_path: Path, number: int
) -> None:
    """Number 0 has a teaser and takes the class of a conference, number 3 has none and takes that of a journal."""
    program = shutil.which("latexmlc")
    if program is None:
        not_here("latexml")
    entry = family.build("papers", {}).draw(Task("papers", "papers", 7, number, number + 1))
    paper = entry.papers[0]
    contents = {id: content for id, content in entry.files.items() if isinstance(content, bytes)}
    main = write_paper(paper, contents, tmp_path / "source")
    assert bool(paper.teaser) == ("{acmart}" in main.read_text())
    command = [
        program,
        "--quiet",
        "--format=html5",
        "--nodefaultresources",
        "--dest",
        str(tmp_path / "page" / "index.html"),
    ]
    done = subprocess.run([*command, str(main)], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "Fatal" not in done.stderr
    page = read_paper(tmp_path / "page")
    source = read_paper(tmp_path / "source")
    assert told(source.paper) == told(paper)
    assert told(page.paper) == told(paper)
    assert page.notes == source.notes == ()
    for read in (page, source):
        for one, drawn in zip(read.paper.figures, paper.figures, strict=True):
            for mine, theirs in zip(one.pictures, drawn.pictures, strict=True):
                content = content_of(read, mine)
                assert content is not None
                shape, other = decode(content).size, decode(contents[theirs]).size
                assert shape[0] / shape[1] == pytest.approx(other[0] / other[1], rel=0.02)
