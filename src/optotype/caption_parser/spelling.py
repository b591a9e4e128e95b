"""Words that are spelt wrong, put right before a caption is parsed: `hat on a chiar` is read as `hat on a chair`.

Whoever typed a caption in haste meant the word that everybody knows, and the annotators of FACTUAL mostly wrote that
one. A word is taken for a mistake if nobody knows it (neither the network nor WordNet, in any form) and it is one slip
of the finger from a word that the network writes or reads whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from string import ascii_lowercase

from optotype.caption_parser.language import bases_of, words_of
from optotype.scenegraph.synonyms import synsets

_SHORTEST = 5
"""Letters of a word below which too many words are near it."""
_MEANT = frozenset({"skiis", "tshirt", "tshirts"})
"""What looks like a mistake, and is kept by the annotators."""
_ENDINGS = ("y", "ey")
"""`pointy` and `chocolatey` are in no dictionary, and no mistakes."""


class Speller:
    """Knows words, and finds the one that was meant."""

    def __init__(self, written: Collection[str], read: Collection[str]) -> None:
        """Take the words that may be meant.

        Args:
            written: words that the network writes; they are looked for first.
            read: words that it reads whole.
        """
        self._written, self._read = (
            frozenset(word for word in words if word.isalpha() and word.isascii() and len(word) >= shortest)
            for words, shortest in ((written, _SHORTEST - 1), (read, _SHORTEST))
        )
        self._short = frozenset(read)
        self._found: dict[str, str] = {}

    def correct(self, caption: str) -> str:
        """The caption with mistakes put right; as it stands where most words are unknown, as in other languages."""
        words = words_of(caption)
        meant = [(word, self.meant(word.text)) for word in words]
        wrong = [(word, text) for word, text in meant if text != word.text]
        if not wrong or 2 * sum(not self._is_known(word.text) for word in words) > len(words):
            return caption
        for word, text in reversed(wrong):
            caption = caption[: word.start] + text + caption[word.end :]
        return caption

    def meant(self, word: str) -> str:
        """The word that was meant; the word itself unless it is a mistake and there is one answer.

        Args:
            word: in small letters.
        """
        if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()) or word in self._short:
            return word
        if word not in self._found:
            self._found[word] = word if word in _MEANT or self._is_known(word) else self._nearest(word)
        return self._found[word]

    def _nearest(self, word: str) -> str:
        for words in (self._written, self._read):
            kinds = [[slip for slip in slips if slip in words] for slips in _slips(word)]
            near = {slip for slips in kinds for slip in slips}
            if len(near) > 1:
                alike = ({slip for slip in slips if slip[0] == word[0]} for slips in kinds)
                near = next(filter(None, alike), near)
            if near:
                return near.pop() if len(near) == 1 else word
        return word

    def _is_known(self, word: str) -> bool:
        """Is it a word, or a form of one?"""
        if word in self._short or word in self._written or not word.isalpha() or synsets(word):
            return True
        stems = [*bases_of(word), *(word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))]
        return any(stem in self._short or stem in self._written or synsets(stem) for stem in stems)


def _slips(word: str) -> Iterator[list[str]]:
    """The words that are a slip away, by kind: two letters the wrong way round, one too many, too few, another."""
    places = range(len(word))
    yield [word[:n] + word[n + 1] + word[n] + word[n + 2 :] for n in places[:-1]]
    yield [word[:n] + word[n + 1 :] for n in places]
    yield [word[:n] + letter + word[n:] for n in (*places, len(word)) for letter in ascii_lowercase]
    yield [word[:n] + letter + word[n + 1 :] for n in places for letter in ascii_lowercase]
