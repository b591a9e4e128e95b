"""A picture has no colour, in a collection whose pictures mostly have.

IconQA leaves such pictures out: they are scans, drafts, or lost their colour on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from optotype.lint.question import Glance
from optotype.lint.rules import Question, Remark, SetRule, Together, Watch
from optotype.lint.rules._drawn import drawn


def _about(number: int, colour: str) -> Question:
    picture = drawn(f"example/{number}", colour=colour)
    return Question.example("Which line is highest?", answer="red", id=f"example/q{number}", pictures=[picture])


@dataclass(frozen=True)
class PictureBlackAndWhite(SetRule):
    """Pictures of questions all of whose pixels are grey; those of options do not count."""

    group = "data"
    field = "picture"
    severity = "note"
    needs = "pixels"

    usual: float = 0.7
    """The share of coloured pictures from which on colour is usual; 0: every picture without colour is told."""

    bad = Together([_about(1, "#cc2222"), _about(2, "#22cc22"), _about(3, "#2222cc"), _about(4, "#777777")])
    good = (
        Together([_about(1, "#cc2222"), _about(2, "#22cc22")]),
        Together([_about(1, "#777777"), _about(2, "#777777")]),
    )

    def watch(self) -> Watch:
        """Counts pictures with colour and without."""
        return _Pictures(self)


@dataclass
class _Pictures(Watch):
    rule: PictureBlackAndWhite
    grey: dict[str, dict[str, bool]] = field(default_factory=dict[str, dict[str, bool]])
    """By collection and picture: is it black and white?"""

    def see(self, question: Question) -> None:
        for shown in question.pictures:
            if isinstance(shown.glance, Glance):
                self.grey.setdefault(question.item.collection, {})[shown.id] = shown.glance.grey

    def tell(self) -> Iterator[Remark]:
        for _, pictures in sorted(self.grey.items()):
            coloured = sum(not grey for grey in pictures.values())
            if coloured < self.rule.usual * len(pictures):
                continue
            for id in sorted(id for id, grey in pictures.items() if grey):
                yield Remark("black and white; 'optotype pictures --drop-black-and-white' leaves its items out", id)
