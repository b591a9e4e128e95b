"""Printing: plots as SVG and PDF files for papers, as wide as one column or two.

Kinds of respondents differ in colour (Okabe and Ito) and in shape, so that a grey copy can be read. Texts stay texts in
both kinds of file, Cyrillic ones too, and are never read as formulas. The same plot gives the same bytes. Matplotlib
is loaded when there is something to draw; everything is placed in inches from the upper left corner, since its own
layout would take most of the time.
"""

# pyright: reportUnknownMemberType=false
# matplotlib leaves its keyword arguments without a type

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from optotype.report.plots import Bars, Curves, Line, Panels, Plot
from optotype.report.tables import line as one_line
from optotype.web.words import Language, Words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMN, PAGE = 3.3, 6.8
"""Inches: one column of a paper, and two."""
SIZE, SMALL = 8.0, 7.0
"""Points: the type of labels, and of what explains them."""

_LEAD = 0.125  # inches from one line of a text to the next
_ROW = 0.19  # of one figure
_GAP = 0.09
_TICKS = 0.16  # room for the numbers under an axis
_LANE = 0.07  # of one bracket
_PANEL = 1.3  # the narrowest panel, with its figures
_LINES = 3  # curves that can be told apart in one plot
_SETTINGS = {"font.size": SIZE, "pdf.fonttype": 42, "svg.fonttype": "none"}


def draw(plots: Sequence[Plot], folder: Path, language: Language = "en") -> None:
    """Draws each plot as NAME.svg and NAME.pdf; what has nothing to show is left out."""
    drawn = [plot for plot in plots if _shows(plot)]
    if not drawn:
        return
    from optotype.plots import style

    words = Words(language, "optotype.report")
    folder.mkdir(parents=True, exist_ok=True)
    with style(_SETTINGS):
        for plot in drawn:
            figure = sheet_of(plot, words).figure()
            figure.savefig(folder / f"{plot.name}.svg", metadata={"Date": None, "Creator": None})
            nothing = {"CreationDate": None, "Creator": None, "Producer": None}
            figure.savefig(folder / f"{plot.name}.pdf", metadata={**nothing, "Title": one_line(plot.title)})


def sheet_of(plot: Plot, words: Words) -> Sheet:
    """A plot, laid out."""
    match plot:
        case Bars():
            return _bars(plot, words)
        case Panels():
            return _panels(plot, words)
        case Curves():
            return _curves(plot, words)


def _shows(plot: Plot) -> bool:
    match plot:
        case Bars():
            return bool(plot.rows)
        case Panels():
            return any(panel.rows for panel in plot.panels)
        case Curves():
            return any(line.dots for line in plot.lines)


# --- a sheet of paper


class Look(NamedTuple):
    """How a kind of respondent is drawn."""

    colour: str
    marker: str
    size: float
    filled: bool = True


class Stroke(NamedTuple):
    """A line through points."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    colour: str
    width: float
    dashes: tuple[float, ...] | None


class Mark(NamedTuple):
    """A sign at a point."""

    x: float
    y: float
    look: Look


class Text(NamedTuple):
    """A text in one line; its baseline is at y."""

    x: float
    y: float
    text: str
    side: Literal["left", "center", "right"]
    size: float
    colour: str
    bold: bool


@dataclass
class Sheet:
    """What is drawn where, in inches from the upper left corner."""

    width: float
    height: float = 0.0
    strokes: list[Stroke] = field(default_factory=list[Stroke])
    marks: list[Mark] = field(default_factory=list[Mark])
    texts: list[Text] = field(default_factory=list[Text])

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 0.6) -> None:
        """A straight line."""
        self.strokes.append(Stroke((x, to_x), (y, to_y), colour, width, None))

    def dashed(self, points: Sequence[tuple[float, float]], colour: str, width: float = 0.8) -> None:
        """A line in dashes."""
        xs, ys = zip(*points, strict=True)
        self.strokes.append(Stroke(xs, ys, colour, width, (3.0, 2.0)))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        side: Literal["left", "center", "right"] = "left",
        *,
        size: float = SIZE,
        colour: str | None = None,
        bold: bool = False,
    ) -> None:
        """A text."""
        self.texts.append(Text(x, y, text, side, size, _ink().ink if colour is None else colour, bold))

    def figure(self) -> Figure:
        """The sheet as matplotlib knows it."""
        from matplotlib.figure import Figure
        from matplotlib.lines import Line2D

        figure = Figure((self.width, self.height))
        figure.patch.set_visible(False)
        inches = figure.dpi_scale_trans
        order = count()
        for stroke in self.strokes:
            drawn = Line2D(
                stroke.xs,
                [self.height - y for y in stroke.ys],
                color=stroke.colour,
                linewidth=stroke.width,
                solid_capstyle="butt",
                transform=inches,
                zorder=next(order),
            )
            if stroke.dashes is not None:
                drawn.set_dashes(stroke.dashes)
            figure.add_artist(drawn)
        for mark in self.marks:
            look = mark.look
            figure.add_artist(
                Line2D(
                    [mark.x],
                    [self.height - mark.y],
                    linestyle="none",
                    marker=look.marker,
                    markersize=look.size,
                    markerfacecolor=look.colour if look.filled else "white",
                    markeredgecolor=look.colour,
                    markeredgewidth=0.9,
                    transform=inches,
                    zorder=next(order),
                )
            )
        for text in self.texts:
            figure.text(
                text.x,
                self.height - text.y,
                text.text,
                transform=inches,
                ha=text.side,
                va="baseline",
                fontsize=text.size,
                color=text.colour,
                fontweight="bold" if text.bold else "normal",
                zorder=next(order),
            )
        return figure


class Ink(NamedTuple):
    """The colours of the house."""

    ink: str
    quiet: str
    grid: str
    looks: dict[str, Look]
    """By kind of respondent."""


@lru_cache(maxsize=1)
def _ink() -> Ink:
    from optotype.plots import BLUE, INK, LINE, QUIET, SERIES

    _, _, green, pink, sky, vermilion = SERIES
    looks = {
        "person": Look(vermilion, "D", 3.9),
        "model": Look(BLUE, "o", 4.6),
        "agent": Look(pink, "^", 4.9),
        "baseline": Look(QUIET, "s", 3.9, filled=False),
        "network": Look(green, "v", 4.9),
        "file": Look(sky, "p", 5.0),
    }
    return Ink(INK, QUIET, LINE, looks)


def _look(kind: str) -> Look:
    looks = _ink().looks
    return looks.get(kind, looks["model"])


# --- figures in rows


class _Frame(NamedTuple):
    """Where the rows of a plot lie: labels, axis, figures, brackets."""

    left: float
    """Where labels begin."""
    axis: float
    """Where the axis begins."""
    end: float
    """Where the axis ends; figures stand to the right of it."""
    figures: float
    """Where figures end."""

    def x(self, value: float, domain: tuple[float, float]) -> float:
        low, high = domain
        return self.axis + (self.end - self.axis) * (min(max(value, low), high) - low) / (high - low)


def _bars(plot: Bars, words: Words) -> Sheet:
    texts = [row.label for row in plot.rows]
    width = COLUMN if max(map(_width, map(one_line, texts))) <= 2 * _most(COLUMN) else PAGE
    labels = [_wrapped(text, _most(width)) for text in texts]
    lanes = _lanes(plot.groups)
    frame = _framed(0.02, width - 0.02 - _LANE * len(lanes) - 0.03 * bool(lanes), labels, plot, words)
    sheet = Sheet(width)
    top = _under_references(sheet, plot, frame)
    bottom, middles = _rows(sheet, plot, labels, frame, top, words)
    for lane, groups in enumerate(lanes):
        x = frame.figures + 0.06 + _LANE * lane
        for first, last in groups:
            _bracket(sheet, x, middles[first], middles[last])
    bottom = _scale(sheet, plot, frame, top, bottom, words)
    sheet.height = _legend(sheet, [plot], 0.02, bottom, words)
    return sheet


def _panels(plot: Panels, words: Words) -> Sheet:
    panels = [panel for panel in plot.panels if panel.rows]
    shared = len({tuple(row.label for row in panel.rows) for panel in panels}) == 1
    sheet = Sheet(PAGE)
    widest = max(_width(one_line(row.label)) for panel in panels for row in panel.rows)
    # the names of rows stand once at the left where all panels have the same, else in every panel
    room = min(widest, 1.6 if shared else 1.1) + _GAP
    across = max(1, min(len(panels), int((PAGE - room + 0.2) / (_PANEL + 0.2)) if shared else 2))
    across = math.ceil(len(panels) / math.ceil(len(panels) / across))
    begin = room if shared else 0.0
    each = (PAGE - begin - 0.2 * (across - 1)) / across
    each = min(each, 2.0) if shared else each
    sheet.width = begin + each * across + 0.2 * (across - 1)
    top = 0.0
    for start in range(0, len(panels), across):
        lowest = top
        for place, panel in enumerate(panels[start : start + across]):
            left = begin + place * (each + 0.2)
            labels = [_wrapped(row.label, room - _GAP) for row in panel.rows]
            frame = _framed(left, left + each, [[""]] if shared else labels, panel, words)
            lowest = max(lowest, _panel(sheet, panel, labels, frame, top, words, names=0.0 if shared else left))
        top = lowest + 0.14
    sheet.height = _legend(sheet, panels, 0.0, top - 0.14, words)
    return sheet


def _panel(sheet: Sheet, panel: Bars, labels: list[list[str]], frame: _Frame, top: float, words: Words) -> float:
    """One of several plots under its title; gives back where it ends."""
    title = _wrapped(panel.title, frame.figures - frame.left)
    for number, line in enumerate(title):
        sheet.write(frame.left, top + 0.11 + _LEAD * number, line, bold=True)
    top = _under_references(sheet, panel, frame, top + 0.11 + _LEAD * (len(title) - 1) + 0.05)
    bottom, _ = _rows(sheet, panel, labels, frame, top, words)
    return _scale(sheet, panel, frame, top, bottom, words)


def _framed(left: float, right: float, labels: list[list[str]], plot: Bars, words: Words) -> _Frame:
    named = max(_width(line) for label in labels for line in label)
    figures = max(_width(_figure(row.value, row.mark, words)) for row in plot.rows)
    return _Frame(left, left + named + 1.4 * _GAP, right - figures - _GAP, right)


def _under_references(sheet: Sheet, plot: Bars, frame: _Frame, top: float = 0.0) -> float:
    """Names lines that figures are held against, each over its line; gives back where the rows begin."""
    if not plot.references:
        return top + 0.03
    domain = _domain(plot)
    ends: list[float] = []  # of the names in each line of them
    for one in sorted(plot.references, key=lambda one: one.value):
        text = one_line(one.label)
        half = _width(text, SMALL) / 2
        x = min(max(frame.x(one.value, domain), frame.left + half), sheet.width - half)
        row = next((row for row, end in enumerate(ends) if x - half > end + 0.06), len(ends))
        ends[row:] = [x + half, *ends[row + 1 :]]
        sheet.write(x, top + 0.10 + _LEAD * row, text, "center", size=SMALL, colour=_reference(one.kind))
    return top + 0.10 + _LEAD * (len(ends) - 1) + 0.05


def _rows(
    sheet: Sheet, plot: Bars, labels: list[list[str]], frame: _Frame, top: float, words: Words
) -> tuple[float, list[float]]:
    """The figures; gives back where they end, and the height of each."""
    domain, colours = _domain(plot), _ink()
    heights = [_ROW + _LEAD * (len(label) - 1) for label in labels]
    bottom = top + sum(heights)
    for tick in _ticks(frame, domain):
        x = frame.x(tick, domain)
        sheet.line(x, top, x, bottom, colours.grid, 0.5)
    if domain[0] < 0:
        sheet.line(frame.x(0, domain), top, frame.x(0, domain), bottom, colours.quiet, 0.7)
    for one in plot.references:
        x = frame.x(one.value, domain)
        sheet.dashed([(x, top), (x, bottom)], _reference(one.kind))
    middles: list[float] = []
    for row, label, height in zip(plot.rows, labels, heights, strict=True):
        middle = top + height / 2
        middles.append(middle)
        look = _look(row.kind)
        for number, line in enumerate(label):
            sheet.write(frame.left, middle + 0.04 + _LEAD * (number - (len(label) - 1) / 2), line)
        if row.chance is not None:
            x = frame.x(row.chance, domain)
            sheet.line(x, middle - 0.06, x, middle + 0.06, colours.quiet, 0.9)
        sheet.line(frame.x(row.low, domain), middle, frame.x(row.high, domain), middle, look.colour, 1.3)
        sheet.marks.append(Mark(frame.x(row.value, domain), middle, look))
        told = _figure(row.value, row.mark, words)
        sheet.write(frame.figures, middle + 0.04, told, "right", colour=colours.ink)
        top += height
    return bottom, middles


def _scale(sheet: Sheet, plot: Bars, frame: _Frame, top: float, bottom: float, words: Words) -> float:
    """The numbers under the rows, and what they are; gives back where that ends."""
    colours, domain = _ink(), _domain(plot)
    for tick in _ticks(frame, domain):
        text = words.decimal(100 * tick, 0)
        sheet.write(frame.x(tick, domain), bottom + 0.13, text, "center", size=SMALL, colour=colours.quiet)
    if not plot.axis:
        return bottom + _TICKS
    told = _cut(f"{one_line(plot.axis)}, %", frame.figures - frame.left, SMALL)
    half = _width(told, SMALL) / 2
    x = min(max((frame.axis + frame.end) / 2, frame.left + half), frame.figures - half)
    sheet.write(x, bottom + 0.27, told, "center", size=SMALL, colour=colours.quiet)
    return bottom + 0.31


def _bracket(sheet: Sheet, x: float, top: float, bottom: float) -> None:
    """Joins rows that cannot be told apart."""
    colour = _ink().quiet
    top, bottom = top - 0.05, bottom + 0.05
    sheet.strokes.append(Stroke((x - 0.03, x, x, x - 0.03), (top, top, bottom, bottom), colour, 0.8, None))


def _lanes(groups: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Brackets that overlap stand beside each other."""
    lanes: list[list[tuple[int, int]]] = []
    for group in sorted(groups):
        lane = next((lane for lane in lanes if lane[-1][1] < group[0]), None)
        if lane is None:
            lanes.append([group])
        else:
            lane.append(group)
    return lanes


def _legend(sheet: Sheet, plots: Sequence[Bars], left: float, top: float, words: Words) -> float:
    """Names the kinds of respondents where there are several; gives back where the sheet ends."""
    rows = [row for plot in plots for row in plot.rows]
    kinds = [kind for kind in _ink().looks if any(row.kind == kind for row in rows)]
    entries: list[tuple[Look | None, str]] = [(_look(kind), words(f"kinds.{kind}")) for kind in kinds]
    entries = entries if len(kinds) > 1 else []
    if any(row.chance is not None for row in rows):
        entries.append((None, words("plot.chance")))
    if not entries:
        return top + 0.02
    x, y = left + 0.03, top + 0.17
    for look, name in entries:
        room = 0.09 + _width(name, SMALL)
        if x + room > sheet.width and x > left + 0.03:
            x, y = left + 0.03, y + _LEAD + 0.02
        if look is None:
            sheet.line(x, y - 0.08, x, y + 0.02, _ink().quiet, 0.9)
        else:
            sheet.marks.append(Mark(x, y - 0.033, look))
        sheet.write(x + 0.07, y, name, size=SMALL, colour=_ink().quiet)
        x += room + 0.13
    return y + 0.05


def _figure(value: float, mark: str, words: Words) -> str:
    return words.percent(value) + one_line(mark)


def _reference(kind: str) -> str:
    return _look("person").colour if kind == "people" else _ink().quiet


def _domain(plot: Bars) -> tuple[float, float]:
    """From 0 to 1, unless figures are differences and lie elsewhere."""
    ends = [end for row in plot.rows for end in (row.value, row.low, row.high) if math.isfinite(end)]
    if min(ends, default=0.0) >= 0 and max(ends, default=1.0) <= 1:
        return 0.0, 1.0
    reach = math.ceil(10 * max(abs(end) for end in ends)) / 10
    return (-reach, reach) if min(ends) < 0 else (0.0, reach)


def _ticks(frame: _Frame, domain: tuple[float, float]) -> list[float]:
    parts = 4 if frame.end - frame.axis > 1.1 else 2
    low, high = domain
    return [low + (high - low) * part / parts for part in range(parts + 1)]


# --- curves


def _curves(plot: Curves, words: Words) -> Sheet:
    lines = [line for line in plot.lines if line.dots]
    if len(lines) > _LINES:
        return _many_curves(plot, lines, words)
    names = [_cut(one_line(line.label), 1.5) for line in lines]
    chance = words("plot.chance")
    told = [*names, *([chance] if plot.chance else [])]
    room = max(map(_width, told)) + _GAP
    width = COLUMN if room <= 1.15 else min(PAGE, COLUMN + room)
    sheet = Sheet(width)
    box = _Box(0.26, 0.22, width - room - 0.05, 0.22 + min(2.3, 0.66 * (width - room)))
    _axes(sheet, plot, lines, box, words, named=True)
    ends = [(box.y(_last(line)), name, _look(line.kind).colour) for line, name in zip(lines, names, strict=True)]
    if plot.chance:
        ends.append((box.y(plot.chance[-1][1]), chance, _ink().quiet))
    for number, line in enumerate(lines):
        shift = 0.035 * (number - (len(lines) - 1) / 2)
        _curve(sheet, line, plot, lines, box, number, shift)
    for y, name, colour in _apart(ends, 0.14):
        sheet.write(box.right + 0.07, y + 0.04, name, colour=colour)
    sheet.height = box.bottom + 0.36
    return sheet


def _many_curves(plot: Curves, lines: Sequence[Line], words: Words) -> Sheet:
    """A panel for each curve; all panels have the same axes."""
    sheet = Sheet(PAGE)
    across = min(4, len(lines)) if len(lines) != 6 else 3
    left, gap = 0.26, 0.16
    each = (PAGE - left - gap * (across - 1) - 0.06) / across
    top = 0.0
    for start in range(0, len(lines), across):
        row = lines[start : start + across]
        titles = [_wrapped(line.label, each - 0.1) for line in row]
        under = top + 0.11 + _LEAD * (max(map(len, titles)) - 1) + 0.08
        bottom = under + 0.8 * each
        for place, (line, title) in enumerate(zip(row, titles, strict=True)):
            box = _Box(left + place * (each + gap), under, left + place * (each + gap) + each, bottom)
            sheet.marks.append(Mark(box.left + 0.03, top + 0.075, _look(line.kind)))
            for number, text in enumerate(title):
                sheet.write(box.left + 0.1, top + 0.11 + _LEAD * number, text, bold=True)
            _axes(sheet, plot, lines, box, words, named=False, numbered=place == 0)
            if plot.chance and start == 0 and place == 0:
                y = box.y(plot.chance[-1][1])
                below = y + 0.11 < box.bottom
                text = words("plot.chance")
                sheet.write(box.right, y + 0.1 if below else y - 0.04, text, "right", size=SMALL, colour=_ink().quiet)
            _curve(sheet, line, plot, lines, box, 0, 0.0)
        top = bottom + 0.34
    sheet.height = top
    return sheet


class _Box(NamedTuple):
    """Where the axes of a curve lie."""

    left: float
    top: float
    right: float
    bottom: float

    def x(self, level: float, levels: tuple[float, float]) -> float:
        """Where a level lies, with some room at both ends."""
        first, last = levels
        inner = self.right - self.left - 0.2
        return self.left + 0.1 + inner * (min(max(level, first), last) - first) / ((last - first) or 1.0)

    def y(self, share: float) -> float:
        """Where a share lies."""
        return self.bottom - (self.bottom - self.top) * min(max(share, 0.0), 1.0)


def _axes(
    sheet: Sheet, plot: Curves, lines: Sequence[Line], box: _Box, words: Words, *, named: bool, numbered: bool = True
) -> None:
    colours, levels = _ink(), _levels(lines)
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        sheet.line(box.left, box.y(tick), box.right, box.y(tick), colours.grid, 0.5)
        if numbered:
            text = words.decimal(100 * tick, 0)
            sheet.write(box.left - 0.05, box.y(tick) + 0.035, text, "right", size=SMALL, colour=colours.quiet)
    if named:
        sheet.write(0.02, 0.1, f"{one_line(plot.y)}, %" if plot.y else "%", size=SMALL, colour=colours.quiet)
    known = sorted({dot.x for line in lines for dot in line.dots})
    step = math.ceil(len(known) / max(2, int((box.right - box.left) / 0.22)))
    for level in known[::step]:
        text = f"{level:g}" if words.language == "en" else f"{level:g}".replace(".", ",")
        x = box.x(level, levels)
        sheet.write(x, box.bottom + 0.14, text, "center", size=SMALL, colour=colours.quiet)
    middle = (box.left + box.right) / 2
    sheet.write(middle, box.bottom + 0.28, one_line(plot.x), "center", size=SMALL, colour=colours.quiet)
    if plot.level is not None:
        sheet.line(box.left, box.y(plot.level), box.right, box.y(plot.level), colours.quiet, 0.6)
    if plot.chance:
        sheet.dashed([(box.x(level, levels), box.y(share)) for level, share in plot.chance], colours.quiet)


def _curve(sheet: Sheet, line: Line, plot: Curves, lines: Sequence[Line], box: _Box, number: int, shift: float) -> None:
    """What was measured with its intervals, the curve through it, and its threshold on the axis."""
    look, levels = _look(line.kind), _levels(lines)
    same = [other for other in lines[: lines.index(line)] if other.kind == line.kind] if number else []
    if line.curve:
        xs, ys = zip(*((box.x(level, levels), box.y(share)) for level, share in line.curve), strict=True)
        sheet.strokes.append(Stroke(xs, ys, look.colour, 1.2, _DASHES[len(same) % len(_DASHES)]))
    for dot in line.dots:
        x = box.x(dot.x, levels) + shift
        sheet.line(x, box.y(dot.low), x, box.y(dot.high), look.colour, 0.9)
        sheet.marks.append(Mark(x, box.y(dot.y), look._replace(filled=look.filled != bool(len(same) % 2))))
    if line.threshold is not None and plot.level is not None:
        x, y = box.x(line.threshold, levels), box.y(plot.level)
        sheet.dashed([(x, y), (x, box.bottom)], look.colour, 0.7)
        low, high = (levels[0] if line.low is None else line.low), (levels[1] if line.high is None else line.high)
        height = box.bottom - 0.035 * number
        sheet.line(box.x(low, levels), height, box.x(high, levels), height, look.colour, 1.6)


_DASHES: tuple[tuple[float, ...] | None, ...] = (None, (4.0, 1.5), (1.2, 1.2))
"""Of curves of the same kind."""


def _levels(lines: Sequence[Line]) -> tuple[float, float]:
    levels = [dot.x for line in lines for dot in line.dots]
    return min(levels), max(levels)


def _last(line: Line) -> float:
    """Where a curve ends."""
    return line.curve[-1][1] if line.curve else line.dots[-1].y


def _apart(ends: Sequence[tuple[float, str, str]], least: float) -> Iterator[tuple[float, str, str]]:
    """Names at the ends of curves, moved so far that none stands on another."""
    groups: list[list[tuple[float, str, str]]] = []
    for end in sorted(ends):
        groups.append([end])
        # a group of names stands evenly around its middle; groups that meet become one
        while len(groups) > 1 and _span(groups[-2], least)[1] + least > _span(groups[-1], least)[0]:
            groups[-2:] = [groups[-2] + groups[-1]]
    for group in groups:
        first, _ = _span(group, least)
        yield from ((first + least * place, name, colour) for place, (_, name, colour) in enumerate(group))


def _span(group: Sequence[tuple[float, str, str]], least: float) -> tuple[float, float]:
    middle, half = sum(y for y, _, _ in group) / len(group), least * (len(group) - 1) / 2
    return middle - half, middle + half


# --- texts


@lru_cache(maxsize=4096)
def _width(text: str, size: float = SIZE) -> float:
    """Inches that a text takes."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    width, _, _ = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), ismath=False)
    return float(width) / 72


def _most(width: float) -> float:
    """Inches that the longest line of a label may take in a plot."""
    return 1.35 if width == COLUMN else 2.8


def _cut(text: str, room: float, size: float = SIZE) -> str:
    """A text that takes no more room than there is; what is cut off is marked."""
    if _width(text, size) <= room:
        return text
    low, high = 0, min(len(text), 400)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _width(f"{text[:middle]}…", size) <= room else (low, middle - 1)
    return f"{text[:low].rstrip()}…"


def _wrapped(text: str, room: float, lines: int = 2) -> list[str]:
    """A text in so many lines; the last is cut where it is too long. Long names break after a sign that joins words."""
    found = [""]
    pieces = re.findall(r"[^\s/_@:.-]*[\s/_@:.-]?", one_line(text)[:400])
    for place, piece in enumerate(pieces):
        if found[-1] and _width(f"{found[-1]}{piece}".rstrip()) > room:
            if len(found) == lines:
                found[-1] = _cut(found[-1] + "".join(pieces[place:]), room)
                break
            found.append("")
        found[-1] += piece
    return [_cut(line.strip(), room) for line in found]
