"""A caption becomes a scene graph, made by hand: FACTUAL's annotation, and the pass in which experts verify it.

Annotators make the graph. With `verify`, experts see what an annotator made, correct it, and what they changed is
marked; their work becomes a review.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from typing import TYPE_CHECKING, ClassVar

from pydantic import JsonValue

from optotype.records import Answer, Gold, Graph, Item, Respondent, Review, State
from optotype.scenegraph.notation import BadGraph
from optotype.selecting import Selection
from optotype.studio import blocks, graphs
from optotype.studio.blocks import Block, Choose, Filled, Notice, Option, Picture, Start, Text, When, Write
from optotype.studio.desk import TRAINING, Turn
from optotype.studio.graphs import Difference, ObjectRow, Rows
from optotype.studio.people import Person
from optotype.studio.screens import Screen, _becoming
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

YES, NO = "yes", "no"
ACCEPTED, REJECTED = "accepted", "rejected"
_GIVEN = {"run": None, "state": State.GIVEN.value}
"""What people answered, rather than models in a run."""
_ORDERS = 120
"""Ways to number objects of one name that are tried when a graph is compared."""


@dataclass(frozen=True)
class SceneGraph(Screen):
    """Objects with quantities and places in the caption, attributes, relations; drawn as they come."""

    verify: bool = False
    """Do experts check graphs that annotators made?"""

    personal: ClassVar[bool] = True
    variants: ClassVar[tuple[str, ...]] = ("verify=true",)

    def open_to(self, role: str) -> bool:
        """Only experts verify, and administrators, who may do all."""
        return super().open_to(role) and not (self.verify and role not in ("expert", "administrator"))

    def subjects(self, bench: Bench, selection: Selection) -> Iterator[str]:
        """Captions; to be verified, those of which there is a graph that counts."""
        fitting = (item.id for item in selection.items(bench) if self.fits(item))
        if not self.verify:
            return fitting
        made = {answer.item for answer in bench.store.each(Answer, _GIVEN) if _counts(answer)}
        return (id for id in fitting if id in made)

    def fits(self, item: Item) -> bool:
        """Captions to be parsed."""
        return isinstance(item.form, Graph) and bool(item.text.strip())

    def show(self, bench: Bench, turn: Turn, words: Words) -> Sequence[Block]:
        """Picture, caption, the graph, and what is to be said about it."""
        item = bench.store.get(Item, turn.subject)
        if item is None or not self.fits(item):
            return ()
        shown: list[Block] = [Picture(id) for id in item.pictures]
        if item.question:
            shown.append(Text(item.question, large=True))
        caption = tuple(item.text.split())
        if not self.verify:
            answers = (Option(YES, words("scene_graph.complete_yes")), Option(NO, words("scene_graph.complete_no")))
            doubt = When("complete", (NO,))
            return [
                *shown,
                blocks.Graph("graph", words("scene_graph.graph"), words=caption),
                Choose("complete", words("scene_graph.complete"), options=answers, in_row=True),
                Write("reason", words("scene_graph.reason"), when=doubt, lines=2),
                _becoming.note(words),
            ]
        made = _made(bench, item)
        shown += _about(made, words)
        starts = tuple(Start(one.answer.id, tuple(one.rows.json())) for one in made)
        value = list(starts[0].rows) if starts else None
        chosen_by = "start" if len(starts) > 1 else ""
        title = words("scene_graph.graph")
        verdicts = (Option(ACCEPTED, words("scene_graph.accepted")), Option(REJECTED, words("scene_graph.rejected")))
        return [
            *shown,
            blocks.Graph("graph", title, value=value, words=caption, starts=starts, chosen_by=chosen_by),
            Choose("verdict", words("scene_graph.verdict"), options=verdicts, in_row=True),
            Write("reason", words("scene_graph.why_rejected"), when=When("verdict", (REJECTED,)), lines=2),
            _becoming.note(words),
        ]

    def keep(self, bench: Bench, turn: Turn, person: Person, filled: Filled) -> Sequence[Answer | Review]:
        """The graph in the notation of the item; rows, places and the tick beside it."""
        item, said = bench.store.get(Item, turn.subject), filled.get("graph")
        if item is None or not isinstance(item.form, Graph) or said is None:
            return ()
        rows, note = graphs.read(said, len(item.text.split())), _becoming.note_of(filled, "reason", "note")
        text = rows.text(item.form.notation)
        about: dict[str, JsonValue] = {"graph": rows.json(), "meaning": rows.meaning().write()}
        if not self.verify:
            about["complete"] = filled.get("complete") == YES
            return (_becoming.answered(turn, person, State.GIVEN, text, note=note, about=about),)
        made = {one.answer.id: one for one in _made(bench, item)}
        start = made.get(str(filled.get("start"))) or next(iter(made.values()), None)
        if start is not None:
            changed = graphs.difference(start.rows.meaning().write(), rows.meaning().write())
            about |= {"of": start.answer.id, "before": start.rows.meaning().write()}
            about |= {"added": list(changed.more), "removed": list(changed.missing)}
        unchanged = start is not None and _same(start.rows, rows)
        if filled.get("verdict") == REJECTED:
            return (_becoming.reviewed(turn, person, item.id, "rejected", note=note, about=about),)
        verdict = "correct" if unchanged else "edited"
        return (_becoming.reviewed(turn, person, item.id, verdict, gold_after=(text,), note=note, about=about),)

    def right(self, bench: Bench, turn: Turn, records: Sequence[Answer | Review], words: Words) -> str | None:
        """Which facts are missing, and which are too many."""
        gold, item = bench.store.get(Gold, turn.subject), bench.store.get(Item, turn.subject)
        given = next((record for record in records if isinstance(record, Answer)), None)
        if gold is None or item is None or given is None or not isinstance(item.form, Graph):
            return None
        rows = graphs.read(given.extra["studio"]["graph"], len(item.text.split()))
        texts = [one.text(item.form.notation) for one in _numbered(rows)]
        found: list[Difference] = []
        for right in gold.accepted:
            try:
                found += (graphs.difference(str(right), text) for text in texts)
            except BadGraph:
                continue  # gold that cannot be read says nothing
        if not found:
            return None
        least = min(found, key=len)
        told = [words("scene_graph.missing", facts=" , ".join(least.missing))] if least.missing else []
        told += [words("scene_graph.more", facts=" , ".join(least.more))] if least.more else []
        return "\n".join(told)

    def says(self, filled: Filled) -> dict[str, JsonValue]:
        """The facts, in one order, and what is said of the graph; where it stands in the caption is left out."""
        found = {name: filled[name] for name in ("complete", "verdict") if name in filled}
        if (said := filled.get("graph")) is not None:
            rows = graphs.read(said)
            found["graph"] = " , ".join(sorted(graphs.facts(rows.meaning().write())))
        return found


@dataclass(frozen=True)
class _Made:
    """A graph that somebody made, and that counts."""

    answer: Answer
    rows: Rows
    simulated: bool

    @property
    def doubted(self) -> bool:
        """Does whoever made it call it incomplete?"""
        return self.answer.extra["studio"].get("complete") is False


def _counts(answer: Answer) -> bool:
    """Was it made in the studio, as work rather than to learn it, and does it count still?"""
    about = answer.extra.get("studio")
    return answer.excluded is None and about is not None and about.get("role") != TRAINING


def _made(bench: Bench, item: Item) -> list[_Made]:
    """The latest graph of each annotator that counts, the first one first."""
    if not isinstance(item.form, Graph):
        return []
    latest: dict[str, Answer] = {}
    for answer in filter(_counts, bench.store.find(Answer, {"item": item.id, **_GIVEN})):
        before = latest.get(answer.respondent)
        if before is None or str(before.at) <= str(answer.at):
            latest[answer.respondent] = answer
    people = bench.store.get_all(Respondent, latest)
    found: list[_Made] = []
    for answer in latest.values():
        rows, person = _rows(answer, item.form, len(item.text.split())), people.get(answer.respondent)
        if rows is not None:
            found.append(_Made(answer, rows, person is not None and person.simulated))
    return found


def _rows(answer: Answer, form: Graph, words: int) -> Rows | None:
    """What an answer says, in rows; one that was written instead of drawn is read."""
    kept = answer.extra["studio"].get("graph")
    if kept is None:
        return graphs.of_text(str(answer.value), form.notation)
    try:
        return graphs.read(kept, words)
    except graphs.BadRows:
        return None  # the caption was edited since


def _about(made: Sequence[_Made], words: Words) -> Iterator[Block]:
    """Which graphs there are to begin with, and what their makers say of them."""
    if not made:
        yield Notice(words("scene_graph.none_yet"))
    options: list[Option] = []
    for number, one in enumerate(made, 1):
        called = words("scene_graph.start_one", number=number)
        if one.simulated:
            called = f"{called} ({words('scene_graph.simulated')})"
        options.append(Option(one.answer.id, called))
        if one.doubted:
            text = words("scene_graph.doubted", graph=called, reason=one.answer.note).strip()
            yield Notice(text, "warning")
        elif one.simulated and len(made) == 1:
            yield Notice(called)
    if len(made) > 1:
        title = words("scene_graph.start")
        yield Choose("start", title, value=options[0].value, options=tuple(options), in_row=True)


def _same(one: Rows, other: Rows) -> bool:
    """Do two graphs say the same, of the same words?"""
    places = [{rows.things[row.id]: row.words for row in rows.objects} for rows in (one, other)]
    return one.meaning() == other.meaning() and places[0] == places[1]


def _numbered(rows: Rows) -> Iterator[Rows]:
    """The same graph with objects of one name numbered in every order, as far as there are not too many."""
    names: dict[str, list[ObjectRow]] = {}
    for row in rows.objects:
        names.setdefault(row.name, []).append(row)
    orders = product(*(permutations(same) for same in names.values()))
    for order in islice(orders, _ORDERS):
        yield Rows(tuple(row for same in order for row in same), rows.attributes, rows.relations)
