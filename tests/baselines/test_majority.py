from __future__ import annotations

import random

from optotype.baselines.majority import Majority
from optotype.records import Choice, Form, Gold, Item, Option, Origin, ShortText, Value, YesNo, labels


def solved(number: int, form: Form, right: Value) -> tuple[Item, Gold]:
    origin = Origin(kind="written", by="test")
    item = Item(id=f"m/{number}", collection="m", origin=origin, form=form, cluster=f"m/{number}")
    return item, Gold(item=item.id, accepted=(right,), rule="imported")


def choice(count: int) -> Choice:
    return Choice(options=tuple(Option(label=label, text=f"the {label}") for label in labels(count)))


def test_the_most_frequent_place_is_chosen_among_as_many_options() -> None:
    majority = Majority()
    train = [solved(number, choice(3), (label,)) for number, label in enumerate("ABBBC")]
    majority.fit([*train, *(solved(10 + number, choice(4), ("D",)) for number in range(9))])
    assert majority.answer(solved(99, choice(3), ("A",))[0], random.Random(0)) == "B"
    assert majority.answer(solved(99, choice(4), ("A",))[0], random.Random(0)) == "D"


def test_the_most_frequent_text_and_truth_are_said() -> None:
    majority = Majority()
    majority.fit([solved(1, ShortText(), "7"), solved(2, ShortText(), "7"), solved(3, ShortText(), "8")])
    majority.fit([solved(4, YesNo(), False)])
    assert majority.answer(solved(99, ShortText(), "1")[0], random.Random(0)) == "7"
    assert majority.answer(solved(99, YesNo(), True)[0], random.Random(0)) == "no"


def test_a_form_that_was_never_seen_is_not_answered() -> None:
    assert Majority().answer(solved(99, ShortText(), "1")[0], random.Random(0)) == "I don't know."
