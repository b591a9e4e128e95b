"""People who do not exist: their skill, bias, carelessness and pace come out as they were put in."""

from __future__ import annotations

import random
from statistics import median

import pytest

from optotype.errors import OptotypeError
from optotype.records import (
    Choice,
    Form,
    Gold,
    Graph,
    Number,
    Option,
    Preference,
    Ranking,
    ShortText,
    State,
    Value,
    YesNo,
    labels,
)
from optotype.simulating.people import HASTE, PLAIN, Saying, Simulated, answer, crowd, odds, truth
from tests.gold.people import LETTERS, gold, item

OPTIONS = tuple(Option(label=label, text=label) for label in labels(4))


def sayings(person: Simulated, *, plain: bool = False) -> list[Saying]:
    chance = random.Random(5)
    return [answer(person, item("one"), gold("one", "B"), chance, plain=plain) for _ in range(2000)]


def share(found: list[Saying], *value: str) -> float:
    return sum(one.value == value for one in found) / len(found)


def test_skill_is_the_share_that_is_right_and_the_rest_is_spread_over_what_is_wrong() -> None:
    found = sayings(Simulated("Robin", 0.7))
    assert share(found, "B") == pytest.approx(0.7, abs=0.03)
    for label in "ACD":
        assert share(found, label) == pytest.approx(0.1, abs=0.03)
    assert all(one.looked for one in found)


def test_who_does_not_look_says_anything_and_is_fast() -> None:
    found = sayings(Simulated("Robin", 1.0, careless=1.0, pace=10.0))
    assert share(found, "B") == pytest.approx(0.25, abs=0.03)
    assert not any(one.looked for one in found)
    assert median(one.seconds for one in found) == pytest.approx(10 * HASTE, abs=0.2)
    assert median(one.seconds for one in sayings(Simulated("Robin", 1.0, pace=10.0))) == pytest.approx(10, abs=0.7)


def test_bias_takes_the_first_that_is_shown() -> None:
    found = sayings(Simulated("Robin", 0.5, bias=1.0))
    assert share(found, "A") == pytest.approx(0.5, abs=0.04)
    assert share(found, "C") == 0.0
    chance = random.Random(1)
    turned = [
        answer(Simulated("Robin", 0.0, bias=1.0), item("one"), gold("one", "B"), chance, shown=("D", "C", "B", "A"))
        for _ in range(20)
    ]
    assert share(turned, "D") == 1.0


def test_what_is_plain_is_seen_by_whoever_looks_whatever_their_skill() -> None:
    assert share(sayings(Simulated("Robin", 0.1), plain=True), "B") == pytest.approx(PLAIN, abs=0.01)


def test_difficulty_makes_items_differ_and_leaves_the_middle_alone() -> None:
    person = Simulated("Robin", 0.8, difficulty=1.0)
    found = [odds(person, f"item {number}") for number in range(1000)]
    assert median(found) == pytest.approx(0.8, abs=0.03)
    assert min(found) < 0.5
    assert max(found) > 0.95
    assert odds(Simulated("Robin", 1.0, difficulty=3.0), "x") == 1.0


FORMS: list[tuple[Form, Value]] = [
    (LETTERS, ("A",)),
    (Choice(several=True, options=OPTIONS), ("A", "C")),
    (YesNo(), True),
    (Number(), 12.0),
    (Number(low=1, high=5), 5.0),
    (ShortText(), "17"),
    (ShortText(), "the red one"),
    (Ranking(options=OPTIONS), ("A", "B", "C", "D")),
    (Graph(), "( man , ride , horse ) , ( horse , is , white )"),
    (Graph(), "( man )"),
    (Preference(options=OPTIONS[:2]), "A"),
]


@pytest.mark.parametrize(("form", "right"), FORMS, ids=lambda value: str(value)[:30])
def test_every_form_can_be_answered_rightly_wrongly_and_carelessly(form: Form, right: Value) -> None:
    chance = random.Random(2)
    asked, known = item("one", form), Gold(item="set/one", accepted=(right,), rule="test")
    assert answer(Simulated("Robin", 1.0), asked, known, chance).value == right
    wrong = {str(answer(Simulated("Robin", 0.0), asked, known, chance).value) for _ in range(10)}
    if form.kind != "ranking":
        assert str(right) not in wrong
    for _ in range(5):
        said = answer(Simulated("Robin", 0.0, careless=1.0), asked, known, chance)
        assert said.state is State.GIVEN
    if isinstance(form, Number) and form.low is not None:
        assert wrong == {"4.0"}


def test_what_cannot_be_answered_is_said_to_be_so() -> None:
    asked, chance = item("one"), random.Random(1)
    assert answer(Simulated("Robin", 1.0), asked, gold("one"), chance).state is State.UNANSWERABLE


def test_a_right_answer_is_made_up_where_there_is_none_and_always_the_same() -> None:
    made = [truth(item(f"{number}"), seed=1) for number in range(20)]
    assert made == [truth(item(f"{number}"), seed=1) for number in range(20)]
    assert len({one.accepted for one in made if one is not None}) == 4
    for form, _ in FORMS:
        assert (truth(item("x", form)) is None) == (form.kind in ("graph", "short_text") or form == Number())


def test_a_crowd_has_its_skills_spread_and_its_share_of_the_careless() -> None:
    found = crowd(20, skill=(0.5, 0.9), careless=0.1, seed=3)
    assert (found[0].skill, found[-1].skill) == (0.5, 0.9)
    assert [person.name for person in found][:2] == ["Simulated 1", "Simulated 2"]
    assert sum(person.careless > 0 for person in found) == 2
    assert found == crowd(20, skill=(0.5, 0.9), careless=0.1, seed=3)
    assert crowd(1, skill=(0.5, 0.9))[0].skill == pytest.approx(0.7)


@pytest.mark.parametrize(
    "made",
    [
        lambda: Simulated("x", 1.1),
        lambda: Simulated("x", float("nan")),
        lambda: Simulated("x", 0.5, pace=0),
        lambda: Simulated("x", 0.5, difficulty=-1),
        lambda: crowd(0),
        lambda: crowd(3, skill=(0.9, 0.5)),
        lambda: crowd(3, careless=2),
    ],
)
def test_nobody_can_be_like_that(made: object) -> None:
    assert callable(made)
    with pytest.raises(OptotypeError, match="expected"):
        made()
