"""Graphs as models write them: mostly in the notation of the data, sometimes with a fact broken off or badly closed.

What can be read is kept, the rest is left out; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from optotype.scenegraph import notation
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.meaning import Clause, FactualMR
from optotype.scenegraph.notation import BadGraph

_FACT = re.compile(r"\(([^()]*)(\)?)")
_COMMA = re.compile(r"(?<!\d),|,(?!\d)")  # not that of 1,000
_VERB = re.compile(r"p?v:.")
_PASSIVE = re.compile(r"p:.")


def read(text: str, *, cut: bool = False) -> SceneGraph:
    """The graph that a model wrote, as a graph or as a FACTUAL-MR, with more or fewer spaces than the data has.

    >>> str(read("( men,sit on,bench ),( bench , is , red"))
    '( men , sit on , bench ) , ( bench , is , red )'

    Args:
        text: what was written.
        cut: was it cut off? Then a fact that is not closed at its end is not whole.
    """
    facts = list(_facts(text, cut))
    if _is_meaning(facts):
        graph = FactualMR(tuple(clause for fact in facts for clause in _clauses(fact))).graph()
        found = [SceneGraph((fact,)) for fact in graph]
    else:
        found = [graph for fact in facts for graph in _graphs(fact)]
    return SceneGraph(tuple(fact for graph in found if _reads_back(graph) for fact in graph.facts))


def _facts(text: str, cut: bool) -> Iterator[notation.Fact]:
    for found in _FACT.finditer(text):
        if cut and not found[2] and found.end() == len(text):
            continue
        terms = (" ".join(term.split()) for term in _COMMA.split(found[1]))
        if fact := tuple(filter(None, terms)):
            yield fact


def _is_meaning(facts: Sequence[notation.Fact]) -> bool:
    """Is it a FACTUAL-MR? A graph has one or three terms in a fact, and other marks of verbs."""
    if any(_VERB.match(term) for fact in facts for term in fact):
        return False
    return any(len(fact) not in (1, 3) or any(map(_PASSIVE.match, fact)) for fact in facts)


def _clauses(fact: notation.Fact) -> Iterator[Clause]:
    try:
        yield from FactualMR.parse(notation.write([fact])).clauses
    except (BadGraph, ValueError):
        return


def _graphs(fact: notation.Fact) -> Iterator[SceneGraph]:
    try:
        yield SceneGraph.parse(notation.write([fact]))
    except (BadGraph, ValueError):
        return


def _reads_back(graph: SceneGraph) -> bool:
    """Does it stay what it is when it is written? `v:is` as a verb does not: without its mark it is another fact."""
    try:
        return SceneGraph.parse(graph.write()) == graph and SceneGraph.parse(graph.write(ids=False)) == graph.plain()
    except (BadGraph, ValueError):
        return False
