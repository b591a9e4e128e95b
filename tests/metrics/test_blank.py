"""Blanks, worked by hand, and IconQA's published figure."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optotype.metrics.blank import Blank
from optotype.records import Value
from tests.metrics.cases import NUMBER, TEXT, case

blank = Blank()


@pytest.mark.parametrize(
    ("right", "said", "value"),
    [
        ("8", "8", 1),
        ("8", "eight", 1),
        ("8", "Eight.", 1),
        ("eight", "8", 1),
        ("21", "twenty-one", 1),
        ("8,488", "8488", 1),
        ("8,488", "8,489", 0),
        ("8", "8.0", 1),
        ("8", "8.2", 0),
        ("3", "3 cubes", 1),
        ("o'clock", "O’clock", 1),
        ("quarter", "half", 0),
        ("2:30", "2:30", 1),
        ("2:30", "2:00", 0),
        ("2:00", "2", 0),
    ],
)
def test_a_number_counts_in_digits_and_in_words(right: str, said: str, value: float) -> None:
    assert blank.mark(case(TEXT, right, said)).value == value


@pytest.mark.parametrize(("right", "said", "value"), [(8.0, 8.0, 1), (8.0, 8.4, 0)])
def test_a_number_is_exact(right: Value, said: Value, value: float) -> None:
    judged = case(NUMBER, right, said)
    assert blank.fits(judged.item)
    assert blank.mark(judged).value == value


def test_iconqas_published_figure_comes_out(shared: Callable[[str], Path]) -> None:
    answers = json.loads(shared("iconqa/test_answers_and_skills.json").read_text())
    published = json.loads(shared("iconqa/patch_trm_predictions_fill_in_blank.json").read_text())
    said: dict[str, Any] = published["results"]
    marks = blank.marks([case(TEXT, answers[id]["label"], text) for id, text in said.items()])
    right = sum(mark.value or 0.0 for mark in marks)
    assert round(100 * right / len(said), 4) == 83.6174
    # nothing that is forgiven makes a difference here
    assert right == sum(answers[id]["label"] == text for id, text in said.items())
