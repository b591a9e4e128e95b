"""Label Studio: tasks come in with what people said, and go out field by field."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from optotype import Workbench, init
from optotype.records import (
    Answer,
    Choice,
    Collection,
    Finding,
    Gold,
    Number,
    Origin,
    Picture,
    Respondent,
    Review,
    ShortText,
    State,
    YesNo,
)
from tests.formats.jsons import load, put
from tests.formats.test_every_format import contents
from tests.items import an_item
from tests.samples import fill, png, write_png


def result(name: str, kind: str, value: Any) -> dict[str, Any]:
    return {
        "id": "Dx_aB91ISN",
        "from_name": name,
        "to_name": "img",
        "type": kind,
        "origin": "manual",
        "value": {"text" if kind == "textarea" else kind: value},
    }


def annotation(id: int, *results: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """An annotation with the fields that Label Studio writes."""
    return {
        "id": id,
        "completed_by": 3,
        "result": list(results),
        "was_cancelled": False,
        "ground_truth": False,
        "created_at": "2025-03-09T22:16:08.728353Z",
        "updated_at": "2025-03-09T22:16:08.728378Z",
        "draft_created_at": None,
        "lead_time": 12.75,
        "prediction": {},
        "result_count": len(results),
        "unique_id": f"b2f7-{id}",
        "task": 1,
        **fields,
    }


def task(id: int, *annotations: dict[str, Any], **data: Any) -> dict[str, Any]:
    """A task with the fields that Label Studio writes."""
    return {
        "id": id,
        "annotations": list(annotations),
        "file_upload": "ab-x.png",
        "drafts": [],
        "predictions": [{"model_version": "m", "result": [result("answer", "choices", ["two"])], "score": 0.5}],
        "data": {"image": f"/data/upload/7/ab-{id}.png", "question": "Сколько столбцов?", **data},
        "meta": {},
        "created_at": "2025-03-09T21:52:49.513742Z",
        "inner_id": id,
        "total_annotations": len(annotations),
        "project": 83,
        "comment_authors": [],
    }


OPTIONS = ["one", "two", "three"]

BOX = {
    "id": "t5sp3TyXPo",
    "from_name": "label",
    "to_name": "img",
    "type": "rectanglelabels",
    "value": {"x": 1, "y": 2.5, "width": 10, "height": 10, "rotation": 0, "rectanglelabels": ["Axis"]},
}


def answers(bench: Workbench) -> dict[str, tuple[State, Any]]:
    return {answer.id: (answer.state, answer.value) for answer in bench.store.each(Answer)}


# --- in


def test_a_task_becomes_an_item_and_its_annotations_answers(bench: Workbench, tmp_path: Path) -> None:
    said = annotation(11, result("answer", "choices", ["two"]), result("note", "textarea", ["hard"]))
    folder = put(tmp_path / "set", "tasks.json", [task(1, said, options=OPTIONS, caption="Fig. 1", text="A text")])
    write_png(folder / "upload" / "7" / "ab-1.png")
    done = bench.import_("labelstudio", folder)
    assert not done.faults
    assert not done.pictures_missing
    item = bench.item("labelstudio/1")
    assert item.question == "Сколько столбцов?"
    assert item.text == "A text"
    assert isinstance(item.form, Choice)
    assert [(option.label, option.text) for option in item.options] == [("A", "one"), ("B", "two"), ("C", "three")]
    picture = bench.store.get(Picture, item.pictures[0])
    assert picture is not None
    assert picture.caption == "Fig. 1"
    (answer,) = bench.store.each(Answer)
    assert (answer.id, answer.item, answer.respondent) == ("labelstudio/1/11", item.id, "labelstudio/3")
    assert (answer.state, answer.value, answer.seconds, answer.note) == (State.GIVEN, ("B",), 12.75, "hard")
    assert answer.at is not None
    assert answer.at.year == 2025
    assert [person.id for person in bench.store.each(Respondent)] == ["labelstudio/3"]
    assert bench.gold(item) is None


@pytest.mark.parametrize(
    ("data", "said", "expected"),
    [
        ({}, [result("answer", "textarea", ["four", "five"])], (State.GIVEN, "four\nfive")),
        ({}, [result("answer", "textarea", "four")], (State.GIVEN, "four")),
        ({}, [result("whatever", "rating", 4)], (State.GIVEN, "4")),
        ({}, [result("sentiment", "choices", ["Positive"]), BOX], (State.GIVEN, "Positive")),
        ({"form": {"kind": "number"}}, [result("n", "number", 7)], (State.GIVEN, 7.0)),
        ({"form": {"kind": "number"}}, [result("answer", "textarea", ["0,5"])], (State.GIVEN, 0.5)),
        ({"form": {"kind": "number"}}, [result("answer", "textarea", ["many"])], (State.UNREAD, None)),
        ({"form": {"kind": "number"}}, [result("answer", "textarea", ["nan"])], (State.UNREAD, None)),
        ({"form": {"kind": "yes_no"}}, [result("answer", "choices", ["No"])], (State.GIVEN, False)),
        ({"options": OPTIONS}, [result("answer", "choices", ["three", "one"])], (State.GIVEN, ("C", "A"))),
        ({"options": OPTIONS}, [result("answer", "choices", ["B"])], (State.GIVEN, ("B",))),
        ({"options": OPTIONS}, [result("answer", "choices", ["four"])], (State.UNREAD, None)),
        ({"choices": [1, 2]}, [result("answer", "choices", ["2"])], (State.GIVEN, ("B",))),
        ({"options": [{"value": "x", "alias": "k"}]}, [result("a", "choices", ["k"])], (State.GIVEN, ("k",))),
        (
            {"options": OPTIONS, "form": {"kind": "ranking"}},
            [result("answer_text", "textarea", ["C > A, B"])],
            (State.GIVEN, ("C", "A", "B")),
        ),
        (
            {"options": OPTIONS, "form": {"kind": "choice"}},
            [result("answer", "choices", ["one", "two"])],
            (State.UNREAD, None),
        ),
        ({}, [result("state", "choices", ["unanswerable"])], (State.UNANSWERABLE, None)),
        ({}, [result("state", "choices", ["dont_know"])], (State.DONT_KNOW, None)),
    ],
)
def test_an_answer_is_read_as_the_form_wants_it(
    data: dict[str, Any], said: list[dict[str, Any]], expected: tuple[State, Any], bench: Workbench, tmp_path: Path
) -> None:
    assert not bench.import_("labelstudio", put(tmp_path, "t.json", [task(1, annotation(2, *said), **data)])).faults
    assert answers(bench) == {"labelstudio/1/2": expected}


def test_a_skipped_task_is_refused_and_other_annotations_stay_with_the_task(bench: Workbench, tmp_path: Path) -> None:
    inside = {**result("answer", "textarea", ["axis"]), "value": {"text": ["axis"], "x": 1, "y": 1}}
    one = task(
        1,
        annotation(1, BOX),
        annotation(2, was_cancelled=True),
        annotation(3),
        annotation(4, result("q1", "choices", ["a"]), result("q2", "choices", ["b"])),
        annotation(5, inside),
    )
    bench.import_("labelstudio", put(tmp_path, "tasks.json", [one]))
    assert answers(bench) == {"labelstudio/1/2": (State.REFUSED, None)}
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == [one]


def test_a_verdict_is_a_review(bench: Workbench, tmp_path: Path) -> None:
    def verdict(id: int, word: str, *more: dict[str, Any]) -> dict[str, Any]:
        return annotation(id, result("verdict", "choices", [word]), *more, completed_by={"id": 9, "email": "a@b.c"})

    one = task(
        1,
        verdict(1, "Correct"),
        verdict(
            2,
            "Incorrect",
            result("question", "textarea", ["How many bars?"]),
            result("answer", "textarea", ["three"]),
            result("note", "textarea", ["wording"]),
        ),
        verdict(3, "None", result("note", "textarea", ["question is based solely on caption"])),
        annotation(4, result("answer", "choices", ["one"])),
        verdict(5, "Correct"),
        options=OPTIONS,
    )
    bench.import_("labelstudio", put(tmp_path, "tasks.json", [one]))
    item = bench.item("labelstudio/1")
    reviews = {review.id: review for review in bench.store.each(Review)}
    assert [review.verdict for review in reviews.values()] == ["correct", "edited", "rejected", "correct"]
    edited = reviews["labelstudio/1/2"]
    assert edited.reviewer == "labelstudio/9"
    assert edited.note == "wording"
    assert edited.gold_after == (("C",),)
    assert edited.after is not None
    assert edited.after.question == "How many bars?"
    assert edited.after.origin == Origin(kind="written", by="labelstudio/9")
    assert edited.after.form == item.form
    assert answers(bench) == {"labelstudio/1/4": (State.GIVEN, ("A",))}
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == [one]


def test_what_is_marked_as_the_truth_is_gold(bench: Workbench, tmp_path: Path) -> None:
    tasks = [
        task(1, annotation(1, result("answer", "textarea", ["red"]), ground_truth=True)),
        task(2, annotation(2, result("state", "choices", ["unanswerable"]), ground_truth=True)),
        task(3, annotation(3, result("answer", "textarea", ["red"]))),
        task(4, annotation(4, BOX, ground_truth=True)),
    ]
    bench.import_("labelstudio", put(tmp_path, "tasks.json", tasks))
    assert list(bench.store.each(Gold)) == [
        Gold(item="labelstudio/1", accepted=("red",), rule="imported", counted=("labelstudio/1/1",)),
        Gold(item="labelstudio/2", unanswerable=True, rule="imported", counted=("labelstudio/2/2",)),
    ]
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == tasks


@pytest.mark.parametrize(
    ("reference", "place"),
    [
        ("images/рис 1.png", "images/рис 1.png"),
        ("pictures/x.png", "pictures/x.png"),
        ("/data/local-files/?d=images/a%20b.png", "images/a b.png"),
        ("/data/local-files/?d=/images/x.png", "images/x.png"),
        ("/data/upload/12/ab12-x.png", "upload/12/ab12-x.png"),
        ("http://localhost:8080/data/upload/12/x.png", "upload/12/x.png"),
        ("https://example.com/a/b%20c.png?size=2", "example.com/a/b c.png?size=2"),
        ("s3://bucket/key/x.png", "bucket/key/x.png"),
    ],
)
def test_a_picture_is_found_however_it_is_named(reference: str, place: str, bench: Workbench, tmp_path: Path) -> None:
    folder = put(tmp_path / "set", "tasks.json", [{"data": {"image": reference}}])
    write_png(folder / place, "blue")
    assert not bench.import_("labelstudio", folder).pictures_missing
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == [{"data": {"image": reference}}]
    assert (tmp_path / "out" / place).read_bytes() == png("blue")


def test_a_picture_may_stand_in_the_task_itself(bench: Workbench, tmp_path: Path) -> None:
    whole = f"data:image/png;base64,{base64.b64encode(png('blue')).decode()}"
    tasks = [{"data": {"image": whole}}, {"data": {"image": "data:image/png;base64,???"}}]
    done = bench.import_("labelstudio", put(tmp_path, "tasks.json", tasks))
    assert done.pictures_missing == 1
    assert [picture.file is not None for picture in bench.store.each(Picture)] == [True, False]
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == tasks


def test_a_task_may_show_several_pictures_or_call_its_picture_otherwise(bench: Workbench, tmp_path: Path) -> None:
    tasks = [
        {"id": 1, "data": {"images": ["b.png", "a.png"], "question": "?"}},
        {"id": 2, "data": {"caption": "c", "url": "https://example.com/plot.JPG"}},
        {"id": 3, "data": {"image": None, "text": "Only words, and no picture.png"}},
    ]
    bench.import_("labelstudio", put(tmp_path, "tasks.json", tasks))
    assert [item.pictures for item in bench.items()] == [
        ("labelstudio/b.png", "labelstudio/a.png"),
        ("labelstudio/example.com/plot.JPG",),
        (),
    ]
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == tasks


# --- out


def test_export_equals_the_original_field_by_field(bench: Workbench, tmp_path: Path) -> None:
    tasks: list[Any] = [
        task(1, annotation(1, result("answer", "choices", ["two"]), lead_time=3), options=OPTIONS, caption="Fig. 1"),
        task(2, annotation(2, result("answer", "textarea", ["x"]), completed_by={"email": "a@b.c", "id": None})),
        task(3, unknown={"a/b": [1, 1.0, None]}, choices=[{"value": "a", "hint": "h"}, {"value": "b"}]),
        {"data": {"question": "No id, no picture", "item": "chair", "form": "old"}, "annotations": None},
        {"id": "7", "data": {"text": "x"}, "annotations": [{"result": [result("answer", "textarea", ["y"])]}, "odd"]},
        {"id": 8, "data": {"image": "x.png", "options": "a,b"}, "a/b~": {"~": 1}},
    ]
    folder = put(tmp_path / "set", "train.json", tasks)
    write_png(folder / "upload" / "7" / "ab-1.png", "green")
    done = bench.import_("labelstudio", folder)
    assert not done.faults
    assert done.items == 6
    bench.export("labelstudio", tmp_path / "out")
    back = load(tmp_path / "out" / "train.json")
    assert json.dumps(back, sort_keys=True) == json.dumps(tasks, sort_keys=True)
    assert (tmp_path / "out" / "upload" / "7" / "ab-1.png").read_bytes() == png("green")


def test_tasks_without_an_envelope_stay_without(bench: Workbench, tmp_path: Path) -> None:
    tasks = [{"image": "a.png", "question": "?"}, {"image": "b.png", "id": 5}]
    (tmp_path / "tasks.jsonl").write_text("".join(f"{json.dumps(one)}\r\n" for one in tasks), newline="")
    assert not bench.import_("labelstudio", tmp_path / "tasks.jsonl").faults
    assert bench.item("labelstudio/5").pictures == ("labelstudio/b.png",)
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == tasks


def test_tasks_may_show_one_picture_with_different_captions(bench: Workbench, tmp_path: Path) -> None:
    tasks = [{"id": number, "data": {"image": "x.png", "caption": f"caption {number}"}} for number in (1, 2)]
    bench.import_("labelstudio", put(tmp_path, "tasks.json", tasks))
    bench.export("labelstudio", tmp_path / "out")
    back = load(tmp_path / "out" / "tasks.json")
    assert [one["data"]["caption"] for one in back] == ["caption 1", "caption 2"]


def test_an_answer_that_came_later_stands_after_the_others(bench: Workbench, tmp_path: Path) -> None:
    one = task(1, annotation(1, BOX), annotation(2, result("answer", "choices", ["two"])), options=OPTIONS)
    bench.import_("labelstudio", put(tmp_path, "tasks.json", [one]))
    late = Answer(id="late", item="labelstudio/1", respondent="ann", state=State.GIVEN, value=("C",))
    with bench.store.event("test") as writer:
        writer.write(add=[Respondent(id="ann", kind="person"), late])
    bench.export("labelstudio", tmp_path / "out")
    (back,) = load(tmp_path / "out" / "tasks.json")
    assert back["annotations"][:2] == one["annotations"]
    assert back["annotations"][2]["result"][0]["value"] == {"choices": ["C"]}
    assert "completed_by" not in back["annotations"][2]


def test_an_edited_question_goes_out_and_everything_else_as_it_came(bench: Workbench, tmp_path: Path) -> None:
    one = task(1, annotation(1, result("answer", "choices", ["two"])), choices=OPTIONS)
    bench.import_("labelstudio", put(tmp_path, "tasks.json", [one]))
    with bench.store.event("test") as writer:
        writer.write(replace=[bench.item("labelstudio/1").model_copy(update={"question": "Edited?", "version": 2})])
    bench.export("labelstudio", tmp_path / "out")
    (back,) = load(tmp_path / "out" / "tasks.json")
    del back["data"]["optotype"]
    one["data"]["question"] = "Edited?"
    assert back == one


def test_reviews_from_elsewhere_come_back_whole(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    item = bench.item("mixed/number")
    reviews = [
        Review(
            id="rev1",
            item=item.id,
            reviewer="expert-1",
            verdict="edited",
            criteria={"about the table": True},
            after=item.model_copy(update={"question": "Сколько груш?"}),
            gold_after=(3.0,),
            note="no apples",
        ),
        Review(id="rev2", item="mixed/several", reviewer="expert-1", verdict="edited", gold_after=(("A", "B"),)),
        Review(id="rev3", item="mixed/yes-no", reviewer="expert-1", verdict="rejected"),
    ]
    with bench.store.event("test") as writer:
        writer.write(add=reviews)
    bench.export("labelstudio", tmp_path / "out")
    with init(tmp_path / "again") as again:
        assert not again.import_("labelstudio", tmp_path / "out", name="mixed").faults
        assert {review.id: review for review in again.store.each(Review)} == {r.id: r for r in reviews}
        assert contents(again) == contents(bench)


def through_label_studio(tasks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What Label Studio gives back of tasks that it imported: its own numbers, and no field that it does not know."""
    return [
        {
            **{name: value for name, value in one.items() if name in ("data", "meta")},
            "id": 1000 + number,
            "annotations": [
                {"completed_by": 1, **said, "id": 5000 + number * 10 + place}
                for place, said in enumerate(one.get("annotations", []))
            ],
            "project": 4,
        }
        for number, one in enumerate(tasks)
    ]


def test_items_that_were_answered_there_come_home_with_their_answers(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("labelstudio", tmp_path / "out", settings={"gold": "no"})
    said = {
        "mixed/choice-pictures": result("answer", "choices", ["C"]),
        "mixed/choice-texts": result("answer", "choices", ["option G"]),
        "mixed/yes-no": result("answer", "choices", ["No"]),
        "mixed/number": result("answer_number", "number", 3),
        "mixed/text": result("answer_text", "textarea", ["S-shaped"]),
        "mixed/cannot": result("state", "choices", ["unanswerable"]),
        "mixed/ranking": result("answer_text", "textarea", ["D, A, B, C"]),
        "mixed/rating": result("answer_number", "number", 2),
    }
    for file in (tmp_path / "out").glob("*.json"):
        tasks = through_label_studio(load(file))
        for one in tasks:
            if (answer := said.get(f"mixed/{one['data']['optotype_item']}")) is not None:
                one["annotations"].append(annotation(one["id"], answer))
        put(tmp_path / "out", file.name, tasks)
    with init(tmp_path / "again") as again:
        done = again.import_("labelstudio", tmp_path / "out", name="mixed")
        assert not done.faults
        for item in bench.items():
            assert again.item(item.id).form == item.form
            assert again.item(item.id).pictures == item.pictures
            assert again.gold(item) is None
        given = {answer.item: answer for answer in again.store.each(Answer) if answer.respondent == "labelstudio/3"}
    assert {item: (answer.state, answer.value) for item, answer in given.items()} == {
        "mixed/choice-pictures": (State.GIVEN, ("C",)),
        "mixed/choice-texts": (State.GIVEN, ("G",)),
        "mixed/yes-no": (State.GIVEN, False),
        "mixed/number": (State.GIVEN, 3.0),
        "mixed/text": (State.GIVEN, "S-shaped"),
        "mixed/cannot": (State.UNANSWERABLE, None),
        "mixed/ranking": (State.GIVEN, ("D", "A", "B", "C")),
        "mixed/rating": (State.GIVEN, 2.0),
    }


def test_what_else_was_done_to_an_item_there_stays_with_it(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("labelstudio", tmp_path / "out", split="val")
    (one,) = through_label_studio(load(tmp_path / "out" / "val.json"))
    one["annotations"].append(annotation(77, BOX))
    put(tmp_path / "out", "val.json", [one])
    with init(tmp_path / "again") as again:
        assert not again.import_("labelstudio", tmp_path / "out", name="mixed").faults
        assert [item.id for item in again.items()] == ["mixed/several"]
        again.export("labelstudio", tmp_path / "back")
    (back,) = load(tmp_path / "back" / "val.json")
    assert back["annotations"] == one["annotations"]
    assert back["project"] == 4


def test_right_answers_can_be_left_out(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("labelstudio", tmp_path / "out", settings={"gold": "no"})
    for file in (tmp_path / "out").glob("*.json"):
        assert "S-shaped" not in file.read_text(encoding="utf-8")
        assert '"golds"' not in file.read_text(encoding="utf-8")


def test_pictures_can_be_named_as_label_studio_serves_them(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("labelstudio", tmp_path / "out", settings={"prefix": "/data/local-files/?d="}, split="test")
    (one,) = load(tmp_path / "out" / "test.json")
    assert one["data"]["image"].startswith("/data/local-files/?d=pictures/%D0%A0")
    with init(tmp_path / "again") as again:
        done = again.import_("labelstudio", tmp_path / "out", name="mixed")
        assert not done.faults
        assert not done.pictures_missing
        assert [item.pictures for item in again.items()] == [item.pictures for item in bench.items(split="test")]


# --- the labelling configuration


def test_the_configuration_shows_the_task_and_asks_what_the_forms_need(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("labelstudio", tmp_path / "out")
    view = ET.parse(tmp_path / "out" / "label_config.xml").getroot()
    assert view.tag == "View"
    tags = {tag.get("name"): tag for tag in view if tag.get("name")}
    assert len(tags) == len([tag for tag in view if tag.get("name")])
    assert {name: tag.tag for name, tag in tags.items()} == {
        "image": "Image",
        "caption": "Text",
        "text": "Text",
        "task": "Text",
        "answer": "Choices",
        "answer_number": "Number",
        "answer_text": "TextArea",
        "state": "Choices",
        "note": "TextArea",
    }
    assert tags["answer"].get("value") == "$options"
    assert tags["answer"].get("choice") == "multiple"
    assert all(tag.get("toName") == "task" for tag in view if tag.tag in ("Choices", "Number", "TextArea"))
    assert [choice.get("alias") for choice in tags["state"]] == ["unanswerable", "dont_know"]
    # Label Studio refuses a task that lacks a field which the configuration names
    asked = {str(tag.get("value"))[1:] for tag in view if str(tag.get("value")).startswith("$")}
    for file in (tmp_path / "out").glob("*.json"):
        assert all(asked <= set(one["data"]) for one in load(file))


def test_a_task_with_two_pictures_shows_both(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    item = bench.item("mixed/text")
    with bench.store.event("test") as writer:
        two = (*item.pictures, "mixed/Рисунок 3 ✏️.png")
        writer.write(replace=[item.model_copy(update={"pictures": two})])
    bench.export("labelstudio", tmp_path / "out")
    (image,) = ET.parse(tmp_path / "out" / "label_config.xml").getroot().iter("Image")
    assert image.get("valueList") == "$images"
    assert all("images" in one["data"] for file in (tmp_path / "out").glob("*.json") for one in load(file))
    with init(tmp_path / "again") as again:
        again.import_("labelstudio", tmp_path / "out", name="mixed")
        assert contents(again) == contents(bench)


def test_a_configuration_asks_for_nothing_that_nobody_needs(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("labelstudio", put(tmp_path, "tasks.json", [{"data": {"question": "?"}}]))
    bench.export("labelstudio", tmp_path / "out")
    view = ET.parse(tmp_path / "out" / "label_config.xml").getroot()
    assert [tag.get("name") for tag in view if tag.get("name")] == ["task", "answer_text", "state", "note"]


def test_script_in_texts_stays_text(tmp_path: Path) -> None:
    evil = '"/><script>alert(1)</script>\x00'
    with init(tmp_path / "bench", title=evil) as bench:
        fill(bench)
        name = 'x"><img onerror=alert(1)>.png'
        (one, *_) = list(bench.store.each(Picture))[1:]
        with bench.store.event("test") as writer:
            writer.write(replace=[one.model_copy(update={"name": name, "caption": evil})])
        bench.export("labelstudio", tmp_path / "out")
    view = ET.parse(tmp_path / "out" / "label_config.xml").getroot()
    assert view[0].get("value") == evil.removesuffix("\x00")
    assert not list(view.iter("script"))
    tasks = load(tmp_path / "out" / "train.json")
    shown = [option["html"] for one in tasks for option in one["data"]["options"] if "html" in option]
    assert shown[0] == '<img src="pictures/x&quot;&gt;&lt;img onerror=alert(1)&gt;.png">'


# --- what is hostile


@pytest.mark.parametrize(
    "reference",
    [
        "../outside.png",
        "/etc/passwd",
        "/data/local-files/?d=../outside.png",
        "/data/local-files/?d=..%2Foutside.png",
        "/data/upload/../../outside.png",
        "https://example.com/../../outside.png",
        "file:///etc/passwd",
        "C:\\outside.png",
        "/data/local-files/",
        "https://[broken",
        "x\x00.png",
    ],
)
def test_a_reference_that_leaves_the_folder_is_not_followed_and_comes_back_as_it_was(
    reference: str, bench: Workbench, tmp_path: Path
) -> None:
    tasks = [{"data": {"image": reference, "question": "?", "options": [{"value": "A", "picture": reference}]}}]
    folder = put(tmp_path / "a" / "b", "tasks.json", tasks)
    for place in (tmp_path, tmp_path / "a"):
        write_png(place / "outside.png")
    assert not bench.import_("labelstudio", folder).faults
    assert all(picture.file is None for picture in bench.store.each(Picture))
    assert list(bench.store.each(Finding))
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == tasks
    assert sorted(file.name for file in (tmp_path / "out").rglob("*")) == ["label_config.xml", "tasks.json"]


def test_a_picture_called_like_a_file_of_tasks_does_not_replace_it(bench: Workbench, tmp_path: Path) -> None:
    folder = put(tmp_path / "set", "list.json", [{"data": {"image": "tasks.json"}}])
    (folder / "tasks.json").write_bytes(png())
    bench.import_("labelstudio", folder / "list.json")
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == [{"data": {"image": "tasks.json"}}]
    assert (tmp_path / "out" / "pictures" / "tasks.json").read_bytes() == png()


def test_a_bad_task_is_told_and_the_rest_comes_in(bench: Workbench, tmp_path: Path) -> None:
    bad: list[Any] = [
        {"id": 1, "data": "x"},
        {"id": 2, "data": {}},
        {"id": 3, "data": {"audio": "/data/upload/x.wav"}},
        {"id": 4, "data": {"question": "?", "options": [["a"]]}},
        {"id": 5, "data": {"question": "?", "form": {"kind": "number", "low": "x"}}},
        {"id": 6, "data": {"question": "?", "form": {"kind": "choice"}}},
        {"id": 7, "data": {"question": "?", "optotype": {"what": 1}}},
        "no task",
        task(8, annotation(1, result("answer", "textarea", ["x"]), lead_time=10**400, created_at="yesterday")),
        task(8),
    ]
    done = bench.import_("labelstudio", put(tmp_path, "tasks.json", bad))
    assert sorted(fault.place for fault in done.faults) == sorted(
        f"tasks.json, element {number}" for number in (*range(1, 9), 10)
    )
    assert [item.id for item in bench.items()] == ["labelstudio/8"]
    (answer,) = bench.store.each(Answer)
    assert (answer.seconds, answer.at) == (None, None)


def test_what_a_task_does_not_have_is_not_made_up(bench: Workbench, tmp_path: Path) -> None:
    odd = {"id": 1, "data": {"question": "?"}, "annotations": [{"result": "x", "completed_by": True, "id": None}, None]}
    assert not bench.import_("labelstudio", put(tmp_path, "tasks.json", [odd])).faults
    assert not answers(bench)
    bench.export("labelstudio", tmp_path / "out")
    assert load(tmp_path / "out" / "tasks.json") == [odd]


def test_a_result_whose_control_is_no_name_says_nothing(bench: Workbench, tmp_path: Path) -> None:
    odd = {**result("x", "choices", ["one"]), "from_name": ["answer"]}
    one = task(1, annotation(1, odd, result("answer", "choices", ["two"])), options=OPTIONS)
    assert not bench.import_("labelstudio", put(tmp_path, "tasks.json", [one])).faults
    assert answers(bench) == {"labelstudio/1/1": (State.GIVEN, ("B",))}


def test_forms_from_elsewhere_are_told_in_the_data(bench: Workbench, tmp_path: Path) -> None:
    made = [
        an_item(f"draw/{form.kind}", form, question="?", cluster="c", origin=Origin(kind="drawn", by="test"))
        for form in (YesNo(), Number(unit="kg"), ShortText())
    ]
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="draw", format="draw"), *made])
    bench.export("labelstudio", tmp_path / "out")
    said = {one["data"]["optotype_item"]: one["data"] for one in load(tmp_path / "out" / "tasks.json")}
    assert said["yes_no"]["form"] == {"kind": "yes_no"}
    assert said["yes_no"]["options"] == [{"value": "Yes"}, {"value": "No"}]
    assert said["number"]["form"] == {"kind": "number", "unit": "kg"}
    assert "form" not in said["short_text"]
