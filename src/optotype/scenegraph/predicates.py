"""Predicates: the verbs and prepositions of relations, taken apart, clustered, and proposed to annotators.

FACTUAL's annotators chose predicates instead of writing them (Li et al., 2023, section 4.3). What was known from other
graphs was clustered and pruned, taken apart into verbs and prepositions, and the twenty most probable of each were
shown for a pair of objects in a caption. Here is each of these steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from optotype.scenegraph.annotated import annotated
from optotype.scenegraph.graph import Relation, SceneGraph
from optotype.scenegraph.meaning import FactualMR
from optotype.scenegraph.notation import BadGraph, recognise
from optotype.scenegraph.ranking import Candidates, Example, Ranker

if TYPE_CHECKING:
    from optotype.embedding import Embedding

_SIMPLE = (
    "about above across after against along alongside among around at atop before behind below beneath beside between "
    "beyond by down during for from in inside into near of off on onto out outside over past through to towards under "
    "underneath up upon with within without"
)
_COMPOUND = (
    "across from, ahead of, around edge of, at base of, at bottom of, at edge of, at end of, at side of, at top of, "
    "away from, close to, down to, in back of, in center of, in corner of, in front of, in middle of, in shape of, "
    "inside of, next to, on back of, on both sides of, on bottom of, on edge of, on end of, on front of, on inside of, "
    "on left of, on left side of, on right of, on right side of, on side of, on top of, opposite of, out of, "
    "outside of, parallel to, part of, side by side with, up against, up to"
)
PREPOSITIONS = (*_SIMPLE.split(), *_COMPOUND.split(", "))
"""Prepositions that are candidates even where nobody has used them yet."""

_ONLY_IN_COMPOUNDS = "amid amongst as backwards besides like nearby per sideways throughout toward until upside via"
_BEGINNINGS = frozenset({*(one.split()[0] for one in PREPOSITIONS), *_ONLY_IN_COMPOUNDS.split()} - {"close"})
"""Words that a preposition begins with; a predicate that begins with another word begins with a verb."""
_COMPARED = "than"
_TO = ("close", "to")
"""A preposition whose first word is a verb too."""


@dataclass(frozen=True)
class Parts:
    """What a predicate consists of; one of both may be empty."""

    verb: str
    preposition: str


def take_apart(predicate: str) -> Parts:
    """A predicate as verb and preposition.

    >>> take_apart("sit on"), take_apart("in front of")
    (Parts(verb='sit', preposition='on'), Parts(verb='', preposition='in front of'))
    """
    words = predicate.split()
    if not words or words[0] in _BEGINNINGS or words[-1] == _COMPARED or (words[0], words[-1]) == _TO:
        return Parts("", " ".join(words))
    return Parts(words[0], " ".join(words[1:]))


def parts_of(relation: Relation) -> Parts:
    """Verb and preposition of a relation; its voice tells whether there is a verb, where somebody said so."""
    if relation.voice:
        verb, _, preposition = relation.predicate.partition(" ")
        return Parts(verb, preposition)
    return take_apart(relation.predicate)


def count(graphs: Iterable[SceneGraph]) -> dict[str, int]:
    """How often graphs use each predicate, the most frequent first; equally frequent ones in alphabetical order."""
    counts: dict[str, int] = {}
    for graph in graphs:
        for relation in graph.relations:
            counts[relation.predicate] = counts.get(relation.predicate, 0) + 1
    return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))


# --- clusters


@dataclass(frozen=True)
class Cluster:
    """Predicates that mean nearly the same."""

    members: tuple[str, ...]
    """The most frequent first; equally frequent ones in alphabetical order."""
    count: int
    """How often all of them are used."""

    @property
    def representative(self) -> str:
        """The most frequent of them."""
        return self.members[0]


def clusters(
    counts: Mapping[str, int], number: int = 1000, *, seed: int = 0, embedding: Embedding | None = None
) -> list[Cluster]:
    """Predicates by what they mean: k-means over their vectors. The most used cluster comes first.

    Args:
        counts: how often each predicate is used, as `count` tells.
        number: how many clusters; each predicate is one of its own where there are not more.
        seed: the same seed gives the same clusters.
        embedding: What makes vectors; the encoder that the package brings, if it is not given.

    Raises:
        ValueError: fewer than one cluster.
    """
    if number < 1:
        raise ValueError(f"{number} clusters were asked for; at least one was expected")
    if not counts:
        return []
    from optotype import minilm
    from optotype.scenegraph.clustering import kmeans

    predicates = sorted(counts)  # in whatever order they were counted, clusters are the same
    vectors = (embedding or minilm.shared()).vectors(predicates)
    found: dict[int, list[str]] = {}
    for predicate, place in zip(predicates, kmeans(vectors, min(number, len(predicates)), seed=seed), strict=True):
        found.setdefault(int(place), []).append(predicate)
    made = [
        Cluster(tuple(sorted(some, key=lambda one: (-counts[one], one))), sum(counts[one] for one in some))
        for some in found.values()
    ]
    return sorted(made, key=lambda cluster: (-cluster.count, cluster.members))


def pruned(some: Sequence[Cluster], most: int | None = None) -> list[str]:
    """Predicates that stand for all: the representative of each cluster, or more of them, so many in all.

    FACTUAL's authors looked through 1,000 clusters and chose 2,000 predicates by hand. Here the most frequent predicate
    of each cluster comes first, then the second of each, and so on, always beginning with the most used cluster.

    Args:
        some: what `clusters` found.
        most: how many predicates; one of each cluster unless given.
    """
    rows = zip_longest(*(cluster.members for cluster in some))
    ordered = [predicate for row in rows for predicate in row if predicate is not None]
    return ordered[: len(some) if most is None else most]


# --- candidates


def candidates(caption: str, subject: str, object: str, count: int = 20, *, ranker: Ranker | None = None) -> Candidates:  # noqa: A002
    """The most probable verbs and prepositions for a pair of objects in a caption.

    >>> found = candidates("a man riding a horse on the beach", "man", "horse", 3)
    >>> found.verbs[0].name
    'ride'

    Args:
        caption: what the graph is made of.
        subject: the name of an object, as the graph has it: `man`, `men:1`.
        object: the name of the other.
        count: how many of each.
        ranker: who ranks them; the one that the package brings, if it is not given.
    """
    return (ranker or shipped()).candidates(caption, subject, object, count)


def examples(caption: str, graph: SceneGraph) -> Iterator[Example]:
    """What was chosen between objects of a caption, by somebody who made its graph."""
    for relation in graph.relations:
        parts = parts_of(relation)
        yield Example(caption, relation.subject, relation.object, parts.verb, parts.preposition)


def read_examples(path: Path) -> Iterator[Example]:
    """The examples of a CSV file with captions and graphs, in any notation of FACTUAL.

    Rows that cannot be read are left out.

    Raises:
        BadSource: there is no such file, or it lacks a column.
    """
    graphs = list(annotated(path))
    told = recognise(graph for _, graph in graphs)
    for caption, text in graphs:
        try:
            graph = FactualMR.parse(text).graph() if told == "factual_mr" else SceneGraph.parse(text)
        except BadGraph:
            continue
        yield from examples(caption, graph)


@cache
def shipped() -> Ranker:
    """The ranker that comes with the package; `embedded/predicates/README.md` says what it was learned from."""
    return Ranker.load(resources.files("optotype") / "embedded" / "predicates" / "ranker.npz")
