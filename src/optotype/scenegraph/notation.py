"""The notation of scene graphs: `( man , sit on , bench ) , ( bench , is , red )`.

Three notations look alike; `recognise` tells them apart:

- `factual`: one term (an object) or three (object, predicate, object);
- `factual_ids`: the same, with `v:` before verbs, `pv:` before passive verbs and indices of equal names (`men:1`);
- `factual_mr`: one to seven terms, with quantities, verb and preposition apart, and `p:` before passive verbs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from optotype.errors import OptotypeError

Notation = Literal["factual", "factual_ids", "factual_mr"]

Fact = tuple[str, ...]
"""The terms of one fact, in order."""

_WORD = r"[^\s(),](?:[^\s()]*[^\s(),])?"
_TERM = re.compile(rf"{_WORD}(?: {_WORD})*")
_PIECE = re.compile(r"[()]|[^\s()]+")

_VERB = re.compile(r"p?v:.")
_PASSIVE = re.compile(r"p:.")
_INDEX = re.compile(r".*[^\W\d]:\d+")
_FEW = 100


class BadGraph(OptotypeError):
    """A text that is no scene graph."""

    def __init__(self, position: int, problem: str) -> None:
        super().__init__(f"letter {position + 1}: {problem}")
        self.position = position
        """Where in the text it stops being one, counted from 0."""


def parse(text: str) -> tuple[Fact, ...]:
    """The facts of a graph, in order; none for an empty text.

    Spaces may be more or fewer than `write` puts, so `(man, on, bench)` is read too; a comma inside a word, as in
    `1,000`, belongs to the word.

    Raises:
        BadGraph: it is no graph.
    """
    if text.startswith("( ") and text.endswith(" )"):
        facts = tuple(tuple(fact.split(" , ")) for fact in text[2:-2].split(" ) , ( "))
        if all(map(_TERM.fullmatch, (term for fact in facts for term in fact))):
            return facts
    return tuple(_facts(_Pieces(text)))


def write(facts: Iterable[Iterable[str]]) -> str:
    """The graph with these facts; `parse` gives them back.

    Raises:
        ValueError: a fact has no terms, or a term would be read back as something else.
    """
    return " , ".join(map(_write_fact, facts))


def recognise(graphs: Iterable[str]) -> Notation:
    """The notation in which graphs are written; what cannot be parsed has no say.

    Most graphs look the same in all three, so hand over all that belong together. A mark that fewer than one fact in
    a hundred bears is taken for an accident.
    """
    facts = verbs = apart = indices = 0
    for graph in graphs:
        try:
            parsed = parse(graph)
        except BadGraph:
            continue
        facts += len(parsed)
        for fact in parsed:
            if len(fact) not in (1, 3):
                apart += 1
            if ":" in "".join(fact):
                verbs += any(map(_VERB.match, fact))
                apart += any(map(_PASSIVE.match, fact))
                indices += any(map(_INDEX.fullmatch, fact))
    if verbs and verbs * _FEW >= facts:
        return "factual_ids"
    if apart and apart * _FEW >= facts:
        return "factual_mr"
    return "factual_ids" if indices else "factual"


def _write_fact(fact: Iterable[str]) -> str:
    terms = list(fact)
    for term in terms:
        if not _TERM.fullmatch(term):
            raise ValueError(f"{term!r} cannot be a term of a fact")
    if not terms:
        raise ValueError("a fact without terms")
    return f"( {' , '.join(terms)} )"


class _Pieces:
    """The parentheses, commas and words of a text, each with its position."""

    def __init__(self, text: str) -> None:
        self._pieces = self._cut(text)
        self._end = len(text)
        self.position = 0
        self.piece = ""
        """The piece looked at; empty at the end."""
        self.move()

    def move(self) -> None:
        self.position, self.piece = next(self._pieces, (self._end, ""))

    @staticmethod
    def _cut(text: str) -> Iterator[tuple[int, str]]:
        for found in _PIECE.finditer(text):
            piece, start = found.group(), found.start()
            while piece.startswith(","):
                yield start, ","
                piece, start = piece[1:], start + 1
            word = piece.rstrip(",")
            if word:
                yield start, word
            for place in range(len(word), len(piece)):
                yield start + place, ","

    def take(self, expected: str) -> None:
        if self.piece != expected:
            raise self.problem(f"'{expected}'")
        self.move()

    def problem(self, expected: str) -> BadGraph:
        found = f"{self.piece[:40]!r} was found" if self.piece else "the text ends"
        return BadGraph(self.position, f"{expected} was expected, but {found}")


def _facts(pieces: _Pieces) -> Iterator[Fact]:
    if not pieces.piece:
        return
    while True:
        pieces.take("(")
        yield tuple(_terms(pieces))
        if not pieces.piece:
            return
        pieces.take(",")


def _terms(pieces: _Pieces) -> Iterator[str]:
    while True:
        words: list[str] = []
        while pieces.piece not in ("(", ")", ",", ""):
            words.append(pieces.piece)
            pieces.move()
        if not words:
            raise pieces.problem("a term")
        yield " ".join(words)
        if pieces.piece == ")":
            pieces.move()
            return
        pieces.take("," if pieces.piece == "," else ")")
