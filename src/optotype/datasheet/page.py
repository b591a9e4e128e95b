"""The sheet as a page: one file, without a script, that needs nothing beside it."""

from __future__ import annotations

import base64
import re
from functools import cache
from typing import TYPE_CHECKING

from optotype import web
from optotype.datasheet.markdown import made
from optotype.datasheet.questions import SOURCE

if TYPE_CHECKING:
    from optotype.datasheet.sheet import Sheet

POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"
"""The page may load nothing at all, and run nothing: its styles and fonts stand in it."""


def page(sheet: Sheet) -> str:
    """The whole page."""
    from markupsafe import Markup

    template = web.environment("optotype.datasheet").get_template("datasheet.html")
    return template.render(
        sheet=sheet,
        words=sheet.words,
        policy=POLICY,
        style=Markup(_style()),  # noqa: S704 - our own style sheet; the tests see that it cannot close its element
        source=SOURCE,
        made=made(sheet),
        gaps=len(sheet.gaps),
        questions=sum(1 for _ in sheet.entries),
        is_address=is_address,
    )


def is_address(text: str) -> bool:
    """May a page lead there?"""
    return re.fullmatch(r"https?://[^\s\"'<>…]+", text) is not None


@cache
def _style() -> str:
    """The style of all pages, with fonts in it, and dark where the reader's screen is: no script has to choose."""
    assets = dict(web.assets("optotype.datasheet"))
    own = assets["datasheet.css"].decode()
    shared = assets["optotype.css"].decode()
    dark = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', shared, re.DOTALL)
    if dark is None:
        raise LookupError("the style of all pages has no dark colours")
    shared = shared.replace(dark[0], f"@media screen and (prefers-color-scheme: dark) {{ :root {{{dark[1]}}} }}")
    shared = re.sub(r"url\(([\w-]+\.woff2)\)", lambda found: f"url({_font(assets[found[1]])})", shared)
    return f"{shared}\n{own}"


def _font(content: bytes) -> str:
    return f"data:font/woff2;base64,{base64.b64encode(content).decode()}"
