"""Synonyms: the sets of synonyms that a word is in, and lemmas, after WordNet 3.0 (Princeton University).

The table comes with the package; `embedded/wordnet/README.md` says whence. Words are looked up as SPICE does: in
whatever form they stand, as every part of speech.
"""

from __future__ import annotations

import gzip
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

_ENDINGS = (
    # of nouns
    (b"s", b""),
    (b"ses", b"s"),
    (b"xes", b"x"),
    (b"zes", b"z"),
    (b"ches", b"ch"),
    (b"shes", b"sh"),
    (b"men", b"man"),
    (b"ies", b"y"),
    # of verbs
    (b"es", b"e"),
    (b"es", b""),
    (b"ed", b"e"),
    (b"ed", b""),
    (b"ing", b"e"),
    (b"ing", b""),
    # of adjectives
    (b"er", b""),
    (b"est", b""),
    (b"er", b"e"),
    (b"est", b"e"),
)
"""What a regular form ends with, and the word itself; WordNet calls these rules of detachment. The first that fits."""

_NOUN_ENDINGS = (
    (b"s", b""),
    (b"ses", b"s"),
    (b"ves", b"f"),
    (b"xes", b"x"),
    (b"zes", b"z"),
    (b"ches", b"ch"),
    (b"shes", b"sh"),
    (b"men", b"man"),
    (b"ies", b"y"),
)
"""Those of nouns, as NLTK has them. All that fit."""


@lru_cache(maxsize=100_000)
def synsets(term: str) -> frozenset[int]:
    """The sets of synonyms that a term is in, as it stands and as the word that it is a form of, by number.

    >>> sorted(synsets("bicycles") & synsets("bike")) == sorted(synsets("bicycle") & synsets("bikes")) != []
    True
    """
    table = _table()
    word = "_".join(term.lower().split()).encode("utf-8", "replace")
    bases = table.irregular.get(word) or [_stem(word, table)]
    return frozenset(int(number) for one in {word, *bases} for number in table.sets(one).split())


@lru_cache(maxsize=100_000)
def bases(word: str) -> tuple[str, ...]:
    """The words that a word may be a form of; itself comes first.

    >>> bases("sitting"), bases("rides"), bases("tree")
    (('sitting', 'sit'), ('rides', 'ride'), ('tree',))
    """
    table = _table()
    form = word.encode("utf-8", "replace")
    found = table.irregular.get(form) or [_stem(form, table)]
    return tuple(dict.fromkeys((word, *(base.decode("utf-8", "replace") for base in found))))


@lru_cache(maxsize=100_000)
def lemma(word: str) -> str:
    """The noun that a word is a form of, as NLTK's `WordNetLemmatizer` finds it; the word itself, if it is of none.

    Of several it is the shortest, so `glasses` is of `glass`, but `men`, which is a noun as well, stays. Any word is
    taken for a noun: `as` is of `a`.

    >>> lemma("dogs"), lemma("geese"), lemma("leaves"), lemma("red")
    ('dog', 'goose', 'leaf', 'red')
    """
    table = _table()
    form = word.encode("utf-8", "replace")
    if irregular := table.irregular_nouns.get(form):
        return irregular.decode()
    stems = (form.removesuffix(ending) + other for ending, other in _NOUN_ENDINGS if form.endswith(ending))
    shortest = min((one for one in (form, *stems) if table.is_noun(one)), key=len, default=form)
    return word if shortest == form else shortest.decode()


def _stem(word: bytes, table: _Table) -> bytes:
    """The word that a regular form is of; the word itself, if it is none."""
    if word.endswith(b"ful"):
        stems = iter([word.removesuffix(b"ful")])
    elif word.endswith(b"ss") or len(word) <= 2:
        return word
    else:
        stems = (word.removesuffix(ending) + other for ending, other in _ENDINGS if word.endswith(ending))
    return next((stem for stem in stems if table.sets(stem)), word)


@dataclass(frozen=True)
class _Table:
    """The table as it lies in its file, since most of it is never asked for."""

    words: list[bytes]
    """All words, in order."""
    numbers: list[bytes]
    """For each word the sets that it is in."""
    irregular: dict[bytes, list[bytes]]
    """Words by irregular form."""
    nouns: bytes
    """For each word a letter: `n`, if it is a noun."""
    irregular_nouns: dict[bytes, bytes]
    """Lemmas by irregular form of a noun."""

    def sets(self, word: bytes) -> bytes:
        """The numbers of the sets that a word is in; empty for one that is not known."""
        return b"" if (place := self._place(word)) is None else self.numbers[place]

    def is_noun(self, word: bytes) -> bool:
        """Is there a noun of these letters?"""
        return (place := self._place(word)) is not None and self.nouns[place] == ord("n")

    def _place(self, word: bytes) -> int | None:
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None


@cache
def _table() -> _Table:
    packed = (resources.files("optotype") / "embedded" / "wordnet" / "synsets.txt.gz").read_bytes()
    parts = (part.split(b"\n") for part in gzip.decompress(packed).split(b"\n\n"))
    words, numbers, irregular, (nouns,), irregular_nouns = parts
    forms = (line.split(b" ") for line in irregular)
    lemmas = (line.split(b" ") for line in irregular_nouns)
    return _Table(words, numbers, {form: bases for form, *bases in forms}, nouns, dict(lemmas))
