"""A studio that is open: a bench with an item of every form, one project, a few people, a server on loopback."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from logging import Logger
from pathlib import Path

import httpx
import uvicorn
from argon2 import PasswordHasher

from optotype import Workbench
from optotype.studio import desk, people
from optotype.studio.app import app_of
from optotype.studio.opening import make_project
from optotype.studio.people import Person
from optotype.studio.projects import Phase, Project
from optotype.studio.proxy import Proxies
from optotype.web.serving import listen
from tests.samples import fill
from tests.serving import running

PASSWORD = "correct horse battery"


@cache
def quickly_hashed() -> str:
    """What is kept of the password, but so that it is checked in no time: a real one takes a quarter of a second."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


@dataclass
class House:
    """The open studio, as tests use it."""

    bench: Workbench
    address: str
    people: dict[str, Person]
    clients: list[httpx.Client] = field(default_factory=list[httpx.Client])
    leave: list[Callable[[], object]] = field(default_factory=list[Callable[[], object]])
    """How pages are left before the server ends: what they still ask for would be asked of nobody, an error on them."""

    def client(self, name: str | None = None, cookies: dict[str, str] | None = None) -> httpx.Client:
        """A browser without pages: of nobody, or of somebody who is signed in."""
        # without certificates, which would be read for every client and are of no use here
        client = httpx.Client(base_url=self.address, timeout=30, cookies=cookies, verify=False)
        self.clients.append(client)
        if name is not None:
            reply = client.post("/sign-in", data={"name": name, "password": PASSWORD})
            assert reply.status_code == 303, reply.text
            page = client.get("/", follow_redirects=True).text  # administrators are led to the board
            client.headers["x-form-key"] = page.partition('name="form_key" value="')[2].partition('"')[0]
        return client


@contextmanager
def opened(
    folder: Path, *projects: Project, store: str | None = None, filled: Callable[[Workbench], object] = fill
) -> Generator[House]:
    """A studio, until the end of the block. Anna and Boris work on all projects; Clara is an expert on none."""
    with Workbench.init(folder, title="Sample", store=store) as bench:
        filled(bench)
        usual = Project(id="baseline", title="Human baseline", screen="answer", overlap=2, guidelines="Be **brief**.")
        found: dict[str, Person] = {}
        for project in projects or (usual,):
            make_project(bench, project)
        with bench.store.write() as connection:
            roles = {"Anna": "annotator", "Boris": "annotator", "Clara": "expert", "Ada": "administrator"}
            hashed = quickly_hashed()
            for name, role in roles.items():
                person = people.add(connection, name, role, time.time())  # pyright: ignore[reportArgumentType]
                found[name] = person
                row = people.people.update().where(people.people.c.id == person.id)
                connection.execute(row.values(password=hashed))
                if name in ("Anna", "Boris"):
                    for project in projects or (usual,):
                        desk.join(connection, project.id, person.id)
        with served(bench) as address:
            house = House(bench, address, found)
            yield house
            for leave in house.leave:
                leave()
            for client in house.clients:
                client.close()


@contextmanager
def served(
    bench: Workbench,
    *,
    host: str | None = None,
    secure: bool = False,
    proxies: tuple[str, ...] = (),
    log: Logger | None = None,
) -> Generator[str]:
    """A server for a bench, until the end of the block; gives its address."""
    app = app_of(bench, host=host, secure=secure, proxies=Proxies.named(proxies), log=log)
    config = uvicorn.Config(
        app, log_config=None, log_level="critical" if log is None else "warning", ws="none", proxy_headers=False
    )
    with listen(0, 0) as listener, running(uvicorn.Server(config), listener) as address:
        yield address


TRAINED = Project(
    id="trained",
    title="With training",
    screen="answer",
    phases=(Phase(name="training", kind="training", size=2), Phase(name="main")),
)
"""A project that begins with two tasks for everybody."""
