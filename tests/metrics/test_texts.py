"""Which texts a metric of texts compares."""

from __future__ import annotations

import pytest

from optotype.metrics import gold_texts, said_text
from optotype.metrics.exact_match import ExactMatch
from optotype.records import Gold, State, Value
from optotype.values import UNANSWERABLE
from tests.metrics.cases import NUMBER, ONE, RANKING, SEVERAL, TEXT, YES_NO, case


def test_the_reply_is_compared_as_it_came() -> None:
    assert said_text(case(ONE, ("B",), ("B",), raw=" The answer is\tB. ")) == " The answer is\tB. "


def test_thinking_is_no_part_of_the_reply() -> None:
    assert said_text(case(ONE, ("B",), ("B",), raw="<think>A? No, C.</think>B")) == "B"
    assert said_text(case(TEXT, "<e, t>", "<e, t>", raw="<e, t>")) == "<e, t>"


@pytest.mark.parametrize("state", [State.UNREAD, State.REFUSED, State.DONT_KNOW])
def test_a_reply_that_gives_no_answer_is_a_text_too(state: State) -> None:
    assert said_text(case(ONE, ("B",), state, raw="who knows")) == "who knows"


@pytest.mark.parametrize(
    ("said", "text"),
    [(("A", "C"), "A,C"), (None, UNANSWERABLE), (State.DONT_KNOW, ""), (State.REFUSED, ""), (State.UNREAD, "")],
)
def test_an_answer_without_a_reply_is_put_into_words(said: Value | State, text: str) -> None:
    assert said_text(case(SEVERAL, ("A",), said)) == text


@pytest.mark.parametrize("raw", ['{"answer": "red"}', '```json\n{"answer": "red", "why": "x"}\n```'])
def test_an_answer_in_an_object_is_put_into_words(raw: str) -> None:
    assert said_text(case(TEXT, "red", "red", raw=raw)) == "red"


@pytest.mark.parametrize("raw", ["{Sj}", '["A", "B"]', "{", '{"answer": "red"} I think', "{" * 50_000 + "}" * 50_000])
def test_what_is_no_object_stays_as_it_came(raw: str) -> None:
    assert said_text(case(TEXT, "red", "red", raw=raw)) == raw


def test_an_object_that_could_not_be_read_stays_as_it_came() -> None:
    assert said_text(case(TEXT, "red", State.UNREAD, raw='{"colour": 1}')) == '{"colour": 1}'


@pytest.mark.parametrize(
    ("written", "texts"),
    [("['A', 'B']", ["['A', 'B']"]), ("AB", ["AB"]), (7, ["7"]), (None, ["A,B"]), ("", ["A,B"]), (["x"], ["A,B"])],
)
def test_gold_is_taken_as_its_authors_wrote_it(written: object, texts: list[str]) -> None:
    found = case(SEVERAL, ("A", "B"), ("A",), raw="A", extra={"scivqa": {"answer": written}})
    assert list(gold_texts(found)) == texts


def test_gold_that_was_decided_since_is_not_what_its_authors_wrote() -> None:
    found = case(SEVERAL, ("A", "B"), ("A",), raw="A", extra={"scivqa": {"answer": "C"}})
    decided = Gold(item="set/1", accepted=(("A", "B"),), rule="majority")
    assert list(gold_texts(type(found)(found.item, decided, found.answer))) == ["A,B"]


def test_options_go_by_the_letters_under_which_they_were_shown() -> None:
    moved = case(SEVERAL, ("A", "B"), ("A", "B"), raw="A,D", shown=("B", "C", "D", "A"))
    assert list(gold_texts(moved)) == ["A,D"]
    assert ExactMatch().mark(moved).value == 1
    spoken = case(SEVERAL, ("A", "B"), ("A", "B"), shown=("B", "C", "D", "A"))
    assert said_text(spoken) == "A,D"


def test_a_ranking_keeps_its_order_under_the_letters_shown() -> None:
    moved = case(RANKING, ("A", "B", "C", "D"), State.UNREAD, raw="", shown=("B", "C", "D", "A"))
    assert list(gold_texts(moved)) == ["D,A,B,C"]


def test_the_usual_order_of_options_changes_nothing() -> None:
    usual = case(ONE, ("B",), ("B",), raw="b", shown=("A", "B", "C", "D"), extra={"mera": {"outputs": "b"}})
    assert list(gold_texts(usual)) == ["b"]


def test_numbers_are_written_with_all_their_digits() -> None:
    assert said_text(case(NUMBER, 1.0, 1234567.25)) == "1234567.25"
    assert said_text(case(YES_NO, True, False)) == "no"


def test_nothing_is_compared_where_nothing_was_heard() -> None:
    assert ExactMatch().mark(case(ONE, ("B",), State.FAILED)).value is None
