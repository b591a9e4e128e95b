"""SoftSPICE(img): do the things, attributes and relations of a graph fit the right ones by meaning, and the picture?

Li et al., FACTUAL (2023), equations 2 and 3. Phrases are compared with phrases by the encoder that comes with the
package, as in `soft_spice`, and with the picture by a CLIP.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from optotype.metrics import Mark, harmonic_mean
from optotype.metrics._clip import PictureMetric, cosine
from optotype.metrics._graphs import PooledMetric
from optotype.records import Item
from optotype.scenegraph.soft_spice import Pair, nearness
from optotype.scenegraph.tuples import phrases


@dataclass(frozen=True)
class SoftSpiceImage(PictureMetric, PooledMetric):
    """The harmonic mean of SoftSPICE and of the mean cosine of phrases and picture."""

    title = "SoftSPICE(img)"
    parts = ("soft_spice", "picture")

    prefix: str = ""
    """What is put before each phrase; the authors name nothing."""

    def compare(self, pairs: Sequence[Pair], items: Sequence[Item]) -> list[Mark]:
        """A mark for each pair; each phrase and each picture is encoded once.

        Raises:
            OptotypeError: the CLIP cannot be loaded, or there is no bench.
        """
        said = [phrases([candidate]) for candidate, _ in pairs]
        texts = list(dict.fromkeys(chain.from_iterable(said)))
        vectors = dict(zip(texts, self._vectors(texts), strict=True))
        marks: list[Mark] = []
        for some, picture, near in zip(said, self._look(items), nearness(pairs), strict=True):
            if isinstance(picture, str):
                marks.append(Mark(None, picture))
            elif not some:
                marks.append(self.plain(0.0, "nothing is said of the picture"))
            else:
                fits = sum(cosine(vectors[phrase], picture) for phrase in some) / len(some)
                soft_spice = max(0.0, near.precision)
                parts = {"soft_spice": soft_spice, "picture": fits}
                marks.append(Mark(harmonic_mean([soft_spice, fits]), parts=parts))
        return marks
