"""Colours that people call by the same name, in palettes whose colours nobody confuses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

Colour = dict[str, str]
"""`{"name": "red", "hex": "#d62728"}`, as a scene holds it."""

PALETTES: dict[str, dict[str, str]] = {
    "classic": {
        "blue": "#1f77b4",
        "orange": "#ff7f0e",
        "green": "#2ca02c",
        "red": "#d62728",
        "purple": "#8338b0",
        "brown": "#7a4a2a",
        "pink": "#f58ac0",
        "gray": "#8a8a8a",
        "black": "#111111",
        "yellow": "#f5d020",
    },
    "bold": {
        "blue": "#1240d8",
        "red": "#e60012",
        "green": "#00942f",
        "orange": "#ff9100",
        "purple": "#8a1fb0",
        "black": "#000000",
        "gray": "#909090",
        "pink": "#ff7ac1",
        "brown": "#6e3f12",
        "yellow": "#ffe000",
    },
    "soft": {
        "blue": "#4f86c6",
        "red": "#d64b4b",
        "green": "#57a95a",
        "orange": "#f2a03d",
        "purple": "#8e63bd",
        "brown": "#8a5f41",
        "pink": "#f4a6c6",
        "gray": "#9b9b9b",
        "yellow": "#ecdc55",
        "black": "#2b2b2b",
    },
    "shades": {
        "light blue": "#92c5ec",
        "dark blue": "#0b3c8c",
        "light green": "#a3dd93",
        "dark green": "#0c5f26",
        "orange": "#f58a1f",
        "red": "#d81f26",
        "light gray": "#c4c4c4",
        "black": "#151515",
        "purple": "#8a35b5",
        "brown": "#7d4b24",
    },
    "mono": {
        "black": "#111111",
        "light gray": "#c2c2c2",
        "dark gray": "#6a6a6a",
        "white": "#ffffff",
    },
}

FAINT = {"yellow", "white", "light gray"}
"""Colours that a thin mark on white paper hardly shows."""


def pick(chance: Random, palette: str, count: int, *, thin: bool = False) -> list[Colour]:
    """Different colours of a palette, in random order; none that is faint, for thin marks.

    Where the palette is too small the largest one takes its place.
    """
    colours = [(name, code) for name, code in PALETTES[palette].items() if not (thin and name in FAINT)]
    if len(colours) < count:
        return pick(chance, "classic", count, thin=thin)
    return [{"name": name, "hex": code} for name, code in chance.sample(colours, count)]


def palette_of(names: Sequence[str], *, thin: bool = False) -> list[str]:
    """The names of the palette that some colours were picked from; nothing if they are of none."""
    for palette in PALETTES.values():
        there = [name for name in palette if not (thin and name in FAINT)]
        if set(names) <= set(there):
            return there
    return []


def ink_on(fill: str) -> str:
    """Black or white, whichever is read better on a fill."""
    red, green, blue = (int(fill[start : start + 2], 16) for start in (1, 3, 5))
    return "#111111" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


_PALE = "#f7f9fb"


def washed(colour: str, share: float) -> str:
    """A colour with pale paper shining through: `share` of the colour in it."""
    parts = [(int(_PALE[start : start + 2], 16), int(colour[start : start + 2], 16)) for start in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)
