"""Opening the studio: projects are made from items, people are let in, and the server starts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import sqlalchemy as sa
from pydantic import ValidationError

from optotype.errors import OptotypeError
from optotype.selecting import Selection
from optotype.store.studio import people as people_table
from optotype.studio import bundles, desk, people, projects
from optotype.studio.desk import ATTENTION, EVERYBODY, REPEAT, TRAINING, WORK, Task
from optotype.studio.planted import plantable
from optotype.studio.projects import Project, now, phases_of
from optotype.studio.proxy import Proxies
from optotype.studio.refusals import Refused
from optotype.studio.screens import family
from optotype.web.serving import HOST, listen

if TYPE_CHECKING:
    from optotype.bench import Bench

PORT = 8770
"""Where the studio is found, unless it is taken."""
_HERE = (HOST, "::1", "localhost")
SWITCH = 0.001
"""Seconds after which the thread that answers lets the one that writes go on; with the usual 5 ms, people wait."""


def refuse(bench: Bench, name: str) -> None:
    """Refuses a name under which no project can be made, before anything is done for it.

    Raises:
        OptotypeError: there is a project of this name, or it cannot be part of an address.
    """
    try:
        Project(id=name, title=name, screen="answer")
    except ValidationError as error:
        raise OptotypeError(
            f"A project cannot be called '{name}': small letters, digits and hyphens were expected, for it is part of "
            "an address."
        ) from error
    with bench.store.engine.connect() as connection:
        if projects.find(connection, name) is not None:
            raise Refused("project", name=name)


def make_project(bench: Bench, project: Project, selection: Selection = Selection()) -> int:  # noqa: B008 - frozen
    """Makes a project from items; gives back how many tasks it has.

    Raises:
        Refused: no items fit its screen, or there are too few for its phases, or there is such a project.
    """
    screen = family.from_text(project.screen)
    bundled = list(screen.bundles(bench, project, selection))
    if project.checks and not bundled:
        raise Refused("checks", screen=project.screen)
    apart = [] if bundled else plantable(bench, project)
    subjects = [one.subject for one in bundled] or [
        subject for subject in dict.fromkeys(screen.subjects(bench, selection)) if subject not in apart
    ]
    if not subjects:
        raise Refused("empty", screen=project.screen)
    tasks = _laid_out(project, subjects, apart)
    with bench.store.write() as connection:
        projects.add(connection, project)
        bundles.keep(connection, project.id, bundled)
        return desk.lay_out(connection, project.id, tasks)


def _laid_out(project: Project, subjects: Sequence[str], apart: Sequence[str]) -> list[Task]:
    """The tasks in order: planted ones evenly among the work, and those that are asked again at the end."""
    tasks: list[Task] = []
    work: list[Task] = []
    every = max(1, len(subjects) // (len(apart) + 1))
    waiting = list(apart)
    for subject, phase in zip(subjects, phases_of(project, len(subjects)), strict=True):
        if project.phases[phase].kind == "training":
            tasks.append(Task(subject, phase, TRAINING, EVERYBODY))
            continue
        work.append(Task(subject, phase, WORK, project.overlap))
        tasks.append(work[-1])
        if waiting and len(work) % every == 0:
            tasks.append(Task(waiting.pop(0), phase, ATTENTION, EVERYBODY))
    last = tasks[-1].phase
    tasks += [Task(subject, last, ATTENTION, EVERYBODY) for subject in waiting]
    if project.repeats > len(work):
        raise Refused("repeats", found=project.repeats, most=len(work))
    return tasks + [replace(task, phase=last, role=REPEAT, wanted=EVERYBODY) for task in work[: project.repeats]]


def administrator_link(bench: Bench) -> str:
    """The secret of a link that signs the administrator in, once; makes one where there is none yet."""
    with bench.store.write() as connection:
        found = connection.execute(
            sa.select(people_table.c.id).where(people_table.c.role == "administrator", ~people_table.c.disabled)
        ).scalar()
        if found is None:
            found = people.add(connection, "administrator", "administrator", now()).id
        return people.invite(connection, "administrator", now(), made_by=found, person=found, days=1)


def link(bench: Bench, *, port: int | None = None, host: str | None = None, secure: bool = False) -> str:
    """An address that signs the administrator in, once, today: for a studio that is open already.

    Args:
        bench: whose studio.
        port: where it listens; 8770 unless given.
        host: the name by which browsers call it; this computer's own unless given.
        secure: do they call it by https?
    """
    return f"{_site(host or f'{HOST}:{port or PORT}', secure=secure)}/invitation/{administrator_link(bench)}"


def _site(host: str, *, secure: bool) -> str:
    return f"{'https' if secure else 'http'}://{host}"


def serve(
    bench: Bench,
    *,
    port: int | None = None,
    bind: str = HOST,
    host: str | None = None,
    secure: bool = False,
    proxies: Sequence[str] = (),
    service: bool = False,
    ready: Callable[[str], object] = lambda _address: None,
) -> None:
    """Serves the studio, until Ctrl-C: to this computer, or to servers in front of it.

    Args:
        bench: whose items.
        port: 0 takes any that is free; 8770 or the next free one unless given.
        bind: the address to listen at; 0.0.0.0 is all of this computer's.
        host: the name by which browsers call it, where a server in front of it hands requests on.
        secure: do they call that one by https?
        proxies: addresses or networks of servers in front whose `X-Forwarded-` headers are believed.
        service: it runs unattended: requests and errors are logged, a line of JSON each, on standard error, and no link
            that signs anybody in is made, for it would stand in a log; `link` makes one.
        ready: told the address that signs the administrator in, once; of a service, its plain address.

    Raises:
        OptotypeError: the port is taken, or it would listen to others without knowing what they call it.
    """
    trusted = Proxies.named(proxies)
    if bind not in _HERE and host is None and not trusted.networks:
        raise OptotypeError(
            f"At {bind} the studio is reached from outside. Say by which name with --host, or which server in front is "
            "believed with --proxy."
        )
    import uvicorn
    from uvicorn.config import LOGGING_CONFIG

    from optotype.studio.app import app_of
    from optotype.studio.log import log_of

    sys.setswitchinterval(SWITCH)

    log = log_of() if service else None
    with listen(port, PORT, bind) as listener:
        config = uvicorn.Config(
            app_of(bench, host=host, secure=secure, proxies=trusted, log=log),
            log_config=None if service else LOGGING_CONFIG,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
        )
        server = uvicorn.Server(config)
        mine = ":".join(map(str, listener.getsockname()[:2]))
        address = _site(host or mine, secure=secure)
        ready(address if service else f"{address}/invitation/{administrator_link(bench)}")
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
