"""A picture looks nearly like one in another split.

What a model saw in training is then asked in the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.likeness import Border
from optotype.lint.question import Glance
from optotype.lint.rules import Question, Remark, SetRule, Together, Watch
from optotype.lint.rules._drawn import drawn


@dataclass(frozen=True)
class PictureAcrossSplits(SetRule):
    """Looks of the pictures of questions that are in a split; those of options do not count."""

    group = "data"
    field = "picture"
    severity = "error"
    needs = "pixels"

    distance: int = 4
    """Bits in which the hashes of two such pictures may differ."""

    bad = Together(
        [
            Question.example("Which?", answer="A", id="example/1", split="train", pictures=[drawn("example/a")]),
            Question.example("Which?", answer="A", id="example/2", split="test", pictures=[drawn("example/b")]),
        ]
    )
    good = (
        Together(
            [
                Question.example("Which?", answer="A", id="example/1", split="train", pictures=[drawn("example/a")]),
                Question.example(
                    "Which?", answer="A", id="example/2", split="test", pictures=[drawn("example/b", rise=0.9)]
                ),
            ]
        ),
        Together(
            [
                Question.example("Which?", answer="A", id="example/1", split="train", pictures=[drawn("example/a")]),
                Question.example("Which?", answer="A", id="example/2", split="train", pictures=[drawn("example/b")]),
            ]
        ),
    )

    def watch(self) -> Watch:
        """Remembers looks."""
        return _Looks(Border(self.distance))


@dataclass
class _Looks(Watch):
    border: Border

    def see(self, question: Question) -> None:
        split = question.item.split
        if split is None:
            return
        for shown in question.pictures:
            if self.border.see(shown.id, split) and isinstance(shown.glance, Glance):
                self.border.look(shown.id, shown.glance.look)

    def tell(self) -> Iterator[Remark]:
        for found in self.border.crossings():
            if found.like is None:
                yield Remark(f"its questions are in several splits: {', '.join(found.splits)}", found.id)
            else:
                yield Remark(f"looks nearly like {found.like}, which is in the split {found.other!r}", found.id)
