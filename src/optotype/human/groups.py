"""Groups of people: by a tag of theirs, by their role, or by what they said about themselves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import sqlalchemy as sa

from optotype.errors import UnknownPart
from optotype.facets import in_order
from optotype.records import Answer, Respondent
from optotype.store import studio

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.counting import Table

_ROLE = "role"
_NOTED = ("age",)
"""What the studio notes with each answer of a batch."""


def groups(bench: Bench, answers: Table, by: str) -> dict[str, set[str]]:
    """By value, the ids of the people who have it, in order; who has none is in no group.

    Raises:
        UnknownPart: nothing of the kind is known of anybody.
    """
    those = set(answers.person_ids)
    told = _told(bench, those)
    for id in those:
        if role := answers.people[id].role:
            told.setdefault(id, {}).setdefault(_ROLE, {role})
    wanted = by.casefold()
    found: dict[str, set[str]] = {}
    for id, names in told.items():
        for value in names.get(wanted, ()):
            found.setdefault(value, set()).add(id)
    if not found:
        raise UnknownPart("question about people", by, {name for names in told.values() for name in names})
    return {value: found[value] for value in sorted(found, key=in_order)}


def _told(bench: Bench, those: set[str]) -> dict[str, dict[str, set[str]]]:
    """By person, what is known of them: by name in small letters, one or several values."""
    found: dict[str, dict[str, set[str]]] = {}
    for id, respondent in bench.store.get_all(Respondent, those).items():
        for name, values in respondent.tags.items():
            found.setdefault(id, {}).setdefault(name.casefold(), set()).update(values)
    said = studio.backgrounds
    with bench.store.engine.connect() as connection:
        for person, body in connection.execute(sa.select(said.c.person, said.c.body)):
            if f"person/{person}" in those:
                for title, value in cast("dict[str, object]", json.loads(body)).items():
                    name = title.casefold().strip(" ?:")
                    found.setdefault(f"person/{person}", {}).setdefault(name, set()).add(str(value))
    for answer in bench.store.each(Answer, {"respondent": sorted(those), "run": None}):
        about = answer.extra.get("studio", {})
        for name in _NOTED:
            if isinstance(value := about.get(name), str):
                found.setdefault(answer.respondent, {}).setdefault(name, set()).add(value)
    return found
