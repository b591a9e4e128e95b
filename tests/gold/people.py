"""People who answer, built in view: what tests of counting and of gold share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from optotype import Workbench
from optotype.records import (
    Answer,
    Choice,
    Collection,
    Form,
    Gold,
    Item,
    Noun,
    Option,
    Origin,
    Respondent,
    State,
    Value,
    labels,
)

LETTERS = Choice(options=tuple(Option(label=label, text=f"option {label}") for label in labels(4)))
CANNOT = "cannot"
DONT_KNOW = "?"


def item(name: str, form: Form = LETTERS, *, generated: bool = True, **fields: object) -> Item:
    """An item of the collection `set`."""
    origin = Origin(kind="generated" if generated else "drawn", by="test")
    given: dict[str, object] = {"id": f"set/{name}", "collection": "set", "origin": origin, "form": form}
    return Item.model_validate(given | {"cluster": f"set/{name}", "question": f"What is {name}?"} | fields)


def person(name: str, role: str = "", *, simulated: bool = False) -> Respondent:
    """Somebody who answers."""
    return Respondent(id=name, kind="person", name=name, simulated=simulated, tags={"role": (role,)} if role else {})


def answer(who: str, name: str, said: Value, **fields: object) -> Answer:
    """What somebody said: an option by its letter, any other value, `CANNOT` or `DONT_KNOW`."""
    state = {CANNOT: State.UNANSWERABLE, DONT_KNOW: State.DONT_KNOW}.get(str(said), State.GIVEN)
    value = (said,) if isinstance(said, str) and len(said) == 1 and said.isupper() else said
    given: dict[str, object] = {"id": f"{who}:{name}", "item": f"set/{name}", "respondent": who, "state": state}
    return Answer.model_validate(given | {"value": value if state is State.GIVEN else None} | fields)


def gold(name: str, *accepted: Value, rule: str = "generated") -> Gold:
    """The answer that an item comes with; none: it cannot be answered."""
    values = tuple((one,) if isinstance(one, str) and len(one) == 1 and one.isupper() else one for one in accepted)
    return Gold(item=f"set/{name}", accepted=values, unanswerable=not values, rule=rule)


def put(bench: Workbench, *records: Noun) -> Workbench:
    """Puts records into a bench, with their collection."""
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="set", format="draw"), *records])
    return bench


def asked(bench: Workbench, said: Mapping[str, str], *, golds: Iterable[Gold] = (), **roles: str) -> Workbench:
    """Puts in items with four options, and what people said to each: `{"one": "AAB"}` are three people's answers."""
    most = max(map(len, said.values()))
    people = [f"p{number}" for number in range(1, most + 1)]
    records: list[Noun] = [person(name, roles.get(name, "")) for name in people]
    records += [item(name) for name in said]
    records += [
        answer(who, name, letter)
        for name, letters in said.items()
        for who, letter in zip(people, letters, strict=False)
        if letter != "."
    ]
    return put(bench, *records, *golds)
