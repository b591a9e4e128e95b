"""RefCLIPScore beside transformers alone, on a tiny CLIP."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype import Workbench
from optotype.metrics.refclipscore import Refclipscore
from optotype.records import State
from tests.metrics.pictured import Plainly, case

RIGHT = ("a brown dog on grass", "A dog runs .")


@pytest.fixture
def metric(clip: Path, pictures: Workbench) -> Refclipscore:
    found = Refclipscore(model=str(clip))
    found.prepare(pictures)
    return found


@pytest.mark.parametrize(
    ("picture", "references", "value"),
    [
        (0.2, [0.5], 0.5),
        (0.4, [0.2, 0.6, 0.1], 0.75),
        (-0.1, [0.9], 0.0),
        (0.3, [-0.2], 0.0),
        (0.8, [1.0], 1.0),
    ],
)
def test_it_is_the_harmonic_mean_with_the_best_reference(picture: float, references: list[float], value: float) -> None:
    mark = Refclipscore().judge(picture, references)
    assert mark.value == pytest.approx(value)
    assert mark.parts == {"cosine": picture, "reference": max(references)}


@pytest.mark.parametrize("picture", range(4))
def test_it_is_what_transformers_computes(metric: Refclipscore, plainly: Plainly, picture: int) -> None:
    mark = metric.mark(case(picture, "a dog", *RIGHT))
    said, *right = (f"A photo depicts {text}" for text in ("a dog", *RIGHT))
    clipscore = 2.5 * max(plainly.cosine(said, picture), 0)
    reference = max(plainly.texts(said, text) for text in right)
    both = clipscore + reference
    assert mark.value == pytest.approx(min(1, 2 * clipscore * reference / both), abs=1e-5)
    assert mark.parts["reference"] == pytest.approx(reference, abs=1e-6)


def test_the_order_of_references_does_not_matter_and_more_never_cost(metric: Refclipscore) -> None:
    both, turned, one = metric.marks(
        [case(0, "a dog", *RIGHT), case(0, "a dog", *RIGHT[::-1]), case(0, "a dog", RIGHT[1])]
    )
    assert both == turned
    assert (both.value or 0) >= (one.value or 0)


def test_who_says_nothing_earns_nothing(metric: Refclipscore) -> None:
    silent, never = metric.marks([case(0, ""), case(0, State.FAILED)])
    assert silent.parts == {"cosine": 0, "reference": 0}
    assert (silent.value, never.value) == (0, None)
