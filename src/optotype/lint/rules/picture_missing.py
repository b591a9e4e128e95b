"""A picture has no file in the bench, or an item shows one that the bench does not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import PictureRule, Question, Shown
from optotype.lint.rules._drawn import drawn


@dataclass(frozen=True)
class PictureMissing(PictureRule):
    """Pictures without a file."""

    group = "data"
    severity = "error"

    bad = Question.example("Which line is highest?", answer="red")
    good = Question.example("Which line is highest?", answer="red", pictures=[drawn("example/figure")])

    def check(self, shown: Shown) -> Iterator[str]:
        """Is there a file?"""
        if shown.missing:
            yield f"the picture {shown.picture.name[:100]} is missing; put it where it belongs, and import again"
