"""Rescoring: answers that are stored are judged again, for what is right has changed. Nobody is asked anything."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from optotype import looking, metrics
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.family import split
from optotype.judging import marks_of, scores_of
from optotype.metrics import A_MODEL, Case, Metric
from optotype.progress import Progress, silent
from optotype.records import Answer, Gold, Item, Noun, Run, Score
from optotype.running import is_under_way
from optotype.store import BATCH

if TYPE_CHECKING:
    from optotype.bench import Bench


@dataclass
class Rescored:
    """What came of judging a run again."""

    run: str
    respondent: str
    metrics: list[str]
    """Signatures of the metrics that judged."""
    items: int = 0
    """Items that were judged again."""
    changed: int = 0
    """Scores that are others now, are new, or are gone."""
    skipped: dict[str, str] = field(default_factory=dict[str, str])
    """By signature of a metric that did not judge again, why. Its scores of items whose right answers have changed are
    gone, for they were about other ones."""
    under_way: bool = False
    """Is it asked at this moment? Then it is judged against the gold of now at its end."""


@dataclass(frozen=True)
class _Change:
    gone: list[str]
    new: list[Score]


def rescore(
    bench: Bench,
    items: Collection[str] | None = None,
    *,
    runs: Sequence[str] = (),
    progress: Progress = silent,
) -> list[Rescored]:
    """Judges stored answers of runs again, by the metrics that judged them before, against the gold of now.

    Metrics that need a model are left to `optotype eval`, which asks nobody whose reply is on disk.

    Args:
        bench: whose runs.
        items: ids of the items whose right answers have changed; all, unless given.
        runs: names of runs; all, unless given.
        progress: told of each run done.

    Raises:
        OptotypeError: there is no such run.
    """
    chosen = [looking.find_run(bench, name) for name in runs] if runs else list(bench.store.each(Run))
    done: list[Rescored] = []
    with ExitStack() as stack:
        writer = None
        for run in chosen:
            progress(1)
            if is_under_way(bench, run.id):
                done.append(Rescored(run.id, run.respondent, [], under_way=True))
                continue
            judges, skipped = _judges(bench, run.id)
            found = Rescored(run.id, run.respondent, [judge.signature for judge in judges], skipped=skipped)
            for change in _changes(bench, run, judges, items, found):
                if writer is None:  # nothing is written where nothing changed
                    writer = stack.enter_context(bench.store.event("rescore", runs=[run.id for run in chosen]))
                gone: dict[type[Noun], list[str]] = {Score: change.gone}
                writer.write(remove=gone, add=change.new)
            done.append(found)
    return done


def _judges(bench: Bench, run: str) -> tuple[list[Metric], dict[str, str]]:
    """The metrics that judged a run, and those that cannot do so again, with the reason."""
    judges: list[Metric] = []
    skipped: dict[str, str] = {}
    for signature in bench.store.signatures(run):
        try:
            judge = _built(signature)
            if judge.needs == A_MODEL or judge.signature != signature:
                why = "it needs a model" if judge.needs == A_MODEL else "it judges otherwise in this release"
                skipped[signature] = f"{why}; 'optotype eval' judges by it again"
                continue
            judge.prepare(bench)
        except OptotypeError as error:
            skipped[signature] = str(error).rstrip(".")
            continue
        judges.append(judge)
    return judges, skipped


def _built(signature: str) -> Metric:
    """The metric with this signature; what a signature tells beside settings, such as an embedding, is left out.

    Raises:
        OptotypeError: there is no such metric or setting.
    """
    name, _, told = signature.rpartition("/")[0].partition("(")
    usual = {setting.name: str(setting.default) for setting in dataclasses.fields(metrics.family[name])}
    said = dict(piece.split("=", 1) for piece in split(told.removesuffix(")"), ",") if "=" in piece)
    given = [f"{setting}={value}" for setting, value in said.items() if usual.get(setting, value) != value]
    return metrics.build(f"{name}({','.join(given)})")


def _changes(
    bench: Bench, run: Run, judges: Sequence[Metric], items: Collection[str] | None, found: Rescored
) -> Iterator[_Change]:
    """What is to be written about a run, some items at a time."""
    store = bench.store
    signatures = found.metrics if items is None else [*found.metrics, *found.skipped]
    asked = items if items is not None else dict.fromkeys(answer.item for answer in store.each(Answer, {"run": run.id}))
    for ids in batches(asked, BATCH):
        answers: dict[str, list[Answer]] = {}
        for answer in store.find(Answer, {"run": run.id, "item": ids}):
            answers.setdefault(answer.item, []).append(answer)
        those, golds = store.get_all(Item, answers), store.get_all(Gold, answers)
        cases = [
            Case(those[id], golds[id], answer)
            for id, given in answers.items()
            if id in golds and id in those
            for answer in given
        ]
        marks = marks_of(judges, cases)
        after = {score.id: score for id in answers for score in scores_of(run.id, id, judges, marks.get(id, {}))}
        before = store.get_all(Score, [f"{run.id}:{signature}:{id}" for signature in signatures for id in answers])
        changed = [id for id in {**before, **after} if before.get(id) != after.get(id)]
        found.items += len(answers)
        found.changed += len(changed)
        if changed:
            yield _Change([id for id in changed if id in before], [after[id] for id in changed if id in after])
