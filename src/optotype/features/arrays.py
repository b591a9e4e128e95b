"""Arrays: problems as networks take them, padded to the longest of a batch, with masks that say what is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from optotype.features.memory import Memory
from optotype.features.problems import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Arrays(NamedTuple):
    """What a network is given, in this order; an exported network calls its inputs so."""

    patches: NDArray[np.float32]
    """Of the diagrams: (batch, patches, width of the eye)."""
    words: NDArray[np.float32]
    """Tokens of the questions: (batch, tokens, width of the reader)."""
    words_there: NDArray[np.bool_]
    """Which of them are there: (batch, tokens)."""
    option_patches: NDArray[np.float32]
    """Of the options' pictures; zeros where options are texts: (batch, options, patches of an option, width)."""
    option_words: NDArray[np.float32]
    """Tokens of the options' texts: (batch, options, tokens, width)."""
    option_words_there: NDArray[np.bool_]
    """Which of them are there: (batch, options, tokens)."""
    options_there: NDArray[np.bool_]
    """Which options exist: (batch, options)."""


def arrays(memory: Memory, problems: Sequence[Problem], *, tokens: int) -> Arrays:
    """Problems, whose vectors the memory has, as a network takes them.

    Args:
        memory: where vectors are kept.
        problems: at least one.
        tokens: the most that is read of a text.
    """
    import numpy as np

    count = len(problems)
    most = max(1, *(len(one.options) for one in problems))
    patches = np.stack([memory.diagram(one.diagram) for one in problems]).astype(np.float32)
    words, words_there = _padded([memory.text(one.question)[:tokens] for one in problems], memory.reader.width)
    cells = sum(grid * grid for grid in memory.option_grids)
    option_patches = np.zeros((count, most, cells, memory.eye.width), np.float32)
    nothing = np.zeros((0, memory.reader.width), np.float16)
    texts = [[nothing] * most for _ in problems]
    options_there = np.zeros((count, most), np.bool_)
    for place, one in enumerate(problems):
        options_there[place, : len(one.options)] = True
        for number, option in enumerate(one.options):
            if one.task == "choose_img":
                option_patches[place, number] = memory.option(option)
            else:
                texts[place][number] = memory.text(option)[:tokens]
    flat, flat_there = _padded([text for row in texts for text in row], memory.reader.width)
    return Arrays(
        patches,
        words,
        words_there,
        option_patches,
        flat.reshape(count, most, *flat.shape[1:]),
        flat_there.reshape(count, most, -1),
        options_there,
    )


def _padded(rows: Sequence[NDArray[np.float16]], width: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Rows of vectors (rows, longest, width), and which of them are there (rows, longest)."""
    import numpy as np

    longest = max(1, *(len(row) for row in rows))
    out = np.zeros((len(rows), longest, width), np.float32)
    there = np.zeros((len(rows), longest), np.bool_)
    for place, row in enumerate(rows):
        out[place, : len(row)] = row
        there[place, : len(row)] = True
    return out, there
