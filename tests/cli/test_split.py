from __future__ import annotations

import json

from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import app
from optotype.errors import OptotypeError
from optotype.records import Collection, Item, Origin, ShortText


def ask(bench: Workbench, count: int) -> None:
    origin = Origin(kind="written", by="test")
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="x", format="draw")])
        writer.write(
            add=[
                Item(
                    id=f"x/{number}",
                    collection="x",
                    origin=origin,
                    form=ShortText(),
                    question="word " * (number + 1),
                    cluster=str(number),
                    tags={"kind": ("ab"[number % 2],)},
                )
                for number in range(count)
            ]
        )


def split(bench: Workbench, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["--bench", str(bench.folder), "split", *arguments], env={"COLUMNS": "120"})


def test_counts_are_told_per_split_and_value(bench: Workbench) -> None:
    ask(bench, 20)
    result = split(bench, "6:2:2", "--stratify", "kind")
    assert result.exit_code == 0
    assert "kind=a" in result.stdout
    assert "20 items got a new split." in result.stdout
    assert "Nothing changed." in split(bench, "6:2:2", "--stratify", "kind").stdout


def test_json_tells_the_same(bench: Workbench) -> None:
    ask(bench, 20)
    found = json.loads(split(bench, "8:2", "--names", "dev,test", "--stratify", "kind", "--json").stdout)
    assert found["counts"] == {"dev": 16, "test": 4}
    assert found["strata"] == {"kind=a": {"dev": 8, "test": 2}, "kind=b": {"dev": 8, "test": 2}}


def test_a_dry_run_says_what_would_happen(bench: Workbench) -> None:
    ask(bench, 10)
    assert "Nothing was written. 10 items would get a new split." in split(bench, "1:1", "--dry-run").stdout
    split(bench, "1:1")
    assert "have one already (--force)" in split(bench, "1:1", "--seed", "5", "--dry-run").stdout


def test_the_longest_are_tested(bench: Workbench) -> None:
    ask(bench, 10)
    assert "9 to 10" in split(bench, "8:2", "--by", "length").stdout


def test_a_split_that_is_there_stays_unless_forced(bench: Workbench) -> None:
    ask(bench, 10)
    split(bench, "1:1")
    refused = split(bench, "1:1", "--seed", "5")
    assert isinstance(refused.exception, OptotypeError)
    assert split(bench, "1:1", "--seed", "5", "--force").exit_code == 0


def test_one_large_group_is_told(bench: Workbench) -> None:
    ask(bench, 10)
    with bench.store.event("test") as writer:
        writer.write(replace=[item.model_copy(update={"cluster": "one"}) for item in bench.items()])
    assert "The largest group has 10 items" in split(bench, "1:1").stdout
