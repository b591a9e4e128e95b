"""The network of the caption parser at work: captions to FACTUAL-MR, on onnxruntime, without torch.

Captions of like length are read together, a group per processor; a group writes a token of each caption at a time.
"""

from __future__ import annotations

import importlib
import json
import os
from bisect import bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.resources.abc import Traversable
from itertools import accumulate, pairwise
from typing import Any, cast

import numpy as np

from optotype.caption_parser import language
from optotype.caption_parser.choosing import Chooser
from optotype.caption_parser.encoding import UNKNOWN, Encoded, Vocabulary, batch_of, encode, load_tokenizer, tokens_of
from optotype.caption_parser.paths import Floats, Paths, Written
from optotype.caption_parser.spelling import Speller
from optotype.scenegraph.notation import Fact
from optotype.word_pieces import WordPieces

FILES = ("read.onnx", "write.onnx")
"""The network: what reads a caption, and what writes a token."""

CHOICE = "choice.npz"
"""The model that chooses among writings; without it, the most probable one is taken."""

_MOST = 60
"""Tokens after which writing stops."""
_ROOM = 12
"""Steps for which there is room before it has to grow."""
_UNSEEN = -1e4
"""Added to what is not to be seen."""
_SMALL, _LARGE = 4, 32
"""How many captions a group has, in the mean: the more, the more captions share the reading of weights."""
_SHARE = 0.2
"""Of the probability of a caption's best writing, below which another is not followed."""
_FOLLOWED = 4
"""Writings of a caption that are followed."""
_SLOW = ("SkipLayerNormFusion",)
"""What onnxruntime 1.31 makes slower than it was: the sum and its normalisation in one step take six times as long."""


def open_session(file: bytes) -> Any:
    """A network ready to run, on one thread."""
    onnxruntime = cast("Any", importlib.import_module("onnxruntime"))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        file, options, providers=["CPUExecutionProvider"], disabled_optimizers=list(_SLOW)
    )


class Runtime:
    """The files that training exports, at work."""

    def __init__(
        self,
        folder: Traversable,
        tokenizer: Traversable,
        words: WordPieces,
        session: Callable[[bytes], Any] = open_session,
    ) -> None:
        """Loads them.

        Args:
            folder: where `read.onnx`, `write.onnx` and `tokens.json` are, and perhaps `choice.npz`.
            tokenizer: of the encoder that training began with.
            words: that encoder's word pieces.
            session: makes a network ready to run.
        """
        self._read, self._write = (session((folder / name).read_bytes()) for name in FILES)
        given = [one.name for one in self._write.get_inputs()]
        self._past = [name for name in given if name.startswith("past")]
        self.vocabulary = Vocabulary(tuple(json.loads((folder / "tokens.json").read_text(encoding="utf-8"))))
        self._unknown = self.vocabulary.numbers[UNKNOWN]
        self.tokenizer = load_tokenizer(tokenizer)
        self._words = words
        choice = folder / CHOICE
        self._chooser = Chooser.load(choice.read_bytes()) if choice.is_file() else None

    @cached_property
    def speller(self) -> Speller:
        """Puts right what is spelt wrong, by the words that the network knows."""
        written = filter(language.is_word, self.vocabulary.tokens)
        return Speller(frozenset(written), frozenset(self.tokenizer.get_vocab()))

    def parse(self, captions: Sequence[str]) -> list[list[Fact]]:
        """The FACTUAL-MR of each caption; empty where there is no word to speak of."""
        encoded = [encode(caption, self.tokenizer) for caption in captions]
        meanings: list[list[Fact]] = [[] for _ in captions]
        told = [number for number, one in enumerate(encoded) if one.texts]
        told.sort(key=lambda number: (len(encoded[number].pieces), len(encoded[number].texts)))
        groups = _groups(told, [len(encoded[number].pieces) for number in told])

        def work(group: list[int]) -> None:
            for number, written in zip(group, self.write([encoded[number] for number in group]), strict=True):
                meanings[number] = self._choose(written, encoded[number])

        if len(groups) < 2:
            for group in groups:
                work(group)
        else:
            with ThreadPoolExecutor(min(_cores(), len(groups))) as pool:
                for done in [pool.submit(work, group) for group in groups]:
                    done.result()
        return meanings

    def write(self, encoded: Sequence[Encoded], share: float = _SHARE) -> list[list[Written]]:
        """The most probable writings of each caption, best first; one where the network is sure.

        Args:
            encoded: the captions.
            share: of the probability of a caption's best writing, below which another is not followed.
        """
        batch = batch_of(encoded, self.vocabulary)
        read, entering, pointed = cast(
            "tuple[Floats, Floats, Floats]",
            self._read.run(
                ["past", "entering", "pointed"],
                {
                    "pieces": batch.pieces,
                    "embedded": self._words.vectors(batch.pieces),
                    "first": batch.first,
                    "last": batch.last,
                },
            ),
        )
        pieces = batch.pieces.shape[1]
        past = _room(read, _ROOM)  # (layers * 2, writings, heads, places, width of a head)
        unseen = np.where(batch.pieces != 0, 0.0, _UNSEEN).astype(np.float32)
        unseen = np.pad(unseen, ((0, 0), (0, _ROOM)), constant_values=_UNSEEN)  # (writings, places)
        words = {"entering": entering, "pointed": pointed, "kinds": batch.kinds, "verbs": batch.verbs}
        tokens = np.zeros((len(encoded), 1), np.int64)  # the end also begins
        paths = Paths(len(encoded), share, _FOLLOWED)
        for step in range(_MOST):
            found, new = cast(
                "tuple[Floats, Floats]",
                self._write.run(
                    ["probabilities", "new"],
                    {"tokens": tokens, "step": np.array([step]), "unseen": unseen}
                    | words
                    | dict(zip(self._past, past, strict=True)),
                ),
            )
            found[:, self._unknown] = 0.0  # it stands for words that training could not write
            origin, chosen = paths.follow(found)
            if not len(origin):
                break
            place = pieces + step
            if place == unseen.shape[1]:
                past = _room(past, _ROOM)
                unseen = np.pad(unseen, ((0, 0), (0, _ROOM)), constant_values=_UNSEEN)
            past[:, :, :, place] = new[:, :, :, 0]
            unseen[:, place] = 0.0
            if not np.array_equal(origin, np.arange(len(tokens))):
                past, unseen = past[:, origin], unseen[origin]
                words = {name: part[origin] for name, part in words.items()}
            tokens = chosen[:, None]
        return paths.all()

    def candidates(self, written: Sequence[Written], encoded: Encoded) -> list[tuple[float, list[Fact]]]:
        """What writings say, with their probabilities."""
        return [(one.weight, language.read(tokens_of(one.tokens, encoded, self.vocabulary))) for one in written]

    def _choose(self, written: Sequence[Written], encoded: Encoded) -> list[Fact]:
        """What the best writing says: the most probable one, unless there is a model that knows better."""
        if self._chooser is None:
            written = written[:1]
        found = self.candidates(written, encoded)
        return found[0][1] if self._chooser is None or len(found) == 1 else self._chooser.choose(encoded.texts, found)


def _groups(told: Sequence[int], pieces: Sequence[int]) -> list[list[int]]:
    """Captions parted into groups that take about as long, the longest first: none is waited for at the end.

    Args:
        told: the numbers of the captions, in the order of their lengths.
        pieces: how many pieces each has; the time that it takes grows with their square.
    """
    if not told:
        return []
    size = min(max(len(told) // _cores(), _SMALL), _LARGE)
    count = -(-len(told) // size)
    work = list(accumulate(one * one for one in pieces))
    cuts = [bisect_right(work, work[-1] * part / count) for part in range(1, count)]
    parts = [told[begin:end] for begin, end in pairwise([0, *cuts, len(told)])]
    return [list(part) for part in reversed(parts) if part]


def _room(past: Floats, steps: int) -> Floats:
    """What was seen, with room for more steps."""
    grown = np.zeros((*past.shape[:3], past.shape[3] + steps, past.shape[4]), np.float32)
    grown[:, :, :, : past.shape[3]] = past
    return grown


def _cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
