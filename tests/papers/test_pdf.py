"""Papers as PDF files: captions are found by what they begin with, figures by where they stand."""

from __future__ import annotations

import pytest

from optotype.errors import BadRow
from optotype.papers.pdf import read_pdf
from optotype.pictures import decode
from tests.papers.drawings import Paper, pdf

WORDS = ["Running text that goes on for a whole line and tells of cats, dogs and other animals"] * 6


def paper() -> Paper:
    """A page with a title, an abstract, a figure above its caption, and text below."""
    made = Paper()
    made.text(100, 40, ["On Cats and Boxes"], 18)
    made.text(60, 90, ["Abstract"], 12)
    made.text(60, 110, ["We look at cats in boxes and find that all of them are in a box that is much", "too small."])
    made.text(60, 150, ["1 Introduction"], 12)
    made.text(60, 170, WORDS)
    made.box(150, 280, 300, 120, "red")
    made.text(150, 405, ["Figure 1: A red box, in which a cat", "may sit if it wants to."])
    made.text(60, 450, WORDS)
    return made


def test_title_abstract_and_sections_are_read() -> None:
    draft, _ = read_pdf(paper().write())
    assert draft.title == "On Cats and Boxes"
    assert draft.abstract == "We look at cats in boxes and find that all of them are in a box that is much too small."
    assert [section.title for section in draft.sections] == ["<TAG> 1 </TAG> Introduction"]


def test_a_figure_is_what_is_drawn_above_its_caption() -> None:
    draft, files = read_pdf(paper().write())
    (shown,) = draft.figures
    assert shown.caption == "<TAG> Figure 1: </TAG> A red box, in which a cat may sit if it wants to."
    image = decode(files[shown.addresses[0]]).convert("RGB")
    assert image.width / image.height == pytest.approx(300 / 120, rel=0.1)
    assert image.getpixel((image.width // 2, image.height // 2)) == (255, 0, 0)
    assert image.width > 500


def test_a_figure_below_its_caption_is_found_where_nothing_is_above() -> None:
    made = Paper()
    made.text(60, 60, WORDS)
    made.text(60, 160, ["Fig. 2. The box stands below"])
    made.box(60, 190, 200, 100, "blue")
    draft, files = read_pdf(made.write())
    image = decode(files[draft.figures[0].addresses[0]]).convert("RGB")
    assert image.getpixel((image.width // 2, image.height // 2)) == (0, 0, 255)


def test_columns_keep_their_figures_apart() -> None:
    made = Paper()
    short = ["Running text of a column about cats"] * 8
    for x, colour, number in ((50, "red", 1), (320, "green", 2)):
        made.text(x, 60, short)
        made.box(x, 200, 220, 90, colour)
        made.text(x, 300, [f"Figure {number}: A {colour} box"])
        made.text(x, 330, short)
    draft, files = read_pdf(made.write())
    colours = {}
    for shown in draft.figures:
        image = decode(files[shown.addresses[0]]).convert("RGB")
        colours[shown.caption] = image.getpixel((image.width // 2, image.height // 2))
    assert colours == {
        "<TAG> Figure 1: </TAG> A red box": (255, 0, 0),
        "<TAG> Figure 2: </TAG> A green box": (0, 128, 0),
    }


def test_russian_captions_are_captions_and_words_about_a_figure_are_not() -> None:
    made = Paper()
    made.text(60, 60, ["Figure 1 shows nothing and is not a caption at all, whatever one may think", *WORDS])
    made.box(60, 200, 200, 100, "red")
    made.text(60, 310, ["Рис. 1. Кот в коробке"])
    draft, _ = read_pdf(made.write())
    assert [shown.caption for shown in draft.figures] == ["<TAG> Рис. 1. </TAG> Кот в коробке"]


def test_a_caption_beside_which_nothing_is_drawn_has_no_picture_and_that_is_told() -> None:
    made = Paper()
    made.text(60, 60, [*WORDS])
    made.text(60, 200, ["Figure 1: Nothing is here"])
    draft, files = read_pdf(made.write())
    assert (draft.figures[0].addresses, files) == ([], {})
    assert draft.notes[0][0] == "figures"


@pytest.mark.parametrize(
    ("content", "message"), [(b"", "cannot be read"), (b"%PDF-1.5 and so on", "cannot be read"), (pdf(), "no text")]
)
def test_what_is_no_paper_is_told(content: bytes, message: str) -> None:
    with pytest.raises(BadRow, match=message):
        read_pdf(content)
