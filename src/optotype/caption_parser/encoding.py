"""Captions as numbers: what the network of the caption parser reads, and what its tokens stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from optotype.caption_parser import language
from optotype.scenegraph.notation import Fact

END = "."
"""The token after the last fact; it also begins the writing."""

END_NUMBER = 0
"""Its number."""

UNKNOWN = "?"
"""A word that is neither in the caption nor in the vocabulary."""

LONGEST = 60
"""Pieces of a caption that are read, and tokens that are written for it."""

_GENERATED = 2
"""How often a word must be missing from its caption to get into the vocabulary."""

_COMMON = 10
"""How often a word must occur in all to get into the vocabulary."""

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Vocabulary:
    """The tokens that are written without being copied."""

    tokens: tuple[str, ...]

    @classmethod
    def of(cls, taught: Iterable[tuple[str, Sequence[Fact]]]) -> Vocabulary:
        """The vocabulary of captions and their FACTUAL-MR."""
        marks, made, common = Counter[str](), Counter[str](), Counter[str]()
        for caption, meaning in taught:
            copied = {word.text for word in language.words_of(caption)}
            for token in language.write(meaning, caption):
                if not language.is_word(token):
                    marks[token] += 1
                    continue
                common[token] += 1
                made[token] += token not in copied
        words = [word for word in common if made[word] >= _GENERATED or common[word] >= _COMMON]
        return cls((END, UNKNOWN, *sorted(marks), *sorted(words)))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each token."""
        return {token: number for number, token in enumerate(self.tokens)}

    def verbs(self, word: str) -> tuple[int, int]:
        """The verb of which a word is a form, active and passive; -1 where there is none."""
        if word not in self._verbs:
            bases = list(language.bases_of(word))
            active, passive = (
                next(filter(None, (self.numbers.get(language.predicate(base, passive=voice)) for base in bases)), -1)
                for voice in (False, True)
            )
            self._verbs[word] = active, passive
        return self._verbs[word]

    @cached_property
    def _verbs(self) -> dict[str, tuple[int, int]]:
        return {}


@dataclass(frozen=True)
class Encoded:
    """One caption as numbers."""

    pieces: list[int]
    """Its word pieces, with those that begin and end it."""
    first: list[int]
    """The first piece of each of its words."""
    last: list[int]
    """The last piece of each of its words."""
    kinds: list[int]
    """For each word, the first word of the same text."""
    texts: list[str]
    """Its words."""


def load_tokenizer(file: Traversable) -> Tokenizer:
    """The word pieces of the encoder, without padding or cutting."""
    tokenizer = Tokenizer.from_str(file.read_text(encoding="utf-8"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def encode(caption: str, tokenizer: Tokenizer, most: int = LONGEST) -> Encoded:
    """A caption as numbers; what is beyond the last piece allowed is not read."""
    caption = caption.rstrip(" .\t\n")
    found = tokenizer.encode(caption)
    ids: list[int] = found.ids
    offsets: list[tuple[int, int]] = found.offsets
    if len(ids) > most:
        ids = [*ids[: most - 1], ids[-1]]
        offsets = [*offsets[: most - 1], (0, 0)]
    starts = {start: place for place, (start, end) in enumerate(offsets) if end > start}
    ends = {end: place for place, (start, end) in enumerate(offsets) if end > start}
    first, last, kinds, texts = list[int](), list[int](), list[int](), list[str]()
    seen: dict[str, int] = {}
    for word in language.words_of(caption):
        if word.start in starts and word.end in ends:
            first.append(starts[word.start])
            last.append(ends[word.end])
            kinds.append(seen.setdefault(word.text, len(texts)))
            texts.append(word.text)
    return Encoded(ids, first, last, kinds, texts)


def tokens_of(numbers: Sequence[int], encoded: Encoded, vocabulary: Vocabulary) -> list[str]:
    """The tokens that numbers stand for."""
    known = len(vocabulary.tokens)
    return [
        vocabulary.tokens[number] if number < known else encoded.texts[number - known]
        for number in numbers
        if number < known + len(encoded.texts)
    ]


@dataclass(frozen=True)
class Batch:
    """Captions side by side, padded."""

    pieces: Ints
    """(batch, pieces); 0 is padding."""
    first: Ints
    """(batch, words)"""
    last: Ints
    """(batch, words)"""
    kinds: Ints
    """(batch, words); -1 is padding."""
    verbs: Ints
    """The tokens of the verb of which a word is a form (batch, words, active and passive); -1 where there is none."""
    targets: Ints
    """(batch, steps); -1 is padding."""


def batch_of(encoded: Sequence[Encoded], vocabulary: Vocabulary, targets: Sequence[Sequence[int]] = ()) -> Batch:
    """Captions side by side."""
    kinds = _padded([one.kinds for one in encoded], -1)
    verbs = np.full((*kinds.shape, 2), -1, np.int64)
    for number, one in enumerate(encoded):
        for place, text in enumerate(one.texts):
            verbs[number, place] = vocabulary.verbs(text)
    return Batch(
        _padded([one.pieces for one in encoded], 0),
        _padded([one.first for one in encoded], 0),
        _padded([one.last for one in encoded], 0),
        kinds,
        verbs,
        _padded(targets, -1),
    )


def _padded(rows: Sequence[Sequence[int]], filler: int) -> Ints:
    width = max(map(len, rows), default=1) or 1
    table = np.full((len(rows), width), filler, np.int64)
    for number, row in enumerate(rows):
        table[number, : len(row)] = row
    return table
