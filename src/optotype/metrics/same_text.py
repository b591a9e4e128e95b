"""Same text: letter by letter, but for case and a final full stop.

The exact match that SciVQA reports beside ROUGE (Borisova et al., 2025). Unlike `exact_match`, which is MERA's, it
keeps punctuation: "3.5" is not "35".
"""

from __future__ import annotations

from dataclasses import dataclass

from optotype.metrics import Mark, TextMetric


@dataclass(frozen=True)
class SameText(TextMetric):
    """One if the reply is the text of gold, else nothing."""

    title = "same text"

    def compare(self, right: str, said: str) -> Mark:
        """Compares both texts in small letters, without spaces around them and a final full stop."""
        return Mark(float(_plain(right) == _plain(said)))


def _plain(text: str) -> str:
    return text.strip().casefold().removesuffix(".")
