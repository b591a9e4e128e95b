from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import correlate_
from optotype.errors import OptotypeError
from optotype.statistics.correlation import NAMES
from tests.captions.test_correlating import TAU_C, flickr8k, graphs

app = typer.Typer()
app.command()(correlate_.command)


def run(bench: Workbench, *arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, obj=bench.folder, env={"COLUMNS": "80"})


@pytest.fixture
def parser(bench: Workbench, tmp_path: Path) -> str:
    bench.import_("flickr8k", flickr8k(tmp_path / "flickr8k_expert.json"))
    return graphs(tmp_path / "graphs.csv")


def test_the_table_has_the_figures(bench: Workbench, parser: str) -> None:
    result = run(bench, "--metric", "spice", "--parser", parser, "--resamples", "50")
    assert result.exit_code == 0, result.output
    title = "flickr8k-expert: 7 ratings of 4 captions, 2 pictures"
    for text in (
        title,
        "Kendall's tau-c",
        f"{100 * TAU_C:.2f}",
        "95 % interval",
        "spice(synonyms=True,lemmas=False)/1",
        "nearest/",
    ):
        assert text in result.stdout


def test_the_keys_of_the_json_stay_what_they_are(bench: Workbench, parser: str) -> None:
    result = run(bench, "--metric", "spice", "--parser", parser, "--resamples", "50", "--seed", "3", "--json")
    found = json.loads(result.stdout)
    assert set(found) == {"parser", "parsed", "confidence", "resamples", "seed", "against", "left_out"}
    assert (found["seed"], found["resamples"], found["parsed"]) == (3, 50, 7)
    (against,) = found["against"]
    assert set(against) == {
        "collection",
        "metric",
        "title",
        "signature",
        "compared",
        "captions",
        "ratings",
        "pictures",
        "unscored",
        "correlation",
    }
    assert set(against["correlation"]) == {*NAMES, "count", "clusters"}
    assert against["correlation"]["tau_c"]["value"] == pytest.approx(TAU_C)
    assert set(against["correlation"]["tau_c"]) == {"value", "low", "high", "resamples"}


def test_a_bench_without_ratings_is_told_of(bench: Workbench) -> None:
    result = run(bench, "--metric", "rougel")
    assert isinstance(result.exception, OptotypeError)
    assert "no captions with references and ratings" in str(result.exception)
