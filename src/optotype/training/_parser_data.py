"""What the caption parser learns from: captions with their FACTUAL-MR, as numbers, in batches of equal lengths."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from optotype.caption_parser import language
from optotype.caption_parser.encoding import END, LONGEST, UNKNOWN, Batch, Encoded, Vocabulary, batch_of, encode
from optotype.errors import OptotypeError
from optotype.scenegraph import notation
from optotype.scenegraph.notation import Fact
from optotype.training.parser import Split

_POOL = 200
"""Batches that are sorted by length together."""

_OFTEN = 5
"""How often a word must have been copied to be swapped."""

_LIKE = 12
"""How many words may stand for a word."""

MANY = 9
"""Words from which on a caption is a long one."""

_JOINTS = (" and ", " while ", " , ", " . ", " , and ")
"""What stands between two captions that are made one."""

Chosen = tuple[int, ...]
"""The number of an example, or of two that are made one."""

_NUMBER = re.compile(r"\d+")
_UNITS = {"group of": "gr", "pair of": "pr", "part": "pa", "slice": "sl", "slices": "sl"}


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


def fold_of(caption: str, folds: int) -> int:
    """The part that a caption falls into; captions of the same words fall into the same."""
    return crc32(caption.encode()) % folds


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


class Stock:
    """A training set as numbers, handed out in batches; epoch and seed decide their order."""

    def __init__(self, found: Sequence[Example], tokenizer: Tokenizer, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._tokenizer = tokenizer
        self.known = len(vocabulary.tokens)
        """How many tokens are not copied."""
        self._is = vocabulary.numbers.get("=is", -1)
        self._examples: list[Example] = []
        self._pairs: list[tuple[Encoded, list[int]]] = []
        for example in found:
            pair = self._numbers(example)
            if example.meaning and _is_readable(pair):
                self._examples.append(example)
                self._pairs.append(pair)

    def __len__(self) -> int:
        return len(self._examples)

    def batches(
        self,
        size: int,
        seed: int,
        epoch: int,
        joined: int = 0,
        made: Iterable[Example] = (),
        drawn: int | None = None,
        again: int = 0,
    ) -> list[list[Chosen]]:
        """What each batch of an epoch is made of: alike in length, in a drawn order.

        Args:
            size: of a batch.
            seed: of all draws.
            epoch: counted from 0.
            joined: how many pairs of captions to make one; fewer, where two do not go together.
            made: captions that were made for this epoch; their numbers follow those of the set, until the next epoch.
            drawn: how many captions of the set to draw; all, if it is not given.
            again: how often more to take those that are long.
        """
        chance = random.Random(f"{seed} {epoch}")  # noqa: S311
        numbers = range(len(self)) if drawn is None else chance.sample(range(len(self)), drawn)
        order: list[Chosen] = [(number,) for number in numbers]
        order += again * [one for one in order if len(self._pairs[one[0]][0].texts) >= MANY]
        order += self._partners(joined, chance)
        self._pairs[len(self) :] = filter(_is_readable, map(self._numbers, made))
        order += [(number,) for number in range(len(self), len(self._pairs))]
        chance.shuffle(order)
        found: list[list[Chosen]] = []
        for start in range(0, len(order), size * _POOL):
            pool = sorted(order[start : start + size * _POOL], key=self._lengths)
            found += [pool[place : place + size] for place in range(0, len(pool), size)]
        chance.shuffle(found)
        return found

    def batch(self, chosen: Sequence[Chosen]) -> Batch:
        """These examples side by side."""
        pairs = [
            self._pairs[one[0]] if len(one) == 1 else self._numbers(joined(*(self._examples[n] for n in one)))
            for one in chosen
        ]
        return batch_of([encoded for encoded, _ in pairs], self._vocabulary, [wanted for _, wanted in pairs])

    def captions(self, chosen: Chosen) -> list[str]:
        """What an example says, or each of two that are made one; nothing of one that was made for an epoch."""
        return [self._examples[number].caption for number in chosen if number < len(self)]

    def copied(self) -> Iterator[tuple[int, bool]]:
        """The piece of every copied word that is only one, and whether the word stands after `is`."""
        for encoded, wanted in self._pairs[: len(self)]:
            for before, token in zip([0, *wanted], wanted, strict=False):
                word = token - self.known
                if word >= 0 and encoded.first[word] == encoded.last[word]:
                    yield encoded.pieces[encoded.first[word]], before == self._is

    def _numbers(self, example: Example) -> tuple[Encoded, list[int]]:
        encoded = encode(example.caption, self._tokenizer)
        return encoded, target(example, encoded, self._vocabulary)

    def _partners(self, count: int, chance: random.Random) -> Iterator[Chosen]:
        """Pairs of captions that name different things, and that are not too long together."""
        for _ in range(count):
            pair = chance.randrange(len(self)), chance.randrange(len(self))
            one, other = (things_of(self._examples[number]) for number in pair)
            if one.isdisjoint(other) and max(self._lengths(pair)) < LONGEST:
                yield pair

    def _lengths(self, chosen: Chosen) -> tuple[int, int]:
        pairs = [self._pairs[number] for number in chosen]
        return sum(len(encoded.pieces) for encoded, _ in pairs), sum(len(wanted) for _, wanted in pairs)


def _is_readable(pair: tuple[Encoded, list[int]]) -> bool:
    """Has it words, and not more pieces and tokens than are read and written?"""
    encoded, wanted = pair
    return bool(encoded.texts) and max(len(encoded.pieces), len(wanted)) < LONGEST


def joined(one: Example, other: Example) -> Example:
    """Two captions as one that says both, as people say two things in a sentence."""
    joint = _JOINTS[(len(one.caption) + len(other.caption)) % len(_JOINTS)]
    caption = f"{one.caption.rstrip(' .')}{joint}{other.caption}"
    return Example(caption, one.meaning + other.meaning, one.graph | other.graph)


def things_of(example: Example) -> set[str]:
    """The names of all things and values in a meaning, each word of them alone."""
    ends = (term for fact in example.meaning for term in (*fact[:2], fact[-1]))
    return {word for term in ends for word in term.partition(":")[0].split()}


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
