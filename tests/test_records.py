"""Records check themselves."""

from __future__ import annotations

import math

import pytest
from pydantic import ValidationError

from optotype.records import Answer, Choice, Gold, Item, Number, Option, Range, State, labels


def test_labels_go_on_after_z() -> None:
    assert labels(3) == ["A", "B", "C"]
    assert labels(28)[24:] == ["Y", "Z", "AA", "AB"]


def test_an_option_shows_something() -> None:
    with pytest.raises(ValidationError, match="neither a text nor a picture"):
        Option(label="A")


def test_options_have_labels_of_their_own() -> None:
    with pytest.raises(ValidationError, match="share a label"):
        Choice(options=(Option(label="A", text="x"), Option(label="A", text="y")))


def test_only_a_given_answer_has_a_value() -> None:
    Answer(id="1", item="i", respondent="r", state=State.GIVEN, value="x")
    with pytest.raises(ValidationError):
        Answer(id="1", item="i", respondent="r", state=State.UNREAD, value="x")
    with pytest.raises(ValidationError):
        Answer(id="1", item="i", respondent="r", state=State.GIVEN)


def test_gold_says_what_is_right_or_that_nothing_is() -> None:
    with pytest.raises(ValidationError, match="not both"):
        Gold(item="i", rule="imported")
    with pytest.raises(ValidationError, match="not both"):
        Gold(item="i", accepted=("x",), unanswerable=True, rule="imported")


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_numbers_are_finite(number: float) -> None:
    with pytest.raises(ValidationError):
        Range(low=number, high=1)
    with pytest.raises(ValidationError):
        Answer(id="1", item="i", respondent="r", state=State.GIVEN, value="x", seconds=number)


@pytest.mark.parametrize("value", [True, 1.0, 0.0, "1", ("A",), ("A", "B"), Range(low=1, high=2)])
def test_a_value_comes_back_from_json_as_what_it_was(value: object) -> None:
    gold = Gold.model_validate({"item": "i", "accepted": (value,), "rule": "r"})
    back = Gold.model_validate_json(gold.model_dump_json(exclude_defaults=True))
    assert back.accepted == (value,)
    assert type(back.accepted[0]) is type(value)


def test_a_form_is_stored_with_its_kind() -> None:
    assert Number().model_dump_json(exclude_defaults=True) == '{"kind":"number"}'


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        Item.model_validate({"id": "x", "mood": "good"})
