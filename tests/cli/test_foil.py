from __future__ import annotations

import json
from pathlib import Path

import typer
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import foil_
from tests.captions.test_foiling import rows
from tests.captions.test_foilmaking import captions

app = typer.Typer()
app.command()(foil_.command)


def run(*arguments: object, bench: Workbench | None = None) -> Result:
    place = None if bench is None else bench.folder
    return CliRunner().invoke(app, [*map(str, arguments)], obj=place, env={"COLUMNS": "80"})


PAIRS = [("1", "a dog", "a cat", ["the dog", "a dog here"]), ("2", "a dog", "a cat", ["the cow"])]


def test_the_table_has_the_figures_and_fits_the_screen(tmp_path: Path) -> None:
    path = rows(tmp_path / "pairs.jsonl", PAIRS, made_by="a program")
    result = run(path, "--metric", "rouge1", "--references", 1, "--references", 2)
    assert result.exit_code == 0, result.output
    for text in (
        "2 pairs of a caption and a foil, 2 pictures, 1 reference",
        "ties as half",
        "50.00",
        "75.00",
        "95 % interval",
        "rouge1/1",
        "a program: not to be held against figures on FOIL",
        "1 pair with fewer than 2 references",
    ):
        assert text in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_keys_of_the_json_stay_what_they_are(tmp_path: Path) -> None:
    result = run(rows(tmp_path / "pairs.jsonl", PAIRS), "--metric", "rouge1", "--json")
    found = json.loads(result.stdout)
    assert set(found) == {
        "source",
        "made_by",
        "parser",
        "parsed",
        "confidence",
        "won",
        "without_references",
        "without_caption",
        "own",
        "faults",
    }
    (won,) = found["won"]
    assert set(won) == {
        "metric",
        "title",
        "signature",
        "compared",
        "references",
        "pairs",
        "pictures",
        "higher",
        "tied",
        "lower",
        "share",
        "ties_as_half",
        "fewer",
        "unscored",
    }
    assert (won["share"]["value"], won["ties_as_half"]["value"]) == (0.5, 0.75)


def test_rows_that_cannot_be_read_make_the_exit_code_one(tmp_path: Path) -> None:
    path = rows(tmp_path / "pairs.jsonl", PAIRS)
    path.write_text(path.read_text() + "{}\n")
    result = run(path, "--metric", "rouge1")
    assert result.exit_code == 1
    assert "pairs.jsonl, line 3: references are null" in result.stderr
    assert "1 row could not be read" in result.stderr


def test_foils_are_made_of_the_captions_of_a_bench(bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "foils.jsonl"
    result = run("--make", path, "--seed", 2, bench=captions(bench, tmp_path))
    assert result.exit_code == 0, result.output
    assert "of 8 captions" in result.stdout
    assert "optotype foil --make, version 1, seed 2; nobody looked at the pictures" in result.stdout
    made = json.loads(run("--make", path, "--seed", 2, "--json", bench=bench).stdout)
    assert (made["captions"], made["pairs"]) == (8, len(path.read_text().splitlines()))
    assert run(path, "--metric", "rouge1").exit_code == 0


def test_a_file_or_one_to_make_is_needed(tmp_path: Path) -> None:
    assert run().exit_code == 2
    assert run(tmp_path / "a.jsonl", "--make", tmp_path / "b.jsonl").exit_code == 2
