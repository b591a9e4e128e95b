"""Crowds: the door for anybody who has the open link of a project."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from sqlalchemy.exc import IntegrityError

from optotype.studio import crowd, projects
from optotype.studio.crowd import Shut
from optotype.studio.gate import Patience
from optotype.studio.pages import Pages, signed_in
from optotype.studio.people import CROWD, Person
from optotype.studio.projects import Project
from optotype.studio.routes.doors import ThePages, TheWork, form_of, let_in
from optotype.studio.work import Work

router = APIRouter()

WORKER = ("worker", "workerId", "PROLIFIC_PID")
"""How platforms call the name that they have for a person."""
_AT_ONCE = 60
"""People who may come from one address in a while, before they have to wait for each other."""
_A_WHILE = 600.0
_LONGEST = 60.0
_STATUS = {"closed": 404, "worker": 400, "twice": 409, "full": 409, "nothing": 409}
_TRIES = 5
"""Times that a name is looked for, where somebody else takes it at the same moment."""


@router.get("/crowd/{link}")
async def door(request: Request, link: str, pages: ThePages, work: TheWork) -> Response:
    """What the open link of a project offers. Nobody comes in by looking: programs look at links, too."""
    worker = next((request.query_params[name] for name in WORKER if request.query_params.get(name)), "").strip()
    if (project := _theirs(request, work, link, worker)) is not None:
        return RedirectResponse(f"/projects/{project}", 303)
    return _door(request, pages, work, link, worker)


@router.post("/crowd/{link}")
async def come_in(request: Request, link: str, pages: ThePages, work: TheWork) -> Response:
    """Comes in, without a password, under a made-up name."""
    worker = (await form_of(request)).get("worker", "").strip()
    if (project := _theirs(request, work, link, worker)) is not None:
        return RedirectResponse(f"/projects/{project}", 303)
    session = signed_in(request)
    if session is not None and session.person.role != CROWD:
        return _door(request, pages, work, link, worker)
    patience, host = _patience(request), request.client.host if request.client else ""
    who = f"{host} {int(time.monotonic() // _A_WHILE)}"
    if waits := patience.waits(who):
        words = pages.words(request)
        reply = _door(request, pages, work, link, worker, 429, words("doors.wait", seconds=int(waits) + 1))
        reply.headers["retry-after"] = str(int(waits) + 1)
        return reply
    language = pages.words(request).language

    def come(connection: sa.Connection) -> tuple[Person, str]:
        _offered(connection, work, link, worker)
        person = crowd.come_in(connection, link, work.now(), worker=worker or None, language=language)
        return person, crowd.project_of(connection, link) or ""

    try:
        person, project = await _tried(work, come)
    except Shut:
        return _door(request, pages, work, link, worker)
    patience.failed(who)
    return await let_in(request, work, person, f"/projects/{project}")


async def _tried(work: Work, come: Callable[[sa.Connection], tuple[Person, str]]) -> tuple[Person, str]:
    """Does it, and does it again where another server gave the same name away, or let the same worker in, just then."""
    for _ in range(_TRIES - 1):
        with suppress(IntegrityError):
            return await work.ledger.do(come)
    return await work.ledger.do(come)


def _door(
    request: Request, pages: Pages, work: Work, link: str, worker: str, status: int = 200, error: str = ""
) -> Response:
    """The page before the door, or the reason why it is shut."""
    why, project = "", None
    try:
        with work.bench.store.engine.connect() as connection:
            project = _offered(connection, work, link, worker)
    except Shut as shut:
        why, status = shut.why, _STATUS[shut.why]
    told = {"link": link, "worker": worker, "why": why, "project": project, "error": error}
    return pages.show(request, "crowd", status, **told)


def _offered(connection: sa.Connection, work: Work, link: str, worker: str) -> Project:
    """The project that a link opens.

    Raises:
        Shut: it opens none to this person, or nothing is left to be done.
    """
    offered = crowd.offered(connection, link, worker or None)
    project = projects.get(connection, offered.project)
    if projects.paused(connection, project.id) or not crowd.left(connection, project, work.now()):
        raise Shut("nothing")
    return project


def _theirs(request: Request, work: Work, link: str, worker: str) -> str | None:
    """The project, if whoever looks came to it before, in this browser; another worker is somebody else."""
    session = signed_in(request)
    if session is None or session.person.role != CROWD:
        return None
    with work.bench.store.engine.connect() as connection:
        arrived = crowd.arrived(connection, session.person.id)
        project = crowd.project_of(connection, link)
    if arrived is None or arrived[0] != project or (worker and worker != arrived[1]):
        return None
    return project


def _patience(request: Request) -> Patience:
    known: Patience = request.app.state.__dict__.setdefault("crowds", Patience(_AT_ONCE, _LONGEST))
    return known
