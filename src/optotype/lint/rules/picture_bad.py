"""A picture's file cannot be decoded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.errors import BadPicture
from optotype.lint.rules import PictureRule, Question, Shown
from optotype.lint.rules._drawn import drawn
from optotype.records import Picture


@dataclass(frozen=True)
class PictureBad(PictureRule):
    """Files that are cut off, damaged or no pictures."""

    group = "data"
    severity = "error"
    needs = "pixels"

    bad = Question.example(
        "Which line is highest?",
        answer="red",
        pictures=[Shown(Picture(id="example/figure", collection="example", name="figure.png"), lambda: b"no picture")],
    )
    good = Question.example("Which line is highest?", answer="red", pictures=[drawn("example/figure")])

    def check(self, shown: Shown) -> Iterator[str]:
        """Can it be decoded?"""
        if isinstance(shown.glance, BadPicture):
            yield f"the picture {shown.picture.name[:100]}: {shown.glance}"
