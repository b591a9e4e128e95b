"""The board: what administrators see and do."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from pydantic import ValidationError

from optotype.errors import OptotypeError
from optotype.selecting import Selection
from optotype.settings import explain
from optotype.store.studio import people as people_table
from optotype.store.studio import submissions, tasks, turns
from optotype.studio import board, desk, people, projects
from optotype.studio.board import AgreementFigures
from optotype.studio.opening import make_project
from optotype.studio.people import NotAllowed, Session
from optotype.studio.projects import Phase, Project
from optotype.studio.routes.doors import ThePages, TheWork, form_of, somebody
from optotype.studio.screens import family
from optotype.studio.work import Work

router = APIRouter(prefix="/board")

_FORMULA = ("=", "+", "-", "@", "\t")
"""What formulas of spreadsheets begin with."""
_FRESH = 10.0
"""Seconds for which figures of agreement are shown before they are worked out anew."""


async def administrator(request: Request) -> Session:
    """Who is signed in, if they may see the board.

    Raises:
        NotAllowed: nobody is, or they may not.
    """
    session = await somebody(request)
    if session.person.role != "administrator":
        raise NotAllowed("The board is for administrators.")
    return session


Administrator = Annotated[Session, Depends(administrator)]


# --- looking


@router.get("")
async def overview(request: Request, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """All projects, all people."""
    with work.bench.store.engine.connect() as connection:
        rows = [
            (project, board.phases(connection, project), projects.paused(connection, project.id))
            for project in projects.every(connection)
        ]
        those = people.everybody(connection)
    return pages.show(request, "board", rows=rows, people=those, screens=family.names(), error="", fields={})


@router.get("/journal")
async def journal(request: Request, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """Who did what."""
    with work.bench.store.engine.connect() as connection:
        names = {person.id: person.name for person in people.everybody(connection)}
        lines = projects.notes(connection)
    return pages.show(request, "board-journal", lines=lines, names=names, when=_when)


@router.get("/projects/{id}")
async def project_page(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """One project."""
    return pages.show(request, "board-project", **_project(work, id), link="", when=_when)


@router.get("/projects/{id}/progress")
async def progress(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """How far a project is: the part of its page that changes."""
    return pages.show(request, "board-progress", **_project(work, id), when=_when)


@router.get("/projects/{id}/agreement")
async def agreement(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """How far people agree: a part of the page that takes a moment to work out."""
    known: dict[str, tuple[float, AgreementFigures]] = request.app.state.__dict__.setdefault("agreement", {})
    if id not in known or time.monotonic() - known[id][0] > _FRESH:

        def work_out() -> AgreementFigures:
            with work.bench.store.engine.connect() as connection:
                return board.agreement(connection, projects.get(connection, id).id)

        known[id] = (time.monotonic(), await asyncio.to_thread(work_out))
    with work.bench.store.engine.connect() as connection:
        names = {person.id: person.name for person in people.of_project(connection, id)}
    return pages.show(request, "board-agreement", project_id=id, figures=known[id][1], names=names)


# --- doing


@router.post("/projects")
async def make(request: Request, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """Makes a project from a form."""
    fields = await form_of(request, session)
    try:
        project, selection = _described(fields)
        count = await asyncio.to_thread(make_project, work.bench, project, selection)
    except OptotypeError as error:
        with work.bench.store.engine.connect() as connection:
            rows = [
                (one, board.phases(connection, one), projects.paused(connection, one.id))
                for one in projects.every(connection)
            ]
            those = people.everybody(connection)
        told = {"rows": rows, "people": those, "screens": family.names(), "error": str(error), "fields": fields}
        return pages.show(request, "board", 400, **told)
    await _note(work, session, "made", project.id, tasks=count)
    return _to(project.id)


@router.post("/projects/{id}/pause")
async def pause(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Stops handing tasks out, or goes on."""
    fields = await form_of(request, session)
    stop = fields.get("paused") == "yes"
    await work.ledger.do(lambda connection: projects.pause(connection, id, paused=stop))
    return await _done(work, session, "paused" if stop else "resumed", id)


@router.post("/projects/{id}/members")
async def add_member(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Lets somebody work on a project."""
    person = (await form_of(request, session)).get("person", "")

    def join(connection: sa.Connection) -> None:
        projects.get(connection, id)
        desk.join(connection, id, people.get(connection, person).id)

    await work.ledger.do(join)
    return await _done(work, session, "joined", id, about=person)


@router.post("/projects/{id}/assign")
async def assign(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Deals the open tasks out, evenly, or gives some to one person by their numbers: `1-20, 25`."""
    fields = await form_of(request, session)
    person, numbers = fields.get("person", ""), _numbers(fields.get("numbers", ""))

    def deal(connection: sa.Connection) -> None:
        projects.get(connection, id)
        if person:
            desk.assign(connection, id, people.get(connection, person).id, numbers)
        else:
            desk.assign_evenly(connection, id, [one.id for one in people.of_project(connection, id)])

    await work.ledger.do(deal)
    return await _done(work, session, "assigned", id, about=person)


@router.post("/projects/{id}/invite")
async def invite(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """Makes a link for somebody new, and shows it: it is shown once."""
    fields = await form_of(request, session)
    role = "expert" if fields.get("role") == "expert" else "annotator"

    def make_link(connection: sa.Connection) -> str:
        projects.get(connection, id)
        return people.invite(connection, role, work.now(), made_by=session.person.id, project=id)

    secret = await work.ledger.do(make_link)
    await _note(work, session, "invited", id, about=role)
    link = f"{request.url.scheme}://{request.headers['host']}/invitation/{secret}"
    return pages.show(request, "board-project", **_project(work, id), link=link, when=_when)


@router.post("/projects/{id}/set-aside")
async def set_aside(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Counts somebody's work no longer: it is kept, and their tasks are open again."""
    person = (await form_of(request, session)).get("person", "")

    def aside(connection: sa.Connection) -> None:
        work.set_aside(connection, projects.get(connection, id), people.get(connection, person))

    await work.ledger.do(aside)
    return await _done(work, session, "set aside", id, about=person)


@router.post("/people/{person}/shut-out")
async def shut_out(request: Request, person: str, session: Administrator, work: TheWork) -> Response:
    """Shuts somebody out, or lets them in again."""
    fields = await form_of(request, session)
    out = fields.get("disabled") == "yes"
    if person == session.person.id:
        raise OptotypeError("Nobody can shut themselves out.")

    def shut(connection: sa.Connection) -> None:
        people.disable(connection, people.get(connection, person).id, disabled=out)

    await work.ledger.do(shut)
    await _note(work, session, "shut out" if out else "let in", None, about=person)
    work.forget()
    return RedirectResponse("/board", 303)


# --- files


@router.get("/projects/{id}/export.{ending}")
async def export(id: str, ending: str, session: Administrator, work: TheWork) -> Response:
    """All that was handed in, the last version of each: as CSV or as JSON Lines."""
    writers: dict[str, tuple[Callable[[Iterator[dict[str, Any]]], Iterator[str]], str]] = {
        "csv": (_csv, "text/csv; charset=utf-8"),
        "jsonl": (_jsonl, "application/jsonl"),
    }
    with work.bench.store.engine.connect() as connection:
        found = projects.find(connection, id)
    if found is None or ending not in writers:
        raise HTTPException(404)
    write, kind = writers[ending]
    name = {"content-disposition": f'attachment; filename="{found.id}.{ending}"'}
    return StreamingResponse(write(_rows(work, found.id)), media_type=kind, headers=name)


def _rows(work: Work, project: str) -> Iterator[dict[str, Any]]:
    last = (
        sa.select(submissions.c.turn, sa.func.max(submissions.c.position).label("last"))
        .where(submissions.c.kept)
        .group_by(submissions.c.turn)
        .subquery()
    )
    query = (
        sa.select(
            tasks.c.number,
            tasks.c.subject,
            tasks.c.role,
            tasks.c.phase,
            people_table.c.name.label("person"),
            people_table.c.simulated,
            turns.c.counted,
            turns.c.seconds,
            turns.c.ended,
            submissions.c.body,
        )
        .select_from(turns)
        .join(tasks, tasks.c.id == turns.c.task)
        .join(people_table, people_table.c.id == turns.c.person)
        .join(last, last.c.turn == turns.c.id)
        .join(submissions, submissions.c.position == last.c.last)
        .where(turns.c.project == project)
        .order_by(tasks.c.number, turns.c.id)
    )
    with work.bench.store.engine.connect() as connection:
        for row in connection.execution_options(yield_per=500).execute(query).mappings():
            yield {**row, "ended": _when(row["ended"]), "body": json.loads(row["body"])}


def _csv(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """A table; what spreadsheets would take for a formula is marked as a text."""
    text = io.StringIO()
    writer = csv.writer(text)
    head: list[str] | None = None
    for row in rows:
        if head is None:
            head = list(row)
            writer.writerow(head)
        values = [json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value for value in row.values()]
        writer.writerow(
            [f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value for value in values]
        )
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def _jsonl(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    return (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


# --- inside


def _project(work: Work, id: str) -> dict[str, Any]:
    with work.bench.store.engine.connect() as connection:
        project = projects.find(connection, id)
        if project is None:
            raise HTTPException(404)
        mine = board.persons(connection, id)
        there = {person.id for person in mine}
        return {
            "project": project,
            "paused": projects.paused(connection, id),
            "phases": board.phases(connection, project),
            "persons": mine,
            "others": [one for one in people.everybody(connection) if one.id not in there and not one.disabled],
        }


def _described(fields: dict[str, str]) -> tuple[Project, Selection]:
    """A project as a form describes it.

    Raises:
        OptotypeError: something about it will not do.
    """
    title = fields.get("title", "").strip()
    id = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:64] or "project"
    phases = [Phase(name="main")]
    if training := fields.get("training", "").strip():
        if not training.isdecimal() or not int(training):
            raise OptotypeError(f"{training!r} tasks for training: a number was expected.")
        phases.insert(0, Phase(name="training", kind="training", size=int(training)))
    chosen = {name: fields[name].strip() for name in ("split", "collection") if fields.get(name, "").strip()}
    given = {
        "id": id,
        "title": title,
        "screen": fields.get("screen", ""),
        "guidelines": fields.get("guidelines", ""),
        "overlap": fields.get("overlap", "1"),
        "assignment": fields.get("assignment", "first come"),
        "minutes": fields.get("minutes", "30"),
        "phases": phases,
        "selection": chosen,
    }
    if not title:
        raise OptotypeError("A project has a title.")
    try:
        return Project.model_validate(given), Selection(split=chosen.get("split"), collection=chosen.get("collection"))
    except ValidationError as error:
        raise OptotypeError(f"{explain(error)}.") from error


def _numbers(text: str) -> list[int]:
    """`1-20, 25` in full.

    Raises:
        OptotypeError: it is something else.
    """
    found: list[int] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if not (ends := re.fullmatch(r"(\d{1,9})(?:\s*-\s*(\d{1,9}))?", part)):
            raise OptotypeError(f"{part!r}: numbers of tasks were expected, such as 1-20, 25.")
        first, last = int(ends[1]), int(ends[2] or ends[1])
        if last - first > 100_000:
            raise OptotypeError(f"{part!r} are too many tasks at once.")
        found += range(first, last + 1)
    return found


def _when(at: float | None) -> str:
    return "" if at is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))


async def _note(work: Work, session: Session, what: str, project: str | None, about: str = "", **more: Any) -> None:
    await work.ledger.do(
        lambda connection: projects.note(
            connection, session.person.id, what, work.now(), project=project, about=about, **more
        )
    )


async def _done(work: Work, session: Session, what: str, project: str, about: str = "") -> Response:
    await _note(work, session, what, project, about)
    work.forget()
    return _to(project)


def _to(project: str) -> Response:
    return RedirectResponse(f"/board/projects/{project}", 303)
