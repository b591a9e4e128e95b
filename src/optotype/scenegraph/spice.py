"""SPICE: how much of what one graph says, others say too.

Anderson et al., SPICE: Semantic Propositional Image Caption Evaluation (2016), on graphs of any parser, as the package
FactualSceneGraph computes it. Tuples of the candidate are matched with those of all references, each with one at most:
identical ones first; then those whose words share a set of synonyms at every place, in alphabetical order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.synonyms import synsets
from optotype.scenegraph.tuples import Piece, tuples


@dataclass(frozen=True)
class Overlap:
    """What two sets of tuples have in common."""

    matched: int
    """Tuples of the candidate that are matched, each with another of the references."""
    said: int
    """Tuples of the candidate."""
    right: int
    """Tuples of the references."""

    @property
    def precision(self) -> float:
        """The share of the candidate that is matched; one, if nobody says anything."""
        return self.matched / self.said if self.said else float(not self.right)

    @property
    def recall(self) -> float:
        """The share of the references that is matched; one, if nobody says anything."""
        return self.matched / self.right if self.right else float(not self.said)

    @property
    def f1(self) -> float:
        """The harmonic mean of both, which is SPICE."""
        return 2 * self.matched / both if (both := self.said + self.right) else 1.0


def spice(
    candidate: SceneGraph, references: Sequence[SceneGraph], *, synonyms: bool = True, lemmas: bool = False
) -> float:
    """How well a graph agrees with references, from 0 to 1.

    Args:
        candidate: The graph that is judged.
        references: The graphs that are right; their facts are pooled.
        synonyms: Do synonyms match?
        lemmas: Are lemmas compared in place of words?
    """
    return overlap(candidate, references, synonyms=synonyms, lemmas=lemmas).f1


def overlap(
    candidate: SceneGraph, references: Sequence[SceneGraph], *, synonyms: bool = True, lemmas: bool = False
) -> Overlap:
    """What a graph has in common with references, counted in tuples."""
    return _overlap(tuples([candidate], lemmas=lemmas), tuples(references, lemmas=lemmas), synonyms)


def overlaps(
    candidates: Iterable[SceneGraph],
    references: Sequence[SceneGraph],
    *,
    synonyms: bool = True,
    lemmas: bool = False,
) -> Iterator[list[Overlap]]:
    """What every candidate has in common with every reference, each reference for itself: a row for each candidate.

    The figures are those of `overlap`; synonyms are looked for only where there are any.
    """
    rights = [tuples([graph], lemmas=lemmas) for graph in references]
    holders: dict[Piece, list[int]] = {}
    for place, right in enumerate(rights):
        for piece in right:
            holders.setdefault(piece, []).append(place)
    beginning: dict[tuple[int, int], list[Piece]] = {}
    for piece in holders:
        for meaning in _meanings(piece)[0]:
            beginning.setdefault((len(piece), meaning), []).append(piece)
    alike: dict[Piece, set[Piece]] = {}
    """By piece, others whose words are synonyms of its words."""
    for candidate in candidates:
        said = tuples([candidate], lemmas=lemmas)
        same = Counter(place for piece in said for place in holders.get(piece, ()))
        near: set[int] = set()
        for piece in said if synonyms else ():
            if piece not in alike:
                first, *rest = _meanings(piece)
                found = {other for meaning in first for other in beginning.get((len(piece), meaning), ())} - {piece}
                alike[piece] = {other for other in found if _share(rest, _meanings(other)[1:])}
            near.update(place for other in alike[piece] for place in holders[other])
        yield [
            _overlap(said, right, synonyms) if place in near else Overlap(same[place], len(said), len(right))
            for place, right in enumerate(rights)
        ]


def _overlap(said: Sequence[Piece], right: Sequence[Piece], synonyms: bool) -> Overlap:
    same = {*said} & {*right}
    matched = len(same)
    if synonyms and len(said) > matched < len(right):
        matched += _alike(
            (piece for piece in said if piece not in same), (piece for piece in right if piece not in same)
        )
    return Overlap(matched, len(said), len(right))


def _alike(said: Iterable[Piece], right: Iterable[Piece]) -> int:
    """How many tuples find another whose words are synonyms of theirs; each takes the first that is free."""
    free = [_meanings(piece) for piece in _ordered(right)]
    beginning: dict[tuple[int, int], list[int]] = {}
    """By length, and by a set of synonyms that the first word is in: who begins so."""
    for place, meanings in enumerate(free):
        for meaning in meanings[0]:
            beginning.setdefault((len(meanings), meaning), []).append(place)
    taken: set[int] = set()
    for piece in _ordered(said):
        first, *rest = _meanings(piece)
        places = {place for meaning in first for place in beginning.get((len(piece), meaning), ())} - taken
        for place in sorted(places):
            if _share(rest, free[place][1:]):
                taken.add(place)
                break
    return len(taken)


def _share(some: Sequence[frozenset[int]], others: Sequence[frozenset[int]]) -> bool:
    """Do words share a set of synonyms at every place?"""
    return not any(one.isdisjoint(other) for one, other in zip(some, others, strict=True))


def _ordered(pieces: Iterable[Piece]) -> list[Piece]:
    return sorted(pieces, key=lambda piece: (" ".join(piece), piece))


def _meanings(piece: Piece) -> tuple[frozenset[int], ...]:
    return tuple(map(synsets, piece))
