"""Scores: what runs came to, with intervals over clusters, as everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import TYPE_CHECKING

from optotype import statistics
from optotype.comparing import USUAL
from optotype.datasheet.figures import RunKind, Scored
from optotype.disagreeing import saw
from optotype.people_rows import PEOPLE
from optotype.progress import Progress, silent
from optotype.records import Respondent, Run, Score

if TYPE_CHECKING:
    from optotype.bench import Bench


def scored(bench: Bench, cluster_of: Mapping[str, str], progress: Progress = silent) -> Iterator[Scored]:
    """A line for each run, in the order in which they were begun.

    Args:
        bench: whose runs.
        cluster_of: by item that is not left out, what it shares with its siblings.
        progress: told of each score read.
    """
    runs = bench.runs()
    respondents = bench.store.get_all(Respondent, [run.respondent for run in runs])
    for run in runs:
        yield _scored(bench, run, respondents.get(run.respondent), cluster_of, progress)


def _scored(
    bench: Bench, run: Run, respondent: Respondent | None, cluster_of: Mapping[str, str], progress: Progress
) -> Scored:
    signatures = bench.store.signatures(run.id)
    usual = [signature for signature in signatures if re.split("[(/]", signature)[0] == USUAL]
    signature = next(iter([*usual, *signatures]), None)
    values: list[float] = []
    clusters: list[str] = []
    name = None
    if signature is not None:
        for score in bench.store.each(Score, {"run": run.id}):
            progress(1)
            if score.signature == signature and score.value is not None and score.item in cluster_of:
                name = score.metric
                values.append(score.value)
                clusters.append(cluster_of[score.item])
    found = statistics.mean(values, clusters) if values else None
    return Scored(
        run=run.id,
        respondent=_called(run, respondent),
        kind=_kind(run, respondent),
        simulated=respondent is not None and respondent.simulated,
        metric=name,
        items=len(values),
        value=None if found is None else found.value,
        low=None if found is None or not isfinite(found.low) else found.low,
        high=None if found is None or not isfinite(found.high) else found.high,
        on=None if run.started is None else run.started.date().isoformat(),
    )


def _kind(run: Run, respondent: Respondent | None) -> RunKind:
    if PEOPLE in run.settings:
        return "people"
    kind = "" if respondent is None else respondent.kind
    return "blind" if kind == "baseline" or run.respondent.startswith("baseline/") or saw(run) != "full" else "other"


def _called(run: Run, respondent: Respondent | None) -> str:
    """Who answered: a model by its name, a file by the last part of its path, and people by how they were taken."""
    if PEOPLE in run.settings:
        return run.respondent
    if respondent is not None and respondent.kind == "person":
        return ""
    provider, slash, rest = run.respondent.partition("/")
    sight = saw(run)
    name = f"file/{rest.rpartition('/')[2]}" if slash and provider == "file" else run.respondent
    return name if sight == "full" else f"{name} ({sight})"
