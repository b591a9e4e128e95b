"""The picture without the question: what its size, colours and edges give away."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from optotype.baselines._learned import Learned, hashed
from optotype.pictures import BadPicture, decode, flatten
from optotype.records import Item, Option, Picture

if TYPE_CHECKING:
    from PIL.Image import Image

_SIDE = 32
"""Cells on each side of the thumbnail that is looked at."""
_HUES = 12
_GRID = 4


@dataclass(frozen=True)
class ImageOnly(Learned):
    """Learns what pictures look like, coarsely, that go with each answer; of options, their words and pictures."""

    @cached_property
    def _looks(self) -> dict[str, list[int]]:
        """By picture."""
        return {}

    def glance(self, items: Sequence[Item]) -> None:
        """Looks at the pictures that were not seen yet."""
        ids = dict.fromkeys(id for item in items for id in item.all_pictures)
        new = [id for id in ids if id not in self._looks]
        if not self.benches or not new:
            return
        bench = self.benches[0]
        records = bench.store.get_all(Picture, new)

        def look(id: str) -> list[int]:
            path = bench.path(records[id]) if id in records else None
            try:
                return [] if path is None else _facts(flatten(decode(path.read_bytes())))
            except (OSError, BadPicture):  # whoever lints is told
                return [hashed("bad picture")]

        if len(new) == 1:
            self._looks[new[0]] = look(new[0])
            return
        with ThreadPoolExecutor(2) as pool:
            self._looks.update(zip(new, pool.map(look, new), strict=True))

    def knows(self, item: Item) -> list[int]:
        """What the first of the pictures looks like, and how many there are."""
        return [
            hashed(f"pictures {len(item.pictures)}"),
            *(self._looks.get(item.pictures[0], ()) if item.pictures else ()),
        ]

    def sees(self, option: Option) -> list[int]:
        """The words of an option, and what its picture looks like."""
        return [*super().sees(option), *self._looks.get(option.picture or "", ())]


def _facts(image: Image) -> list[int]:
    """What a picture looks like, in steps that are coarse enough to be met again."""
    from PIL.Image import Resampling

    small = image.resize((_SIDE, _SIDE), Resampling.BOX)
    grey = np.asarray(small.convert("L"), dtype=np.float32)
    hue, saturation, value = (np.asarray(band, dtype=np.float32) for band in small.convert("HSV").split())
    coloured = saturation * value > 40 * 255
    hues = np.bincount((hue[coloured] * _HUES / 256).astype(np.int64), minlength=_HUES) / hue.size
    cells = grey.reshape(_GRID, _SIDE // _GRID, _GRID, _SIDE // _GRID).mean(axis=(1, 3)).ravel()
    edges = (np.abs(np.diff(grey, axis=0)) > 24).mean() + (np.abs(np.diff(grey, axis=1)) > 24).mean()
    facts = {
        "width": np.log2(image.width) * 2,
        "height": np.log2(image.height) * 2,
        "proportions": np.log2(image.width / image.height) * 4,
        "light": grey.mean() / 16,
        "contrast": grey.std() / 8,
        "coloured": coloured.mean() * 8,
        "edges": edges * 10,
        "main hue": float(hues.argmax()) if coloured.any() else -1.0,
        **{f"hue {number}": np.ceil(4 * np.sqrt(share)) for number, share in enumerate(hues)},
        **{f"cell {number}": light / 64 for number, light in enumerate(cells)},
    }
    return [hashed(f"{name} {int(fact)}") for name, fact in facts.items()]
