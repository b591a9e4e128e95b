"""Harmonic means of metrics, worked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.evaluate import evaluate
from optotype.metrics import build, signed
from optotype.metrics.bertscore import Bertscore
from optotype.metrics.harmonic import Harmonic
from optotype.metrics.rouge1 import Rouge1
from optotype.metrics.rougel import Rougel
from optotype.metrics.soft_spice import SoftSpice
from optotype.metrics.spice import Spice
from optotype.records import Gold, Score, State
from tests.metrics.cases import GRAPH, TEXT, YES_NO, case, item
from tests.metrics.pictured import asked
from tests.metrics.pictured import case as pictured
from tests.respondents import tiny

RIGHT = "( man , sit on , bench ) , ( bench , is , red )"


def test_it_is_the_harmonic_mean_of_what_its_metrics_give() -> None:
    # one of four tuples is said and no other; every phrase of it is in gold
    metric = Harmonic((Spice(), SoftSpice()))
    mark = metric.mark(case(GRAPH, RIGHT, "( man )"))
    assert mark.parts == {"spice": pytest.approx(2 / 5), "soft_spice": 1}
    assert mark.value == pytest.approx(2 / (5 / 2 + 1))
    assert metric.score(item(GRAPH), RIGHT, "( man )") == mark


def test_as_soon_as_one_gives_nothing_the_mean_is_nothing() -> None:
    mark = build("harmonic:metrics=set_match+soft_spice").mark(case(GRAPH, RIGHT, "( man )"))
    assert (mark.value, mark.parts["set_match"]) == (0, 0)
    assert mark.parts["soft_spice"] == 1


def test_who_was_never_heard_has_no_mark_and_who_is_silent_earns_nothing() -> None:
    metric = build("harmonic:metrics=spice+rougel")
    never, refused = metric.marks([case(GRAPH, RIGHT, State.FAILED), case(GRAPH, RIGHT, State.REFUSED)])
    assert (never.value, never.note, never.parts) == (None, "never heard", {})
    assert refused.value == 0
    assert tuple(refused.parts) == metric.parts


def test_settings_of_its_metrics_stand_in_parentheses() -> None:
    metric = build("harmonic:metrics=spice(synonyms=false)+soft_spice(two_way=true,parser=rules)+rougel")
    assert metric == Harmonic((Spice(synonyms=False), SoftSpice(two_way=True, parser="rules"), Rougel()))
    assert build("harmonic(metrics=harmonic(metrics=rouge1+rougel)+spice)") == Harmonic(
        (Harmonic((Rouge1(), Rougel())), Spice())
    )


def test_the_signature_names_its_metrics_and_builds_it_again() -> None:
    metric = build("harmonic:metrics=spice+rougel")
    assert metric.signature == "harmonic(metrics=spice(synonyms=True,lemmas=False)/1+rougel/1)/1"
    assert metric.title == "SPICE + ROUGE-L"
    assert signed(metric.signature) == metric
    with pytest.raises(OptotypeError, match="has changed since"):
        signed("harmonic(metrics=spice(synonyms=True,lemmas=False)/1+rougel/99)/1").mark(case(GRAPH, RIGHT, RIGHT))


def test_what_papers_print_can_be_written() -> None:
    assert Harmonic() == Harmonic((SoftSpice(), Bertscore()))
    assert Harmonic().title == "SoftSPICE + BERTScore"
    best = build("harmonic:metrics=refclipscore(model=some/clip)+soft_spice_image(model=some/clip,parser=rules)")
    assert best.title == "RefCLIPScore + SoftSPICE(img)"
    assert best.fits(asked(0))
    assert not best.fits(item(TEXT))


def test_it_judges_what_all_of_its_metrics_judge() -> None:
    metric = build("harmonic:metrics=spice+rougel")
    assert metric.fits(item(GRAPH))
    assert not metric.fits(item(TEXT))
    assert not metric.fits(item(YES_NO))
    assert metric.forms == {"graph"}
    captions = metric.suited(lambda form: form == "short_text", "rules")
    assert captions == Harmonic((Spice(parser="rules"), Rougel()))
    assert captions.fits(item(TEXT))


def test_metrics_of_one_name_are_told_apart_by_their_settings() -> None:
    metric = build("harmonic:metrics=spice+spice(synonyms=false)")
    mark = metric.mark(case(GRAPH, "( bicycle )", "( bike )"))
    assert mark.parts == {"spice(synonyms=True,lemmas=False)/1": 1, "spice(synonyms=False,lemmas=False)/1": 0}


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("harmonic:metrics=spice", "at least two different were expected"),
        ("harmonic:metrics=spice+spice", "at least two different were expected"),
        ("harmonic:metrics=spice+spicy", "Did you mean 'spice'"),
        ("harmonic:metrics=spice(synonym=1)+rougel", "no setting called 'synonym'"),
        ("harmonic:metrics=", "There is no metric called ''"),
    ],
)
def test_what_cannot_be_built_says_why(spec: str, said: str) -> None:
    with pytest.raises(OptotypeError, match=said):
        build(spec)


def test_the_best_of_the_paper_judges_a_run(pictures: Workbench, clip: Path, tmp_path: Path) -> None:
    with pictures.store.event("test") as event:
        event.put(*(asked(number) for number in range(4)))
        event.put(*(Gold(item=asked(number).id, accepted=("a dog runs",), rule="imported") for number in range(4)))
    (tmp_path / "known.csv").write_text('caption,scene_graph\na dog,( dog )\na dog runs,"( dog , is , running )"\n')
    said = tmp_path / "said.jsonl"
    said.write_text("".join(json.dumps({"id": asked(number).id, "answer": "a dog"}) + "\n" for number in range(4)))
    parts = [f"refclipscore(model={clip})", f"soft_spice_image(model={clip},parser=nearest/{tmp_path}/known.csv)"]
    result = evaluate(pictures, f"file/{said}", metric=[f"harmonic:metrics={'+'.join(parts)}"])
    alone = [build(part) for part in parts]
    for metric in alone:
        metric.prepare(pictures)
    for score in pictures.store.each(Score):
        number = int(score.item.split("/")[1])
        one, other = (metric.mark(pictured(number, "a dog", "a dog runs")).value or 0 for metric in alone)
        assert score.value == pytest.approx(2 * one * other / (one + other) if one and other else 0)
    assert str(tmp_path) not in result.run.model_dump_json()
    assert list(result.judged[0].figures) == ["refclipscore", "soft_spice_image"]


def test_soft_spice_and_bertscore_judge_captions(pictures: Workbench, tmp_path: Path) -> None:
    (tmp_path / "known.csv").write_text("caption,scene_graph\na dog,( dog )\na cat,( cat )\n")
    encoder = tiny.bert(tmp_path / "bert")
    metric = build(
        f"harmonic:metrics=soft_spice(parser=nearest/{tmp_path}/known.csv)+bertscore(model={encoder},layer=1)"
    )
    metric.prepare(pictures)
    same, other = metric.marks([case(TEXT, "a cat", "a cat"), case(TEXT, "a cat", "a dog")])
    assert same.value == pytest.approx(1, abs=1e-6)
    assert 0 < (other.value or 0) < 1
