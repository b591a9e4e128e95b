"""Texts of one split are the same as texts of another, or nearly.

A question about a picture may be asked of many pictures; so only texts count that an item is about, and questions that
show no picture.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype import embedding
from optotype.audit.checks import KEPT, Check, Examined, Unexamined
from optotype.claims import Claim
from optotype.errors import OptotypeError

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence
    from optotype.records import Item

_LEAST = 4
"""Words that a text has to have: shorter ones are the same by chance."""
_LONGEST = 2_000
_TOGETHER = 2_000
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class TextAcrossSplits(Check):
    """Words of texts, and their meanings, held against each other across splits."""

    order = 70

    likeness: float = 0.95
    """The cosine from which on two texts may be nearly the same."""
    shared: float = 0.8
    """The share of their words that two such texts must have in common."""
    problem: float = 0.01
    """The share of texts from which on it is a problem; a single one is worth a warning."""

    def examine(self, evidence: Evidence) -> Examined:
        """Walks over all items once, and compares what differs by meaning."""
        first: dict[str, tuple[str, str]] = {}
        found: dict[str, tuple[str, bool]] = {}
        splits: set[str] = set()
        total = 0
        for item in evidence.every():
            if item.split is None:
                continue
            splits.add(item.split)
            words = _words(item)
            if len(words) < _LEAST:
                continue
            total += 1
            text = " ".join(words)
            id, split = first.setdefault(text, (item.id, item.split))
            if split != item.split:
                found[item.id] = id, True
        if len(splits) < 2:
            raise Unexamined("there are not two splits")
        if not total:
            raise Unexamined("every item shows a picture, and none is about a text")
        meanings = not evidence.fast and self._near(first, found)
        if not found:
            return Examined(Claim(self.name, "ok", "ok" if meanings else "same", {"texts": total}))
        share = len(found) / total
        same = sum(exact for _, exact in found.values())
        told = [
            self.found(id, f"{'says the same as' if exact else 'says nearly the same as'} {other}, in another split")
            for id, (other, exact) in list(found.items())[:KEPT]
        ]
        figures = {"texts": len(found), "share": share, "same": same, "first": next(iter(found))}
        return Examined(Claim(self.name, "problem" if share >= self.problem else "warning", "found", figures), told)

    def _near(self, first: dict[str, tuple[str, str]], found: dict[str, tuple[str, bool]]) -> bool:
        """Adds texts that mean nearly the same in nearly the same words; could meanings be compared?"""
        texts = list(first)
        try:
            vectors = np.concatenate(
                [
                    embedding.shared().vectors(texts[start : start + _TOGETHER])
                    for start in range(0, len(texts), _TOGETHER)
                ]
            )
        except OptotypeError:  # the encoder is not installed
            return False
        names = {split: number for number, split in enumerate(sorted({split for _, split in first.values()}))}
        codes = np.array([names[split] for _, split in first.values()])
        for start in range(0, len(texts), _TOGETHER):
            some = vectors[start : start + _TOGETHER] @ vectors.T  # (some, texts)
            some[codes[start : start + _TOGETHER, None] <= codes[None, :]] = 0.0
            for one, other in np.argwhere(some >= self.likeness).tolist():
                a, b = set(texts[start + one].split()), set(texts[other].split())
                if len(a & b) >= self.shared * len(a | b):
                    found.setdefault(first[texts[start + one]][0], (first[texts[other]][0], False))
        return True


def _words(item: Item) -> list[str]:
    """The words that an item must not share with one of another split."""
    text = item.text if item.pictures or item.text else item.question
    if not item.pictures and item.text:
        text = f"{item.text} {item.question}"
    return _WORD.findall(text[:_LONGEST].casefold())
