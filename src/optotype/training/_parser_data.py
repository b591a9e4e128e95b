"""What the caption parser learns from: captions with their FACTUAL-MR, as numbers, in batches of equal lengths."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from optotype.errors import OptotypeError
from optotype.scenegraph import notation
from optotype.scenegraph.notation import Fact
from optotype.training import _parser_language as language

Split = Literal["random", "length"]

END = "."
"""The token after the last fact; it also begins the writing."""

UNKNOWN = "?"
"""A word that is neither in the caption nor in the vocabulary."""

_GENERATED = 2
"""How often a word must be missing from its caption to get into the vocabulary."""

_COMMON = 10
"""How often a word must occur in all to get into the vocabulary."""

_LONGEST = 60
"""Pieces and tokens beyond which an example is left out of training."""

_POOL = 200
"""Batches that are sorted by length together."""

_OFTEN = 5
"""How often a word must have been copied to be swapped."""

_LIKE = 12
"""How many words may stand for a word."""

_NUMBER = re.compile(r"\d+")
_UNITS = {"group of": "gr", "pair of": "pr", "part": "pa", "slice": "sl", "slices": "sl"}

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Example:
    """A caption and what it means."""

    caption: str
    meaning: tuple[Fact, ...]
    """Its FACTUAL-MR."""
    graph: frozenset[Fact]
    """The facts of its published graph."""


def examples(data: Path, split: Split, part: Literal["train", "dev"]) -> list[Example]:
    """The captions of a split, in the data's order.

    Where the data have no FACTUAL-MR, it is made from the graph with ids (random split) or the caption is left out.

    Raises:
        OptotypeError: a file is missing or has other columns.
    """
    meanings = dict(_rows(data / "mr" / "train_and_dev.csv"))
    with_ids = data / "random_with_ids" / f"{part}.csv"
    ids = dict(_rows(with_ids)) if split == "random" and with_ids.exists() else {}
    taught = (key for key, _ in _rows(data / split / "train.csv"))  # what dev says may not leak into training
    verbs = _verbs(meanings[key] for key in taught if key in meanings)
    found: list[Example] = []
    for key, graph in _rows(data / split / f"{part}.csv"):
        if key in meanings:
            meaning = notation.parse(meanings[key])
        elif key in ids:
            meaning = tuple(_meaning(notation.parse(ids[key]), verbs))
        elif part == "train":
            continue
        else:
            meaning = ()
        found.append(Example(key[2], meaning, frozenset(notation.parse(graph))))
    return found


def _rows(file: Path) -> Iterator[tuple[tuple[str, str, str], str]]:
    if not file.is_file():
        raise OptotypeError(f"There is no file {file}. Name the folder of the FACTUAL data.")
    with file.open(encoding="utf-8", newline="") as stream:
        for number, row in enumerate(csv.DictReader(stream), 2):
            try:
                yield (row["image_id"], row["region_id"], row["caption"]), row["scene_graph"]
            except KeyError as error:
                raise OptotypeError(f"{file}, line {number}: there is no column {error}.") from error


def _verbs(graphs: Iterable[str]) -> frozenset[str]:
    """The verbs that stand before a preposition."""
    facts = (language.without_amounts(fact, {}) for graph in graphs for fact in notation.parse(graph))
    return frozenset(fact[1] for fact in facts if len(fact) == 4)


def _meaning(graph: Iterable[Fact], verbs: frozenset[str]) -> Iterator[Fact]:
    """The FACTUAL-MR of a graph with ids: verb and preposition apart, quantities before their objects."""
    amounts: dict[str, str] = {}
    facts: list[Fact] = []
    for fact in graph:
        if len(fact) == 3 and fact[1] == "is" and (_NUMBER.fullmatch(fact[2]) or fact[2] in _UNITS):
            number, unit = re.fullmatch(r"(\d*)(\D*)", amounts.get(fact[0], "")).groups()  # pyright: ignore[reportOptionalMemberAccess]
            unit = _UNITS.get(fact[2], unit)
            number = fact[2] if fact[2] not in _UNITS else number or "1"
            amounts[fact[0]] = number + unit
        elif len(fact) == 3:
            mark, _, predicate = fact[1].rpartition("v:")
            passive = "p:" if mark == "p" else ""
            words = predicate.split()
            cut = next((n for n in range(len(words) - 1, 0, -1) if passive + " ".join(words[:n]) in verbs), len(words))
            terms = [passive + " ".join(words[:cut]), " ".join(words[cut:])] if "v:" in fact[1] else [fact[1]]
            facts.append((fact[0], *filter(None, terms), fact[2]))
        else:
            facts.append(fact)
    told = {end for fact in facts for end in (fact[0], fact[-1])}
    yield from (language.with_amounts(fact, amounts) for fact in facts)
    for thing, amount in amounts.items():
        if thing not in told:
            yield (amount, thing)


@dataclass(frozen=True)
class Vocabulary:
    """The tokens that are written without being copied."""

    tokens: tuple[str, ...]

    @classmethod
    def of(cls, written: Iterable[Example]) -> Vocabulary:
        """The vocabulary of a training set."""
        marks, made, common = Counter[str](), Counter[str](), Counter[str]()
        for example in written:
            copied = {word.text for word in language.words_of(example.caption)}
            for token in language.write(example.meaning, example.caption):
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


def load_tokenizer(file: Path) -> Tokenizer:
    """The word pieces of the encoder, without padding or cutting."""
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def encode(caption: str, tokenizer: Tokenizer, most: int = _LONGEST) -> Encoded:
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


def target(example: Example, encoded: Encoded, vocabulary: Vocabulary) -> list[int]:
    """The tokens to write: numbers of the vocabulary, and beyond them the caption's words; the end last."""
    numbers = vocabulary.numbers
    copied = {text: len(numbers) + kind for text, kind in zip(encoded.texts, encoded.kinds, strict=True)}
    tokens = language.write(example.meaning, example.caption)
    unknown = numbers[UNKNOWN]
    return [
        *(
            copied[token] if language.is_word(token) and token in copied else numbers.get(token, unknown)
            for token in tokens
        ),
        numbers[END],
    ]


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


class Stock:
    """A training set as numbers, handed out in batches; epoch and seed decide their order."""

    def __init__(self, found: Sequence[Example], tokenizer: Tokenizer, vocabulary: Vocabulary) -> None:
        pairs: list[tuple[Encoded, list[int]]] = []
        for example in found:
            encoded = encode(example.caption, tokenizer)
            wanted = target(example, encoded, vocabulary)
            if example.meaning and max(len(encoded.pieces), len(wanted)) < _LONGEST and encoded.texts:
                pairs.append((encoded, wanted))
        self._pairs = pairs
        self._vocabulary = vocabulary
        self.known = len(vocabulary.tokens)
        """How many tokens are not copied."""
        self._is = vocabulary.numbers.get("=is", -1)

    def __len__(self) -> int:
        return len(self._pairs)

    def batches(self, size: int, seed: int, epoch: int) -> list[list[int]]:
        """The examples of each batch of an epoch: alike in length, in a drawn order."""
        chance = random.Random(f"{seed} {epoch}")  # noqa: S311
        order = list(range(len(self._pairs)))
        chance.shuffle(order)
        found: list[list[int]] = []
        for start in range(0, len(order), size * _POOL):
            pool = sorted(order[start : start + size * _POOL], key=self._lengths)
            found += [pool[place : place + size] for place in range(0, len(pool), size)]
        chance.shuffle(found)
        return found

    def batch(self, chosen: Sequence[int]) -> Batch:
        """These examples side by side."""
        pairs = [self._pairs[number] for number in chosen]
        return batch_of([encoded for encoded, _ in pairs], self._vocabulary, [wanted for _, wanted in pairs])

    def _lengths(self, number: int) -> tuple[int, int]:
        encoded, wanted = self._pairs[number]
        return len(encoded.pieces), len(wanted)

    def copied(self) -> Iterator[tuple[int, bool]]:
        """The piece of every copied word that is only one, and whether the word stands after `is`."""
        for encoded, wanted in self._pairs:
            for before, token in zip([0, *wanted], wanted, strict=False):
                word = token - self.known
                if word >= 0 and encoded.first[word] == encoded.last[word]:
                    yield encoded.pieces[encoded.first[word]], before == self._is


class Swaps:
    """Which words may stand for each other: things for things, attributes for attributes, if the encoder has them near.

    What is copied is told by its place, so a caption with another word in that place has the same writing.
    """

    def __init__(self, stock: Stock, table: NDArray[np.float32]) -> None:
        """Find for each word those like it.

        Args:
            stock: the training set.
            table: the encoder's word pieces (pieces, width).
        """
        self._known = stock.known
        self._alike: dict[int, list[int]] = {}
        things, attributes = Counter[int](), Counter[int]()
        for piece, attribute in stock.copied():
            (attributes if attribute else things)[piece] += 1
        for mine, other in ((things, attributes), (attributes, things)):
            chosen = [piece for piece, times in mine.items() if times >= _OFTEN and times > other[piece]]
            if len(chosen) <= _LIKE:
                continue
            vectors = table[chosen]
            vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
            near = np.argsort(-(vectors @ vectors.T), axis=1)[:, 1 : _LIKE + 1]
            for piece, row in zip(chosen, near.tolist(), strict=True):
                self._alike[piece] = [chosen[place] for place in row]

    def swap(self, batch: Batch, share: float, chance: random.Random) -> Batch:
        """The batch with a word swapped in that share of its captions."""
        pieces = batch.pieces.copy()
        for row in range(len(pieces)):
            if chance.random() >= share:
                continue
            told = {int(token) - self._known for token in batch.targets[row] if token >= self._known}
            places = [(word, int(batch.first[row, word])) for word in sorted(told)]
            # a word that stands twice would have to be swapped twice
            free = [
                place
                for word, place in places
                if int(pieces[row, place]) in self._alike
                and place == batch.last[row, word]
                and (batch.kinds[row] == word).sum() == 1
            ]
            if free:
                place = chance.choice(free)
                other = chance.choice(self._alike[int(pieces[row, place])])
                if other not in pieces[row]:
                    pieces[row, place] = other
        return replace(batch, pieces=pieces)
