"""Doors: signing in and out, invitations, the list of projects, and files that all pages use."""

from __future__ import annotations

import asyncio
import json
import mimetypes
import re
from typing import Annotated
from urllib.parse import parse_qs

import sqlalchemy as sa
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from optotype.errors import OptotypeError
from optotype.studio import people, projects
from optotype.studio.gate import Patience
from optotype.studio.pages import COOKIE, PACKAGE, Pages, root_of, signed_in
from optotype.studio.people import STAYS, NotAllowed, Person, Session
from optotype.studio.refusals import reason
from optotype.studio.work import Work
from optotype.web.words import Language, Words

router = APIRouter()


async def work_of(request: Request) -> Work:
    """The desk."""
    return request.app.state.work


async def pages_of(request: Request) -> Pages:
    """The pages."""
    return request.app.state.pages


async def somebody(request: Request) -> Session:
    """Who is signed in.

    Raises:
        NotAllowed: nobody.
    """
    return request.app.state.work.session(request.cookies.get(COOKIE))


TheWork = Annotated[Work, Depends(work_of)]
ThePages = Annotated[Pages, Depends(pages_of)]
Somebody = Annotated[Session, Depends(somebody)]


async def form_of(request: Request, session: Session | None = None) -> dict[str, str]:
    """The fields of a form that was sent.

    Raises:
        NotAllowed: somebody is signed in, and the form does not bring the key of their pages.
    """
    text = (await request.body()).decode("utf-8", "replace")
    fields = {name: values[-1] for name, values in parse_qs(text, keep_blank_values=True, max_num_fields=100).items()}
    if session is not None and fields.get("form_key") != session.form_key:
        raise NotAllowed("out_of_date")
    return fields


@router.get("/")
async def front(session: Somebody, pages: ThePages, work: TheWork, request: Request) -> Response:
    """What somebody may work on."""
    with work.bench.store.engine.connect() as connection:
        mine = projects.of_person(connection, session.person.id)
        rows = [(project, projects.mine(connection, project.id, session.person.id)) for project in mine]
    if not rows and session.person.role == "administrator":
        return RedirectResponse("/board", 303)
    return pages.show(request, "projects", rows=rows)


@router.get("/sign-in")
async def sign_in_page(request: Request, pages: ThePages) -> Response:
    """Where people sign in."""
    if signed_in(request) is not None:
        return RedirectResponse("/", 303)
    return pages.show(request, "sign-in", name="", error="")


@router.post("/sign-in")
async def sign_in(request: Request, pages: ThePages, work: TheWork) -> Response:
    """Signs somebody in by name and password."""
    fields = await form_of(request)
    name, patience = fields.get("name", ""), _patience(request)
    trying = (f"name {name.strip().lower()[:100]}", f"from {request.client.host if request.client else ''}")
    words = pages.words(request)
    if waits := max(patience.waits(who) for who in trying):
        error = words("doors.wait", seconds=int(waits) + 1)
        reply = pages.show(request, "sign-in", 429, name=name, error=error)
        reply.headers["retry-after"] = str(int(waits) + 1)
        return reply

    def known() -> Person:
        with work.bench.store.engine.connect() as connection:
            return people.known(connection, name, fields.get("password", ""))

    try:
        person = await asyncio.to_thread(known)
    except NotAllowed:
        for who in trying:
            patience.failed(who)
        return pages.show(request, "sign-in", 401, name=name, error=words("doors.wrong"))
    for who in trying:
        patience.succeeded(who)
    return await let_in(request, work, person)


@router.post("/sign-out")
async def sign_out(request: Request, session: Somebody, work: TheWork) -> Response:
    """Signs somebody out, here."""
    await form_of(request, session)
    secret = request.cookies.get(COOKIE, "")
    await work.ledger.do(lambda connection: people.end_session(connection, secret))
    work.forget()
    reply = RedirectResponse("/sign-in", 303)
    reply.delete_cookie(COOKIE, path=f"{root_of(request)}/")
    return reply


@router.post("/language")
async def speak(request: Request, session: Somebody, work: TheWork) -> Response:
    """Shows the studio in another language, from now on, and leads back to the page."""
    fields = await form_of(request, session)
    language: Language = "ru" if fields.get("language") == "ru" else "en"
    await work.ledger.do(lambda connection: people.speak(connection, session.person.id, language))
    work.forget()
    back = fields.get("back", "")
    ours = re.fullmatch(r"/[\w./-]*", back, re.ASCII) and "//" not in back  # a form cannot lead to another site
    return RedirectResponse(back if ours else "/", 303)


@router.get("/invitation/{secret}")
async def invitation(request: Request, secret: str, pages: ThePages, work: TheWork) -> Response:
    """What a link offers: coming in, with a name and a password of one's own, or at once."""
    try:
        with work.bench.store.engine.connect() as connection:
            offered = people.invitation(connection, secret, work.now())
    except NotAllowed:
        return pages.show(request, "invitation", 404, secret=secret, offered=None, name="", error="")
    return pages.show(request, "invitation", secret=secret, offered=offered, name="", error="")


@router.post("/invitation/{secret}")
async def accept(request: Request, secret: str, pages: ThePages, work: TheWork) -> Response:
    """Comes in by a link."""
    fields = await form_of(request)
    words = pages.words(request)
    name, password = fields.get("name", ""), fields.get("password", "")
    try:
        person = await work.ledger.do(
            lambda connection: people.accept(
                connection, secret, work.now(), name=name, password=password, language=words.language
            )
        )
    except NotAllowed:
        return pages.show(request, "invitation", 404, secret=secret, offered=None, name="", error="")
    except OptotypeError as error:
        with work.bench.store.engine.connect() as connection:
            offered = people.invitation(connection, secret, work.now())
        return pages.show(
            request, "invitation", 400, secret=secret, offered=offered, name=name, error=reason(error, words)[0]
        )
    return await let_in(request, work, person)


@router.get("/assets/{name}")
async def asset(name: str, pages: ThePages) -> Response:
    """A style sheet, a script, a font."""
    content = pages.assets.get(name)
    if content is None:
        raise HTTPException(404)
    kind = "font/woff2" if name.endswith(".woff2") else mimetypes.guess_type(name)[0] or "text/plain"
    return Response(content, media_type=kind, headers={"cache-control": "private, max-age=300"})


@router.get("/words.{language}.js")
async def words(language: Language) -> Response:
    """The words of the interface for scripts."""
    table = json.dumps(Words(language, PACKAGE).table, ensure_ascii=False)
    return Response(f"optotype.words = {table};\n", media_type="text/javascript")


async def let_in(request: Request, work: Work, person: Person, to: str = "/") -> Response:
    """A new session, whatever cookie came along: one that somebody planted is worth nothing."""
    old = request.cookies.get(COOKIE, "")

    def begin(connection: sa.Connection) -> str:
        people.end_session(connection, old)
        return people.begin_session(connection, person, work.now())

    secret = await work.ledger.do(begin)
    work.forget()
    reply = RedirectResponse(to, 303)
    reply.set_cookie(
        COOKIE,
        secret,
        max_age=int(STAYS),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path=f"{root_of(request)}/",
    )
    return reply


def _patience(request: Request) -> Patience:
    return request.app.state.patience
