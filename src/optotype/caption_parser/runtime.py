"""The network of the caption parser at work: captions to FACTUAL-MR, on onnxruntime, without torch.

Captions of like length are read together, a group per processor; a group writes a token of each caption at a time.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources.abc import Traversable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from optotype.caption_parser import language
from optotype.caption_parser.encoding import UNKNOWN, Encoded, Vocabulary, batch_of, encode, load_tokenizer, tokens_of
from optotype.scenegraph.notation import Fact

_MOST = 60
"""Tokens after which writing stops."""
_ROOM = 12
"""Steps for which there is room before it has to grow."""
_UNSEEN = -1e4
"""Added to what is not to be seen."""
_GROUPS = 2
"""Groups that a processor gets of a small batch: the more, the less is padded."""
_SMALL, _LARGE = 4, 32
"""How many captions a group has."""

Floats = NDArray[np.float32]


class Runtime:
    """The files that training exports, at work."""

    def __init__(self, folder: Traversable, tokenizer: Traversable) -> None:
        """Loads them.

        Args:
            folder: where `read.onnx`, `write.onnx` and `tokens.json` are.
            tokenizer: of the encoder that training began with.
        """
        onnxruntime = cast("Any", importlib.import_module("onnxruntime"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._read, self._write = (
            onnxruntime.InferenceSession((folder / name).read_bytes(), options, providers=["CPUExecutionProvider"])
            for name in ("read.onnx", "write.onnx")
        )
        given = [one.name for one in self._write.get_inputs()]
        self._past = [name for name in given if name.startswith("past")]
        self.vocabulary = Vocabulary(tuple(json.loads((folder / "tokens.json").read_text(encoding="utf-8"))))
        self._unknown = self.vocabulary.numbers[UNKNOWN]
        self.tokenizer = load_tokenizer(tokenizer)

    def parse(self, captions: Sequence[str]) -> list[list[Fact]]:
        """The FACTUAL-MR of each caption; empty where there is no word to speak of."""
        encoded = [encode(caption, self.tokenizer) for caption in captions]
        meanings: list[list[Fact]] = [[] for _ in captions]
        told = [number for number, one in enumerate(encoded) if one.texts]
        told.sort(key=lambda number: (len(encoded[number].pieces), len(encoded[number].texts)))
        size = min(max(len(told) // (_GROUPS * _cores()), _SMALL), _LARGE)
        groups = [told[start : start + size] for start in range(0, len(told), size)]
        groups.reverse()  # the longest first, so that no processor is left with it at the end

        def work(group: list[int]) -> list[list[int]]:
            return self.write([encoded[number] for number in group])

        if len(groups) < 2:
            found = list(map(work, groups))
        else:
            with ThreadPoolExecutor(min(_cores(), len(groups))) as pool:
                found = list(pool.map(work, groups))
        for group, written in zip(groups, found, strict=True):
            for number, tokens in zip(group, written, strict=True):
                meanings[number] = language.read(tokens_of(tokens, encoded[number], self.vocabulary))
        return meanings

    def write(self, encoded: Sequence[Encoded]) -> list[list[int]]:
        """The tokens of each caption, the most probable one at each step."""
        batch = batch_of(encoded, self.vocabulary)
        read, entering, pointed = cast(
            "tuple[Floats, Floats, Floats]",
            self._read.run(None, {"pieces": batch.pieces, "first": batch.first, "last": batch.last}),
        )
        pieces = batch.pieces.shape[1]
        past = _room(read, _ROOM)  # (layers * 2, rows, heads, places, width of a head)
        unseen = np.where(batch.pieces != 0, 0.0, _UNSEEN).astype(np.float32)
        unseen = np.pad(unseen, ((0, 0), (0, _ROOM)), constant_values=_UNSEEN)  # (rows, places)
        words = {"entering": entering, "pointed": pointed, "kinds": batch.kinds, "verbs": batch.verbs}
        tokens = np.zeros((len(encoded), 1), np.int64)  # the end also begins
        written: list[list[int]] = [[] for _ in encoded]
        rows = np.arange(len(encoded))
        """The captions that are not at their end."""
        for step in range(_MOST):
            found, new = cast(
                "tuple[Floats, Floats]",
                self._write.run(
                    None,
                    {"tokens": tokens, "step": np.array([step]), "unseen": unseen}
                    | words
                    | dict(zip(self._past, past, strict=True)),
                ),
            )
            found[:, self._unknown] = 0.0  # it stands for words that training could not write
            best = found.argmax(-1)  # (rows,)
            going = best != 0
            if not going.any():
                break
            for row, token in zip(rows[going], best[going], strict=True):
                written[int(row)].append(int(token))
            place = pieces + step
            if place == unseen.shape[1]:
                past = _room(past, _ROOM)
                unseen = np.pad(unseen, ((0, 0), (0, _ROOM)), constant_values=_UNSEEN)
            past[:, :, :, place] = new[:, :, :, 0]
            unseen[:, place] = 0.0
            if not going.all():
                rows, best, past, unseen = rows[going], best[going], past[:, going], unseen[going]
                words = {name: part[going] for name, part in words.items()}
            tokens = best[:, None]
        return written


def _room(past: Floats, steps: int) -> Floats:
    """What was seen, with room for more steps."""
    grown = np.zeros((*past.shape[:3], past.shape[3] + steps, past.shape[4]), np.float32)
    grown[:, :, :, : past.shape[3]] = past
    return grown


def _cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
