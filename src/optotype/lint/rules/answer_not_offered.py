"""The right answer is not among the options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from optotype.lint.rules import Question, Rule
from optotype.records import Choice, Gold, Item, Option, Origin, Preference, Ranking


def _naming(label: str) -> Question:
    options = (Option(label="A", text="red"), Option(label="B", text="blue"))
    item = Item(
        id="example/1",
        collection="example",
        origin=Origin(kind="written", by="a rule"),
        form=Choice(options=options),
        question="Which line peaks first?",
        cluster="example/figure",
    )
    return Question(item, Gold(item=item.id, accepted=((label,),), rule="written"))


@dataclass(frozen=True)
class AnswerNotOffered(Rule):
    """Labels of gold that no option has."""

    group = "form"
    field = "answer"
    severity = "error"

    bad = (_naming("C"), _naming("red line"))
    good = _naming("B")

    def check(self, question: Question) -> Iterator[str]:
        """Each label that is right has to be one of an option."""
        form = question.item.form
        if not isinstance(form, Choice | Ranking | Preference):
            return
        known = [option.label for option in form.options]
        if lost := sorted(question.right.difference(known)):
            named = ", ".join(repr(label[:40]) for label in lost[:5])
            yield f"the right answer names {named}, but the options are {', '.join(known[:10])}"
