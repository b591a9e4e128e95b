"""A reply of any length is read in a moment, whatever it consists of."""

from __future__ import annotations

import time

import pytest

from optotype.reading import labels, number, option, read, unanswerable, yes_no
from optotype.records import State
from tests.reading.asked import COLOURS, ITEMS, texts

LENGTH = 10_000_000
SECONDS = 1.5
HOSTILE = [
    "(", "A ", "7", "A", "7 ", "1,", "1-", "½", "\n", "B\n", " ", "answer: ", "answer to ", "{", '{"answer":', "[", "<",
    "<think>", "</think>", "\\boxed{", "\\text{", "*", "**a", "$", ", so ", "not possible to ", "twenty ", "red ",
    "option A ", "A > ", "( a , b , c ) , ", "Yes. ", "figure does not ", "I cannot ", "the ", "10^", "İ", "\x00",
    "\ud800",
]  # fmt: skip
LONGEST = ["(", "A ", "7", "\n", "answer: ", '{"answer":', "<", "</think>", "\\boxed{", "*", "( a , b , c ) , ", "İ"]


@pytest.mark.parametrize("piece", LONGEST, ids=ascii)
def test_ten_million_letters_are_read_in_a_moment(piece: str) -> None:
    reply = piece * (LENGTH // len(piece))
    for name, item in ITEMS.items():
        start = time.process_time()
        read(reply, item)
        assert time.process_time() - start < SECONDS, name
    for function in (number, unanswerable, yes_no):
        start = time.process_time()
        function(reply)
        assert time.process_time() - start < SECONDS, function
    start = time.process_time()
    labels(reply, "ABCD")
    option(reply, texts(*COLOURS))
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
def test_the_longest_reply_that_is_looked_at_as_a_whole_is_read_in_a_moment(piece: str) -> None:
    for name, item in ITEMS.items():
        length = 100_000 if "graph" in name else 8_000
        reply = (piece * length)[:length]
        start = time.process_time()
        read(reply, item)
        assert time.process_time() - start < SECONDS, name


def test_the_answer_of_a_long_reply_is_found_at_its_end_or_at_its_beginning() -> None:
    reasoning = "Let us look at the bars once more, from left to right. " * 50_000
    assert read(f"{reasoning}\n\nAnswer: C", ITEMS["choice"]).value == ("C",)
    assert read(f"Answer: C\n\n{reasoning}", ITEMS["choice"]).value == ("C",)
    assert read(f"<think>{reasoning}</think>C", ITEMS["choice"]).value == ("C",)
    assert read(f"{reasoning}\n\nAnswer: the encoder", ITEMS["short text"]).value == "the encoder"


def test_a_long_reply_that_announces_nothing_is_no_short_text() -> None:
    reading = read("word " * 10_000, ITEMS["short text"])
    assert (reading.state, reading.value) == (State.UNREAD, None)
    assert "49,999 letters" in reading.note


def test_a_graph_that_lost_its_middle_is_not_taken_for_a_graph() -> None:
    graph = " , ".join(["( man , sit on , bench )"] * 3_000)
    assert read(graph, ITEMS["graph"]).value == graph
    assert read(" , ".join([graph] * 3), ITEMS["graph"]).state is State.UNREAD
