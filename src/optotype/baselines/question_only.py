"""The question and its options, without the picture: what their words give away."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.baselines._learned import Learned, words
from optotype.records import Item


@dataclass(frozen=True)
class QuestionOnly(Learned):
    """Learns which words of a question go with which answers."""

    def knows(self, item: Item) -> list[int]:
        """The words of the question."""
        return words(item.question)
