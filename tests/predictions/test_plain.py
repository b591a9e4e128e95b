"""Plain files of predictions, whatever their columns are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import Workbench
from optotype.errors import BadSource
from optotype.records import Answer, Run, State
from tests.predictions.files import read, said, write
from tests.predictions.runs import REPLIES, keep
from tests.samples import fill


@pytest.mark.parametrize(
    "header",
    [
        "id,answer",
        "Question ID,Model Answer",
        "instance_id,answer_pred",
        "questionId,response",
        "index,prediction,answer",
        "pid,output,answer,text",
        "item,text",
        ",id,answer",
    ],
)
def test_columns_are_known_by_many_names(header: str, tmp_path: Path) -> None:
    names = header.split(",")
    row = [
        "B" if name in ("Model Answer", "answer_pred", "response", "prediction", "output") else "?" for name in names
    ]
    row[0 if names[0] else 1] = "7"
    if "?" in row and "B" not in row:
        row[-1] = "B"
    path = write(tmp_path / "a.csv", f"{header}\n{','.join(row)}\n")
    assert said(path, "plain") == {"7": "B"}


def test_values_of_all_kinds_become_texts(tmp_path: Path) -> None:
    answers = {
        "a": True,
        "b": 3,
        "c": 0.5,
        "d": "",
        "e": ["A", 2],
        "f": 10**400,
        "g": {"answer": "B", "scores": {"A": 1}},
    }
    assert said(write(tmp_path / "a.json", answers), "plain") == {
        "a": "true",
        "b": "3",
        "c": "0.5",
        "d": "",
        "e": "A, 2",
        "f": str(10**400),
        "g": "B",
    }


def test_scores_are_read_from_objects_and_from_tables(tmp_path: Path) -> None:
    lines = write(tmp_path / "a.jsonl", '{"id": 1, "answer": "B", "scores": {"A": 0.25, "B": 1}}\n')
    table = write(tmp_path / "a.csv", 'id,answer,scores\n1,B,"{""A"": 0.25, ""B"": 1}"\n2,A,\n')
    assert [one.scores for one in read(lines, "plain")] == [{"A": 0.25, "B": 1.0}]
    assert [one.scores for one in read(table, "plain")] == [{"A": 0.25, "B": 1.0}, {}]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            '{"id": 1, "answer": null}',
            r"line 1: null was found, and an answer was expected\. Write \"\" for an empty one",
        ),
        ('{"id": 1, "answer": {"a": 1}}', r'line 1: a text or a number was expected, not {"a": 1}\.'),
        ('{"id": null, "answer": "B"}', "line 1: null was found"),
        ('{"id": 1, "answer": []}', r"line 1: a text or a number was expected, not \[\]\."),
        ('{"id": 1, "answer": "B", "scores": [1]}', r"line 1: scores such as .* were expected, not \[1\]\."),
        ('{"id": 1, "answer": "B", "scores": {"A": true}}', "line 1: scores such as"),
        ('{"id": 1, "answer": "B", "scores": "{"}', "line 1: the scores are not JSON"),
        (f'{{"id": 1, "answer": "B", "scores": {{"A": {10**400}}}}}', "line 1: scores such as"),
        ('{"id": 1, "answer": "B"}\n{"id": 2}', r"line 2: no field 'answer'\. Found: id\."),
    ],
)
def test_what_is_no_answer_is_told(content: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadSource, match=complaint):
        read(write(tmp_path / "a.jsonl", content), "plain")


def test_a_member_without_an_answer_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSource, match=r"a\.json, b: no answer in it\. Found: colour\."):
        read(write(tmp_path / "a.json", {"a": "B", "b": {"colour": "red"}}), "plain")


def test_where_two_columns_could_be_meant_the_user_is_asked(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "id,response,prediction\n1,It is B.,B\n")
    with pytest.raises(BadSource) as error:
        read(path, "plain")
    assert str(error.value) == (
        "a.csv: 'response' and 'prediction' could be meant as the answer. Say which, for example with: "
        "plain:answer=prediction."
    )
    assert said(path, "plain:answer=response") == {"1": "It is B."}


def test_a_column_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "id,guess\n1,B\n")
    with pytest.raises(
        BadSource, match=r"no column for the answer, such as prediction, pred, .* the columns id, guess"
    ):
        read(path, "plain")
    with pytest.raises(BadSource, match=r"no column 'reply' in it\. Found: a table with the columns id, guess"):
        read(path, "plain:answer=reply")
    assert said(path, "plain:answer=guess") == {"1": "B"}


def test_a_run_is_written_with_what_became_of_each_answer(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {"yes-no": "No, it is not.", "text": "I don't know.", "rating": None})
    done = bench.export_run("plain:id=uid,answer=response", tmp_path / "a.tsv", run="run")
    assert (tmp_path / "a.tsv").read_text() == (
        "uid\tresponse\tstate\tscores\nmixed/yes-no\tNo, it is not.\tgiven\t\nmixed/text\tI don't know.\tdont_know\t\n"
    )
    assert done.left_out == {"failed": 1}


def test_scores_of_options_go_along(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    weighed = {"A": 0.25, "B": 0.75}
    answer = Answer(
        id="a", item="mixed/preference", respondent="m", run="r", state=State.GIVEN, value=("B",), scores=weighed
    )
    with bench.store.event("test") as writer:
        writer.write(add=[Run(id="r", respondent="m"), answer])
    bench.export_run("plain", tmp_path / "a.csv", run="r")
    (prediction,) = read(tmp_path / "a.csv", "plain")
    assert (prediction.text, prediction.scores) == ("B", weighed)


def test_what_was_read_is_written_in_plain_words(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    keep(bench, {**REPLIES, "choice-texts": "A or B?"})
    done = bench.export_run("plain", tmp_path / "a.json", run="run", settings={"say": "answer"})
    texts = said(tmp_path / "a.json", "plain")
    assert texts["mixed/choice-pictures"] == "B"
    assert texts["mixed/yes-no"] == "no"
    assert texts["mixed/cannot"].startswith("It is not possible to answer")
    assert done.left_out == {"unread": 1, "failed": 1}
