"""Importing: what is good comes in, what is bad is told with its place, and nothing is done twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.errors import BadSource, UnknownPart
from optotype.records import Collection, Finding, Gold, Item, Picture
from tests.samples import png, write_png


def problem(root: Path, pid: str, *, colour: str = "red", **fields: object) -> Path:
    """A problem in IconQA's layout, with its pictures."""
    data: dict[str, object] = {
        "question": f"Which is {colour}?",
        "choices": ["choice_0.png", "choice_1.png"],
        "answer": 1,
        "ques_type": "choose_img",
        "grade": "grade2",
        "label": "U7",
    }
    data |= fields
    folder = root / "choose_img" / pid
    for number, name in enumerate(("image.png", "choice_0.png", "choice_1.png")):
        write_png(folder / name, colour, (10 + number, 10))
    (folder / "data.json").write_text(json.dumps(data), encoding="utf-8")
    return folder


def scivqa(path: Path, *rows: Mapping[str, object]) -> Path:
    """A file in SciVQA's layout."""
    usual = {"image_file": "a.png", "qa_pair_type": "unanswerable", "question": "Why?", "answer": "x"}
    full = [{**usual, **row} for row in rows]
    path.write_text(json.dumps(full), encoding="utf-8")
    return path


def findings(bench: Workbench) -> list[tuple[str, str]]:
    return [(finding.rule, finding.message) for finding in bench.store.each(Finding)]


def test_an_import_brings_items_pictures_and_gold(stored_bench: Workbench, tmp_path: Path) -> None:
    problem(tmp_path / "data", "7")
    done = stored_bench.import_("iconqa", tmp_path / "data")
    assert (done.items, done.new["pictures"], done.new["golds"]) == (1, 3, 1)
    item = stored_bench.item("iconqa/7")
    assert stored_bench.gold(item) == Gold(item="iconqa/7", accepted=(("B",),), rule="imported")
    picture = stored_bench.store.get(Picture, item.pictures[0])
    assert picture is not None
    path = stored_bench.path(picture)
    assert path is not None
    assert path.read_bytes() == png("red", (10, 10))


def test_importing_again_adds_nothing(stored_bench: Workbench, tmp_path: Path) -> None:
    for number in range(5):
        problem(tmp_path / "data", str(number))
    stored_bench.import_("iconqa", tmp_path / "data")
    done = stored_bench.import_("iconqa", tmp_path / "data")
    assert not any(done.new.values())
    assert done.same == 5
    assert stored_bench.store.count(Item) == 5


def test_items_keep_what_the_bench_added_when_they_are_imported_again(bench: Workbench, tmp_path: Path) -> None:
    problem(tmp_path / "data", "7")
    bench.import_("iconqa", tmp_path / "data")
    changed = bench.item("iconqa/7").model_copy(update={"split": "test", "excluded": "ambiguous"})
    with bench.store.event("test") as writer:
        writer.write(replace=[changed])
    done = bench.import_("iconqa", tmp_path / "data", update=True)
    assert (done.same, done.changed) == (1, [])
    assert bench.item("iconqa/7") == changed


def test_a_source_that_says_something_else_now_is_heard_only_if_asked(bench: Workbench, tmp_path: Path) -> None:
    problem(tmp_path / "data", "7")
    bench.import_("iconqa", tmp_path / "data")
    problem(tmp_path / "data", "7", question="Which is round?")
    assert bench.import_("iconqa", tmp_path / "data").changed == ["iconqa/7"]
    assert bench.item("iconqa/7").question == "Which is red?"
    bench.import_("iconqa", tmp_path / "data", update=True)
    item = bench.item("iconqa/7")
    assert (item.question, item.version) == ("Which is round?", 2)
    assert [past.question for past in bench.store.past(Item, "iconqa/7")] == ["Which is red?"]


def test_a_missing_picture_is_told_and_found_later(bench: Workbench, tmp_path: Path) -> None:
    folder = problem(tmp_path / "data", "7")
    (folder / "choice_1.png").unlink()
    done = bench.import_("iconqa", tmp_path / "data")
    assert (done.items, done.pictures_missing, done.faulty) == (1, 1, 0)
    ((rule, message),) = findings(bench)
    assert rule == "picture_missing"
    assert "choose_img/7/data.json" in message
    assert "choice_1.png" in message
    write_png(folder / "choice_1.png")
    bench.import_("iconqa", tmp_path / "data")
    assert findings(bench) == []
    picture = bench.store.get(Picture, "iconqa/choose_img/7/choice_1.png")
    assert picture is not None
    assert picture.file is not None


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "empty"),
        (b"I am not a picture", "not a picture"),
        (png("red", (50, 50))[:-20], "cut off"),
    ],
)
def test_a_bad_picture_is_told_and_its_item_comes_in(
    bench: Workbench, tmp_path: Path, content: bytes, told: str
) -> None:
    folder = problem(tmp_path / "data", "7")
    (folder / "image.png").write_bytes(content)
    done = bench.import_("iconqa", tmp_path / "data")
    assert done.items == 1
    ((rule, message),) = findings(bench)
    assert rule == "picture_bad"
    assert told in message
    assert "choose_img/7" in message


def test_a_picture_behind_a_path_that_leaves_the_folder_is_not_read(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "secret.png")
    (tmp_path / "data").mkdir()
    names = ["../secret.png", str(tmp_path / "secret.png"), "link.png"]
    (tmp_path / "data" / "link.png").symlink_to(tmp_path / "secret.png")
    rows = [{"instance_id": str(number), "image_file": name} for number, name in enumerate(names)]
    scivqa(tmp_path / "data" / "set.json", *rows)
    bench.import_("scivqa", tmp_path / "data" / "set.json")
    assert bench.store.count(Item) == 3
    assert bench.store.count(Picture, {"file": ...}) == 0
    assert all("leads out of the folder" in message for _, message in findings(bench))
    bench.export("scivqa", tmp_path / "out")
    assert [row["image_file"] for row in json.loads((tmp_path / "out" / "scivqa.json").read_text())] == names


def test_rows_that_say_different_things_of_a_picture_are_told(bench: Workbench, tmp_path: Path) -> None:
    write_png(tmp_path / "a.png")
    rows = [{"instance_id": name, "caption": f"Figure {name}"} for name in "ab"]
    bench.import_("scivqa", scivqa(tmp_path / "set.json", *rows))
    assert [rule for rule, _ in findings(bench)] == ["picture_said_twice"]
    bench.import_("scivqa", scivqa(tmp_path / "set.json", {"instance_id": "c", "caption": "Figure c"}))
    picture = bench.store.get(Picture, "scivqa/a.png")
    assert picture is not None
    assert picture.caption == "Figure a"


def test_a_folder_that_is_a_link_is_not_walked(bench: Workbench, tmp_path: Path) -> None:
    problem(tmp_path / "elsewhere", "8")
    problem(tmp_path / "data", "7")
    (tmp_path / "data" / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "data" / "choose_img" / "loop").symlink_to(tmp_path / "data")
    assert bench.import_("iconqa", tmp_path / "data").items == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'{"question": "Which', "not JSON"),
        (b"", "not JSON"),
        ('{"question": "Сколько?"}'.encode("cp1251"), "not UTF-8"),
        (b'["a list"]', "object"),
        (b'{"question": "Why?", "ques_type": "choose_img", "choices": ["a"], "answer": NaN}', "NaN"),
        (b"[" * 100_000, "nested"),
        (b'{"ques_type": "draw_it", "question": "?", "answer": 1}', "draw_it"),
        (b'{"ques_type": "choose_txt", "choices": ["a", "b"], "answer": 0}', "no field 'question'"),
        (b'{"ques_type": "choose_txt", "question": "?", "choices": ["a", "b", "c"], "answer": 5}', "3 choices"),
        (b'{"ques_type": "choose_txt", "question": "?", "choices": ["a", "b"], "answer": -1}', "-1"),
        (b'{"ques_type": "choose_txt", "question": "?", "choices": {}, "answer": 0}', "choices"),
        (b'{"ques_type": "choose_txt", "question": null, "choices": ["a"], "answer": 0}', "question"),
    ],
)
def test_a_bad_problem_is_told_with_its_place_and_the_rest_comes_in(
    bench: Workbench, tmp_path: Path, content: bytes, told: str
) -> None:
    problem(tmp_path / "data", "7")
    (problem(tmp_path / "data", "8") / "data.json").write_bytes(content)
    problem(tmp_path / "data", "9")
    done = bench.import_("iconqa", tmp_path / "data")
    assert [item.id for item in bench.items()] == ["iconqa/7", "iconqa/9"]
    (fault,) = done.faults
    assert fault.place == "choose_img/8/data.json"
    assert told in fault.message
    assert findings(bench) == [("import_fault", fault.message)]


def test_a_mended_problem_comes_in_and_its_finding_goes(bench: Workbench, tmp_path: Path) -> None:
    (problem(tmp_path / "data", "8") / "data.json").write_bytes(b"{")
    bench.import_("iconqa", tmp_path / "data")
    problem(tmp_path / "data", "8")
    assert bench.import_("iconqa", tmp_path / "data").items == 1
    assert findings(bench) == []


def test_an_id_that_stands_twice_counts_once(bench: Workbench, tmp_path: Path) -> None:
    file = scivqa(
        tmp_path / "set.json", {"instance_id": "a"}, {"instance_id": "b"}, {"instance_id": "a", "question": "?"}
    )
    done = bench.import_("scivqa", file)
    assert done.items == 2
    (fault,) = done.faults
    assert (fault.place, "scivqa/a" in fault.message) == ("set.json, element 3", True)
    again = bench.import_("scivqa", file)
    assert (again.same, again.faulty) == (2, 1)


def test_an_answer_that_is_not_among_the_options_is_told(bench: Workbench, tmp_path: Path) -> None:
    options = [{"A": "red"}, {"B": "blue"}]
    rows = [{"instance_id": answer, "answer_options": options, "answer": answer} for answer in ("A", "F", "A,B")]
    done = bench.import_("scivqa", scivqa(tmp_path / "set.json", *rows))
    assert [str(fault) for fault in done.faults] == [
        "set.json, element 2: the answer 'F' is not among the options A, B"
    ]
    assert done.items == 2


def test_an_item_can_be_skipped(bench: Workbench, tmp_path: Path) -> None:
    file = scivqa(tmp_path / "set.json", {"instance_id": "a"}, {"instance_id": "b"})
    assert bench.import_("scivqa", file, skip=["a"]).items == 1


def test_a_file_that_is_cut_off_gives_what_stands_before_the_cut(bench: Workbench, tmp_path: Path) -> None:
    file = scivqa(tmp_path / "set.json", *({"instance_id": str(number)} for number in range(20)))
    content = file.read_bytes()
    file.write_bytes(content[: len(content) * 3 // 4])
    done = bench.import_("scivqa", file)
    assert done.items == 15
    (fault,) = done.faults
    assert fault.place == "set.json, line 1, element 16"
    assert "cut off" in fault.message


@pytest.mark.parametrize("content", [b"", b"  \n", b"null", b"12"])
def test_a_file_without_rows_is_an_error(bench: Workbench, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "set.json").write_bytes(content)
    with pytest.raises(BadSource, match=r"set\.json"):
        bench.import_("scivqa", tmp_path / "set.json")


def test_windows_line_ends_a_byte_order_mark_cyrillic_and_emoji_are_no_trouble(
    bench: Workbench, tmp_path: Path
) -> None:
    name = "Таблица ✏️ 1.png"
    write_png(tmp_path / "images" / name)
    text = (
        "\N{ZERO WIDTH NO-BREAK SPACE}instance_id,image_file,qa_pair_type,question,answer\r\n"
        f'Ж1,{name},unanswerable,"Сколько\r\nстрок? 🤔",три\r\n'
    )
    (tmp_path / "set.csv").write_bytes(text.encode())
    done = bench.import_("scivqa", tmp_path / "set.csv")
    assert (done.items, done.pictures_missing, done.faulty) == (1, 0, 0)
    assert bench.item("scivqa/Ж1").question == "Сколько\r\nстрок? 🤔"


def test_rows_of_the_wrong_length_and_of_another_encoding_are_told(bench: Workbench, tmp_path: Path) -> None:
    header = b"instance_id,image_file,qa_pair_type,question,answer\n"
    rows = [
        b"a,a.png,unanswerable,why,x\n",
        b"b,a.png\n",
        "в,a.png,unanswerable,why,x\n".encode("cp1251"),
        b"d,a.png,u,w,x\n",
    ]
    (tmp_path / "set.csv").write_bytes(header + b"".join(rows))
    done = bench.import_("scivqa", tmp_path / "set.csv")
    assert [item.id for item in bench.items()] == ["scivqa/a", "scivqa/d"]
    assert [fault.place for fault in done.faults] == ["set.csv, line 3", "set.csv, line 4"]


def test_a_table_without_a_needed_column_is_an_error(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "set.csv").write_text("instance_id,question\na,why\n")
    with pytest.raises(BadSource, match="no column image_file, qa_pair_type"):
        bench.import_("scivqa", tmp_path / "set.csv")


def test_unknown_columns_are_kept_and_come_back(bench: Workbench, tmp_path: Path) -> None:
    file = scivqa(tmp_path / "set.json", {"instance_id": "a", "mood": {"good": [1, 1.0, None]}, "weight": 1.0})
    bench.import_("scivqa", file)
    bench.export("scivqa", tmp_path / "out")
    assert json.loads((tmp_path / "out" / "scivqa.json").read_text()) == json.loads(file.read_text())


def test_an_empty_folder_an_unknown_format_and_a_missing_path_are_errors(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadSource, match="no problem"):
        bench.import_("iconqa", tmp_path / "empty")
    with pytest.raises(BadSource, match="does not exist"):
        bench.import_("iconqa", tmp_path / "nowhere")
    with pytest.raises(UnknownPart, match="Did you mean 'iconqa'"):
        bench.import_("iconqua", tmp_path / "empty")


def test_a_name_belongs_to_one_format(bench: Workbench, tmp_path: Path) -> None:
    problem(tmp_path / "data", "7")
    bench.import_("iconqa", tmp_path / "data", name="mine")
    assert bench.store.get(Collection, "mine") is not None
    with pytest.raises(BadSource, match="--name"):
        bench.import_("scivqa", scivqa(tmp_path / "set.json", {"instance_id": "a"}), name="mine")


_CHILD = """
import sys
from optotype import Workbench
from pathlib import Path
Workbench(Path(sys.argv[1])).import_("iconqa", sys.argv[2])
"""


@pytest.mark.slow
def test_a_killed_import_leaves_a_whole_bench_and_is_completed_by_the_next(tmp_path: Path) -> None:
    count = 2300
    for number in range(count):
        problem(tmp_path / "data", str(number), colour=f"rgb({number % 256}, {number // 256}, 9)")
    with init(tmp_path / "bench") as bench:
        _ = bench.store
    partial: list[int] = [0]
    for pause in (0.0, 0.05, 0.1):
        child = subprocess.Popen([sys.executable, "-c", _CHILD, str(tmp_path / "bench"), str(tmp_path / "data")])
        with Workbench(tmp_path / "bench") as bench:
            while bench.store.count(Item) == partial[-1] and child.poll() is None:
                time.sleep(0.01)
        time.sleep(pause)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        with Workbench(tmp_path / "bench") as bench:
            partial.append(bench.store.count(Item))
            for item in bench.items():
                assert bench.gold(item) is not None
            for picture in bench.store.each(Picture):
                path = bench.path(picture)
                assert path is not None
                assert path.stat().st_size == picture.size
    assert 0 < partial[1] < count, f"the first kill did not fall into the import: {partial}"
    with Workbench(tmp_path / "bench") as bench:
        bench.import_("iconqa", tmp_path / "data")
        assert bench.store.count(Item) == count
        assert bench.store.count(Gold) == count
        assert bench.store.count(Picture) == 3 * count
        assert list((bench.folder / "pictures").glob(".part/*")) == []
