from __future__ import annotations

import json

import typer
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import compare_
from optotype.errors import OptotypeError
from tests.test_comparing import figures, item, put, put_run

app = typer.Typer()
app.command()(compare_.command)


def run(bench: Workbench, *arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, obj=bench.folder, env={"COLUMNS": "140"})


def fill(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}", tags={"kind": ("ab"[place % 2],)}) for place in range(12)])
    put_run(bench, "first", figures("000000011101"))
    put_run(bench, "second", figures("11111111110-"))


def test_the_tables_have_the_figures(bench: Workbench) -> None:
    fill(bench)
    result = run(bench, "first", "second", "--by", "kind")
    assert result.exit_code == 0, result.output
    for text in ("11 items", "model/first", "27.3", "90.9", "+63.6", "A wrong", "by kind", "p (Holm)", "accuracy/1"):
        assert text in result.stdout
    assert "not compared 1 item: B was never heard" in result.stdout
    assert result.stdout.rstrip().splitlines()[-1].startswith("model/second is better by 63.6 points (95 % interval")


def test_the_column_of_figures_is_called_as_in_the_report(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}") for place in range(12)])
    for name, marks in (("first", "000000011101"), ("second", "111111111101")):
        put_run(bench, name, figures(marks), metric="mrr", signature="mrr/1")
    head = run(bench, "first", "second", "--metric", "mrr").stdout.splitlines()[2]
    assert head.split() == ["respondent", "run", "MRR"]


def test_the_keys_of_the_json_stay_what_they_are(bench: Workbench) -> None:
    fill(bench)
    result = run(bench, "first", "second", "--by", "kind", "--json")
    found = json.loads(result.stdout)
    assert set(found) == {
        "metric",
        "signature",
        "confidence",
        "a",
        "b",
        "difference",
        "better",
        "detectable",
        "corners",
        "parts",
        "left_out",
        "warnings",
        "sentence",
    }
    assert found["corners"] == {"both": 3, "only_a": 0, "only_b": 7, "neither": 1}
    assert found["difference"]["p"] == 2 / 2**7
    assert [part["value"] for part in found["parts"]] == ["a", "b"]
    assert set(found["parts"][0]) == {"tag", "value", "a", "b", "difference", "p"}
    assert set(found["a"]) == {"name", "run", "respondent", "score"}


def test_long_tables_are_cut_and_foreign_text_moves_no_cursor(bench: Workbench) -> None:
    put(bench, [item(str(place), f"picture {place}", tags={"word": (f"\x1b[2J{place}",)}) for place in range(60)])
    put_run(bench, "a", figures("0" * 60))
    put_run(bench, "b", figures("1" * 60))
    shown = run(bench, "a", "b", "--by", "word").stdout
    assert "\x1b[2J" not in shown
    assert "and 20 values more, in the JSON" in shown


def test_a_run_that_is_not_there_is_an_error_that_a_user_can_mend(bench: Workbench) -> None:
    fill(bench)
    result = run(bench, "first", "secnd")
    assert isinstance(result.exception, OptotypeError)
    assert str(result.exception) == "There is no run called 'secnd'. Did you mean 'second'?"


def test_a_confidence_out_of_range_is_refused(bench: Workbench) -> None:
    assert run(bench, "a", "b", "--confidence", "95").exit_code == 2
