"""Items of every form, to read replies to."""

from __future__ import annotations

from optotype.records import (
    Choice,
    Form,
    Graph,
    Item,
    Number,
    Option,
    Origin,
    Preference,
    Ranking,
    ShortText,
    YesNo,
    labels,
)


def texts(*words: str) -> tuple[Option, ...]:
    return tuple(Option(label=label, text=word) for label, word in zip(labels(len(words)), words, strict=True))


def pictures(count: int) -> tuple[Option, ...]:
    return tuple(Option(label=label, picture=f"set/{label}.png") for label in labels(count))


def asked(form: Form, question: str = "Which one?") -> Item:
    origin = Origin(kind="written", by="test")
    return Item(id="test/1", collection="test", origin=origin, form=form, question=question, cluster="test/1")


COLOURS = ("red", "blue", "green", "dark green")

FORMS: dict[str, Form] = {
    "choice": Choice(options=texts(*COLOURS)),
    "choice of pictures": Choice(options=pictures(5)),
    "choice of several": Choice(options=texts(*COLOURS), several=True, unanswerable=True),
    "choice by number": Choice(options=(Option(label="1", text="5"), Option(label="2", text="10"))),
    "choice of many": Choice(options=texts(*(f"row {number}" for number in range(30)))),
    "yes or no": YesNo(),
    "number": Number(),
    "rating": Number(low=1, high=5, unit="kg"),
    "short text": ShortText(unanswerable=True),
    "ranking": Ranking(options=texts("red", "blue", "green")),
    "graph": Graph(),
    "graph with quantities": Graph(notation="factual_mr"),
    "preference": Preference(options=pictures(2)),
}
ITEMS = {name: asked(form) for name, form in FORMS.items()}
