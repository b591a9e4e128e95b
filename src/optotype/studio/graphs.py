"""Graphs as people make them: rows of objects, of what these are, and of what holds between them.

Pages send rows. Here they are read, whatever came, and become a scene graph in any notation, and a drawing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from optotype.errors import OptotypeError
from optotype.records import Record
from optotype.scenegraph import notation
from optotype.scenegraph.graph import IS, Attribute, Fact, Relation, SceneGraph, Thing, things_of
from optotype.scenegraph.meaning import Clause, FactualMR, Holds, Is, Quantity, Some, Unit
from optotype.scenegraph.notation import BadGraph, Notation
from optotype.scenegraph.predicates import Parts, parts_of, take_apart

OBJECTS, ATTRIBUTES, RELATIONS = 40, 120, 80
"""How many rows a graph may have of each kind: far more than a caption needs, and drawn in half a second still."""
LETTERS = 200
"""Of any term."""
MOST_WORDS = 1_000_000
"""Of any caption."""
_NO_LETTERS = ("Cs", "Cc")
"""Halves of letters, and signs that steer machines: no term has them."""

Voice = Literal["", "active", "passive"]
Id = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
Term = Annotated[str, Field(max_length=LETTERS)]
Place = Annotated[int, Field(strict=True, ge=1, le=MOST_WORDS)]
Places = Annotated[tuple[Place, ...], Field(max_length=200)]


class BadRows(OptotypeError):
    """Rows that make no graph."""

    def __init__(self, why: str, **values: object) -> None:
        self.why = why
        """The reason: a key in `words/check.toml`."""
        self.values = values
        super().__init__(why)


class ObjectRow(Record):
    """Something that the caption mentions, one or several as a collective."""

    kind: Literal["object"] = "object"
    id: Id
    """Unlike that of any other row, of whatever kind."""
    name: Term
    number: Term = ""
    """How many: a number, `many`, `unaccountable`, or nothing."""
    unit: Unit = ""
    """The modifier of the quantity: what is counted, if not the objects themselves."""
    words: Places = ()
    """Where the caption mentions it: the numbers of its words, from 1."""

    @property
    def quantity(self) -> Quantity | None:
        """How many; None where nobody said."""
        return Quantity(self.number, self.unit) if self.number else None


class AttributeRow(Record):
    """An object is something."""

    kind: Literal["attribute"] = "attribute"
    id: Id
    of: Id
    """The object."""
    value: Term
    words: Places = ()


class RelationRow(Record):
    """Something holds between two objects: a verb, a preposition, or both."""

    kind: Literal["relation"] = "relation"
    id: Id
    subject: Id
    object: Id
    voice: Voice = ""
    """Of the verb; nothing where there is none."""
    verb: Term = ""
    preposition: Term = ""


Row = Annotated[ObjectRow | AttributeRow | RelationRow, Field(discriminator="kind")]
_ROWS = TypeAdapter(list[Row])


@dataclass(frozen=True)
class Rows:
    """A graph, in three tables."""

    objects: tuple[ObjectRow, ...]
    attributes: tuple[AttributeRow, ...] = ()
    relations: tuple[RelationRow, ...] = ()

    def json(self) -> list[JsonValue]:
        """As pages and records have them: objects first."""
        return [row.model_dump(mode="json") for row in (*self.objects, *self.attributes, *self.relations)]

    @cached_property
    def things(self) -> dict[int, Thing]:
        """The objects by id; of those that bear one name, the second has an index, and so on."""
        found: dict[int, Thing] = {}
        seen: dict[str, int] = {}
        for row in self.objects:
            found[row.id] = Thing(row.name, seen.get(row.name, 0))
            seen[row.name] = seen.get(row.name, 0) + 1
        return found

    # --- notations

    def text(self, named: Notation) -> str:
        """The graph as one of the notations writes it."""
        if named == "factual_mr":
            return self.meaning().write()
        return self.graph().write(ids=named == "factual_ids")

    def meaning(self) -> FactualMR:
        """The graph as FACTUAL-MR, quantities and voices kept."""
        clauses: list[Clause] = [Is(self.some(row.of), row.value) for row in self.attributes]
        clauses += [self.holds(row) for row in self.relations]
        told = {row.of for row in self.attributes} | {id for row in self.relations for id in (row.subject, row.object)}
        return FactualMR((*clauses, *(self.some(row.id) for row in self.objects if row.id not in told)))

    def graph(self) -> SceneGraph:
        """The graph with collectives as one thing each, as the published graphs have them."""
        things = self.things
        facts: list[Fact] = []
        for row in self.objects:
            amounts = () if row.quantity is None else row.quantity.attributes()
            facts += (Attribute(things[row.id], value) for value in amounts)
        facts += (Attribute(things[row.of], row.value) for row in self.attributes)
        facts += (self.relation(row) for row in self.relations)
        told = {thing for fact in facts for thing in things_of(fact)}
        return SceneGraph((*facts, *(thing for thing in things.values() if thing not in told)))

    def some(self, id: int) -> Some:
        """An object with its quantity."""
        return Some(self.things[id], self._quantities[id])

    @cached_property
    def _quantities(self) -> dict[int, Quantity | None]:
        return {row.id: row.quantity for row in self.objects}

    def holds(self, row: RelationRow) -> Holds:
        """A relation as FACTUAL-MR has it."""
        predicate = tuple(filter(None, (row.verb, row.preposition)))
        return Holds(self.some(row.subject), predicate, self.some(row.object), row.voice == "passive")

    def relation(self, row: RelationRow) -> Relation:
        """A relation as graphs have it."""
        predicate = " ".join(filter(None, (row.verb, row.preposition)))
        return Relation(self.things[row.subject], predicate, self.things[row.object], row.voice)


# --- what pages send


def read(value: JsonValue, words: int = MOST_WORDS) -> Rows:
    """Rows out of whatever came, each said in one way; what is said twice is kept once.

    Args:
        value: what came.
        words: how many words the caption has; not needed for rows that were read before.

    Raises:
        BadRows: they make no graph.
    """
    if not isinstance(value, list) or not value:
        raise BadRows("graph")
    if len(value) > OBJECTS + ATTRIBUTES + RELATIONS:
        raise _too_many()
    try:
        rows = _ROWS.validate_python(value)
    except (ValidationError, RecursionError) as error:
        raise BadRows("graph") from error
    return _checked(rows, words)


def _checked(rows: Sequence[Row], words: int) -> Rows:
    if len({row.id for row in rows}) < len(rows):
        raise BadRows("graph")
    objects = tuple(_object(row, words) for row in rows if isinstance(row, ObjectRow))
    there = {row.id: row.name for row in objects}
    attributes = [_attribute(row, there, words) for row in rows if isinstance(row, AttributeRow)]
    relations = [_relation(row, there) for row in rows if isinstance(row, RelationRow)]
    if not objects:
        raise BadRows("graph")
    if len(objects) > OBJECTS or len(attributes) > ATTRIBUTES or len(relations) > RELATIONS:
        raise _too_many()
    said_once = {(row.of, row.value): row for row in reversed(attributes)}
    told_once = {(row.subject, row.object, row.voice, row.verb, row.preposition): row for row in reversed(relations)}
    found = Rows(objects, tuple(reversed(said_once.values())), tuple(reversed(told_once.values())))
    _readable(found)
    return found


def _too_many() -> BadRows:
    return BadRows("graph_large", objects=OBJECTS, attributes=ATTRIBUTES, relations=RELATIONS)


def _object(row: ObjectRow, words: int) -> ObjectRow:
    name = _term(row.name)
    if not name:
        raise BadRows("graph_name")
    number = _term(row.number).casefold()
    if not number and row.unit:
        number = "1"
    if number.isascii() and number.isdecimal():
        number = str(int(number))
    quantity = Quantity.parse(number + row.unit) if number.isascii() else None
    if number and (quantity is None or (quantity.number, quantity.unit) != (number, row.unit)):
        raise BadRows("graph_number", name=_short(name), found=_short(number))
    update = {"name": name, "number": number, "words": _places(row.words, words)}
    return row.model_copy(update=update)


def _attribute(row: AttributeRow, there: dict[int, str], words: int) -> AttributeRow:
    if row.of not in there:
        raise BadRows("graph")
    value = _term(row.value)
    if not value:
        raise BadRows("graph_attribute", name=_short(there[row.of]))
    return row.model_copy(update={"value": value, "words": _places(row.words, words)})


def _relation(row: RelationRow, there: dict[int, str]) -> RelationRow:
    if row.subject not in there or row.object not in there:
        raise BadRows("graph")
    verb, preposition = _term(row.verb), _term(row.preposition)
    if not verb and not preposition:
        raise BadRows("graph_relation", subject=_short(there[row.subject]), object=_short(there[row.object]))
    voice = (row.voice or "active") if verb else ""
    return row.model_copy(update={"verb": verb, "preposition": preposition, "voice": voice})


def _term(text: str) -> str:
    """A term without blanks that say nothing."""
    if any(unicodedata.category(letter) in _NO_LETTERS for letter in "".join(text.split())):
        raise BadRows("graph_term", term=_short(text))
    return " ".join(text.split())


def _places(places: Sequence[int], words: int) -> tuple[int, ...]:
    if beyond := [place for place in places if place > words]:
        raise BadRows("graph_words", most=words, found=beyond[0])
    return tuple(sorted(set(places)))


def _readable(rows: Rows) -> None:
    """Sees to it that every fact says the same to whoever reads it.

    Raises:
        BadRows: one would be read as something else.
    """
    things = rows.things
    for row in rows.objects:
        _read_back(rows.some(row.id), things[row.id], row.name)
    for row in rows.attributes:
        said = Attribute(things[row.of], row.value)
        _read_back(Is(rows.some(row.of), row.value), said, things[row.of].name, IS, row.value)
    for row in rows.relations:
        said = rows.relation(row)
        _read_back(rows.holds(row), said, said.subject.name, said.predicate, said.object.name)


def _read_back(clause: Clause, fact: Fact, *terms: str) -> None:
    try:
        meaning, graph = FactualMR((clause,)), SceneGraph((fact,))
        same = FactualMR.parse(meaning.write()) == meaning and SceneGraph.parse(graph.write()) == graph
        same = same and SceneGraph.parse(graph.write(ids=False)) == graph.plain()
    except (ValueError, BadGraph):
        same = False
    if not same:
        raise BadRows("graph_fact", fact=" · ".join(map(_short, terms)))


def _short(text: str) -> str:
    shown = "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(letter) in _NO_LETTERS else letter for letter in text
    )
    return shown if len(shown) <= 60 else f"{shown[:59]}…"


# --- graphs that were written


def of_text(text: str, named: Notation) -> Rows | None:
    """The rows of a graph that somebody wrote; None where it is none, or none that rows can hold.

    In notations without quantities, a number that an object `is` becomes its quantity.
    """
    tables = _Tables()
    try:
        if named == "factual_mr":
            for clause in FactualMR.parse(text).clauses:
                tables.say(clause)
        else:
            for fact in SceneGraph.parse(text):
                tables.tell(fact)
        return _checked(tables.rows(), 0)
    except (BadGraph, BadRows, ValidationError):
        return None


class _Tables:
    """Tables that are filled with what a graph says, fact by fact."""

    def __init__(self) -> None:
        self._ids: dict[Thing, int] = {}
        self._quantities: dict[Thing, Quantity] = {}
        self._more: list[AttributeRow | RelationRow] = []

    def say(self, clause: Clause) -> None:
        """Takes a clause of FACTUAL-MR down."""
        match clause:
            case Some():
                self._some(clause)
            case Is(subject, value):
                self._attribute(self._some(subject), value)
            case Holds(subject, (only,), object_, passive=False):
                self._relation(self._some(subject), take_apart(only), self._some(object_), "")
            case Holds(subject, (verb, *rest), object_, passive):
                voice = "passive" if passive else "active"
                self._relation(self._some(subject), Parts(verb, " ".join(rest)), self._some(object_), voice)
            case _:
                raise BadRows("graph")

    def tell(self, fact: Fact) -> None:
        """Takes a fact of a graph down."""
        match fact:
            case Thing():
                self._id(fact)
            case Attribute(subject, value):
                quantity = Quantity.parse(value)
                if subject not in self._quantities and quantity is not None and quantity.count > 1:
                    self._some(Some(subject, quantity))
                else:
                    self._attribute(self._id(subject), value)
            case Relation(subject, _, object_, voice):
                self._relation(self._id(subject), parts_of(fact), self._id(object_), voice)

    def rows(self) -> list[Row]:
        """All rows, objects first."""
        objects = [
            ObjectRow(id=id, name=thing.name, number=quantity.number, unit=quantity.unit)
            if (quantity := self._quantities.get(thing)) is not None
            else ObjectRow(id=id, name=thing.name)
            for thing, id in sorted(self._ids.items(), key=lambda one: one[0].index)
        ]
        return [*objects, *self._more]

    def _id(self, thing: Thing) -> int:
        return self._ids.setdefault(thing, len(self._ids) + 1)

    def _some(self, some: Some) -> int:
        if some.quantity is not None:
            self._quantities[some.thing] = some.quantity
        return self._id(some.thing)

    @property
    def _next(self) -> int:
        return 1000 + len(self._more)  # beyond what objects can have

    def _attribute(self, of: int, value: str) -> None:
        self._more.append(AttributeRow(id=self._next, of=of, value=value))

    def _relation(self, subject: int, parts: Parts, object_: int, voice: Voice) -> None:
        self._more.append(
            RelationRow(
                id=self._next,
                subject=subject,
                object=object_,
                voice=voice,
                verb=parts.verb,
                preposition=parts.preposition,
            )
        )


def facts(text: str) -> dict[str, None]:
    """The facts of a graph in any notation, each written alone, in order.

    Raises:
        BadGraph: it is none.
    """
    return dict.fromkeys(notation.write([fact]) for fact in notation.parse(text))


@dataclass(frozen=True)
class Difference:
    """What two graphs do not share, fact by fact."""

    missing: tuple[str, ...]
    """In the first alone."""
    more: tuple[str, ...]
    """In the second alone."""

    def __len__(self) -> int:
        return len(self.missing) + len(self.more)


def difference(one: str, other: str) -> Difference:
    """What the second graph lacks, and what it has beside the first.

    Raises:
        BadGraph: one of both is none.
    """
    here, there = facts(one), facts(other)
    return Difference(
        tuple(fact for fact in here if fact not in there), tuple(fact for fact in there if fact not in here)
    )


# --- a drawing


def drawn(rows: Rows) -> dict[str, Any]:
    """Where everything in the drawing of a graph is, in pixels; each part tells of which row it is."""
    from optotype.scenegraph.drawing import TYPES, Text, draw
    from optotype.scenegraph.layout import Box

    pills: dict[int, dict[str, int]] = {row.id: {} for row in rows.objects}
    for row in rows.objects:
        pills[row.id] |= dict.fromkeys(() if row.quantity is None else row.quantity.attributes(), row.id)
    for row in rows.attributes:
        pills[row.of].setdefault(row.value, row.id)
    edges: dict[Relation, int] = {}
    for row in rows.relations:
        edges.setdefault(rows.relation(row), row.id)
    said = (Attribute(rows.things[id], value) for id, values in pills.items() for value in values)
    picture = draw(SceneGraph((*rows.things.values(), *said, *edges)))

    def box(one: Box) -> list[float]:
        return [round(number, 1) for number in (one.left, one.top, one.width, one.height)]

    def text(one: Text) -> dict[str, Any]:
        x, y = one.at
        at = [round(x, 1), round(y + TYPES[one.role].size * 0.36, 1)]
        return {"text": one.text, "role": one.role, "at": at} | ({"whole": one.whole} if one.whole else {})

    def points(some: Iterable[tuple[float, float]]) -> list[list[float]]:
        return [[round(x, 1), round(y, 1)] for x, y in some]

    nodes = [
        {
            "id": row.id,
            "title": node.title,
            "box": box(node.box),
            "texts": list(map(text, node.texts)),
            "pills": [
                {"id": id, "box": box(pill), "text": text(value)}
                for id, (pill, value) in zip(pills[row.id].values(), node.pills, strict=True)
            ],
        }
        for row, node in zip(rows.objects, picture.nodes, strict=True)
    ]
    links = [
        {
            "id": id,
            "title": edge.title,
            "strokes": [points(stroke) for stroke in edge.strokes],
            "head": points(edge.head),
            "label": box(edge.label),
            "texts": list(map(text, edge.texts)),
        }
        for id, edge in zip(edges.values(), picture.edges, strict=True)
    ]
    told = "; ".join(map(_told, rows.graph()))
    return {"width": picture.width, "height": picture.height, "nodes": nodes, "edges": links, "told": told}


def _told(fact: Fact) -> str:
    """A fact in words, for those who do not see the drawing."""
    match fact:
        case Thing():
            return fact.name
        case Attribute(subject, value):
            return f"{subject} {IS} {value}"
        case Relation(subject, predicate, object_):
            return f"{subject} {predicate} {object_}"
