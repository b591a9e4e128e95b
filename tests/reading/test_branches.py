"""Replies of a kind that is seldom: lists in JSON, orders given worst first, JSON that was cut off, two graphs."""

from __future__ import annotations

import pytest

from optotype.reading import read
from optotype.records import State, Value
from tests.reading.asked import ITEMS

ON = "( man , on , bench )"


@pytest.mark.parametrize(
    ("name", "reply", "value"),
    [
        ("number", '{"answer": 12}', 12.0),
        ("number", "I count: first 3, then 5. Altogether there are **8**. Or so it seems to me.", 8.0),
        ("number", "8 apples (3 red, 5 green)", 8.0),
        ("number", "They are 3 and 5. So there are 8 apples.", 8.0),
        ("rating", "Answer: 4 out of 5", 4.0),
        ("ranking", '{"ranking": ["green", "A", "blue"]}', ("C", "A", "B")),
        ("ranking", "I looked closely.\nTherefore, C > A > B\nThat is all.", ("C", "A", "B")),
        ("ranking", "From worst to best:\n1. red\n2. green\n3. blue", ("B", "C", "A")),
        ("ranking", "From best to worst:\n1. red\n2. green\n3. blue", ("A", "C", "B")),
        ("graph", '{"graph": [["man", "on", "bench"], ["bench", "is", "red"]]}', f"{ON} , ( bench , is , red )"),
        ("graph", '{"graph": [["man", "on", "bench"], "( bench , is , red )"]}', f"{ON} , ( bench , is , red )"),
        ("graph", f"Here it is: {ON} , as asked. Once more: {ON} .", ON),
        ("choice", '{"answer": "B", "reasoning": "it was cut', ("B",)),
        ("choice", "{'answer': 'B', 'reasoning': 'it was cut", ("B",)),
        ("choice of several", '{"answer": ["A", "C"], "reasoning": "it was cut', ("A", "C")),
        ("yes or no", "{answer: true, reasoning: it was cut", True),
    ],
)
def test_what_is_meant_is_read(name: str, reply: str, value: Value) -> None:
    found = read(reply, ITEMS[name])
    assert (found.state, found.value) == (State.GIVEN, value), found.note


@pytest.mark.parametrize(
    ("name", "reply", "note"),
    [
        ("number", '{"answer": 1' + 400 * "0" + "}", "the number is too large"),
        ("number", "Answer: more than 5", "a bound, not a number"),
        ("number", "Answer: 5 or 7, who knows", "several numbers that differ"),
        ("number", "There were 3. Then there were 5. Then 9 came.", "3 numbers are named and none is concluded"),
        ("choice", '{"answer": ""}', "an empty answer in JSON"),
        ("choice", '{"answer": null}', "an empty answer in JSON"),
        ("ranking", "A > B > A", "an option is ranked twice"),
        ("ranking", "At first I saw\nA > B > C\nand then I saw\nC > B > A\nand was lost", "two orders are given"),
        ("graph", f"{ON}\n\nor rather\n\n( man , near , bench )", "2 graphs are given, and they differ"),
        ("graph", '{"graph": [["man", "on"]]}', "a fact of 2 terms: man, on"),
    ],
)
def test_what_is_not_meant_as_one_answer_is_unread_and_says_why(name: str, reply: str, note: str) -> None:
    found = read(reply, ITEMS[name])
    assert (found.state, found.value, found.note) == (State.UNREAD, None, note)
