"""Pages: a table with what stands around it, drawn on a canvas."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from PIL import Image, ImageDraw

from optotype.fonts import font
from optotype.synth._tables.canvas import Box, Canvas, text_width
from optotype.synth._tables.language import Both
from optotype.synth._tables.layout import Layout, broken, cell_text, groups, lay_out, line_height, side
from optotype.synth._tables.looks import Look
from optotype.synth._tables.table import Column, Row, Table


@dataclass
class Page:
    """A drawn page, and where the table on it lies."""

    canvas: Canvas
    size: int
    """Of the print, in pixels."""
    table: Box
    columns: list[int]
    """Left edges of the columns, and the right edge of the last; empty where rows are cards."""
    rows: list[int]
    """Upper edges of the rows and titles of sections, and the lower edge of the last."""


@dataclass(frozen=True)
class _Strip:
    """A piece of a page: how high it is and how it is drawn at a height."""

    height: int
    draw: Callable[[Canvas, int], None]


_HOUSES: tuple[Both, ...] = (
    ("Клинико-диагностическая лаборатория № {}", "Clinical laboratory No. {}"),
    ("Городская поликлиника № {}", "City outpatient clinic No. {}"),
    ("Медицинский центр, отделение № {}", "Medical centre, department No. {}"),
    ("Областная больница, корпус {}", "Regional hospital, building {}"),
)
_OF_LABORATORIES = {"laboratory", "dynamics"}
_STAMPS: tuple[tuple[Both, Both], ...] = (
    (("ДЛЯ", "LAB"), ("АНАЛИЗОВ", "RESULTS")),
    (("ДЛЯ", "FOR"), ("СПРАВОК", "RECORDS")),
)
_ADDRESSES: tuple[Both, ...] = (
    ("регистратура: доб. {0}{1}, ежедневно 8:00–20:00", "reception: ext. {0}{1}, daily 8:00–20:00"),
    ("лицензия ЛО-00-{0}{1}, форма {0}/у", "licence LO-00-{0}{1}, form {0}/u"),
)
_LEGENDS: dict[str, Both] = {
    "arrow": ("↑ ↓ — результат вне нормы", "↑ ↓ — result out of range"),
    "star": ("* — результат вне нормы", "* — result out of range"),
    "exclamation": ("! — результат вне нормы", "! — result out of range"),
    "letter": ("В — выше нормы, Н — ниже нормы", "H — above range, L — below range"),
}
_REMARKS: tuple[Both, ...] = (
    (
        "Результаты не являются диагнозом. Проконсультируйтесь с врачом.",
        "Results are not a diagnosis. Consult a doctor.",
    ),
    ("Документ сформирован автоматически.", "This document was generated automatically."),
    ("Хранить вместе с медицинской картой.", "Keep together with the medical record."),
    ("Исправления без печати недействительны.", "Corrections without a stamp are invalid."),
)


def set_page(table: Table, look: Look, size: int, most: tuple[int, int], chance: Random) -> Page:
    """Draws a table in a look, with what stands around it; print shrinks until it all fits."""
    margin = round(size * chance.uniform(0.8, 2.2)) if look.frame == "none" else round(size * 1.2)
    above = _masthead(table, look, size, chance)
    below = _footer(table, look, size, chance)
    frame = _frame(look)
    others = sum(strip.height for strip in (*above, *below)) + sum(frame) + 2 * margin
    layout = lay_out(table, look, size, (most[0] - 2 * margin, most[1] - others))
    spare = most[0] - 2 * margin - layout.width
    if spare > 0 and chance.random() < 0.7:
        _stretch(layout, round(min(spare, layout.width * chance.uniform(0.0, 0.35))))
    widest = max([layout.width, *[_width_of(strip) for strip in (*above, *below)]])
    width = min(widest + 2 * margin, most[0])
    canvas = Canvas(width, layout.height + others, look.paper)
    _draw_frame(canvas, look, table, chance)
    top = frame[0] + margin
    left = margin
    for strip in above:
        strip.draw(canvas, top)
        top += strip.height
    box = Box(left, top, left + layout.width, top + layout.height)
    rows = _Grid(canvas, table, look, layout).draw(box)
    top = box.bottom
    for strip in below:
        strip.draw(canvas, top)
        top += strip.height
    return Page(canvas, layout.size, box, [left + edge for edge in layout.edges], rows)


# --- the table itself


def _stretch(layout: Layout, more: int) -> None:
    count = len(layout.edges) - 1
    layout.edges = [edge + more * n // count for n, edge in enumerate(layout.edges)]


@dataclass(frozen=True)
class _Grid:
    """A table of rows and columns on its way to the canvas."""

    canvas: Canvas
    table: Table
    look: Look
    layout: Layout

    def draw(self, box: Box) -> list[int]:
        """Draws all of it; gives back where rows begin and end."""
        canvas, look, layout = self.canvas, self.look, self.layout
        self._heading(box)
        top = box.top + sum(layout.heading)
        edges, number = [top], 0
        for (title, row), height in zip(self.table.displayed(), layout.heights, strict=True):
            strip = Box(box.left, top, box.right, top + height)
            if row is None:
                canvas.fill(strip, look.section_paper)
                self._write(title, strip, look.bold, look.ink, look.section_paper, "centre")
            else:
                paper = look.stripe if look.stripe and number % 2 else look.paper
                if paper != look.paper:
                    canvas.fill(strip, paper)
                self._row(row, strip, paper)
                number += 1
            if look.across or row is None:
                canvas.fill(Box(box.left, top, box.right, top + 1), look.lines)
            if look.upright and row is not None:
                for edge in layout.edges[1:-1]:
                    canvas.fill(Box(box.left + edge, top, box.left + edge + 1, top + height), look.lines)
            top += height
            edges.append(top)
        if look.under_heading:
            middle = box.top + sum(layout.heading)
            canvas.fill(Box(box.left, middle - look.under_heading + 1, box.right, middle + 1), look.lines)
        if look.name == "rules":
            for edge in (box.top, box.bottom):
                canvas.fill(Box(box.left, edge, box.right, edge + 2), look.lines)
        if look.outer:
            _frame_box(canvas, box, look.lines, look.outer)
        return edges

    def _heading(self, box: Box) -> None:
        canvas, table, look, layout = self.canvas, self.table, self.look, self.layout
        heights = layout.heading
        bottom = box.top + sum(heights)
        canvas.fill(Box(box.left, box.top, box.right, bottom), look.heading_paper)
        lines = look.lines if look.heading_paper == look.paper or look.upright else look.heading_ink
        for first, last in groups(table.columns):
            group = table.columns[first].group
            left, right = box.left + layout.edges[first], box.left + layout.edges[last + 1]
            if group:
                strip = Box(left, box.top, right, box.top + heights[0])
                self._write(group, strip, look.bold, look.heading_ink, look.heading_paper, "centre")
                inset = 0 if look.upright else layout.gap
                canvas.fill(Box(left + inset, strip.bottom, right - inset, strip.bottom + 1), lines)
            for number in range(first, last + 1):
                column = table.columns[number]
                top = box.top + heights[0] if group else box.top
                strip = Box(box.left + layout.edges[number], top, box.left + layout.edges[number + 1], bottom)
                where = "left" if side(column, look) == "left" and not look.upright else "centre"
                self._write(column.title, strip, look.bold, look.heading_ink, look.heading_paper, where)
                if look.upright and number:
                    begins = number == first
                    canvas.fill(Box(strip.left, box.top if begins else top, strip.left + 1, bottom), look.lines)

    def _row(self, row: Row, strip: Box, paper: str) -> None:
        edges = self.layout.edges
        for number, column in enumerate(self.table.columns):
            if text := cell_text(self.table, row, column):
                box = Box(strip.left + edges[number], strip.top, strip.left + edges[number + 1], strip.bottom)
                self._cell(row, column, text, box, paper)

    def _cell(self, row: Row, column: Column, text: str, box: Box, paper: str) -> None:
        look = self.look
        face, ink = look.face, look.ink
        mark = self.table.plan.mark if self.table.marked(row, column) else None
        if mark == "bold":
            face = look.bold
        elif mark == "red":
            ink = look.red
        elif mark == "fill":
            paper = look.shade
            self.canvas.fill(box, paper)
        inks = self._write(text, box, face, ink, paper, side(column, look))
        if mark == "underline":
            for ink_box in inks:
                self.canvas.fill(Box(ink_box.left, ink_box.bottom + 1, ink_box.right, ink_box.bottom + 2), ink)

    def _write(self, text: str, box: Box, face: str, ink: str, paper: str, where: str) -> list[Box]:
        """Writes a text into a cell, in the middle of its height."""
        size, gap, height = self.layout.size, self.layout.gap, self.layout.line
        lines = broken(text, face, size, box.right - box.left - 2 * gap)
        top = box.top + (box.bottom - box.top - len(lines) * height) // 2
        drawn: list[Box] = []
        for number, line in enumerate(lines):
            if not line:
                continue
            width = text_width(line, face, size)
            if where == "left":
                x = box.left + gap
            elif where == "right":
                x = box.right - gap - width
            else:
                x = (box.left + box.right - width) // 2
            baseline = top + number * height + round(size * 0.98)
            drawn.append(self.canvas.text(x, baseline, line, face=face, size=size, ink=ink, paper=paper, room=box))
        return drawn


def _frame_box(canvas: Canvas, box: Box, colour: str, width: int) -> None:
    canvas.fill(Box(box.left, box.top, box.right + 1, box.top + width), colour)
    canvas.fill(Box(box.left, box.bottom, box.right + 1, box.bottom + width), colour)
    canvas.fill(Box(box.left, box.top, box.left + width, box.bottom + 1), colour)
    canvas.fill(Box(box.right, box.top, box.right + width, box.bottom + width), colour)


# --- what stands above and below


@dataclass(frozen=True)
class _Line:
    """A line of text outside the table."""

    text: str
    face: str
    size: int
    ink: str
    paper: str
    where: str = "left"
    indent: int = 0
    above: int = 0

    def __call__(self, canvas: Canvas, top: int) -> None:
        width = text_width(self.text, self.face, self.size)
        x = self.indent if self.where == "left" else (canvas.width - width) // 2
        baseline = top + self.above + round(self.size * 1.0)
        canvas.text(x, baseline, self.text, face=self.face, size=self.size, ink=self.ink, paper=self.paper)

    @property
    def reach(self) -> int:
        """How far it needs the table to be wide."""
        return text_width(self.text, self.face, self.size)


def _strip(line: _Line) -> _Strip:
    return _Strip(line.above + round(line.size * 1.45), line)


def _width_of(strip: _Strip) -> int:
    return strip.draw.reach if isinstance(strip.draw, _Line) else 0


def _space(height: int) -> _Strip:
    return _Strip(height, lambda canvas, top: None)


def _masthead(table: Table, look: Look, size: int, chance: Random) -> list[_Strip]:
    plan, strips = table.plan, list[_Strip]()
    indent = round(size * 1.2)
    where = "centre" if look.printed or look.name in {"rules", "mono"} else "left"
    if look.printed:
        number = chance.randint(1, 9)
        houses = _HOUSES if table.subject in _OF_LABORATORIES else _HOUSES[1:]
        house = plan.say(chance.choice(houses)).format(number)
        strips.append(_strip(_Line(house, look.bold, size, look.ink, look.paper, where)))
        if chance.random() < 0.3 + plan.rung.clutter:
            address = plan.say(chance.choice(_ADDRESSES)).format(chance.randint(100, 399), chance.randint(10, 99))
            strips.append(_strip(_Line(address, look.face, max(12, size - 3), look.faint, look.paper, where)))
        strips.append(
            _Strip(size, lambda canvas, top: canvas.fill(_wide(canvas, top + size // 3, indent, 2), look.ink))
        )
    if plan.titled or chance.random() < 0.65:
        strips.append(_strip(_Line(table.title, look.bold, round(size * 1.25), look.ink, look.paper, where, indent)))
    if plan.headed or look.printed or chance.random() < 0.25 + 0.4 * plan.rung.clutter:
        for field in table.fields:
            text = f"{field.label}: {field.text}"
            strips.append(_strip(_Line(text, look.face, size, look.ink, look.paper, "left", indent)))
        plan.settings["header_shown"] = "yes"
    if strips:
        strips.append(_space(round(size * 0.6)))
    return strips


def _wide(canvas: Canvas, y: int, indent: int, width: int) -> Box:
    return Box(indent, y, canvas.width - indent, y + width)


def _footer(table: Table, look: Look, size: int, chance: Random) -> list[_Strip]:
    plan, strips = table.plan, list[_Strip]()
    indent, small = round(size * 1.2), max(12, size - 2)
    flagged = table.column("result") is not None and any(row.state in {"low", "high"} for row in table.rows)
    if flagged and plan.mark in _LEGENDS and plan.settings.get("legend") != "no" and chance.random() < 0.6:
        legend = plan.say(_LEGENDS[plan.mark])
        strips.append(_strip(_Line(legend, look.face, small, look.faint, look.paper, "left", indent, size // 2)))
    if chance.random() < plan.rung.clutter:
        remark = plan.say(chance.choice(_REMARKS))
        strips.append(_strip(_Line(remark, look.face, small, look.faint, look.paper, "left", indent, size // 2)))
    if look.printed and chance.random() < 0.75:
        strips.append(_signature(table, look, size, chance))
    return strips


def _signature(table: Table, look: Look, size: int, chance: Random) -> _Strip:
    """A line to sign on, a signature that nobody can read, and a stamp."""
    plan = table.plan
    upper, lower = (plan.say(word) for word in _STAMPS[table.subject not in _OF_LABORATORIES])
    turn, tone = chance.randint(-25, 25), chance.choice(("#2b4fa8", "#5a3fa0", "#27508c"))
    waves = [(chance.uniform(0.5, 1.5), chance.uniform(0.6, 1.6)) for _ in range(7)]
    stamped = chance.random() < 0.7
    height = round(size * (7.2 if stamped else 3.2))

    def draw(canvas: Canvas, top: int) -> None:
        indent, label = round(size * 1.2), plan.say(("Подпись", "Signature"))
        baseline = top + round(size * 2.4)
        box = canvas.text(indent, baseline, label, face=look.face, size=size, ink=look.ink, paper=look.paper)
        start, end = box.right + size // 2, box.right + size * 8
        canvas.fill(Box(start, baseline + 3, end, baseline + 4), look.ink)
        points: list[tuple[float, float]] = []
        for number, (wide, high) in enumerate(waves):
            points.append((start + size * (0.6 + number * 0.8 * wide / 1.2), baseline - size * high * (number % 2)))
        canvas.line(points, tone, 2)
        if stamped:
            shape = _stamp(size, turn, upper, lower)
            left = max(indent, min(canvas.width - shape.width - indent, end + size))
            if left + shape.width <= canvas.width:
                canvas.stamp(left, top + round(size * 0.4), shape, ink=tone, paper=look.paper)

    return _Strip(height, draw)


@lru_cache(maxsize=256)
def _stamp(size: int, turn: int, upper: str, lower: str) -> Image.Image:
    side_length = round(size * 6.4)
    shape = Image.new("L", (side_length, side_length), 0)
    draw = ImageDraw.Draw(shape)
    for inset, width in ((2, 2), (round(size * 0.9), 1)):
        draw.ellipse((inset, inset, side_length - inset, side_length - inset), outline=200, width=width)
    for number, word in enumerate((upper, lower)):
        place = (side_length / 2, side_length / 2 + (number - 0.5) * size * 1.1)
        draw.text(place, word, font=font(max(11, round(size * 0.75)), "sans bold"), fill=210, anchor="mm")
    for number in range(24):
        angle = math.tau * number / 24
        radius = side_length / 2 - size * 0.5
        x, y = side_length / 2 + radius * math.cos(angle), side_length / 2 + radius * math.sin(angle)
        draw.ellipse((x - 1.5, y - 1.5, x + 1.5, y + 1.5), fill=180)
    return shape.rotate(turn, Image.Resampling.BILINEAR)


# --- what stands around a table on a screen


def _frame(look: Look) -> tuple[int, int]:
    """Heights of what stands above and below."""
    if look.frame == "browser":
        return 58, 0
    if look.frame == "window":
        return 34, 24
    if look.frame == "phone":
        return 84, 30
    return 0, 0


def _draw_frame(canvas: Canvas, look: Look, table: Table, chance: Random) -> None:
    dark = look.name == "dark"
    bar, ink = ("#242b34", "#cfd6dd") if dark else ("#e4e7eb", "#3f464d")
    field = "#171c22" if dark else "#ffffff"
    width, height = canvas.width, canvas.height
    if look.frame == "browser":
        canvas.fill(Box(0, 0, width, 58), bar)
        canvas.round(Box(8, 5, min(190, width - 30), 34), field, 6)
        canvas.text(
            18, 24, _cut(table.plan.say(("Результаты", "Results")), 150), face="sans", size=12, ink=ink, paper=field
        )
        for number in range(3):
            canvas.disc(16 + 18 * number, 44, 5, ("#e0605a", "#e5bf46", "#5cb85c")[number])
        canvas.round(Box(72, 34, width - 12, 54), field, 9)
        canvas.text(84, 48, "portal.example/results", face="sans", size=12, ink=ink, paper=field)
    elif look.frame == "window":
        canvas.fill(Box(0, 0, width, 34), bar)
        title = table.plan.say(("Просмотр документа", "Document viewer"))
        canvas.text(12, 22, title, face="sans", size=13, ink=ink, paper=bar)
        for number, sign in enumerate(("–", "□", "×")):
            canvas.text(width - 84 + 28 * number, 23, sign, face="sans", size=15, ink=ink, paper=bar)
        canvas.fill(Box(0, height - 24, width, height), bar)
        page = table.plan.say(("Стр. 1 из 1   100 %", "Page 1 of 1   100 %"))
        canvas.text(12, height - 8, page, face="sans", size=12, ink=ink, paper=bar)
    elif look.frame == "phone":
        _draw_phone(canvas, look, table, chance, bar, ink)


def _draw_phone(canvas: Canvas, look: Look, table: Table, chance: Random, bar: str, ink: str) -> None:
    width, height = canvas.width, canvas.height
    canvas.fill(Box(0, 0, width, 84), bar)
    clock = f"{chance.randint(7, 22)}:{chance.randint(0, 59):02d}"
    canvas.text(20, 23, clock, face="sans bold", size=14, ink=ink, paper=bar)
    canvas.round(Box(width - 48, 11, width - 20, 25), ink, 4)
    canvas.fill(Box(width - 46 + chance.randint(8, 20), 13, width - 22, 23), bar)
    for number in range(4):
        canvas.fill(Box(width - 84 + 7 * number, 22 - 3 * number, width - 80 + 7 * number, 25), ink)
    canvas.text(20, 64, "←", face="sans bold", size=24, ink=ink, paper=bar)
    title = table.plan.say(("Мои документы", "My documents"))
    canvas.text(58, 62, title, face="sans bold", size=18, ink=ink, paper=bar)
    canvas.fill(Box(0, 83, width, 84), look.lines)
    canvas.round(Box(width // 2 - 60, height - 16, width // 2 + 60, height - 11), ink, 2)


def _cut(text: str, width: int) -> str:
    return text if text_width(text, "sans", 12) <= width else text[:12]


# --- cards

_CARD = "#ffffff"


def set_cards(table: Table, look: Look, size: int, chance: Random) -> Page:
    """Draws each row as a card, as an app on a phone does."""
    return _Cards(table, look, size).draw(chance)


@dataclass(frozen=True)
class _Cards:
    """A table whose rows are cards below each other."""

    table: Table
    look: Look
    size: int

    @property
    def width(self) -> int:
        """Of the page."""
        return round(self.size * 34)

    @property
    def small(self) -> int:
        """The size of letters for what stands below the label."""
        return max(12, self.size - 3)

    @property
    def gap(self) -> int:
        """Between cards, and inside them around what is written."""
        return round(self.size * 0.7)

    @cached_property
    def fields(self) -> list[Column]:
        """What stands below the label."""
        own = {"label", "result", "unit", "flag", "index"}
        return [column for column in self.table.columns if column.key not in own]

    @cached_property
    def per_row(self) -> int:
        """How many fields stand beside each other."""
        room = (self.width - 4 * self.gap) // 2 - self.gap
        return 2 if all(self._fits(column, room) for column in self.fields) else 1

    def _fits(self, column: Column, width: int) -> bool:
        table, small = self.table, self.small
        widest = max((text_width(table.shown(row, column), "sans", small) for row in table.rows), default=0)
        return widest + text_width(f"{column.name}: ", "sans", small) <= width

    def draw(self, chance: Random) -> Page:
        """The page with all cards."""
        table, look, size, width, gap = self.table, self.look, self.size, self.width, self.gap
        above = _masthead(table, look, size, chance)
        room = width - 4 * gap - (size * 9 if table.column("result") else 0)
        labels = [broken(row.cells[table.label.key], look.bold, size, room) for row in table.rows]
        detail = -(-len(self.fields) // self.per_row) * line_height(self.small)
        heights = [len(lines) * line_height(size) + detail + 2 * gap for lines in labels]
        title_height = line_height(size) + gap
        shown = list(table.displayed())
        frame = _frame(look)
        body = sum(heights) + len(heights) * gap + sum(title_height for _, row in shown if row is None)
        height = sum(frame) + 2 * gap + sum(strip.height for strip in above) + body
        canvas = Canvas(width, height, look.paper)
        _draw_frame(canvas, look, table, chance)
        top = frame[0] + gap
        for strip in above:
            strip.draw(canvas, top)
            top += strip.height
        start, edges, number = top, list[int](), 0
        for title, row in shown:
            if row is None:
                self._title(canvas, title, Box(gap, top, width - gap, top + title_height))
                top += title_height
                continue
            edges.append(top)
            self._card(canvas, row, labels[number], Box(gap, top, width - gap, top + heights[number]))
            top += heights[number] + gap
            number += 1
        return Page(canvas, self.small, Box(gap, start, width - gap, top), [], [*edges, top])

    def _title(self, canvas: Canvas, title: str, box: Box) -> None:
        look, gap = self.look, self.gap
        face, size, ink, paper = look.bold, self.small, look.faint, look.paper
        canvas.text(2 * gap, box.bottom - gap, title, face=face, size=size, ink=ink, paper=paper, room=box)

    def _card(self, canvas: Canvas, row: Row, label: tuple[str, ...], box: Box) -> None:
        look, size, small, gap = self.look, self.size, self.small, self.gap
        canvas.round(box, _CARD, gap)
        top = box.top + gap
        for number, line in enumerate(label):
            baseline = top + number * line_height(size) + size
            canvas.text(box.left + gap, baseline, line, face=look.bold, size=size, ink=look.ink, paper=_CARD, room=box)
        if (result := self.table.column("result")) is not None:
            self._result(canvas, row, result, box)
        top += len(label) * line_height(size)
        inner = box.right - box.left - 2 * gap
        for number, column in enumerate(self.fields):
            x = box.left + gap + number % self.per_row * (inner // self.per_row)
            baseline = top + number // self.per_row * line_height(small) + small
            text = f"{column.name}: {self.table.shown(row, column)}"
            canvas.text(x, baseline, text, face=look.face, size=small, ink=look.faint, paper=_CARD, room=box)

    def _result(self, canvas: Canvas, row: Row, result: Column, box: Box) -> None:
        """The result with its unit and flag, at the right of the card, from the right to the left."""
        table, look, size, small, gap = self.table, self.look, self.size, self.small, self.gap
        text = cell_text(table, row, result)
        unit = row.cells.get("unit", "") if table.column("unit") is not None else ""
        mark = table.plan.mark if table.marked(row, result) else None
        flag = row.cells.get("flag", "") if table.column("flag") is not None else ""
        face, ink = (look.bold if mark == "bold" else look.face), (look.red if mark == "red" else look.ink)
        top, right = box.top + gap, box.right - gap
        if flag:
            right -= text_width(flag, look.bold, size)
            canvas.text(right, top + size, flag, face=look.bold, size=size, ink=look.ink, paper=_CARD, room=box)
            right -= gap // 2
        if unit:
            right -= text_width(unit, look.face, small)
            canvas.text(right, top + size, unit, face=look.face, size=small, ink=look.faint, paper=_CARD, room=box)
            right -= gap // 2
        left = right - text_width(text, face, size)
        paper = _CARD
        if mark == "fill":
            paper = look.shade
            canvas.fill(Box(left - 4, top - 2, right + 3, top + line_height(size)), paper)
        ink_box = canvas.text(left, top + size, text, face=face, size=size, ink=ink, paper=paper, room=box)
        if mark == "underline":
            canvas.fill(Box(ink_box.left, ink_box.bottom + 1, ink_box.right, ink_box.bottom + 3), ink)
