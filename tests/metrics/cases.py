"""Answers to be judged, in a line each."""

from __future__ import annotations

from optotype.metrics import Case
from optotype.records import (
    Answer,
    Choice,
    Form,
    Gold,
    Graph,
    Item,
    Number,
    Option,
    Preference,
    Ranking,
    ShortText,
    State,
    Value,
    YesNo,
)
from tests.items import an_item

OPTIONS = tuple(Option(label=label, text=f"option {label}") for label in "ABCD")
ONE = Choice(options=OPTIONS)
SEVERAL = Choice(options=OPTIONS, several=True, unanswerable=True)
RANKING = Ranking(options=OPTIONS)
PREFERENCE = Preference(options=OPTIONS[:2])
YES_NO = YesNo(unanswerable=True)
NUMBER = Number(unanswerable=True)
TEXT = ShortText(unanswerable=True)
GRAPH = Graph()


def item(form: Form, **fields: object) -> Item:
    """An item of a form."""
    return an_item(str(fields.pop("id", "set/1")), form, **{"question": "How much?"} | fields)


def case(
    form: Form,
    right: Value | list[Value] | None,
    said: Value | State | None,
    *,
    raw: str | None = None,
    shown: tuple[str, ...] | None = None,
    **fields: object,
) -> Case:
    """What was said, or what became of the question, against what is right: one value, a list of them, or nothing."""
    accepted = () if right is None else tuple(right) if isinstance(right, list) else (right,)
    state = said if isinstance(said, State) else State.UNANSWERABLE if said is None else State.GIVEN
    return Case(
        item(form, **fields),
        Gold.model_validate({"item": "set/1", "accepted": accepted, "unanswerable": right is None, "rule": "imported"}),
        Answer(
            id="a",
            item="set/1",
            respondent="r",
            state=state,
            value=None if isinstance(said, State) else said,
            raw=raw,
            shown=shown,
        ),
    )
