"""Tuples and phrases: a graph cut into the pieces that SPICE and SoftSPICE compare.

Pieces are words alone: indices tell things of one name apart, and the voice of a verb is not said, so both are left
out. What several graphs say is pooled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from optotype.scenegraph.graph import IS, SceneGraph
from optotype.scenegraph.synonyms import lemma

Piece: TypeAlias = tuple[str, ...]
"""A thing; a thing and what it is; or subject, predicate and object."""


def tuples(graphs: Iterable[SceneGraph], *, lemmas: bool = False) -> list[Piece]:
    """All things, attributes and relations of the graphs, each once; of lemmas, if these are wanted.

    >>> tuples([SceneGraph.parse("( man , sit on , bench ) , ( bench , is , red )")])
    [('man',), ('bench',), ('bench', 'red'), ('man', 'sit on', 'bench')]
    """
    pieces: dict[Piece, None] = {}
    for graph in graphs:
        pieces |= {(thing.name,): None for thing in graph.things}
        pieces |= {(fact.subject.name, fact.value): None for fact in graph.attributes}
        pieces |= {(fact.subject.name, fact.predicate, fact.object.name): None for fact in graph.relations}
    return list(dict.fromkeys(tuple(map(lemmatised, piece)) for piece in pieces) if lemmas else pieces)


def phrases(graphs: Iterable[SceneGraph], *, lemmas: bool = False) -> list[str]:
    """The tuples of the graphs as somebody would say them, each phrase once; of lemmas, if these are wanted.

    >>> phrases([SceneGraph.parse("( man , sit on , bench ) , ( bench , is , red )")])
    ['man', 'bench', 'red bench', 'man sit on bench']
    """
    said = (" ".join(piece if len(piece) != 2 else piece[::-1]) for piece in tuples(graphs, lemmas=lemmas))
    return list(dict.fromkeys(said))


def full_phrases(graphs: Iterable[SceneGraph], *, lemmas: bool = False) -> list[str]:
    """Each thing with all that it is, and relations between things called so, each phrase once.

    >>> full_phrases([SceneGraph.parse("( man , sit on , bench ) , ( bench , is , old ) , ( bench , is , red )")])
    ['man', 'old red bench', 'man sit on old red bench']
    """
    said: dict[str, None] = {}
    for graph in graphs:
        values: dict[str, list[str]] = {thing.name: [] for thing in graph.things}
        for fact in graph.attributes:
            values[fact.subject.name].append(fact.value)
        called = {name: " ".join((*dict.fromkeys(some), name)) for name, some in values.items()}
        said |= dict.fromkeys(called.values())
        said |= dict.fromkeys(
            f"{called[fact.subject.name]} {fact.predicate} {called[fact.object.name]}" for fact in graph.relations
        )
    return list(dict.fromkeys(map(lemmatised, said)) if lemmas else said)


def lemmatised(text: str) -> str:
    """The text with the lemma of each word in its place, as the package FactualSceneGraph makes it.

    >>> lemmatised("women in hats")
    'woman in hat'
    """
    return " ".join(word if word == IS else lemma(word) for word in text.split())
