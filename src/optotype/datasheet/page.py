"""The sheet as a page: one file, without a script, that needs nothing beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from optotype.datasheet.markdown import made
from optotype.datasheet.questions import SOURCE
from optotype.web import alone

if TYPE_CHECKING:
    from optotype.datasheet.sheet import Sheet


def page(sheet: Sheet) -> str:
    """The whole page."""
    return alone.page(
        "optotype.datasheet",
        "datasheet",
        sheet.words,
        sheet=sheet,
        source=SOURCE,
        made=made(sheet),
        gaps=len(sheet.gaps),
        questions=sum(1 for _ in sheet.entries),
        is_address=is_address,
    )


def is_address(text: str) -> bool:
    """May a page lead there?"""
    return re.fullmatch(r"https?://[^\s\"'<>…]+", text) is not None
