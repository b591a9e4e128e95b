"""Flickr8k: captions with their ratings come in and go out in the order in which they were given."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, init
from optotype.errors import BadSource
from optotype.formats.flickr8k import Flickr8k
from optotype.records import Answer, Finding, Gold, Item, Number, Picture, Respondent, ShortText, State
from tests.formats.jsons import load
from tests.samples import write_png


def image(key: str, *judgments: tuple[str, Any], references: tuple[str, ...] = ("A dog .", "The dog .")) -> Any:
    """An image of the file, as the originals write it."""
    path = f"Flicker8k_Dataset/{key.removesuffix('.jpg')}.jpg"
    return {
        "human_judgement": [
            {"image_id": key, "image_path": path, "caption": caption, "rating": rating} for caption, rating in judgments
        ],
        "image_id": key,
        "image_path": path,
        "ground_truth": list(references),
    }


EXPERT: dict[str, Any] = {
    "one": image("one", ("A cat .", 1.0), ("A cat .", 2.0), ("A cat .", 1.0), ("Ёлка 🎄", 4.0), ("Ёлка 🎄", 4.0)),
    "two": image("two", ("A cat .", 3.0)),
    "bare": image("bare", references=()),
}
CROWD: dict[str, Any] = {
    "one.jpg": image("one.jpg", ("A cat .", 0.333333333333333), ("A bus .", 0.0)),
    "two.jpg": image("two.jpg", ("A cat .", 1.0)),
}


def put(folder: Path, name: str, content: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
    return folder / name


def everything(bench: Workbench) -> list[Any]:
    """All records of a bench, without where they were imported from."""
    items = [item.model_copy(update={"origin": None}) for item in bench.items()]
    return [*items, *(list(bench.store.each(noun)) for noun in (Picture, Gold, Answer, Respondent))]


def there_and_back(bench: Workbench, tmp_path: Path, collection: str) -> dict[str, Any]:
    """What an export writes, by file; coming in again it gives the same records."""
    bench.export("flickr8k", tmp_path / "out")
    with init(tmp_path / "again") as again:
        assert not again.import_("flickr8k", tmp_path / "out", name=collection).faults
        assert everything(again) == everything(bench)
    return {file.name: load(file) for file in (tmp_path / "out").glob("*.json")}


def test_an_image_is_a_captioning_and_its_rated_captions(bench: Workbench, tmp_path: Path) -> None:
    file = put(tmp_path, "flickr8k_expert.json", EXPERT)
    write_png(tmp_path / "Flicker8k_Dataset" / "one.jpg")
    done = bench.import_("flickr8k", file)
    assert (done.collection, done.items, done.new["answers"], done.pictures_missing) == ("flickr8k-expert", 6, 6, 2)
    caption, cat, tree = (bench.item(f"flickr8k-expert/one{suffix}") for suffix in ("", "/1", "/2"))
    assert caption.form == ShortText()
    assert (caption.question, caption.tags) == ("Describe the picture in one sentence.", {"kind": ("caption",)})
    assert bench.gold(caption) == Gold(item=caption.id, accepted=("A dog .", "The dog ."), rule="imported")
    assert cat.form == Number(low=1, high=4)
    assert (cat.text, cat.about, cat.tags) == ("A cat .", caption.id, {"kind": ("rating",)})
    assert tree.text == "Ёлка 🎄"
    assert {item.cluster for item in (caption, cat, tree)} == set(caption.pictures) == set(cat.pictures)
    picture = bench.store.get(Picture, caption.pictures[0])
    assert picture is not None
    assert picture.name == "Flicker8k_Dataset/one.jpg"
    assert picture.file is not None
    assert bench.gold(bench.item("flickr8k-expert/bare")) is None


def test_every_rating_is_an_answer_of_a_person(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("flickr8k", put(tmp_path, "flickr8k_expert.json", EXPERT))
    given = [
        (answer.respondent, answer.value, answer.state, answer.run)
        for answer in bench.store.each(Answer, {"item": "flickr8k-expert/one/1"})
    ]
    assert given == [
        ("flickr8k-expert/expert-1", 1.0, State.GIVEN, None),
        ("flickr8k-expert/expert-2", 2.0, State.GIVEN, None),
        ("flickr8k-expert/expert-3", 1.0, State.GIVEN, None),
    ]
    people = list(bench.store.each(Respondent))
    assert [(person.name, person.kind) for person in people] == [
        ("expert-1", "person"),
        ("expert-2", "person"),
        ("expert-3", "person"),
    ]


def test_the_crowd_is_one_respondent_with_a_scale_of_its_own(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("flickr8k", put(tmp_path, "flickr8k_crowdflower.json", CROWD))
    assert bench.item("flickr8k-crowdflower/one.jpg/2").form == Number(low=0, high=1)
    assert {answer.respondent for answer in bench.store.each(Answer)} == {"flickr8k-crowdflower/crowdflower"}


@pytest.mark.parametrize(("name", "content"), [("expert", EXPERT), ("crowdflower", CROWD)])
def test_it_goes_out_as_it_came(bench: Workbench, tmp_path: Path, name: str, content: Any) -> None:
    bench.import_("flickr8k", put(tmp_path, f"flickr8k_{name}.json", content))
    assert there_and_back(bench, tmp_path, f"flickr8k-{name}") == {f"flickr8k_{name}.json": content}


def test_both_files_of_a_folder_go_out_as_they_came(bench: Workbench, tmp_path: Path) -> None:
    put(tmp_path / "data", "flickr8k_expert.json", EXPERT)
    put(tmp_path / "data", "flickr8k_crowdflower.json", CROWD)
    assert bench.import_("flickr8k", tmp_path / "data").collection == "flickr8k"
    assert there_and_back(bench, tmp_path, "flickr8k") == {
        "flickr8k_expert.json": EXPERT,
        "flickr8k_crowdflower.json": CROWD,
    }


def test_judgments_in_any_order_and_number_come_back_in_it(bench: Workbench, tmp_path: Path) -> None:
    content = {"one": image("one", *[(caption, 1.0) for caption in "abacabaa"], ("c", 3.0), ("a", 2.0))}
    done = bench.import_("flickr8k", put(tmp_path, "flickr8k_expert.json", content))
    assert (done.items, done.new["answers"]) == (4, 10)
    assert Counter(answer.item[-1] for answer in bench.store.each(Answer)) == {"1": 6, "2": 2, "3": 2}
    assert there_and_back(bench, tmp_path, "flickr8k-expert") == {"flickr8k_expert.json": content}


def test_what_a_record_has_no_place_for_comes_back(bench: Workbench, tmp_path: Path) -> None:
    content = {"one": image("one", ("a", 2)) | {"worker": {"age": 30}}, "two": image("two", ("a", 1.0))}
    content["two"]["human_judgement"][0]["seconds"] = 2.5
    content["two"]["image_id"] = "another"
    bench.import_("flickr8k", put(tmp_path, "flickr8k_expert.json", content))
    back = there_and_back(bench, tmp_path, "flickr8k-expert")["flickr8k_expert.json"]
    assert json.dumps(back, sort_keys=True) == json.dumps(content, sort_keys=True)


def test_an_answer_that_was_added_goes_out_too(bench: Workbench, tmp_path: Path) -> None:
    content = {"one": image("one", ("a", 1.0), ("b", 2.0), ("a", 3.0))}
    bench.import_("flickr8k", put(tmp_path, "flickr8k_expert.json", content))
    more = Answer(id="new", item="flickr8k-expert/one/2", respondent="ann", state=State.GIVEN, value=4.0)
    with bench.store.event("test") as writer:
        writer.write(add=[Respondent(id="ann", kind="person"), more])
    back = there_and_back(bench, tmp_path, "flickr8k-expert")["flickr8k_expert.json"]
    ratings = [(judgment["caption"], judgment["rating"]) for judgment in back["one"]["human_judgement"]]
    assert sorted(ratings) == [("a", 1.0), ("a", 3.0), ("b", 2.0), ("b", 4.0)]


@pytest.mark.parametrize(("ratings", "low"), [((1.0, 2.0), 1), ((1.0, 0.0), 0), ((1.0, 0.25), 0), ((1.0, 1.0), 1)])
def test_ratings_show_their_scale_where_the_name_does_not(
    bench: Workbench, tmp_path: Path, ratings: tuple[float, float], low: int
) -> None:
    content = {"one": image("one", ("a", ratings[0])), "two": image("two", ("a", ratings[1]))}
    done = bench.import_("flickr8k", put(tmp_path, "judgments.json", content))
    assert done.collection == "flickr8k"
    forms = [item.form for item in bench.items(kind="rating")]
    assert [form.low for form in forms if isinstance(form, Number)] == [low, low]


def test_the_scale_can_be_given(bench: Workbench, tmp_path: Path) -> None:
    file = put(tmp_path, "judgments.json", {"one": image("one", ("a", 1.0))})
    bench.import_("flickr8k", file, settings={"scale": "crowdflower"})
    assert bench.item("flickr8k/one/1").form == Number(low=0, high=1)
    assert list(there_and_back(bench, tmp_path, "flickr8k")) == ["flickr8k_crowdflower.json"]


def test_splits_go_into_the_names_of_files(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("flickr8k", put(tmp_path, "flickr8k_expert.json", EXPERT), split="test")
    files = there_and_back(bench, tmp_path, "flickr8k-expert")
    assert files == {"flickr8k_expert_test.json": EXPERT}


def test_pictures_are_found_in_a_folder_given(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "pictures" / "one.jpg")
    file = put(tmp_path, "flickr8k_expert.json", EXPERT)
    assert bench.import_("flickr8k", file, pictures=tmp_path / "pictures").pictures_missing == 2
    bench.export("flickr8k", tmp_path / "out")
    assert (tmp_path / "out" / "Flicker8k_Dataset" / "one.jpg").is_file()


def test_bad_images_are_told_and_the_rest_comes_in(bench: Workbench, tmp_path: Path) -> None:
    content = {
        "high": image("high", ("a", 5.0)),
        "text": image("text", ("a", "good")),
        "none": image("none", ("a", None)),
        "list": [1],
        "mute": {"human_judgement": [{"rating": 1.0}]},
        "flat": {"human_judgement": "all good"},
        "gold": {"ground_truth": [1]},
        "path": image("path") | {"image_path": "../../etc/passwd"},
        "good": image("good", ("a", 1.0)),
    }
    done = bench.import_("flickr8k", put(tmp_path, "flickr8k_expert.json", content))
    assert {fault.place.removeprefix("flickr8k_expert.json, "): fault.message for fault in done.faults} == {
        "high": "the rating 5 of 'a' is not on the scale 1 to 4",
        "text": 'judgment 1: the rating is "good", but a number was expected',
        "none": "judgment 1: the rating is null, but a number was expected",
        "list": "an object with fields was expected",
        "mute": "no field 'caption'; found: rating",
        "flat": 'human_judgement is "all good", but a list was expected',
        "gold": "ground_truth is [1], but a list of captions was expected",
    }
    assert [item.id for item in bench.items()] == [f"flickr8k-expert/{name}" for name in ("path", "good", "good/1")]
    assert [finding.rule for finding in bench.store.each(Finding, {"about": "flickr8k-expert/path"})] == ["picture_bad"]


def test_a_file_that_is_something_else_is_told(bench: Workbench, tmp_path: Path) -> None:
    put(tmp_path / "data", "flickr8k_expert.json", EXPERT)
    file = put(tmp_path / "data", "other.json", [1, 2])
    with pytest.raises(BadSource, match="not an array"):
        bench.import_("flickr8k", file)
    assert [fault.place for fault in bench.import_("flickr8k", tmp_path / "data").faults] == ["other.json"]


def test_a_file_that_is_cut_off_gives_what_came_before(bench: Workbench, tmp_path: Path) -> None:
    file = put(tmp_path, "flickr8k_expert.json", EXPERT)
    file.write_text(file.read_text()[:-30])
    done = bench.import_("flickr8k", file)
    assert done.items == 5
    assert "cut off" in done.faults[0].message


def test_a_collection_is_called_after_its_file(tmp_path: Path) -> None:
    file = put(tmp_path / "data", "flickr8k_crowdflower.json", CROWD)
    assert Flickr8k().default_name(file) == Flickr8k().default_name(file.parent) == "flickr8k-crowdflower"
    assert Flickr8k().default_name(put(tmp_path, "mine.json", {})) == "flickr8k"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "pictures", "items", "ratings", "people"),
    [("expert", 1_000, 5_664, 16_992, 3), ("crowdflower", 200, 9_730, 9_730, 1)],
)
def test_the_real_files_go_out_as_they_came(
    shared: Callable[[str], Path],
    bench: Workbench,
    tmp_path: Path,
    name: str,
    pictures: int,
    items: int,
    ratings: int,
    people: int,
) -> None:
    file = shared(f"factual/flickr8k_{name}.json")
    if name == "crowdflower":  # a fifth of its pictures, which have more captions than all of the experts'
        file = put(tmp_path, file.name, dict(list(load(file).items())[::5]))
    done = bench.import_("flickr8k", file)
    assert done.faulty == 0
    assert done.new["pictures"] == pictures
    assert bench.store.count(Item, {"form": "number"}) == items
    assert (done.items, done.new["answers"], done.new["respondents"]) == (pictures + items, ratings, people)
    bench.export("flickr8k", tmp_path / "out")
    back, original = load(tmp_path / "out" / f"flickr8k_{name}.json"), load(file)
    assert list(back) == list(original)
    assert back == original
