"""A question offers more or fewer options than it should.

An author decides once how many options there are; a question with three among questions with four is easier to guess,
and tells that something was lost. Where no number is set, the brief's (`[generate] options`) is expected of what was
generated, and of other collections what most of their questions have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from optotype.lint.rules import Question, Remark, SetRule, Together, Watch
from optotype.plurals import so_many
from optotype.records import Choice

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class OptionCount(SetRule):
    """The number of options of each question, beside the number that was set or is usual."""

    group = "form"
    field = "options"
    severity = "error"

    options: int = 0
    """How many options a question has to have; 0: as many as the brief says, or most questions of its collection."""
    usual: float = 0.7
    """The share of questions from which on their number of options is the usual one."""

    bad = Together(
        [
            Question.example("Which line is highest?", "red", "blue", "green", answer="black", id="example/1"),
            Question.example("Which line is lowest?", "red", "blue", "green", answer="black", id="example/2"),
            Question.example("Which line is longest?", "red", "blue", "green", answer="black", id="example/3"),
            Question.example("Which line is dashed?", "red", "blue", answer="black", id="example/4"),
        ]
    )
    good = Together(bad[:3])

    @cached_property
    def briefed(self) -> dict[str, int]:
        """By collection, how many options the brief asks for."""
        return {}

    def ready(self, bench: Bench | None, questions: Sequence[Question]) -> None:
        """Looks into the brief, where the bench has one."""
        if bench is not None and "generate" in bench.settings.model_fields_set:
            brief = bench.settings.generate
            self.briefed[brief.collection] = brief.options

    def watch(self) -> Watch:
        """Counts options."""
        return _Counts(self)


@dataclass
class _Counts(Watch):
    rule: OptionCount
    ids: dict[str, dict[int, list[str]]] = field(default_factory=dict[str, dict[int, list[str]]])
    """By collection and number of options: the questions."""

    def see(self, question: Question) -> None:
        form = question.item.form
        if isinstance(form, Choice):
            counts = self.ids.setdefault(question.item.collection, {})
            counts.setdefault(len(form.options), []).append(question.id)

    def tell(self) -> Iterator[Remark]:
        for collection in sorted(self.ids):
            counts = self.ids[collection]
            wanted = self.rule.options or self.rule.briefed.get(collection) or self._usual(counts)
            for count in sorted(counts):
                if (wanted is not None and count != wanted) or count < 2:
                    expected = "at least 2 were" if wanted is None else "1 was" if wanted == 1 else f"{wanted} were"
                    for id in sorted(counts[count]):
                        yield Remark(f"{so_many(count, 'options')}, but {expected} expected", id)

    def _usual(self, counts: dict[int, list[str]]) -> int | None:
        most = max(counts, key=lambda count: (len(counts[count]), count))
        return most if len(counts[most]) >= self.rule.usual * sum(map(len, counts.values())) else None
