"""A sheet to draw figures on: twice as large as what comes out, so that edges are smooth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from textwrap import wrap

from PIL import Image, ImageDraw, ImageFont

from optotype.fonts import font

SCALE = 2
INK, GREY, PALE = "#263238", "#78909c", "#eceff1"

_PALETTES = (
    ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd"),
    ("#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51"),
    ("#003f5c", "#7a5195", "#ef5675", "#ffa600", "#58508d"),
    ("#0b6e4f", "#08a045", "#6bbf59", "#c2b97f", "#21313a"),
    ("#3d405b", "#e07a5f", "#81b29a", "#f2cc8f", "#5f6caf"),
    ("#4c72b0", "#dd8452", "#55a868", "#c44e52", "#8172b3"),
)


@dataclass(frozen=True)
class Style:
    """How the figures of one paper look."""

    colours: tuple[str, ...]
    face: str
    rounded: bool
    grid: bool

    @staticmethod
    def choose(chance: Random) -> Style:
        """Any style."""
        return Style(
            chance.choice(_PALETTES), chance.choice(("sans", "serif")), chance.random() < 0.6, chance.random() < 0.5
        )


Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Canvas:
    """A picture in the making; all lengths in pixels of what comes out."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width, self.height, self.style = width, height, style
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), "white")
        self._draw = ImageDraw.Draw(self._image)

    def picture(self) -> Image.Image:
        """What was drawn."""
        return self._image.resize((self.width, self.height), Image.Resampling.BOX)

    def line(self, points: Sequence[tuple[float, float]], colour: str = INK, width: float = 1) -> None:
        """A line through points."""
        self._draw.line(
            [(x * SCALE, y * SCALE) for x, y in points], fill=colour, width=max(1, round(width * SCALE)), joint="curve"
        )

    def box(
        self, box: Box, fill: str | None = None, edge: str | None = None, width: float = 1, corner: float = 0
    ) -> None:
        """A rectangle, with corners as round as asked."""
        scaled = [value * SCALE for value in box]
        self._draw.rounded_rectangle(scaled, corner * SCALE, fill=fill, outline=edge, width=int(width * SCALE))

    def dot(self, x: float, y: float, radius: float, fill: str, edge: str | None = None) -> None:
        """A filled circle."""
        around = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE]
        self._draw.ellipse(around, fill=fill, outline=edge, width=SCALE)

    def shape(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        """A filled polygon."""
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill)

    def arrow(self, x: float, y: float, u: float, v: float, colour: str = GREY, *, dashed: bool = False) -> None:
        """An arrow from one point to another."""
        if dashed:
            steps = max(2, int(math.hypot(u - x, v - y) / 7))
            for step in range(0, steps, 2):
                one, two = step / steps, min(1, (step + 1) / steps)
                self.line([(x + (u - x) * one, y + (v - y) * one), (x + (u - x) * two, y + (v - y) * two)], colour, 1.5)
        else:
            self.line([(x, y), (u, v)], colour, 1.8)
        angle = math.atan2(v - y, u - x)
        wings = [(u - 8 * math.cos(angle + turn), v - 8 * math.sin(angle + turn)) for turn in (-0.45, 0.45)]
        self.shape([(u, v), *wings], colour)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int = 12,
        colour: str = INK,
        *,
        anchor: str = "mm",
        bold: bool = False,
    ) -> None:
        """One line of text."""
        self._draw.text((x * SCALE, y * SCALE), text, font=self._font(size, bold), fill=colour, anchor=anchor)

    def upright(self, x: float, y: float, text: str, size: int) -> None:
        """Text that runs upwards, around a point."""
        font = self._font(size, bold=False)
        left, top, right, bottom = font.getbbox(text)
        strip = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4), 0)
        ImageDraw.Draw(strip).text((2 - left, 2 - top), text, font=font, fill=255)
        turned = strip.rotate(90, expand=True)
        place = (int(x * SCALE - turned.width / 2), int(y * SCALE - turned.height / 2))
        self._image.paste(Image.new("RGB", turned.size, INK), place, turned)

    def length(self, text: str, size: int = 12, *, bold: bool = False) -> float:
        """How wide a text would be."""
        return self._font(size, bold).getlength(text) / SCALE

    def label(self, box: Box, text: str, size: int = 12, colour: str = INK, *, bold: bool = False) -> None:
        """Text in the middle of a box, broken into lines and made smaller until it fits."""
        left, top, right, bottom = box
        for smaller in range(size, 6, -1):
            lines = self._lines(text, right - left - 8, smaller, bold)
            if lines and len(lines) * smaller * 1.25 <= bottom - top - 4:
                break
        else:
            smaller, lines = 7, self._lines(text, right - left - 2, 7, bold) or [text]
        start = (top + bottom) / 2 - (len(lines) - 1) * smaller * 0.625
        for number, line in enumerate(lines):
            self.text((left + right) / 2, start + number * smaller * 1.25, line, smaller, colour, bold=bold)

    def paste(self, picture: Image.Image, box: Box) -> None:
        """Another picture, scaled into a box as a whole."""
        left, top, right, bottom = (int(value * SCALE) for value in box)
        ratio = min((right - left) / picture.width, (bottom - top) / picture.height)
        size = (max(1, int(picture.width * ratio)), max(1, int(picture.height * ratio)))
        small = picture.convert("RGB").resize(size, Image.Resampling.BILINEAR)
        self._image.paste(small, ((left + right - size[0]) // 2, (top + bottom - size[1]) // 2))

    def _lines(self, text: str, width: float, size: int, bold: bool) -> list[str]:
        letters = max(1, int(width / (size * 0.5)))
        for count in range(letters, 2, -1):
            lines = wrap(text, count, break_long_words=False)
            if all(self.length(line, size, bold=bold) <= width for line in lines):
                return lines
        return []

    def _font(self, size: int, bold: bool) -> ImageFont.FreeTypeFont:
        return font(size * SCALE, f"{self.style.face} bold" if bold else self.style.face)


def tint(colour: str, share: float) -> str:
    """A colour mixed with white; 1 is the colour itself."""
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - part) * share):02x}" for part in parts)
