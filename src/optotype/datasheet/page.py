"""The sheet as a page: one file, without a script, that needs nothing beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from optotype import web
from optotype.datasheet.markdown import made
from optotype.datasheet.questions import SOURCE
from optotype.web import alone

if TYPE_CHECKING:
    from optotype.datasheet.sheet import Sheet


def page(sheet: Sheet) -> str:
    """The whole page."""
    from markupsafe import Markup

    template = web.environment("optotype.datasheet").get_template("datasheet.html")
    return template.render(
        sheet=sheet,
        words=sheet.words,
        policy=alone.policy(),
        # our own style sheet; the tests see that it cannot close its element
        style=Markup(alone.style("optotype.datasheet", "datasheet.css")),  # noqa: S704
        source=SOURCE,
        made=made(sheet),
        gaps=len(sheet.gaps),
        questions=sum(1 for _ in sheet.entries),
        is_address=is_address,
    )


def is_address(text: str) -> bool:
    """May a page lead there?"""
    return re.fullmatch(r"https?://[^\s\"'<>…]+", text) is not None
