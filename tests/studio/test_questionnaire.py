"""Questions that are written as lines of text."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from optotype.errors import OptotypeError
from optotype.studio.blocks import Amount, Choose, Write
from optotype.studio.projects import Project
from optotype.studio.questionnaire import Asked, read


def test_what_people_are_asked_is_chosen_a_number_or_a_text() -> None:
    lines = ("Field of work: physics | biology | other", "", "How many years? number 0-70", "Country: text, optional")
    chosen, number, text = read(lines)
    assert chosen == Asked("Field of work", ("physics", "biology", "other"))
    assert number == Asked("How many years?", number=True, low=0.0, high=70.0)
    assert text == Asked("Country", needed=False)
    assert [type(asked.field("x")) for asked in (chosen, number, text)] == [Choose, Amount, Write]


def test_lines_may_be_russian() -> None:
    assert read(("Стаж: число 0-70, необязательно", "Страна: текст")) == (
        Asked("Стаж", number=True, low=0.0, high=70.0, needed=False),
        Asked("Страна"),
    )


def test_options_may_have_colons_and_question_marks() -> None:
    assert read(("When? at 10:30 | really? never",)) == (Asked("When?", ("at 10:30", "really? never")),)


def test_a_check_has_one_right_option() -> None:
    assert read(("How many? 10 | *20 | 30",), checks=True) == (Asked("How many?", ("10", "20", "30"), right="20"),)


def test_what_may_be_left_empty_says_so() -> None:
    asked = Asked("Country", needed=False)
    assert asked.field("x", "may be empty").title == "Country (may be empty)"
    assert Asked("Country").field("x", "may be empty").title == "Country"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("physics | biology", "ends with ':' or '?'"),
        ("Field:physics | biology", "ends with ':' or '?'"),
        ("Field: physics", "'physics' was found after 'Field'"),
        ("Field: physics | | other", "an option of 'Field' is empty"),
        ("Field: physics | other | physics", "the same option twice"),
        ("Field: *physics | other", "take the star from '*physics'"),
        ("Years: number 70-0", "is no range"),
        ("Years: text 0-70", "is no range"),
        ("Field: " + "|".join(map(str, range(50))), "at most 40 options"),
        ("Field: a | " + "b" * 501, "500 letters"),
    ],
)
def test_a_line_that_cannot_be_understood_is_named(line: str, told: str) -> None:
    with pytest.raises(OptotypeError) as raised:
        read(("Country: text", line))
    assert "line 2" in str(raised.value)
    assert told in str(raised.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("How many? 10 | 20", "0 options begin with a star"),
        ("How many? *10 | *20", "2 options begin with a star"),
        ("How many? number", "two options at least"),
        ("How many: *10", "two options at least"),
        ("How many? 10 | *", "is empty"),
    ],
)
def test_a_check_that_nobody_could_pass_or_fail_is_named(line: str, told: str) -> None:
    with pytest.raises(OptotypeError, match="line 1") as raised:
        read((line,), checks=True)
    assert told in str(raised.value)


def test_nothing_is_asked_twice_and_nobody_is_asked_too_much() -> None:
    with pytest.raises(OptotypeError, match="line 2: 'Country' is asked twice"):
        read(("Country: text", "Country: number"))
    with pytest.raises(OptotypeError, match="51 questions"):
        read(tuple(f"Question {number}: text" for number in range(51)))


def test_a_line_of_any_length_is_read_in_a_moment() -> None:
    for line in ("?" * 50_000, ": " * 50_000, "x" * 100_000, "a? " + "| " * 50_000, "n: number " + "9" * 50_000):
        with pytest.raises(OptotypeError):
            read((line,))


def test_a_project_with_lines_that_cannot_be_understood_is_refused() -> None:
    with pytest.raises(ValidationError, match="line 1"):
        Project(id="p", title="P", screen="answer", background=("Field",))
    with pytest.raises(ValidationError, match="star"):
        Project(id="p", title="P", screen="crowd_batch", checks=("How many? 10 | 20",))
