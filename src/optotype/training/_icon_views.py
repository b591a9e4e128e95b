"""How an icon classifier sees icons: turned, moved, recoloured, in crowds, and as parts of drawn problems."""

# torch leaves the types of many members open
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor
from torch.nn import functional

from optotype.picture_encoder import GRIDS, pyramid
from optotype.progress import Progress, silent
from optotype.training._icon_data import Pixels

LARGER = 1.25
"""How much larger icons are kept than they are seen, so that they may be seen from nearer."""
MOST = 20
"""The largest count that is told apart in a crowd."""
_PLAIN = 0.85
"""How much of the side an icon fills when nothing is changed."""


def plain(pixels: Pixels, side: int) -> Tensor:
    """Icons as they are, on white (icons, 3, side, side), from 0 to 1."""
    count = len(pixels)
    seen = _placed(_inked(pixels), torch.full((count,), _PLAIN), torch.zeros(count, 2), torch.zeros(count), side)
    return seen[:, :3] + (1 - seen[:, 3:])


def changed(pixels: Pixels, side: int, chance: Generator) -> Tensor:
    """Icons in other places, sizes, turns and colours, on other paper (icons, 3, side, side), from 0 to 1."""
    count = len(pixels)
    inked = _inked(pixels)
    mirrored = torch.from_numpy(chance.random(count) < 0.25)
    inked = torch.where(mirrored[:, None, None, None], inked.flip(3), inked)
    scale = chance.uniform(0.3, 1.15, count)
    turn = np.where(chance.random(count) < 0.6, chance.normal(0, 0.25, count), 0.0)
    room = np.abs(1 - scale)[:, None] + 0.2  # an icon may lie a little over the edge
    shift = chance.uniform(-1, 1, (count, 2)) * room
    seen = _placed(inked, _tensor(scale), _tensor(shift), _tensor(turn), side)
    colours, opaque = seen[:, :3], seen[:, 3:]  # colours are premultiplied, so all changes are linear
    grey = colours.mean(1, keepdim=True)
    vivid = np.where(chance.random(count) < 0.03, 0.0, chance.uniform(0.75, 1.25, count))
    colours = grey + (colours - grey) * _tensor(vivid)[:, None, None, None]
    colours = colours * _tensor(chance.uniform(0.88, 1.12, (count, 3)))[:, :, None, None]
    paper = _papers(count, chance)[:, :, None, None]
    whole = (colours + (1 - opaque) * paper).clamp(0, 1)
    return _hardened(whole, paper, chance)


def crowds(pixels: Pixels, side: int, chance: Generator) -> tuple[Tensor, list[dict[int, int]]]:
    """Crowds of icons (icons, 3, side, side): for each, how many of which icons are there, by their places here."""
    inked = _inked(pixels)
    count = len(pixels)
    papers = _papers(count, chance)
    whole = papers[:, :, None, None].expand(count, 3, side, side).clone()
    found: list[dict[int, int]] = []
    for number in range(count):
        kinds = chance.choice(count, size=min(count, int(chance.integers(1, 4))), replace=False)
        kinds[0] = number
        found.append(_crowd(whole[number], inked, kinds, chance))
    return _hardened(whole, papers[:, :, None, None], chance), found


def _crowd(paper: Tensor, inked: Tensor, kinds: NDArray[np.int64], chance: Generator) -> dict[int, int]:
    """Draws a crowd; how many of each kind have their middle on the paper."""
    side = paper.shape[1]
    grid = int(chance.integers(1, 6))
    cell = side * chance.uniform(0.85, 1.25) / grid
    size = max(5, round(cell * chance.uniform(0.6, 0.95)))
    small = functional.interpolate(inked[kinds], size=(size, size), mode="bilinear", antialias=True)
    begin = (side - cell * grid) * chance.random(2) + chance.uniform(-0.3, 0.3, 2) * cell
    filled, loose = chance.uniform(0.35, 1.0), (cell - size) / 2 * chance.integers(0, 2)
    if chance.random() < 0.3:
        _ruled(paper, begin, cell, grid, chance)
    counts: dict[int, int] = {}
    for place in range(grid * grid):
        if chance.random() > filled:
            continue
        kind = int(chance.integers(len(kinds)))
        middle = begin + (np.array(divmod(place, grid)) + 0.5) * cell + chance.uniform(-1, 1, 2) * loose
        top, left = (round(float(value) - size / 2) for value in middle)
        y0, y1, x0, x1 = max(0, top), min(side, top + size), max(0, left), min(side, left + size)
        if y0 >= y1 or x0 >= x1:
            continue
        cut = small[kind, :, y0 - top : y1 - top, x0 - left : x1 - left]
        paper[:, y0:y1, x0:x1].mul_(1 - cut[3]).add_(cut[:3])
        if 0 <= middle[0] < side and 0 <= middle[1] < side:
            counts[int(kinds[kind])] = counts.get(int(kinds[kind]), 0) + 1
    return counts


def _ruled(paper: Tensor, begin: NDArray[np.float64], cell: float, grid: int, chance: Generator) -> None:
    """Draws the lines of a table."""
    colour = _tensor(chance.uniform(0.2, 0.8, 3))[:, None, None]
    side, width = paper.shape[1], int(chance.integers(1, 3))
    for line in range(grid + 1):
        y, x = (round(float(value) + line * cell) for value in begin)
        if 0 <= y < side:
            paper[:, y : y + width] = colour
        if 0 <= x < side:
            paper[:, :, x : x + width] = colour


def _inked(pixels: Pixels) -> Tensor:
    """Premultiplied colours and how opaque they are (icons, 4, side, side), from 0 to 1."""
    raw = torch.from_numpy(np.ascontiguousarray(pixels)).permute(0, 3, 1, 2).float() / 255
    opaque = raw[:, 3:]
    return torch.cat([raw[:, :3] * opaque, opaque], 1)


def _placed(inked: Tensor, scale: Tensor, shift: Tensor, turn: Tensor, side: int) -> Tensor:
    """Icons that fill a share of a square, moved and turned (icons, 4, side, side)."""
    cos, sin = torch.cos(turn) / scale, torch.sin(turn) / scale
    theta = torch.stack([torch.stack([cos, sin], 1), torch.stack([-sin, cos], 1)], 1)  # (icons, 2, 2)
    theta = torch.cat([theta, -theta @ shift[:, :, None]], 2)  # (icons, 2, 3)
    out = torch.empty(len(inked), 4, side, side)
    # a picture that is made much smaller is first averaged, or every other line of it would not be seen
    finer = inked.shape[2] / side * 1.0 / scale
    halvings = finer.log2().round().clamp(0, 3).long()
    for halving in range(4):
        chosen = (halvings == halving).nonzero()[:, 0]
        if not len(chosen):
            continue
        small = functional.avg_pool2d(inked[chosen], 2**halving) if halving else inked[chosen]
        grid = functional.affine_grid(theta[chosen], [len(chosen), 4, side, side], align_corners=False)
        out[chosen] = functional.grid_sample(small, grid, align_corners=False)
    return out


def _papers(count: int, chance: Generator) -> Tensor:
    """Colours of paper (papers, 3): mostly white, often pale, seldom any."""
    kind = chance.random((count, 1))
    pale = 1 - chance.uniform(0, 0.15, (count, 3))
    return _tensor(np.where(kind < 0.5, 1.0, np.where(kind < 0.85, pale, chance.random((count, 3)))))


def _hardened(whole: Tensor, paper: Tensor, chance: Generator) -> Tensor:
    """Some paler, some blurred."""
    count = len(whole)
    fade = _tensor(np.where(chance.random(count) < 0.3, chance.uniform(0.5, 1.0, count), 1.0))[:, None, None, None]
    whole = whole * fade + paper * (1 - fade)
    blurred = torch.from_numpy(chance.random(count) < 0.2)
    if blurred.any():
        soft = functional.avg_pool2d(functional.pad(whole[blurred], (1, 1, 1, 1), mode="replicate"), 3, 1)
        whole[blurred] = soft
    return whole


def _tensor(values: NDArray[np.floating]) -> Tensor:
    return torch.from_numpy(np.asarray(values, np.float32))


# --- drawn problems

_KEPT = 10
"""Patches that are kept of each problem."""


@dataclass(frozen=True)
class Patches:
    """Parts of drawn problems."""

    pixels: NDArray[np.uint8]
    """(patches, side, side, 3)."""
    templates: NDArray[np.int64]
    """By what template the problem of each was drawn."""
    names: tuple[str, ...]
    """The templates."""

    def seen(self, places: NDArray[np.int64]) -> Tensor:
        """Patches (places, 3, side, side), from 0 to 1."""
        return torch.from_numpy(self.pixels[places]).permute(0, 3, 1, 2).float() / 255


def problem_patches(
    count: int, side: int, seed: int, hidden: Sequence[str] = (), progress: Progress = silent
) -> Patches:
    """Patches of so many drawn problems, of all levels and all sizes of the pyramid.

    Args:
        count: problems.
        side: of a patch.
        seed: of the problems.
        hidden: styles of icons that must not be seen; problems that show one are not taken.
        progress: told of each problem.
    """
    pixels: list[NDArray[np.uint8]] = []
    drawn: list[str] = []
    for number, (template, images) in enumerate(_problems(count, seed, hidden)):
        chance = np.random.default_rng([seed, number])
        cut = np.concatenate([pyramid(images[0], GRIDS, side), *(pyramid(image, (1, 2), side) for image in images[1:])])
        spread = cut.reshape(len(cut), -1).std(1)
        # empty patches are all alike; one of a picture's is enough
        full, empty = np.flatnonzero(spread > 2), np.flatnonzero(spread <= 2)
        kept = [0, *chance.choice(full, min(len(full), _KEPT - 2), replace=False), *empty[:1]]
        pixels.append(cut[kept])
        drawn += [template] * len(kept)
        progress(1)
    names = tuple(sorted(set(drawn)))
    numbers = {name: number for number, name in enumerate(names)}
    return Patches(np.concatenate(pixels), np.array([numbers[name] for name in drawn]), names)


def _problems(count: int, seed: int, hidden: Sequence[str]) -> Iterator[tuple[str, list[Image.Image]]]:
    from optotype.synth import LEVELS, Task
    from optotype.synth.icons import Icons, style

    drawer, number, taken = Icons(), 0, 0
    while taken < count:
        task = Task("icons", "icons", seed, number, number % LEVELS + 1)
        number += 1
        if style(task) in hidden:
            continue
        entry = drawer.draw(task)
        item = entry.items[0]
        told = json.dumps(item.scene)
        if any(f'"style": "{one}"' in told for one in hidden if one):  # where styles are mixed
            continue
        contents = (content for content in entry.files.values() if isinstance(content, bytes))
        yield item.tags["template"][0], [Image.open(io.BytesIO(content)).convert("RGB") for content in contents]
        taken += 1
