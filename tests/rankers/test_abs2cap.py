"""Abs2Cap: captions beside abstracts, by words and by meaning."""

from __future__ import annotations

import math
import random

import pytest

from optotype import rankers
from optotype.errors import OptotypeError
from optotype.rankers import Candidate, Request
from optotype.rankers._matching import bm25, cider, meteor, rougel

ABSTRACT = (
    "We propose a network that ranks the figures of a paper. It reads captions and learns from graphical abstracts."
)
CAPTIONS = {
    "overview": "Overview of the network that ranks figures by reading captions.",
    "loss": "Training loss over epochs for three seeds.",
    "errors": "Histogram of residuals; bars are bins of equal width.",
}
LEXICAL = ("bm25", "rougel", "meteor", "cider")


def request(captions: dict[str, str], abstract: str = ABSTRACT) -> Request:
    return Request(abstract, tuple(Candidate(id, caption) for id, caption in captions.items()))


def first(by: str, asked: Request) -> str:
    return rankers.build(f"abs2cap:by={by}").rank(asked)[0].id


@pytest.mark.parametrize("by", [*LEXICAL, "embedding"])
def test_the_caption_that_says_what_the_abstract_says_comes_first(by: str) -> None:
    assert first(by, request(CAPTIONS)) == "overview"


@pytest.mark.parametrize("by", LEXICAL)
def test_russian_captions_are_compared_too(by: str) -> None:
    captions = {
        "схема": "Схема сети, которая упорядочивает рисунки статьи.",
        "ошибка": "Ошибка на обучающей выборке.",
    }
    assert first(by, request(captions, "Мы предлагаем сеть, которая упорядочивает рисунки статей.")) == "схема"


@pytest.mark.parametrize("by", [*LEXICAL, "embedding"])
def test_nothing_changes_when_figures_are_shuffled(by: str) -> None:
    shuffled = dict(random.Random(5).sample([*CAPTIONS.items()], k=3))
    ranker = rankers.build(f"abs2cap:by={by}")
    assert ranker.rank(request(shuffled)) == ranker.rank(request(CAPTIONS))


@pytest.mark.parametrize("by", [*LEXICAL, "embedding"])
def test_texts_without_a_word_have_no_score_and_break_nothing(by: str) -> None:
    found = rankers.build(f"abs2cap:by={by}").rank(request({"a": "", "b": "$x$ \\cite{y}", "c": "<MATH>"}))
    assert [ranked.rated.score for ranked in found] == [0.0, 0.0, 0.0]
    assert rankers.build(f"abs2cap:by={by}").rank(request(CAPTIONS, ""))[0].rated.score == 0.0
    assert rankers.build(f"abs2cap:by={by}").rank(Request(ABSTRACT, ())) == []


def test_a_figure_has_the_score_of_its_best_part() -> None:
    parts = tuple(Candidate(id, caption) for id, caption in CAPTIONS.items())
    whole = Candidate("F1", "", parts=parts)
    other = Candidate("F2", "The network ranks.")
    best, second = rankers.build("abs2cap").rank(Request(ABSTRACT, (other, whole)))
    assert (best.id, best.part) == ("F1", "overview")
    assert (second.id, second.part) == ("F2", None)


def test_words_that_matched_are_the_reasons_and_make_up_the_score() -> None:
    best = rankers.build("abs2cap").rank(request({"a": "A network reads figures.", "b": "Nothing of it."}))[0]
    assert {reason.what for reason in best.rated.reasons} == {"a", "network", "reads", "figures"}
    assert math.fsum(reason.weight for reason in best.rated.reasons) == pytest.approx(best.rated.score)


def test_bm25_is_what_its_formula_says() -> None:
    one, other = bm25(["cat"], [["cat", "cat", "dog"], ["dog"]])
    rare = math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    assert one.score == pytest.approx(rare * 2 * 2.5 / (2 + 1.5 * (0.25 + 0.75 * 3 / 2)))
    assert other.score == 0


def test_rougel_looks_at_the_order_of_words() -> None:
    same, turned = rougel(["a", "bright", "star"], [["a", "bright", "star"], ["star", "bright", "a"]])
    assert same.score == pytest.approx(1.0)
    assert turned.score == pytest.approx(1 / 3)


def test_meteor_knows_stems_and_synonyms_and_counts_pieces() -> None:
    exact, stems, synonyms, none = meteor(
        ["bicycle", "rides"], [["bicycle", "rides"], ["bicycles", "ride"], ["bike"], ["x"]]
    )
    assert exact.score == stems.score == pytest.approx(1 - 0.5 * (1 / 2) ** 3)
    assert 0 < synonyms.score < exact.score
    assert none.score == 0


def test_cider_of_the_same_words_is_ten_and_of_others_nothing() -> None:
    same, none = cider(["a", "b", "c", "d"], [["a", "b", "c", "d"], ["e", "f"]])
    assert same.score == pytest.approx(10)
    assert none.score == 0


def test_a_measure_that_does_not_exist_is_told() -> None:
    with pytest.raises(OptotypeError, match="bm25"):
        rankers.build("abs2cap:by=bm52")


def test_a_very_long_caption_hangs_nothing() -> None:
    long = " ".join(f"word{number % 500}" for number in range(20_000))
    for by in LEXICAL:
        assert rankers.build(f"abs2cap:by={by}").rank(request({"a": long, "b": "word1 word2"}, long[:3000]))
