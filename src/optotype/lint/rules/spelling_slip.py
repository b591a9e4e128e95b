"""A word is misspelt: it is a known slip, or a word that nobody else writes, one letter off a word that many write.

No dictionary knows the names in figures; the set itself does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from optotype.lint.rules import Field, Question, Remark, SetRule, Together, Watch
from optotype.lint.rules._fields import texts
from optotype.lint.rules._slips import SLIPS
from optotype.scenegraph.synonyms import bases, synsets

_WORD = re.compile(r"(?<![\w'’-])[a-zа-яё]{6,30}(?![\w'’-])")
"""Words without a capital letter or digit: others are names."""
_FEW = 3
"""Questions in which the same slip may stand."""
_SLIP = re.compile(r"(?<![\w'’-])[A-Za-zА-Яа-яЁё]{4,30}(?![\w'’-])")


def _asked(*questions: str) -> Together:
    return Together([Question.example(text, answer="5", id=f"example/{n:02}") for n, text in enumerate(questions)])


@dataclass(frozen=True)
class SpellingSlip(SetRule):
    """Known slips, and rare words beside frequent ones."""

    group = "clarity"
    field = "question"

    frequent: int = 8
    """How many times more often than a word its neighbour has to stand in the set to be what was meant."""

    bad = (
        _asked("What is the aproximate value?"),
        _asked("Какова максимльная точность?", *(["Какова максимальная точность?"] * 8)),
        _asked("What is the higest value?", *(["What is the highest value?"] * 8)),
    )
    good = (
        _asked("What is the approximate value?"),
        _asked("What is the lightest value?", *(["What is the slightest value?"] * 8)),
    )

    def watch(self) -> Watch:
        """Counts how often each word is used, to tell slips from words that are meant."""
        return _Words(self)


@dataclass
class _Words(Watch):
    rule: SpellingSlip
    counts: dict[str, int] = field(default_factory=dict[str, int])
    places: dict[str, list[tuple[str, Field]]] = field(default_factory=dict[str, list[tuple[str, Field]]])
    """Of a word that was seen a few times: the items that have it, and where."""
    slips: list[Remark] = field(default_factory=list[Remark])

    def see(self, question: Question) -> None:
        here, told = set[str](), set[str]()
        for where, text in texts(question):
            for word in _WORD.findall(text):
                if word not in here:
                    here.add(word)
                    count = self.counts[word] = self.counts.get(word, 0) + 1
                    if count <= _FEW:
                        self.places.setdefault(word, []).append((question.id, where))
                    elif count == _FEW + 1:
                        del self.places[word]
            for word in _SLIP.findall(text):
                if (meant := SLIPS.get(word.lower())) is not None and word not in told:
                    told.add(word)
                    self.slips.append(Remark(f"{word!r} is misspelt; {meant!r} is meant", question.id, where))

    def tell(self) -> Iterator[Remark]:
        yield from sorted(self.slips, key=lambda slip: (slip.about, slip.message))
        known = _Neighbours(word for word, count in self.counts.items() if count >= max(2, self.rule.frequent))
        for word, places in sorted(self.places.items()):
            if word in SLIPS or (meant := known.one_letter_off(word)) is None or _is_word(word):
                continue
            if len(places) * self.rule.frequent <= self.counts[meant]:
                for id, where in sorted(places):
                    yield Remark(f"{word!r} is misspelt, it seems; {meant!r} is meant", id, where)


class _Neighbours:
    """Frequent words, found by what is left of them when a letter is taken out: no word is held against all others."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words: dict[str, list[str]] = {}
        for word in sorted(words):
            for left in {word, *_shorter(word)}:
                self._words.setdefault(left, []).append(word)

    def one_letter_off(self, word: str) -> str | None:
        """A frequent word from which a letter is missing, too much, another one, or swapped with the next."""
        for left in (word, *_shorter(word)):
            for known in self._words.get(left, ()):
                if known != word and _one_slip(word, known):
                    return known
        return None


def _shorter(word: str) -> list[str]:
    return [word[:place] + word[place + 1 :] for place in range(len(word))]


def _one_slip(word: str, known: str) -> bool:
    """Is one the other but for a letter inside, or two that changed places? First and last letters tell words apart."""
    if word[0] != known[0] or word[-1] != known[-1]:
        return False
    if len(word) != len(known):
        longer, shorter = (word, known) if len(word) > len(known) else (known, word)
        return len(longer) - len(shorter) == 1 and shorter in _shorter(longer)
    differing = [place for place, (one, other) in enumerate(zip(word, known, strict=True)) if one != other]
    if len(differing) == 1:
        return True
    return len(differing) == 2 and sorted(word) == sorted(known) and differing[1] == differing[0] + 1


def _is_word(word: str) -> bool:
    """Does WordNet know it, in whatever form? It knows English alone."""
    return word.isascii() and any(synsets(base) for base in bases(word))
