"""ROUGE-1, worked by hand."""

from __future__ import annotations

import pytest

from optotype.metrics.rouge1 import Rouge1
from optotype.records import State
from tests.metrics.cases import SEVERAL, TEXT, case

rouge1 = Rouge1()


@pytest.mark.parametrize(
    ("right", "said", "precision", "recall"),
    [
        ("the red line", "the red line", 1, 1),
        ("the red line", "The lines: red!", 1, 1),
        ("the red line", "line red line", 2 / 3, 2 / 3),
        ("the red line", "it is the blue line", 2 / 5, 2 / 3),
        ("0.25", "25", 1, 1 / 2),
        ("red", "blue", 0, 0),
        ("red", "", 0, 0),
        ("red", "...", 0, 0),
    ],
)
def test_words_in_common_count_in_any_order(right: str, said: str, precision: float, recall: float) -> None:
    mark = rouge1.compare(right, said)
    assert mark.parts == {"precision": pytest.approx(precision), "recall": pytest.approx(recall)}
    both = precision + recall
    assert mark.value == pytest.approx(2 * precision * recall / both if both else 0)


def test_gold_without_latin_letters_is_said() -> None:
    mark = rouge1.compare("да", "да")
    assert mark.value == 0
    assert mark.note == "gold has no letters a to z and no digits: ROUGE sees nothing in it"


def test_the_best_of_several_texts_counts() -> None:
    assert rouge1.mark(case(TEXT, ["red", "dark red"], State.UNREAD, raw="dark red")).value == 1


def test_options_are_words() -> None:
    assert rouge1.mark(case(SEVERAL, ("A", "B"), ("A", "B"), raw="A, B")).value == 1


def test_refusing_is_a_text_like_any_other() -> None:
    assert rouge1.mark(
        case(TEXT, "the red line", State.REFUSED, raw="I cannot discuss the line.")
    ).value == pytest.approx(0.5)
