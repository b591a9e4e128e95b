from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from optotype import Workbench
from optotype.cli import app
from tests.cli.terminal import on_a_terminal
from tests.respondents import numbered
from tests.respondents.server import Plan, Server
from tests.samples import fill


@pytest.fixture
def folder(bench: Workbench) -> Path:
    fill(bench)
    return bench.folder


def call(folder: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["--bench", str(folder), "eval", *words], env={"COLUMNS": "200"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def test_the_table_has_a_row_for_each_model_with_its_interval(folder: Path) -> None:
    code, text = call(folder, "-m", "baseline/random", "-m", "baseline/first_option", "--by", "skill")
    assert code == 0
    assert "baseline/random" in text
    assert "baseline/first_option" in text
    assert "[" in text
    assert "by skill" in text
    assert "accuracy/1" in text


def test_what_no_model_can_be_judged_on_is_told_once(folder: Path) -> None:
    _, text = call(folder, "-m", "baseline/random", "-m", "baseline/first_option")
    assert re.findall(r"^without gold.*", text, re.MULTILINE) == ["without gold 2 items asked, but not judged"]


def test_json_holds_everything(folder: Path) -> None:
    code, text = call(folder, "-m", "baseline/first_option", "--json")
    assert code == 0
    found = json.loads(text)
    assert found["run"]["respondent"] == "baseline/first_option"
    judged = found["judged"][0]
    assert judged["signature"] == "accuracy/1"
    assert judged["overall"]["low"] <= judged["overall"]["value"] <= judged["overall"]["high"]
    assert sum(found["states"].values()) == 11


# --- against a server, with prices


@pytest.fixture
def priced(bench: Workbench) -> Path:
    """A bench of twelve questions; a request costs 100 tokens in and 2 out, 0.002 together."""
    numbered.fill(bench, 12)
    (bench.folder / "prices.toml").write_text('[models."endpoint/*"]\ninput = 10\noutput = 500\n')
    return bench.folder


def words(folder: Path, server: Server, *more: str) -> list[str]:
    where = ["--base-url", server.url, "--prices", str(folder / "prices.toml")]
    return ["-m", "endpoint/x", *where, *more]


def test_a_dry_run_tells_requests_tokens_and_money_and_asks_nobody(priced: Path) -> None:
    with Server() as server:
        code, text = call(priced, *words(priced, server, "--limit", "5", "--dry-run", "--json"))
        told = json.loads(text)
        assert code == 0
        assert (told["requests"], told["items"], told["pictures"]) == (5, 5, 5)
        assert min(told["picture_tokens"], told["text_tokens"], told["reply_tokens"]) > 0
        tokens = told["picture_tokens"] + told["text_tokens"]
        assert told["cost"] == pytest.approx((10 * tokens + 500 * told["reply_tokens"]) / 1e6)
        code, text = call(priced, *words(priced, server, "--dry-run"))
        assert (code, server.requests) == (0, 0)
    assert "12 about 12 items" in text


def test_only_the_first_so_many_are_asked_about(priced: Path) -> None:
    with Server() as server:
        code, text = call(priced, *words(priced, server, "--limit", "5", "--json"))
        assert (code, server.requests) == (0, 5)
    assert json.loads(text)["items"] == 5


def test_a_run_ends_where_its_money_ends_and_goes_on_with_more(priced: Path) -> None:
    with Server() as server:
        few = words(priced, server, "--max-connections", "1", "--json")
        code, text = call(priced, *few, "--max-cost", "0.007")
        found = json.loads(text[text.index("{") :])
        assert code == 1
        assert "0.007" in found["stopped"]
        assert server.requests + found["remaining"] == 12
        assert server.requests == 4  # the fourth reply is the one that spends it
        assert found["run"]["totals"]["cost"] == pytest.approx(0.008)
        code, text = call(priced, *few, "--max-cost", "1")
        assert (code, server.requests) == (0, 12)
    assert json.loads(text)["run"]["totals"]["cost"] == pytest.approx(0.024)


def test_a_terminal_shows_how_far_a_run_is(priced: Path) -> None:
    """Done of all, how fast, failed, unread, what it cost and the time that is left."""
    plan = Plan(delay=0.1, questions={numbered.name(0): ["error400"], numbered.name(1): ["empty_content"]})
    with Server(plan) as server:
        called = ["optotype", "eval", *words(priced, server, "--max-connections", "1")]
        code = f"import sys\nfrom optotype.cli import main\nsys.argv = {called!r}\nmain()\n"
        shown = on_a_terminal(code, priced, COLUMNS="160", NO_COLOR="1")
    for told in (r"\b\d+/12 ", r"\d/s", "1 failed", "1 unread", r"cost 0\.0\d+", r"\d:\d\d:\d\d"):
        assert re.search(told, shown), told


def test_a_wrong_way_of_asking_is_told(folder: Path) -> None:
    from optotype.errors import OptotypeError

    with pytest.raises(OptotypeError, match="permute"):
        call(folder, "-m", "baseline/random", "--permute", "sideways")


def test_one_name_for_two_models_is_refused(folder: Path) -> None:
    code, text = call(folder, "-m", "baseline/random", "-m", "baseline/majority", "--name", "x")
    assert code == 2
    assert "one model only" in text
