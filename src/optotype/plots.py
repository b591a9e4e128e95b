"""The house style of plots: quiet, with the colours of Okabe and Ito, which people who see few colours can tell apart.

Texts from files are drawn as they are, never read as formulas.
"""

# pyright: reportUnknownMemberType=false
# matplotlib leaves its keyword arguments without a type

from __future__ import annotations

import warnings
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl

INK, QUIET, LINE = "#1f2933", "#66727f", "#d5dae0"

BLUE = "#0072b2"

SERIES = (BLUE, "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""Okabe and Ito's colours, in an order in which neighbours differ in lightness too."""

SETTINGS: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": LINE,
    "axes.labelcolor": QUIET,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "svg.hashsalt": "optotype",
}
"""What matplotlib is told before it draws."""


@contextmanager
def style(more: Mapping[Any, Any] = {}) -> Generator[None]:
    """The house style while something is drawn, and more settings."""
    with mpl.rc_context(SETTINGS | dict(more)), warnings.catch_warnings():
        # a sign that the font lacks is drawn as a box; that is no reason to speak
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield
