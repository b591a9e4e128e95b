"""A run that goes on can be watched."""

from __future__ import annotations

import pytest

from optotype import Workbench
from optotype.evaluate import Counts, Limits, _preview
from optotype.records import Answer, Run, Score
from tests.respondents.numbered import fill
from tests.respondents.server import Plan, Server


def test_answers_and_scores_are_in_the_store_while_the_run_goes_on(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_preview, "_AT_ONCE", 3)  # one look writes several times
    monkeypatch.setattr(_preview, "_EVERY", 0.2)
    fill(bench, 40)
    seen: list[tuple[int, int, bool]] = []

    def watch(_: Counts) -> None:
        runs = bench.runs()
        scores = bench.store.count(Score)
        seen.append((bench.store.count(Answer), scores, bool(runs) and runs[0].ended is None))

    with Server(Plan(delay=0.03)) as server:
        result = bench.evaluate(
            "endpoint/judge", settings={"base_url": server.url}, limits=Limits(connections=1), watch=watch
        )
    under_way = [(answers, scores) for answers, scores, going in seen if going and answers]
    assert under_way, "nothing was to be seen before the end"
    assert 0 < under_way[0][0] < 40  # the last look may come when all is heard, and the run not yet called ended
    assert under_way[-1][1] > 0
    # and the end is as if nobody had watched
    assert bench.store.count(Answer) == bench.store.count(Score) == 40
    assert [run.ended for run in bench.store.each(Run)] == [result.run.ended]
    assert result.run.ended is not None
