"""FACTUAL-MR: what a caption says, before it becomes a graph.

Things are collectives with quantities, and a verb is apart from its preposition. `( 2 , men , read , 2 , books )` can
mean that each man reads a book, or that together they read two: `graph` makes a graph by one rule or another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal, Self, TypeAlias

from optotype.scenegraph import notation
from optotype.scenegraph.graph import IS, Attribute, Fact, Relation, SceneGraph, Thing, things_of
from optotype.scenegraph.notation import BadGraph

Unit: TypeAlias = Literal["", "gr", "pr", "pa", "sl"]
"""What is counted: the things themselves, groups, pairs, parts or slices of them."""

UNITS = {"gr": "group of", "pr": "pair of", "pa": "part", "sl": "slice"}
"""Units of a quantity, and the attribute that graphs say them with."""

Mapping: TypeAlias = Literal["collective", "factual", "distributive"]
"""How quantities become a graph.

- `collective`: a collective stays one thing with its number as an attribute, as in the published graphs and in SPICE;
- `factual`: as that, but where both sides of a relation are equal in number, each has its own;
- `distributive`: every one of the things stands for itself, as Stanford's parser has it.
"""

_QUANTITY = re.compile(r"(\d{1,9}|many|unaccountable)(gr|pr|pa|sl)?")
_MOST = 20
"""Things that are told one by one; a larger number stays a collective."""


@dataclass(frozen=True)
class Quantity:
    """How many of something: a number, `many` or `unaccountable`, of a unit or of the things themselves."""

    number: str
    unit: Unit = ""

    def __str__(self) -> str:
        return self.number + self.unit

    @classmethod
    def parse(cls, term: str) -> Self | None:
        """The quantity that a term is, if it is one."""
        found = _QUANTITY.fullmatch(term)
        return None if found is None else cls(found[1], found[2] or "")  # pyright: ignore[reportArgumentType]

    @property
    def count(self) -> int:
        """The number of things; 1 where no number is told, or where units are counted."""
        return int(self.number) if self.number.isdecimal() and not self.unit else 1

    def attributes(self) -> Iterator[str]:
        """What a graph says of it. The data leaves a single pair unsaid."""
        if self.unit and (self.unit, self.number) != ("pr", "1"):
            yield UNITS[self.unit]
        if self.number not in ("1", "unaccountable"):
            yield self.number


@dataclass(frozen=True)
class Some:
    """A thing with its quantity."""

    thing: Thing
    quantity: Quantity | None = None

    def terms(self) -> tuple[str, ...]:
        """As it is written."""
        return (str(self.thing),) if self.quantity is None else (str(self.quantity), str(self.thing))

    @property
    def count(self) -> int:
        """How many it stands for."""
        return 1 if self.quantity is None else self.quantity.count


@dataclass(frozen=True)
class Is:
    """Something is something."""

    subject: Some
    value: str


@dataclass(frozen=True)
class Holds:
    """Something holds between two: a verb, a preposition, or both, each where it is."""

    subject: Some
    predicate: tuple[str, ...]
    """Verb and preposition, or the only one of them."""
    object: Some
    passive: bool = False

    @property
    def joined(self) -> str:
        """The predicate as graphs write it."""
        return " ".join(self.predicate)


Clause: TypeAlias = Some | Is | Holds


@dataclass(frozen=True, eq=False)
class FactualMR:
    """The meaning of a caption in the representation of FACTUAL. Order does not matter.

    >>> str(FactualMR.parse("( 2 , men , read , books )").graph())
    '( men , read , books ) , ( men , is , 2 )'
    """

    clauses: tuple[Clause, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `( 2 , men , sit , on , bench )`.

        Raises:
            BadGraph: the text is no graph, or a fact is none of this representation.
        """
        return cls(tuple(_clause(terms, text) for terms in notation.parse(text)))

    def write(self) -> str:
        """The meaning as text."""
        return notation.write(_terms(clause) for clause in self.clauses)

    def __str__(self) -> str:
        return self.write()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FactualMR) and frozenset(self.clauses) == frozenset(other.clauses)

    def __hash__(self) -> int:
        return hash(frozenset(self.clauses))

    def graph(self, mapping: Mapping = "collective") -> SceneGraph:
        """The graph that it means, quantities taken by one rule or another."""
        if mapping == "collective":
            return SceneGraph(tuple(dict.fromkeys(self._collective())))
        facts = list(dict.fromkeys(_Apart(self, every=mapping == "distributive").facts()))
        told = {thing for fact in facts if not isinstance(fact, Thing) for thing in things_of(fact)}
        return SceneGraph(tuple(fact for fact in facts if fact not in told))

    def _collective(self) -> Iterator[Fact]:
        counted: dict[Thing, dict[str, None]] = {}
        for some in self._somes():
            if some.quantity is not None:
                counted.setdefault(some.thing, {}).update(dict.fromkeys(some.quantity.attributes()))
        for clause in self.clauses:
            match clause:
                case Some(thing):
                    if not counted.get(thing):
                        yield thing
                case Is(subject, value):
                    yield Attribute(subject.thing, value)
                case Holds():
                    yield _relation(clause, clause.subject.thing, clause.object.thing)
        yield from (Attribute(thing, value) for thing, values in counted.items() for value in values)

    def _somes(self) -> Iterator[Some]:
        for clause in self.clauses:
            match clause:
                case Some():
                    yield clause
                case Is(subject):
                    yield subject
                case Holds(subject, _, object_):
                    yield from (subject, object_)


class _Apart:
    """A meaning in which collectives are taken apart into the things that they stand for."""

    def __init__(self, meaning: FactualMR, *, every: bool) -> None:
        self._meaning = meaning
        self._every = every
        counts: dict[Thing, int] = {}
        for some in meaning._somes():  # pyright: ignore[reportPrivateUsage]
            counts[some.thing] = max(counts.get(some.thing, 1), some.count)
        taken = {some.thing for some in self._taken_apart(counts)}
        self._counts = {thing: min(count, _MOST) if thing in taken else 1 for thing, count in counts.items()}
        self._whole = {thing for thing, count in counts.items() if thing not in taken or count > _MOST}
        self._used = {thing.name: max(other.index for other in counts if other.name == thing.name) for thing in counts}
        self._copies: dict[Thing, tuple[Thing, ...]] = {}

    def _taken_apart(self, counts: dict[Thing, int]) -> Iterator[Some]:
        """Those that stand for several: all of them, or those of relations whose sides are equal in number."""
        for clause in self._meaning.clauses:
            if isinstance(clause, Holds):
                sides = (clause.subject, clause.object)
                equal = len({counts[side.thing] for side in sides}) == 1
                yield from (side for side in sides if self._every or equal)
            elif self._every:
                yield clause if isinstance(clause, Some) else clause.subject

    def each(self, thing: Thing) -> tuple[Thing, ...]:
        """The things that a collective stands for; the first keeps its name."""
        if thing not in self._copies:
            more = range(self._counts[thing] - 1)
            first = self._used[thing.name] + 1
            self._used[thing.name] += len(more)
            self._copies[thing] = (thing, *(Thing(thing.name, first + number) for number in more))
        return self._copies[thing]

    def facts(self) -> Iterator[Fact]:
        """The facts, each of the things for itself."""
        collective = self._meaning.graph()
        for fact in collective:
            match fact:
                case Thing():
                    yield from self.each(fact)
                case Attribute(subject, value):
                    if value.isdecimal() and subject not in self._whole and self._counts[subject] > 1:
                        yield from self.each(subject)  # as many as were counted
                    else:
                        yield from (Attribute(one, value) for one in self.each(subject))
                case Relation(subject, predicate, object_, voice):
                    ones, others = self.each(subject), self.each(object_)
                    pairs = zip(ones, others, strict=True) if len(ones) == len(others) else product(ones, others)
                    yield from (Relation(one, predicate, other, voice) for one, other in pairs)


def _relation(clause: Holds, subject: Thing, object_: Thing) -> Relation:
    return Relation(subject, clause.joined, object_, "passive" if clause.passive else "")


def _clause(terms: notation.Fact, text: str) -> Clause:
    rest = list(terms)
    subject = _some(rest)
    if not rest:
        return subject
    if rest[0] == IS and len(rest) == 2:
        return Is(subject, rest[1])
    if len(rest) >= 2:
        object_ = Some(Thing.parse(rest.pop()))
        if len(rest) >= 2 and (quantity := Quantity.parse(rest[-1])):
            object_ = Some(object_.thing, quantity)
            rest.pop()
        if 1 <= len(rest) <= 2:
            verb = rest[0].removeprefix("p:")
            passive = verb != rest[0] and bool(verb)
            return Holds(subject, (verb, *rest[1:]) if passive else tuple(rest), object_, passive)
    shown = ", ".join(terms)[:80]
    expected = "(quantity,) thing, (verb, preposition or 'is',) ((quantity,) thing)"
    raise BadGraph(max(text.find(terms[0]), 0), f"{expected} was expected, but ({shown}) was found")


def _some(rest: list[str]) -> Some:
    """The thing that terms begin with; takes its terms away."""
    quantity = Quantity.parse(rest[0]) if len(rest) > 1 else None
    if quantity is not None:
        rest.pop(0)
    return Some(Thing.parse(rest.pop(0)), quantity)


def _terms(clause: Clause) -> tuple[str, ...]:
    match clause:
        case Some():
            return clause.terms()
        case Is(subject, value):
            return (*subject.terms(), IS, value)
        case Holds(subject, predicate, object_, passive):
            verb = f"p:{predicate[0]}" if passive else predicate[0]
            return (*subject.terms(), verb, *predicate[1:], *object_.terms())
