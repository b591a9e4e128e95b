"""`ranker/NAME`: rankers among the other respondents."""

from __future__ import annotations

from pathlib import Path

import pytest

import optotype
from optotype.errors import OptotypeError
from optotype.evaluate import Selection
from optotype.records import Answer, Collection, Figure, Gold, Item, Option, Origin, Paper, Ranking
from optotype.workbench import Workbench

CAPTIONS = ("Loss over epochs.", "Overview of the network that ranks figures.", "Histogram of errors.")


@pytest.fixture(name="bench")
def _bench(tmp_path: Path) -> Workbench:
    bench = optotype.init(tmp_path / "bench")
    figures = tuple(Figure(id=f"F{number}", caption=caption) for number, caption in enumerate(CAPTIONS, 1))
    options = tuple(Option(label=label, text=caption) for label, caption in zip("ABC", CAPTIONS, strict=True))
    origin = Origin(kind="written", by="test")
    paper = Paper(id="set/p", collection="set", abstract="A network ranks the figures of papers.", figures=figures)
    item = Item(
        id="set/p/ga",
        collection="set",
        origin=origin,
        form=Ranking(options=options),
        question="Which?",
        paper=paper.id,
        cluster=paper.id,
    )
    lost = item.model_copy(update={"id": "set/lost", "paper": None, "cluster": "set/lost"})
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="write"), paper, item, lost])
        writer.write(add=[Gold(item=one.id, accepted=(("B",),), rule="test") for one in (item, lost)])
    return bench


def test_a_ranker_is_evaluated_like_any_respondent_with_a_score_for_each_figure(bench: Workbench) -> None:
    metrics = ["mrr", "car", "recall_at_k:k=1"]
    result = bench.evaluate("ranker/abs2cap", metric=metrics, selection=Selection(limit=1), name="bm25")
    assert [judged.overall.value for judged in result.judged] == pytest.approx([1, 1, 1])
    (answer,) = bench.store.find(Answer, {"run": "bm25"})
    assert answer.scores is not None
    assert max(answer.scores, key=answer.scores.__getitem__) == "B"
    assert isinstance(answer.value, tuple)
    assert answer.value[0] == "B"


def test_settings_of_a_ranker_stand_in_its_name(bench: Workbench) -> None:
    result = bench.evaluate("ranker/abs2cap:by=cider", metric=["mrr"])
    assert result.run.respondent == "ranker/abs2cap:by=cider"
    assert result.judged[0].overall.value == 1
    assert result.failures == {"the paper that the figures are from is not in the bench": 1}


def test_a_ranker_that_does_not_exist_is_told_before_anything_is_asked(bench: Workbench) -> None:
    with pytest.raises(OptotypeError, match="abs2cap"):
        bench.evaluate("ranker/abs2cup")
