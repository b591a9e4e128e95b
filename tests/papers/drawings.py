"""Drawings that tests build on: small PDF files and pages of papers."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib import import_module
from typing import Any

# matplotlib's own types leave much unknown
MPL: Any = import_module("matplotlib")
FIGURE: Any = import_module("matplotlib.figure")
PATCHES: Any = import_module("matplotlib.patches")
PDF: Any = import_module("matplotlib.backends.backend_pdf")

POINTS = (612.0, 792.0)
"""A page of a paper."""


def pdf(width: float = 2.0, height: float = 1.0, colour: str = "red") -> bytes:
    """A drawing of a coloured page, in inches."""
    figure = FIGURE.Figure((width, height), facecolor=colour)
    stream = io.BytesIO()
    figure.savefig(stream, format="pdf")
    return stream.getvalue()


class Paper:
    """Pages on which text and boxes are put at places in points, from the upper left corner."""

    def __init__(self) -> None:
        self._pages: list[Any] = []
        self.page()

    def page(self) -> None:
        """Begins a new page."""
        self._pages.append(FIGURE.Figure((POINTS[0] / 72, POINTS[1] / 72)))

    def text(self, x: float, y: float, lines: Sequence[str], size: float = 10.0) -> None:
        """Lines of text below each other; `y` is the upper edge."""
        for number, line in enumerate(lines):
            place = (x / POINTS[0], 1 - (y + 1.2 * size * (number + 1)) / POINTS[1])
            self._pages[-1].text(*place, line, size=size, family="DejaVu Sans")

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A coloured box."""
        corner = (x / POINTS[0], 1 - (y + height) / POINTS[1])
        size = (width / POINTS[0], height / POINTS[1])
        self._pages[-1].patches.append(
            PATCHES.Rectangle(corner, *size, facecolor=colour, transform=self._pages[-1].transFigure)
        )

    def write(self) -> bytes:
        """The file."""
        stream = io.BytesIO()
        # letters stay letters
        with MPL.rc_context({"pdf.fonttype": 42}), PDF.PdfPages(stream) as pages:
            for page in self._pages:
                pages.savefig(page)
        return stream.getvalue()
