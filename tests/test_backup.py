"""Backups: what went in comes out again, on any kind of database, and nothing else ever does."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import sqlite3
import stat
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from optotype import Workbench, init
from optotype.backup import backup, restore
from optotype.errors import OptotypeError
from optotype.records import Item
from optotype.running.replies import Replies
from optotype.store import Store, tables
from optotype.store.migrations import upgrade
from optotype.store.studio import people as people_table
from optotype.studio import people
from tests.samples import fill
from tests.studio.house import PASSWORD, opened, served

Members = dict[str, bytes]


def rows(bench: Workbench) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    with bench.store.engine.connect() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns))
            ]
            for table in tables.metadata.sorted_tables
        }


def files(folder: Path) -> dict[str, bytes]:
    """All files of a bench by name, without its databases."""
    found = (path for path in folder.rglob("*") if path.is_file() and ".db" not in path.name)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.fixture
def kept(stored_bench: Workbench) -> Workbench:
    """A bench on each kind of store in turn, with records, pictures, a person and notes of its author."""
    fill(stored_bench)
    with stored_bench.store.write() as connection:
        people.add(connection, "Яна", "annotator", time.time(), password=PASSWORD)
    (stored_bench.folder / "prompts").mkdir()
    (stored_bench.folder / "prompts" / "solve.md").write_text("Answer.\n")
    return stored_bench


def test_a_bench_comes_back_as_it_was(kept: Workbench, tmp_path: Path) -> None:
    done = kept.backup(tmp_path / "kept.optotype")
    told = restore(tmp_path / "kept.optotype", tmp_path / "again")
    assert done.rows == told.rows > 10
    with Workbench.open(tmp_path / "again") as again:
        assert rows(again) == rows(kept)
        found, before = files(again.folder), files(kept.folder)
        assert found.pop("optotype.toml").decode().startswith("# The settings of this bench")
        before.pop("optotype.toml")
        assert found == before
        assert again.settings.bench.store == "sqlite"
        fill_more(again)


def fill_more(bench: Workbench) -> None:
    """Whoever goes on working gets numbers that nobody has."""
    count = bench.store.count(Item)
    item = next(iter(bench.items()))
    with bench.store.event("more") as writer:
        writer.write(add=[item.model_copy(update={"id": "mixed/more"})])
    assert bench.store.count(Item) == count + 1
    assert [*bench.items()][-1].id == "mixed/more"


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
def test_a_bench_moves_from_a_file_to_postgresql(bench: Workbench, store_url: str, tmp_path: Path) -> None:
    fill(bench)
    bench.backup(tmp_path / "kept.optotype")
    restore(tmp_path / "kept.optotype", tmp_path / "again", store=store_url)
    with Workbench.open(tmp_path / "again") as again:
        assert again.store.engine.dialect.name == "postgresql"
        assert rows(again) == rows(bench)
        fill_more(again)
    with pytest.raises(OptotypeError, match="There is something in the database"):
        restore(tmp_path / "kept.optotype", tmp_path / "third", store=store_url)
    assert not (tmp_path / "third").exists()


def test_no_password_and_no_key_goes_into_a_backup(bench: Workbench, tmp_path: Path) -> None:
    file = bench.folder / "optotype.toml"
    file.write_text('[bench]\ntitle = "T"\nstore = "sqlite"\n\n[lint]\nignore = ["near_repeat"]\n')
    (bench.folder / ".env").write_text("OPENAI_API_KEY=hidden-1\n")
    bench.backup(tmp_path / "one.optotype")
    file.write_text('[bench]\ntitle = "T"\nstore = "postgresql://me:hidden-2@127.0.0.1/x"\n')
    _ = bench.store
    bench.backup(tmp_path / "two.optotype")
    for name in ("one", "two"):
        assert b"hidden" not in (tmp_path / f"{name}.optotype").read_bytes()
    restore(tmp_path / "one.optotype", tmp_path / "again")
    with Workbench.open(tmp_path / "again") as again:
        assert again.settings.lint.ignore == ("near_repeat",)
        assert (again.settings.bench.title, again.settings.bench.store) == ("T", "sqlite")


def test_settings_that_name_their_store_in_an_odd_way_are_told(bench: Workbench, tmp_path: Path) -> None:
    _ = bench.store
    (bench.folder / "optotype.toml").write_text('bench = { title = "T", store = "sqlite" }\n')
    with pytest.raises(OptotypeError, match="a line of its own"):
        bench.backup(tmp_path / "kept.optotype")
    assert [*tmp_path.glob("kept*")] == []


def test_a_backup_is_for_nobody_elses_eyes_and_never_overwritten(bench: Workbench, tmp_path: Path) -> None:
    done = bench.backup(tmp_path / "kept.optotype")
    assert stat.S_IMODE(done.path.stat().st_mode) == 0o600
    assert done.sha256 == hashlib.sha256(done.path.read_bytes()).hexdigest()
    with pytest.raises(OptotypeError, match="is there already"):
        bench.backup(tmp_path / "kept.optotype")
    with pytest.raises(OptotypeError, match="lies in the bench"):
        bench.backup(bench.folder / "kept.optotype")
    with pytest.raises(OptotypeError, match="No such file or directory"):
        bench.backup(tmp_path / "nowhere" / "kept.optotype")


def test_a_backup_while_people_work_holds_all_that_was_acknowledged_before_it_began(tmp_path: Path) -> None:
    with opened(tmp_path / "bench") as house:
        anna, stop = house.client("Anna"), threading.Event()
        drafts: list[dict[str, object]] = []
        turn = anna.post("/api/projects/baseline/take", json={}).json()["given"]["turn"]

        def work() -> None:
            while not stop.is_set():
                body: dict[str, object] = {"filled": {"answer": [f"draft {len(drafts)}"]}}
                assert anna.put(f"/api/turns/{turn}/draft", json=body).status_code == 200
                drafts.append(body)

        worker = threading.Thread(target=work)
        worker.start()
        while len(drafts) < 5 and worker.is_alive():
            time.sleep(0.01)
        before = len(drafts)
        with Workbench.open(house.bench.folder) as other:
            other.backup(tmp_path / "kept.optotype")
        after = len(drafts)
        stop.set()
        worker.join()
    restore(tmp_path / "kept.optotype", tmp_path / "again")
    with Workbench.open(tmp_path / "again") as again:
        ((body,),) = [row[-1:] for row in rows(again)["studio_drafts"]]
        number = int(json.loads(body)["answer"][0].removeprefix("draft "))
        assert before - 1 <= number <= after
        with served(again) as address:
            reply = httpx.post(
                f"{address}/sign-in", data={"name": "Anna", "password": PASSWORD}, timeout=30, verify=False
            )
            assert reply.status_code == 303


def test_replies_that_are_being_kept_at_that_moment_are_whole(bench: Workbench, tmp_path: Path) -> None:
    with Replies(bench.folder / "runs" / "replies", "somebody") as replies:
        replies.begin("a run")  # its newest rows lie in another file than the database itself
        bench.backup(tmp_path / "kept.optotype")
    restore(tmp_path / "kept.optotype", tmp_path / "again")
    (restored,) = (tmp_path / "again" / "runs" / "replies").iterdir()
    assert restored.name == replies.path.name
    database = sqlite3.connect(restored)
    assert database.execute("SELECT run FROM attempts").fetchall() == [("a run",)]
    database.close()


def test_nothing_is_restored_over_anything(bench: Workbench, tmp_path: Path) -> None:
    bench.backup(tmp_path / "kept.optotype")
    (tmp_path / "empty").mkdir()
    restore(tmp_path / "kept.optotype", tmp_path / "empty")
    before = files(tmp_path / "empty")
    with pytest.raises(OptotypeError, match="There is something in"):
        restore(tmp_path / "kept.optotype", tmp_path / "empty")
    with pytest.raises(OptotypeError, match="There is something in"):
        restore(tmp_path / "kept.optotype", tmp_path / "kept.optotype")
    assert files(tmp_path / "empty") == before


# --- files that somebody tampered with


def packed(path: Path, members: Members, how: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", how) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, how)
    return path


@pytest.fixture
def members(tmp_path: Path) -> Members:
    """What is in the backup of a small bench."""
    with init(tmp_path / "source") as bench:
        fill(bench)
        backup(bench, tmp_path / "source.optotype")
    with zipfile.ZipFile(tmp_path / "source.optotype") as archive:
        return {member.filename: archive.read(member) for member in archive.infolist()}


def added(name: str, content: bytes = b"x") -> Callable[[Members], Members]:
    """One more file, which the list knows, too."""

    def add(members: Members) -> Members:
        listed = json.loads(members["manifest.json"])
        listed["files"][name] = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        return {**members, f"bench/{name}": content, "manifest.json": json.dumps(listed).encode()}

    return add


def relisted(**changes: object) -> Callable[[Members], Members]:
    def change(members: Members) -> Members:
        listed = {**json.loads(members["manifest.json"]), **changes}
        return {**members, "manifest.json": json.dumps(listed).encode()}

    return change


def rewritten(table: str, lines: bytes) -> Callable[[Members], Members]:
    """Other rows in a table, with the digest that they have."""

    def change(members: Members) -> Members:
        listed = json.loads(members["manifest.json"])
        listed["tables"][table] |= {"size": len(lines), "sha256": hashlib.sha256(lines).hexdigest()}
        return {**members, f"tables/{table}.jsonl": lines, "manifest.json": json.dumps(listed).encode()}

    return change


def holding(name: str, content: bytes) -> Callable[[Members], Members]:
    """Puts a member in, whatever the manifest says."""
    return lambda members: {**members, name: content}


def without_manifest(members: Members) -> Members:
    return {name: content for name, content in members.items() if name != "manifest.json"}


def flipped(members: Members) -> Members:
    return {**members, "tables/items.jsonl": members["tables/items.jsonl"].replace(b"mixed/text", b"mixed/test")}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (added("../outside"), "cannot be part of a bench"),
        (added("/tmp/outside"), "cannot be part of a bench"),
        (added("a/../../outside"), "cannot be part of a bench"),
        (added("a\\..\\..\\outside"), "cannot be part of a bench"),
        (added("C:/outside"), "cannot be part of a bench"),
        (added(".env", b"OPENAI_BASE_URL=http://elsewhere"), "cannot be part of a bench"),
        (added("runs/.hidden"), "cannot be part of a bench"),
        (added("optotype.db"), "cannot be part of a bench"),
        (added("optotype.db-wal"), "cannot be part of a bench"),
        (added("pictures/\nx"), "cannot be part of a bench"),
        (added("optotype.toml/x"), "Not a directory|is there"),
        (flipped, "damaged, or was changed"),
        (holding("stowaway", b"x"), "is not what its manifest.json says"),
        (holding("manifest.json", b"{}"), "manifest.json cannot be read"),
        (holding("manifest.json", b"["), "manifest.json cannot be read"),
        (without_manifest, "not a backup"),
        (relisted(schema="9999"), "newer release"),
        (relisted(schema="0000"), "cannot be filled"),
        (relisted(schema="0001; DROP"), "manifest.json cannot be read"),
        (relisted(schema="0002"), "the tables of its release"),
        (rewritten("events", b"[1]\n"), "has not the columns"),
        (rewritten("events", b"[" * 100_000), "is not JSON"),
        (rewritten("events", b'[{"a": 1}, [], 1, 1, 1]\n'), "cannot be filled"),
        (rewritten("events", b'[1, "a", "b", "{}", "{}"]\n' * 2), "cannot be filled"),
    ],
)
def test_a_backup_that_was_tampered_with_makes_nothing(
    tmp_path: Path, members: Members, change: Callable[[Members], Members], told: str
) -> None:
    packed(tmp_path / "bad.optotype", change(members))
    before = sorted(tmp_path.iterdir())
    with pytest.raises(OptotypeError, match=told):
        restore(tmp_path / "bad.optotype", tmp_path / "again")
    assert sorted(tmp_path.iterdir()) == before


def test_a_backup_cannot_unfold_to_more_than_it_is(tmp_path: Path, members: Members) -> None:
    bomb = added("bomb", bytes(30_000_000))(members)
    packed(tmp_path / "bomb.optotype", bomb, zipfile.ZIP_DEFLATED)
    assert (tmp_path / "bomb.optotype").stat().st_size < 1_000_000
    with pytest.raises(OptotypeError, match="compressed or locked"):
        restore(tmp_path / "bomb.optotype", tmp_path / "again")
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04" + bytes(100)])
def test_a_file_that_is_no_backup_is_told_in_a_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(OptotypeError, match="damaged, or not a backup"):
        restore(tmp_path / "file", tmp_path / "again")
    with pytest.raises(OptotypeError, match="No such file"):
        restore(tmp_path / "nowhere", tmp_path / "again")


def test_a_backup_that_was_cut_off_makes_nothing(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    content = bench.backup(tmp_path / "kept.optotype").path.read_bytes()
    (tmp_path / "cut.optotype").write_bytes(content[: len(content) // 2])
    with pytest.raises(OptotypeError, match="damaged, or not a backup"):
        restore(tmp_path / "cut.optotype", tmp_path / "again")


# --- older releases


def test_a_backup_of_an_earlier_release_is_brought_up_to_date(tmp_path: Path, members: Members) -> None:
    listed = json.loads(members["manifest.json"])
    later = {"studio_bundles", "studio_backgrounds", "studio_links", "studio_arrivals", "studio_codes"}
    listed |= {
        "schema": "0002",
        "tables": {name: table for name, table in listed["tables"].items() if name not in later},
    }
    older = {name: text for name, text in members.items() if name.partition("/")[2].partition(".")[0] not in later}
    packed(tmp_path / "older.optotype", {**older, "manifest.json": json.dumps(listed).encode()})
    restore(tmp_path / "older.optotype", tmp_path / "again")
    with Workbench.open(tmp_path / "source") as source, Workbench.open(tmp_path / "again") as again:
        assert rows(again) == rows(source)


@pytest.fixture(params=["0001", "0002"])
def older(request: pytest.FixtureRequest, store_url: str) -> tuple[str, str]:
    """A database that an earlier release made and filled: its migration, and its address."""
    engine = sa.create_engine(
        sa.make_url(store_url).set(drivername="postgresql+psycopg") if "postgres" in store_url else store_url
    )
    with engine.begin() as connection:
        upgrade(connection, request.param)
        body = json.dumps({"id": "c", "name": "c"})
        connection.execute(sa.insert(tables.collections).values(id="c", event=1, body=body))
        event = {"id": 1, "at": "2026-01-01T00:00:00+00:00", "command": "import", "settings": "{}", "totals": "{}"}
        connection.execute(sa.insert(tables.events).values(event))
        if request.param == "0002":
            people.add(connection, "Anna", "annotator", 0.0)
    engine.dispose()
    return request.param, store_url


def test_a_database_of_an_earlier_release_is_brought_up_to_date_with_its_data_when_it_is_opened(
    older: tuple[str, str],
) -> None:
    schema, url = older
    for _ in range(2):  # the second time, there is nothing to do
        store = Store(url)
        with store.engine.connect() as connection:
            assert connection.execute(sa.select(tables.collections.c.id)).scalars().all() == ["c"]
            names = connection.execute(sa.select(people_table.c.name)).scalars().all()
            assert names == (["Anna"] if schema == "0002" else [])
            assert connection.execute(sa.text("SELECT count(*) FROM studio_codes")).scalar() == 0
        assert [event.command for event in store.events()] == ["import"]
        store.close()


def test_several_who_open_an_older_database_at_once_bring_it_up_to_date_once(older: tuple[str, str]) -> None:
    _schema, url = older
    assert opened_at_once(url) == ""


def test_several_who_open_a_new_database_at_once_make_it_once(store_url: str) -> None:
    assert opened_at_once(store_url) == ""


def opened_at_once(url: str) -> str:
    """Two processes of two threads each open a store in the same moment; what they complained about."""
    forking = multiprocessing.get_context("fork")
    together, wrong = forking.Barrier(4), forking.SimpleQueue()

    def open_it() -> None:
        together.wait()
        try:
            Store(url).close()
        except Exception as error:
            wrong.put(repr(error))

    def open_twice() -> None:
        threads = [threading.Thread(target=open_it) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    processes = [forking.Process(target=open_twice, daemon=True) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0, 0]
    return "" if wrong.empty() else wrong.get()
