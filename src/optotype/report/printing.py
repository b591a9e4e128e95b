"""Printing: plots as SVG and PDF files for papers, as wide as one column or two.

Kinds of respondents differ in colour (Okabe and Ito) and in shape, so that a grey copy can be read. Texts stay texts in
both kinds of file, Cyrillic ones too, and are never read as formulas. The same plot gives the same bytes. What is said
here is where everything lies; `sheet` writes the files.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from optotype.report import sheet as paper
from optotype.report.plots import Bar, Bars, Curves, Line, Panels, Plot
from optotype.report.sheet import SIZE, Look, Mark, Sheet, Stroke
from optotype.report.tables import line as one_line
from optotype.report.tables import signed
from optotype.web.words import Language, Words

COLUMN, PAGE = 3.3, 6.8
"""Inches: one column of a paper, and two."""
SMALL = 7.0
"""Points: the type of what explains labels."""

_LEAD = 0.125  # inches from one line of a text to the next
_ROW = 0.19  # of one figure
_GAP = 0.09
_TICKS = 0.16  # room for the numbers under an axis
_LANE = 0.07  # of one bracket
_PANEL = 1.2  # the narrowest panel, with its figures
_LINES = 3  # curves that can be told apart in one plot
_LONGEST = 400  # letters of a label that are looked at
_EDGE = 0.05  # round the sheet
_BETWEEN = 0.16  # panels


def draw(plots: Sequence[Plot], folder: Path, language: Language = "en") -> None:
    """Draws each plot as NAME.svg and NAME.pdf; what has nothing to show is left out."""
    drawn = [plot for plot in plots if _shows(plot)]
    if not drawn:
        return
    words = Words(language, "optotype.report")
    folder.mkdir(parents=True, exist_ok=True)
    for plot in drawn:
        sheet, title = sheet_of(plot, words), one_line(plot.title)
        (folder / f"{plot.name}.svg").write_bytes(sheet.svg(title))
        (folder / f"{plot.name}.pdf").write_bytes(sheet.pdf(title))


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


# --- colours and signs


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

    names: float | None
    """Where labels begin; None where a neighbour bears them."""
    left: float
    """Where all the rest begins, the title for one."""
    axis: float
    """Where the axis begins."""
    end: float
    """Where the axis ends; figures stand to the right of it."""
    figures: float
    """Where figures end; their marks hang beyond."""
    right: float
    """Where all of it ends."""

    def x(self, value: float, domain: tuple[float, float]) -> float:
        low, high = domain
        return self.axis + (self.end - self.axis) * (min(max(value, low), high) - low) / (high - low)


def _bars(plot: Bars, words: Words) -> Sheet:
    texts = [row.label for row in plot.rows]
    width = COLUMN if max(map(_width, map(one_line, texts))) <= 2 * _most(COLUMN) else PAGE
    labels = [_wrapped(text, _most(width)) for text in texts]
    lanes = _lanes(plot.groups)
    frame = _framed(_EDGE, width - _EDGE - (_LANE * len(lanes) + 0.01 if lanes else 0.0), labels, [plot], words)
    sheet = Sheet(width)
    top = _under_references(sheet, plot, frame, _EDGE)
    bottom, middles = _rows(sheet, plot, labels, frame, top, words)
    for lane, groups in enumerate(lanes):
        x = frame.right + 0.07 + _LANE * lane
        for first, last in groups:
            _bracket(sheet, x, middles[first], middles[last])
    bottom = _scale(sheet, plot, frame, bottom, words)
    sheet.height = _legend(sheet, [plot], bottom, words)
    return sheet


def _panels(plot: Panels, words: Words) -> Sheet:
    panels, shared = _aligned([panel for panel in plot.panels if panel.rows])
    widest = max(_width(one_line(row.label)) for panel in panels for row in panel.rows)
    # the names of rows stand once at the left where all panels have the same, else in every panel
    room = min(widest, 1.5 if shared else 1.1)
    begin = _EDGE + (room + _GAP if shared else 0.0)
    fitting = int((PAGE - _EDGE - begin + _BETWEEN) / (_PANEL + _BETWEEN)) if shared else 2
    across = math.ceil(len(panels) / math.ceil(len(panels) / fitting))
    each = (PAGE - _EDGE - begin - _BETWEEN * (across - 1)) / across
    each = min(each, 2.2) if shared else each
    sheet = Sheet(begin + each * across + _BETWEEN * (across - 1) + _EDGE)
    labels = [[_wrapped(row.label, room) for row in panel.rows] for panel in panels]
    titles = [_wrapped(panel.title, each, 2, bold=True) for panel in panels]
    lines = max(map(len, titles))
    every = [[""]] if shared else [label for some in labels for label in some]  # so that axes begin at the same place
    lowest = 0.0
    for place, column in enumerate(_columns(labels, across)):
        left, top = begin + place * (each + _BETWEEN), _EDGE
        frame = _framed(left, left + each, every, panels, words)
        if shared:
            frame = frame._replace(names=None if place else _EDGE)
        for at, number in enumerate(column):
            panel, title = panels[number], titles[number]
            under = top + 0.1 + _LEAD * ((lines if shared else len(title)) - 1)
            for line, text in enumerate(reversed(title)):
                sheet.write(left, under - _LEAD * line, text, bold=True)
            begun = _under_references(sheet, panel, frame, under + 0.04)
            bottom, _ = _rows(sheet, panel, labels[number], frame, begun, words)
            named = all(panels[other].axis != panel.axis for other in column[at + 1 : at + 2])
            bottom = _scale(sheet, panel, frame, bottom, words, named=named)
            lowest, top = max(lowest, bottom), bottom + 0.12
    sheet.height = _legend(sheet, panels, lowest, words)
    return sheet


def _columns(labels: Sequence[list[list[str]]], across: int) -> list[list[int]]:
    """Which panels stand under each other: each stands where most room is left, equal ones in the order of lines."""
    columns, heights = [list[int]() for _ in range(across)], [0.0] * across
    for number, label in enumerate(labels):
        place = heights.index(min(heights))
        columns[place].append(number)
        heights[place] += 0.5 + sum(_ROW + _LEAD * (len(lines) - 1) for lines in label)
    return columns


def _aligned(panels: list[Bars]) -> tuple[list[Bars], bool]:
    """Panels with the same rows, and True; where one panel has all rows of the others, those get rows without a figure.

    Where their rows differ in more than that, they stay as they are.
    """
    labels = [row.label for row in max(panels, key=lambda panel: len(panel.rows)).rows]
    known = set(labels)
    if len(known) < len(labels) or any({row.label for row in panel.rows} - known for panel in panels):
        return panels, False
    made: list[Bars] = []
    for panel in panels:
        rows = {row.label: row for row in panel.rows}
        if len(rows) < len(panel.rows):
            return panels, False
        made.append(replace(panel, rows=tuple(rows.get(label) or _nothing(label) for label in labels)))
    return made, True


def _nothing(label: str) -> Bar:
    return Bar(label, "", math.nan, math.nan, math.nan)


def _framed(left: float, right: float, labels: list[list[str]], plots: Sequence[Bars], words: Words) -> _Frame:
    """A frame with room for these labels, and for the figures of all plots, so that their axes are alike."""
    rows = [(plot, row) for plot in plots for row in plot.rows if not math.isnan(row.value)]
    named = max(_width(line) for label in labels for line in label)
    figures = max(_width(_figure(plot, row, words)) for plot, row in rows)
    end = right - max(_width(one_line(row.mark)) for _, row in rows)
    return _Frame(left, left, left + named + 1.4 * _GAP * bool(named), end - figures - _GAP, end, right)


def _under_references(sheet: Sheet, plot: Bars, frame: _Frame, top: float) -> float:
    """Names lines that figures are held against, each over its line; gives back where the rows begin."""
    if not plot.references:
        return top + 0.02
    domain = plot.domain
    ends: list[float] = []  # of the names in each line of them
    for one in sorted(plot.references, key=lambda one: one.value):
        text = one_line(one.label)
        half = _width(text, SMALL) / 2
        x = min(max(frame.x(one.value, domain), frame.left + half), frame.right - half)
        row = next((row for row, end in enumerate(ends) if x - half > end + 0.06), len(ends))
        ends[row:] = [x + half, *ends[row + 1 :]]
        sheet.write(x, top + 0.10 + _LEAD * row, text, "center", size=SMALL, colour=_reference(one.kind))
    return top + 0.10 + _LEAD * (len(ends) - 1) + 0.05


def _rows(
    sheet: Sheet, plot: Bars, labels: list[list[str]], frame: _Frame, top: float, words: Words
) -> tuple[float, list[float]]:
    """The figures; gives back where they end, and the height of each."""
    domain, colours = plot.domain, _ink()
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
        look = _look(row.kind) if plot.reach is None else _apart_look(holds=bool(row.mark))
        for number, line in enumerate(label if frame.names is not None else ()):
            sheet.write(frame.names or 0.0, middle + 0.04 + _LEAD * (number - (len(label) - 1) / 2), line)
        if row.chance is not None:
            x = frame.x(row.chance, domain)
            sheet.line(x, middle - 0.055, x, middle + 0.055, colours.quiet, 0.7)
        top += height
        if math.isnan(row.value):
            continue
        sheet.line(frame.x(row.low, domain), middle, frame.x(row.high, domain), middle, look.colour, 1.3)
        sheet.marks.append(Mark(frame.x(row.value, domain), middle, look))
        sheet.write(frame.figures, middle + 0.04, _figure(plot, row, words), "right")
        if mark := one_line(row.mark):
            sheet.write(frame.figures, middle + 0.04, mark)
    return bottom, middles


def _scale(sheet: Sheet, plot: Bars, frame: _Frame, bottom: float, words: Words, *, named: bool = True) -> float:
    """The numbers under the rows, and what they are; gives back where that ends."""
    colours, domain = _ink(), plot.domain
    for tick in _ticks(frame, domain):
        sheet.write(
            frame.x(tick, domain), bottom + 0.13, _tick(plot, tick, words), "center", size=SMALL, colour=colours.quiet
        )
    if not plot.axis or not named:
        return bottom + _TICKS
    unit = "%" if plot.reach is None else words("plot.points")
    told = _cut(f"{one_line(plot.axis)}, {unit}", frame.right - frame.left, SMALL)
    half = _width(told, SMALL) / 2
    x = min(max((frame.axis + frame.end) / 2, frame.left + half), frame.right - half)
    sheet.write(x, bottom + 0.27, told, "center", size=SMALL, colour=colours.quiet)
    return bottom + 0.31


def _figure(plot: Bars, row: Bar, words: Words) -> str:
    return words.percent(row.value) if plot.reach is None else signed(row.value, words)


def _tick(plot: Bars, tick: float, words: Words) -> str:
    """A number of the axis; half points are told where the axis is short."""
    text = words.decimal(100 * tick, int(abs(100 * tick - round(100 * tick)) > 0.01))
    return f"+{text}" if plot.reach is not None and tick > 0 else text


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


def _legend(sheet: Sheet, plots: Sequence[Bars], top: float, words: Words) -> float:
    """Names the kinds of respondents where there are several; gives back where the sheet ends."""
    rows = [row for plot in plots for row in plot.rows]
    kinds = [kind for kind in _ink().looks if any(row.kind == kind for row in rows)]
    entries: list[tuple[Look | None, str]] = [(_look(kind), words(f"kinds.{kind}")) for kind in kinds]
    entries = entries if len(kinds) > 1 else []
    if any(row.chance is not None for row in rows):
        entries.append((None, words("plot.chance")))
    for holds in sorted(
        {bool(row.mark) for plot in plots if plot.reach is not None for row in plot.rows}, reverse=True
    ):
        entries.append((_apart_look(holds=holds), words("plot.holds" if holds else "plot.open")))
    if not entries:
        return top + _EDGE
    left = _EDGE + 0.03
    x, y = left, top + 0.2
    for look, name in entries:
        room = 0.09 + _width(name, SMALL)
        if x + room > sheet.width - _EDGE and x > left:
            x, y = left, y + _LEAD + 0.03
        if look is None:
            sheet.line(x, y - 0.085, x, y + 0.02, _ink().quiet, 0.7)
        else:
            sheet.marks.append(Mark(x, y - 0.033, look))
        sheet.write(x + 0.07, y, name, size=SMALL, colour=_ink().quiet)
        x += room + 0.13
    return y + 0.03 + _EDGE


def _apart_look(*, holds: bool) -> Look:
    """How a difference is drawn: filled where it holds after correction, else open."""
    return Look(_ink().ink, "o", 4.4, filled=holds)


def _reference(kind: str) -> str:
    return _look("person").colour if kind == "people" else _ink().quiet


def _ticks(frame: _Frame, domain: tuple[float, float]) -> list[float]:
    parts = 4 if frame.end - frame.axis > 1.1 else 2
    low, high = domain
    return [low + (high - low) * part / parts for part in range(parts + 1)]


# --- curves


def _curves(plot: Curves, words: Words) -> Sheet:
    lines = [line for line in plot.lines if line.dots]
    if len(lines) > _LINES:
        return _many_curves(plot, lines, words)
    names = [_cut(one_line(line.label), 1.6) for line in lines]
    chance = words("plot.chance")
    room = max(map(_width, [*names, *([chance] if plot.chance else [])])) + 0.08
    width = COLUMN if room <= 1.15 else COLUMN + room - 0.8
    sheet = Sheet(width)
    right = width - room - _EDGE
    box = _Box(0.3, 0.24, right, 0.24 + 0.74 * (right - 0.3))
    _axes(sheet, plot, lines, box, words)
    if plot.y:
        sheet.write(_EDGE, 0.12, f"{one_line(plot.y)}, %", size=SMALL, colour=_ink().quiet)
    for number, line in enumerate(lines):
        _curve(sheet, line, plot, lines, box, number)
    ends = [(box.y(_last(line)), name, _look(line.kind).colour) for line, name in zip(lines, names, strict=True)]
    ends += [(box.y(plot.chance[-1][1]), chance, _ink().quiet)] if plot.chance else []
    for y, name, colour in _apart(ends, 0.14):
        sheet.write(box.right + 0.06, y + 0.04, name, colour=colour)
    sheet.height = box.bottom + 0.31 + _EDGE
    return sheet


def _many_curves(plot: Curves, lines: Sequence[Line], words: Words) -> Sheet:
    """A panel for each curve; all panels have the same axes."""
    sheet = Sheet(PAGE)
    across = math.ceil(len(lines) / math.ceil(len(lines) / 4))
    left = 0.3
    each = (PAGE - _EDGE - left - _BETWEEN * (across - 1)) / across
    top = _EDGE
    if plot.y:
        sheet.write(_EDGE, top + 0.09, f"{one_line(plot.y)}, %", size=SMALL, colour=_ink().quiet)
        top += 0.19
    for start in range(0, len(lines), across):
        row = lines[start : start + across]
        titles = [_wrapped(line.label, each - 0.12, 2, bold=True) for line in row]
        under = top + 0.1 + _LEAD * (max(map(len, titles)) - 1) + 0.1
        for place, (line, title) in enumerate(zip(row, titles, strict=True)):
            begin = left + place * (each + _BETWEEN)
            box = _Box(begin, under, begin + each, under + 0.78 * each)
            sheet.marks.append(Mark(begin + 0.03, top + 0.063, _look(line.kind)))
            for number, text in enumerate(title):
                sheet.write(begin + 0.1, top + 0.1 + _LEAD * number, text, bold=True)
            last = start + place + across >= len(lines)
            _axes(sheet, plot, lines, box, words, numbered=place == 0, named=last)
            if plot.chance and start + place == 0:  # a falling curve leaves the lower left empty
                y = box.y(plot.chance[0][1])
                y += 0.11 if y + 0.13 < box.bottom else -0.04
                sheet.write(begin + 0.1, y, words("plot.chance"), size=SMALL, colour=_ink().quiet)
            _curve(sheet, line, plot, lines, box)
        top = under + 0.78 * each + 0.3
    sheet.height = top + 0.02 + _EDGE
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
    sheet: Sheet,
    plot: Curves,
    lines: Sequence[Line],
    box: _Box,
    words: Words,
    *,
    numbered: bool = True,
    named: bool = True,
) -> None:
    colours, levels = _ink(), _levels(lines)
    ticks = [0.0, 0.25, 0.5, 0.75, 1.0]
    for tick in ticks:
        sheet.line(box.left, box.y(tick), box.right, box.y(tick), colours.grid, 0.5)
    if plot.level is not None:
        sheet.line(box.left, box.y(plot.level), box.right, box.y(plot.level), colours.quiet, 0.6)
        ticks = [tick for tick in ticks if abs(box.y(tick) - box.y(plot.level)) > 0.1]
        if numbered:
            text = words.decimal(100 * plot.level, 0)
            sheet.write(box.left - 0.05, box.y(plot.level) + 0.035, text, "right", size=SMALL)
    for tick in ticks if numbered else ():
        text = words.decimal(100 * tick, 0)
        sheet.write(box.left - 0.05, box.y(tick) + 0.035, text, "right", size=SMALL, colour=colours.quiet)
    known = sorted({dot.x for line in lines for dot in line.dots})
    step = math.ceil(len(known) / max(2, int((box.right - box.left) / 0.17)))
    for level in known[::step]:
        x, text = box.x(level, levels), words.plain(level)
        sheet.write(x, box.bottom + 0.14, text, "center", size=SMALL, colour=colours.quiet)
    if named:
        middle, text = (box.left + box.right) / 2, _cut(one_line(plot.x), box.right - box.left, SMALL)
        sheet.write(middle, box.bottom + 0.28, text, "center", size=SMALL, colour=colours.quiet)
    if plot.chance:
        sheet.dashed([(box.x(level, levels), box.y(share)) for level, share in plot.chance], colours.quiet)


def _curve(sheet: Sheet, line: Line, plot: Curves, lines: Sequence[Line], box: _Box, number: int | None = None) -> None:
    """What was measured with its intervals, the curve through it, and its threshold on the axis.

    Several curves in one box are numbered: they stand a little apart, and those of one kind differ in their dashes.
    """
    look, levels, dashes, shift, lift = _look(line.kind), _levels(lines), _DASHES[0], 0.0, 0.0
    if number is not None:
        same = sum(other.kind == line.kind for other in lines[:number])
        look = look._replace(filled=look.filled != bool(same % 2))
        dashes, shift, lift = _DASHES[same % len(_DASHES)], 0.035 * (number - (len(lines) - 1) / 2), 0.035 * number
    if line.curve:
        xs, ys = zip(*((box.x(level, levels), box.y(share)) for level, share in line.curve), strict=True)
        sheet.strokes.append(Stroke(xs, ys, look.colour, 1.2, dashes))
    for dot in line.dots:
        x = box.x(dot.x, levels) + shift
        sheet.line(x, box.y(dot.low), x, box.y(dot.high), look.colour, 0.9)
        sheet.marks.append(Mark(x, box.y(dot.y), look))
    if line.threshold is not None and plot.level is not None:
        x, bottom = box.x(line.threshold, levels), box.bottom - lift
        sheet.dashed([(x, box.y(plot.level)), (x, bottom)], look.colour, 0.7)
        low, high = (levels[0] if line.low is None else line.low), (levels[1] if line.high is None else line.high)
        sheet.line(box.x(low, levels), bottom, box.x(high, levels), bottom, look.colour, 1.8)


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
def _width(text: str, size: float = SIZE, *, bold: bool = False) -> float:
    """Inches that a text takes."""
    return paper.width(text, size, bold=bold)


def _most(width: float) -> float:
    """Inches that the longest line of a label may take in a plot."""
    return 1.35 if width == COLUMN else 2.8


def _cut(text: str, room: float, size: float = SIZE, *, bold: bool = False) -> str:
    """A text that takes no more room than there is; what is cut off is marked."""
    if _width(text, size, bold=bold) <= room:
        return text
    low, high = 0, min(len(text), _LONGEST)
    while low < high:
        middle = (low + high + 1) // 2
        fits = _width(f"{text[:middle]}…", size, bold=bold) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return f"{text[:low].rstrip()}…"


def _wrapped(text: str, room: float, lines: int = 3, *, bold: bool = False) -> list[str]:
    """A text in so many lines at most, the last one cut; names may break after what joins their parts."""
    pieces = re.findall(r"[^\s/_@:.-]*[\s/_@:.-]|[^\s/_@:.-]+", one_line(text)[:_LONGEST])
    found: list[str] = []
    while pieces and len(found) < lines - 1:
        line = pieces.pop(0)
        while pieces and _width((line + pieces[0]).rstrip(), bold=bold) <= room:
            line += pieces.pop(0)
        found.append(line.strip())
    found.append("".join(pieces).strip())
    return [_cut(line, room, bold=bold) for line in found if line] or [""]
