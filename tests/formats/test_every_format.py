"""Laws that every format obeys on the day its file appears."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import Workbench, init, metrics
from optotype.formats import family
from optotype.records import Answer, Gold, Item, Noun, Paper, Picture, Respondent
from optotype.web.words import LANGUAGES
from tests.samples import fill

READABLE = [name for name in family if family[name].reads]


def contents(bench: Workbench) -> dict[str, Noun]:
    """All records by id, without where they were imported from: that differs by nature."""
    found: dict[str, Noun] = {}
    for noun in (Picture, Paper, Item, Gold, Respondent, Answer):
        for record in bench.store.each(noun):
            if isinstance(record, Item) and record.origin.kind == "imported":
                record = record.model_copy(update={"origin": None})
            found[f"{noun.__name__} {record.item if isinstance(record, Gold) else record.id}"] = record
    return found


def holdable(bench: Workbench, name: str) -> Workbench:
    """The bench without the items that a format cannot hold."""
    forms = family[name].forms
    with bench.store.event("test") as writer:
        writer.write(
            replace=[
                item.model_copy(update={"excluded": "not for this format"})
                for item in bench.items()
                if forms is not None and item.form.kind not in forms
            ]
        )
    return bench


@pytest.mark.parametrize("name", [name for name in READABLE if family[name].unit != "paper"])
def test_what_is_exported_and_imported_again_is_the_same(name: str, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    holdable(bench, name).export(name, tmp_path / "out")
    with init(tmp_path / "again") as again:
        done = again.import_(name, tmp_path / "out", name="mixed")
        assert not done.faults
        held = {item.id for item in bench.items()}
        before = contents(bench)
        after = contents(again)
    assert {key for key in after if key.startswith("Item ")} == {f"Item {id}" for id in held}
    for key, record in after.items():
        assert record == before[key], key
    for key, record in before.items():
        if isinstance(record, Gold | Answer) and record.item in held:
            assert key in after, key


@pytest.mark.parametrize("name", [name for name in READABLE if family[name].unit != "paper"])
def test_importing_an_export_twice_adds_nothing(name: str, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    holdable(bench, name).export(name, tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_(name, tmp_path / "out", name="mixed")
        before = contents(again)
        done = again.import_(name, tmp_path / "out", name="mixed")
        assert not any(done.new.values())
        assert not done.changed
        assert contents(again) == before


@pytest.mark.parametrize("name", family.names())
def test_it_says_what_it_is(name: str) -> None:
    part = family[name]
    assert part.name == name
    assert part.title
    assert part.__doc__


@pytest.mark.parametrize("name", family.names())
def test_what_its_authors_judge_by_exists(name: str) -> None:
    scoring, table = family[name].scoring, family[name].paper_table
    named = (*(scoring.metrics if scoring else ()), *(table.metrics if table else ()))
    assert all(metrics.build(spec) for spec in named)


@pytest.mark.parametrize("name", [name for name in family if family[name].paper_table is not None])
def test_the_table_of_its_paper_is_told_in_every_language(name: str) -> None:
    table = family[name].paper_table
    assert table is not None
    headings = [said for columns in table.columns for said in (columns.hint, *columns.values.values()) if said]
    for said in (table.title, *headings):
        assert set(said) == set(LANGUAGES)
        assert all(said.values())
    assert all("{value}" in text for columns in table.columns for text in columns.hint.values())
