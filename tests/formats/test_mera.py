"""MERA: records come in whatever they lie in, and go out field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, init
from optotype.errors import BadSource, BadTarget
from optotype.records import Choice, Finding, Gold, Picture, ShortText
from tests.conftest import SHARED
from tests.formats.jsons import load, put
from tests.samples import png, write_png

SEEDS = SHARED.parent / "seeds"

TEMPLATE = (
    "Изучите таблицу <image> и ответьте.\\n{question}\\nA. {option_a}\\nB. {option_b}\\nC. {option_c}\\nD. {option_d}"
    "\\nE. {option_e}\\nF. {option_f}\\nG. {option_g}\\nОтвет: только буква."
)


def record(number: int = 7, **fields: Any) -> dict[str, Any]:
    """A record in the shape of LabTabVQA, with seven options; `fields` replace its own."""
    made: dict[str, Any] = {
        "instruction": TEMPLATE,
        "inputs": {
            "question": "Сколько строк относится к весне?",
            "image": f"samples/таблица {number}.png",
            **{f"option_{letter}": f"{place} — строк" for place, letter in enumerate("abcdefg", 1)},
        },
        "outputs": "C",
        "meta": {
            "id": number,
            "categories": {
                "question_type": "Структура - Строки",
                "question_text": "Подсчёт",
                "question_source": "generated",
            },
            "image": {
                "synt_source": [],
                "source": ["screenshot"],
                "type": ["systematic", "table"],
                "content": ["info"],
                "context": ["no_context"],
            },
            "rows": 12,
            "columns": 4,
        },
    }
    return made | fields


def test_a_record_becomes_an_item_with_its_template_options_gold_and_tags(bench: Workbench, tmp_path: Path) -> None:
    write_png(put(tmp_path / "set", "test.json", [record()]) / "samples" / "таблица 7.png")
    assert not bench.import_("mera", tmp_path / "set").faults
    item = bench.item("mera/7")
    assert r"\n" in TEMPLATE
    assert item.instruction == TEMPLATE.replace(r"\n", "\n")
    assert isinstance(item.form, Choice)
    assert [option.label for option in item.form.options] == list("ABCDEFG")
    assert item.form.options[2].text == "3 — строк"
    assert bench.gold(item) == Gold(item="mera/7", accepted=(("C",),), rule="imported")
    assert item.split == "test"
    assert item.tags == {
        "language": ("ru",),
        "question_type": ("Структура - Строки",),
        "question_text": ("Подсчёт",),
        "question_source": ("generated",),
    }
    picture = bench.store.get(Picture, "mera/samples/таблица 7.png")
    assert picture is not None
    assert picture.file is not None
    assert picture.tags == {
        "source": ("screenshot",),
        "type": ("systematic", "table"),
        "content": ("info",),
        "context": ("no_context",),
        "rows": ("12",),
        "columns": ("4",),
    }


def test_export_equals_the_original_field_by_field(bench: Workbench, tmp_path: Path) -> None:
    odd = record(
        9,
        inputs={
            "question": "Что изображено?",
            "image_2": "samples/b.png",
            "image_1": "samples/a.png",
            "annotation": "",
        },
        outputs="кот",
        unknown={"a/b": {"~": None}, "empty": {}},
    )
    odd["meta"]["categories"] |= {"tags": ["x"], "level": 3, "nothing": None}
    odd["meta"]["id"] = "9"
    hidden = record(10, outputs="")
    without = record(11)
    del without["outputs"], without["meta"]["image"], without["instruction"]
    several = record(12, outputs="A, C")
    tests = [record(8), odd, hidden, without, several]
    shots = [record(8, outputs="g"), record(1, inputs={**record()["inputs"], "context": "Дано: ...", "option_h": None})]
    folder = put(tmp_path / "set", "test.json", tests)
    put(folder, "shots.json", shots)
    write_png(folder / "samples" / "a.png", "blue")
    done = bench.import_("mera", folder)
    assert not done.faults
    assert done.items == 7
    bench.export("mera", tmp_path / "out")
    assert load(tmp_path / "out" / "test.json") == tests
    assert load(tmp_path / "out" / "shots.json") == shots
    assert (tmp_path / "out" / "samples" / "a.png").read_bytes() == png("blue")


def test_numbers_stay_numbers_and_texts_stay_texts(bench: Workbench, tmp_path: Path) -> None:
    one = record(5, outputs="B")
    one["inputs"]["option_a"] = 2
    one["meta"] |= {"rows": "11", "columns": 3.0}
    bench.import_("mera", put(tmp_path, "test.json", [one]))
    bench.export("mera", tmp_path / "out")
    (back,) = load(tmp_path / "out" / "test.json")
    assert json.dumps(back, sort_keys=True) == json.dumps(one, sort_keys=True)


@pytest.mark.parametrize(
    ("name", "content", "split"),
    [
        ("set.json", json.dumps([record(1), record(2)]), None),
        ("train.json", "\ufeff" + json.dumps([record(1), record(2)]), "train"),
        ("set.jsonl", f"{json.dumps(record(1))}\r\n\r\n{json.dumps(record(2))}\r\n", None),
        ("validation.json", f"{json.dumps(record(1))}\n{json.dumps(record(2))}\n", "val"),
        ("Task.json", json.dumps({"data": {"test": [record(1), record(2)]}}, indent=1), "test"),
    ],
)
def test_records_may_lie_in_an_array_in_lines_or_by_split(
    name: str, content: str, split: str | None, bench: Workbench, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(content, encoding="utf-8", newline="")
    assert not bench.import_("mera", file).faults
    assert [(item.id, item.split) for item in bench.items()] == [("mera/1", split), ("mera/2", split)]


def test_examples_to_learn_from_may_have_the_numbers_of_tests(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("mera", put(tmp_path, "Task.json", {"data": {"test": [record(1)], "shots": [record(1)]}}))
    assert {item.id: item.split for item in bench.items()} == {"mera/1": "test", "mera/shots/1": "shots"}


def test_without_options_an_answer_is_a_text(bench: Workbench, tmp_path: Path) -> None:
    inputs = {"question": "Как называется орган?", "image": "samples/x.png"}
    bench.import_("mera", put(tmp_path, "test.json", [record(1, inputs=inputs, outputs=["печень", "Печень"])]))
    item = bench.item("mera/1")
    assert isinstance(item.form, ShortText)
    assert bench.gold(item) == Gold(item="mera/1", accepted=("печень", "Печень"), rule="imported")


def test_several_pictures_come_in_the_order_of_their_numbers(bench: Workbench, tmp_path: Path) -> None:
    inputs = {"question": "Что изменилось?", **{f"image_{number}": f"{number}.png" for number in (10, 2, 1)}}
    bench.import_("mera", put(tmp_path, "test.json", [record(1, inputs=inputs, outputs="")]))
    item = bench.item("mera/1")
    assert item.pictures == ("mera/1.png", "mera/2.png", "mera/10.png")
    assert bench.gold(item) is None


@pytest.mark.parametrize(
    ("outputs", "accepted"),
    [("b", ("B",)), ("2 — строк", ("B",)), ("A,C", ("A", "C")), ("AC", ("A", "C")), (["A", "C"], ("A", "C"))],
)
def test_an_answer_may_name_options_in_several_ways(
    outputs: Any, accepted: tuple[str, ...], bench: Workbench, tmp_path: Path
) -> None:
    bench.import_("mera", put(tmp_path, "test.json", [record(1, outputs=outputs)]))
    item = bench.item("mera/1")
    gold = bench.gold(item)
    assert gold is not None
    assert gold.accepted == (accepted,)
    assert isinstance(item.form, Choice)
    assert item.form.several == (len(accepted) > 1)


def test_an_edited_question_goes_out_and_everything_else_as_it_came(bench: Workbench, tmp_path: Path) -> None:
    one = record(3, outputs="c", unknown=[1.0])
    bench.import_("mera", put(tmp_path, "test.json", [one]))
    item = bench.item("mera/3")
    with bench.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"question": "Иначе?", "version": 2})])
    bench.export("mera", tmp_path / "out")
    (back,) = load(tmp_path / "out" / "test.json")
    del back["optotype"]
    one["inputs"]["question"] = "Иначе?"
    assert back == one


def test_a_split_given_later_names_the_file(bench: Workbench, tmp_path: Path) -> None:
    bench.import_("mera", put(tmp_path, "all.json", [record(3, outputs="c")]))
    with bench.store.event("test") as writer:
        writer.write(replace=[bench.item("mera/3").model_copy(update={"split": "train"})])
    bench.export("mera", tmp_path / "out")
    assert load(tmp_path / "out" / "train.json") == [record(3, outputs="c")]


def test_two_records_may_say_different_things_of_one_picture(bench: Workbench, tmp_path: Path) -> None:
    first, second = record(1), record(2)
    second["inputs"]["image"] = first["inputs"]["image"]
    second["meta"] |= {"rows": 99, "image": {"source": ["photo"]}}
    bench.import_("mera", put(tmp_path, "test.json", [first, second]))
    bench.export("mera", tmp_path / "out")
    said = load(tmp_path / "out" / "test.json")
    # the bench holds one picture; where a record says something else of it, what the bench holds is told beside it
    told = [one.pop("optotype", None) for one in said]
    assert [set(rest) for rest in told if rest] == [{"pictures"}]
    assert said == [first, second]


def test_a_bad_record_is_told_and_the_rest_comes_in(bench: Workbench, tmp_path: Path) -> None:
    deep: Any = "x"
    for _ in range(300):
        deep = [deep]
    bad = [
        record(1, outputs="H"),
        {"outputs": "B", "meta": {"id": 5}},
        {"inputs": {"question": "?"}, "outputs": "B"},
        "no object",
        record(2, inputs={"question": ["?"]}),
        record(3, inputs={"question": "?", "option_a": ["x"]}),
        record(4, unknown=deep),
        record(5, unknown="\ud800"),
        record(6, instruction="\ud800"),
        record(7),
        record(7),
    ]
    put(tmp_path / "set", "test.json", [])
    (tmp_path / "set" / "test.json").write_text(json.dumps(bad).replace('"columns": 4', '"columns": 4, "n": 1'))
    done = bench.import_("mera", tmp_path / "set")
    assert [item.id for item in bench.items()] == ["mera/7"]
    told = {fault.place: fault.message for fault in done.faults}
    assert "'H' is not among the options A, B, C, D, E, F, G" in told["test.json, element 1"]
    assert "a submission rather than a data set" in told["test.json, element 2"]
    assert "no field 'meta/id'" in told["test.json, element 3"]
    assert "an object with fields was expected" in told["test.json, element 4"]
    assert "a text was expected" in told["test.json, element 5"]
    assert "a text was expected" in told["test.json, element 6"]
    assert "120 levels" in told["test.json, element 7"]
    assert "half a character" in told["test.json, element 8"]
    assert "element 9" in str(done.faults)
    assert "stands twice" in told["test.json, element 11"]


def test_files_that_are_cut_off_empty_or_not_utf_8_are_told(bench: Workbench, tmp_path: Path) -> None:
    put(tmp_path / "set", "a.json", [record(1)])
    (tmp_path / "set" / "b.json").write_bytes(json.dumps([record(2), record(3)]).encode()[:-40])
    (tmp_path / "set" / "c.json").write_bytes(b"")
    (tmp_path / "set" / "d.json").write_text('{"data": ')
    (tmp_path / "set" / "e.jsonl").write_bytes(json.dumps(record(4), ensure_ascii=False).encode("cp1251"))
    done = bench.import_("mera", tmp_path / "set")
    assert [item.id for item in bench.items()] == ["mera/1", "mera/2"]
    assert [fault.place.split(",")[0] for fault in done.faults] == ["b.json", "c.json", "d.json", "e.jsonl"]


def test_an_empty_file_is_no_source(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "test.json").write_text("")
    with pytest.raises(BadSource, match="expected, but the file is empty"):
        bench.import_("mera", tmp_path / "test.json")


def test_a_file_without_records_says_what_was_expected(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "test.json").write_text("7")
    assert "an object with fields was expected" in str(bench.import_("mera", tmp_path / "test.json").faults)


def test_a_folder_without_files_is_no_source(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    with pytest.raises(BadSource, match=r"no \.json"):
        bench.import_("mera", tmp_path / "set")


@pytest.mark.parametrize("path", ["../outside.png", "/etc/passwd", "samples/../../outside.png", "C:\\x.png"])
def test_a_path_that_leaves_the_folder_is_not_followed_and_comes_back_as_it_was(
    path: str, bench: Workbench, tmp_path: Path
) -> None:
    write_png(tmp_path / "outside.png")
    one = record(1)
    one["inputs"]["image"] = path
    bench.import_("mera", put(tmp_path / "set", "test.json", [one]))
    assert [finding.rule for finding in bench.store.each(Finding)] == ["picture_bad"]
    bench.export("mera", tmp_path / "out")
    assert load(tmp_path / "out" / "test.json") == [one]
    assert [file.name for file in (tmp_path / "out").rglob("*")] == ["test.json"]


def test_a_picture_called_like_a_file_of_records_is_put_elsewhere(bench: Workbench, tmp_path: Path) -> None:
    one = record(1)
    one["inputs"]["image"] = "test.json.png/test.json"
    folder = put(tmp_path / "set", "test.json", [one])
    (folder / "test.json.png").mkdir()
    (folder / "test.json.png" / "test.json").write_bytes(png())
    bench.import_("mera", folder / "test.json")
    bench.export("mera", tmp_path / "out")
    with init(tmp_path / "again") as again:
        done = again.import_("mera", tmp_path / "out" / "test.json")
        assert not done.faults
        assert not done.pictures_missing


def test_pictures_may_lie_elsewhere(bench: Workbench, tmp_path: Path) -> None:
    put(tmp_path / "set", "test.json", [record(1)])
    write_png(tmp_path / "pictures" / "samples" / "таблица 1.png")
    assert not bench.import_("mera", tmp_path / "set", pictures=tmp_path / "pictures").pictures_missing


def test_the_record_printed_in_the_document_comes_back_field_by_field(bench: Workbench, tmp_path: Path) -> None:
    document = SEEDS / "003_2617d3ea9a16dd76.txt"
    if not document.exists():
        pytest.skip("needs the shared documents")
    (block,) = re.findall(r"```json\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "record.json").write_text(block, encoding="utf-8")
    assert not bench.import_("mera", tmp_path / "record.json").faults
    (item,) = bench.items()
    assert len(item.options) == 7
    assert bench.gold(item) is not None
    bench.export("mera", tmp_path / "out")
    (back,) = load(tmp_path / "out" / "mera.json")
    assert json.dumps(back, sort_keys=True) == json.dumps(json.loads(block), sort_keys=True)


def test_real_problems_of_another_data_set_go_out_and_come_in_again(
    shared: Callable[[str], Path], bench: Workbench, tmp_path: Path
) -> None:
    bench.import_("iconqa", shared("iconqa/examples"))
    bench.export("mera", tmp_path / "out")
    with init(tmp_path / "again") as again:
        done = again.import_("mera", tmp_path / "out", name="iconqa")
        assert not done.faults
        assert not done.pictures_missing
        for item in bench.items():
            there = again.item(item.id)
            assert there.model_copy(update={"origin": None}) == item.model_copy(update={"origin": None})
            assert again.gold(there) == bench.gold(item)


def test_different_pictures_of_one_name_are_not_mixed_up(bench: Workbench, tmp_path: Path) -> None:
    for name, colour in (("one", "red"), ("two", "blue")):
        write_png(put(tmp_path / name, "test.json", [record(1)]) / "samples" / "таблица 1.png", colour)
        bench.import_("mera", tmp_path / name, name=name)
    with pytest.raises(BadTarget, match=r"another picture lies at samples/таблица 1\.png"):
        bench.export("mera", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    bench.export("mera", tmp_path / "out", collection="two")
    assert (tmp_path / "out" / "samples" / "таблица 1.png").read_bytes() == png("blue")
