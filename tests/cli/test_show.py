from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import app
from optotype.errors import OptotypeError
from optotype.records import Collection, Finding, Gold, Item
from tests.items import an_item
from tests.samples import fill


def show(bench: Workbench, *arguments: str, columns: int = 220) -> Result:
    environment = {"COLUMNS": str(columns)}
    return CliRunner().invoke(app, ["--bench", str(bench.folder), "show", *arguments], env=environment)


def shown(bench: Workbench, *arguments: str) -> Any:
    result = show(bench, *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_items_stand_in_a_table_and_are_counted(bench: Workbench) -> None:
    fill(bench)
    output = show(bench, "--limit", "3").stdout
    assert "mixed/choice-texts" in output
    assert "choice of texts" in output
    assert "G: option G" in output
    assert "mixed/yes-no" not in output
    assert "1 to 3 of 11 items. Go on with --offset 3, or see all with --all." in output


def test_pages_follow_one_another(bench: Workbench) -> None:
    fill(bench)
    pages = [shown(bench, "--limit", "4", "--offset", str(start))["items"] for start in (0, 4, 8)]
    assert [len(page) for page in pages] == [4, 4, 3]
    assert [item["id"] for page in pages for item in page] == [item.id for item in bench.items()]
    assert len(shown(bench, "--all")["items"]) == 11


def test_items_are_chosen_by_tag_split_form_and_collection(bench: Workbench) -> None:
    fill(bench)
    assert shown(bench, "--where", "kind=graph", "--where", "skill=counting")["total"] == 1
    assert shown(bench, "--split", "train")["total"] == 2
    assert shown(bench, "--form", "choice")["total"] == 3
    assert shown(bench, "--collection", "mixed")["total"] == 11


def test_a_tag_is_given_once(bench: Workbench) -> None:
    fill(bench)
    result = show(bench, "--where", "skill=counting", "--where", "skill=geometry")
    assert result.exit_code == 2
    assert "'skill' was given twice" in result.output


def test_json_holds_the_whole_record_and_its_gold(bench: Workbench) -> None:
    fill(bench)
    first = shown(bench, "--limit", "1")["items"][0]
    gold = first.pop("gold")
    assert Item.model_validate(first) == bench.item("mixed/choice-pictures")
    assert Gold.model_validate(gold) == bench.store.get(Gold, "mixed/choice-pictures")


def test_one_item_is_shown_in_full(bench: Workbench) -> None:
    fill(bench)
    output = show(bench, "mixed/choice-pictures").stdout
    sheet = bench.sheet("mixed/choice-pictures")
    for picture in sheet.pictures.values():
        assert str(picture.path) in output
    assert "* B" in output
    assert "12 x 8" in output
    assert "B  (imported)" in output
    assert "Second line" in output


def test_the_rule_that_decided_is_shown_with_the_number_of_answers(bench: Workbench) -> None:
    fill(bench)
    assert "(majority, 3 of 5; 1 answer counted)" in show(bench, "choice-texts").stdout


def test_one_item_as_json_has_its_parts(bench: Workbench) -> None:
    fill(bench)
    sheet = shown(bench, "mixed/rating")
    assert sheet["answers"] == {"given": 1, "dont_know": 1}
    assert sheet["item"]["about"] == "mixed/text"
    assert next(iter(sheet["pictures"].values()))["path"].startswith("/")


def test_text_from_files_is_neither_markup_nor_a_command_to_the_terminal(bench: Workbench) -> None:
    hostile = "[red]\x1b[2J\x07 [/nonsense] :smile: \u202eabc"
    item = an_item(
        "x/[bold]1",
        question=hostile,
        cluster="x/1",
        split="[blue]",
        tags={"[green]": ("[yellow]\x1b[31m",)},
        excluded=None,
    )
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="x", format="draw", title=hostile), item])
        writer.write(add=[Finding(rule="r", about="x/[bold]1", message=hostile)])
    for arguments in ([], ["x/[bold]1"], ["--findings"], ["--collections"]):
        result = show(bench, *arguments)
        assert result.exit_code == 0, result.output
        assert "[red]" in result.stdout
        for sign in ("\x1b", "\x07", "\u202e"):
            assert sign not in result.stdout


def test_findings_are_listed(bench: Workbench) -> None:
    with bench.store.event("test") as writer:
        some = [Finding(rule="picture_missing", about=f"x/{n}", message="is missing") for n in range(30)]
        writer.write(add=[*some, Finding(rule="other", about="x/1", message="is odd")])
    output = show(bench, "--findings").stdout
    assert "1 to 20 of 31 findings" in output
    found = shown(bench, "--rule", "other")
    assert (found["total"], found["findings"][0]["message"]) == (1, "is odd")


def test_findings_about_chosen_items_and_their_pictures_are_listed(bench: Workbench) -> None:
    fill(bench)
    train = next(item for item in bench.items(split="train") if item.pictures)
    with bench.store.event("test") as writer:
        for about in (train.id, train.pictures[0], "mixed/yes-no"):
            writer.write(add=[Finding(rule="odd", about=about, message="is odd")])
    assert shown(bench, "--findings")["total"] == 3
    assert {found["about"] for found in shown(bench, "--findings", "--split", "train")["findings"]} == {
        train.id,
        train.pictures[0],
    }
    assert "mixed/yes-no" in [found["about"] for found in shown(bench, "--findings", "--form", "yes_no")["findings"]]
    assert shown(bench, "--rule", "even", "--split", "test")["total"] == 0
    result = show(bench, "--collections", "--split", "test")
    assert result.exit_code == 2
    assert "not both" in result.output


def test_in_a_narrow_terminal_each_cell_has_a_line(bench: Workbench) -> None:
    fill(bench)
    lines = show(bench, columns=40).stdout.splitlines()
    assert max(map(len, lines)) <= 40
    assert "id        mixed/choice-pictures" in [line.rstrip() for line in lines]
    assert any(line.startswith("question  ") for line in lines)
    assert any(line.startswith("licence   ") for line in show(bench, "--collections", columns=40).stdout.splitlines())


def test_collections_are_listed(bench: Workbench) -> None:
    fill(bench)
    assert "CC BY 4.0" in show(bench, "--collections").stdout
    assert shown(bench, "--collections")["collections"][0]["items"] == 11


def test_items_that_are_left_out_come_with_their_reason(bench: Workbench) -> None:
    fill(bench)
    with bench.store.event("test") as writer:
        writer.write(replace=[bench.item("text").model_copy(update={"excluded": "blurred"})])
    assert shown(bench)["total"] == 10
    assert "left out: blurred" in show(bench, "--excluded").stdout


def test_an_empty_bench_says_so(bench: Workbench) -> None:
    assert "There are no items." in show(bench).stdout


def test_what_is_not_there_is_told(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    with pytest.raises(OptotypeError, match="no item called 'x'"):
        raise show(bench, "x").exception or AssertionError
