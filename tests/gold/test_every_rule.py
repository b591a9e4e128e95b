"""The laws that every rule obeys."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

import pytest

from optotype.counting.ballots import Ballot, Label, Vote, Word
from optotype.gold.rules import Decision, Rule, family

OPTIONS = ("=A", "=B", "=C", "=D")


def ballot(item: str, said: str, *, given: str = "", people: Sequence[str] = ()) -> Ballot:
    """An item with four options, and what people said to it, a letter each."""
    names = people or [f"p{number}" for number in range(len(said))]
    labels = tuple(Label(f"={letter}", ((letter,),)) for letter in sorted({*said, *given} - {"."}))
    places = {label.key: place for place, label in enumerate(labels)}
    votes = tuple(
        Vote(f"{who}:{item}", who, places[f"={letter}"])
        for who, letter in zip(names, said, strict=True)
        if letter != "."
    )
    return Ballot(item, "choice", OPTIONS, labels, votes, (), (), places.get(f"={given}"), known=bool(given))


def confirmed(one: Ballot) -> Ballot:
    """An expert says what the first person says: one rule listens to nobody else."""
    return replace(one, words=(Word(f"x:{one.item}", "x", one.votes[0].label, "decided"),))


def study(seed: int = 0) -> list[Ballot]:
    """Twelve people of different skill, five of them about each of forty items."""
    chance = random.Random(seed)
    skills = {f"p{number}": 0.35 + 0.05 * number for number in range(12)}
    found: list[Ballot] = []
    for number in range(40):
        right = chance.choice("ABCD")
        people = sorted(chance.sample(sorted(skills), 5))
        said = "".join(right if chance.random() < skills[who] else chance.choice("ABCD") for who in people)
        found.append(ballot(f"q{number:02}", said, given=right, people=people))
    return found


def decided(rule: Rule, ballots: Sequence[Ballot]) -> dict[str, tuple[str | None, str, frozenset[str]]]:
    """By item, what is right, by which branch, from which answers."""
    return {
        one.item: (_said(one, decision), decision.branch, frozenset(decision.counted))
        for one, decision in zip(ballots, rule.decide(ballots, ()), strict=True)
    }


def _said(one: Ballot, decision: Decision) -> str | None:
    return None if decision.label is None else one.labels[decision.label].key


@pytest.fixture(params=family.names())
def rule(request: pytest.FixtureRequest) -> Rule:
    return family[request.param]()


def test_the_order_of_people_and_items_changes_nothing(rule: Rule) -> None:
    ballots, chance = study(), random.Random(1)
    mixed = [
        replace(one, votes=tuple(chance.sample(one.votes, len(one.votes))))
        for one in chance.sample(ballots, len(ballots))
    ]
    assert decided(rule, mixed) == decided(rule, ballots)


def test_names_of_people_change_nothing(rule: Rule) -> None:
    ballots = study()
    names = {f"p{number}": f"{chr(122 - number)}" for number in range(12)}
    renamed = [
        replace(one, votes=tuple(replace(vote, person=names[vote.person]) for vote in one.votes)) for one in ballots
    ]
    assert decided(rule, renamed) == decided(rule, ballots)


def test_an_item_that_nobody_answered_changes_nothing(rule: Rule) -> None:
    ballots = study()
    more = decided(rule, [*ballots, ballot("empty", "")])
    assert more.pop("empty")[0] is None
    assert more == decided(rule, ballots)


def test_what_all_say_is_right(rule: Rule) -> None:
    ballots = [
        confirmed(ballot(f"q{number}", letter * 3, given=letter))
        for number, letter in zip(range(12), cycle("ABCD"), strict=False)
    ]
    assert [found[0] for found in decided(rule, ballots).values()] == [f"={letter}" for letter in "ABCD" * 3]


def test_what_all_say_about_one_item_is_right_whoever_they_are(rule: Rule) -> None:
    ballots = [*study(), confirmed(ballot("all", "BBB", given="B", people=["p0", "p1", "p2"]))]
    assert decided(rule, ballots)["all"][0] == "=B"


def test_a_tie_is_never_guessed(rule: Rule) -> None:
    ballots = [ballot("q1", "AB", given="C"), ballot("q2", "AABB", given="C", people=["w", "x", "y", "z"])]
    assert [found[0] for found in decided(rule, ballots).values()] == [None, None]


def test_every_gold_names_the_answers_it_counted(rule: Rule) -> None:
    ballots = study()
    for one, decision in zip(ballots, rule.decide(ballots, ()), strict=True):
        if decision.label is not None:
            assert decision.branch
            assert set(decision.counted) == {vote.answer for vote in one.votes}


def test_every_rule_says_what_it_does_and_can_be_built_from_its_own_name(rule: Rule) -> None:
    assert rule.about
    assert family.from_text(rule.spec) == rule
