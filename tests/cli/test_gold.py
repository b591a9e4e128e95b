"""`optotype gold`: what it prints, and its exit codes."""

from __future__ import annotations

import json

from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import app
from optotype.records import Gold, Score
from tests.gold.people import answer, asked, gold, person, put


def run(bench: Workbench, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["--bench", str(bench.folder), *arguments], env={"COLUMNS": "160"})


def test_it_tells_what_was_left_out_what_each_branch_decided_and_what_is_contested(bench: Workbench) -> None:
    asked(bench, {"one": "AAAB", "two": "AABB", "three": "CC"}, golds=[gold("two", "A")])
    put(bench, person("x"), answer("x", "one", "D", excluded="set aside"))
    done = run(bench, "gold")
    assert done.exit_code == 1
    assert "5 people: 11 answers, of which 10 count." in done.output
    assert "set aside by an administrator" in done.output
    assert "3 of 4" in done.output
    assert "2 say A: option A (p1, p2)" in done.output
    assert "1 of 3 items decided, 1 contested, 1 lacks answers." in done.output


def test_all_well_is_zero_and_a_second_time_changes_nothing(bench: Workbench) -> None:
    asked(bench, {"one": "AAA"})
    assert run(bench, "gold").exit_code == 0
    again = run(bench, "gold")
    assert again.exit_code == 0
    assert "Nothing changed, and nothing was written." in again.output


def test_a_dry_run_writes_nothing(bench: Workbench) -> None:
    asked(bench, {"one": "AAA"})
    assert "Nothing was written (--dry-run)." in run(bench, "gold", "--dry-run").output
    assert bench.store.count(Gold) == 0


def test_json_has_all_of_it(bench: Workbench) -> None:
    asked(bench, {"one": "AAAB", **{f"q{number}": "AABB" for number in range(25)}})
    found = json.loads(run(bench, "gold", "--json").output)
    assert (found["decided"], len(found["contested"]), found["branches"]) == (1, 25, {"3 of 4": 1})
    assert found["contested"][0]["said"] == {"A: option A": ["p1", "p2"], "B: option B": ["p3", "p4"]}
    assert "more; --json lists all" in run(bench, "gold", "--dry-run").output


def test_old_runs_are_scored_again_without_asking_anybody(bench: Workbench) -> None:
    asked(bench, {"one": "AAA", "two": "BBB"}, golds=[gold("one", "B"), gold("two", "B")])
    bench.evaluate("baseline/first_option", metric=["accuracy"])

    def right() -> dict[str, float | None]:
        return {score.item: score.value for score in bench.store.each(Score)}

    assert right() == {"set/one": 0.0, "set/two": 0.0}
    done = run(bench, "gold", "--no-rescore")
    assert (done.exit_code, right()["set/one"]) == (0, 0.0)
    run(bench, "gold", "--rule", "unanimity:least=4")  # takes back what the majority had decided
    assert right() == {"set/one": 0.0, "set/two": 0.0}
    assert "scores changed" in run(bench, "gold").output
    assert right() == {"set/one": 1.0, "set/two": 0.0}


def test_rules_and_filters_are_listed(bench: Workbench) -> None:
    listed = run(bench, "gold", "--rules").output
    assert "generated_or_confirmed" in listed
    assert "differing_ages" in listed
    assert set(json.loads(run(bench, "gold", "--rules", "--json").output)) == {"rules", "filters"}


def test_what_does_not_exist_is_told_in_a_line(bench: Workbench) -> None:
    asked(bench, {"one": "AAA"})
    for arguments in (("--rule", "majorty"), ("--rule", "majority:most=1"), ("--filter", "pase"), ("--split", "x")):
        done = run(bench, "gold", *arguments)
        assert done.exit_code != 0
        assert done.exception is not None


def test_filters_can_be_left_out(bench: Workbench) -> None:
    asked(bench, {"one": "AA"})
    put(bench, person("x"), answer("x", "one", "A", excluded="set aside"))
    assert run(bench, "gold", "--filter", "none").exit_code == 0
    assert bench.store.count(Gold) == 1


def test_explain_tells_who_said_what_and_what_was_taken_back(bench: Workbench) -> None:
    asked(bench, {"one": "AAAB"}, golds=[])
    run(bench, "gold")
    told = run(bench, "explain", "one").output
    assert "decided by the rule 'majority', branch '3 of 4'" in told
    assert "counted: p4 said B: option B" in told
    run(bench, "gold", "--rule", "unanimity")
    told = run(bench, "explain", "one").output
    assert "A: option A was taken back, which 'majority' had decided" in told
    assert "gold.contested: people do not agree" in told


def test_gold_of_simulated_people_is_marked_everywhere(bench: Workbench) -> None:
    asked(bench, {"one": "AAA"})
    put(bench)
    with bench.store.event("test") as writer:
        writer.put(*(person(f"p{number}", simulated=True) for number in (1, 2, 3)))
    assert "All of these people are simulated" in run(bench, "gold").output
    told = run(bench, "explain", "one").output
    assert "simulated: True" in told
    assert "p1 (simulated) said" in told
