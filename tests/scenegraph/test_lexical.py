from __future__ import annotations

import math

import pytest

from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.lexical import mtld, ttr, vocabulary, yules_i


def test_words_are_counted_by_what_they_are() -> None:
    found = vocabulary(
        [
            SceneGraph.parse("( man , sit on , bench ) , ( bench , is , red ) , ( man )"),
            SceneGraph.parse("( man , is , old ) , ( men ) , ( men:1 )"),
        ]
    )
    assert found.things == ("man", "bench", "man", "men", "men")
    assert found.attributes == ("red", "old")
    assert found.predicates == ("sit on",)


def test_type_token_ratio_by_hand() -> None:
    assert ttr(["a", "b", "a"]) == 2 / 3
    assert ttr([]) == 0


def test_yules_i_by_hand() -> None:
    # a three times, b twice, c once: 3 * 3 / (9 + 4 + 1 - 3)
    assert yules_i(list("aaabbc")) == 9 / 11
    assert yules_i([]) == 0
    assert yules_i(["a", "b"]) == math.inf


def test_mtld_by_hand() -> None:
    # the ratio is 4/5 at the fifth word and 4/6 at the sixth, where the stretch ends, whichever way it is read
    assert mtld(["of", "the", "people", "by", "the", "people"]) == 6
    # a stretch that has gone from 1 to 4/5 has gone 0.2 of the 0.28 to the threshold
    assert mtld(["of", "the", "people", "by", "the"]) == pytest.approx(5 / (0.2 / 0.28))


def test_a_text_without_repeats_is_one_stretch() -> None:
    assert mtld(["a", "b", "c"]) == 3
    assert mtld([]) == 0


@pytest.mark.parametrize("threshold", [0.0, 1.0, math.nan])
def test_a_threshold_that_nothing_can_cross_is_refused(threshold: float) -> None:
    with pytest.raises(ValueError, match="threshold"):
        mtld(["a"], threshold=threshold)


def test_the_figures_of_the_package_lexicalrichness() -> None:
    # lexicalrichness 0.5.1: LexicalRichness(words, preprocessor=None, tokenizer=None).ttr, .yulei, .mtld(0.72)
    words = [str(number * number % 31) for number in range(150)]
    assert (ttr(words), yules_i(words), mtld(words)) == pytest.approx(
        (16 / 150, 0.18104667609618105, 16.666666666666668), abs=1e-12
    )
