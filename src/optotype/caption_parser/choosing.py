"""Which of several writings of a caption is right: a linear model over what each makes of the caption's words.

It has learned what to add to the logarithm of the network's probability, from captions that a network wrote without
having learned them. It knows which words are things, attributes, verbs or nothing beside which others, and which
predicates stand between which things. Features are hashed: the file holds weights and no words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import BytesIO
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from optotype.caption_parser.language import bases_of, split_index, without_amounts
from optotype.scenegraph.notation import Fact

SIZE = 1 << 18
"""How many weights there are; features that fall on the same place share one."""

_FAR = 6
"""Words between two things beyond which it is only said that they are far apart."""
_OUTSIDE = "^"
_NOTHING = "-"

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Chooser:
    """The model: a weight for each place that a feature may fall on."""

    weights: Floats

    @classmethod
    def load(cls, file: bytes) -> Chooser:
        """The model that a file holds."""
        with np.load(BytesIO(file)) as kept:
            return cls(kept["weights"].astype(np.float32) * np.float32(kept["step"]))

    def save(self) -> bytes:
        """The file, in eight bits."""
        step = float(np.abs(self.weights).max()) / 127 or 1.0
        file = BytesIO()
        np.savez_compressed(file, weights=np.round(self.weights / step).astype(np.int8), step=np.float32(step))
        return file.getvalue()

    def choose(self, texts: Sequence[str], found: Iterable[tuple[float, list[Fact]]]) -> list[Fact]:
        """The best of several meanings.

        Args:
            texts: the words of the caption.
            found: meanings, each with its probability, best first.
        """
        meant = alike(found)
        if len(meant) == 1:
            return meant[0][1]
        scores = [math.log(weight) + self.score(texts, meaning) for weight, meaning in meant]
        return meant[scores.index(max(scores))][1]

    def score(self, texts: Sequence[str], meaning: Sequence[Fact]) -> float:
        """How much speaks for a meaning; only differences count."""
        return float(self.weights[places(texts, meaning)].sum())


def alike(found: Iterable[tuple[float, list[Fact]]]) -> list[tuple[float, list[Fact]]]:
    """Meanings that become different graphs, in their order; what leads to the same graph is added up."""
    weights: dict[frozenset[Fact], float] = {}
    first: dict[frozenset[Fact], list[Fact]] = {}
    for weight, meaning in found:
        graph = frozenset(tuple(term.removeprefix("p:") for term in fact) for fact in meaning)
        weights[graph] = weights.get(graph, 0.0) + weight
        first.setdefault(graph, meaning)
    return [(weight, first[graph]) for graph, weight in weights.items()]


def places(texts: Sequence[str], meaning: Sequence[Fact]) -> list[int]:
    """The places of the weights that a meaning's features fall on."""
    return [crc32(feature.encode()) % SIZE for feature in features(texts, meaning)]


def features(texts: Sequence[str], meaning: Sequence[Fact]) -> list[str]:
    """What a meaning makes of a caption's words."""
    return _Laid(texts, meaning).told


class _Laid:
    """A meaning laid over the words of its caption."""

    def __init__(self, texts: Sequence[str], meaning: Sequence[Fact]) -> None:
        amounts: dict[str, str] = {}
        self.told: list[str] = []
        self._texts = texts
        self._facts = list(dict.fromkeys(without_amounts(fact, amounts) for fact in meaning))
        self._roles = [""] * len(texts)
        """Of each word: (H)ead or part (M) of a thing, (A)ttribute, (V)erb, (P)assive, part of a predicate (v)."""
        self._things = {
            end: self._place(end)
            for fact in self._facts
            for end in (fact[0], *(() if len(fact) == 1 or _is_attribute(fact) else (fact[-1],)))
        }
        self._tell_things()
        for fact in self._facts:
            if len(fact) == 1:
                self._tell("alone")
                self._tell("alone", split_index(fact[0])[0])
            elif _is_attribute(fact):
                self._tell_attribute(fact)
            else:
                self._tell_relation(fact)
        self._tell_amounts(amounts)
        self._tell_words()
        self._tell_size()

    def _tell(self, *parts: str) -> None:
        self.told.append("|".join(parts))

    def _word(self, place: int) -> str:
        return self._texts[place] if 0 <= place < len(self._texts) else _OUTSIDE

    def _mark(self, place: int, role: str) -> None:
        if role not in self._roles[place]:
            self._roles[place] += role

    @cached_property
    def _where(self) -> Mapping[str, list[int]]:
        """The places of each word."""
        found: dict[str, list[int]] = {}
        for place, text in enumerate(self._texts):
            found.setdefault(text, []).append(place)
        return found

    def _place(self, thing: str) -> int:
        """Where a thing is named; -1 if it is not."""
        name, index = split_index(thing)
        head = name.rpartition(" ")[2]
        places = self._where.get(head) or [n for n, text in enumerate(self._texts) if text[:4] == head[:4]]
        return places[min(index, len(places) - 1)] if places else -1

    def _tell_things(self) -> None:
        for thing, place in self._things.items():
            name, _ = split_index(thing)
            *others, _ = words = name.split()
            self._tell("thing", name)
            if place < 0:
                self._tell("thing unsaid", name)
            else:
                self._mark(place, "H")
            for number, word in enumerate(others):
                before = place - len(others) + number
                if self._word(before) == word:
                    self._mark(before, "M")
                elif word in self._where:
                    self._mark(_nearest(self._where[word], place), "M")
                else:
                    self._tell("part unsaid", word)
            if others:
                self._tell("parts", str(len(words)))
                self._tell("first part", words[0])
                self._tell("last part", words[-1])

    def _tell_attribute(self, fact: Fact) -> None:
        head, value, place = _head(fact[0]), fact[-1], self._things[fact[0]]
        found = -1
        for word in value.split():
            if word in self._where:
                found = _nearest(self._where[word], place)
                self._mark(found, "A")
            else:
                self._tell("attribute unsaid", word)
        for parts in ((), (value,), (value, head), ("of", head)):
            self._tell("attribute", *parts)
        if min(place, found) >= 0:
            apart = _apart(found - place)
            for parts in ((apart,), (apart, value), (apart, "of", head), (self._between(place, found), apart[0])):
                self._tell("attribute at", *parts)

    def _tell_relation(self, fact: Fact) -> None:
        head, other = _head(fact[0]), _head(fact[-1])
        place, found = self._things[fact[0]], self._things[fact[-1]]
        predicate = " ".join(fact[1:-1])
        for term in fact[1:-1]:
            self._mark_predicate(term, predicate, found, (head, other))
        for parts in (
            (), (predicate,), (predicate, head, ""), (predicate, "", other), (predicate, head, other),
            ("", head, other),
        ):  # fmt: skip
            self._tell("relation", *parts)
        self._tell("subject", head)
        self._tell("object", other)
        if min(place, found) < 0:
            return
        low, high = sorted((place, found))
        side = str(int(place < found))
        between, inner = self._between(place, found), sum(low < one < high for one in self._things.values())
        first, last = self._word(low + 1), self._word(high - 1)
        self._tell("apart", _apart(found - place))
        for parts in (
            (predicate,), (predicate, "all", between), ("", "all", between), (predicate, "ends", first, last),
            (predicate, "first", first), (predicate, "last", last), (str(inner),),
        ):  # fmt: skip
            self._tell("between", side, *parts)
        self._tell("over", str(inner), predicate)
        for word in self._texts[low + 1 : high][:_FAR]:
            self._tell("within", side, predicate, word)

    def _mark_predicate(self, term: str, predicate: str, place: int, ends: Sequence[str]) -> None:
        verb = term.removeprefix("p:")
        said = [n for n, text in enumerate(self._texts) if verb == text or verb in _bases(text)]
        if said:
            self._mark(_nearest(said, place), "V" if verb == term else "P")
            return
        unsaid = True
        for word in verb.split():
            said = [n for n, text in enumerate(self._texts) if word == text or word in _bases(text)]
            if said:
                self._mark(_nearest(said, place), "v")
                unsaid = False
            else:
                self._tell("word unsaid", word)
                self._tell("word unsaid", word, predicate)
        if unsaid:
            for end in ("", *ends):
                self._tell("predicate unsaid", predicate, end)

    def _tell_amounts(self, amounts: Mapping[str, str]) -> None:
        for thing, amount in amounts.items():
            place = self._things.get(thing, -1)
            for parts in (
                (),
                ("of", split_index(thing)[0]),
                ("after", self._word(place - 1)),
                ("2", self._word(place - 2)),
            ):
                self._tell("amount", amount, *parts)
            self._tell("amount said", amount, str(amount.rstrip("gprals") in self._where))

    def _tell_words(self) -> None:
        before = second = _OUTSIDE
        for place, text in enumerate(self._texts):
            role = self._roles[place] or _NOTHING
            left, right = self._word(place - 1), self._word(place + 1)
            for parts in ((), ("after", left), ("before", right), ("within", left, right), ("next to", before)):
                self._tell("word", text, role, *parts)
            self._tell("roles", before, role)
            self._tell("roles", second, before, role)
            before, second = role, before

    def _tell_size(self) -> None:
        facts, things = str(len(self._facts)), str(len(self._things))
        for parts in (("facts", facts), ("things", things), ("both", facts, things)):
            self._tell("size", *parts)
        subjects = [fact[0] for fact in self._facts]
        for subject in dict.fromkeys(subjects):
            self._tell("facts of one", str(subjects.count(subject)))

    def _between(self, place: int, other: int) -> str:
        """The words between two places."""
        low, high = sorted((place, other))
        return " ".join(self._texts[low + 1 : high]) if high - low <= _FAR else "far"


def _is_attribute(fact: Fact) -> bool:
    return len(fact) == 3 and fact[1] == "is"


def _head(thing: str) -> str:
    return split_index(thing)[0].rpartition(" ")[2]


def _nearest(places: Sequence[int], to: int) -> int:
    return min(places, key=lambda place: abs(place - max(to, 0)))


def _apart(words: int) -> str:
    """How many words two places are apart, with the side first."""
    return f"{'-' if words < 0 else '+'}{min(abs(words), _FAR)}"


@lru_cache(maxsize=100_000)
def _bases(word: str) -> frozenset[str]:
    return frozenset(bases_of(word))
