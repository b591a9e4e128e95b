"""The exported caption parser at work: captions to FACTUAL-MR, on onnxruntime, without torch."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from optotype.scenegraph.notation import Fact
from optotype.training import _parser_language as language
from optotype.training._parser_data import Encoded, Vocabulary, batch_of, encode, load_tokenizer, tokens_of

_MOST = 60
"""Tokens after which writing stops."""

Floats = NDArray[np.float32]


class Runtime:
    """The files that `export` wrote, with the tokenizer of the encoder."""

    def __init__(self, folder: Path, tokenizer: Path, threads: int = 0) -> None:
        onnxruntime = cast("Any", importlib.import_module("onnxruntime"))

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._read, self._write = (
            onnxruntime.InferenceSession(folder / name, options, providers=["CPUExecutionProvider"])
            for name in ("read.onnx", "write.onnx")
        )
        self._lemmas = any(given.name == "verbs" for given in self._write.get_inputs())
        self.vocabulary = Vocabulary(tuple(json.loads((folder / "tokens.json").read_text(encoding="utf-8"))))
        self.tokenizer = load_tokenizer(tokenizer)

    def parse(self, captions: Sequence[str]) -> list[list[Fact]]:
        """The FACTUAL-MR of each caption."""
        encoded = [encode(caption, self.tokenizer) for caption in captions]
        told = [number for number, one in enumerate(encoded) if one.texts]
        meanings: list[list[Fact]] = [[] for _ in captions]
        if told:
            chosen = [encoded[number] for number in told]
            for number, one, numbers in zip(told, chosen, self.write(chosen), strict=True):
                meanings[number] = language.read(tokens_of(numbers, one, self.vocabulary))
        return meanings

    def write(self, encoded: Sequence[Encoded]) -> list[list[int]]:
        """The tokens of each caption, the most probable one at each step."""
        batch = batch_of(encoded, self.vocabulary)
        past, entering, pointed = cast(
            "tuple[Floats, Floats, Floats]",
            self._read.run(None, {"pieces": batch.pieces, "first": batch.first, "last": batch.last}),
        )
        seen = batch.pieces != 0  # (batch, pieces)
        here = np.ones((len(encoded), 1), np.bool_)
        tokens = np.zeros((len(encoded), 1), np.int64)  # the end also begins
        written: list[list[int]] = [[] for _ in encoded]
        open_ = np.ones(len(encoded), np.bool_)
        for step in range(_MOST):
            seen = np.concatenate([seen, here], 1)
            found, past = cast(
                "tuple[Floats, Floats]",
                self._write.run(
                    None,
                    {
                        "tokens": tokens,
                        "step": np.array([step]),
                        "past": past,
                        "seen": seen,
                        "entering": entering,
                        "pointed": pointed,
                        "kinds": batch.kinds,
                        **({"verbs": batch.verbs} if self._lemmas else {}),
                    },
                ),
            )
            best = found.argmax(-1)  # (batch,)
            open_ &= best != 0
            if not open_.any():
                break
            for row in np.flatnonzero(open_).tolist():
                written[row].append(int(best[row]))
            tokens = best[:, None]
        return written
