"""The store keeps what it is given, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import multiprocessing
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from optotype import Workbench, init
from optotype.errors import OptotypeError
from optotype.records import Collection, Finding, Gold, Item, Origin, Run, Score
from optotype.store import BATCH, HEAD, Store, key
from optotype.store.migrations import upgrade
from optotype.store.tables import metadata
from tests.items import an_item
from tests.samples import fill


def question(name: str, **fields: object) -> Item:
    return an_item(f"c/{name}", **{"question": name} | fields)


def put(store: Store, *records: Item | Gold | Finding | Collection | Run | Score) -> None:
    with store.event("test") as writer:
        writer.write(add=records)


def test_records_come_back_as_they_were_and_in_order(stored_bench: Workbench) -> None:
    records = fill(stored_bench)
    store = stored_bench.store
    for record in records:
        assert store.get(type(record), key(record)) == record
    assert list(store.each(Item)) == [record for record in records if isinstance(record, Item)]


def test_items_are_found_by_column_and_tag(stored_bench: Workbench) -> None:
    fill(stored_bench)
    assert [item.id for item in stored_bench.items(split="train")] == ["mixed/choice-pictures", "mixed/choice-texts"]
    assert [item.id for item in stored_bench.items(kind="number")] == ["mixed/number"]
    assert len(list(stored_bench.items(skill="counting"))) == 11
    assert not list(stored_bench.items(skill="counting", kind="nothing"))
    assert stored_bench.store.count(Item, {"split": ...}) == 4
    assert stored_bench.store.count(Item, {"split": ["val", "test"]}) == 2


def test_a_record_that_is_there_is_not_added_again(stored_bench: Workbench) -> None:
    put(stored_bench.store, question("one"))
    put(stored_bench.store, question("one", question="something else"), question("two"))
    assert [item.question for item in stored_bench.items()] == ["one", "two"]


def test_a_replaced_record_is_remembered_when_its_version_rises(stored_bench: Workbench) -> None:
    store = stored_bench.store
    put(store, question("one", tags={"skill": ("counting",)}))
    with store.event("test") as writer:
        writer.write(replace=[question("one", question="better", version=2, tags={"skill": ("time",)})])
        writer.write(replace=[question("one", question="better", version=2, split="test", tags={"skill": ("time",)})])
    assert [past.question for past in store.past(Item, "c/one")] == ["one"]
    assert store.tag_values() == {"skill": {"time": 1}}
    assert [item.split for item in stored_bench.items(skill="time")] == ["test"]


def test_a_batch_is_written_as_a_whole_or_not_at_all(stored_bench: Workbench) -> None:
    store = stored_bench.store
    broken = question("two").model_copy(update={"collection": None})
    with pytest.raises(IntegrityError), store.event("test") as writer:
        writer.write(add=[question("one"), broken])
    assert store.count(Item) == 0


def test_more_records_than_a_batch_come_in_order(stored_bench: Workbench) -> None:
    store = stored_bench.store
    count = 2 * BATCH + 1
    put(store, *(question(f"{number}", cluster=f"c/{number % 7}") for number in range(count)))
    assert [item.question for item in store.each(Item)] == [str(number) for number in range(count)]
    groups = list(store.groups("cluster"))
    assert [group[0].cluster for group in groups] == [f"c/{number}" for number in range(7)]
    assert sum(len(group) for group in groups) == count
    assert len(store.get_all(Item, (f"c/{number}" for number in range(count)))) == count


def test_events_tell_what_was_done_and_which_brought_a_record(stored_bench: Workbench) -> None:
    store = stored_bench.store
    put(store, question("one"))
    with store.event("import", path="a/b") as writer:
        writer.write(add=[question("two"), question("three")])
    events = store.events()
    assert [(event.command, event.totals) for event in events] == [("test", {"items": 1}), ("import", {"items": 2})]
    assert events[1].settings == {"path": "a/b"}
    assert store.event_of(stored_bench.item("c/two")) == events[1]


def test_what_is_written_before_an_error_stays(stored_bench: Workbench) -> None:
    def fails_half_way() -> None:
        with stored_bench.store.event("import") as writer:
            writer.write(add=[question("one")])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails_half_way()
    assert stored_bench.store.count(Item) == 1
    assert stored_bench.store.events()[0].totals == {"items": 1}


def test_findings_are_removed_by_id(stored_bench: Workbench) -> None:
    store = stored_bench.store
    put(store, Finding(rule="r", about="a", message="m"), Finding(rule="r", about="b", message="m"))
    with store.event("test") as writer:
        writer.write(remove={Finding: ["r:a", "r:nothing"]})
    assert [finding.about for finding in store.each(Finding)] == ["b"]


def test_runs_and_scores_have_their_place(stored_bench: Workbench) -> None:
    store = stored_bench.store
    score = Score(item="c/one", run="run-1", metric="accuracy", signature="accuracy|v1", value=None, note="never heard")
    put(store, Run(id="run-1", respondent="baseline/random"), score)
    assert store.get(Score, "run-1:accuracy|v1:c/one") == score


def test_what_is_taken_back_stays_as_a_past_version(stored_bench: Workbench) -> None:
    bench, gold = stored_bench, Gold(item="a/1", accepted=(True,), rule="majority")
    with bench.store.event("test") as writer:
        writer.write(add=[gold, gold.model_copy(update={"item": "a/2"})])
        writer.write(replace=[gold.model_copy(update={"version": 2, "rule": "expert"})])
        writer.retract(Gold, ["a/1"])
    assert bench.store.get(Gold, "a/1") is None
    pasts = bench.store.pasts(Gold, ["a/1", "a/2", "a/3"])
    assert {id: [past.rule for past in those] for id, those in pasts.items()} == {"a/1": ["majority", "expert"]}


def test_a_run_tells_by_which_metrics_it_was_scored(stored_bench: Workbench) -> None:
    bench = stored_bench
    told = ["accuracy/1", "number(tolerance=0.1)/1"]
    scores = [
        Score(item=item, run="r:1", metric="m", signature=signature, value=1.0)
        for item in ("a/b:c", "а/ж")
        for signature in told
    ]
    with bench.store.event("test") as writer:
        writer.write(add=[*scores, Score(item="a", run="r", metric="m", signature="other/1", value=None)])
    assert bench.store.signatures("r:1") == told
    assert bench.store.signatures("nobody") == []


def test_the_version_changes_with_what_is_stored_and_not_otherwise(stored_bench: Workbench) -> None:
    store, run = stored_bench.store, Run(id="r", respondent="m")
    seen = [store.version()]
    fill(stored_bench)
    seen.append(store.version())
    with store.event("eval") as writer:
        seen.append(store.version())
        writer.put(run)
        seen.append(store.version())
        writer.write(add=[Score(item="mixed/text", run="r", metric="m", signature="m/1", value=1.0)])
        seen.append(store.version())
        writer.put(run.model_copy(update={"totals": {"cost": 1.5}}))
        seen.append(store.version())
        assert store.version() == seen[-1]
    seen.append(store.version())
    assert len(set(seen)) == len(seen)
    assert store.version() == seen[-1]


def test_odd_texts_come_back_to_the_letter(stored_bench: Workbench) -> None:
    text = "emoji 👩🏽‍🔬, кириллица, \u202eright to left, 'quotes\", <b>, \t\r\n, \x1b[31m, %s, :name"
    put(stored_bench.store, question("odd", question=text, tags={text: (text,)}))
    assert stored_bench.item("c/odd").question == text
    assert stored_bench.store.count(Item, tags={text: text}) == 1


def migrated(url: str) -> sa.Engine:
    """A database that was made by one migration after another."""
    engine = sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg") if "postgres" in url else url)
    with engine.begin() as connection:
        upgrade(connection)
    return engine


def described(engine: sa.Engine) -> dict[str, list[object]]:
    """Each table, its columns, whatever holds them to something, and how SQLite lays it out."""
    looked = sa.inspect(engine)
    found: dict[str, list[object]] = {}
    for name in looked.get_table_names():
        columns = [{**column, "type": str(column["type"])} for column in looked.get_columns(name)]
        held = (looked.get_indexes(name), looked.get_unique_constraints(name), looked.get_foreign_keys(name))
        found[name] = [columns, looked.get_pk_constraint(name), *(sorted(map(str, some)) for some in held)]
        found[name].append(looked.get_table_options(name))
    return found


def test_the_migrations_make_the_tables_that_the_code_expects(store_url: str) -> None:
    engine = migrated(store_url)
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == HEAD
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_new_database_is_as_all_migrations_make_it(store_url: str) -> None:
    engine = migrated(store_url)
    expected = described(engine)
    with engine.begin() as connection:
        for table in sa.inspect(connection).get_table_names():
            connection.execute(sa.text(f"DROP TABLE {table}"))
    store = Store(store_url)
    assert described(store.engine) == expected
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == HEAD
    engine.dispose()
    store.close()


def test_line_ends_of_older_items_from_mera_are_mended_and_others_left(store_url: str) -> None:
    store = Store(store_url)
    theirs, ours = Origin(kind="imported", by="mera"), Origin(kind="written", by="test")
    put(
        store,
        question("two letters", origin=theirs, instruction=r"<image>\nГде? {question}"),
        question("both", origin=theirs, instruction="<image>\nwhat is " + r"\nu?"),
        question("another", origin=ours, instruction=r"what is \nu?"),
        question("none", origin=theirs),
    )
    with store.write() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0003'"))
    store.close()
    store = Store(store_url)
    assert [item.instruction for item in store.each(Item)] == [
        "<image>\nГде? {question}",
        "<image>\nwhat is " + r"\nu?",
        r"what is \nu?",
        None,
    ]
    assert [item.extra for item in store.each(Item)] == [
        {"mera": {"instruction": r"<image>\nГде? {question}"}},
        {},
        {},
        {},
    ]
    store.close()


def test_sqlite_writes_ahead_and_waits_for_its_turn(bench: Workbench) -> None:
    with bench.store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 30_000


def _write_some(folder: str, who: int) -> None:
    bench = Workbench(Path(folder))
    for number in range(30):
        put(bench.store, question(f"{who}-{number}"))
    bench.close()


@pytest.mark.slow
def test_several_processes_write_at_once_without_a_locked_database(bench: Workbench) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])  # the modules are read once, not by each of them
    writers = [context.Process(target=_write_some, args=(str(bench.folder), who)) for who in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0, 0]
    assert bench.store.count(Item) == 120


def test_a_reader_is_not_disturbed_by_a_writer(stored_bench: Workbench) -> None:
    put(stored_bench.store, *(question(f"{number}") for number in range(BATCH + 5)))
    seen = 0
    for number, _item in enumerate(stored_bench.items()):
        seen += 1
        if number < 3:
            put(stored_bench.store, question(f"new-{number}"))
    assert seen == BATCH + 8


def test_a_file_that_is_no_database_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "store.db").write_bytes(b"this is not a database" * 100)
    with pytest.raises(OptotypeError, match="damaged"):
        Store(f"sqlite:///{tmp_path / 'store.db'}")


def test_a_server_that_does_not_answer_is_told_in_a_line() -> None:
    with pytest.raises(OptotypeError, match="cannot be opened"):
        Store("postgresql://nobody@127.0.0.1:9/nothing")


def test_a_database_of_a_newer_release_is_left_alone(tmp_path: Path) -> None:
    init(tmp_path / "bench").close()
    database = sqlite3.connect(tmp_path / "bench" / "optotype.db")
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()
    with pytest.raises(OptotypeError, match="newer release"), Workbench(tmp_path / "bench") as bench:
        _ = bench.store
