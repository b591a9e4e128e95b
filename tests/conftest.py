"""What tests share: a bench on each kind of store, real data where it is at hand."""

from __future__ import annotations

import fcntl
import functools
import gc
import importlib
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
import sqlalchemy as sa
from hypothesis import settings
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from optotype import Workbench, init
from optotype.cli import SELDOM

settings.register_profile("tests", deadline=None)  # how long an example takes depends on what else the machine does
settings.load_profile("tests")

os.environ.setdefault("TORCH_FAKE_TENSOR_DISPATCH_CACHE", "0")
"""To write a network down, torch notes what each of its steps gives, in case it comes again: that takes longer."""

gc.disable()  # while tests are read, nearly all that is made stays: to look for garbage takes a fifth of that time


def pytest_collection_finish() -> None:
    """What is there before the first test stays until the last one: nobody has to look for garbage in it.

    Nor as often as Python does for what comes later: it takes a fifth of the time in which records are made.
    """
    gc.freeze()
    gc.set_threshold(SELDOM)
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def statements_worded_once() -> Iterator[None]:
    """A statement becomes SQL once for all stores of a kind, not anew for each: nearly every test has its own."""
    worded: LRUCache[Any, Any] = LRUCache(2000)
    create = functools.partial(sa.create_engine, execution_options={"compiled_cache": worded})

    def alike(one: object, other: object) -> bool:
        return type(one) is type(other)

    def by_kind(one: object) -> int:
        return hash(type(one))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DefaultDialect, "__eq__", alike)
        patch.setattr(DefaultDialect, "__hash__", by_kind)
        patch.setattr(sa, "create_engine", create)
        yield


SHARED = Path(__file__).parents[2] / "shared" / "data"


def not_here(what: str) -> NoReturn:
    """Skips a test because something is not installed; in CI, where all is installed, fails it."""
    if os.environ.get("OPTOTYPE_TEST_ALL"):
        pytest.fail(f"{what} is not installed, and OPTOTYPE_TEST_ALL is set")
    pytest.skip(f"{what} is not installed", allow_module_level=True)


def library(name: str) -> Any:
    """A library, or a module that needs one; where it is not installed, the test or its whole file is not run."""
    try:
        return importlib.import_module(name)
    except ImportError:
        not_here(name)


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """Real data that does not belong to the project: a test that needs it skips where it is absent."""

    def find(name: str) -> Path:
        if not (SHARED / name).exists():
            pytest.skip("needs the shared data")
        return SHARED / name

    return find


Once = Callable[[str, Callable[[Path], object]], Path]
"""Gives a folder that is filled once, whichever of the processes that test is the first to ask for it."""


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Makes what takes long once for all processes that test; tests only look at it."""
    root = tmp_path_factory.getbasetemp()
    root = root.parent if "PYTEST_XDIST_WORKER" in os.environ else root

    def make(name: str, fill: Callable[[Path], object]) -> Path:
        folder = root / "once" / name
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / ".made").exists():
                fill(folder)
                (folder / ".made").touch()
        return folder

    return make


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real PostgreSQL server, started for these tests alone; gives its address."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
    try:
        from pgserver.postgres_server import get_server
    except ImportError:
        not_here("pgserver")
    # in a folder of its own: a socket's path must be short, and other test runs tidy up among pytest's folders
    server = get_server(tempfile.mkdtemp(prefix="pg"), cleanup_mode="delete")
    for waits in ("fsync", "full_page_writes"):  # nothing in it has to survive a power cut
        server.psql(f"ALTER SYSTEM SET {waits} = off")
    server.psql("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty store, of each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.db'}"
        return
    with empty_schema(request.getfixturevalue("postgres")) as address:
        yield address


@contextmanager
def empty_schema(server: str) -> Generator[str]:
    """The address of an empty store on a PostgreSQL server: a schema, made in a sixth of the time of a database."""
    found = sa.make_url(server).set(drivername="postgresql+psycopg")
    name = f"test_{uuid.uuid4().hex}"
    inside = {"options": f"-csearch_path={name}", "application_name": name}
    engine = sa.create_engine(found, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {name}"))
    try:
        yield found.update_query_dict(inside).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            left = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name")
            connection.execute(left, {"name": name}).all()
            connection.execute(sa.text(f"DROP SCHEMA {name} CASCADE"))
        engine.dispose()


@pytest.fixture(scope="session")
def new_bench(once: Once) -> Path:
    """An empty bench to be copied: that is a tenth of the work of making one."""
    return once("new bench", lambda folder: init(folder / "bench").close()) / "bench"


@pytest.fixture
def bench(tmp_path: Path, new_bench: Path) -> Iterator[Workbench]:
    """An empty bench."""
    shutil.copytree(new_bench, tmp_path / "bench")
    with Workbench.open(tmp_path / "bench") as made:
        yield made


@pytest.fixture
def stored_bench(tmp_path: Path, store_url: str) -> Iterator[Workbench]:
    """An empty bench on each kind of store in turn."""
    with init(tmp_path / "bench", store=store_url) as made:
        yield made
