"""Ranking: which verb and which preposition are probable between two objects of a caption.

A log-linear model for verbs, another for prepositions, both learned from captions with graphs in a few seconds. A word
between the two objects, a word elsewhere in the caption, either object: each speaks for or against a candidate. Beside
that, a candidate that the caption itself says counts, however rare it is; so verbs of the caption that were never seen
are candidates too.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from optotype.batches import batches
from optotype.errors import BadSource, BadTarget, OptotypeError
from optotype.scenegraph.graph import Thing
from optotype.scenegraph.synonyms import bases
from optotype.statistics import Estimate, codes, mean

Floats: TypeAlias = NDArray[np.float32]
Which: TypeAlias = Literal["verb", "preposition"]

VERSION = 1
"""Rises when files are written otherwise, or read otherwise."""

_WORD = re.compile(r"[a-z0-9]+(?:['’-][a-z0-9]+)*")
_LONGEST = 5_000
"""Letters of a caption that are looked at."""
_ARTICLES = frozenset({"a", "an", "the"})
_SIGNS = 4
"""Ways in which a caption says a candidate: between both objects or elsewhere, with one word or several."""
_UNSEEN = 0.001
"""The share of choices that a candidate counts with which nobody chose."""
_TOGETHER = 128
_SEEN = 2
"""How often something must be seen to speak for or against candidates."""
_FIRST = 1.0
"""What squared slopes begin with, so that first steps are not too long."""
_PHRASE = 5
"""Words of the longest preposition that is looked for in captions."""
_ALIKE = 4
"""Letters that forms of a word share at least."""


@dataclass(frozen=True)
class Example:
    """What somebody chose between two objects of a caption."""

    caption: str
    subject: Thing
    object: Thing
    verb: str
    """Empty where there is none."""
    preposition: str
    """Empty where there is none."""


@dataclass(frozen=True)
class Candidate:
    """A verb or a preposition, and how probable it is among all, if there is one."""

    name: str
    probability: float


@dataclass(frozen=True)
class Candidates:
    """What may hold between two objects, the most probable first."""

    verbs: tuple[Candidate, ...]
    prepositions: tuple[Candidate, ...]


@dataclass(frozen=True)
class Ranker:
    """Ranks verbs and prepositions."""

    verbs: Part
    prepositions: Part

    def candidates(self, caption: str, subject: str | Thing, object: str | Thing, count: int = 20) -> Candidates:  # noqa: A002
        """The most probable verbs and prepositions for a pair of objects in a caption.

        Args:
            caption: what the graph is made of.
            subject: the name of an object, as the graph has it.
            object: the name of the other.
            count: how many of each.
        """
        sight = _Sight(caption, _thing(subject), _thing(object))
        return Candidates(self.verbs.ranked(sight, count), self.prepositions.ranked(sight, count))

    def by_frequency(self) -> Ranker:
        """The floor: what is chosen most often comes first, whatever the caption says."""
        return Ranker(self.verbs.by_frequency(), self.prepositions.by_frequency())

    @classmethod
    def learn(
        cls,
        examples: Iterable[Example],
        *,
        prepositions: Iterable[str] = (),
        rounds: int = 3,
        rate: float = 0.3,
        weights: int = 120_000,
        seed: int = 0,
    ) -> Ranker:
        """Learns from what people chose.

        Args:
            examples: captions with pairs of objects.
            prepositions: candidates that need not be among the examples.
            rounds: how often all examples are gone through.
            rate: how much is learned from each.
            weights: how many of a model are kept, the largest; a file grows by about two bytes for each.
            seed: the order of examples.

        Raises:
            OptotypeError: there is no verb or no preposition to learn.
        """
        some = list(examples)
        verbs = _learn("verb", [one for one in some if one.verb], (), rounds, rate, weights, seed)
        others = [one for one in some if one.preposition]
        return cls(verbs, _learn("preposition", others, prepositions, rounds, rate, weights, seed))

    def save(self, path: Path) -> None:
        """Writes the ranker to a file; the same ranker gives the same bytes.

        Raises:
            BadTarget: the file cannot be written.
        """
        arrays = {"version": np.array([VERSION])}
        for part in (self.verbs, self.prepositions):
            arrays |= {f"{part.which}_{name}": array for name, array in part.arrays().items()}
        packed = io.BytesIO()
        np.savez_compressed(packed, allow_pickle=False, **arrays)
        try:
            path.write_bytes(packed.getvalue())
        except OSError as error:
            raise BadTarget(f"{path}: {error.strerror or error}.") from error

    @classmethod
    def load(cls, path: Path | Traversable) -> Ranker:
        """Reads a ranker that was saved.

        Raises:
            BadSource: there is no such file, or it is none of ours.
        """
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
                if int(arrays["version"][0]) != VERSION:
                    raise BadSource(f"{path}: this ranker was saved by another version. Learn it again.")
                return cls(*(Part.of(which, arrays) for which in ("verb", "preposition")))
        except OSError as error:
            raise BadSource(f"{path}: {error.strerror or 'this is no ranker'}.") from error
        except (KeyError, ValueError, IndexError, EOFError, zipfile.BadZipFile) as error:
            raise BadSource(f"{path}: this is no ranker: {error}.") from error


def _thing(name: str | Thing) -> Thing:
    return Thing.parse(name) if isinstance(name, str) else name


@dataclass(frozen=True)
class Part:
    """Ranks verbs, or prepositions."""

    which: Which
    names: tuple[str, ...]
    """All candidates, the most frequent first."""
    prior: Floats
    """For each, the logarithm of how often it was chosen, less the largest."""
    features: tuple[str, ...]
    """What may be seen in a caption."""
    starts: NDArray[np.int64]
    """Where the weights of each feature begin, and where the last ends."""
    columns: NDArray[np.uint16]
    """Of each weight, the candidate that it is about."""
    weights: Floats
    signs: Floats
    """How much it counts that the caption itself says a candidate, for each way to say it."""
    open: bool
    """Are verbs of the caption candidates that were never seen?"""

    def ranked(self, sight: _Sight, count: int) -> tuple[Candidate, ...]:
        """The most probable candidates."""
        names, scores = self.scores(sight)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        order = cast("list[int]", np.argsort(-scores, kind="stable")[: max(count, 0)].tolist())
        return tuple(Candidate(names[place], float(chances[place])) for place in order)

    def scores(self, sight: _Sight) -> tuple[list[str], Floats]:
        """All candidates with what speaks for them."""
        scores = self.prior.copy()
        for feature in sight.features():
            if (row := self._rows.get(feature)) is not None:
                some = slice(self.starts[row], self.starts[row + 1])
                scores[self.columns[some]] += self.weights[some]
        more: dict[str, float] = {}
        for name, sign in sight.signs(self.which, self._places, self.open):
            if name in self._places:
                scores[self._places[name]] += self.signs[sign]
            else:
                more[name] = more.get(name, self._unseen) + float(self.signs[sign])
        return [*self.names, *more], np.concatenate([scores, np.array([*more.values()], dtype=np.float32)])

    def by_frequency(self) -> Part:
        """The same without looking at the caption."""
        nothing = np.zeros(0, dtype=np.float32)
        starts, columns = np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.uint16)
        signs = np.zeros(_SIGNS, dtype=np.float32)
        return Part(self.which, self.names, self.prior, (), starts, columns, nothing, signs, open=False)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {feature: row for row, feature in enumerate(self.features)}

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    @cached_property
    def _unseen(self) -> float:
        """What speaks for a verb that is in no list: less than for any that is."""
        return float(self.prior.min()) - 1.0

    # --- files

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All of it as arrays; weights in eight bits."""
        scale = float(np.abs(self.weights).max(initial=0.0)) / 127 or 1.0
        return {
            "names": _packed(self.names),
            "prior": self.prior,
            "features": _packed(self.features),
            "sizes": np.diff(self.starts).astype(np.uint16),
            "columns": self.columns,
            "weights": np.round(self.weights / scale).astype(np.int8),
            "scale": np.array([scale], dtype=np.float32),
            "signs": self.signs,
            "open": np.array([self.open]),
        }

    @classmethod
    def of(cls, which: Which, arrays: Mapping[str, NDArray[np.generic]]) -> Part:
        """The part that arrays hold.

        Raises:
            KeyError: something is missing.
            ValueError: something does not fit.
        """

        def array(name: str) -> NDArray[np.generic]:
            return arrays[f"{which}_{name}"]

        sizes = array("sizes").astype(np.int64)
        part = cls(
            which=which,
            names=_unpacked(array("names")),
            prior=array("prior").astype(np.float32),
            features=_unpacked(array("features")),
            starts=np.concatenate([[0], np.cumsum(sizes)]),
            columns=array("columns").astype(np.uint16),
            weights=array("weights").astype(np.float32) * array("scale").astype(np.float32)[0],
            signs=array("signs").astype(np.float32),
            open=bool(array("open")[0]),
        )
        fits = (
            0 < len(part.names) == len(part.prior)
            and len(part.features) == len(sizes)
            and len(part.columns) == len(part.weights) == part.starts[-1]
            and part.columns.max(initial=0) < len(part.names)
            and len(part.signs) == _SIGNS
        )
        if not fits or not all(np.isfinite(some).all() for some in (part.prior, part.weights, part.signs)):
            raise ValueError("its parts do not fit together")
        return part


def _packed(texts: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)


def _unpacked(packed: NDArray[np.generic]) -> tuple[str, ...]:
    return tuple(packed.astype(np.uint8).tobytes().decode().split("\n")) if packed.size else ()


# --- how good it is


@dataclass(frozen=True)
class Hits:
    """How often what somebody chose is among the first candidates."""

    count: int
    """Choices."""
    within: dict[int, Estimate]
    """By how many are looked at: the share of choices among them."""


@dataclass(frozen=True)
class Measured:
    """How good a ranker is."""

    verbs: Hits
    prepositions: Hits


def measure(ranker: Ranker, examples: Iterable[Example], firsts: Sequence[int] = (1, 5, 20)) -> Measured:
    """Holds a ranker against what people chose; intervals are clustered by caption.

    Raises:
        OptotypeError: there is no verb or no preposition among the choices.
    """
    most = max(firsts)
    places: dict[Which, list[tuple[int, str]]] = {"verb": [], "preposition": []}
    for one in examples:
        found = ranker.candidates(one.caption, one.subject, one.object, most)
        choices: tuple[tuple[Which, str, tuple[Candidate, ...]], ...] = (
            ("verb", one.verb, found.verbs),
            ("preposition", one.preposition, found.prepositions),
        )
        for which, right, some in choices:
            if right:
                names = [candidate.name for candidate in some]
                places[which].append((names.index(right) if right in names else most, one.caption))
    return Measured(*(_hits(which, places[which], firsts) for which in ("verb", "preposition")))


def _hits(which: Which, places: Sequence[tuple[int, str]], firsts: Sequence[int]) -> Hits:
    if not places:
        raise OptotypeError(f"Nobody chose a {which}: no caption has a relation with one.")
    clusters = codes([caption for _, caption in places])
    return Hits(len(places), {first: mean([float(place < first) for place, _ in places], clusters) for first in firsts})


# --- what is seen of a caption


class _Sight:
    """A caption with two of its objects."""

    def __init__(self, caption: str, subject: Thing, object_: Thing) -> None:
        words = _WORD.findall(caption[:_LONGEST].casefold())
        self.subject, self.object = subject, object_
        first, last = _place(words, subject), _place(words, object_)
        if first is None or last is None or first == last:
            self.order, first, last = "?", -1, len(words)
        else:
            self.order = "<" if first < last else ">"
            first, last = sorted((first, last))
        self.between = words[first + 1 : last]
        self.elsewhere = words[: max(first, 0)] + words[last + 1 :]

    def features(self) -> Iterator[str]:
        """What speaks for or against candidates, each once."""
        yield from (f"order {self.order}", f"{min(len(self.between), 6)} between")
        yield from (f"{side} {_head(thing)}" for side, thing in (("subject", self.subject), ("object", self.object)))
        yield from (f"{self.order} {word}" for word in dict.fromkeys(self.between))
        yield from (f"{one} {other}" for one, other in dict.fromkeys(pairwise(self.between)))
        yield from (f"elsewhere {word}" for word in dict.fromkeys(self.elsewhere))

    def signs(self, which: Which, known: Container[str], more: bool) -> Iterator[tuple[str, int]]:
        """Candidates that the caption itself says, and how; `more`, also verbs that are not known."""
        sides = (self.between, self.elsewhere)
        if which == "verb":
            named = {*self.subject.name.split(), *self.object.name.split()}
            for sign, words in enumerate(sides):
                verbs = ((word, base) for word in words for base in bases(word))
                said = (base for word, base in verbs if base in known or (more and base != word and word not in named))
                yield from ((base, sign) for base in dict.fromkeys(said))
            return
        for sign, words in enumerate(sides):
            kept = [word for word in words if word not in _ARTICLES]
            # longer ones first begin where shorter ones do: "on top of" says "on" as well
            phrases = (
                " ".join(kept[start:end])
                for start in range(len(kept))
                for end in range(start + 1, min(start + _PHRASE, len(kept)) + 1)
            )
            for phrase in dict.fromkeys(phrases):
                if phrase in known:
                    yield phrase, sign
                    if " " in phrase:
                        yield phrase, sign + 2


def _head(thing: Thing) -> str:
    """The last word of a name, as the word that it is a form of."""
    return bases((thing.name.split() or [""])[-1])[-1]


def _place(words: Sequence[str], thing: Thing) -> int | None:
    """Where a caption names an object; the second of one name is looked for further on."""
    name = (thing.name.casefold().split() or [""])[-1]
    forms = set(bases(name))
    places = [place for place, word in enumerate(words) if word == name]
    places = places or [place for place, word in enumerate(words) if not forms.isdisjoint(bases(word))]
    places = places or [
        place for place, word in enumerate(words) if len(name) > _ALIKE and word[:_ALIKE] == name[:_ALIKE]
    ]
    return places[min(thing.index, len(places) - 1)] if places else None


# --- learning


@dataclass(frozen=True)
class _Lesson:
    """An example, as numbers."""

    rows: list[int]
    """Features."""
    signs: list[tuple[int, int]]
    """Candidates that the caption says, and how."""
    right: int


def _learn(
    which: Which, examples: Sequence[Example], more: Iterable[str], rounds: int, rate: float, kept: int, seed: int
) -> Part:
    chosen = Counter(getattr(one, which) for one in examples)
    if not chosen:
        raise OptotypeError(f"There is no {which} to learn: no caption has a relation with one.")
    names = (*(name for name, _ in chosen.most_common()), *(name for name in dict.fromkeys(more) if name not in chosen))
    if len(names) > np.iinfo(np.uint16).max:
        raise OptotypeError(f"{len(names):,} different candidates for a {which}; cluster and prune them first.")
    prior = np.log([chosen.get(name, _UNSEEN * len(examples)) for name in names]).astype(np.float32)
    prior -= prior.max()
    places = {name: place for place, name in enumerate(names)}
    sights = [_Sight(one.caption, one.subject, one.object) for one in examples]
    seen = Counter(feature for sight in sights for feature in sight.features())
    features = sorted(feature for feature, times in seen.items() if times >= _SEEN)
    rows = {feature: row for row, feature in enumerate(features)}
    lessons = [
        _Lesson(
            [rows[feature] for feature in sight.features() if feature in rows],
            [(places[name], sign) for name, sign in sight.signs(which, places, more=False)],
            places[getattr(one, which)],
        )
        for one, sight in zip(examples, sights, strict=True)
    ]
    weights = np.zeros((len(features), len(names)), dtype=np.float32)
    signs = np.full(_SIGNS, 2.0, dtype=np.float32)
    _fit(lessons, prior, weights, signs, rounds, rate, seed)
    sizes, columns, values = _largest(weights, kept)
    known = sizes > 0
    return Part(
        which=which,
        names=names,
        prior=prior,
        features=tuple(feature for feature, keep in zip(features, known.tolist(), strict=True) if keep),
        starts=np.concatenate([[0], np.cumsum(sizes[known])]),
        columns=columns,
        weights=values,
        signs=signs,
        open=which == "verb",
    )


def _fit(
    lessons: Sequence[_Lesson], prior: Floats, weights: Floats, signs: Floats, rounds: int, rate: float, seed: int
) -> None:
    """Softmax regression by AdaGrad (Duchi et al., 2011); weights and signs are changed in place."""
    chance = np.random.default_rng(seed)
    squares, sign_squares = np.full_like(weights, _FIRST), np.full_like(signs, _FIRST)
    for _ in range(rounds):
        order = cast("list[int]", chance.permutation(len(lessons)).tolist())
        for places in batches(order, _TOGETHER):
            some = [lessons[place] for place in places]
            rows = np.array([row for lesson in some for row in lesson.rows], dtype=np.int64)
            sizes = np.array([len(lesson.rows) for lesson in some])
            begins = np.cumsum(sizes) - sizes
            of, candidate, sign = _columns(some)
            scores = prior + np.add.reduceat(weights[rows], begins, axis=0)  # (lessons, candidates)
            np.add.at(scores, (of, candidate), signs[sign])
            scores = np.exp(scores - scores.max(axis=1, keepdims=True))
            wrong = scores / scores.sum(axis=1, keepdims=True)
            wrong[np.arange(len(some)), [lesson.right for lesson in some]] -= 1
            by_row = np.argsort(rows, kind="stable")
            changed, firsts = np.unique(rows[by_row], return_index=True)
            slope = np.add.reduceat(wrong[np.repeat(np.arange(len(some)), sizes)[by_row]], firsts, axis=0)
            squares[changed] += slope**2
            weights[changed] -= rate * slope / np.sqrt(squares[changed])
            sign_slope = np.bincount(sign, wrong[of, candidate], minlength=_SIGNS).astype(np.float32)
            sign_squares += sign_slope**2
            signs -= rate * sign_slope / np.sqrt(sign_squares)


def _columns(lessons: Sequence[_Lesson]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Of each candidate that a caption says: which lesson, which candidate, how."""
    found = [(place, *sign) for place, lesson in enumerate(lessons) for sign in lesson.signs]
    table = np.array(found, dtype=np.int64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def _largest(weights: Floats, kept: int) -> tuple[NDArray[np.int64], NDArray[np.uint16], Floats]:
    """How many weights of each row are kept, and these with their columns, row by row."""
    sizes = np.abs(weights)
    least = np.partition(sizes.ravel(), -kept)[-kept] if 0 < kept < sizes.size else 0.0
    rows, columns = np.nonzero((sizes >= least) & (sizes > 0))
    return np.bincount(rows, minlength=len(weights)), columns.astype(np.uint16), weights[rows, columns]
