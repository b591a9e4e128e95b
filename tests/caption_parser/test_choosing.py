from __future__ import annotations

import numpy as np
import pytest

from optotype.caption_parser.choosing import SIZE, Chooser, alike, features, places
from optotype.caption_parser.language import words_of
from optotype.scenegraph import notation
from optotype.scenegraph.notation import Fact

CAPTION = "two men near an american bus by a wooden bench"
TEXTS = [word.text for word in words_of(CAPTION)]


def meaning(text: str) -> list[Fact]:
    return list(notation.parse(text))


WHOLE = meaning("( 2 , men , near , american bus )")
APART = meaning("( 2 , men , near , bus ) , ( bus , is , american )")


def nothing() -> Chooser:
    return Chooser(np.zeros(SIZE, np.float32))


def test_features_say_what_each_word_is() -> None:
    assert {"word|american|M", "word|bus|H", "thing|american bus", "word|wooden|-"} <= set(features(TEXTS, WHOLE))
    assert {"word|american|A", "attribute|american|bus", "attribute at|-1", "amount|2|after|two"} <= set(
        features(TEXTS, APART)
    )


def test_a_model_that_knows_nothing_takes_the_most_probable() -> None:
    assert nothing().choose(TEXTS, [(0.5, WHOLE), (0.4, APART)]) == WHOLE


def test_what_speaks_for_a_meaning_outweighs_a_little_probability() -> None:
    chooser = nothing()
    telling = set(places(TEXTS, APART)) - set(places(TEXTS, WHOLE))
    chooser.weights[list(telling)] = 1.0
    assert chooser.choose(TEXTS, [(0.5, WHOLE), (0.4, APART)]) == APART


def test_meanings_of_the_same_graph_are_added_up() -> None:
    active, passive = meaning("( car , park , near , tree )"), meaning("( car , p:park , near , tree )")
    other = meaning("( car , near , tree )")
    assert alike([(0.4, other), (0.3, active), (0.2, passive)]) == [(0.4, other), (0.5, active)]


@pytest.mark.parametrize("text", ["( thing:3 )", "( a , is , b )", "( 3gr , a , is , on , b )", "( a:1 , p:go , a )"])
def test_a_meaning_that_says_nothing_of_the_caption_has_features_too(text: str) -> None:
    for texts in (TEXTS, [], ["a"]):
        assert all(0 <= place < SIZE for place in places(texts, meaning(text)))


def test_a_file_holds_the_model_in_eight_bits() -> None:
    weights = np.zeros(SIZE, np.float32)
    weights[:3] = 1.27, -0.64, 0.001
    assert Chooser.load(nothing().save()).weights.any() == np.False_
    assert Chooser.load(Chooser(weights).save()).weights[:3] == pytest.approx([1.27, -0.64, 0.0], abs=0.0051)
