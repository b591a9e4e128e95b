"""Questions of yes or no are answered one way too often.

Whoever always says the more frequent word scores above one half without looking.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from optotype.lint.rules import Question, Remark, SetRule, Together, Watch
from optotype.lint.rules.answer_position import tail


@dataclass(frozen=True)
class YesNoBalance(SetRule):
    """The share of yes, by collection; one finding about the collection."""

    group = "giveaways"
    field = "answer"

    share: float = 0.6
    """The largest share that one of the answers may have."""
    chance: float = 0.001
    """How improbable, by chance alone, the share has to be."""

    bad = Together([Question.example(f"Is {n} shown?", answer=n % 5 > 0, id=f"example/{n:02}") for n in range(40)])
    good = Together([Question.example(f"Is {n} shown?", answer=n % 2 > 0, id=f"example/{n:02}") for n in range(40)])

    def watch(self) -> Watch:
        """Counts yes and no."""
        return _Answers(self)


@dataclass
class _Answers(Watch):
    rule: YesNoBalance
    counts: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def see(self, question: Question) -> None:
        if question.yes is not None:
            self.counts.setdefault(question.item.collection, [0, 0])[question.yes] += 1

    def tell(self) -> Iterator[Remark]:
        for collection, (no, yes) in sorted(self.counts.items()):
            total, most = no + yes, max(no, yes)
            if most > self.rule.share * total and 2 * tail(most, total, 0.5) <= self.rule.chance:
                said = "yes" if yes > no else "no"
                yield Remark(
                    f"of {total:,} questions of yes or no, {most / total:.0%} are answered {said!r}", collection
                )
