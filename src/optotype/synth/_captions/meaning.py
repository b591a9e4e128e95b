"""What a caption says: things with quantities, their attributes, and what holds between them; and its notations.

Three notations are written from it: FACTUAL-MR, and the graph that follows from it collectively, plain or with ids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from optotype.scenegraph.notation import Notation, write

MODIFIERS = {"gr": "group of", "pr": "pair of", "pa": "part", "sl": "slice"}
"""Units of a quantity, and the attribute that graphs say them with."""

Modifier = Literal["", "gr", "pr", "pa", "sl"]


@dataclass(eq=False)
class Thing:
    """Something that a caption mentions."""

    name: str
    said: str
    """The words for it in the caption, without what describes it."""
    index: int = 0
    """Which of the things that bear this name."""
    number: int = 1
    modifier: Modifier = ""

    @property
    def term(self) -> str:
        """Its name, with the index that tells it from another: `zebra:1`."""
        return f"{self.name}:{self.index}" if self.index else self.name

    @property
    def quantity(self) -> str:
        """As FACTUAL-MR writes it: `2`, `1gr`; empty for one plain thing."""
        return f"{self.number}{self.modifier}" if self.number > 1 or self.modifier else ""


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
        return write(self._mr() if notation == "factual_mr" else self._graph(ids=notation == "factual_ids"))

    def scene(self) -> dict[str, object]:
        """The meaning as JSON."""
        places = {id(thing): number for number, thing in enumerate(self.things)}
        return {
            "things": [
                {"name": thing.name, "said": thing.said, "index": thing.index, "quantity": thing.quantity}
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

    def _mr(self) -> list[list[str]]:
        rows = [_mr_row(fact) for fact in self.facts]
        rows += [[thing.quantity, thing.term] for thing in self._alone()]
        return [list(filter(None, row)) for row in rows]

    def _graph(self, *, ids: bool) -> list[list[str]]:
        rows: list[list[str]] = []
        counted: set[int] = set()

        def name(thing: Thing) -> str:
            return thing.term if ids else thing.name

        def count(thing: Thing) -> None:
            if id(thing) not in counted:
                counted.add(id(thing))
                rows.extend([name(thing), "is", said] for said in _amounts(thing))

        for fact in self.facts:
            count(fact.subject)
            if isinstance(fact, Attribute):
                rows.append([name(fact.subject), "is", fact.value])
            else:
                count(fact.object)
                mark = ("pv:" if fact.passive else "v:") if ids and fact.verb else ""
                rows.append([name(fact.subject), mark + f"{fact.verb} {fact.preposition}".strip(), name(fact.object)])
        for thing in self._alone():
            count(thing)
            if not _amounts(thing):
                rows.append([name(thing)])
        return rows

    def _alone(self) -> list[Thing]:
        """Things of which nothing else is said."""
        told = {id(thing) for fact in self.facts for thing in _things(fact)}
        return [thing for thing in self.things if id(thing) not in told]


def _things(fact: Attribute | Relation) -> tuple[Thing, ...]:
    return (fact.subject,) if isinstance(fact, Attribute) else (fact.subject, fact.object)


def _mr_row(fact: Attribute | Relation) -> list[str]:
    if isinstance(fact, Attribute):
        return [fact.subject.quantity, fact.subject.term, "is", fact.value]
    verb = f"p:{fact.verb}" if fact.passive else fact.verb
    return [fact.subject.quantity, fact.subject.term, verb, fact.preposition, fact.object.quantity, fact.object.term]


def _amounts(thing: Thing) -> list[str]:
    """What a graph says of a quantity. The data leaves a single pair unsaid."""
    said = [MODIFIERS[thing.modifier]] if thing.modifier and (thing.modifier, thing.number) != ("pr", 1) else []
    return said + ([str(thing.number)] if thing.number > 1 else [])
