from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import retrieve_
from optotype.errors import OptotypeError
from tests.captions.test_retrieving import described, parser

__all__ = ["parser"]  # a fixture

app = typer.Typer()
app.command()(retrieve_.command)


def run(bench: Workbench, *arguments: object) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], obj=bench.folder, env={"COLUMNS": "80"})


def test_the_table_has_the_figures_and_fits_the_screen(bench: Workbench, tmp_path: Path, parser: str) -> None:
    described(bench, tmp_path)
    result = run(bench, "--metric", "soft_spice", "--metric", "soft_spice:two_way=true", "--parser", parser)
    assert result.exit_code == 0, result.output
    for text in (
        "flickr8k-expert: 3 captions, each looks for its picture among 3",
        "SoftSPICE two_way=True",
        "R@1",
        "mean reciprocal rank",
        "100.00",
        "95 % interval",
        "soft_spice(two_way=True,lemmas=False,full=False)/1",
        "nearest/",
    ):
        assert text in result.stdout
    table = result.stdout.partition("compared by")[0]
    assert max(map(len, table.splitlines())) <= 80


def test_the_keys_of_the_json_stay_what_they_are(bench: Workbench, tmp_path: Path, parser: str) -> None:
    described(bench, tmp_path)
    result = run(bench, "--metric", "spice", "--parser", parser, "--pictures", 2, "--seed", 3, "--json")
    found = json.loads(result.stdout)
    assert set(found) == {"of", "parser", "parsed", "held_out", "confidence", "seed", "ranked", "left_out"}
    (ranked,) = found["ranked"]
    assert set(ranked) == {
        "collection",
        "metric",
        "title",
        "signature",
        "captions",
        "among",
        "pictures",
        "recall_at_1",
        "recall_at_5",
        "reciprocal_rank",
        "tied",
        "empty",
    }
    assert (ranked["captions"], ranked["among"], ranked["recall_at_1"]["value"]) == (2, 2, 1.0)


def test_a_bench_without_captions_is_told_of(bench: Workbench, parser: str) -> None:
    result = run(bench, "--parser", parser)
    assert isinstance(result.exception, OptotypeError)
    assert "no pictures with several captions" in str(result.exception)


@pytest.mark.parametrize("arguments", [("--of", "everything"), ("--pictures", "1"), ("--held-out", "0")])
def test_settings_that_make_no_sense_are_a_matter_of_usage(bench: Workbench, arguments: tuple[str, str]) -> None:
    assert run(bench, *arguments).exit_code == 2
