"""Tasks: what the page in which people work asks for."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from optotype.records import Picture
from optotype.studio import blocks, guidelines
from optotype.studio.pages import root_of
from optotype.studio.people import CROWD, NotAllowed, Session
from optotype.studio.routes.doors import Somebody, ThePages, TheWork, somebody, work_of
from optotype.studio.work import Given, Work

router = APIRouter()


async def with_key(request: Request) -> Session:
    """Who is signed in, if the request brings the key of their pages.

    Raises:
        NotAllowed: nobody is, or it does not.
    """
    session = await somebody(request)
    if not secrets.compare_digest(request.headers.get("x-form-key", "").encode(), session.form_key.encode()):
        raise NotAllowed("out_of_date")
    return session


Sure = Annotated[Session, Depends(with_key)]
LARGEST = 2**62
"""Number of a turn that a database can hold."""
TurnId = Annotated[int, Path(ge=1, le=LARGEST)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Take(_Asked):
    """What a page wants to do next."""

    after: int | None = Field(default=None, ge=1, le=LARGEST)
    """The task at work, where one more is to be loaded before it is needed."""
    another: bool = False
    """Is another batch wanted? For whoever came by an open link."""


class Draft(_Asked):
    """Work that is not done yet."""

    filled: dict[str, JsonValue] = Field(max_length=500)


class Done(Draft):
    """Work."""

    id: str = Field(min_length=8, max_length=64, pattern=r"^[\w-]+$")
    """What the page calls it: the same twice is one."""
    seconds: float = Field(ge=0, le=7 * 24 * 3600)
    take: bool = True
    """Is the next task wanted too?"""


class Flag(_Asked):
    """A mark to come back to."""

    flagged: bool


async def hand_in(request: Request) -> Response:
    """Keeps work; gives the next task.

    It is asked for more often than all else together, so it reads its request by itself, which is faster.

    Raises:
        HTTPException: there is no such task.
        RequestValidationError: it is not work.
    """
    session, work = await with_key(request), await work_of(request)
    turn: int = request.path_params["turn"]
    if not 1 <= turn <= LARGEST:
        raise HTTPException(404)
    try:
        done = Done.model_validate_json(await request.body())
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_input=False, include_context=False)) from error
    project, handed, right, given = await work.hand_in(
        session, turn, done.id, done.filled, done.seconds, take=done.take
    )
    following = None if given is None else given.described(project)
    told = {"kept": handed.kept, "repeated": handed.repeated, "right": right, "given": following}
    return JSONResponse(told | await _earned(work, session, project.id, given))


@router.get("/projects/{project}")
async def page(request: Request, project: str, session: Somebody, pages: ThePages, work: TheWork) -> Response:
    """The page in which people work."""
    found = work.project(project, session.person)
    shown = guidelines.html(found.guidelines, found.id, root_of(request))
    return pages.show(request, "work", project=found, guidelines=shown)


@router.post("/api/projects/{project}/take")
async def take(project: str, asked: Take, session: Sure, work: TheWork) -> dict[str, Any]:
    """The next task, unless something is asked about the person first."""
    if before := work.background(session, project):
        return {"given": None, "background": [blocks.described(block, 0) for block in before]}
    given = await work.take(session, project, asked.after, another=asked.another)
    found = work.project(project, session.person)
    return {"given": None if given is None else given.described(found), **await _earned(work, session, project, given)}


@router.post("/api/projects/{project}/background")
async def background(project: str, said: Draft, session: Sure, work: TheWork) -> dict[str, Any]:
    """Keeps what somebody says about themselves."""
    await work.keep_background(session, project, said.filled)
    return {}


@router.get("/api/projects/{project}/history")
async def history(project: str, session: Somebody, work: TheWork) -> dict[str, Any]:
    """What somebody did, the newest first."""
    return {"turns": work.history(session, project)}


@router.get("/api/turns/{turn}")
async def again(turn: TurnId, session: Somebody, work: TheWork) -> dict[str, Any]:
    """A task that somebody had already."""
    project, given = await work.again(session, turn)
    return {"given": given.described(project)}


@router.put("/api/turns/{turn}/draft")
async def draft(turn: TurnId, begun: Draft, session: Sure, work: TheWork) -> dict[str, Any]:
    """Keeps what is not done yet."""
    await work.keep_draft(session, turn, begun.filled)
    return {}


@router.post("/api/turns/{turn}/back")
async def back(turn: TurnId, session: Sure, work: TheWork) -> dict[str, Any]:
    """Gives a task back."""
    await work.give_back(session, turn)
    return {}


@router.post("/api/turns/{turn}/flag")
async def flag(turn: TurnId, mark: Flag, session: Sure, work: TheWork) -> dict[str, Any]:
    """Marks a task to come back to."""
    await work.flag(session, turn, flagged=mark.flagged)
    return {}


@router.get("/turns/{turn}/pictures/{name}")
async def picture(turn: TurnId, name: str, session: Somebody, work: TheWork) -> Response:
    """A picture of a task, for whoever has the task."""
    _project, given = await work.again(session, turn)
    shown = {blocks.called(turn, id): id for id in blocks.pictures(given.blocks)}
    return _file(work, shown.get(name))


@router.get("/projects/{project}/pictures/{name}")
async def picture_of_guidelines(project: str, name: str, session: Somebody, work: TheWork) -> Response:
    """A picture that a project's guidelines show, for whoever works on it."""
    return _file(work, guidelines.pictures(work.project(project, session.person).guidelines).get(name))


def _file(work: Work, picture: str | None) -> Response:
    found = None if picture is None else work.bench.store.get(Picture, picture)
    file = None if found is None else work.bench.path(found)
    if found is None or file is None or not file.is_file():
        raise HTTPException(404)
    return FileResponse(file, media_type=found.media_type, headers={"cache-control": "private, max-age=86400"})


async def _earned(work: Work, session: Session, project: str, given: Given | None) -> dict[str, Any]:
    """For whoever came by an open link and has nothing to do: their codes, and whether there is another batch."""
    if session.person.role != CROWD or given is not None:
        return {}
    codes, more = await work.codes(session, project)
    return {"codes": codes, "more": more}
