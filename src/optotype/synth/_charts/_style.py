"""Levels and looks: what makes a figure hard, and what makes it look as if another person had drawn it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal


@dataclass(frozen=True)
class Rung:
    """The knobs of one level."""

    things: tuple[int, int]
    """How many categories, slices, groups, boxes or nodes, from and to."""
    series: tuple[int, int]
    """How many lines, or bars side by side."""
    gap: float
    """By which part of an axis two values differ at least, where a question compares them."""
    steps: float
    """How far apart the numbers among the options are, in errors of reading."""
    printed: float
    """How often the values are printed beside the marks."""
    compound: float
    """How often a figure has several parts."""
    parts: int
    """The most parts of a figure."""
    shades: float
    """How often colours are told apart by light and dark."""
    size: tuple[int, int]
    """Height of the letters in pixels, from and to."""
    scale: float = 1.0
    """What the finished picture is shrunk by."""
    blur: float = 0.0
    """Radius of the blur in pixels."""
    ink: str = "#111111"
    """Colour of the letters."""
    extras: float = 0.0
    """How often there are error bars, logarithmic axes, hatching and other things to look past."""


RUNGS = (
    Rung((3, 4), (2, 2), 0.14, 5.0, 0.9, 0.0, 1, 0.0, (16, 18)),
    Rung((4, 5), (2, 3), 0.11, 4.5, 0.7, 0.15, 2, 0.0, (15, 17), extras=0.1),
    Rung((4, 6), (2, 4), 0.09, 4.0, 0.5, 0.3, 2, 0.0, (14, 17), extras=0.25),
    Rung((5, 7), (3, 4), 0.08, 3.5, 0.4, 0.4, 3, 0.1, (14, 16), extras=0.4),
    Rung((5, 8), (3, 5), 0.07, 3.2, 0.3, 0.45, 4, 0.3, (14, 15), ink="#222222", extras=0.5),
    Rung((6, 9), (4, 5), 0.06, 3.0, 0.2, 0.5, 4, 0.4, (13, 15), ink="#333333", extras=0.55),
    Rung((7, 10), (4, 6), 0.05, 2.8, 0.15, 0.55, 6, 0.5, (14, 15), scale=0.85, ink="#3a3a3a", extras=0.6),
    Rung((8, 11), (5, 7), 0.04, 2.6, 0.1, 0.6, 6, 0.5, (14, 15), scale=0.75, blur=0.45, ink="#444444", extras=0.65),
)
"""One for each level."""


@dataclass(frozen=True)
class Style:
    """How one figure looks."""

    face: str
    size: int
    """Height of the letters in pixels."""
    palette: str
    ink: str
    grid: Literal["none", "across", "both"]
    grid_dash: tuple[float, ...] | None
    frame: Literal["box", "open", "panel"]
    legend: Literal["inside", "right", "above", "below"]
    legend_box: bool
    edge: bool
    """Are filled marks outlined in black?"""
    width: float
    """Of lines."""
    title_bold: bool
    ticks_in: bool

    @property
    def small(self) -> int:
        """Height of the letters at the ticks."""
        return self.size - 1

    @property
    def bold(self) -> str:
        """The face of what stands out."""
        return f"{self.face} bold"

    @property
    def title_face(self) -> str:
        """The face of titles."""
        return self.bold if self.title_bold else self.face


def choose_style(chance: Random, rung: Rung) -> Style:
    """A look, at random."""
    palette = "shades" if chance.random() < rung.shades else chance.choice(("classic", "bold", "soft", "classic"))
    if chance.random() < 0.06:
        palette = "mono"
    face = chance.choice(("sans", "sans", "serif", "roman", "roman"))
    size = chance.randint(*rung.size) + (2 if face == "roman" else 0)  # its letters are small for their size
    frame = chance.choice(("box", "open", "open", "panel"))
    return Style(
        face=face,
        size=size,
        palette=palette,
        ink=rung.ink,
        grid=chance.choice(("none", "across", "across", "both")),
        grid_dash=chance.choice((None, (4, 3), (1.5, 2.5))),
        frame=frame,
        legend=chance.choice(("inside", "inside", "right", "above", "below")),
        legend_box=chance.random() < 0.6,
        edge=palette == "mono" or chance.random() < 0.4,
        width=chance.choice((1.8, 2.1, 2.5)),
        title_bold=chance.random() < 0.5,
        ticks_in=chance.random() < 0.3,
    )
