"""Files of predictions against files of right answers, by hand and against what was published."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from optotype.cli import app
from optotype.errors import BadSource, OptotypeError, UnknownPart
from optotype.evaluate.scoring import Scored, score
from tests.predictions.files import archive, write

PUBLISHED_SUB_TASKS = {"choose_img": "82.6615", "choose_txt": "75.1900", "fill_in_blank": "83.6174"}
PUBLISHED_SKILLS = {
    "geometry": "81.87",
    "counting": "77.81",
    "comparing": "87.00",
    "spatial": "55.62",
    "scene": "62.39",
    "pattern": "68.75",
    "time": "77.98",
    "fraction": "82.13",
    "estimation": "98.24",
    "algebra": "56.73",
    "measurement": "97.98",
    "commonsense": "92.49",
    "probability": "95.73",
}


def percent(scored: Scored, place: int = 0) -> float:
    """The first figure of a metric, over all questions."""
    return round(100 * scored.judged[place].overall.value, 4)


def by(scored: Scored, tag: str) -> dict[str, tuple[int, float]]:
    """How many there are of each value, and what is right of them."""
    return {value: (found.count, round(100 * found.value, 4)) for value, found in scored.judged[0].by[tag].items()}


# --- IconQA

ANSWERS: dict[str, object] = {
    "1": {"label": 0, "skill": ["counting", "geometry"]},
    "2": {"label": 2, "skill": ["counting"]},
    "3": {"label": "8", "skill": ["geometry"]},
    "4": {"label": "half", "skill": []},
}


def test_iconqa_counts_a_problem_in_each_of_its_skills(tmp_path: Path) -> None:
    gold = write(tmp_path / "answers.json", ANSWERS)
    choices = write(tmp_path / "c.json", {"args": {"task": "choose_txt"}, "results": {"1": 0, "2": 1}})
    blanks = write(tmp_path / "b.json", {"args": {"task": "fill_in_blank"}, "results": {"3": "eight", "4": "Half"}})
    scored = score("iconqa", gold, [choices, blanks])
    assert (scored.items, scored.missing, scored.unused, scored.answered) == (4, 0, 0, [])
    assert percent(scored) == 75.0
    assert by(scored, "kind") == {"choose_txt": (2, 50.0), "fill_in_blank": (2, 100.0)}
    assert by(scored, "skill") == {"counting": (2, 50.0), "geometry": (2, 100.0)}
    assert [judged.signature for judged in scored.judged] == ["accuracy/1"]


@pytest.mark.parametrize(
    ("said", "right"),
    [("8", True), ("eight", True), ("8.0", True), ("80", False), ("", False), ("2:00", False), ("7 8", False)],
)
def test_iconqa_takes_blanks_as_digits_or_as_words(said: str, right: bool, tmp_path: Path) -> None:
    gold = write(tmp_path / "answers.json", {"3": {"label": "8", "skill": []}})
    assert percent(score("iconqa", gold, [write(tmp_path / "b.json", {"results": {"3": said}})])) == 100.0 * right


def test_a_sub_task_alone_is_scored_beside_what_is_missing(tmp_path: Path) -> None:
    gold = write(tmp_path / "answers.json", ANSWERS)
    scored = score("iconqa", gold, [write(tmp_path / "choose_img.json", {"results": {"1": 0, "2": 2}})])
    assert (scored.items, scored.missing) == (4, 2)
    assert percent(scored) == 50.0
    assert scored.answered[0].overall.value == 1.0
    assert scored.answered[0].overall.count == 2
    titles = [grid.title for grid in scored.grids()]
    assert titles == ["", "by kind", "by skill", "by kind, answered only", "by skill, answered only"]


@pytest.mark.parametrize(
    ("gold", "complaint"),
    [
        ({"1": 0}, r"problem 1: .* was expected"),
        ({"1": {"label": -1}}, r"problem 1: .* was expected"),
        ({"1": {"label": True}}, r"problem 1: .* was expected"),
        ({"1": {"label": 1.5}}, r"problem 1: .* was expected"),
        ({"1": {"label": 10**40}}, r"problem 1: .* was expected"),
        ({"1": {"label": 0, "skill": "counting"}}, r"problem 1: .* was expected"),
        ([{"label": 0}], "an object with answers by problem was expected, not a list"),
        ('{"1": {"label": 0}, "1": {"label": 1}}', "'1' stands twice in it"),
        ('{"1": {"label": 0}', "the file is cut off"),
        ('{"1": 1e999}', r"problem 1: .* Found: Infinity\."),
        ('{"\\ud800": {"label": 0}}', "Not one prediction is for a question"),
        ("3", r"was expected"),
        ("", "the file is cut off"),
        ({}, "Not one prediction is for a question"),
    ],
)
def test_answers_of_iconqa_that_are_none_are_told(gold: object, complaint: str, tmp_path: Path) -> None:
    path = write(tmp_path / "answers.json", gold)
    with pytest.raises(BadSource, match=complaint):
        score("iconqa", path, [write(tmp_path / "c.json", {"results": {"1": 0}})])


def test_a_text_is_no_option(tmp_path: Path) -> None:
    gold = write(tmp_path / "answers.json", ANSWERS)
    with pytest.raises(BadSource, match=r"c\.csv, line 2: the number of an option was expected, from 0, not 'B'"):
        score("iconqa", gold, [write(tmp_path / "c.csv", "id,answer\n1,B\n")])


def test_iconqa_is_scored_against_its_folders_too(shared: Callable[[str], Path], tmp_path: Path) -> None:
    folder = shared("iconqa/examples")
    right = {path.parent.name: json.loads(path.read_text())["answer"] for path in folder.rglob("data.json")}
    assert percent(score("iconqa", folder, [write(tmp_path / "p.json", {"results": right})])) == 100.0
    texts = {pid: chr(65 + answer) if isinstance(answer, int) else answer for pid, answer in right.items()}
    assert percent(score("iconqa", folder, [write(tmp_path / "t.json", texts)])) == 100.0
    chosen = next(pid for pid, answer in right.items() if isinstance(answer, int))
    with pytest.raises(BadSource, match="option number 99 is predicted, but there are"):
        score("iconqa", folder, [write(tmp_path / "w.json", {"results": {chosen: 99}})])


@pytest.mark.slow
def test_the_published_figures_of_patch_trm_come_out_and_are_printed(
    shared: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    scored: list[Scored] = []
    took: list[float] = []

    def kept(*given: Any, **settings: Any) -> Scored:
        began = time.process_time()
        scored.append(score(*given, **settings))
        took.append(time.process_time() - began)
        return scored[0]

    monkeypatch.setattr("optotype.evaluate.scoring.score", kept)
    files = [part for task in PUBLISHED_SUB_TASKS for part in ("-p", f"iconqa/patch_trm_predictions_{task}.json")]
    words = ["score", "iconqa", "--gold", "iconqa/test_answers_and_skills.json", *files]
    shown = CliRunner().invoke(
        app, [str(shared(word)) if word.endswith(".json") else word for word in words], env={"COLUMNS": "120"}
    )
    judged = scored[0].judged[0]
    assert {task: f"{100 * found.value:.4f}" for task, found in judged.by["kind"].items()} == PUBLISHED_SUB_TASKS
    assert {skill: f"{100 * found.value:.2f}" for skill, found in judged.by["skill"].items()} == PUBLISHED_SKILLS
    assert f"{100 * judged.overall.value:.2f}" == "80.63"
    assert (scored[0].items, scored[0].missing, scored[0].unused) == (21_489, 0, 0)
    assert all(found.low < found.value < found.high for found in judged.by["skill"].values())
    for figure in (*PUBLISHED_SUB_TASKS.values(), "80.6273", "56.7308", "98.2353"):
        assert figure in shown.stdout
    assert took[0] < 20  # a second or two where nothing else runs


# --- SciVQA


def rows(*answers: tuple[str, str, str]) -> list[dict[str, object]]:
    """Questions of SciVQA: id, kind and right answer."""
    return [
        {
            "instance_id": id,
            "image_file": f"{id[0]}.png",
            "qa_pair_type": kind,
            "question": "?",
            "answer": answer,
            "answer_options": [{"A": "red"}, {"B": "blue"}] if "non-binary" in kind else [],
        }
        for id, kind, answer in answers
    ]


BINARY, OPEN = "closed-ended finite answer set binary visual", "closed-ended infinite answer set visual"
OPTIONS = "closed-ended finite answer set non-binary visual"


def test_scivqa_compares_the_very_texts(tmp_path: Path) -> None:
    gold = write(tmp_path / "test.json", rows(("a1", BINARY, "Yes"), ("a2", OPTIONS, "A,B"), ("b1", OPEN, "")))
    said = write(tmp_path / "p.csv", 'instance_id,answer_pred\nb1,\na2,"A, B"\na1,"{""answer"": ""Yes""}"\n')
    scored = score("scivqa", gold, [said])
    assert [judged.title for judged in scored.judged] == ["ROUGE-1", "ROUGE-L", "same text"]
    # F1 of "yes" and "answer yes" is 2/3, of "a b" and "a b" 1, of nothing and nothing 0
    assert percent(scored) == round(100 * (2 / 3 + 1 + 0) / 3, 4)
    assert scored.judged[0].figures["precision"].value == pytest.approx((0.5 + 1 + 0) / 3)
    assert percent(scored, 2) == round(100 / 3, 4)
    assert scored.judged[0].overall.clusters == 2
    assert scored.empty == 1


def test_scivqa_judges_what_was_read_where_a_metric_asks_for_it(tmp_path: Path) -> None:
    gold = write(tmp_path / "test.json", rows(("a1", BINARY, "Yes"), ("a2", OPTIONS, "B"), ("b1", OPEN, "3.5")))
    said = write(tmp_path / "p.csv", "instance_id,answer_pred\na1,yes\na2,B\nb1,4\n")
    scored = score("scivqa", gold, [said], metric=["accuracy", "choice"])
    assert [judged.overall.count for judged in scored.judged] == [3, 1]
    assert percent(scored) == 66.6667
    assert percent(scored, 1) == 100.0


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("a1,B\n", "2 questions, and there is 1 prediction: 1 question has no prediction, such as 'a2'."),
        (
            "a1,B\na2,B\na3,B\n",
            "2 questions, and there are 3 predictions: 1 prediction is for no question, such as 'a3'.",
        ),
        (
            "a1,B\na3,B\n",
            "1 question has no prediction, such as 'a2'; 1 prediction is for no question, such as 'a3'.",
        ),
        ("x,B\n", "Not one prediction is for a question in test.json: it has 'a1', 'a2'; predictions are for 'x'."),
    ],
)
def test_scivqa_needs_a_prediction_for_each_question(said: str, complaint: str, tmp_path: Path) -> None:
    gold = write(tmp_path / "test.json", rows(("a1", OPEN, "3"), ("a2", OPEN, "4")))
    with pytest.raises(BadSource) as error:
        score("scivqa", gold, [write(tmp_path / "p.csv", f"instance_id,answer_pred\n{said}")])
    assert complaint in str(error.value)


def test_gold_that_does_not_fit_its_question_is_still_a_text(tmp_path: Path) -> None:
    gold = write(tmp_path / "test.json", rows(("a1", BINARY, "maybe"), ("a2", OPTIONS, "C")))
    said = write(tmp_path / "p.csv", "instance_id,answer_pred\na1,Maybe.\na2,c\n")
    assert percent(score("scivqa", gold, [said])) == 100.0
    with pytest.raises(BadSource, match=r"Gold cannot be read: test\.json, element 1: the answer 'maybe'"):
        score("scivqa", gold, [said], metric=["accuracy"])


def test_gold_that_is_broken_is_told(tmp_path: Path) -> None:
    said = write(tmp_path / "p.csv", "instance_id,answer_pred\na1,B\n")
    broken = write(tmp_path / "test.json", json.dumps(rows(("a1", OPEN, "3")))[:-3])
    with pytest.raises(BadSource, match=r"Gold cannot be read: test\.json, line 1.*: the file is cut off\.|cut off"):
        score("scivqa", broken, [said])
    twice = write(tmp_path / "test.json", rows(("a1", OPEN, "3"), ("a1", OPEN, "4")))
    with pytest.raises(BadSource, match=r"test\.json: 'a1' stands twice in it"):
        score("scivqa", twice, [said])
    for kept_back in (None, ""):
        blind = write(tmp_path / "test.json", [{**rows(("a1", OPEN, "3"))[0], "answer": kept_back}])
        with pytest.raises(BadSource, match=r"test\.json: there are no right answers in it"):
            score("scivqa", blind, [said])
    with pytest.raises(BadSource, match="does not exist"):
        score("scivqa", tmp_path / "none.json", [said])


def test_scivqa_agrees_with_rouge_score_to_the_last_digit(shared: Callable[[str], Path], tmp_path: Path) -> None:
    np = import_module("numpy")
    rouge_scorer = import_module("rouge_score.rouge_scorer")
    gold = shared("scivqa/validation.json")
    questions = json.loads(gold.read_text(encoding="utf-8"))
    replies = json.loads(shared("scivqa/human_judgments_half.json").read_text(encoding="utf-8"))
    said = {question["instance_id"]: "" for question in questions}
    said |= {reply["instance_id"]: reply["response"] for reply in replies}
    path = tmp_path / "predictions.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("instance_id", "answer_pred"), *reversed(said.items())])
    theirs: dict[str, list[tuple[float, float, float]]] = {"rouge1": [], "rougeL": []}
    scorer = rouge_scorer.RougeScorer(list(theirs), use_stemmer=True)
    for question in questions:
        for name, found in scorer.score(question["answer"], said[question["instance_id"]]).items():
            theirs[name].append((found.fmeasure, found.precision, found.recall))
    scored = score("scivqa", gold, [path])
    for judged, name in zip(scored.judged, theirs, strict=False):
        ours = (judged.overall, judged.figures["precision"], judged.figures["recall"])
        assert [one.value for one in ours] == [float(np.mean(column)) for column in zip(*theirs[name], strict=True)]
    assert scored.empty == 1_680 - len({reply["instance_id"] for reply in replies})
    assert len(scored.judged[0].by["kind"]) == 7


# --- MERA


def record(id: int, outputs: str, **meta: object) -> dict[str, object]:
    """A question of LabTabVQA's shape."""
    return {
        "instruction": "{question}",
        "inputs": {"image": f"samples/{id}.png", "question": "Сколько?", "option_a": "один", "option_b": "два"},
        "outputs": outputs,
        "meta": {"id": id, "categories": meta},
    }


def test_mera_counts_with_and_without_what_nobody_agreed_on(tmp_path: Path) -> None:
    gold = write(tmp_path / "test.json", [record(id, "A" if id % 2 else "B") for id in range(339)])
    # 308 right, 20 wrong, 11 without a majority: as the human baseline of LabTabVQA
    said = {id: "b" if id % 2 == 0 else "A." for id in range(308)} | dict.fromkeys(range(308, 328), "C")
    records = [{"outputs": text, "meta": {"id": id}} for id, text in said.items()]
    records += [{"outputs": "", "meta": {"id": id}} for id in range(328, 335)]
    path = archive(tmp_path / "submission.zip", LabTabVQA__json={"data": {"test": records}})
    scored = score("mera", gold, [path])
    assert (scored.items, scored.missing, scored.empty) == (339, 4, 7)
    every, some = scored.judged[0].overall, scored.answered[0].overall
    assert (every.value, every.count) == (308 / 339, 339)
    assert (some.value, some.count) == (308 / 328, 328)
    row = scored.grids()[0].rows[0]
    assert row[:3] == ("exact match", "339", "90.8555")
    assert row[4:6] == ("328", "93.9024")


def test_mera_compares_texts_and_tells_sources_apart(tmp_path: Path) -> None:
    gold = write(
        tmp_path / "test.json",
        [record(1, "B", question_source="human"), record(2, "B", question_source="model"), record(3, "")],
    )
    said = {"data": {"test": [{"outputs": text, "meta": {"id": id}} for id, text in ((1, "(b)"), (2, "Ответ: B"))]}}
    scored = score("mera", gold, [write(tmp_path / "p.json", said)])
    assert by(scored, "question_source") == {"human": (1, 100.0), "model": (1, 0.0)}
    assert (scored.items, scored.missing, scored.without_gold) == (2, 0, 1)


def test_mera_does_not_score_the_examples_that_it_shows(tmp_path: Path) -> None:
    write(tmp_path / "gold" / "test.json", [record(1, "B")])
    write(tmp_path / "gold" / "shots.json", [record(1, "A")])
    said = write(tmp_path / "p.json", {"data": {"test": [{"outputs": "B", "meta": {"id": 1}}]}})
    scored = score("mera", tmp_path / "gold", [said])
    assert (scored.items, scored.missing, percent(scored)) == (1, 0, 100.0)


# --- ChartQA


def test_chartqa_forgives_a_number_that_is_slightly_off(tmp_path: Path) -> None:
    folder = tmp_path / "test"
    human = [{"imgname": "a.png", "query": f"Q{number}?", "label": "100"} for number in range(3)]
    write(folder / "test_human.json", human)
    write(folder / "test_augmented.json", [{"imgname": "a.png", "query": "Which?", "label": "Don't know"}])
    said = [{**row, "prediction": text} for row, text in zip(human, ("95", "106", "abc"), strict=True)]
    said.append({"imgname": "a.png", "query": "Which?", "prediction": "don't know"})
    scored = score("chartqa", folder, [write(tmp_path / "p.json", said)])
    assert by(scored, "kind") == {"augmented": (1, 100.0), "human": (3, round(100 / 3, 4))}
    assert scored.judged[0].signature.startswith("number(tolerance=0.05)")


def test_chartqa_of_the_world_repeats_itself(shared: Callable[[str], Path], tmp_path: Path) -> None:
    gold = shared("chartqa/questions.json")
    said = [{**row, "prediction": row["label"]} for row in json.loads(gold.read_text(encoding="utf-8"))]
    scored = score("chartqa", gold, [write(tmp_path / "p.json", said[::-1])])
    assert percent(scored) == 100.0
    assert {kind: count for kind, (count, _) in by(scored, "kind").items()} == {"augmented": 93, "human": 150}


# --- what holds for all


def test_what_does_not_exist_is_told(tmp_path: Path) -> None:
    gold = write(tmp_path / "answers.json", ANSWERS)
    said = write(tmp_path / "c.json", {"results": {"1": 0}})
    with pytest.raises(UnknownPart, match="no format to score called 'iconq'"):
        score("iconq", gold, [said])
    with pytest.raises(UnknownPart, match="no tag called 'skil'"):
        score("iconqa", gold, [said], by=["skil"])
    with pytest.raises(OptotypeError, match="There is no metric called"):
        score("iconqa", gold, [said], metric=["acuracy"])
    with pytest.raises(OptotypeError, match="No file of predictions was named"):
        score("iconqa", gold, [])
    chart = write(tmp_path / "q.json", [{"imgname": "a.png", "query": "?", "label": "1"}])
    answers = write(tmp_path / "a.json", [{"imgname": "a.png", "query": "?", "prediction": "1"}])
    with pytest.raises(OptotypeError, match="The metric 'choice' can judge none of these questions"):
        score("chartqa", chart, [answers], metric=["choice"])


def test_predictions_for_no_question_are_counted(tmp_path: Path) -> None:
    gold = write(tmp_path / "answers.json", ANSWERS)
    scored = score("iconqa", gold, [write(tmp_path / "c.json", {"results": {"1": 0, "98": 0, "99": 0}})])
    assert scored.unused == 2


def test_a_notebook_shows_the_tables(tmp_path: Path) -> None:
    gold = write(tmp_path / "answers.json", ANSWERS)
    html = score("iconqa", gold, [write(tmp_path / "c.json", {"results": {"1": 0}})])._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert "<td style='text-align:right'>25.0000</td>" in html
