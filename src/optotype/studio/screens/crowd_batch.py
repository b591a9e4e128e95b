"""Twenty questions at a time, for a crowd: IconQA's study with people.

Whoever comes by an open link is not known, so the batch tells by itself whether somebody reads: questions about the
instructions, a planted question whose answer is plain, and the age group, asked at both ends with the options in two
orders. What comes of the rest is answers, as on the screen `answer`, each with the seconds that it took.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Annotated, ClassVar

import pydantic
from pydantic import JsonValue

from optotype.batches import batches
from optotype.records import Answer, Gold, Review, State
from optotype.selecting import Selection
from optotype.studio import bundles, projects
from optotype.studio.blocks import Block, Choose, Clock, Field, Filled, Guidelines, Option, Page
from optotype.studio.bundles import Bundle, Bundled
from optotype.studio.desk import Turn
from optotype.studio.people import Person
from optotype.studio.planted import plantable
from optotype.studio.projects import Project
from optotype.studio.questionnaire import Asked, read
from optotype.studio.screens import Screen, _becoming
from optotype.studio.screens.answer import Answer as AnswerScreen
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

AGES = ("0-8", "9-18", "19-29", "30-44", "45-59", "60+")
"""Age groups. The first two are those of IconQA's study; the others together are its third."""
FIRST, LAST = "age-first", "age-last"
_NOTE = "note"


@dataclass(frozen=True)
class CrowdBatch(Screen):
    """Instructions, checks on them, then questions, a page each."""

    batch: ClassVar[int] = 1
    decided: ClassVar[bool] = False

    size: Annotated[int, pydantic.Field(ge=1, le=100)] = 20
    """Questions of a batch."""
    age: bool = True
    """Is the age group asked for, twice?"""
    unsure: bool = True
    """May people say that they do not know?"""

    def subjects(self, bench: Bench, selection: Selection) -> Iterator[str]:
        """The batches, by number."""
        return (subject for subject, _ in self._split(item.id for item in selection.items(bench)))

    def bundles(self, bench: Bench, project: Project, selection: Selection) -> Iterator[Bundle]:
        """Items in their order, so many at a time, each time with one that is planted; those are not asked otherwise.

        Raises:
            OptotypeError: what is to be planted is not there, or nobody knows its answer.
        """
        planted = plantable(bench, project)
        apart = set(planted)
        rest = (item.id for item in selection.items(bench) if item.id not in apart)
        for number, (subject, ids) in enumerate(self._split(rest)):
            items = [Bundled(id) for id in ids]
            if planted:
                # not the first, which everybody reads, and nowhere that could be learned
                place = 1 + _chance(project.id, subject) % len(items)
                items.insert(place, Bundled(planted[number % len(planted)], planted=True))
            yield Bundle(subject, tuple(items))

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """The instructions, the checks on them, a page for each question, and the age group again."""
        project, sheets = self._batch(bench, turn)
        shown = [(name, blocks) for name, one, _ in sheets if (blocks := self._answer.show(bench, one, words))]
        pages: list[Block] = []
        if project is not None and project.guidelines.strip():
            clock = Clock("instructions-seconds")
            pages.append(Page(words("crowd_batch.instructions"), (Guidelines(), clock)))
        before: list[Block] = [asked.field(name) for name, asked in _checks(project).items()]
        ages = tuple(Option(age, words(f"crowd_batch.age_{age.rstrip('+')}")) for age in AGES)
        title = words("crowd_batch.age")
        if self.age:
            before.append(Choose(FIRST, title, options=ages, in_row=True))
        if before:
            pages.append(Page(words("crowd_batch.before"), tuple(before)))
        for number, (name, blocks) in enumerate(shown, 1):
            fields = [_named(block, name) for block in blocks if not (isinstance(block, Field) and block.name == _NOTE)]
            question = words("crowd_batch.question", number=number, questions=len(shown))
            pages.append(Page(question, (*fields, Clock(f"{name}-seconds"))))
        if self.age:
            again = Choose(LAST, title, options=ages[::-1], in_row=True)
            pages.append(Page(words("crowd_batch.after"), (again,)))
        return pages

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[Answer | Review]:
        """An answer to each question that was not planted, with its seconds and how the checks went."""
        _, sheets = self._batch(bench, turn)
        about: dict[str, JsonValue] = {"batch": turn.subject, "checks": {**self.checks(bench, turn, filled)}}
        if self.age and FIRST in filled:
            about["age"] = filled[FIRST]
        found: list[Answer | Review] = []
        for place, (name, one, planted) in enumerate(sheets, 1):
            if planted or (record := self._answered(bench, one, person, name, filled)) is None:
                continue
            seconds = filled.get(f"{name}-seconds")
            extra = {"studio": {**record.extra["studio"], **about, "place": place}}
            update = {"id": _becoming.id_of(turn, one.subject), "extra": extra}
            found.append(record.model_copy(update=update | ({"seconds": seconds} if seconds is not None else {})))
        return found

    def checks(self, bench: Bench, turn: Turn, filled: Filled) -> dict[str, bool]:
        """The questions about the instructions, the planted question, and the age group."""
        project, sheets = self._batch(bench, turn)
        found = {name: filled.get(name) == asked.right for name, asked in _checks(project).items()}
        for name, one, planted in sheets:
            gold = bench.store.get(Gold, one.subject) if planted else None
            record = None if gold is None else self._answered(bench, one, _NOBODY, name, filled)
            if gold is not None and record is not None:
                found["planted"] = _right(gold, record)
        if self.age:
            found["age"] = filled.get(FIRST) == filled.get(LAST)
        return found

    def record_ids(self, bench: Bench, turn: Turn) -> list[str]:
        """An answer for each question of the batch."""
        return [_becoming.id_of(turn, one.subject) for _, one, planted in self._batch(bench, turn)[1] if not planted]

    def says(self, filled: Filled) -> dict[str, JsonValue]:
        """The answers."""
        return {name: value for name, value in filled.items() if name.endswith("-answer")}

    def compared(self, bench: Bench, turn: Turn, filled: Filled) -> dict[str, JsonValue]:
        """The answers, but for the planted one, about which everybody agrees who reads."""
        apart = {f"{name}-answer" for name, _, planted in self._batch(bench, turn)[1] if planted}
        return {name: value for name, value in self.says(filled).items() if name not in apart}

    # --- inside

    @property
    def _answer(self) -> AnswerScreen:
        return AnswerScreen(unsure=self.unsure)

    def _split(self, ids: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
        return zip((f"batch/{number}" for number in count(1)), batches(ids, self.size), strict=False)

    def _batch(self, bench: Bench, turn: Turn) -> tuple[Project | None, list[tuple[str, Turn, bool]]]:
        """The project, and for each question the name of its fields, a turn at it alone, and whether it is planted."""
        with bench.store.engine.connect() as connection:
            project = projects.find(connection, turn.project)
            items = bundles.items_of(connection, turn.project, turn.subject)
        sheets = [(f"q{place}", replace(turn, subject=one.item), one.planted) for place, one in enumerate(items, 1)]
        return project, sheets

    def _answered(self, bench: Bench, one: Turn, person: Person, name: str, filled: Filled) -> Answer | None:
        """The answer to one question, if there is one."""
        mine = {key.removeprefix(f"{name}-"): value for key, value in filled.items() if key.startswith(f"{name}-")}
        records = self._answer.keep(bench, one, person, mine) if "answer" in mine else ()
        return next((record for record in records if isinstance(record, Answer)), None)


_NOBODY = Person("", "", "crowd")
"""For an answer that is looked at, and not kept."""


def _checks(project: Project | None) -> Mapping[str, Asked]:
    asked = () if project is None else read(project.checks, checks=True)
    return {f"check{number}": one for number, one in enumerate(asked, 1)}


def _chance(*words: str) -> int:
    return int.from_bytes(hashlib.sha256("\n".join(words).encode()).digest()[:8])


def _named(block: Block, name: str) -> Block:
    """A field under the name of its question; what is no field has none."""
    if not isinstance(block, Field):
        return block
    when = block.when and replace(block.when, field=f"{name}-{block.when.field}")
    return replace(block, name=f"{name}-{block.name}", when=when)


def _right(gold: Gold, record: Answer) -> bool:
    """Was the plain answer given? In which letters it was written does not matter."""
    if gold.unanswerable:
        return record.state is State.UNANSWERABLE
    said, accepted = record.value, gold.accepted
    if isinstance(said, str):
        return said.casefold() in [one.strip().casefold() for one in accepted if isinstance(one, str)]
    return said in accepted
