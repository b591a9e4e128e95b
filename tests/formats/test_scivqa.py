"""SciVQA: JSON and CSV in and out."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype import Workbench, init
from optotype.records import Choice, Gold, Item, Picture, ShortText, YesNo
from optotype.values import UNANSWERABLE
from tests.samples import write_png

FIGURE: dict[str, object] = {
    "image_file": "1234.5678v1-Figure2-1.png",
    "figure_id": "1234.5678v1-Figure2-1",
    "caption": "Figure 2: “Recall” by size, in %.",
    "figure_type": "line chart,bar chart",
    "compound": True,
    "figs_numb": "2",
    "venue": "arxiv",
    "categories": "['cs.CL']",
    "source_dataset": "scigraphqa",
    "paper_id": "1234.5678",
    "pdf_url": "https://arxiv.org/pdf/1234.5678v1",
}
OPTIONS = [{"A": "The blue line"}, {"B": "The red line"}, {"C": "Both"}, {"D": "None of the above"}]


def row(name: str, kind: str, answer: str, options: list[dict[str, str]] | None = None) -> dict[str, object]:
    return {
        "instance_id": name,
        **FIGURE,
        "qa_pair_type": kind,
        "question": f"What about {name}?",
        "answer": answer,
        "answer_options": options or [],
    }


ROWS = [
    row("a", "closed-ended infinite answer set visual", "0.25-0.30"),
    row("b", "closed-ended finite answer set binary non-visual", "Yes"),
    row("c", "closed-ended finite answer set non-binary visual", "A,C", OPTIONS),
    row("d", "closed-ended finite answer set non-binary visual", "AB", OPTIONS),
    row("e", "closed-ended finite answer set non-binary visual", "['B', 'D']", OPTIONS),
    row("f", "closed-ended finite answer set binary visual", "no.", []),
    row("g", "unanswerable", UNANSWERABLE),
    row("h", "closed-ended infinite answer set visual", ""),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write_png(tmp_path / "data" / "images_validation" / "1234.5678v1-Figure2-1.png")
    (tmp_path / "data" / "validation.json").write_text(json.dumps(ROWS, ensure_ascii=False))
    return tmp_path / "data"


def test_rows_become_items_of_one_figure(bench: Workbench, data: Path) -> None:
    done = bench.import_("scivqa", data)
    assert (done.items, done.new["pictures"], done.faulty, done.pictures_missing) == (8, 1, 0, 0)
    items = list(bench.items())
    assert {item.cluster for item in items} == {"scivqa/1234.5678v1-Figure2-1.png"}
    assert {item.split for item in items} == {"val"}
    forms = [ShortText, YesNo, Choice, Choice, Choice, YesNo, ShortText, ShortText]
    assert [type(item.form) for item in items] == forms
    golds = bench.store.get_all(Gold, [item.id for item in items])
    assert [golds[f"scivqa/{name}"].accepted for name in "abcdef"] == [
        ("0.25-0.30",),
        (True,),
        (("A", "C"),),
        (("A", "B"),),
        (("B", "D"),),
        (False,),
    ]
    assert golds["scivqa/g"].unanswerable
    assert "scivqa/h" not in golds
    picture = bench.store.get(Picture, "scivqa/1234.5678v1-Figure2-1.png")
    assert picture is not None
    assert picture.caption == FIGURE["caption"]
    assert picture.tags == {"figure_type": ("line chart", "bar chart"), "figures": ("2",), "compound": ("yes",)}


def test_the_export_equals_the_original(bench: Workbench, data: Path, tmp_path: Path) -> None:
    bench.import_("scivqa", data)
    bench.export("scivqa", tmp_path / "out")
    assert json.loads((tmp_path / "out" / "val.json").read_text()) == ROWS


def test_json_and_csv_say_the_same(bench: Workbench, data: Path, tmp_path: Path) -> None:
    bench.import_("scivqa", data)
    bench.export("scivqa", tmp_path / "out", settings={"table": "csv"})
    with (tmp_path / "out" / "val.csv").open(newline="") as stream:
        assert len(list(csv.DictReader(stream))) == len(ROWS)
    with init(tmp_path / "again") as again:
        again.import_("scivqa", tmp_path / "out")
        origins = {"origin": None}
        assert [i.model_copy(update=origins) for i in again.items()] == [
            i.model_copy(update=origins) for i in bench.items()
        ]
        assert list(again.store.each(Gold)) == list(bench.store.each(Gold))


def test_options_written_as_python_lists_are_read(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "set.csv").write_text(
        "instance_id,image_file,qa_pair_type,question,answer,answer_options\n"
        """a,a.png,k non-binary,q,B,"[{'A': 'x'}, {'B': 'y'}]"\n"""
    )
    assert bench.import_("scivqa", tmp_path / "set.csv").faulty == 0
    form = bench.item("scivqa/a").form
    assert isinstance(form, Choice)
    assert [option.text for option in form.options] == ["x", "y"]


def test_an_edited_item_is_exported_as_it_is_now(bench: Workbench, data: Path, tmp_path: Path) -> None:
    bench.import_("scivqa", data)
    gold = bench.gold(bench.item("scivqa/d"))
    assert gold is not None
    with bench.store.event("test") as writer:
        writer.write(replace=[gold.model_copy(update={"accepted": (("D",),), "version": 2})])
    bench.export("scivqa", tmp_path / "out")
    rows = {row["instance_id"]: row for row in json.loads((tmp_path / "out" / "val.json").read_text())}
    assert rows["d"]["answer"] == "D"
    assert rows["d"]["pdf_url"] == FIGURE["pdf_url"]
    assert rows["e"]["answer"] == "['B', 'D']"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"answer": "maybe", "qa_pair_type": "closed-ended finite answer set binary visual"}, "neither yes nor no"),
        ({"answer_options": [{"A": "x", "B": "y"}]}, "answer_options"),
        ({"answer_options": {"A": "x"}}, "answer_options"),
        ({"answer_options": [{"A": "x"}, {"A": "y"}], "answer": "A"}, "share a label"),
        ({"question": None}, "question"),
        ({"instance_id": ["a"]}, "instance_id"),
    ],
)
def test_a_row_with_a_mistake_is_told(bench: Workbench, tmp_path: Path, change: dict[str, object], told: str) -> None:
    (tmp_path / "set.json").write_text(json.dumps([ROWS[0] | change, ROWS[1]]))
    done = bench.import_("scivqa", tmp_path / "set.json")
    assert done.items == 1
    (fault,) = done.faults
    assert fault.place == "set.json, element 1"
    assert told in fault.message


def test_the_real_validation_set_is_counted_and_comes_back(
    bench: Workbench, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    original = json.loads(shared("scivqa/validation.json").read_text())
    done = bench.import_("scivqa", shared("scivqa/validation.json"))
    assert (done.items, done.faulty, done.pictures_missing) == (1680, 0, 240)
    kinds = Counter(item.tags["kind"][0] for item in bench.items())
    assert set(kinds.values()) == {240}
    assert len(kinds) == 7
    assert bench.store.count(Item) == 1680
    bench.export("scivqa", tmp_path / "out")
    assert json.loads((tmp_path / "out" / "val.json").read_text()) == original
