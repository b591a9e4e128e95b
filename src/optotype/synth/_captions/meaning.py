"""What a caption says while it is composed: things whose number may still change, and what is told of them.

What was composed is a FACTUAL-MR, and the graph that follows from it collectively; both are those of `scenegraph`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from optotype.scenegraph import graph
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.meaning import Clause, FactualMR, Holds, Is, Quantity, Some, Unit
from optotype.scenegraph.notation import Notation


@dataclass(eq=False)
class Thing:
    """Something that a caption mentions."""

    name: str
    said: str
    """The words for it in the caption, without what describes it."""
    index: int = 0
    """Which of the things that bear this name."""
    number: int = 1
    modifier: Unit = ""
    """What is counted, if not the things themselves."""

    @property
    def named(self) -> graph.Thing:
        """As a graph has it, with the index that tells it from another: `zebra:1`."""
        return graph.Thing(self.name, self.index)

    @property
    def quantity(self) -> Quantity | None:
        """How many; None for one plain thing."""
        return Quantity(str(self.number), self.modifier) if self.number > 1 or self.modifier else None

    @property
    def some(self) -> Some:
        """As FACTUAL-MR has it."""
        return Some(self.named, self.quantity)


@dataclass(frozen=True)
class Attribute:
    """A thing is something."""

    subject: Thing
    value: str


@dataclass(frozen=True)
class Relation:
    """Something holds between two things: a verb, a preposition, or both."""

    subject: Thing
    verb: str
    preposition: str
    object: Thing
    passive: bool = False

    @property
    def predicate(self) -> tuple[str, ...]:
        """Verb and preposition, or the only one of them."""
        return tuple(filter(None, (self.verb, self.preposition)))


@dataclass
class Meaning:
    """All that a caption says, in the order in which it says it."""

    things: list[Thing] = field(default_factory=list[Thing])
    facts: list[Attribute | Relation] = field(default_factory=list[Attribute | Relation])

    def add(self, thing: Thing) -> Thing:
        """A thing more; it gets an index if others bear its name."""
        thing.index = sum(other.name == thing.name for other in self.things)
        self.things.append(thing)
        return thing

    def write(self, notation: Notation) -> str:
        """The text of the meaning in one of the notations."""
        if notation == "factual_mr":
            return FactualMR(tuple(self._clauses())).write()
        return SceneGraph(tuple(self._graph())).write(ids=notation == "factual_ids")

    def scene(self) -> dict[str, object]:
        """The meaning as JSON."""
        places = {id(thing): number for number, thing in enumerate(self.things)}
        return {
            "things": [
                {"name": thing.name, "said": thing.said, "index": thing.index, "quantity": str(thing.quantity or "")}
                for thing in self.things
            ],
            "facts": [
                {"subject": places[id(fact.subject)], "attribute": fact.value}
                if isinstance(fact, Attribute)
                else {
                    "subject": places[id(fact.subject)],
                    "verb": fact.verb,
                    "passive": fact.passive,
                    "preposition": fact.preposition,
                    "object": places[id(fact.object)],
                }
                for fact in self.facts
            ],
        }

    def _clauses(self) -> Iterator[Clause]:
        for fact in self.facts:
            if isinstance(fact, Attribute):
                yield Is(fact.subject.some, fact.value)
            else:
                yield Holds(fact.subject.some, fact.predicate, fact.object.some, fact.passive)
        yield from (thing.some for thing in self._alone())

    def _graph(self) -> Iterator[graph.Fact]:
        """The facts of the graph; what is said of a quantity comes where its thing is first told of."""
        counted: set[int] = set()
        for fact in self.facts:
            for thing in _things(fact):
                if id(thing) not in counted:
                    counted.add(id(thing))
                    yield from _amounts(thing)
            if isinstance(fact, Attribute):
                yield graph.Attribute(fact.subject.named, fact.value)
            else:
                voice = ("passive" if fact.passive else "active") if fact.verb else ""
                yield graph.Relation(fact.subject.named, " ".join(fact.predicate), fact.object.named, voice)
        for thing in self._alone():
            yield from _amounts(thing) or [thing.named]

    def _alone(self) -> list[Thing]:
        """Things of which nothing else is said."""
        told = {id(thing) for fact in self.facts for thing in _things(fact)}
        return [thing for thing in self.things if id(thing) not in told]


def _things(fact: Attribute | Relation) -> tuple[Thing, ...]:
    return (fact.subject,) if isinstance(fact, Attribute) else (fact.subject, fact.object)


def _amounts(thing: Thing) -> list[graph.Attribute]:
    """What a graph says of a quantity."""
    quantity = thing.quantity
    return [] if quantity is None else [graph.Attribute(thing.named, value) for value in quantity.attributes()]
