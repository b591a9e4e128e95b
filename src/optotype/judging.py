"""Judging: answers become marks, and marks become scores; the same way for models, for people, and for old runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from optotype import metrics
from optotype.metrics import Case, Mark, Metric
from optotype.records import Item, Score
from optotype.results import together
from optotype.selecting import Selection

if TYPE_CHECKING:
    from optotype.bench import Bench


def judges_for(bench: Bench, selection: Selection, named: Sequence[str]) -> list[Metric]:
    """The metrics that are named, suited to chosen items.

    Where none is, whether answers are right, and, of free text, whether they say the same.

    Raises:
        OptotypeError: there is no such metric or setting.
    """
    usual = ["accuracy", "answer_match"] if selection.has(bench, "short_text") else ["accuracy"]
    return [metrics.build(spec).suited(partial(selection.has, bench)) for spec in named or usual]


def edition(item: Item) -> bytes:
    """What the digest of the items that a run asked about takes of each of them, in order."""
    return f"{item.id} {item.version}\n".encode(errors="surrogatepass")


def marks_of(judges: Sequence[Metric], cases: Sequence[Case]) -> dict[str, dict[str, list[Mark]]]:
    """By item and signature, a mark for each of its answers."""
    found: dict[str, dict[str, list[Mark]]] = {}
    for judge in judges:
        judged = [case for case in cases if judge.fits(case.item)]
        for case, mark in zip(judged, judge.marks(judged), strict=True):
            found.setdefault(case.item.id, {}).setdefault(judge.signature, []).append(mark)
    return found


def scores_of(run: str, item: str, judges: Sequence[Metric], marks: Mapping[str, Sequence[Mark]]) -> Iterator[Score]:
    """The scores of an item in a run: one for each metric, over all answers to it."""
    for judge in judges:
        if given := marks.get(judge.signature):
            mark = together(given)
            yield Score(
                item=item,
                run=run,
                metric=judge.name,
                signature=judge.signature,
                value=mark.value,
                note=mark.note,
                parts=dict(mark.parts),
            )


def scored(judges: Sequence[Metric], case: Case) -> Iterator[Score]:
    """The scores of one answer."""
    marks = marks_of(judges, [case]).get(case.item.id, {})
    return scores_of(case.answer.run or "", case.item.id, judges, marks)
