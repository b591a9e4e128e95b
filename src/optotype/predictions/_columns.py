"""What columns are called that hold an id or an answer, and how a value becomes a text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import cast

from pydantic import JsonValue

from optotype.errors import BadRow, BadSource
from optotype.files import jsons
from optotype.files.jsons import excerpt
from optotype.predictions._handed import Handed, listed


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


IDS = (
    _names(
        "id, item, item id, instance id, question id, qid, pid, uid, index, sample id, example id, doc id, problem id, "
        "key"
    ),
)
"""Names of columns that hold an id."""

ANSWERS = (
    _names(
        "prediction, pred, predicted, answer pred, pred answer, predicted answer, response, output, outputs, reply, "
        "model answer, model prediction, model response, model output, generation, generated text, completion"
    ),
    ("answer",),  # beside one of the above it is the right answer
    ("text",),
)
"""Names of columns that hold a predicted answer; those that come first are believed first."""


def column(fields: Iterable[str], tiers: Iterable[tuple[str, ...]]) -> str | None:
    """The column that is called by one of the names, in any spelling; None if there is none.

    Raises:
        BadSource: two could be meant.
    """
    for names in tiers:
        known = {_plain(name) for name in names}
        found = [field for field in fields if _plain(field) in known]
        if len(found) > 1:
            raise BadSource(f"{' and '.join(repr(field) for field in found[:3])} could be meant")
        if found:
            return found[0]
    return None


def need_column(file: Handed, tiers: Iterable[tuple[str, ...]], setting: str, said: str = "") -> str:
    """The column that the user said, or that is called by one of the names.

    Raises:
        BadSource: there is none, or two could be meant.
    """
    if said and said in file.fields:
        return said
    tiers = list(tiers)
    try:
        found = None if said else column(file.fields, tiers)
    except BadSource as error:
        raise BadSource(
            f"{file.name}: {error} as the {setting}. Say which, for example with: plain:{setting}={tiers[0][0]}."
        ) from error
    if found is None:
        wanted = repr(said) if said else f"for the {setting}, such as {', '.join(tiers[0][:4])},"
        raise BadSource(f"{file.name}: no column {wanted} in it. Found: {file.found}.")
    return found


def has(file: Handed, *columns: Iterable[tuple[str, ...]]) -> bool:
    """Has a file, which is no object, a column of each kind?"""
    try:
        return file.layout != "object" and all(column(file.fields, tiers) is not None for tiers in columns)
    except BadSource:
        return True  # more than one: which of them is meant is found out when it is read


def text_of(row: Mapping[str, JsonValue], field: str, place: str) -> str:
    """What a field says, as text: several things with commas between them.

    Raises:
        BadSource: it says nothing, or something that is no answer.
    """
    if field not in row:
        raise BadSource(f"{place}: no field '{field}'. Found: {listed(row)}.")
    return as_text(row[field], place)


def as_text(value: JsonValue, place: str) -> str:
    """A text, a number, yes or no, or a list of them, as text.

    Raises:
        BadSource: it is none of these.
    """
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float() if math.isfinite(value):
            return repr(value)
        case list() if value and all(isinstance(one, str | int | float) for one in value):
            return ", ".join(as_text(one, place) for one in value)
        case None:
            raise BadSource(
                f'{place}: null was found, and an answer was expected. Write "" for an empty one, or leave it out.'
            )
        case _:
            raise BadSource(f"{place}: a text or a number was expected, not {excerpt(value)}.")


def scores_of(value: JsonValue, place: str) -> dict[str, float]:
    """A score per option label; in a table, as JSON text.

    Raises:
        BadSource: it is something else.
    """
    if value is None or value == "":
        return {}
    if isinstance(value, str):
        try:
            value = jsons.loads(value)
        except BadRow as error:
            raise BadSource(f"{place}: the scores are {error}.") from error
    if not isinstance(value, dict) or not all(_is_number(score) for score in value.values()):
        raise BadSource(f'{place}: scores such as {{"A": 0.25, "B": 0.75}} were expected, not {excerpt(value)}.')
    return {label: float(cast("float", score)) for label, score in value.items()}


def _is_number(value: JsonValue) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer that is longer than any float
        return False


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()
