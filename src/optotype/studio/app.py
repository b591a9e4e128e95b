"""The app: addresses, and what stands behind each. It is thin over `Work`."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from optotype.errors import OptotypeError
from optotype.studio.blocks import NotFilled
from optotype.studio.desk import NotYours
from optotype.studio.gate import LARGEST, NOBODY, Gate, Patience
from optotype.studio.ledger import Ledger, NotKept
from optotype.studio.log import Log
from optotype.studio.pages import Pages, wants_page
from optotype.studio.people import NotAllowed
from optotype.studio.proxy import Proxies
from optotype.studio.refusals import Refused, reason
from optotype.studio.routes import board, crowd, doors, graphs, health, tasks
from optotype.studio.work import Work

if TYPE_CHECKING:
    from logging import Logger

    from optotype.bench import Bench


def app_of(
    bench: Bench,
    *,
    host: str | None = None,
    secure: bool = False,
    proxies: Proxies = NOBODY,
    log: Logger | None = None,
) -> FastAPI:
    """The studio of a bench, as a web app.

    Args:
        bench: whose items.
        host: the name by which browsers call the server, with its port; this computer's own where there is none.
        secure: is it called by https? Then cookies travel by https only.
        proxies: the servers in front that are believed about the browser behind them.
        log: is told of each request; nothing is, unless given.
    """

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncGenerator[None]:
        with ExitStack() as stack:
            ledger = stack.enter_context(Ledger(bench.store))
            writer = stack.enter_context(bench.store.event("studio"))
            app.state.work = Work(bench, ledger, writer)
            yield

    app = FastAPI(title="Optotype studio", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.pages = Pages(bench)
    app.state.patience = Patience()
    app.add_route("/api/turns/{turn:int}/hand-in", tasks.hand_in, methods=["POST"])
    for part in (health, tasks, doors, crowd, graphs, board):
        app.router.routes.extend(part.router.routes)  # read when it was imported; to include it would read it anew
    app.add_exception_handler(NotAllowed, _not_allowed)
    app.add_exception_handler(NotYours, _not_yours)
    app.add_exception_handler(NotFilled, _not_filled)
    app.add_exception_handler(NotKept, _not_kept)
    app.add_exception_handler(RequestValidationError, _misshapen)
    app.add_exception_handler(OptotypeError, _mendable)
    app.add_exception_handler(HTTPException, _absent)
    for failure in (OperationalError, bench.store.engine.dialect.loaded_dbapi.OperationalError):
        app.add_exception_handler(failure, _gone)
    app.add_middleware(Gate, host=host, secure=secure, proxies=proxies)
    if log is not None:
        app.add_middleware(Log, log=log)
    return app


async def _not_allowed(request: Request, error: Exception) -> Response:
    if wants_page(request):
        return RedirectResponse("/sign-in", 303)
    return JSONResponse({"error": reason(error, request.app.state.pages.words(request))[0]}, 401)


async def _not_yours(request: Request, error: Exception) -> Response:
    return _told(request, error, 404)


async def _not_filled(request: Request, error: Exception) -> Response:
    if not isinstance(error, NotFilled):
        raise error
    words = request.app.state.pages.words(request)
    return JSONResponse({"error": error.said(words), "field": error.field}, 422)


async def _misshapen(request: Request, error: Exception) -> Response:
    """Says where a request is not what was expected; what came is not repeated, for it may not even be text."""
    found = error.errors()[:5] if isinstance(error, RequestValidationError) else ()
    places = [".".join(map(str, one["loc"])) for one in found]
    told = "; ".join(f"{place}: {one['msg']}" for place, one in zip(places, found, strict=True))
    refused = Refused("misshapen", told=told, where="; ".join(places))
    why = refused.said(request.app.state.pages.words(request))
    return JSONResponse({"error": why[:1000].encode("utf-8", "replace").decode()}, 422)


async def _not_kept(request: Request, error: Exception) -> Response:
    return _told(request, error, 503)


async def _gone(request: Request, _error: Exception) -> Response:
    return _told(request, Refused("gone"), 503)


async def _mendable(request: Request, error: Exception) -> Response:
    return _told(request, error, 400)


def _told(request: Request, error: Exception, status: int) -> Response:
    """The reason, to a person as a page from which there is a way back, to a script as JSON."""
    pages: Pages = request.app.state.pages
    request.state.nobody = status == 503  # without the database nobody is known
    words = pages.words(request)
    why, spoken = reason(error, words)
    if not wants_page(request):
        return JSONResponse({"error": why}, status)
    project = re.match(r"/board(?:/projects/[^/]+(?=/))?", request.scope["path"])
    return pages.show(request, "refused", status, why=why, spoken=spoken, back=project[0] if project else "/")


async def _absent(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if wants_page(request) and status == 404:
        return request.app.state.pages.show(request, "absent", status=404)
    if status == 413:
        return _told(request, Refused("too_large", most=LARGEST), 413)
    known = {404: Refused("nothing"), 405: Refused("method", method=request.method)}
    if status in known:
        return JSONResponse({"error": known[status].said(request.app.state.pages.words(request))}, status)
    return JSONResponse({"error": error.detail if isinstance(error, HTTPException) else str(error)}, status)
