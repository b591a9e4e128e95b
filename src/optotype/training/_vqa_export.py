"""A network that answers, as a file that onnxruntime reads."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import torch
from torch.export import Dim

from optotype.training._export import write_onnx
from optotype.training._vqa_heads import Given, Scores, Solver


def export(network: Solver, given: Given, file: Path) -> None:
    """Writes it; problems, tokens and options may be any number.

    Args:
        network: the network.
        given: an example, of at least two problems.
        file: where to.
    """
    batch, tokens, options, written = Dim("problems"), Dim("tokens"), Dim("options"), Dim("option_tokens")
    shapes = {
        "patches": {0: batch},
        "words": {0: batch, 1: tokens},
        "words_there": {0: batch, 1: tokens},
        "option_patches": {0: batch, 1: options},
        "option_words": {0: batch, 1: options, 2: written},
        "option_words_there": {0: batch, 1: options, 2: written},
        "options_there": {0: batch, 1: options},
    }
    write_onnx(deepcopy(network).cpu().eval(), _example(given), shapes, list(Scores._fields), file)
    _check(file, shapes)


def _check(file: Path, shapes: dict[str, dict[int, Any]]) -> None:
    """Makes sure that what may have any length can have it.

    Raises:
        ValueError: the network's code fixes a length, as `len` of a tensor does; `.shape[0]` does not.
    """
    import onnx

    model = cast("Any", onnx.load(file))
    for part in model.graph.input:
        for place in shapes[part.name]:
            if part.type.tensor_type.shape.dim[place].dim_value:
                raise ValueError(f"side {place} of '{part.name}' was fixed when the network was exported")


def _example(given: Given) -> tuple[torch.Tensor, ...]:
    """An example in which nothing has length one: such lengths would be taken for fixed."""
    lengths = {"problems": 2, "tokens": 5, "options": 3, "option_tokens": 4}
    problems, tokens, options, written = lengths.values()
    like = {"words_there": torch.bool, "option_words_there": torch.bool, "options_there": torch.bool}
    shapes = {
        "patches": (problems, *given.patches.shape[1:]),
        "words": (problems, tokens, given.words.shape[2]),
        "words_there": (problems, tokens),
        "option_patches": (problems, options, *given.option_patches.shape[2:]),
        "option_words": (problems, options, written, given.option_words.shape[3]),
        "option_words_there": (problems, options, written),
        "options_there": (problems, options),
    }
    return tuple(torch.ones(shape, dtype=like.get(name, torch.float32)) for name, shape in shapes.items())
