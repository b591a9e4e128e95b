"""Scene graphs: things, what they are, and what holds between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, cast

from optotype.scenegraph import notation
from optotype.scenegraph.notation import BadGraph

if TYPE_CHECKING:
    from networkx import MultiDiGraph

IS = "is"
"""The predicate that attributes are written with."""

_INDEX = re.compile(r"(.*[^\W\d]):(\d+)")


@dataclass(frozen=True, order=True)
class Thing:
    """Something that a caption mentions. Things of one name are told apart by an index: `men`, `men:1`."""

    name: str
    index: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.index}" if self.index else self.name

    @classmethod
    def parse(cls, term: str) -> Self:
        """The thing that a term names."""
        found = _INDEX.fullmatch(term)
        return cls(found[1], int(found[2])) if found else cls(term)


@dataclass(frozen=True, order=True)
class Attribute:
    """A thing is something: red, wooden, two in number."""

    subject: Thing
    value: str


@dataclass(frozen=True, order=True)
class Relation:
    """Something holds between two things. The predicate is a verb, a preposition, or both in one: `sit on`."""

    subject: Thing
    predicate: str
    object: Thing
    voice: Literal["", "active", "passive"] = ""
    """Of the verb; empty where the predicate has none, or where nobody said."""


Fact: TypeAlias = Thing | Attribute | Relation
"""What a graph says: that something is there, what it is, or what holds between two things."""

_VOICES = {"v:": "active", "pv:": "passive"}
_MARKS = {voice: mark for mark, voice in _VOICES.items()}


@dataclass(frozen=True, eq=False)
class SceneGraph:
    """What a caption says. Graphs are equal that hold the same facts, in whatever order and however often.

    >>> str(SceneGraph.parse("( man , sit on , bench ) , ( bench , is , red )"))
    '( man , sit on , bench ) , ( bench , is , red )'
    """

    facts: tuple[Fact, ...] = ()

    # --- notations

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `( man , sit on , bench )`, with or without `v:`, `pv:` and indices.

        Raises:
            BadGraph: the text is no graph, or a fact has neither one term nor three.
        """
        return cls(tuple(_fact(terms, text) for terms in notation.parse(text)))

    def write(self, *, ids: bool = True) -> str:
        """The graph as text, with the marks of verbs and the indices of equal names, or without."""
        return notation.write(_terms(fact) for fact in (self if ids else self.plain()).facts)

    def __str__(self) -> str:
        return self.write()

    def to_json(self) -> dict[str, Any]:
        """The graph as things, attributes and relations, which stand for things by their place."""
        places = {thing: place for place, thing in enumerate(self.things)}
        return {
            "things": [{"name": thing.name, "index": thing.index} for thing in self.things],
            "attributes": [{"thing": places[fact.subject], "value": fact.value} for fact in self.attributes],
            "relations": [
                {"subject": places[fact.subject], "predicate": fact.predicate, "object": places[fact.object]}
                | ({"voice": fact.voice} if fact.voice else {})
                for fact in self.relations
            ],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The graph that `to_json` told of.

        Raises:
            BadGraph: something is missing, or stands for a thing that is not there.
        """
        try:
            things = [Thing(str(one["name"]), int(one.get("index", 0))) for one in data["things"]]
            facts: list[Fact] = [Attribute(things[int(one["thing"])], str(one["value"])) for one in data["attributes"]]
            facts += [
                Relation(
                    things[int(one["subject"])], str(one["predicate"]), things[int(one["object"])], one.get("voice", "")
                )
                for one in data["relations"]
            ]
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise BadGraph(0, f"this is no graph in JSON: {type(error).__name__} {error}") from error
        told = {thing for fact in facts for thing in things_of(fact)}
        return cls((*(thing for thing in things if thing not in told), *facts))

    def to_networkx(self) -> MultiDiGraph[str]:
        """The graph for NetworkX: a node for each thing with its `attributes`, an edge for each relation."""
        from networkx import MultiDiGraph

        made = cast("MultiDiGraph[str]", MultiDiGraph())
        for thing in self.things:
            values = [fact.value for fact in self.attributes if fact.subject == thing]
            made.add_node(str(thing), name=thing.name, attributes=values)
        for fact in self.relations:
            made.add_edge(str(fact.subject), str(fact.object), predicate=fact.predicate, voice=fact.voice)
        return made

    # --- how it looks

    def svg(self, *, standalone: bool = False) -> str:
        """The graph drawn as SVG, in the colours of the page around it; `standalone`, in its own."""
        from optotype.scenegraph.drawing import svg

        return svg(self, standalone=standalone)

    def png(self, scale: float = 2.0) -> bytes:
        """The graph drawn as PNG."""
        from optotype.scenegraph.drawing import png

        return png(self, scale)

    def _repr_svg_(self) -> str:
        return self.svg(standalone=True)

    # --- what is in it

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """All things, each once, in the order in which they are first told of."""
        return tuple(dict.fromkeys(thing for fact in self.facts for thing in things_of(fact)))

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:
        """What things are, each once."""
        return tuple(dict.fromkeys(fact for fact in self.facts if isinstance(fact, Attribute)))

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """What holds between things, each once."""
        return tuple(dict.fromkeys(fact for fact in self.facts if isinstance(fact, Relation)))

    def plain(self) -> SceneGraph:
        """The graph without indices and without the voice of verbs, as most of FACTUAL's data writes it."""
        return SceneGraph(tuple(_plain(fact) for fact in self.facts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SceneGraph) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts)

    @cached_property
    def _facts(self) -> frozenset[Fact]:
        return frozenset(self.facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __iter__(self) -> Iterator[Fact]:
        return iter(dict.fromkeys(self.facts))


def union(graphs: Iterable[SceneGraph]) -> SceneGraph:
    """All facts of several graphs."""
    return SceneGraph(tuple(dict.fromkeys(fact for graph in graphs for fact in graph.facts)))


def things_of(fact: Fact) -> tuple[Thing, ...]:
    """The things that a fact is about."""
    match fact:
        case Thing():
            return (fact,)
        case Attribute():
            return (fact.subject,)
        case Relation():
            return (fact.subject, fact.object)


def _fact(terms: notation.Fact, text: str) -> Fact:
    match terms:
        case (name,):
            return Thing.parse(name)
        case (subject, "is", value):
            return Attribute(Thing.parse(subject), value)
        case (subject, predicate, object_):
            for mark, voice in _VOICES.items():
                if predicate.startswith(mark) and len(predicate) > len(mark):
                    said = predicate.removeprefix(mark).strip()
                    return Relation(
                        Thing.parse(subject), said, Thing.parse(object_), cast("Literal['active', 'passive']", voice)
                    )
            return Relation(Thing.parse(subject), predicate, Thing.parse(object_))
        case _:
            shown = ", ".join(terms)
            position = max(text.find(terms[0]), 0)
            raise BadGraph(position, f"a fact has one term or three, but ({shown[:80]}) has {len(terms)}")


def _terms(fact: Fact) -> tuple[str, ...]:
    match fact:
        case Thing():
            return (str(fact),)
        case Attribute():
            return str(fact.subject), IS, fact.value
        case Relation():
            return str(fact.subject), _MARKS.get(fact.voice, "") + fact.predicate, str(fact.object)


def _plain(fact: Fact) -> Fact:
    match fact:
        case Thing():
            return replace(fact, index=0)
        case Attribute():
            return replace(fact, subject=replace(fact.subject, index=0))
        case Relation():
            return Relation(replace(fact.subject, index=0), fact.predicate, replace(fact.object, index=0))
