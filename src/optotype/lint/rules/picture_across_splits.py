"""A picture looks nearly like one in another split.

What a model saw in training is then asked in the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from optotype.likeness import Crowd, Look
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
        return _Looks(self)


@dataclass
class _Looks(Watch):
    rule: PictureAcrossSplits
    looks: dict[str, Look] = field(default_factory=dict[str, Look])
    splits: dict[str, str] = field(default_factory=dict[str, str])
    """By picture: the first, by name, of the splits that its questions are in."""
    twice: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Pictures whose own questions are in several splits."""

    def see(self, question: Question) -> None:
        split = question.item.split
        if split is None:
            return
        for shown in question.pictures:
            before = self.splits.get(shown.id)
            if before is not None and before != split:
                self.twice.setdefault(shown.id, {before}).add(split)
                self.splits[shown.id] = min(before, split)
            elif before is None:
                self.splits[shown.id] = split
                if isinstance(shown.glance, Glance):
                    self.looks[shown.id] = shown.glance.look

    def tell(self) -> Iterator[Remark]:
        for id, splits in sorted(self.twice.items()):
            yield Remark(f"its questions are in several splits: {', '.join(sorted(splits))}", id)
        crowd = Crowd(self.rule.distance)
        for id, look in sorted(self.looks.items()):
            first = crowd.meet(id, look)
            if first is not None and self.splits[first] != self.splits[id]:
                yield Remark(f"looks nearly like {first}, which is in the split {self.splits[first]!r}", id)
