"""Amounts that a reply states in other units, in parts, or not as one number."""

from __future__ import annotations

import pytest

from optotype.reading import read
from optotype.records import Number, ShortText, State
from tests.reading.asked import asked


@pytest.mark.parametrize(
    ("unit", "reply", "value"),
    [
        ("m", "5 mm", 0.005), ("mm", "2 cm", 20), ("cm", "3 m", 300), ("m", "1.5 km", 1500),
        ("м", "5 мм", 0.005), ("мм", "2 см", 20), ("см", "3 м", 300), ("м", "2 км", 2000),
        ("g", "5 mg", 0.005), ("mg", "2 g", 2000), ("g", "3 kg", 3000), ("kg", "2 t", 2000),
        ("г", "5 мг", 0.005), ("мг", "2 г", 2000), ("г", "3 кг", 3000), ("кг", "2 т", 2000),
        ("s", "250 ms", 0.25), ("ms", "2 s", 2000), ("ms", "2 sec", 2000), ("min", "30 seconds", 0.5),
        ("s", "2 min", 120), ("s", "1 minute", 60), ("h", "30 minutes", 0.5), ("min", "2 h", 120),
        ("min", "1 hour", 60), ("min", "2 hours", 120), ("s", "1 second", 1), ("с", "250 мс", 0.25),
        ("мс", "2 с", 2000), ("мс", "2 сек", 2000), ("с", "2 мин", 120), ("ч", "30 минут", 0.5), ("мин", "2 ч", 120),
        ("l", "750 ml", 0.75), ("ml", "2 l", 2000), ("л", "750 мл", 0.75), ("мл", "2 л", 2000),
        ("kHz", "50 Hz", 0.05), ("Hz", "3 kHz", 3000), ("kHz", "2 MHz", 2000), ("MHz", "2 GHz", 2000),
        ("кГц", "50 Гц", 0.05), ("Гц", "3 кГц", 3000), ("кГц", "2 МГц", 2000), ("МГц", "2 ГГц", 2000),
    ],
)  # fmt: skip
def test_a_number_in_another_unit_becomes_one_in_the_units_asked_for(unit: str, reply: str, value: float) -> None:
    found = read(reply, asked(Number(unit=unit), "How much is it?"))
    assert found.state is State.GIVEN
    assert found.value == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("reply", ["5 kg", "5 apples", "5"])
def test_a_unit_of_another_kind_changes_nothing(reply: str) -> None:
    assert read(reply, asked(Number(unit="m"), "How long is it?")).value == 5


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("a half", 1 / 2), ("three halves", 3 / 2), ("a third", 1 / 3), ("two thirds", 2 / 3), ("a quarter", 1 / 4),
        ("three quarters", 3 / 4), ("one fourth", 1 / 4), ("three fourths", 3 / 4), ("one fifth", 1 / 5),
        ("two fifths", 2 / 5), ("one eighth", 1 / 8), ("three eighths", 3 / 8), ("one tenth", 1 / 10),
        ("three tenths", 3 / 10), ("one hundredth", 1 / 100), ("seven hundredths", 7 / 100),
        ("одна треть", 1 / 3), ("две трети", 2 / 3), ("две третьих", 2 / 3), ("одна четверть", 1 / 4),
        ("три четверти", 3 / 4), ("три четвертых", 3 / 4), ("две пятых", 2 / 5), ("одна десятая", 1 / 10),
        ("три десятых", 3 / 10), ("одна сотая", 1 / 100), ("семь сотых", 7 / 100), ("пять тысячных", 5 / 1000),
        ("половина", 1 / 2), ("полтора", 3 / 2),
    ],
)  # fmt: skip
def test_parts_are_read_in_words(reply: str, value: float) -> None:
    assert read(reply, asked(Number(), "Which share is it?")).value == pytest.approx(value)


@pytest.mark.parametrize(
    ("reply", "note"),
    [
        ("more than 5", "a bound, not a number"),
        ("5 or 7", "several numbers that differ"),
        ("12", "12 is outside 0 to 10"),
    ],
)
def test_why_no_number_was_read_is_told(reply: str, note: str) -> None:
    found = read(reply, asked(Number(low=0, high=10), "How many?"))
    assert found.state is State.UNREAD
    assert note in found.note


@pytest.mark.parametrize("reply", ['"red"', "“red”", "«red»", "'red'", "‘red’", "`red`", "*red*", "_red_", "$red$"])
def test_what_stands_around_the_whole_of_a_text_is_no_part_of_it(reply: str) -> None:
    assert read(reply, asked(ShortText(), "Which colour?")).value == "red"
