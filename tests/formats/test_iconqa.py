"""IconQA: its folder tree in and out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.formats.iconqa import skills_by_triggers
from optotype.records import Choice, Picture, ShortText
from tests.samples import write_png


def tree(root: Path) -> dict[str, Any]:
    """A folder's content: JSON as values, pictures as bytes."""
    return {
        str(path.relative_to(root)): json.loads(path.read_text()) if path.suffix == ".json" else path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def make(root: Path, place: str, **data: Any) -> None:
    folder = root / place
    write_png(folder / "image.png")
    for choice in data["choices"] if data["ques_type"] == "choose_img" else ():
        write_png(folder / choice, "blue")
    (folder / "data.json").write_text(json.dumps(data))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A small set in the published layout, with all that its files may hold."""
    root = tmp_path / "iconqa_data" / "iconqa"
    pictures = ["choice_0.png", "choice_1.png", "choice_2.png"]
    make(
        root,
        "train/choose_img/3",
        question="Which?",
        choices=pictures,
        answer=2,
        ques_type="choose_img",
        grade="g",
        label="A",
    )
    make(
        root,
        "val/choose_txt/20",
        question="Who?",
        choices=["a", "b", "c", "d", "e"],
        answer=4,
        ques_type="choose_txt",
        label="B",
    )
    make(
        root,
        "test/fill_in_blank/100",
        question="How long?",
        answer="4,571",
        ques_type="fill_in_blank",
        unit="cm",
        hint="Look.",
        new={"x": 1},
    )
    (root / "pid2skills.json").write_text(
        json.dumps({"3": ["scene", "geometry"], "20": ["time"], "100": ["measurement"]})
    )
    (root / "pid_splits.json").write_text(json.dumps({"train": ["3"], "val": ["20"], "test": ["100"]}))
    return root


def test_problems_become_items(bench: Workbench, data: Path) -> None:
    assert bench.import_("iconqa", data.parent).items == 3
    image, text, blank = (bench.item(f"iconqa/{pid}") for pid in (3, 20, 100))
    assert isinstance(image.form, Choice)
    assert [option.picture for option in image.form.options] == [
        f"iconqa/choose_img/3/choice_{n}.png" for n in range(3)
    ]
    assert isinstance(text.form, Choice)
    assert [option.text for option in text.form.options] == ["a", "b", "c", "d", "e"]
    assert blank.form == ShortText(unit="cm")
    assert blank.text == "Look."
    assert [item.split for item in (image, text, blank)] == ["train", "val", "test"]
    assert [item.tags["skill"] for item in (image, text, blank)] == [("scene", "geometry"), ("time",), ("measurement",)]
    golds = [bench.gold(item) for item in (image, text, blank)]
    assert [gold.accepted for gold in golds if gold] == [(("C",),), (("E",),), ("4,571",)]


def test_the_export_equals_the_original(bench: Workbench, data: Path, tmp_path: Path) -> None:
    bench.import_("iconqa", data)
    bench.export("iconqa", tmp_path / "out")
    assert tree(tmp_path / "out") == tree(data)


def test_an_edited_answer_is_what_is_exported(bench: Workbench, data: Path, tmp_path: Path) -> None:
    bench.import_("iconqa", data)
    gold = bench.gold(bench.item("iconqa/20"))
    assert gold is not None
    with bench.store.event("test") as writer:
        writer.write(replace=[gold.model_copy(update={"accepted": (("A",),), "version": 2})])
    bench.export("iconqa", tmp_path / "out")
    assert tree(tmp_path / "out")["val/choose_txt/20/data.json"]["answer"] == 0


def test_problems_come_in_the_order_of_their_numbers(bench: Workbench, tmp_path: Path) -> None:
    for pid in ("100", "9", "20"):
        make(tmp_path / "d", f"fill_in_blank/{pid}", question="?", answer="1", ques_type="fill_in_blank")
    bench.import_("iconqa", tmp_path / "d")
    assert [item.id for item in bench.items()] == ["iconqa/9", "iconqa/20", "iconqa/100"]


@pytest.mark.parametrize(
    ("text", "skills"),
    [
        ("What time does the clock show?", ("time",)),
        ("Which shape has more sides?", ("geometry", "counting", "comparing")),
        ("On which color is the spinner less likely to land?", ("comparing", "probability")),
        ("Move the ruler to measure the length of the line.", ("estimation", "measurement")),
        ("Stop.", ()),
    ],
)
def test_trigger_words_tell_the_skills(text: str, skills: tuple[str, ...]) -> None:
    assert skills_by_triggers(text) == skills


def test_the_real_examples_are_counted_and_come_back(
    bench: Workbench, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    examples = shared("iconqa/examples")
    done = bench.import_("iconqa", examples)
    assert (done.items, done.faulty, done.pictures_missing) == (75, 0, 0)
    assert Counter(item.tags["kind"][0] for item in bench.items()) == {
        "choose_img": 25,
        "choose_txt": 25,
        "fill_in_blank": 25,
    }
    options = Counter(len(item.form.options) for item in bench.items() if isinstance(item.form, Choice))
    assert {3, 4, 5} <= set(options)
    bench.export("iconqa", tmp_path / "out")
    assert tree(tmp_path / "out") == tree(examples)
    assert bench.store.count(Picture) == 136


def test_trigger_words_mostly_agree_with_the_published_skills(bench: Workbench, shared: Callable[[str], Path]) -> None:
    published = json.loads(shared("iconqa/test_answers_and_skills.json").read_text())
    bench.import_("iconqa", shared("iconqa/examples"))
    right = found = true = 0
    for item in bench.items():
        pid = item.id.removeprefix("iconqa/")
        if pid in published:
            ours, theirs = set(item.tags.get("skill", ())), set(published[pid]["skill"])
            right, found, true = right + len(ours & theirs), found + len(ours), true + len(theirs)
    # The paper matched topics and chapter names as well, which are not published: a question's own words find fewer.
    assert right / found > 0.5, f"precision {right}/{found}"
    assert right / true > 0.4, f"recall {right}/{true}"
