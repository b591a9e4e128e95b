"""How near captions are to an abstract in meaning, by the sentence encoders that come with the package."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from optotype import embedding, minilm

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_MOST = 20
"""Sentences of a text that are looked at."""


def likeness(abstract: str, captions: Sequence[str]) -> list[float]:
    """For each caption, the cosine of its sentences' mean vector with that of the abstract's sentences."""
    texts = [abstract, *captions]
    split = [[part for part in _SENTENCE.split(text)[:_MOST] if part.strip()] for text in texts]
    encoder = embedding.shared() if any(_CYRILLIC.search(text) for text in texts) else minilm.shared()
    whose = np.repeat(np.arange(len(split)), [len(parts) for parts in split])
    vectors = encoder.vectors([part for parts in split for part in parts])
    sums = np.zeros((len(split), vectors.shape[1]))
    np.add.at(sums, whose, vectors)
    sums /= np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    return [float(cosine) for cosine in sums[1:] @ sums[0]]
