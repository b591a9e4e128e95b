"""`optotype lint`: what it prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import app
from optotype.lint.rules import family
from optotype.records import Choice, Collection, Gold, Option
from tests.items import an_item


def lint(bench: Workbench, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["--bench", str(bench.folder), "lint", *arguments], env={"COLUMNS": "200"})


@pytest.fixture
def asked(bench: Workbench) -> Workbench:
    """A bench with one question, two options of which say the same."""
    options = tuple(Option(label=label, text=text) for label, text in (("A", "red"), ("B", "Red"), ("C", "blue")))
    item = an_item("set/1", Choice(options=options), question="Which line is highest?")
    gold = Gold(item=item.id, accepted=(("C",),), rule="written")
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="test"), item, gold])
    return bench


def test_a_finding_is_a_line_and_makes_the_exit_code_one(asked: Workbench) -> None:
    done = lint(asked, "--fast")
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "set/1:options: repeated_option two options say the same: 'red' and 'Red'",
        "1 finding in 1 item.",
    ]


def test_no_finding_makes_it_nothing(asked: Workbench) -> None:
    done = lint(asked, "--ignore", "repeated_option", "--fast")
    assert done.exit_code == 0
    assert "All well: no findings in 1 item." in done.stdout
    assert "Not looked for: " in done.stderr


def test_a_table_shows_findings_and_counts_them(asked: Workbench) -> None:
    done = lint(asked, "--select", "form", "--table")
    assert done.exit_code == 1
    assert "what was noticed" in done.stdout
    assert done.stdout.count("repeated_option") == 2


def test_json_has_all_that_was_found(asked: Workbench) -> None:
    done = lint(asked, "--select", "repeated_option", "--json")
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert (told["items"], told["counts"], told["suppressed"]) == (1, {"repeated_option": 1}, 0)
    assert told["findings"][0]["about"] == "set/1"
    assert told["findings"][0]["field"] == "options"


def test_texts_of_items_do_not_move_the_cursor(asked: Workbench) -> None:
    item = asked.item("set/1")
    options = (Option(label="A", text="r\x1b[2Jed"), Option(label="B", text="R\x1b[2Jed"))
    with asked.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"form": Choice(options=options)})])
    for arguments in (("--fast",), ("--fast", "--table")):
        told = lint(asked, *arguments).stdout
        assert "repeated_option" in told
        assert "\x1b[2J" not in told


def test_a_finding_is_suppressed_with_a_reason_and_counts_again(asked: Workbench) -> None:
    told = lint(asked, "--suppress", "repeated_option", "--about", "set/1", "--because", "case matters here")
    assert (told.exit_code, told.stdout) == (0, "Findings of repeated_option about set/1 do not count.\n")
    done = lint(asked, "--fast")
    assert (done.exit_code, done.stdout) == (0, "All well: no findings in 1 item; 1 suppressed.\n")
    assert lint(asked, "--readmit", "repeated_option", "--about", "set/1").exit_code == 0
    assert lint(asked, "--fast").exit_code == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--suppress near_repeat --about set/1", "say why, with --because REASON"),
        ("--suppress near_repeat --because x", "--about ID"),
        ("--about set/1", "--suppress RULE or --readmit RULE"),
        ("--readmit near_repeat --about set/1 --because x", "it goes with --suppress alone"),
    ],
)
def test_half_of_what_suppressing_needs_is_told(asked: Workbench, line: str, message: str) -> None:
    failed = lint(asked, *line.split())
    assert failed.exit_code == 2
    assert message in " ".join(failed.stderr.replace("│", " ").split())


def test_all_rules_are_listed(bench: Workbench) -> None:
    told = json.loads(lint(bench, "--rules", "--json").stdout)
    assert {rule["rule"] for rule in told} == set(family)
    shown = lint(bench, "--rules").stdout
    assert all(name in shown for name in family)


def test_the_page_has_the_table_of_rules_as_it_is() -> None:
    script = Path(__file__).parents[2] / "scripts" / "lint_table.py"
    known: dict[str, object] = {"__name__": "lint_table", "__file__": str(script)}
    exec(compile(script.read_text(encoding="utf-8"), str(script), "exec"), known)
    page = (script.parents[1] / "docs" / "lint.md").read_text(encoding="utf-8")
    assert callable(written := known["written"])
    assert written(page) == page, "write it anew: python scripts/lint_table.py"
