"""Pages: templates with the words of the reader's language, and who is looking."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from optotype.studio.people import NotAllowed, Session
from optotype.studio.refusals import preferred
from optotype.web import assets, environment
from optotype.web.words import Words

if TYPE_CHECKING:
    from jinja2 import Environment

    from optotype.bench import Bench

COOKIE = "optotype_studio"
PACKAGE = "optotype.studio"


class Pages:
    """All pages of one studio."""

    def __init__(self, bench: Bench) -> None:
        self.title = bench.settings.bench.title or bench.folder.resolve().name

    @cached_property
    def templates(self) -> Environment:
        """The templates."""
        return environment(PACKAGE)

    @cached_property
    def assets(self) -> dict[str, bytes]:
        """Style sheets, scripts and fonts by name."""
        found = dict(assets(PACKAGE))
        found["htmx.js"] = (files("optotype") / "embedded" / "htmx" / "htmx.js").read_bytes()
        return found

    def words(self, request: Request) -> Words:
        """The interface in the language of whoever is signed in, else in that of the browser."""
        session = signed_in(request)
        if session is not None:
            return Words("ru" if session.person.language == "ru" else "en", PACKAGE)
        return Words(preferred(request.headers.get("accept-language", "")), PACKAGE)

    def show(self, request: Request, page: str, status: int = 200, **values: object) -> Response:
        """A page."""
        session = signed_in(request)
        text = self.templates.get_template(f"{page}.html").render(
            page=page,
            root=root_of(request),
            bench_title=self.title,
            words=self.words(request),
            here=request.scope["path"] if request.method == "GET" else "/",
            session=session,
            **values,
        )
        return HTMLResponse(text, status)


def signed_in(request: Request) -> Session | None:
    """Who is looking, if they are signed in, and if that can be told."""
    if getattr(request.state, "nobody", False):
        return None
    try:
        return request.app.state.work.session(request.cookies.get(COOKIE))
    except NotAllowed:
        return None


def root_of(request: Request) -> str:
    """What all addresses begin with: the path under which a server in front keeps the studio; usually nothing."""
    return str(request.scope.get("root_path", ""))


def wants_page(request: Request) -> bool:
    """Is it a person who looks at a page, rather than a script that asks?"""
    return "text/html" in request.headers.get("accept", "")
