"""Layout: how wide columns and how high rows have to be, and how texts break into lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from optotype.synth._tables.canvas import text_width
from optotype.synth._tables.looks import Look
from optotype.synth._tables.table import Column, Row, Table

SMALLEST = 12
"""Print, in pixels, below which no table goes: a person can still read it at full size."""

_MARKS = {"arrow": (" ↓", " ↑"), "star": (" *", " *"), "exclamation": (" !", " !")}
_LETTERS = {"ru": (" Н", " В"), "en": (" L", " H")}

_FLUSH_RIGHT = {"number", "index"}
_CENTRED = {"unit", "flag", "range", "date", "time", "code", "index"}
_BREAKING = {"label", "category"}


@dataclass
class Layout:
    """Where everything in a table goes, in pixels from its upper left corner."""

    size: int
    pad: int
    """Space above and below a text."""
    edges: list[int]
    """Left edges of the columns, and the right edge of the last."""
    heading: list[int]
    """Heights of the heading's rows: one, or two where columns share headings."""
    heights: list[int]
    """Heights of what is shown below the heading: rows and titles of sections."""

    @property
    def width(self) -> int:
        """Of the whole table."""
        return self.edges[-1]

    @property
    def height(self) -> int:
        """Of the whole table."""
        return sum(self.heading) + sum(self.heights)

    @property
    def gap(self) -> int:
        """Space left and right of a text."""
        return round(self.size * 0.45) + 1

    @property
    def line(self) -> int:
        """From one line of a cell to the next."""
        return line_height(self.size)


def line_height(size: int) -> int:
    """From one baseline to the next."""
    return round(size * 1.24)


def cell_text(table: Table, row: Row, column: Column) -> str:
    """What stands in a cell, with its mark where that is a sign."""
    text = table.shown(row, column)
    if not table.marked(row, column):
        return text
    signs = _LETTERS[table.plan.language] if table.plan.mark == "letter" else _MARKS.get(table.plan.mark or "")
    return text if signs is None else text + signs[row.state == "high"]


def side(column: Column, look: Look) -> str:
    """On which side of its cell a text stands."""
    if column.kind in _FLUSH_RIGHT and not look.centred:
        return "right"
    return "centre" if column.kind in _CENTRED or column.kind in _FLUSH_RIGHT else "left"


@lru_cache(maxsize=16384)
def broken(text: str, face: str, size: int, width: int) -> tuple[str, ...]:
    """A text in as many lines as it takes; a word wider than a line stands out, so give it room."""
    if "\n" not in text and text_width(text, face, size) <= width:
        return (text,)
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, face, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


def lay_out(table: Table, look: Look, size: int, most: tuple[int, int]) -> Layout:
    """The largest layout up to a size of print that fits into a width and a height."""
    while True:
        natural = max(2, round(size * 0.3 * look.roomy))
        layout = _with_widths(table, look, size, most[0])
        for pad in sorted({natural, max(2, natural // 2), 1}, reverse=True):
            _set_heights(table, look, layout, pad)
            if layout.width <= most[0] and layout.height <= most[1]:
                return layout
        if size <= SMALLEST:
            return layout
        size -= 1


def _with_widths(table: Table, look: Look, size: int, most: int) -> Layout:
    layout = Layout(size, 0, [], [], [])
    texts = [[cell_text(table, row, column) for row in table.rows] for column in table.columns]
    full = [
        max(text_width(text, look.bold if table.plan.mark == "bold" else look.face, size) for text in column)
        for column in texts
    ]
    words = [_widest_word(column.title, look.bold, size) for column in table.columns]
    room = 2 * layout.gap + 1
    for ems in (24, 19, 15, 12, 10, 8, 6):
        widths = [
            _width(column, text, whole, word, look, size, ems) + room
            for column, text, whole, word in zip(table.columns, texts, full, words, strict=True)
        ]
        _widen_groups(table, look, size, widths, room)
        if sum(widths) <= most:
            break
    edges = [0]
    for width in widths:
        edges.append(edges[-1] + width)
    layout.edges = edges
    return layout


def _width(column: Column, texts: list[str], whole: int, word: int, look: Look, size: int, ems: int) -> int:
    title = min(text_width(column.title, look.bold, size), ems * size // 2)
    if column.kind not in _BREAKING:
        return max(whole, word, title)
    most = ems * size if column.kind == "label" else ems * size * 2 // 3
    if whole > most:
        whole = max(most, max(_widest_word(text, look.face, size) for text in texts))
    return max(whole, word, title)


def _widest_word(text: str, face: str, size: int) -> int:
    return max((text_width(word, face, size) for word in text.split()), default=0)


def groups(columns: list[Column]) -> list[tuple[int, int]]:
    """Runs of columns under one heading: first and last; a column without such a heading is a run of its own."""
    runs: list[tuple[int, int]] = []
    for number, column in enumerate(columns):
        if column.group and runs and columns[runs[-1][1]].group == column.group:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _widen_groups(table: Table, look: Look, size: int, widths: list[int], room: int) -> None:
    for first, last in groups(table.columns):
        group = table.columns[first].group
        if group:
            lacking = _widest_word(group, look.bold, size) + room - sum(widths[first : last + 1])
            if lacking > 0:
                share = -(-lacking // (last - first + 1))
                for number in range(first, last + 1):
                    widths[number] += share


def _set_heights(table: Table, look: Look, layout: Layout, pad: int) -> None:
    layout.pad = pad
    size, gap, edges = layout.size, layout.gap, layout.edges
    inner = [right - left - 2 * gap for left, right in pairwise(edges)]

    def height(lines: int) -> int:
        return lines * layout.line + 2 * pad + 1

    runs = groups(table.columns)
    titles = [
        len(broken(column.title, look.bold, size, width)) for column, width in zip(table.columns, inner, strict=True)
    ]
    if any(column.group for column in table.columns):
        spans = {
            first: len(broken(table.columns[first].group, look.bold, size, edges[last + 1] - edges[first] - 2 * gap))
            for first, last in runs
            if table.columns[first].group
        }
        upper = height(max(spans.values()))
        lower = height(max(n for n, column in zip(titles, table.columns, strict=True) if column.group))
        alone = [n for n, column in zip(titles, table.columns, strict=True) if not column.group]
        lower = max(lower, height(max(alone, default=1)) - upper)
        layout.heading = [upper, lower]
    else:
        layout.heading = [height(max(titles))]
    layout.heights = []
    for title, row in table.displayed():
        if row is None:
            layout.heights.append(height(len(broken(title, look.bold, size, edges[-1] - 2 * gap))))
            continue
        lines = 1
        for column, width in zip(table.columns, inner, strict=True):
            if column.kind in _BREAKING:
                lines = max(lines, len(broken(row.cells.get(column.key, ""), look.face, size, width)))
        layout.heights.append(height(lines))
