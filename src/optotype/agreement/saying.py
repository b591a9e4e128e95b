"""What was said, as agreement compares it: by the form of the item, a name, a number or a set."""

from __future__ import annotations

from collections.abc import Hashable

from optotype.errors import OptotypeError
from optotype.facets import form_name
from optotype.metrics import meaning
from optotype.reading import normal
from optotype.records import Choice, Graph, Item, Number, ShortText, State, Value
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.notation import BadGraph
from optotype.scenegraph.tuples import tuples
from optotype.statistics.agreement import SETS, Level
from optotype.values import as_text

NUMERIC: tuple[Level, ...] = ("ordinal", "interval", "ratio")


class Unplaced(Exception):
    """An answer that cannot be compared with others, and why."""


def called(item: Item) -> str:
    """The form of an item, as agreement tells forms apart: what there is to choose from makes no difference."""
    match item.form:
        case Choice(several=True):
            return "choice of several"
        case Choice():
            return "choice"
        case Number(low=low, high=high):
            return "number" if low is None or high is None else "rating"
        case _ if item.options:
            return item.form.kind
        case _:
            return form_name(item)


def level_of(item: Item, wanted: Level | None) -> Level:
    """How answers to an item differ: as wished, where that suits its form.

    Numbers without bounds are no scale: of two questions one is about years and the other about grams. They are the
    same or not, as names are.
    """
    form = item.form
    if isinstance(form, Number):
        rating = form.low is not None and form.high is not None
        return wanted if wanted in NUMERIC or wanted == "nominal" else "ordinal" if rating else "nominal"
    if isinstance(form, Graph):
        return wanted if wanted in SETS else "jaccard"
    if isinstance(form, Choice) and form.several:
        return wanted if wanted in SETS or wanted == "nominal" else "masi"
    return "nominal"


def said(item: Item, state: State, value: Value | None) -> Hashable | State:
    """What an answer says, so that equal answers are equal; its state where that is all it says."""
    if state is not State.GIVEN or value is None:
        return state
    match item.form:
        case Choice():
            members = frozenset(value) if isinstance(value, tuple) else frozenset((as_text(value),))
            return members if item.form.several else as_text(tuple(sorted(members)))
        case ShortText():
            return normal(as_text(value))
        case Number() if isinstance(value, int | float):
            return float(value)
        case _:
            return value if isinstance(value, bool) else as_text(value)


def place(item: Item, level: Level, value: Hashable | State) -> Hashable:
    """What is compared at a level.

    Raises:
        Unplaced: it is nothing that can be compared.
    """
    if isinstance(value, State):
        if value is State.UNANSWERABLE and level == "nominal":
            return value
        raise Unplaced(value.value)
    if level in NUMERIC and not isinstance(value, float):
        raise Unplaced("no number")
    if isinstance(item.form, Graph):
        return _facts(item, str(value))
    return value


def _facts(item: Item, text: str) -> frozenset[Hashable]:
    """The tuples of a graph: things, what they are, and how they stand to each other."""
    try:
        found = meaning(item, text)
        graph = found if isinstance(found, SceneGraph) else found.graph()
        return frozenset(tuples([graph]))
    except (BadGraph, OptotypeError) as why:
        raise Unplaced("no scene graph") from why
