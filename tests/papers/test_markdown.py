"""Papers in Markdown and in notebooks: headings are sections, pictures are figures."""

from __future__ import annotations

import base64
import json

import pytest

from optotype.errors import BadRow
from optotype.papers.markdown import read_markdown, read_notebook
from tests.samples import png


def test_headings_are_sections_and_pictures_are_figures() -> None:
    draft = read_markdown(
        "---\ntitle: On Cats\nauthor: Ada Bell and Carl Dorn\n---\n# Abstract\nWe see $x^2$.\n\n# Method\nFirst.\n\n"
        "## Parts\n![Figure 1: A cat](img/a.png)\n\n<img src='b.png' alt='Two'>\n\n"
        "# Graphical abstract\n![](c.png)\n"
    )
    assert (draft.title, draft.authors) == ("On Cats", ["Ada Bell", "Carl Dorn"])
    assert draft.abstract == "We see <MATH> x^2 </MATH>."
    assert [(section.title, section.inner[0].title) for section in draft.sections] == [("Method", "Parts")]
    assert [(shown.caption, shown.addresses) for shown in draft.figures] == [
        ("<TAG> Figure 1: </TAG> A cat", ["img/a.png"]),
        ("Two", ["b.png"]),
    ]
    assert draft.graphical_abstract is not None
    assert draft.graphical_abstract.addresses == ["c.png"]


def test_a_notebook_shows_what_its_cells_show() -> None:
    written = base64.b64encode(png()).decode()
    cells = [
        {"cell_type": "markdown", "source": ["# On Cats\n", "\n", "Words."]},
        {
            "cell_type": "markdown",
            "source": "![Attached](attachment:a.png)",
            "attachments": {"a.png": {"image/png": written}},
        },
        {"cell_type": "code", "source": "1", "outputs": [{"data": {"image/png": written}}, {"text": "1"}, 7]},
        "no cell",
    ]
    draft = read_notebook(json.dumps({"cells": cells}).encode())
    assert draft.title == "On Cats"
    assert [shown.caption for shown in draft.figures] == ["Attached", ""]
    assert all(shown.addresses == [f"data:image/png;base64,{written}"] for shown in draft.figures)


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"cells": 7}', b"[" * 100_000, b"\xff"])
def test_what_is_no_notebook_is_told(content: bytes) -> None:
    with pytest.raises(BadRow, match="not a notebook"):
        read_notebook(content)


@pytest.mark.parametrize("piece", ["> ", "- ", "[", "*a ", "<img ", "$a ", "`"])
def test_broken_markdown_is_read_in_time(piece: str) -> None:
    read_markdown(piece * 5_000)
