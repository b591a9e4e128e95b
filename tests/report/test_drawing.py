"""Plots as SVG: where things lie, what is read aloud, and that nothing overlaps."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markupsafe import Markup
from playwright.sync_api import Page

from optotype.report import drawing
from optotype.report.plots import Bar, Bars, Curves, Dot, Line, Panels, Plot, Reference
from optotype.web import assets
from optotype.web.words import Words
from tests.report.benches import HOSTILE

ENGLISH, RUSSIAN = Words("en", "optotype.report"), Words("ru", "optotype.report")
LONG = "closed-ended finite answer set non-binary non-visual"


def parsed(drawn: Markup) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{drawn}</div>")


def bars(*labels: str, mark: str = "", chance: float | None = None, title: str = "One") -> Bars:
    rows = tuple(Bar(label, "model", 0.5, 0.25, 1.0, mark, chance) for label in labels)
    return Bars("one", title, rows, (Reference("chance", 0.25),))


def curve(**fields: object) -> Curves:
    dots = (Dot(1, 0.9, 0.8, 1.0), Dot(2, 0.8, 0.6, 0.9), Dot(3, 0.4, 0.3, 0.6))
    told: dict[str, object] = {"curve": ((1, 0.9), (2, 0.75), (3, 0.4)), "threshold": 2.0, "low": 1.5, "high": 2.5}
    label = str(fields.pop("label", "one"))
    line = Line(label, "model", dots, **(told | fields))  # pyright: ignore[reportArgumentType]
    return Curves("c", "Curves", (line,), "level", "accuracy", ((1, 0.25), (3, 0.25)), 0.75)


# --- where things lie


def test_a_strip_begins_at_zero_and_ends_at_a_hundred() -> None:
    drawn = parsed(drawing.strip(Bar("one", "model", 0.5, 0.25, 1.2), [Reference("chance", 0.125)]))
    ranges = [line for line in drawn.iter("line") if line.get("class") == "range"]
    assert [(line.get("x1"), line.get("x2")) for line in ranges] == [("25%", "100%")]
    assert [circle.get("cx") for circle in drawn.iter("circle")] == ["50%"]
    assert next(line for line in drawn.iter("line") if "reference" in (line.get("class") or "")).get("x1") == "12.5%"


def test_short_labels_stand_beside_their_rows() -> None:
    drawn = parsed(drawing.bars(bars("counting", "time"), ENGLISH))
    # the axis runs from 38 to 86 percent of the width: a half is at 62, a quarter at 50
    assert {circle.get("cx") for circle in drawn.iter("circle")} == {"62%"}
    assert {(line.get("x1"), line.get("x2")) for line in drawn.iter("line") if line.get("class") == "range"} == {
        ("50%", "86%")
    }


def test_long_labels_stand_above_their_rows_in_two_lines() -> None:
    drawn = parsed(drawing.bars(bars(LONG), ENGLISH))
    lines = [text.text for text in drawn.iter("text") if text.get("class") == "label halo"]
    assert len(lines) == 2
    assert " ".join(line or "" for line in lines) == LONG
    assert {circle.get("cx") for circle in drawn.iter("circle")} == {"50%"}


def test_what_guessing_earns_is_a_line_in_its_row() -> None:
    drawn = parsed(drawing.bars(bars("a", chance=0.5), ENGLISH))
    lines = [line.get("x1") for line in drawn.iter("line") if (line.get("class") or "").startswith("reference")]
    assert lines == ["50%", "62%"]  # that of the panel, then that of the row


def test_differences_lie_around_zero_and_bear_their_sign() -> None:
    rows = (Bar("a", "", 0.05, -0.3, 0.3), Bar("b", "", -0.1, -0.1, 0.0))
    drawn = parsed(drawing.bars(Bars("one", "One", rows, reach=0.1), ENGLISH))
    # the axis runs from 38 to 86 percent of the width, and zero is in its middle
    assert [circle.get("cx") for circle in drawn.iter("circle")] == ["74%", "38%"]
    assert next(line for line in drawn.iter("line") if line.get("class") == "range").get("x2") == "86%"
    figures = [text.text for text in drawn.iter("text") if text.get("class") == "figure halo"]
    assert figures == ["+5.0", "\N{MINUS SIGN}10.0"]


def test_a_curve_is_drawn_over_its_levels() -> None:
    drawn = parsed(drawing.plot(curve(), ENGLISH))
    assert [circle.get("cx") for circle in drawn.iter("circle")] == ["13%", "55%", "97%", "55%"]
    lines = {line.get("class"): line for line in drawn.iter("polyline")}
    # a height of 1 is 12 pixels down, one of 0 is 180
    assert lines["curve"].get("points") == "130,28.8 550,54 970,112.8"
    assert lines["reference"].get("points") == "130,138 970,138"
    threshold = next(line for line in drawn.iter("line") if line.get("class") == "threshold")
    assert (threshold.get("x1"), threshold.get("y1"), threshold.get("y2")) == ("55%", "54", "180")


@pytest.mark.parametrize(
    ("fields", "words", "told"),
    [
        ({}, ENGLISH, "2.0 [1.5, 2.5]"),
        ({}, RUSSIAN, "2,0 [1,5; 2,5]"),
        ({"high": None}, ENGLISH, "2.0 [1.5, > 3]"),
        ({"threshold": None, "note": "beyond the hardest level"}, ENGLISH, "beyond the hardest level"),
    ],
)
def test_a_threshold_is_labelled_with_its_value(fields: dict[str, object], words: Words, told: str) -> None:
    drawn = parsed(drawing.plot(curve(**fields), words))
    assert [text.text for text in drawn.iter("text") if "told" in (text.get("class") or "")] == [told]


# --- what is read


def test_a_plot_is_told_in_words() -> None:
    drawn = parsed(drawing.plot(Panels("p", "By skill", (bars("counting", mark="↓", title="acme"),)), ENGLISH))
    (svg,) = drawn.iter("svg")
    assert svg.get("role") == "img"
    assert svg.findtext("title") == "By skill: acme"
    assert svg.findtext("desc") == "counting: 50.0↓, from 25.0 to 100.0; chance: 25.0"
    russian = parsed(drawing.plot(bars("counting"), RUSSIAN))
    assert next(russian.iter("desc")).text == "counting: 50,0, от 25,0 до 100,0; chance: 25,0"


def test_a_text_that_is_cut_is_read_in_full_where_a_pointer_rests() -> None:
    endless = "x" * 300
    drawn = parsed(drawing.bars(bars(endless), ENGLISH))
    (label,) = (text.text for text in drawn.iter("text") if text.get("class") == "label halo")
    assert label is not None
    assert label.endswith("x…")
    assert len(label) < 40
    assert next(drawn.iter("g")).findtext("title") == f"{endless}: 50.0, from 25.0 to 100.0"


def test_wide_letters_take_more_room() -> None:
    assert drawing.cut("counting", 8) == "counting"
    assert drawing.cut("counting", 7) == "counti…"
    assert drawing.cut("数える問題です", 8) == "数える…"


@pytest.mark.parametrize("plot", [bars(HOSTILE, title=HOSTILE), curve(label=HOSTILE)], ids=["bars", "curves"])
def test_hostile_names_are_only_read(plot: Plot) -> None:
    if isinstance(plot, Bars):
        plot = Panels("p", HOSTILE, (plot,))
    drawn = drawing.plot(plot, ENGLISH)
    assert "<img" not in drawn
    assert "<script" not in drawn
    assert any(HOSTILE in (element.text or "") for element in parsed(drawn).iter())


def test_no_style_stands_in_the_page_itself() -> None:
    for plot in (bars("a", LONG), curve(), Panels("p", "t", (bars("a"),))):
        assert not re.search(r"\sstyle=|<style", drawing.plot(plot, ENGLISH))


# --- in a browser


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize(
    "labels",
    [
        ("MMMMMMMMMMMM", "illi", "wwwwwwwwwwwwwwwwww"),
        (LONG, "short"),
        ("Сравнение величин", "数える問題です"),
        ("W" * 300,),
    ],
)
def test_texts_do_not_run_into_figures(labels: tuple[str, ...], width: int, tmp_path: Path, page: Page) -> None:
    for name, content in assets("optotype.report"):
        (tmp_path / name).write_bytes(content)
    drawn = drawing.plot(Panels("p", "t", (bars(*labels, mark="↓"), bars(*labels))), ENGLISH)
    sheets = "".join(f'<link rel="stylesheet" href="{name}.css">' for name in ("optotype", "plots"))
    file = tmp_path / "plot.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{sheets}<main class=main>{drawn}</main>", encoding="utf-8")
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(file.as_uri())
    page.evaluate("document.fonts.ready")
    for row in page.locator("svg > g").all():
        texts = [text.bounding_box() for text in row.locator("text").all()]
        *names, figure = [box for box in texts if box is not None]
        strip = row.locator("line.range").bounding_box()
        assert strip is not None
        for name in names:
            same_line = abs(name["y"] - figure["y"]) < 8
            assert not same_line or name["x"] + name["width"] <= figure["x"]
            apart = name["x"] + name["width"] <= strip["x"] or name["y"] + name["height"] <= strip["y"] + 2
            assert apart
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
