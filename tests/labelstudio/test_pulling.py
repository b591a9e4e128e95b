"""What people said comes back to the same items: once, by number, and nothing of it is guessed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.errors import BadSource, OptotypeError
from optotype.labelstudio.server import BadServer
from optotype.records import Answer, Collection, Respondent, Review, State
from tests.labelstudio.fake import Fake
from tests.samples import fill


def said(name: str, kind: str, value: Any) -> dict[str, Any]:
    return {
        "from_name": name,
        "to_name": "task",
        "type": kind,
        "value": {"text" if kind == "textarea" else kind: value},
    }


def exported(there: Fake, tmp_path: Path) -> Path:
    """The tasks, as Label Studio writes them into a file."""
    (tmp_path / "export.json").write_text(json.dumps(there.tasks))
    return tmp_path / "export.json"


def answers(bench: Workbench) -> dict[str, tuple[State, Any]]:
    people = [answer for answer in bench.store.each(Answer) if answer.id.startswith("labelstudio:")]
    return {answer.item: (answer.state, answer.value) for answer in people}


@pytest.fixture
def pushed(bench: Workbench, there: Fake) -> Workbench:
    fill(bench)
    bench.push_to_label_studio()
    return bench


def test_answers_come_back_to_the_same_items_whatever_their_form(pushed: Workbench, there: Fake) -> None:
    given = {
        "mixed/choice-pictures": said("answer", "choices", ["C"]),
        "mixed/choice-texts": said("answer", "choices", ["option G"]),
        "mixed/several": said("answer", "choices", ["A", "C"]),
        "mixed/yes-no": said("answer", "choices", ["No"]),
        "mixed/number": said("answer_number", "number", 3),
        "mixed/text": said("answer_text", "textarea", ["S-shaped"]),
        "mixed/cannot": said("state", "choices", ["unanswerable"]),
        "mixed/ranking": said("answer_text", "textarea", ["D, A, B, C"]),
        "mixed/graph": said("answer_text", "textarea", ["( men , on , bench )"]),
        "mixed/preference": said("answer", "choices", ["B"]),
        "mixed/rating": said("state", "choices", ["dont_know"]),
    }
    for item, result in given.items():
        there.annotate(there.about(item), result, said("note", "textarea", ["hard"]))
    before = {item.id: item for item in pushed.items()}
    done = pushed.pull_from_label_studio()
    assert (done.answers, done.reviews, done.people, done.annotations, done.faulty) == (11, 0, 1, 11, 0)
    assert {item.id: item for item in pushed.items()} == before, "items stay as they are"
    assert answers(pushed) == {
        "mixed/choice-pictures": (State.GIVEN, ("C",)),
        "mixed/choice-texts": (State.GIVEN, ("G",)),
        "mixed/several": (State.GIVEN, ("A", "C")),
        "mixed/yes-no": (State.GIVEN, False),
        "mixed/number": (State.GIVEN, 3.0),
        "mixed/text": (State.GIVEN, "S-shaped"),
        "mixed/cannot": (State.UNANSWERABLE, None),
        "mixed/ranking": (State.GIVEN, ("D", "A", "B", "C")),
        "mixed/graph": (State.GIVEN, "( men , on , bench )"),
        "mixed/preference": (State.GIVEN, "B"),
        "mixed/rating": (State.DONT_KNOW, None),
    }
    (answer,) = [one for one in pushed.store.each(Answer) if one.item == "mixed/text"]
    assert (answer.respondent, answer.seconds, answer.note) == ("labelstudio/7", 12.5, "hard")


def test_verdicts_come_back_as_reviews(bench: Workbench, there: Fake) -> None:
    fill(bench)
    bench.push_to_label_studio(ask="review")
    edits = [said("question", "textarea", ["How many pears?"]), said("answer_number", "number", 4)]
    there.annotate(there.about("mixed/number"), said("verdict", "choices", ["Incorrect"]), *edits)
    chosen = said("answer", "choices", ["A", "B"])
    there.annotate(there.about("mixed/several"), said("verdict", "choices", ["Incorrect"]), chosen)
    there.annotate(there.about("mixed/yes-no"), said("verdict", "choices", ["Correct"]))
    there.annotate(there.about("mixed/text"), said("verdict", "choices", ["None"]), said("note", "textarea", ["vague"]))
    there.annotate(there.about("mixed/graph"), said("verdict", "choices", ["Incorrect"]))
    done = bench.pull_from_label_studio()
    assert (done.answers, done.reviews, done.unedited) == (0, 5, 1)
    reviews = {review.item: review for review in bench.store.each(Review)}
    assert {item: review.verdict for item, review in reviews.items()} == {
        "mixed/number": "edited",
        "mixed/several": "edited",
        "mixed/yes-no": "correct",
        "mixed/text": "rejected",
        "mixed/graph": "edited",
    }
    assert reviews["mixed/number"].gold_after == (4.0,)
    assert reviews["mixed/number"].after is not None
    assert reviews["mixed/number"].after.question == "How many pears?"
    assert reviews["mixed/several"].gold_after == (("A", "B"),)
    assert reviews["mixed/text"].note == "vague"


def test_pulling_twice_changes_nothing_and_what_was_changed_there_replaces(pushed: Workbench, there: Fake) -> None:
    annotation = there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["round"]))
    pushed.pull_from_label_studio()
    again = pushed.pull_from_label_studio()
    assert (again.answers, again.changed, again.same, again.people) == (0, 0, 1, 0)
    annotation["result"] = [said("answer_text", "textarea", ["square"])]
    changed = pushed.pull_from_label_studio()
    assert (changed.answers, changed.changed, changed.same) == (0, 1, 0)
    assert answers(pushed) == {"mixed/text": (State.GIVEN, "square")}


def test_every_kind_of_store_takes_what_comes(stored_bench: Workbench, there: Fake) -> None:
    fill(stored_bench)
    stored_bench.push_to_label_studio()
    annotation = there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["a\0b"]))
    assert stored_bench.pull_from_label_studio().answers == 1
    annotation["result"] = [said("verdict", "choices", ["Correct"])]
    assert stored_bench.pull_from_label_studio().reviews == 1
    assert answers(stored_bench) == {}


def test_somebody_who_answered_and_judges_now_has_not_answered(pushed: Workbench, there: Fake) -> None:
    annotation = there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["round"]))
    pushed.pull_from_label_studio()
    annotation["result"] = [said("verdict", "choices", ["Correct"])]
    done = pushed.pull_from_label_studio()
    assert (done.reviews, answers(pushed)) == (1, {})


def test_a_file_and_a_server_bring_the_same(pushed: Workbench, there: Fake, tmp_path: Path) -> None:
    there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["round"]))
    pushed.pull_from_label_studio()
    done = pushed.pull_from_label_studio(file=exported(there, tmp_path))
    assert (done.answers, done.changed, done.same) == (0, 0, 1)


def test_what_was_set_aside_here_stays_aside(pushed: Workbench, there: Fake) -> None:
    annotation = there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["round"]))
    pushed.pull_from_label_studio()
    (answer,) = [one for one in pushed.store.each(Answer) if one.item == "mixed/text"]
    with pushed.store.event("test") as writer:
        writer.write(replace=[answer.model_copy(update={"excluded": "a test"})])
    annotation["result"] = [said("answer_text", "textarea", ["square"])]
    pushed.pull_from_label_studio()
    kept = pushed.store.get(Answer, answer.id)
    assert kept is not None
    assert (kept.value, kept.excluded) == ("square", "a test")


def test_skipped_tasks_and_annotations_that_say_nothing_are_left_out_and_counted(
    pushed: Workbench, there: Fake
) -> None:
    task = there.about("mixed/text")
    there.annotate(task, was_cancelled=True)
    there.annotate(task)
    there.annotate(task, said("note", "textarea", ["only a note"]))
    done = pushed.pull_from_label_studio()
    assert (done.annotations, done.cancelled, done.silent, done.answers) == (3, 1, 2, 0)


def test_an_answer_that_was_taken_back_there_counts_no_longer(pushed: Workbench, there: Fake) -> None:
    annotation = there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["round"]))
    pushed.pull_from_label_studio()
    annotation["was_cancelled"] = True
    pushed.pull_from_label_studio()
    (answer,) = [one for one in pushed.store.each(Answer) if one.item == "mixed/text"]
    assert answer.excluded == "skipped in Label Studio"
    annotation["was_cancelled"] = False
    pushed.pull_from_label_studio()
    (answer,) = [one for one in pushed.store.each(Answer) if one.item == "mixed/text"]
    assert answer.excluded is None


def test_an_answer_to_an_item_that_was_changed_since_is_kept_and_not_counted(pushed: Workbench, there: Fake) -> None:
    there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["round"]))
    item = pushed.item("mixed/text")
    with pushed.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"question": "Another?", "version": 2})])
    assert pushed.pull_from_label_studio().outdated == 1
    (answer,) = [one for one in pushed.store.each(Answer) if one.item == "mixed/text"]
    assert answer.excluded == "said of version 1 of the item, which is at version 2"


def test_tasks_about_items_that_nobody_knows_are_told(pushed: Workbench, there: Fake) -> None:
    task = there.about("mixed/text")
    there.annotate(task, said("answer_text", "textarea", ["x"]))
    there.task(task)["data"]["optotype_id"] = "other/1"
    done = pushed.pull_from_label_studio()
    assert (done.unknown, done.unknown_items, done.answers) == (1, ["other/1"], 0)


@pytest.mark.parametrize(
    ("by", "id", "name"),
    [
        (7, "labelstudio/7", "Ann Lee"),
        ({"id": 7, "email": "ann@example.org"}, "labelstudio/7", "Ann Lee"),
        ({"email": "Bob@example.org"}, "labelstudio/686b5e4cf4f9", "Bob@example.org"),
        ("bob@example.org", "labelstudio/686b5e4cf4f9", "bob@example.org"),
        (None, "labelstudio/unknown", ""),
        (True, "labelstudio/unknown", ""),
        (-1, "labelstudio/unknown", ""),
        ([7], "labelstudio/unknown", ""),
    ],
)
def test_people_have_numbers_and_names_only_if_asked_for(
    by: Any, id: str, name: str, pushed: Workbench, there: Fake
) -> None:
    there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["x"]), completed_by=by)
    pushed.pull_from_label_studio()
    assert pushed.store.get(Respondent, id) == Respondent(id=id, kind="person")
    pushed.pull_from_label_studio(names=True)
    assert pushed.store.get(Respondent, id) == Respondent(id=id, kind="person", name=name)


def test_people_of_another_server_are_other_people(pushed: Workbench, there: Fake) -> None:
    there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["x"]))
    pushed.pull_from_label_studio(people="lab")
    assert pushed.store.get(Respondent, "lab/7") is not None
    with pytest.raises(OptotypeError, match="one word was expected"):
        pushed.pull_from_label_studio(people="two words")


def test_an_export_by_file_whose_tasks_leave_out_the_collection_finds_its_items(
    bench: Workbench, tmp_path: Path
) -> None:
    fill(bench)
    bench.export("labelstudio", tmp_path / "out", split="test", settings={"gold": "no"})
    (task,) = json.loads((tmp_path / "out" / "test.json").read_text())
    task |= {"id": 1, "annotations": [{"id": 5, "completed_by": 3, "result": [said("answer", "choices", ["Yes"])]}]}
    (tmp_path / "back.json").write_text(json.dumps([task]))
    assert bench.pull_from_label_studio(file=tmp_path / "back.json").answers == 1
    assert answers(bench) == {"mixed/yes-no": (State.GIVEN, True)}
    with bench.store.event("test") as writer:
        twin = bench.item("mixed/yes-no").model_copy(update={"id": "other/yes-no", "collection": "other"})
        writer.write(add=[Collection(id="other", format="draw"), twin])
    done = bench.pull_from_label_studio(file=tmp_path / "back.json")
    assert (done.unknown, done.unknown_items) == (1, ["mixed/yes-no and 1 more"]), "which is meant is not guessed"


def test_whatever_stands_in_a_file_the_rest_comes_in(pushed: Workbench, there: Fake, tmp_path: Path) -> None:
    good = said("answer_text", "textarea", ["x"])
    there.annotate(there.about("mixed/text"), good)
    odd: list[Any] = [
        7,
        {"data": 7, "annotations": [{}]},
        {"data": {"optotype_id": "a\ud800b"}, "annotations": [{}]},
        {"data": {"optotype_id": "a\0b"}, "annotations": [{}]},
        {"data": {"optotype_id": "mixed/text"}, "annotations": 7},
        {"data": {"optotype_id": ["mixed/text"]}, "annotations": [{}]},
        {
            "id": 10**30,
            "project": "x",
            "data": {"optotype_id": "mixed/number", "optotype_version": "1"},
            "annotations": [
                None,
                {"result": 7},
                {"result": [7, {"from_name": ["answer"]}, {"type": {}}]},
                {"id": {"a": []}, "result": [said("answer_number", "number", "NaN")]},
                {"id": -5, "unique_id": "../../x", "result": [said("answer_number", "number", 1e400)]},
                {"id": 6, "result": [good], "lead_time": 10**400, "created_at": "yesterday"},
                {"id": 7, "result": [said("answer_text", "textarea", ["\ud800"])]},
                {"id": 8, "result": [said("note", "textarea", ["\ud800"]), said("answer_number", "number", 2)]},
            ],
        },
    ]
    (tmp_path / "odd.json").write_text(json.dumps([*odd, *there.tasks]).replace("Infinity", "1"))
    done = pushed.pull_from_label_studio(file=tmp_path / "odd.json")
    assert done.faulty == len(done.faults) == 7
    assert done.unknown == 1
    assert answers(pushed)["mixed/text"] == (State.GIVEN, "x")
    assert pushed.pull_from_label_studio(file=tmp_path / "odd.json").answers == 0


@pytest.mark.parametrize(
    ("content", "expected"),
    [("", "the file is empty"), ("<html>", "it begins with '<'"), ("7", "it begins with '7'")],
)
def test_a_file_that_holds_no_tasks_is_told(content: str, expected: str, bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(BadSource, match=expected):
        bench.pull_from_label_studio(file=tmp_path / "x.json")


def test_a_file_that_is_not_there_is_told(bench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(BadSource, match="is not a file"):
        bench.pull_from_label_studio(file=tmp_path / "x.json")


def test_of_a_download_that_is_cut_off_what_came_is_kept_and_the_rest_is_told(pushed: Workbench, there: Fake) -> None:
    for item in ("mixed/text", "mixed/number"):
        there.annotate(there.about(item), said("answer_text", "textarea", ["3"]))
    there.ways["GET /export"] = ["half_an_array"]
    done = pushed.pull_from_label_studio()
    assert (done.answers, done.faulty) == (1, 1)
    assert "not JSON, and not read further" in done.faults[0].message
    assert pushed.pull_from_label_studio().answers == 1, "the next pull brings the rest"


@pytest.mark.parametrize("way", ["page_for_people", "cut_off", "fault", "nothing", "hang_up", "elsewhere"])
def test_a_pull_that_fails_loses_nothing(way: str, pushed: Workbench, there: Fake) -> None:
    there.annotate(there.about("mixed/text"), said("answer_text", "textarea", ["x"]))
    pushed.pull_from_label_studio()
    there.ways["GET /export"] = [way]
    with pytest.raises(BadServer):
        pushed.pull_from_label_studio()
    assert answers(pushed) == {"mixed/text": (State.GIVEN, "x")}


def test_all_projects_that_were_pushed_to_are_pulled_and_one_that_is_gone_is_told(
    pushed: Workbench, there: Fake
) -> None:
    pushed.push_to_label_studio(title="Second")
    there.annotate(there.tasks[0]["id"], said("answer", "choices", ["A"]))
    there.annotate(there.tasks[-1]["id"], said("answer_number", "number", 2))
    del there.projects[1]
    done = pushed.pull_from_label_studio()
    assert (done.projects, done.answers) == ([1, 2], 1)
    assert [str(fault) for fault in done.faults] == [
        f"{there.address}/projects/1: there is no such project, or it is not for you"
    ]


def test_a_bench_that_was_never_pushed_says_so(bench: Workbench, there: Fake) -> None:
    with pytest.raises(OptotypeError, match="Name a project with --project"):
        bench.pull_from_label_studio()
    assert not there.requests
