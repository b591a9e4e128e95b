"""The harmonic mean of several metrics: an answer is as good as it is by all of them.

So Li et al., FACTUAL (2023) put SoftSPICE together with BERTScore, and SoftSPICE(img) with RefCLIPScore.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated

from pydantic import BeforeValidator, InstanceOf

from optotype.family import split
from optotype.metrics import A_MODEL, FORMS, Case, Mark, Metric, build, harmonic_mean
from optotype.records import Item, Value

if TYPE_CHECKING:
    from optotype.bench import Bench

USUAL = "soft_spice+bertscore"


def _built(given: object) -> object:
    """Metrics out of a text such as `spice(synonyms=false)+rougel`."""
    return tuple(map(build, split(given, "+"))) if isinstance(given, str) else given


def _usual() -> tuple[Metric, ...]:
    return tuple(map(build, USUAL.split("+")))


@dataclass(frozen=True)
class Harmonic(Metric):
    """The harmonic mean of what metrics give; nothing, as soon as one of them gives nothing."""

    title = "harmonic mean"
    needs = A_MODEL

    metrics: Annotated[tuple[InstanceOf[Metric], ...], BeforeValidator(_built)] = field(default_factory=_usual)
    """The metrics, joined by `+`; their own settings stand in parentheses."""

    def __post_init__(self) -> None:
        """It is called after its metrics, and judges what all of them can judge.

        Raises:
            ValueError: there are fewer than two metrics, or two are the same.
        """
        super().__post_init__()
        signatures = [metric.signature for metric in self.metrics]
        if len(signatures) < 2 or len(set(signatures)) < len(signatures):
            raise ValueError(
                f"metrics are {' and '.join(signatures) or 'none'}, but at least two different were expected"
            )
        names = [metric.name for metric in self.metrics]
        told = zip(names, signatures, strict=True)
        vars(self).update(
            title=" + ".join(metric.title for metric in self.metrics),
            forms=FORMS.intersection(*(metric.forms for metric in self.metrics)),
            parts=tuple(name if names.count(name) == 1 else signature for name, signature in told),
        )

    def _signed(self) -> dict[str, object]:
        return {"metrics": "+".join(metric.signature for metric in self.metrics)}

    def suited(self, has: Callable[[str], bool], parser: str | None = None) -> Metric:
        """Each of its metrics suited."""
        return replace(self, metrics=tuple(metric.suited(has, parser) for metric in self.metrics))

    def prepare(self, bench: Bench) -> None:
        """Gets all of its metrics ready.

        Raises:
            OptotypeError: something that one of them needs is not there.
        """
        for metric in self.metrics:
            metric.prepare(bench)

    def fits(self, item: Item) -> bool:
        """It judges what all of its metrics judge."""
        return all(metric.fits(item) for metric in self.metrics)

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order."""
        return [self._together(marks) for marks in zip(*(metric.marks(cases) for metric in self.metrics), strict=True)]

    def mark(self, case: Case) -> Mark:
        """Judges one answer, whatever became of the question."""
        return self.marks([case])[0]

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Judges what was said against one of the right values."""
        return self._together([metric.score(item, right, value) for metric in self.metrics])

    def _together(self, marks: Sequence[Mark]) -> Mark:
        """One mark out of one by each metric; none, where one of them has none."""
        found = {part: mark.value for part, mark in zip(self.parts, marks, strict=True) if mark.value is not None}
        note = next((mark.note for mark in marks if mark.note and (mark.value is None or len(found) == len(marks))), "")
        return Mark(harmonic_mean([*found.values()]), note, found) if len(found) == len(marks) else Mark(None, note)
