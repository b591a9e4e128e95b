"""Tables as the papers have them: IconQA's on its real predictions, the others by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from optotype import Workbench, metrics
from optotype.formats.iconqa import TASKS, TRIGGERS
from optotype.metrics import Case
from optotype.records import Answer, Choice, Gold, Option, ShortText, State, labels
from optotype.report.board import Asked, gather
from optotype.report.published import published
from optotype.report.tables import Table
from optotype.web.words import Language, Words
from tests.evaluate.test_scoring import PUBLISHED_SKILLS
from tests.report.sheets import item, scored

PUBLISHED = {"img": "82.66", "txt": "75.19", "blank": "83.62", **PUBLISHED_SKILLS}
"""What Patch-TRM reaches in Table 6 of the paper, in the paper's order."""

OPEN, BINARY = "closed-ended infinite answer set visual", "closed-ended finite answer set binary non-visual"


def tables(bench: Workbench, language: Language = "en") -> list[Table]:
    board = gather(bench, Asked())
    return list(published(board, board.rounds[0], Words(language, "optotype.report")))


def texts(table: Table, row: int = 0) -> dict[str, str]:
    """By column, what a row reads."""
    return {column.title: cell.text for column, cell in zip(table.columns, table.rows[row], strict=True)}


# --- IconQA


@pytest.mark.slow
def test_table_6_of_iconqa_comes_out_of_its_predictions(shared: Callable[[str], Path], tmp_path: Path) -> None:
    answers = json.loads(shared("iconqa/test_answers_and_skills.json").read_text(encoding="utf-8"))
    accuracy = metrics.build("accuracy")
    offered = Choice(options=tuple(Option(label=label, text=label) for label in labels(5)))
    cases: list[Case] = []
    for task in TASKS:
        path = shared(f"iconqa/patch_trm_predictions_{task}.json")
        for problem, said in json.loads(path.read_text(encoding="utf-8"))["results"].items():
            blank = task == "fill_in_blank"
            tags = {"kind": (task,), "skill": tuple(answers[problem]["skill"])}
            one = item(int(problem), tags, collection="iconqa", form=ShortText() if blank else offered)
            right, value = (
                (str(text) if blank else (labels(5)[int(text)],)) for text in (answers[problem]["label"], said)
            )
            answer = Answer(id=problem, item=one.id, respondent="r", state=State.GIVEN, value=value)
            cases.append(Case(one, Gold(item=one.id, accepted=(right,), rule="imported"), answer))
    marks = {"Patch-TRM": {accuracy.signature: [mark.value for mark in accuracy.marks(cases)]}}
    items = [case.item for case in cases]
    with scored(tmp_path / "b", items, marks, formats={"iconqa": "iconqa"}, kind="network") as bench:
        (table,) = tables(bench)
    assert table.name == "iconqa-table-6"
    assert table.title == "IconQA, Table 6: accuracy"
    assert list(texts(table).items()) == [("method", "Patch-TRM"), *PUBLISHED.items()]


def test_a_problem_counts_in_each_of_its_skills_and_an_absent_skill_is_empty(tmp_path: Path) -> None:
    items = [
        item(1, {"kind": ("choose_img",), "skill": ("counting", "time")}),
        item(2, {"kind": ("choose_img",), "skill": ("counting",)}),
        item(3, {"kind": ("fill_in_blank",), "skill": ("time",)}),
    ]
    given = {"good": {"accuracy/1": [1, 1, 1]}, "bad": {"accuracy/1": [1, 0, 0]}}
    with scored(tmp_path / "b", items, given, formats={"c": "iconqa"}) as bench:
        (table,) = tables(bench)
        (russian,) = tables(bench, "ru")
    assert [row[0].text for row in table.rows] == ["good", "bad"]
    bad = texts(table, 1)
    assert (bad["img"], bad["txt"], bad["blank"]) == ("50.00", "", "0.00")
    assert (bad["counting"], bad["time"], bad["geometry"]) == ("50.00", "50.00", "")
    assert list(bad)[4:] == list(TRIGGERS)
    assert table.columns[1].hint == "sub-task choose_img; items: 2"
    assert russian.rows[1][1].text == "50,00"


# --- SciVQA


def test_kinds_of_scivqa_have_the_metrics_of_the_paper_where_they_were_run(tmp_path: Path) -> None:
    items = [item(number, {"kind": (OPEN if number < 3 else BINARY,)}) for number in range(4)]
    given = {
        "one": {
            "accuracy/1": [1.0, 0.0, 0.0, 1.0],
            "rouge1/1": [1.0, 0.5, 0.0, 1.0],
            "rougel/1": [1.0, 0.25, 0.0, 1.0],
        }
    }
    with scored(tmp_path / "b", items, given, formats={"c": "scivqa"}) as bench:
        made = tables(bench)
    assert [table.name for table in made] == ["scivqa-kinds-rouge1", "scivqa-kinds-rougel"]
    row = texts(made[0])
    assert list(row)[1] == "overall"
    assert len(row) == 1 + 1 + 7
    assert (row["overall"], row["infinite, visual"], row["binary, non-visual"]) == ("0.6250", "0.5000", "1.0000")
    assert row["unanswerable"] == ""
    assert texts(made[1])["infinite, visual"] == "0.4167"


def test_without_the_metrics_of_the_paper_what_orders_the_leaderboard_is_shown(tmp_path: Path) -> None:
    items = [item(number, {"kind": (OPEN,)}) for number in range(4)]
    with scored(tmp_path / "b", items, {"one": {"accuracy/1": [1, 0, 0, 0]}}, formats={"c": "scivqa"}) as bench:
        (table,) = tables(bench)
    assert (table.name, texts(table)["overall"]) == ("scivqa-kinds-accuracy", "0.2500")


# --- LabTabVQA


def test_categories_of_labtabvqa_stand_in_rows(tmp_path: Path) -> None:
    items = [
        item(
            number,
            {
                "question_type": ("Поиск данных" if number % 2 else "Анализ данных",),
                "question_source": ("human" if number < 3 else "model",),
            },
        )
        for number in range(4)
    ]
    given = {"people": {"accuracy/1": [1] * 4, "exact_match/1": [1, 1, 1, 0]}}
    with scored(tmp_path / "b", items, given, formats={"c": "mera"}) as bench:
        (table,) = tables(bench)
    assert table.name == "labtabvqa-categories"
    assert table.title == "LabTabVQA, categories: exact match"
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["overall", "", "4", "75.00"],
        ["Анализ данных", "question_type", "2", "100.00"],
        ["Поиск данных", "question_type", "2", "50.00"],
        ["human", "question_source", "3", "100.00"],
        ["model", "question_source", "1", "0.00"],
    ]


# --- which collections get which


def test_only_items_of_the_collection_count(tmp_path: Path) -> None:
    mine = [item(number, {"kind": ("choose_img",)}, collection="mine") for number in range(2)]
    other = [item(number, {"kind": ("choose_img",)}, collection="other") for number in range(2)]
    formats = {"mine": "iconqa", "other": "coco"}
    with scored(tmp_path / "b", [*mine, *other], {"one": {"accuracy/1": [1, 0, 1, 1]}}, formats=formats) as bench:
        (table,) = tables(bench)
    assert texts(table)["img"] == "50.00"


@pytest.mark.parametrize(
    ("format", "kinds", "titles"),
    [
        ("draw", ("choose_img", "fill_in_blank"), ["c, laid out as IconQA, Table 6: accuracy"]),
        ("draw", ("choose_img", "something else"), []),
        ("draw", ("unanswerable", OPEN), ["c, laid out as SciVQA, kinds of question: accuracy"]),
        ("coco", ("choose_img", "fill_in_blank"), []),
        ("iconqa", ("choose_img", "something else"), ["IconQA, Table 6: accuracy"]),
    ],
)
def test_what_was_drawn_is_laid_out_alike_only_where_its_tags_are_the_same(
    format: str, kinds: tuple[str, ...], titles: list[str], tmp_path: Path
) -> None:
    items = [item(number, {"kind": (kind,), "skill": ("time",)}) for number, kind in enumerate(kinds)]
    with scored(tmp_path / "b", items, {"one": {"accuracy/1": [1, 0]}}, formats={"c": format}) as bench:
        assert [table.title for table in tables(bench)] == titles


def test_two_collections_of_a_format_have_files_of_their_own(tmp_path: Path) -> None:
    items = [item(number, {"kind": ("choose_img",)}, collection=f"c{number}") for number in range(2)]
    formats = {"c0": "iconqa", "c1": "iconqa"}
    with scored(tmp_path / "b", items, {"one": {"accuracy/1": [1, 0]}}, formats=formats) as bench:
        made = tables(bench)
    assert [table.name for table in made] == ["iconqa-table-6", "iconqa-table-6-2"]
    assert made[1].title == "IconQA, Table 6 (c1): accuracy"
