from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from optotype import Workbench
from optotype.cli import app
from optotype.records import Item
from tests.samples import fill, write_png


def explain(bench: Workbench, *arguments: str) -> str:
    result = CliRunner().invoke(app, ["--bench", str(bench.folder), "explain", *arguments], env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_story_is_told_from_import_to_now(bench: Workbench, tmp_path: Path) -> None:
    folder = tmp_path / "source" / "fill_in_blank" / "7"
    write_png(folder / "image.png", size=(60, 40))
    (folder / "data.json").write_text('{"question": "How many?", "answer": "1", "ques_type": "fill_in_blank"}')
    bench.import_("iconqa", tmp_path / "source")
    bench.split("1:1")
    bench.retouch(pad=True)
    with bench.store.event("review") as writer:
        writer.write(replace=[bench.item("7").model_copy(update={"question": "How many dots?", "version": 2})])
    story = explain(bench, "7")
    for part in (
        "imported by 'iconqa' from fill_in_blank/7/data.json",
        f'optotype import format="iconqa", path="{tmp_path}/source"',
        "then pad_to_square()",
        "optotype split",
        "decided by the rule 'imported'",
        'question: "How many?" became "How many dots?"',
    ):
        assert part in story


def test_gold_is_told_with_what_is_missing_of_it(bench: Workbench) -> None:
    fill(bench)
    story = explain(bench, "mixed/choice-texts")
    assert "decided by the rule 'majority', branch '3 of 5'" in story
    assert "1 answer that counted: no longer in the bench" in story


def test_json_holds_everything(bench: Workbench) -> None:
    fill(bench)
    found = json.loads(explain(bench, "mixed/yes-no", "--json"))
    assert Item.model_validate(found["sheet"]["item"]) == bench.item("mixed/yes-no")
    assert found["brought"]["command"] == "test"
    assert found["changes"] == []
