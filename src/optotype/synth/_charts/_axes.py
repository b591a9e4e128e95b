"""Axes: ticks at round numbers, labels that fit, grid, legend; and where each value comes to lie."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from optotype.synth._charts._canvas import Box, Canvas, Point, width_of
from optotype.synth._charts._style import Style

Axis = dict[str, Any]
"""As a scene holds it: name, unit, label, low, high, log, ticks; or label, categories. Drawing adds start and end."""


def number(value: float) -> str:
    """A number as people write it."""
    text = f"{value:.6g}"
    if "e" in text:
        text = f"{value:f}".rstrip("0").rstrip(".")
    return text


def tick_label(value: float) -> str:
    """A number as it stands at a tick."""
    if abs(value) >= 10_000 and value % 1000 == 0:
        return f"{number(value / 1000)}k" if abs(value) < 1_000_000 else f"{number(value / 1_000_000)}M"
    return number(value)


def linear_axis(name: str, unit: str, values: Sequence[float], *, zero: bool = False, ticks: int = 6) -> Axis:
    """An axis whose ticks are round numbers, and which holds all values."""
    low, high = (0.0 if zero else min(values)), max(values)
    span = (high - low) or abs(high) or 1.0
    rough = span / (ticks - 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    marks = [round(step * tick, 10) for tick in range(first, last + 1)]
    return {"name": name, "unit": unit, "low": marks[0], "high": marks[-1], "log": False, "ticks": marks}


def log_axis(name: str, unit: str, values: Sequence[float]) -> Axis:
    """An axis of powers of ten."""
    first, last = math.floor(math.log10(min(values)) + 1e-9), math.ceil(math.log10(max(values)) - 1e-9)
    last = max(last, first + 1)
    marks = [10.0**power for power in range(first, last + 1)]
    return {"name": name, "unit": unit, "low": marks[0], "high": marks[-1], "log": True, "ticks": marks}


def share(axis: Axis, value: float) -> float:
    """Where a value lies between the ends of an axis: 0 to 1."""
    if axis["log"]:
        low, high = math.log10(axis["low"]), math.log10(axis["high"])
        return (math.log10(value) - low) / (high - low)
    return (value - axis["low"]) / (axis["high"] - axis["low"])


def value_at(axis: Axis, share: float) -> float:
    """The value at a place between the ends of an axis."""
    if axis["log"]:
        low, high = math.log10(axis["low"]), math.log10(axis["high"])
        return 10 ** (low + (high - low) * share)
    return axis["low"] + (axis["high"] - axis["low"]) * share


def pixel(axis: Axis, value: float) -> float:
    """Where a value was drawn."""
    return axis["start"] + (axis["end"] - axis["start"]) * share(axis, value)


@dataclass(frozen=True)
class Key:
    """One line of a legend."""

    name: str
    colour: str
    sort: str = "patch"
    """patch, or line."""
    dash: tuple[float, ...] | None = None
    marker: str | None = None
    hatch: str | None = None


class Plot:
    """An area with a horizontal and a vertical axis, and a legend."""

    def __init__(
        self,
        canvas: Canvas,
        box: Box,
        style: Style,
        across: Axis,
        up: Axis,
        *,
        title: str = "",
        keys: Sequence[Key] = (),
        right: Axis | None = None,
    ) -> None:
        self.canvas, self.style = canvas, style
        self.across, self.up, self.right = across, up, right
        self.title, self.keys = title, list(keys)
        self.place = style.legend
        self.outer = box
        self._lay_out()

    # --- where everything goes

    def _lay_out(self) -> None:
        style, (left, top, right, bottom) = self.style, self.outer
        line = style.size * 1.35
        # the labels beside the area are broken where they are longer than it will be high
        tall = (bottom - top) * 0.62
        self._beside = {
            side: self._broken(axis["label"], tall) for side, axis in ((-1, self.up), (1, self.right)) if axis
        }
        left += line * len(self._beside[-1]) + 4 + max(self._widths(self.up)) + 8
        if self.right is not None:
            right -= line * len(self._beside[1]) + 4 + max(self._widths(self.right)) + 8
        else:
            right -= max(6, self._widths(self.across)[-1] / 2 if "ticks" in self.across else 6)
        if self.title:
            top += line + 4
        else:
            top += style.size * 0.6
        bottom -= line + 6
        if self.keys and self.place == "right":
            right -= self._legend_size(1)[0] + 14
        if self.keys and self.place in ("above", "below"):
            self._columns = self._fitting_columns(right - left)
            height = self._legend_size(self._columns)[1] + 8
            if self.place == "above":
                top += height
            else:
                bottom -= height
        self.turn = 0
        if "categories" in self.across:
            widths = self._widths(self.across)
            slot = (right - left) / len(widths)
            if max(widths) > slot - 8:
                self.turn = 35 if slot > style.small * 1.9 else 90
        elif max(self._widths(self.across)) > (right - left) / max(1, len(self.across["ticks"]) - 1) - 4:
            self.turn = 35
        bottom -= self._tick_height() + 8
        self.area: Box = (left, top, right, bottom)
        self.across["start"], self.across["end"] = round(left, 1), round(right, 1)
        self.up["start"], self.up["end"] = round(bottom, 1), round(top, 1)
        if self.right is not None:
            self.right["start"], self.right["end"] = round(bottom, 1), round(top, 1)

    def _broken(self, label: str, room: float) -> list[str]:
        """A label in one line if there is room, else in two."""
        words = label.split(" ")
        if len(words) == 1 or width_of(label, self.style.size, self.style.face) <= room:
            return [label]
        halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        return list(min(halves, key=lambda half: max(len(half[0]), len(half[1]))))

    def _widths(self, axis: Axis) -> list[float]:
        return [width_of(text, self.style.small, self.style.face) for text in _tick_texts(axis)]

    def _tick_height(self) -> float:
        longest = max(self._widths(self.across))
        if self.turn == 0:
            return self.style.small
        angle = math.radians(self.turn)
        return longest * math.sin(angle) + self.style.small * math.cos(angle)

    @property
    def room(self) -> float:
        """Width of the area."""
        return self.area[2] - self.area[0]

    def slot(self, axis: Axis, place: int) -> tuple[float, float]:
        """From where to where a category reaches."""
        size = (axis["end"] - axis["start"]) / len(axis["categories"])
        return axis["start"] + size * place, axis["start"] + size * (place + 1)

    # --- drawing

    def draw(self) -> None:
        """Draws all but the marks and a legend inside."""
        canvas, style, (left, top, right, bottom) = self.canvas, self.style, self.area
        panel = style.frame == "panel"
        if panel:
            canvas.rectangle(self.area, fill="#eef0f4")
        grid = "#ffffff" if panel else "#cfcfcf"
        if (style.grid != "none" or panel) and "ticks" in self.up:
            for tick in self.up["ticks"]:
                y = pixel(self.up, tick)
                canvas.line([(left, y), (right, y)], grid, 1, dash=None if panel else style.grid_dash)
        if (style.grid == "both" or panel or "ticks" not in self.up) and "ticks" in self.across:
            for tick in self.across["ticks"]:
                x = pixel(self.across, tick)
                canvas.line([(x, top), (x, bottom)], grid, 1, dash=None if panel else style.grid_dash)
        if style.frame == "box":
            canvas.rectangle(self.area, edge=style.ink, width=1)
        elif style.frame == "open":
            canvas.line([(left, top), (left, bottom), (right, bottom)], style.ink, 1)
            if self.right is not None:
                canvas.line([(right, top), (right, bottom)], style.ink, 1)
        self._draw_across()
        self._draw_up(self.up, left, -1)
        if self.right is not None:
            self._draw_up(self.right, right, 1)
        if self.title:
            middle, edge = (self.outer[0] + self.outer[2]) / 2, self.outer[1] + 2
            canvas.text((middle, edge), self.title, style.size, style.title_face, style.ink, "mt")
        if self.keys and self.place != "inside":
            self._draw_legend_outside()

    def _draw_across(self) -> None:
        canvas, style, (left, _, right, bottom) = self.canvas, self.style, self.area
        places = _tick_places(self, self.across)
        for x, text in zip(places, _tick_texts(self.across), strict=True):
            if "ticks" in self.across or style.frame != "panel":
                canvas.line([(x, bottom), (x, bottom + (-4 if style.ticks_in else 4))], style.ink, 1)
            if self.turn == 0:
                canvas.text((x, bottom + 8), text, style.small, style.face, style.ink, "mt")
            else:
                anchor, shift = ("rm", 0) if self.turn == 90 else ("rt", 3)
                canvas.text((x + shift, bottom + 7), text, style.small, style.face, style.ink, anchor, self.turn)
        y = bottom + 8 + self._tick_height() + 7
        canvas.text(((left + right) / 2, y), self.across["label"], style.size, style.face, style.ink, "mt")

    def _draw_up(self, axis: Axis, x: float, side: int) -> None:
        canvas, style, (_, top, _, bottom) = self.canvas, self.style, self.area
        for y, text in zip(_tick_places(self, axis), _tick_texts(axis), strict=True):
            canvas.line([(x, y), (x + side * (-4 if style.ticks_in else 4), y)], style.ink, 1)
            canvas.text((x + side * 7, y), text, style.small, style.face, style.ink, "rm" if side < 0 else "lm")
        middle = (top + bottom) / 2
        edge = x + side * (7 + max(self._widths(axis)) + 5 + style.size * 0.5)
        lines = self._beside[side]
        for place, text in enumerate(lines if side > 0 else reversed(lines)):
            at = (edge + side * place * style.size * 1.3, middle)
            canvas.text(at, text, style.size, style.face, style.ink, "mm", 90)

    # --- the legend

    def _key_width(self, key: Key) -> float:
        return 30 + width_of(key.name, self.style.small, self.style.face)

    def _legend_size(self, columns: int) -> tuple[float, float]:
        rows = -(-len(self.keys) // columns)
        wide = max(self._key_width(key) for key in self.keys)
        return columns * wide + (columns - 1) * 12 + 12, rows * self.style.size * 1.4 + 8

    def _fitting_columns(self, room: float) -> int:
        return next((n for n in range(len(self.keys), 0, -1) if self._legend_size(n)[0] <= room), 1)

    def _draw_legend_outside(self) -> None:
        left, top, right, _bottom = self.area
        if self.place == "right":
            self.draw_legend((self.outer[2] - self._legend_size(1)[0], top), 1)
            return
        wide, high = self._legend_size(self._columns)
        y = top - high - 4 if self.place == "above" else self.outer[3] - high
        self.draw_legend(((left + right) / 2 - wide / 2, y), self._columns)

    def draw_legend(self, at: Point, columns: int) -> Box:
        """Draws the legend with its corner at a place."""
        canvas, style = self.canvas, self.style
        wide, high = self._legend_size(columns)
        box = (at[0], at[1], at[0] + wide, at[1] + high)
        if style.legend_box:
            canvas.rectangle(box, fill="#ffffff", edge="#9a9a9a", width=0.8)
        step = (wide - 12 + 12) / columns
        for place, key in enumerate(self.keys):
            x = at[0] + 6 + place % columns * step
            y = at[1] + 4 + (place // columns + 0.5) * style.size * 1.4
            draw_key(canvas, key, x, y)
            canvas.text((x + 28, y), key.name, style.small, style.face, style.ink, "lm")
        return box

    def corner(self, busy: Iterable[Box]) -> Point | None:
        """A corner of the area where the legend covers none of the busy places."""
        left, top, right, bottom = self.area
        wide, high = self._legend_size(1)
        taken, margin = list(busy), 5
        for x in (right - wide - 8, left + 8):
            for y in (top + 8, bottom - high - 8):
                box = (x - margin, y - margin, x + wide + margin, y + high + margin)
                if box[0] < left or box[1] < top:
                    continue
                if not any(
                    one[0] < box[2] and one[2] > box[0] and one[1] < box[3] and one[3] > box[1] for one in taken
                ):
                    return x, y
        return None

    def settle_legend(self, busy: Iterable[Box]) -> Point | None:
        """Where a legend inside goes; if it would cover a mark, it goes outside and all is laid out again."""
        if not self.keys or self.place != "inside":
            return None
        at = self.corner(busy)
        if at is None:
            self.place = "above" if self.room < 380 else "right"
            self._lay_out()
        return at


def draw_key(canvas: Canvas, key: Key, x: float, y: float) -> None:
    """The sample of a mark in a legend."""
    if key.sort == "patch":
        canvas.rectangle((x, y - 5, x + 20, y + 5), fill=key.colour, edge="#222222", width=0.7, hatch=key.hatch)
        return
    if key.sort == "line":
        canvas.line([(x, y), (x + 22, y)], key.colour, 2, dash=key.dash)
    if key.marker:
        canvas.marker(key.marker, (x + 11, y), 4.2, key.colour)


def _tick_texts(axis: Axis) -> list[str]:
    if "categories" in axis:
        return list(axis["categories"])
    return [tick_label(tick) for tick in axis["ticks"]]


def _tick_places(plot: Plot, axis: Axis) -> list[float]:
    if "categories" in axis:
        return [sum(plot.slot(axis, place)) / 2 for place in range(len(axis["categories"]))]
    return [pixel(axis, tick) for tick in axis["ticks"]]
