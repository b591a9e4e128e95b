"""Plots for print: files that hold their texts as texts, always the same ones, as wide as a column or a page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest

from optotype.report import printing
from optotype.report import sheet as paper
from optotype.report.plots import Bar, Bars, Curves, Dot, Line, Panels, Plot, Reference
from optotype.web.words import Words
from tests.report.benches import HOSTILE

NAMES = {"people/crowd": "person", "acme/large": "model", "acme/small": "model", "baseline/random": "baseline"}


def bars(*labels: str, name: str = "bars", kind: str = "model", axis: str = "accuracy") -> Bars:
    rows = tuple(
        Bar(label, NAMES.get(label, kind), 0.9 - 0.1 * place, 0.85 - 0.1 * place, 0.95 - 0.1 * place)
        for place, label in enumerate(labels)
    )
    return Bars(name, "Accuracy with intervals", rows, axis=axis)


def curves(*labels: str) -> Curves:
    dots = tuple(Dot(level, 1 - level / 10, 0.9 - level / 10, 1 - level / 12) for level in range(1, 9))
    curve = tuple((level / 10, 1 - level / 100) for level in range(10, 81))
    lines = tuple(Line(label, NAMES.get(label, "model"), dots, curve, 4.0, 3.5, None) for label in labels)
    chance = tuple((float(level), 0.25) for level in range(1, 9))
    return Curves("curves", "Acuity", lines, "level", "accuracy", chance, 0.625)


EVERY: list[Plot] = [
    Bars(
        "leaderboard",
        "Accuracy",
        bars(*NAMES).rows,
        (Reference("chance", 0.25), Reference("people", 0.9, "people")),
        ((0, 1), (1, 3)),
        "accuracy",
    ),
    Panels("skills", "By skill", tuple(bars("counting", "time", name=name) for name in NAMES)),
    curves(*NAMES),
]


def read_svg(path: Path) -> list[str]:
    """The texts of an SVG file."""
    tree = ElementTree.fromstring(path.read_bytes())
    return [text.text or "" for text in tree.iter("{http://www.w3.org/2000/svg}text")]


def read_pdf(path: Path) -> list[str]:
    """The texts of a PDF file, as PDFium copies them out of it."""
    library: Any = pypdfium2
    document = library.PdfDocument(path)
    page = document[0]
    found = page.get_objects(filter=[library.raw.FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage())
    texts = [str(text.extract()).strip() for text in found]  # PDFium tells gaps between texts as spaces
    document.close()
    return texts


@pytest.mark.parametrize("plot", EVERY, ids=lambda plot: plot.name)
def test_each_plot_becomes_two_files_that_hold_its_texts(plot: Plot, tmp_path: Path) -> None:
    printing.draw([plot], tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"{plot.name}.pdf", f"{plot.name}.svg"]
    assert (tmp_path / f"{plot.name}.pdf").read_bytes().startswith(b"%PDF-")
    for texts in (read_svg(tmp_path / f"{plot.name}.svg"), read_pdf(tmp_path / f"{plot.name}.pdf")):
        match plot:
            case Bars():
                assert {*NAMES, "chance", "people", "90.0", "60.0", "accuracy, %"} <= set(texts)
            case Panels():
                assert texts.count("counting") == 1  # once at the left: all panels have the same rows
                assert texts.count("90.0") == len(NAMES)
            case Curves():
                assert {*NAMES, "level", "chance", "62"} <= set(texts)


def test_a_row_that_a_panel_lacks_is_left_free_in_it() -> None:
    panels = (bars("counting", "time", "spatial", name="a"), bars("counting", "spatial", name="b"))
    sheet = printing.sheet_of(Panels("p", "By skill", panels), Words("en", "optotype.report"))
    heights = {text.text: text.y for text in sheet.texts if text.text in ("counting", "time", "spatial")}
    assert len([text for text in sheet.texts if text.text in heights]) == 3
    assert sorted(text.y for text in sheet.texts if text.text == "80.0") == [heights["time"], heights["spatial"]]


def test_long_labels_that_differ_late_stay_different() -> None:
    labels = [f"closed-ended finite answer set {end}" for end in ("binary visual", "binary non-visual", "other")]
    sheet = printing.sheet_of(Panels("p", "By kind", (bars(*labels),)), Words("en", "optotype.report"))
    told = " ".join(text.text for text in sheet.texts)
    assert "binary visual" in told
    assert "binary non- visual" in told or "binary non-visual" in told
    assert "…" not in told


def test_cyrillic_is_text_in_both_files(tmp_path: Path) -> None:
    printing.draw([bars("Сколько всего?", axis="точность")], tmp_path, "ru")
    for texts in (read_svg(tmp_path / "bars.svg"), read_pdf(tmp_path / "bars.pdf")):
        assert {"Сколько всего?", "точность, %", "90,0"} <= set(texts)


def test_the_same_plots_give_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from optotype.report import printing;"
        "from tests.report.test_printing import EVERY; printing.draw(EVERY, Path(sys.argv[1]))"
    )
    for seed in ("1", "2"):
        # sets and hashes of texts come in another order with each seed
        environment = {**os.environ, "PYTHONHASHSEED": seed, "SOURCE_DATE_EPOCH": f"{seed}000000"}
        subprocess.run([sys.executable, "-c", script, str(tmp_path / seed)], check=True, env=environment)
    first = {file.name: file.read_bytes() for file in (tmp_path / "1").iterdir()}
    assert len(first) == 2 * len(EVERY)
    assert first == {file.name: file.read_bytes() for file in (tmp_path / "2").iterdir()}


def test_neighbours_do_not_change_a_file(tmp_path: Path) -> None:
    printing.draw(EVERY[:1], tmp_path / "alone")
    printing.draw([*EVERY, bars("Ещё один")], tmp_path / "together")
    for name in ("leaderboard.svg", "leaderboard.pdf"):
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "together" / name).read_bytes()


def test_hostile_labels_are_texts(tmp_path: Path) -> None:
    labels = ("$\\frac{1}{0}$ $", HOSTILE, "a\nb\x00\x1b[31mc\u202e", "數", "", "\ud800", "x" * 5000, "%s {0} \\")
    rows = tuple(Bar(label, "model", 0.5, float("-inf"), float("inf"), mark="$_") for label in labels)
    plot = Bars("bars", "$\\x$ \x00", rows, (Reference("<&$^", 0.5),), (), "$\\alpha_")
    printing.draw([plot, curves(*labels), Panels("panels", "", (plot, bars(*labels)))], tmp_path)
    for texts in (read_svg(tmp_path / "bars.svg"), read_pdf(tmp_path / "bars.pdf")):
        told = [text.replace("…", "") for text in texts]
        assert "$\\frac{1}{0}$ $" in told
        assert "a b[31mc" in told
        assert "<&$^" in told
        assert "$\\alpha_, %" in told
        assert any(text.startswith("<img src=x onerror") for text in told)
        assert any(set(text) == {"x"} and len(text) < 100 for text in told)
    assert "數" in read_svg(tmp_path / "bars.svg")
    assert paper.LACKING in read_pdf(tmp_path / "bars.pdf")


@pytest.mark.parametrize(
    ("plot", "width"),
    [
        (EVERY[0], printing.COLUMN),
        (bars("a model whose name is so long that one column of a paper does not hold it"), printing.PAGE),
        (EVERY[1], printing.PAGE),
        (EVERY[2], printing.PAGE),
        (curves("acme/large", "acme/small"), printing.COLUMN),
    ],
)
def test_a_plot_fits_one_column_or_two(plot: Plot, width: float) -> None:
    sheet = printing.sheet_of(plot, Words("en", "optotype.report"))
    assert sheet.width <= width
    assert sheet.width > 0.8 * width


@pytest.mark.parametrize("plot", EVERY, ids=lambda plot: plot.name)
def test_nothing_lies_beyond_the_edge_of_the_sheet(plot: Plot, tmp_path: Path) -> None:
    printing.draw([plot], tmp_path)
    svg = (tmp_path / f"{plot.name}.svg").read_text()
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
    for x, y in re.findall(r'<text [^>]*?x="([-\d.]+)" y="([-\d.]+)"', svg):
        assert 0 <= float(x) <= width
        assert 0 < float(y) <= height
    sheet = printing.sheet_of(plot, Words("en", "optotype.report"))
    for stroke in sheet.strokes:
        assert all(0 <= x <= sheet.width for x in stroke.xs)
        assert all(0 <= y <= sheet.height for y in stroke.ys)


def test_kinds_differ_in_shape_as_well_as_in_colour() -> None:
    kinds = ("person", "model", "agent", "baseline", "network", "file")
    plot = Bars("bars", "T", tuple(Bar(kind, kind, 0.5, 0.4, 0.6) for kind in kinds))
    looks = {mark.look for mark in printing.sheet_of(plot, Words("en", "optotype.report")).marks}
    assert len({look.marker for look in looks}) == len({look.colour for look in looks}) == len(kinds)


def test_figures_below_nothing_get_an_axis_that_holds_them() -> None:
    plot = Bars("bars", "T", (Bar("a", "model", -0.12, -0.2, -0.04), Bar("b", "model", 0.1, 0.0, 0.2)))
    texts = {text.text for text in printing.sheet_of(plot, Words("en", "optotype.report")).texts}
    assert {"\N{MINUS SIGN}20", "0", "20", "\N{MINUS SIGN}12.0"} <= texts


def test_differences_have_signs_an_axis_around_zero_and_dots_that_are_filled_where_they_hold() -> None:
    rows = (Bar("a", "", 0.05, 0.02, 0.08, "*"), Bar("b", "", -0.01, -0.3, 0.3))
    plot = Bars("bars", "T", rows, axis="B - A", reach=0.1)
    sheet = printing.sheet_of(plot, Words("en", "optotype.report"))
    texts = [text.text for text in sheet.texts]
    assert {"+5.0", "\N{MINUS SIGN}1.0", "+10", "+5", "0", "B - A, points", "may be chance"} <= set(texts)
    holds, other = sheet.marks[:2]
    assert (holds.look.filled, other.look.filled) == (True, False)
    # what lies beyond the axis ends at its edge
    ends = [stroke.xs for stroke in sheet.strokes if stroke.width == 1.3]
    grid = sorted(stroke.xs[0] for stroke in sheet.strokes if stroke.width == 0.5)
    assert ends[1] == pytest.approx((grid[0], grid[-1]))
    assert holds.x == pytest.approx(grid[0] + 0.75 * (grid[-1] - grid[0]))


def test_panels_with_rows_of_their_own_fill_columns_and_name_each_axis() -> None:
    words = Words("en", "optotype.report")
    short, long = bars("a", "b", axis="share"), bars(*"cdefgh", axis="other")
    sheet = printing.sheet_of(Panels("p", "T", (short, long, replace(short, title="third"))), words)
    at = {text.text: (text.x, text.y) for text in sheet.texts}
    assert at["third"][0] == min(text.x for text in sheet.texts if text.bold)  # under the first, which is shorter
    assert [text.text for text in sheet.texts].count("share, %") == 1
    assert "other, %" in at
    axes = {round(text.x, 6) for text in sheet.texts if text.text == "0"}
    assert len(axes) == 2  # one for each column


def test_where_there_is_nothing_to_draw_nothing_is_loaded_or_written(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from optotype.report import printing;"
        "from optotype.report.plots import Bars; printing.draw([Bars('empty', 'T', ())], Path(sys.argv[1]));"
        "sys.exit('matplotlib' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "plots")], check=True)
    assert not (tmp_path / "plots").exists()
