"""Laws that every ranker obeys on the day its file appears."""

from __future__ import annotations

import json
import math
import random
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from optotype import rankers
from optotype.rankers import Candidate, Ranker, Request, family
from tests.rankers.papers import CAPTIONS, boxes, plot

ABSTRACT = "We propose a network that looks at birds. It learns from overviews."


@pytest.fixture(params=family.names())
def ranker(request: pytest.FixtureRequest) -> Ranker:
    """Each ranker as it stands; one that has to be trained, from a training."""
    name: str = request.param
    if "run" not in {setting.name for setting in fields(family[name])}:
        return rankers.build(name)
    made: Path = request.getfixturevalue("made")
    cards = (card for card in sorted(made.glob("*/ranker/ranker.json")))
    run = next(card.parent.parent for card in cards if json.loads(card.read_text())["ranker"] == name)
    return rankers.build(f"{name}:run={run}")


def asked() -> tuple[Candidate, ...]:
    images = (plot(1), boxes(2), plot(3), boxes(4))
    return tuple(
        Candidate(f"F{number}", caption, (lambda image=image: image,))
        for number, (caption, image) in enumerate(zip(CAPTIONS, images, strict=True))
    )


def scores(ranker: Ranker, *figures: Candidate) -> dict[str, float]:
    return {one.id: one.rated.score for one in ranker.rank(Request(ABSTRACT, figures))}


@pytest.mark.parametrize("name", family.names())
def test_it_says_what_it_is_and_has_a_default_for_every_setting(name: str) -> None:
    part = family[name]
    assert part.__doc__
    assert part.title
    assert [one.name for one in fields(part) if one.default is MISSING and one.default_factory is MISSING] == []
    assert rankers.build(name).name == name


def test_nothing_changes_when_figures_are_shuffled_or_called_otherwise(ranker: Ranker) -> None:
    figures = asked()
    before = scores(ranker, *figures)
    assert scores(ranker, *random.Random(1).sample(figures, k=len(figures))) == before
    renamed = [Candidate(f"x{figure.id}", figure.caption, figure.pictures) for figure in figures]
    assert scores(ranker, *renamed) == {f"x{id}": score for id, score in before.items()}


def test_a_figure_has_the_score_of_its_best_part(ranker: Ranker) -> None:
    one, two, *others = asked()
    whole = Candidate("W", "", parts=(one, two))
    ranked = {found.id: found for found in ranker.rank(Request(ABSTRACT, (whole, *others)))}
    apart = scores(ranker, one, two, *others)
    assert ranked["W"].rated.score == max(apart[one.id], apart[two.id])
    assert ranked["W"].part in (one.id, two.id)


def test_scores_are_finite_and_no_figures_are_no_ranking(ranker: Ranker) -> None:
    assert all(map(math.isfinite, scores(ranker, *asked()).values()))
    assert len(scores(ranker, asked()[0])) == 1
    assert ranker.rank(Request(ABSTRACT, ())) == []
    assert len(ranker.rank(Request("", asked()))) == 4
