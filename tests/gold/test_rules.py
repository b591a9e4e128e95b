"""What single rules do, worked by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from optotype.counting.ballots import Ballot, Word
from optotype.errors import OptotypeError
from optotype.gold.rules import (
    EXPERTS_SPLIT,
    NO_WORD,
    NOT_CONFIRMED,
    REJECTED,
    SPLIT,
    TOO_FEW,
    Decision,
    family,
)
from tests.gold.test_every_rule import ballot


def one(spec: str, given: Ballot) -> tuple[str | None, str]:
    """What a rule says about an item: what is right, and by which branch, or why not."""
    decision = decision_of(spec, given)
    return None if decision.label is None else given.labels[decision.label].key, decision.branch


def decision_of(spec: str, given: Ballot) -> Decision:
    (decision,) = family.from_text(spec).decide([given], ())
    return decision


def word(given: Ballot, letter: str | None, kind: str = "decided", person: str = "x") -> Ballot:
    """The same, with what an expert says."""
    keys = [label.key for label in given.labels]
    place = None if letter is None else keys.index(f"={letter}")
    assert kind in ("decided", "answered", "reviewed")
    return replace(given, words=(*given.words, Word(f"{person}:word", person, place, kind)))


def test_three_of_five_are_a_majority_and_two_of_five_are_none() -> None:
    assert one("majority", ballot("q", "AAABC")) == ("=A", "3 of 5")
    assert one("majority", ballot("q", "AABCD")) == (None, SPLIT)
    assert one("majority", ballot("q", "AA")) == (None, TOO_FEW)
    assert one("majority:least=2", ballot("q", "AA")) == ("=A", "2 of 2")


def test_half_is_no_majority_however_many_they_are() -> None:
    assert one("majority", ballot("q", "AAAABBBB")) == (None, SPLIT)


def test_where_there_is_no_majority_an_experts_decision_counts_with_all_answers() -> None:
    given = word(ballot("q", "AABB"), "B")
    assert one("majority", given) == ("=B", "expert")
    assert decision_of("majority", given).counted == ("p0:q", "p1:q", "p2:q", "p3:q", "x:word")
    assert one("majority:experts=false", given) == (None, SPLIT)


def test_one_voice_against_ends_unanimity_and_not_knowing_does_not() -> None:
    assert one("unanimity", ballot("q", "AAA.")) == ("=A", "3 of 3")
    assert one("unanimity", ballot("q", "AAAAB")) == (None, SPLIT)


def test_the_generated_answer_stands_if_two_of_three_agree() -> None:
    assert one("generated_or_confirmed", ballot("q", "AAB", given="A")) == ("=A", "generated")
    assert one("generated_or_confirmed", ballot("q", "ABC", given="A")) == (None, SPLIT)
    assert one("generated_or_confirmed", ballot("q", "A", given="A")) == (None, TOO_FEW)


def test_what_people_chose_instead_needs_to_be_confirmed() -> None:
    instead = ballot("q", "BBA", given="A")
    assert one("generated_or_confirmed", instead) == (None, NOT_CONFIRMED)
    assert one("generated_or_confirmed", word(instead, "B")) == ("=B", "confirmed")
    assert one("generated_or_confirmed", word(instead, "A")) == (None, NOT_CONFIRMED)
    assert one("generated_or_confirmed", word(instead, "B", "reviewed")) == ("=B", "confirmed")


def test_an_experts_own_answer_confirms_and_is_no_vote() -> None:
    given = word(ballot("q", "BBA", given="A", people=["p", "x", "q"]), "B", "answered")
    assert one("generated_or_confirmed", given) == (None, SPLIT)


def test_an_experts_word_decides_and_a_decision_before_all_other_words() -> None:
    given = ballot("q", "AAB")
    assert one("expert", given) == (None, NO_WORD)
    assert one("expert", word(given, "B", "reviewed")) == ("=B", "expert")
    assert one("expert", word(word(given, "B"), "A", "answered", "y")) == ("=B", "expert")
    assert one("expert", word(word(given, "B", "answered"), "A", "answered", "y")) == (None, EXPERTS_SPLIT)
    assert one("expert", word(given, None, "reviewed")) == (None, REJECTED)


def test_people_weigh_as_much_as_they_agree_with_known_answers() -> None:
    good, poor = ["g1", "g2"], ["p1", "p2", "p3"]
    known = [ballot(f"k{n}", "AAABCD"[:2] + "BCD", given="A", people=[*good, *poor]) for n in range(8)]
    asked = replace(ballot("q", "BBCCC", people=[*good, *poor]), known=False)
    rule = family.from_text("weighted")
    (decision,) = rule.decide([asked], known)
    assert decision.label is not None
    assert (asked.labels[decision.label].key, decision.branch) == ("=B", "against the majority")
    # two who were right nine times of ten, against three who were right once of ten: 1.8 of 2.1
    assert decision.probability == pytest.approx(1.8 / 2.1, abs=1e-6)
    with pytest.raises(OptotypeError, match="known"):
        rule.decide([asked], ())


@pytest.mark.parametrize("name", ["dawid_skene", "glad", "mace"])
def test_models_beat_the_majority_where_skills_differ(name: str) -> None:
    chance = random.Random(5)
    skills = {f"p{number:02}": 0.95 if number < 4 else 0.35 for number in range(12)}
    truth = [chance.choice("ABCD") for _ in range(300)]
    ballots: list[Ballot] = []
    for number, right in enumerate(truth):
        people = chance.sample(sorted(skills), 5)
        said = "".join(right if chance.random() < skills[who] else chance.choice("ABCD") for who in people)
        ballots.append(ballot(f"q{number}", said, people=people))

    def right_of(spec: str) -> int:
        found = family.from_text(spec).decide(ballots, ())
        pairs = zip(ballots, found, truth, strict=True)
        return sum(d.label is not None and b.labels[d.label].key == f"={letter}" for b, d, letter in pairs)

    assert right_of(name) > right_of("majority:least=1") + 30


def test_a_model_can_be_asked_to_be_sure() -> None:
    ballots = [ballot(f"q{number}", "AAB", given="A") for number in range(6)]
    sure = [found.label for found in family.from_text("glad:sure=0.999999").decide(ballots, ())]
    assert sure == [None] * 6


def test_settings_that_make_no_sense_are_refused() -> None:
    for spec in ("majority:least=0", "dawid_skene:sure=1", "glad:sure=0.2", "majority:fewest=2", "majorty"):
        with pytest.raises(OptotypeError):
            family.from_text(spec)
