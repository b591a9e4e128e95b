"""The board: what administrators see and do."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from optotype.errors import OptotypeError
from optotype.studio import background, board, crowd, decisions, desk, exports, forms, people, projects
from optotype.studio.board import AgreementFigures
from optotype.studio.exports import WRITERS, when
from optotype.studio.opening import make_project
from optotype.studio.pages import root_of
from optotype.studio.people import CROWD, NotAllowed, Session
from optotype.studio.projects import Project
from optotype.studio.refusals import Refused, reason
from optotype.studio.routes.doors import ThePages, TheWork, form_of, somebody
from optotype.studio.screens import family
from optotype.studio.work import Work

router = APIRouter(prefix="/board")

_FRESH = 10.0
"""Seconds for which figures of agreement are shown before they are worked out anew."""


async def administrator(request: Request) -> Session:
    """Who is signed in, if they may see the board.

    Raises:
        NotAllowed: nobody is, or they may not.
    """
    session = await somebody(request)
    if session.person.role != "administrator":
        raise NotAllowed("administrators")
    return session


Administrator = Annotated[Session, Depends(administrator)]


# --- looking


@router.get("")
async def overview(request: Request, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """All projects, all people."""
    return pages.show(request, "board", **_everything(work), error="", fields={})


@router.get("/journal")
async def journal(request: Request, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """Who did what."""
    with work.bench.store.engine.connect() as connection:
        names = {person.id: person.name for person in people.everybody(connection)}
        lines = projects.notes(connection)
    return pages.show(request, "board-journal", lines=lines, names=names, when=when)


@router.get("/projects/{id}")
async def project_page(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """One project."""
    return pages.show(request, "board-project", **_project(work, id), link="", when=when)


@router.get("/projects/{id}/progress")
async def progress(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """How far a project is: the part of its page that changes."""
    return pages.show(request, "board-progress", **_project(work, id), when=when)


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
        here, there = projects.get(connection, id), projects.find(connection, decisions.project_of(id))
        decided = 0 if there is None else len(decisions.made(connection, id))
    told: dict[str, Any] = {"figures": known[id][1], "names": names, "decisions": there, "decided": decided}
    told["decidable"] = work.screen(here).decided and work.screen(here).offered
    return pages.show(request, "board-agreement", project_id=id, **told)


@router.get("/projects/{id}/crowd")
async def crowd_part(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """Who came by an open link, their codes, and what people said about themselves: a part of the project's page."""
    with work.bench.store.engine.connect() as connection:
        project = projects.find(connection, id)
        if project is None:
            raise HTTPException(404)
        told: dict[str, Any] = {
            "link": crowd.link_of(connection, id),
            "codes": crowd.listed(connection, id, crowd.LISTED),
            "many": crowd.how_many(connection, id),
            "failed": crowd.failed(connection, id),
            "told": background.told(connection, project),
        }
    site = _site(request)
    return pages.show(request, "board-crowd", project=project, site=site, when=when, **told)


# --- doing


@router.post("/projects")
async def make(request: Request, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """Makes a project from a form."""
    fields = await form_of(request, session)
    try:
        project, selection = forms.described(fields)
        count = await asyncio.to_thread(make_project, work.bench, project, selection)
    except OptotypeError as error:
        why, spoken = reason(error, pages.words(request))
        return pages.show(request, "board", 400, **_everything(work), error=why, spoken=spoken, fields=fields)
    await _note(work, session, "made", project.id, tasks=count)
    return _to(project.id)


@router.post("/projects/{id}/pause")
async def pause(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Stops handing tasks out, or goes on."""
    fields = await form_of(request, session)
    stop = fields.get("paused") == "yes"
    await work.ledger.do(lambda connection: projects.pause(connection, id, paused=stop))
    return await _done(work, session, "paused" if stop else "resumed", id)


@router.post("/projects/{id}/deadlines")
async def deadlines(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Says when the phases of a project open and close."""
    fields = await form_of(request, session)

    def change(connection: sa.Connection) -> None:
        projects.change(connection, forms.with_deadlines(projects.get(connection, id), fields))

    await work.ledger.do(change)
    return await _done(work, session, "moved deadlines", id)


@router.post("/projects/{id}/members")
async def add_member(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Lets somebody work on a project."""
    person = (await form_of(request, session)).get("person", "")

    def join(connection: sa.Connection) -> None:
        found = people.get(connection, person)
        work.admit(projects.get(connection, id), found.role)
        desk.join(connection, id, found.id)

    await work.ledger.do(join)
    return await _done(work, session, "joined", id, about=person)


@router.post("/projects/{id}/assign")
async def assign(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Deals the open tasks out, evenly, or gives some to one person by their numbers: `1-20, 25`."""
    fields = await form_of(request, session)
    person, numbers = fields.get("person", ""), forms.numbers(fields.get("numbers", ""))

    def deal(connection: sa.Connection) -> None:
        project = projects.get(connection, id)
        if person:
            _give(work, connection, project, person, numbers)
        else:
            desk.assign_evenly(connection, id, [one.id for one in people.of_project(connection, id)])

    await work.ledger.do(deal)
    return await _done(work, session, "assigned", id, about=person)


@router.post("/projects/{id}/reassign")
async def reassign(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Takes back what somebody has not done, and gives it to somebody else, or leaves it to whoever comes first."""
    fields = await form_of(request, session)
    person, to = fields.get("person", ""), fields.get("to", "")

    def hand_over(connection: sa.Connection) -> None:
        project = projects.get(connection, id)
        numbers = desk.take_back(connection, id, people.get(connection, person).id)
        if to:
            _give(work, connection, project, to, numbers)

    await work.ledger.do(hand_over)
    return await _done(work, session, "reassigned", id, about=person)


@router.post("/projects/{id}/decide")
async def decide(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """Lays finished tasks about which people do not agree before experts, in a project of their own."""
    await form_of(request, session)
    with work.bench.store.engine.connect() as connection:
        project = projects.get(connection, id)
    title = pages.words(request)("adjudication.project", title=project.title)
    count = await asyncio.to_thread(decisions.lay_before_experts, work.bench, project, title)
    await _note(work, session, "laid before experts", id, tasks=count)
    work.forget()
    return _to(decisions.project_of(id))


@router.post("/projects/{id}/invite")
async def invite(request: Request, id: str, session: Administrator, pages: ThePages, work: TheWork) -> Response:
    """Makes a link for somebody new, and shows it: it is shown once."""
    fields = await form_of(request, session)
    role = "expert" if fields.get("role") == "expert" else "annotator"

    def make_link(connection: sa.Connection) -> str:
        work.admit(projects.get(connection, id), role)
        return people.invite(connection, role, work.now(), made_by=session.person.id, project=id)

    secret = await work.ledger.do(make_link)
    await _note(work, session, "invited", id, about=role)
    link = f"{_site(request)}/invitation/{secret}"
    return pages.show(request, "board-project", **_project(work, id), link=link, when=when)


@router.post("/projects/{id}/set-aside")
async def set_aside(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Counts somebody's work no longer: it is kept, and their tasks are open again."""
    person = (await form_of(request, session)).get("person", "")

    def aside(connection: sa.Connection) -> None:
        work.set_aside(connection, projects.get(connection, id), people.get(connection, person))

    await work.ledger.do(aside)
    return await _done(work, session, "set aside", id, about=person)


@router.post("/projects/{id}/crowd")
async def open_or_close(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Opens a project to anybody who has a link, or closes the link."""
    fields = await form_of(request, session)
    most, close = fields.get("most", "").strip(), fields.get("close") == "yes"

    def change(connection: sa.Connection) -> None:
        project = projects.get(connection, id)
        work.admit(project, CROWD)
        if close:
            crowd.close_link(connection, id)
        elif not re.fullmatch(r"[0-9]{1,9}", most):
            raise Refused("people_number", found=most[:40])
        else:
            crowd.open_link(connection, project, int(most), session.person.id, work.now())

    await work.ledger.do(change)
    return await _done(work, session, "closed the link" if close else "opened a link", id, about=most)


@router.post("/projects/{id}/leave-out-failed")
async def leave_out_failed(request: Request, id: str, session: Administrator, work: TheWork) -> Response:
    """Counts the work of people who failed a check no longer."""
    await form_of(request, session)

    def aside(connection: sa.Connection) -> None:
        project = projects.get(connection, id)
        for person in crowd.failed(connection, id):
            work.set_aside(connection, project, people.get(connection, person))
            projects.note(connection, session.person.id, "set aside", work.now(), project=id, about=person)

    await work.ledger.do(aside)
    return await _done(work, session, "left out failed checks", id)


@router.post("/people/{person}/shut-out")
async def shut_out(request: Request, person: str, session: Administrator, work: TheWork) -> Response:
    """Shuts somebody out, or lets them in again."""
    fields = await form_of(request, session)
    out = fields.get("disabled") == "yes"
    if person == session.person.id:
        raise Refused("oneself")

    def shut(connection: sa.Connection) -> None:
        people.disable(connection, people.get(connection, person).id, disabled=out)

    await work.ledger.do(shut)
    await _note(work, session, "shut out" if out else "let in", None, about=person)
    work.forget()
    return RedirectResponse("/board", 303)


# --- files


@router.get("/projects/{id}/export.{ending}")
async def export(id: str, ending: str, session: Administrator, work: TheWork) -> Response:
    """All that was handed in, the last version of each: as CSV, as JSON Lines, or as JSON for Label Studio."""
    with work.bench.store.engine.connect() as connection:
        found = projects.find(connection, id)
    if found is None or ending not in (*WRITERS, "json"):
        raise HTTPException(404)
    name = {"content-disposition": f'attachment; filename="{found.id}.{ending}"'}
    if ending == "json":
        tasks = exports.label_studio(work.bench, found.id)
        return StreamingResponse(tasks, media_type="application/json", headers=name)
    write, kind = WRITERS[ending]
    return StreamingResponse(write(exports.rows(work.bench.store, found.id)), media_type=kind, headers=name)


@router.get("/projects/{id}/codes.{ending}")
async def export_codes(id: str, ending: str, session: Administrator, work: TheWork) -> Response:
    """The codes of all batches, with worker, checks and seconds: as CSV or as JSON Lines."""
    with work.bench.store.engine.connect() as connection:
        found = projects.find(connection, id)
        codes = [] if found is None else crowd.listed(connection, id)
    if found is None or ending not in WRITERS:
        raise HTTPException(404)
    rows = (
        {
            "code": one.code,
            "worker": one.worker or "",
            "person": one.name,
            "batch": one.number,
            "tasks": one.tasks,
            "seconds": one.seconds,
            "passed": not one.failed,
            "failed": "; ".join(one.failed),
            "counted": one.counted,
            "at": when(one.at),
            "background": one.background,
        }
        for one in codes
    )
    write, kind = WRITERS[ending]
    name = {"content-disposition": f'attachment; filename="{found.id}-codes.{ending}"'}
    return StreamingResponse(write(rows), media_type=kind, headers=name)


# --- inside


def _give(work: Work, connection: sa.Connection, project: Project, person: str, numbers: Sequence[int]) -> None:
    """Gives tasks to somebody who may do them."""
    receiver = people.get(connection, person)
    work.admit(project, receiver.role)
    desk.assign(connection, project.id, receiver.id, numbers)


def _everything(work: Work) -> dict[str, Any]:
    with work.bench.store.engine.connect() as connection:
        rows = [
            (project, board.phases(connection, project), projects.paused(connection, project.id))
            for project in projects.every(connection)
        ]
        return {"rows": rows, "people": people.everybody(connection), "screens": _offered()}


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
            "open_link": crowd.link_of(connection, id),
            "for_crowds": work.screen(project).open_to(CROWD) and project.assignment == "first come",
            "others": [
                one
                for one in people.everybody(connection)
                if one.id not in there
                and not one.disabled
                and one.role != CROWD
                and work.screen(project).open_to(one.role)
            ],
        }


def _site(request: Request) -> str:
    """The address by which browsers call the studio."""
    return f"{request.url.scheme}://{request.headers['host']}{root_of(request)}"


def _offered() -> list[str]:
    """Screens that a project can be made with, those with settings after those without."""
    names = [name for name in family.names() if family[name].offered]
    return [spec for name in names for spec in (name, *(f"{name}:{given}" for given in family[name].variants))]


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
