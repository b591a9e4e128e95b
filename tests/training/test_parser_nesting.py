from __future__ import annotations

import random

import pytest

from optotype.caption_parser import language
from optotype.scenegraph import notation
from optotype.training._parser_data import Example
from optotype.training._parser_nesting import Nesting

STOVE = ("white stove in a kitchen", "( stove , is , white ) , ( stove , in , kitchen )")
TILED = ("kitchen with tiled floor", "( kitchen , with , floor ) , ( floor , is , tiled )")
LARGE = ("the kitchen is old", "( kitchen , is , old )")
HAT = ("man in a hat", "( man , wear , hat )")
CUP = ("a man is holding a cup", "( man , hold , cup )")
COAT = ("man wearing a coat", "( man , wear , coat )")
WALKS = ("man with a dog walking on grass", "( man , with , dog ) , ( man , walk , on , grass )")
DOG = ("the dog has a red collar", "( dog , have , collar ) , ( collar , is , red )")
WOMAN = ("woman in a hat near a man", "( woman , wear , hat ) , ( woman , near , man )")
MEN = ("two men on a bench", "( 2 , men , on , bench )")
OTHERS = ("dog near men", "( dog , near , men )")
STREET = ("a dog next to a man 's leg", "( man , have , leg ) , ( dog , next to , leg )")
OWNER = ("leg of the chair", "( chair , have , leg )")
PARKED = ("car parked near a tree", "( car , p:park , near , tree )")
DRIVER = ("woman in a car", "( woman , in , car )")
PAIR = ("two dogs sitting on grass", "( 2 , dogs , sit , on , grass )")
LAWN = ("grass behind three trees", "( grass , behind , 3 , trees )")
BEHIND = ("dog behind the kitchen", "( dog , behind , kitchen )")
BOTH = ("man and woman on a bench", "( man , on , bench ) , ( woman , on , bench )")
ALL = (
    STOVE,
    TILED,
    LARGE,
    HAT,
    CUP,
    COAT,
    WALKS,
    DOG,
    WOMAN,
    MEN,
    OTHERS,
    STREET,
    OWNER,
    PARKED,
    DRIVER,
    PAIR,
    LAWN,
    BEHIND,
    BOTH,
)


def example(told: tuple[str, str]) -> Example:
    meaning = notation.parse(told[1])
    return Example(told[0], meaning, language.graph_of(meaning))


@pytest.fixture(scope="module")
def nesting() -> Nesting:
    return Nesting([example(told) for told in ALL])


@pytest.mark.parametrize(
    ("host", "guest", "caption", "more"),
    [
        (STOVE, TILED, "white stove in a kitchen with tiled floor", TILED[1]),
        (STOVE, LARGE, "white stove in an old kitchen", LARGE[1]),
        (WOMAN, CUP, "woman in a hat near a man holding a cup", CUP[1]),
        (HAT, CUP, "man in a hat is holding a cup", CUP[1]),
        (OTHERS, DOG, "dog near men has a red collar", DOG[1]),
        (WALKS, DOG, "man with a dog that has a red collar walking on grass", DOG[1]),
        (WOMAN, HAT, "woman in a hat near a man in a hat", "( man , wear , hat:1 )"),
        (DRIVER, PARKED, "woman in a car parked near a tree", PARKED[1]),
        (PAIR, LAWN, "two dogs sitting on grass behind three trees", LAWN[1]),
    ],
)
def test_a_guest_says_in_the_host_what_it_says_of_the_thing_they_share(
    host: tuple[str, str], guest: tuple[str, str], caption: str, more: str, nesting: Nesting
) -> None:
    made = nesting.nest(example(host), example(guest), random.Random(1))
    assert made is not None
    assert made.caption == caption
    assert set(made.meaning) == {*notation.parse(host[1]), *notation.parse(more)}
    assert made.graph == language.graph_of(made.meaning)


@pytest.mark.parametrize(
    ("host", "guest", "why"),
    [
        (HAT, WOMAN, "no thing that the guest begins with"),
        (OTHERS, MEN, "two men and men are not the same"),
        (STREET, OWNER, "a leg has one owner"),
        (STOVE, BOTH, "nothing in common"),
        (WOMAN, BOTH, "the guest would be said of the man alone"),
        (BOTH, COAT, "the man is followed by others"),
        (OTHERS, BEHIND, "the men too might be behind a kitchen"),
    ],
)
def test_what_does_not_fit_is_not_made_one(
    host: tuple[str, str], guest: tuple[str, str], why: str, nesting: Nesting
) -> None:
    found = [*map(example, ALL), example(("men behind a kitchen", "( men , behind , kitchen )"))]
    assert Nesting(found).nest(example(host), example(guest), random.Random(1)) is None, why


def test_two_clauses_about_a_thing_are_joined(nesting: Nesting) -> None:
    captions = {
        made.caption
        for seed in range(20)
        if (made := nesting.nest(example(CUP), example(COAT), random.Random(seed))) is not None
    }
    assert captions == {
        "a man is holding a cup and wearing a coat",
        "a man is holding a cup , wearing a coat",
        "a man is holding a cup wearing a coat",
    }


def test_draws_are_long_and_the_same_for_the_same_seed(nesting: Nesting) -> None:
    drawn = nesting.draw(200, random.Random(3))
    assert len(drawn) > 20
    assert all(9 <= len(one.caption.split()) <= 26 for one in drawn)
    assert drawn == nesting.draw(200, random.Random(3))
    for one in drawn:
        assert one.graph == language.graph_of(one.meaning), one.caption
        written = language.read(language.write(one.meaning, one.caption))
        assert language.graph_of(written) == one.graph
