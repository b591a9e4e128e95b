"""Predicted scene graphs against right ones, caption by caption."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from optotype.cli import score_
from optotype.errors import BadSource, OptotypeError, UnknownPart
from optotype.evaluate.scoring import Scored, score

GOLD = (
    ("a red dog", "( dog , is , red )"),
    ("a cat on a mat", "( cat , on , mat )"),
    ("a bus", "( bus )"),
    ("two men", "( men , is , 2 )"),
)


def write_gold(
    path: Path, rows: Sequence[Sequence[str]] = GOLD, header: Sequence[str] = ("caption", "scene_graph")
) -> Path:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])
    return path


def write_predictions(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def said(caption: str, graph: object) -> dict[str, object]:
    return {"caption": caption, "graph": graph}


def values(scored: Scored) -> dict[str, float]:
    return {judged.metric: judged.overall.value for judged in scored.judged}


def test_repeating_gold_earns_full_marks(tmp_path: Path) -> None:
    predictions = write_predictions(tmp_path / "p.jsonl", *(said(*row) for row in GOLD))
    scored = score("factual", write_gold(tmp_path / "gold.csv"), [predictions])
    assert values(scored) == pytest.approx({"set_match": 1.0, "spice": 1.0, "soft_spice": 1.0}, abs=1e-4)
    assert (scored.items, scored.missing, scored.empty, scored.unread, scored.unused) == (4, 0, 0, 0, 0)
    assert scored.answered == []


def test_what_is_missing_empty_or_no_graph_earns_nothing_and_is_counted_apart(tmp_path: Path) -> None:
    predictions = write_predictions(
        tmp_path / "p.jsonl",
        said("a red dog", "( dog )"),  # one of two things said: precision 1, recall 1/2
        said("a cat on a mat", "( cat , on"),
        said("a bus", " "),
        said("a swan", "( swan )"),
    )
    scored = score("factual", write_gold(tmp_path / "gold.csv"), [predictions], metric=["set_match", "spice"])
    assert values(scored) == pytest.approx({"set_match": 0.0, "spice": (2 / 3) / 4})
    assert (scored.items, scored.missing, scored.empty, scored.unread, scored.unused) == (4, 1, 1, 1, 1)
    assert [judged.overall.value for judged in scored.answered] == pytest.approx([0.0, 2 / 3])
    assert [judged.overall.count for judged in scored.answered] == [1, 1]


@pytest.mark.parametrize("graph", [None, 7, ["( bus )"], "( a , b )", "bus"])
def test_what_is_no_graph_is_unread(tmp_path: Path, graph: object) -> None:
    predictions = write_predictions(tmp_path / "p.jsonl", said("a bus", graph))
    scored = score("factual", write_gold(tmp_path / "gold.csv"), [predictions], metric=["spice"])
    assert (scored.unread, scored.missing, values(scored)["spice"]) == (1, 3, 0.0)


def test_order_of_facts_and_blanks_in_captions_do_not_matter(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold.csv", [("a  red dog ", "( dog , is , red ) , ( dog , is , big )")])
    predictions = write_predictions(tmp_path / "p.jsonl", said("a red dog", "( dog , is , big ) , ( dog , is , red )"))
    assert values(score("factual", gold, [predictions], metric=["set_match"])) == {"set_match": 1.0}


def test_a_caption_that_stands_twice_takes_its_predictions_in_order(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold.csv", [("a dog", "( dog )"), ("a dog", "( dog , is , 1 )")])
    both = write_predictions(tmp_path / "p.jsonl", said("a dog", "( dog )"), said("a dog", "( dog , is , 1 )"))
    one = write_predictions(tmp_path / "one.jsonl", said("a dog", "( dog )"))
    assert values(score("factual", gold, [both], metric=["set_match"])) == {"set_match": 1.0}
    assert values(score("factual", gold, [one], metric=["set_match"])) == {"set_match": 0.5}


def test_two_different_predictions_for_one_caption_are_refused_with_both_places(tmp_path: Path) -> None:
    predictions = write_predictions(tmp_path / "p.jsonl", said("a bus", "( bus )"), said("a bus", "( van )"))
    with pytest.raises(BadSource, match=r"p\.jsonl, line 1 and p\.jsonl, line 2 predict different graphs for 'a bus'"):
        score("factual", write_gold(tmp_path / "gold.csv"), [predictions])


def test_regions_of_one_picture_are_one_cluster(tmp_path: Path) -> None:
    rows = [("7", *row) for row in GOLD[:2]] + [("8", *row) for row in GOLD[2:]]
    gold = write_gold(tmp_path / "gold.csv", rows, ("image_id", "caption", "scene_graph"))
    predictions = write_predictions(tmp_path / "p.jsonl", *(said(*row) for row in GOLD))
    assert score("factual", gold, [predictions], metric=["spice"]).judged[0].overall.clusters == 2


def test_captions_without_a_right_graph_are_not_judged(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold.csv", [*GOLD, ("a swan", "")])
    predictions = write_predictions(tmp_path / "p.jsonl", *(said(*row) for row in GOLD))
    scored = score("factual", gold, [predictions], metric=["set_match"])
    assert (scored.items, scored.without_gold, values(scored)["set_match"]) == (4, 1, 1.0)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ('{"caption": "a bus"', r"p\.jsonl, line 1"),
        ('["a bus", "( bus )"]', r'p\.jsonl, line 1: \{"caption".* was expected\. Found: \["a bus"'),
        ('{"graph": "( bus )"}', "was expected"),
        ('{"caption": "a swan", "graph": "( swan )"}', "Not one prediction is for a caption in gold.csv.*'a swan'"),
        ("", "predictions are for none"),
    ],
)
def test_files_that_cannot_be_used_are_refused_with_the_place(tmp_path: Path, lines: str, complaint: str) -> None:
    predictions = tmp_path / "p.jsonl"
    predictions.write_text(lines, encoding="utf-8")
    with pytest.raises(BadSource, match=complaint):
        score("factual", write_gold(tmp_path / "gold.csv"), [predictions])


@pytest.mark.parametrize(
    ("rows", "header", "complaint"),
    [
        ([("a bus", "( bus")], ("caption", "scene_graph"), "gold.csv, line 2: the scene graph"),
        ([("a bus", "( bus )")], ("caption", "graph"), "no column scene_graph"),
        ([("a bus", "")], ("caption", "scene_graph"), "no right graphs"),
        ([("a bus",)], ("caption", "scene_graph"), "line 2: 1 fields, but the header has 2"),
    ],
)
def test_gold_that_cannot_be_used_is_refused_with_the_place(
    tmp_path: Path, rows: list[tuple[str, ...]], header: tuple[str, ...], complaint: str
) -> None:
    predictions = write_predictions(tmp_path / "p.jsonl", said("a bus", "( bus )"))
    with pytest.raises(BadSource, match=complaint):
        score("factual", write_gold(tmp_path / "gold.csv", rows, header), [predictions])


def test_missing_files_other_shapes_tags_and_metrics_are_refused(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold.csv")
    predictions = write_predictions(tmp_path / "p.jsonl", said("a bus", "( bus )"))
    with pytest.raises(BadSource, match="does not exist"):
        score("factual", gold, [tmp_path / "nowhere.jsonl"])
    with pytest.raises(BadSource, match="a CSV file with the columns caption and scene_graph"):
        score("factual", tmp_path, [predictions])
    with pytest.raises(UnknownPart, match="mera"):
        score("factual", gold, [predictions], shape="mera")
    with pytest.raises(OptotypeError, match="told apart by 'kind'"):
        score("factual", gold, [predictions], by=["kind"])
    with pytest.raises(OptotypeError, match="'choice' can judge none"):
        score("factual", gold, [predictions], metric=["choice"])


def test_the_command_prints_the_three_figures_by_name(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(score_.command)
    gold = write_gold(tmp_path / "gold.csv")
    predictions = write_predictions(tmp_path / "p.jsonl", *(said(*row) for row in GOLD[:3]), said("two men", "( men"))
    arguments = ["factual", "--gold", str(gold), "--predictions", str(predictions)]
    found = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert [found[name] for name in ("set_match", "spice", "soft_spice")] == pytest.approx([0.75] * 3, abs=1e-4)
    assert (found["items"], found["missing"], found["unread"]) == (4, 0, 1)
    shown = CliRunner().invoke(app, arguments, env={"COLUMNS": "120"}).stdout
    for text in ("factual: 4 captions", "Set Match", "75.0000", "1 has a prediction that is no graph"):
        assert text in shown


def test_the_published_graphs_of_dev_earn_full_marks(shared: Callable[[str], Path], tmp_path: Path) -> None:
    gold = shared("factual/random/dev.csv")
    with gold.open(encoding="utf-8", newline="") as stream:
        rows = [said(row["caption"], row["scene_graph"]) for row in csv.DictReader(stream)]
    predictions = write_predictions(tmp_path / "p.jsonl", *rows)
    scored = score("factual", gold, [predictions], metric=["set_match", "spice"])
    assert values(scored) == {"set_match": 1.0, "spice": 1.0}
    assert scored.items == len(rows) == 1000


def test_how_varied_words_are_stands_beside_gold(tmp_path: Path) -> None:
    predictions = write_predictions(
        tmp_path / "p.jsonl", said("a red dog", "( dog , is , red )"), said("a cat on a mat", "( dog , on , mat )")
    )
    scored = score("factual", write_gold(tmp_path / "gold.csv"), [predictions], metric=["set_match"])
    things, gold = scored.words["predictions"]["things"], scored.words["gold"]["things"]
    assert (things.words, things.different, things.ttr) == (3, 2, 2 / 3)
    assert things.yules_i == 2**2 / (2**2 + 1 - 2)
    assert things.mtld == 3, "either way, one stretch of three words falls below the threshold"
    assert (gold.words, gold.different, gold.yules_i) == (5, 5, None)
    assert scored.words["gold"]["predicates"].words == 1
    shown = scored.grids()[-1]
    assert shown.title == "how varied words are"
    assert shown.rows[0] == ("things, predictions", "3", "2", "0.6667", "1.3333", "3.00")
    assert shown.rows[1][4] == "infinite"


def test_data_sets_of_questions_have_no_such_words(tmp_path: Path) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"1": {"label": 1, "skill": ["counting"]}}))
    said_so = tmp_path / "said.json"
    said_so.write_text(json.dumps({"args": {"task": "choose_txt"}, "results": {"1": 1}}))
    assert score("iconqa", answers, [said_so]).words == {}
