"""SoftCaption: SoftSPICE that also looks at the caption as a whole.

SoftSPICE compares phrases, so it hardly tells `a dog chases a cat` from `a cat chases a dog`, and trusts whatever the
parser made of a caption. Here the phrases count a fifth, and the cosine of the whole caption with the nearest
reference the rest. The share was chosen by Flickr8k's CrowdFlower ratings, and by no others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from optotype import minilm, parsers
from optotype.metrics import A_MODEL, Case, Mark, Metric
from optotype.metrics.soft_spice import SoftSpice
from optotype.records import Item, Value
from optotype.values import as_text

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass(frozen=True)
class SoftCaption(Metric):
    """How near a caption comes to the references: its phrases to theirs, and as a whole to the nearest of them."""

    title = "SoftCaption"
    forms = frozenset({"short_text"})
    parts = ("phrases", "whole")
    needs = A_MODEL

    whole: Annotated[float, Field(ge=0, le=1)] = 0.8
    """The share of the caption as a whole; the rest is that of its phrases."""
    parser: str = parsers.DEFAULT
    """Who makes graphs of captions, as for `optotype parse`."""

    @cached_property
    def _phrases(self) -> SoftSpice:
        return SoftSpice(parser=self.parser)

    def _signed(self) -> dict[str, object]:
        return super()._signed() | {"parser": self._phrases.signature.partition("parser=")[2].partition(")")[0]}

    def suited(self, has: Callable[[str], bool], parser: str | None = None) -> Metric:
        """With the parser that is asked for."""
        return self if parser is None else replace(self, parser=parser)

    def prepare(self, bench: Bench) -> None:
        """Loads the parser and the encoder, before anybody is asked.

        Raises:
            OptotypeError: there is no such parser, or what it needs is not there.
        """
        self._phrases.prepare(bench)

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order; each text is embedded once."""
        marks = self._phrases.marks(cases)
        given = [(as_text(case.given), [*map(as_text, case.gold.accepted)]) for case in cases if case.given is not None]
        wholes = iter(_nearest(given))
        return [
            mark if case.given is None else self._together(mark, next(wholes))
            for case, mark in zip(cases, marks, strict=True)
        ]

    def mark(self, case: Case) -> Mark:
        """Judges one answer, whatever became of the question."""
        return self.marks([case])[0]

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Judges what was said against one of the right values."""
        (whole,) = _nearest([(as_text(value), [as_text(right)])])
        return self._together(self._phrases.score(item, right, value), whole)

    def _together(self, phrases: Mark, whole: float) -> Mark:
        if phrases.value is None:
            return phrases
        value = (1 - self.whole) * phrases.value + self.whole * whole
        return Mark(value, phrases.note, {"phrases": phrases.value, "whole": whole})


def _nearest(pairs: Sequence[tuple[str, Sequence[str]]]) -> list[float]:
    """The cosine of each text with the nearest of those beside it; nothing is near to nothing else."""
    texts = list(dict.fromkeys(text for said, rights in pairs for text in (said, *rights)))
    if not texts:
        return []
    vectors = minilm.shared().vectors(texts)  # (texts, width)
    places = {text: place for place, text in enumerate(texts)}
    return [
        max(
            (min(1.0, max(0.0, float(vectors[places[said]] @ vectors[places[right]]))) for right in rights), default=0.0
        )
        for said, rights in pairs
    ]
