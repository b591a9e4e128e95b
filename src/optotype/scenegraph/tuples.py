"""Tuples and phrases: a graph cut into the pieces that SPICE and SoftSPICE compare.

Pieces are words alone: indices tell things of one name apart, and the voice of a verb is not said, so both are left
out. What several graphs say is pooled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from optotype.scenegraph.graph import SceneGraph

Piece: TypeAlias = tuple[str, ...]
"""A thing; a thing and what it is; or subject, predicate and object."""


def tuples(graphs: Iterable[SceneGraph]) -> list[Piece]:
    """All things, attributes and relations of the graphs, each once.

    >>> tuples([SceneGraph.parse("( man , sit on , bench ) , ( bench , is , red )")])
    [('man',), ('bench',), ('bench', 'red'), ('man', 'sit on', 'bench')]
    """
    pieces: dict[Piece, None] = {}
    for graph in graphs:
        pieces |= {(thing.name,): None for thing in graph.things}
        pieces |= {(fact.subject.name, fact.value): None for fact in graph.attributes}
        pieces |= {(fact.subject.name, fact.predicate, fact.object.name): None for fact in graph.relations}
    return list(pieces)


def phrases(graphs: Iterable[SceneGraph]) -> list[str]:
    """The tuples of the graphs as somebody would say them, each phrase once.

    >>> phrases([SceneGraph.parse("( man , sit on , bench ) , ( bench , is , red )")])
    ['man', 'bench', 'red bench', 'man sit on bench']
    """
    said = (" ".join(piece if len(piece) != 2 else piece[::-1]) for piece in tuples(graphs))
    return list(dict.fromkeys(said))
