"""How near captions are to an abstract in meaning, by the sentence encoders that come with the package."""

from __future__ import annotations

import re
from collections.abc import Sequence

from optotype import embedding, minilm
from optotype.figure_vectors import meanings

_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def likeness(abstract: str, captions: Sequence[str]) -> list[float]:
    """For each caption, the cosine of its sentences' mean vector with that of the abstract's sentences."""
    texts = [abstract, *captions]
    foreign = any(_CYRILLIC.search(text) for text in texts)
    encoder, width = (embedding.shared(), embedding.WIDTH) if foreign else (minilm.shared(), minilm.WIDTH)
    vectors = meanings(texts, encoder, width)
    return [float(cosine) for cosine in vectors[1:] @ vectors[0]]
