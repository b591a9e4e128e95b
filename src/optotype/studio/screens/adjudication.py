"""What people do not agree about is decided by an expert, who sees what everybody said and gives a reason.

It is the sheet of the project that is decided, whatever its screen: so a decision becomes the same records as the work
did, by somebody else. Names are not shown: it should not matter who said what.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import JsonValue

from optotype.records import Answer, Review
from optotype.selecting import Selection
from optotype.studio import board, decisions, graphs, projects
from optotype.studio.blocks import Block, Choose, Field, Filled, Graph, Group, Order, Row, Said, Start, Write
from optotype.studio.desk import Turn
from optotype.studio.people import Person
from optotype.studio.refusals import Refused
from optotype.studio.screens import Screen, family
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

WHY = "why"
"""The field for the reason."""


@dataclass(frozen=True)
class Adjudication(Screen):
    """The sheet of another project, with everybody's work side by side."""

    roles: ClassVar[tuple[str, ...]] = ("expert", "administrator")
    offered: ClassVar[bool] = False
    personal: ClassVar[bool] = True

    project: str = ""
    """The one whose contested tasks are decided."""

    def subjects(self, bench: Bench, selection: Selection) -> Iterator[str]:
        """Finished tasks with a field about which no answer has more than half of the people behind it."""
        if not self._screen(bench).decided:
            raise Refused("batches", project=self.project)
        with bench.store.engine.connect() as connection:
            found = board.undecided(connection, self.project)
        if not found:
            raise Refused("agreed", project=self.project)
        return iter(found)

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """The sheet, with what everybody said before the first field; what all agree about is filled in."""
        screen, bodies = self._screen(bench), self._said(bench, turn)
        sheet = screen.show(bench, turn, words)
        compared = [screen.compared(bench, turn, body) for body in bodies]
        table = Said(tuple(words("adjudication.person", number=number) for number, _ in enumerate(bodies, 1)),
                     tuple(_rows(sheet, bodies, compared)))  # fmt: skip
        first = next((place for place, block in enumerate(sheet) if isinstance(block, Field | Group)), len(sheet))
        return [
            *sheet[:first],
            table,
            *_filled(sheet[first:], bodies, compared),
            Write(WHY, words("adjudication.why"), lines=2),
        ]

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[Answer | Review]:
        """What the work would have become, by the expert, with the reason, and saying what it decides."""
        said = {name: value for name, value in filled.items() if name != WHY}
        why = str(filled.get(WHY, ""))
        return [self._decided(record, why) for record in self._screen(bench).keep(bench, turn, person, said)]

    def record_ids(self, bench: Bench, turn: Turn) -> list[str]:
        """As the screen of the other project has them."""
        return self._screen(bench).record_ids(bench, turn)

    def says(self, filled: Filled) -> dict[str, JsonValue]:
        """All but the reason."""
        return {name: value for name, value in filled.items() if name not in (WHY, "note", "reason")}

    def _decided(self, record: Answer | Review, why: str) -> Answer | Review:
        extra = {**record.extra, "studio": {**record.extra.get("studio", {}), "decides": self.project}}
        return record.model_copy(update={"note": "\n".join(filter(None, (record.note, why))), "extra": extra})

    def _screen(self, bench: Bench) -> Screen:
        with bench.store.engine.connect() as connection:
            return family.from_text(projects.get(connection, self.project).screen)

    def _said(self, bench: Bench, turn: Turn) -> list[dict[str, Any]]:
        with bench.store.engine.connect() as connection:
            return decisions.said_about(connection, self.project, turn.subject)


def _rows(
    blocks: Sequence[Block], bodies: Sequence[Mapping[str, JsonValue]], compared: Sequence[Mapping[str, JsonValue]]
) -> Iterator[Row]:
    """Field by field, what everybody filled in; fields that everybody left empty are left out."""
    for block in blocks:
        if isinstance(block, Group):
            inner = list(_rows(block.blocks, bodies, compared))
            yield from (replace(row, title=f"{block.title} · {row.title}") for row in inner)
        elif isinstance(block, Field) and any(block.name in body for body in bodies):
            cells = tuple(in_words(block, body.get(block.name)) for body in bodies)
            counts = any(block.name in said for said in compared)
            yield Row(block.title or block.name, cells, differ=counts and not _agree(block.name, compared))


def _filled(
    blocks: Sequence[Block], bodies: Sequence[Mapping[str, JsonValue]], compared: Sequence[Mapping[str, JsonValue]]
) -> Iterator[Block]:
    """Blocks in which stands what all said; a graph begins as somebody's, for nobody would make it anew."""
    for block in blocks:
        if isinstance(block, Group):
            yield replace(block, blocks=tuple(_filled(block.blocks, bodies, compared)))
        elif isinstance(block, Field) and compared and block.name in compared[0] and _agree(block.name, compared):
            yield replace(block, value=bodies[0].get(block.name, compared[0][block.name]))
        elif isinstance(block, Graph) and bodies and isinstance(rows := bodies[0].get(block.name), list):
            yield replace(block, value=rows, starts=(Start("first", tuple(rows)),))
        else:
            yield block


def _agree(name: str, compared: Sequence[Mapping[str, JsonValue]]) -> bool:
    return len({json.dumps(said.get(name), sort_keys=True) for said in compared}) == 1


def in_words(field: Field, value: JsonValue) -> str:
    """What was filled into a field, as it is read."""
    if value is None:
        return ""
    if isinstance(value, dict) and "other" in value:
        return next((other.text for other in field.others if other.value == value["other"]), str(value["other"]))
    if isinstance(field, Graph):
        return graphs.read(value).meaning().write()
    if isinstance(field, Choose | Order):
        labelled = isinstance(field, Choose) and field.labelled
        texts = {
            option.value: f"{option.value} · {option.text}" if labelled and option.text else option.text or option.value
            for option in field.options
        }
        chosen = value if isinstance(value, list) else [value]
        return (" › " if isinstance(field, Order) else ", ").join(texts.get(str(one), str(one)) for one in chosen)
    if isinstance(value, float):
        return f"{value:g}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
