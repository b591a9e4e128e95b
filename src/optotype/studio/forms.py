"""Forms: what administrators write about a project, read as records."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from pydantic import ValidationError

from optotype.errors import OptotypeError
from optotype.selecting import Selection
from optotype.settings import explain
from optotype.studio.projects import PHASES, Phase, Project
from optotype.studio.questionnaire import read
from optotype.studio.refusals import Refused

_LINES = ("background", "checks", "planted")
"""Fields with a line for each thing that they name."""
_AT_ONCE = 100_000
"""Tasks that can be named by one range."""


def described(fields: Mapping[str, str]) -> tuple[Project, Selection]:
    """A project as a form describes it, and the items that it is made from.

    Raises:
        OptotypeError: something about it will not do.
    """
    title = fields.get("title", "").strip()
    if not title:
        raise Refused("untitled")
    chosen = {name: fields[name].strip() for name in ("split", "collection") if fields.get(name, "").strip()}
    given = {
        "id": _id(title),
        "title": title,
        "screen": fields.get("screen", ""),
        "guidelines": fields.get("guidelines", ""),
        "overlap": fields.get("overlap", "1"),
        "assignment": fields.get("assignment", "first come"),
        "minutes": fields.get("minutes", "30"),
        "repeats": fields.get("repeats", "").strip() or "0",
        "phases": _phases(fields),
        "selection": chosen,
        **{name: fields.get(name, "").splitlines() for name in _LINES},
    }
    _readable(fields)
    try:
        return Project.model_validate(given), Selection(split=chosen.get("split"), collection=chosen.get("collection"))
    except ValidationError as error:
        raise _reason(error) from error


def _readable(fields: Mapping[str, str]) -> None:
    """Looks through the questions of a form, so that what is wrong with them is told in any language.

    Raises:
        Refused: a line that cannot be understood.
    """
    try:
        read(tuple(fields.get("background", "").splitlines()))
    except Refused as error:
        raise Refused("background", inner=error) from error
    try:
        read(tuple(fields.get("checks", "").splitlines()), checks=True)
    except Refused as error:
        raise Refused("check_lines", inner=error) from error


def _reason(error: ValidationError) -> OptotypeError:
    """What is wrong with a number of a form, in any language; whatever no form can say is told in English."""
    problem = error.errors(include_url=False)[0]
    found = str(problem["input"])[:40]
    match problem["loc"]:
        case ("overlap",):
            return Refused("overlap", found=found)
        case ("minutes",):
            return Refused("minutes", found=found)
        case ("repeats",):
            return Refused("repeats_number", found=found)
        case _:
            return OptotypeError(f"{explain(error)}.")


def with_deadlines(project: Project, fields: Mapping[str, str]) -> Project:
    """A project whose phases open and close when a form says.

    Raises:
        Refused: something is no moment, or a phase would close before it opens.
    """
    phases = [
        phase.model_copy(
            update={"opens": moment(fields, f"opens_{number}"), "closes": moment(fields, f"closes_{number}")}
        )
        for number, phase in enumerate(project.phases)
    ]
    for phase in phases:
        if phase.opens is not None and phase.closes is not None and phase.closes <= phase.opens:
            raise Refused("closes", phase=phase.name)
    return Project.model_validate({**project.model_dump(), "phases": [phase.model_dump() for phase in phases]})


def moment(fields: Mapping[str, str], name: str) -> datetime | None:
    """`2026-12-01T18:00`, in universal time; None where the field is empty.

    Raises:
        Refused: it is something else.
    """
    text = fields.get(name, "").strip()
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError as error:
        raise Refused("moment", found=text) from error


def numbers(text: str) -> list[int]:
    """`1-20, 25` in full.

    Raises:
        Refused: it is something else.
    """
    found: list[int] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if not (ends := re.fullmatch(r"(\d{1,9})(?:\s*-\s*(\d{1,9}))?", part)):
            raise Refused("numbers", found=part)
        first, last = int(ends[1]), int(ends[2] or ends[1])
        if last - first > _AT_ONCE:
            raise Refused("many_numbers", found=part)
        found += range(first, last + 1)
    return found


def _id(title: str) -> str:
    """A title as a part of an address; of those in other alphabets, a digest."""
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:64]
    return plain or f"project-{hashlib.sha256(title.encode()).hexdigest()[:8]}"


def _phases(fields: Mapping[str, str]) -> list[Phase]:
    """Training and test are there where they have a size; the main phase has the rest where it has none."""
    found: list[Phase] = []
    for kind in PHASES:
        size = fields.get(kind, "").strip()
        if size and (not size.isdecimal() or not int(size)):
            raise Refused("phase", found=size, phase=kind)
        if size or kind == "main":
            until = moment(fields, f"{kind}_until")
            found.append(Phase(name=kind, kind=kind, size=int(size) if size else None, closes=until))
    return found
