"""A paper before it takes a shape: all its words, and the names of its pictures."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.synth._papers.wording import Shown, Told


@dataclass(frozen=True)
class Manuscript:
    """What a paper says and shows."""

    title: str
    authors: tuple[str, ...]
    published: str
    abstract: str
    figures: tuple[Shown, ...]
    teaser: tuple[Shown, ...]
    """Figures that stand before the abstract."""
    sections: tuple[Told, ...]
    graphical_abstract: str
    """The file of the graphical abstract."""
