"""Models that are asked in an audit, on loopback: what they see, what they cost, what they are set to."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from optotype import Workbench, init, ocr
from optotype.claims import claims
from optotype.cli import app
from optotype.errors import OptotypeError
from optotype.looking import with_gold
from optotype.records import Picture
from optotype.running.runner import Limits
from optotype.selecting import Selection
from tests.conftest import Once, not_here
from tests.respondents.server import Server

MODEL = "endpoint/eye"
ITEMS = 4
"""Items that models are asked about."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(scope="session")
def tables(once: Once) -> Path:
    """A bench with drawn tables: there is text in their pictures."""

    def make(folder: Path) -> None:
        with init(folder / "bench") as bench:
            bench.draw("tables", count=12, seed=5)

    return once("tables to audit", make) / "bench"


@pytest.fixture
def drawn_tables(tables: Path, tmp_path: Path, server: Server) -> Iterator[Workbench]:
    shutil.copytree(tables, tmp_path / "bench")
    (tmp_path / "bench" / "optotype.toml").write_text(f'[endpoints.eye]\nurl = "{server.url}"\n', encoding="utf-8")
    with Workbench.open(tmp_path / "bench") as bench:
        yield bench


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    """Every reply costs one: a hundred tokens go in, and what comes back is free."""
    (tmp_path / "prices.toml").write_text('[models."endpoint/eye"]\ninput = 10000\noutput = 0\n', encoding="utf-8")
    return tmp_path / "prices.toml"


def run(bench: Workbench, *options: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["--bench", str(bench.folder), "audit", "--fast", "--model", MODEL, *options])
    return done.exit_code, done.output


def asked(server: Server) -> list[str]:
    """The texts of all that was asked, in order."""
    found: list[str] = []
    for body in server.bodies:
        content = json.loads(body)["messages"][-1]["content"]
        found.append(content if isinstance(content, str) else " ".join(part.get("text", "") for part in content))
    return found


def probes(server: Server) -> list[dict[str, object]]:
    return [json.loads(body) for body in server.bodies if b"first half of a question" in body]


def test_a_dry_run_asks_nobody_and_says_what_each_way_would_take(
    drawn_tables: Workbench, server: Server, prices: Path
) -> None:
    options = ("--sight", "none", "--limit", str(ITEMS), "--dry-run", "--prices", str(prices))
    code, told = run(drawn_tables, *options, "--json")
    assert code == 0
    assert server.requests == 0
    full, blind, halves = json.loads(told)
    assert [one["about"] for one in (full, blind, halves)] == [
        "with pictures",
        "sight none",
        "first halves of questions",
    ]
    assert (full["requests"], blind["requests"], full["pictures"], blind["pictures"]) == (ITEMS, ITEMS, ITEMS, 0)
    assert halves["requests"] > 0
    assert all(one["cost"] > 0 for one in (full, blind, halves))
    code, told = run(drawn_tables, *options)
    assert "in all" in told
    assert not drawn_tables.runs()


def test_what_may_be_spent_is_for_all_that_models_are_asked(
    drawn_tables: Workbench, server: Server, prices: Path
) -> None:
    def audit(cost: float) -> None:
        limits = Limits(connections=1, cost=cost)
        drawn_tables.audit([MODEL], sights=["none"], limit=ITEMS, limits=limits, prices=prices, fast=True)

    with pytest.raises(OptotypeError, match=r"Of 6 for the whole audit, 4 had gone before"):
        audit(6)
    assert server.requests == 6
    with pytest.raises(OptotypeError, match=r"Of 9 for the whole audit, 8 had gone before"):  # in the last check
        audit(9)
    assert server.requests == 9  # and nothing was asked twice


def test_the_probe_for_contamination_obeys_the_settings_of_the_model(drawn_tables: Workbench, server: Server) -> None:
    drawn_tables.audit([MODEL], sights=["none"], limit=1, model_settings={"temperature": 0.7}, fast=True)
    assert {probe["temperature"] for probe in probes(server)} == {0.7}


def test_what_tesseract_reads_in_a_picture_is_what_a_model_gets_in_its_place(
    drawn_tables: Workbench, server: Server
) -> None:
    if ocr.lacking() is not None:
        not_here("tesseract")
    code, told = run(drawn_tables, "--sight", "ocr", "--limit", "2")
    assert code == 0, told
    assert {row["sight"] for claim in claims(drawn_tables) if claim.check == "gain" for row in claim.rows} == {"ocr"}
    items = [item for item, _ in with_gold(drawn_tables, Selection(limit=2).items(drawn_tables))]
    pictures = drawn_tables.store.get_all(Picture, [item.pictures[0] for item in items])
    blind = asked(server)[2:4]
    for item, text in zip(items, blind, strict=True):
        read = _text(drawn_tables, pictures[item.pictures[0]])
        assert len(read) > 5
        assert set(read[:5]) <= set(text.split())
    assert all(b"image_url" not in body for body in server.bodies[2:4])


def _text(bench: Workbench, picture: Picture) -> list[str]:
    """The words that tesseract reads in a picture."""
    path = bench.path(picture)
    assert path is not None
    return (ocr.read(path) or "").split()
