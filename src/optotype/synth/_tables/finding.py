"""Finding a table and a question that go together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from pydantic import JsonValue

from optotype.errors import OptotypeError
from optotype.synth._tables.language import Language
from optotype.synth._tables.plan import Plan, make_plan
from optotype.synth._tables.questions import Asked, Template, categories
from optotype.synth._tables.subjects import Subject, family
from optotype.synth._tables.table import Table

_TRIES = 5000
_MOST_CARDS = 12
_MOST_FIELDS = 7


@dataclass(frozen=True)
class Found:
    """A table with a question that can be asked about it."""

    table: Table
    template: Template
    asked: Asked

    def wording(self, chance: Random) -> str:
        """The question, in one of its wordings."""
        noun = self.table.noun
        words = {
            "many": noun.many,
            "for_one": noun.for_one,
            "Which": noun.which[:1].upper() + noun.which[1:],
            "For_which": noun.for_which[:1].upper() + noun.for_which[1:],
            **self.asked.words,
        }
        template = self.template
        return chance.choice(template.ru if self.table.plan.language == "ru" else template.en).format(**words)

    def scene(self) -> dict[str, JsonValue]:
        """The table, and what was asked about it."""
        return {**self.table.scene(), "asked": {"template": self.template.name, **self.asked.facts}}


def find(
    language: Language,
    level: int,
    chance: Random,
    *,
    cards: bool = False,
    subject: str | None = None,
    template: Template | None = None,
) -> Found:
    """Tries templates and subjects until one goes with the other."""
    groups = list(categories().values())
    for _ in range(_TRIES):
        wanted = template or chance.choice(chance.choice(groups))
        if cards and not wanted.cards:
            continue
        plan = make_plan(chance, language, level)
        if plan.rows < wanted.least:
            continue
        if wanted.prepare is not None:
            wanted.prepare(plan, chance)
        for name in _subjects(plan, subject, chance):
            found = _ask(family[name](), plan, wanted, chance)
            if found is not None and (not cards or as_cards(found)):
                return found
    raise OptotypeError(f"No question of the kind asked for goes with a table of level {level}.")


def _subjects(plan: Plan, subject: str | None, chance: Random) -> list[str]:
    """A few subjects to try, in random order; those that cannot have so many rows are left out beforehand."""
    names = plan.settings["subject"].split() if "subject" in plan.settings else family.names()
    names = [name for name in names if subject in {None, name} and plan.row_window[-1] <= family[name].most]
    weights = [family[name].weight for name in names]
    return list(dict.fromkeys(chance.choices(names, weights, k=4))) if names else []


def _ask(subject: Subject, plan: Plan, template: Template, chance: Random) -> Found | None:
    table = subject.fill(replace(plan, settings=dict(plan.settings)), chance)
    asked = table and template.ask(table, chance)
    return Found(table, template, asked) if table and asked else None


def as_cards(found: Found) -> bool:
    """Can the rows be shown as cards?"""
    few = len(found.table.rows) <= _MOST_CARDS and len(found.table.columns) <= _MOST_FIELDS
    return few and found.template.cards and found.table.plan.settings.get("look") is None
