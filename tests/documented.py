"""What the documentation has one type: blocks of its pages, and the commands in them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.main import get_command

from optotype.cli import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])

ORIGINAL = "with the original data"
"""The title of a block whose commands need files that do not belong to the project."""
LONG = "takes long"
"""The title of a block that nobody wants to wait for in a test."""
MORE = "…"
"""Stands in a page for what is seen there, but not shown: lines, or a part of one."""


@dataclass(frozen=True)
class Typed:
    """What is typed at once, and what the page says is seen then."""

    text: str
    seen: tuple[str, ...] = ()
    title: str = ""


def typed(page: str) -> list[Typed]:
    """What a page has one type: a block of `sh` at once, of `console` a line after each dollar sign."""
    found: list[Typed] = []
    blocks = re.findall(r"^ *```(sh|console)(?: title=\"([^\"]*)\")?\n(.*?)^ *```", page, re.DOTALL | re.MULTILINE)
    for kind, title, block in blocks:
        if kind == "sh":
            found.append(Typed(block, title=title))
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            text, *seen = part.splitlines()
            found.append(Typed(text, tuple(line for line in seen if line.strip() not in ("", MORE)), title))
    return found


def commands(text: str, *, moves: bool = False) -> Iterator[list[str]]:
    """The words of each call of `optotype` in what is typed: without comments, without what a pipe or a file gets.

    With `moves`, also each `cd` to a folder that is named there: `["cd", "chart"]`.
    """
    text = re.sub(r"<<'END'\n.*?^END$", "", text, flags=re.DOTALL | re.MULTILINE)
    for line in text.replace("\\\n", " ").splitlines():
        reader = shlex.shlex(line, posix=True, punctuation_chars="();<>|&")
        reader.whitespace_split = True
        words: list[str] = []
        calls = [words]
        for word in reader:
            if set(word) <= set(";<>|&"):
                words = []
                calls.append(words)
            else:
                words.append(word)
        for call in calls:
            if call[:1] == ["optotype"]:
                yield call[1:]
            elif moves and call[:1] == ["cd"] and "$" not in call[-1]:
                yield call


def taken(words: Sequence[str]) -> None:
    """Has the command line read a call, as it would be read: a command or an option that is not there is an error."""
    known: Any = get_command(app)
    rest = list(words)
    context: Any = None
    name = "optotype"
    while True:
        context = known.make_context(name, rest, parent=context)
        if not hasattr(known, "commands"):
            return
        name, known, rest = known.resolve_command(context, [*context._protected_args, *context.args])
