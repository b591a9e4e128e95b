"""The commands about people: agreement, human, preferences, simulate."""

from __future__ import annotations

import json
from types import ModuleType

import pytest
import typer
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import agreement_, human_, preferences_, simulate_
from optotype.records import Option, Preference
from tests.gold.people import answer, gold, item, put

PAIR = Preference(options=(Option(label="A", text="x"), Option(label="B", text="y")), factors=("layout",))


def run(module: ModuleType, bench: Workbench, *arguments: str) -> Result:
    app = typer.Typer()
    app.command()(module.command)
    return CliRunner().invoke(app, arguments, obj=bench.folder, env={"COLUMNS": "100"})


def fill(bench: Workbench) -> None:
    names = [f"i{number}" for number in range(12)]
    put(bench, *(item(name) for name in names), *(gold(name, "B") for name in names))
    put(bench, *(item(f"p{number}", PAIR, tags={"method": ("good", "plain")}) for number in range(4)))


def test_a_study_is_rehearsed_and_everything_that_follows_says_simulated(bench: Workbench) -> None:
    fill(bench)
    done = run(simulate_, bench, "--people", "5", "--skill", "0.8", "--overlap", "3", "--form", "choice")
    assert done.exit_code == 0, done.output
    assert "5 simulated people gave 36 answers to 12 items" in done.stdout
    agreed = run(agreement_, bench)
    assert agreed.exit_code == 0, agreed.output
    for text in ("beyond chance", "Simulated 1", "what splits people most", "All of these people are simulated"):
        assert text in agreed.stdout
    people = run(human_, bench, "--least", "2")
    assert people.exit_code == 0, people.output
    for text in ("people, majority, decided (simulated)", "people-majority-decided", "they do not exist"):
        assert text in people.stdout
    pairs = run(simulate_, bench, "--people", "3", "--form", "preference", "--study", "pairs")
    assert ("optotype preferences" in pairs.stdout, "optotype gold" in pairs.stdout) == (True, False)
    preferred = run(preferences_, bench)
    assert preferred.exit_code == 0, preferred.output
    for text in ("good against plain", "what decided", "All of these people are simulated"):
        assert text in preferred.stdout
    assert "not compared" not in preferred.stdout
    put(bench, answer("simulated/pairs/Simulated 1", "p0", "C", id="more"))
    assert "1 no option of the pair" in run(preferences_, bench).stdout


def test_intervals_of_agreement_come_from_clusters_that_are_drawn_anew_if_wished(bench: Workbench) -> None:
    fill(bench)
    run(simulate_, bench, "--people", "5", "--skill", "0.6", "--form", "choice")
    told = run(agreement_, bench, "--intervals", "bootstrap", "--seed", "7")
    assert "intervals by the bootstrap" in told.stdout
    ours, *others = (
        json.loads(run(agreement_, bench, "--json", *more).stdout)
        for more in ([], *(["--intervals", "bootstrap", "--seed", seed] for seed in ("7", "7", "8")))
    )
    assert (ours["intervals"], others[0]["intervals"]) == ("jackknife", "bootstrap")
    alphas = [one["parts"][0]["agreement"] for one in (ours, *others)]
    assert len({one["alpha"] for one in alphas}) == 1
    assert alphas[1] == alphas[2] != alphas[3]
    assert all(one["low"] < one["alpha"] < one["high"] for one in alphas)


def test_json_has_it_all(bench: Workbench) -> None:
    fill(bench)
    done = json.loads(run(simulate_, bench, "--people", "4", "--json").stdout)
    assert done["answers"] == 64
    assert set(json.loads(run(agreement_, bench, "--json", "--by", "form").stdout)) == {
        "parts",
        "names",
        "simulated",
        "left_out",
        "confidence",
        "intervals",
    }
    rows = json.loads(run(human_, bench, "--json").stdout)["rows"]
    assert [row["way"] for row in rows] == ["single", "majority", "majority-decided", "held-out"]
    assert "standing" in json.loads(run(preferences_, bench, "--json").stdout)


def test_a_plan_needs_no_bench_and_says_what_is_enough(bench: Workbench) -> None:
    arguments = ["--plan", "--width", "0.2", "--people", "5", "--overlap", "3", "--overlap", "5"]
    done = run(simulate_, bench, *arguments)
    assert done.exit_code == 0, done.output
    assert "For an interval of 20 points" in done.stdout
    assert json.loads(run(simulate_, bench, *arguments, "--json").stdout)["figure"] == "majority"
    assert "No study of this kind" in run(simulate_, bench, "--plan", "--people", "2", "--overlap", "1").stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--skill", "1.2"], "0.7..0.95"),
        (["--skill", "0.9..0.2"], "0.7..0.95"),
        (["--skill", "a.b"], "0.7..0.95"),
        (["--skill", "0.5....7"], "0.7..0.95"),
        (["--overlap", "2", "--overlap", "3"], "--plan"),
        (["--overlap", "2", "--project", "x"], "its own overlap"),
    ],
)
def test_what_makes_no_sense_is_refused(bench: Workbench, arguments: list[str], told: str) -> None:
    done = run(simulate_, bench, *arguments)
    assert done.exit_code == 2
    assert told in done.output
