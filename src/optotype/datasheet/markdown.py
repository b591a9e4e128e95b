"""The sheet as Markdown, as GitHub and the Hugging Face Hub read it. No text of a bench becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from optotype.datasheet.author import FILE
from optotype.datasheet.questions import SOURCE

if TYPE_CHECKING:
    from optotype.datasheet.sheet import Entry, Sheet
    from optotype.results import Grid


def markdown(sheet: Sheet) -> str:
    """The whole sheet."""
    return "\n".join(_lines(sheet)).rstrip() + "\n"


def escape(text: str) -> str:
    """A text in one line, which shows as it is wherever it stands in a line."""
    shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    shown = re.sub(r"([\\`*_\[\]|~!#$])", r"\\\1", " ".join(shown.split()))
    # a mark at the beginning would make a list, a line or a heading
    shown = re.sub(r"^([-+=:])", r"\\\1", shown)
    return re.sub(r"^(\d{1,9})([.)])(?=\s|$)", r"\1\\\2", shown)


def _lines(sheet: Sheet) -> Iterator[str]:
    words = sheet.words
    yield f"# {escape(words('datasheet.of', title=sheet.title))}"
    yield ""
    if sheet.description:
        yield from (escape(sheet.description), "")
    yield from (escape(words("datasheet.lead")), "")
    yield from _label(sheet)
    for section in sheet.sections:
        yield from (f"## {escape(section.title)}", "")
        for entry in section.entries:
            yield from _entry(sheet, entry)
    yield from ("---", "")
    yield f"{escape(words('datasheet.after', source=SOURCE))} {escape(made(sheet))}"


def made(sheet: Sheet) -> str:
    """What made the sheet, and of what."""
    figures, words = sheet.figures, sheet.words
    if figures.last is None:
        return words("datasheet.made_of_nothing", version=figures.made_with)
    return words("datasheet.made", version=figures.made_with, day=figures.last)


def _label(sheet: Sheet) -> Iterator[str]:
    yield f"| {escape(sheet.words('label.title'))} | |"
    yield "| --- | ---: |"
    for fact in sheet.facts:
        yield (
            f"| **{escape(fact.name)}** | **{escape(fact.value)}** |"
            if fact.value
            else f"| **{escape(fact.name)}** | |"
        )
        yield from (f"| &nbsp;&nbsp;{escape(name)} | {escape(value)} |" for name, value in fact.parts)
    yield ""


def _entry(sheet: Sheet, entry: Entry) -> Iterator[str]:
    words = sheet.words
    yield from (f"### {escape(entry.question)}", "")
    for text in entry.told:
        yield from (escape(text), "")
    for grid in entry.grids:
        yield from _grid(grid)
    for text in entry.author:
        yield from (f"*{escape(words('datasheet.from_author'))}:* {escape(text)}", "")
    if entry.gap:
        place = words("datasheet.gap_key", place=entry.key, file=FILE)
        yield from (f"> **{escape(words('datasheet.gap'))}.** {escape(entry.hint)} {escape(place)}", "")


def _grid(grid: Grid) -> Iterator[str]:
    yield "| " + " | ".join(escape(name.removeprefix("#")) for name in grid.columns) + " |"
    yield "| " + " | ".join("---:" if name.startswith("#") else "---" for name in grid.columns) + " |"
    yield from ("| " + " | ".join(map(escape, row)) + " |" for row in grid.rows)
    yield ""
