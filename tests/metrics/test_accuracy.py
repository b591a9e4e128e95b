"""Accuracy, form by form."""

from __future__ import annotations

import pytest

from optotype.metrics.accuracy import Accuracy
from optotype.records import Range, State, Value
from tests.metrics.cases import GRAPH, NUMBER, ONE, PREFERENCE, RANKING, SEVERAL, TEXT, YES_NO, case

accuracy = Accuracy()


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        (("A", "C"), ("A", "C"), 1),
        (("A", "C"), ("C", "A"), 1),
        (("A", "C"), ("A",), 0),
        (("A", "C"), ("A", "B", "C"), 0),
        ([("A",), ("B",)], ("B",), 1),
    ],
)
def test_a_choice_names_the_right_options_and_no_others(right: Value, said: Value, value: float) -> None:
    assert accuracy.mark(case(SEVERAL, right, said)).value == value


@pytest.mark.parametrize(
    ("right", "said", "value"), [(True, True, 1), (True, False, 0), (False, False, 1), (False, True, 0)]
)
def test_yes_is_yes(right: bool, said: bool, value: float) -> None:
    assert accuracy.mark(case(YES_NO, right, said)).value == value


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        (3.0, 3.0, 1),
        (0.3, 0.1 + 0.2, 1),
        (3.0, 3.1, 0),
        (0.0, -0.0, 1),
        (0.0, 1e-300, 0),
        (Range(low=0.25, high=0.3), 0.25, 1),
        (Range(low=0.25, high=0.3), 0.1 + 0.2, 1),
        (Range(low=0.25, high=0.3), 0.31, 0),
        (Range(low=0.25, high=0.3), Range(low=0.26, high=0.3), 1),
        (Range(low=0.25, high=0.3), Range(low=0.2, high=0.3), 0),
        (0.3, Range(low=0.25, high=0.3), 0),
        (0.3, Range(low=0.3, high=0.3), 1),
    ],
)
def test_a_number_is_the_same_or_lies_in_the_range(right: Value, said: Value, value: float) -> None:
    assert accuracy.mark(case(NUMBER, right, said)).value == value


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        ("S-shaped", "s-shaped.", 1),
        ("S-shaped", '"S-shaped"', 1),
        ("S-shaped", "sigmoid", 0),
        ("5", "5.0", 1),
        ("1,234", "1234", 1),
        ("65%", "65", 1),
        ("65", "65 %", 1),
        ("20 min", "20", 1),
        ("20 min", "20 hours", 0),
        ("20 min", "20 min in total", 1),
        ("5M", "5 million", 1),
        ("20k", "20,000 sentences", 0),
        ("20k", "20,000", 1),
        ("May '21", "in May '21", 1),
        ("May '21", "June '21", 0),
        ("May '21", "21", 0),
        ("Democrat (scores 60 to 100)", "Republican (scores 60 to 100)", 0),
        ("between 0.25 and 0.30", "0.27", 1),
        ("0.27", "between 0.25 and 0.30", 0),
        ("12:00", "12", 0),
        ("12:00", "12:30", 0),
    ],
)
def test_a_text_is_the_same_or_states_the_same_number(right: str, said: str, value: float) -> None:
    assert accuracy.mark(case(TEXT, right, said)).value == value


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        (("B",), ("B", "A", "C", "D"), 1),
        (("B", "A"), ("B", "A", "C", "D"), 1),
        (("B", "C"), ("B", "A", "C", "D"), 0),
        ([("B",), ("C",)], ("C", "B", "A", "D"), 1),
        (("B", "A"), ("B",), 0),
    ],
)
def test_a_ranking_begins_as_gold_does(right: Value, said: Value, value: float) -> None:
    assert accuracy.mark(case(RANKING, right, said)).value == value


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("( bench , is , red ) , ( man , sit on , bench )", 1),
        ("(man, sit on, bench), (bench, is, red), (bench, is, red)", 1),
        ("( Man , sit on , bench ) , ( bench , is , red )", 1),
        ("( man , sit on , bench )", 0),
        ("a man on a bench", 0),
    ],
)
def test_a_graph_holds_the_same_facts(said: str, value: float) -> None:
    assert accuracy.mark(case(GRAPH, "( man , sit on , bench ) , ( bench , is , red )", said)).value == value


def test_what_is_no_graph_is_said() -> None:
    assert accuracy.mark(case(GRAPH, "( man )", "a man")).note.startswith("no scene graph: letter 1")


@pytest.mark.parametrize(("right", "said"), [("B", "B"), (("B",), "B"), ("B", ("B",))])
def test_a_preference_is_one_label_however_it_is_written(right: Value, said: Value) -> None:
    assert accuracy.mark(case(PREFERENCE, right, said)).value == 1
    assert accuracy.mark(case(PREFERENCE, "A", said)).value == 0


@pytest.mark.parametrize(
    ("right", "said", "value", "note"),
    [
        (None, None, 1, ""),
        (None, ("A",), 0, "cannot be answered, and was"),
        (("A",), None, 0, "abstained"),
        (("A",), State.UNREAD, 0, "unread"),
        (("A",), State.REFUSED, 0, "refused"),
        (("A",), State.DONT_KNOW, 0, "dont_know"),
        (None, State.UNREAD, 0, "unread"),
        (("A",), State.FAILED, None, "never heard"),
    ],
)
def test_what_became_of_the_question_is_told(right: Value, said: Value | State, value: float, note: str) -> None:
    mark = accuracy.mark(case(ONE, right, said))
    assert (mark.value, mark.note) == (value, note)
