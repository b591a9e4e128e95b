"""Finds the figures that a graphical abstract was made of by looking at the pictures, and at nothing else."""

from __future__ import annotations

import io
from collections.abc import Mapping

import numpy as np
from PIL import Image

from optotype.records import Figure, Paper

_ALIKE = 6.0
"""Mean difference of grey values below which two pictures are the same."""
_STEP = 3


def components_seen(paper: Paper, contents: Mapping[str, bytes]) -> set[str]:
    """Ids of the figures and sub-figures whose pictures are seen in the graphical abstract."""
    assert paper.graphical_abstract is not None
    abstract = _grey(contents[paper.graphical_abstract.pictures[0]])
    found: set[str] = set()
    for leaf in _leaves(paper.figures):
        figure = _grey(contents[leaf.pictures[0]])
        if _whole(abstract, figure) < _ALIKE or _within(abstract, figure) < _ALIKE:
            found.add(leaf.id)
    return found


def labels_of(paper: Paper, seen: set[str]) -> set[str]:
    """The letters of the figures that hold what was seen."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return {
        letters[place]
        for place, figure in enumerate(paper.figures)
        if any(leaf.id in seen for leaf in _leaves((figure,)))
    }


def _leaves(figures: tuple[Figure, ...]) -> list[Figure]:
    return [leaf for figure in figures for leaf in (_leaves(figure.subfigures) if figure.subfigures else [figure])]


def _grey(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content)).convert("L")


def _whole(abstract: Image.Image, figure: Image.Image) -> float:
    """How much the two differ at the same size; a lot if they are not of one shape."""
    if abs(abstract.width / abstract.height - figure.width / figure.height) > 0.03:
        return 255.0
    return float(np.abs(np.asarray(abstract.resize(figure.size), float) - np.asarray(figure, float)).mean())


def _within(abstract: Image.Image, figure: Image.Image) -> float:
    """How much the figure differs from the place in the abstract that it resembles most, as high as it fits there."""
    page = np.asarray(abstract, float)
    best = 255.0
    # the picture stands in a frame between the headline and the foot, as large as the frame allows
    for frame in {min(420, max(180, int(200 * figure.width / figure.height)))}:
        share = min((frame - 8) / figure.width, 192 / figure.height)
        size = (int(figure.width * share), int(figure.height * share))
        small = np.asarray(figure.resize(size, Image.Resampling.BILINEAR), float)
        top = 56 + (200 - size[1]) // 2
        if page.shape[0] != 284 or page.shape[1] < size[0]:
            return best
        part = small[::_STEP, ::_STEP]
        for slip in (-1, 0, 1):
            strip = page[top + slip : top + slip + size[1] : _STEP]
            # means of columns never differ by more than their pixels do: most places need no closer look
            columns = np.lib.stride_tricks.sliding_window_view(strip.mean(0), size[0])[:, ::_STEP]
            least = np.abs(columns - part.mean(0)).mean(1)
            for left in np.argsort(least).tolist():
                if least[left] > best:
                    break
                best = min(best, float(np.abs(strip[:, left : left + size[0] : _STEP] - part).mean()))
    return best
