"""ROUGE beside the package rouge-score: equal to the last digit."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.formats import Entry, Source
from optotype.formats.scivqa import Scivqa
from optotype.metrics import Case
from optotype.metrics._rouge import Rouge
from optotype.metrics.rouge1 import Rouge1
from optotype.metrics.rougel import Rougel
from optotype.reading import read
from optotype.records import Answer
from optotype.stems import common_subsequence, tokens
from tests.conftest import library


class _Score(Protocol):
    precision: float
    recall: float
    fmeasure: float


Scorer = Callable[[str, str], Mapping[str, _Score]]

METRICS: dict[str, Rouge] = {"rouge1": Rouge1(), "rougeL": Rougel()}


@pytest.fixture(scope="module")
def peer() -> Scorer:
    scorer = library("rouge_score.rouge_scorer").RougeScorer(list(METRICS), use_stemmer=True)
    return cast("Scorer", scorer.score)


def check(peer: Scorer, right: str, said: str) -> None:
    theirs = peer(right, said)
    for name, metric in METRICS.items():
        ours = metric.compare(right, said)
        found = (ours.value, ours.parts["precision"], ours.parts["recall"])
        assert found == (theirs[name].fmeasure, theirs[name].precision, theirs[name].recall), (name, right, said)


@pytest.mark.parametrize(
    ("right", "said"),
    [
        ("", ""),
        ("red", ""),
        ("", "red"),
        ("Yes", "yes."),
        ("A,B,C", "BCD"),
        ("between 0.25 and 0.30", "0.25-0.30"),
        ("The quick brown foxes were jumping", "quickly, the brown fox jumps"),
        ("S-shaped", "The shape of the curve is S-shaped or sigmoidal."),
        ("dying skies' flies; happily generously", "die sky fly happy generous"),
        ("İstanbul K ſ naïve café", "i̇stanbul k s naive cafe"),
        ("да 5", "нет 5"),
        ("a\u00a0b\u2028c\x00d\x1ce", "a b c d e"),
        ("x" * 5_000, "x" * 4_999),
        ("running " * 300, "ran runs runner running " * 80),
    ],
)
def test_texts_by_hand(peer: Scorer, right: str, said: str) -> None:
    check(peer, right, said)


WORDS = st.sampled_from(
    "a an the red reds line lines lined value values valued maximal maximum 0.5 12 of yes no A,B it's Ünder".split()  # noqa: SIM905
)
SENTENCES = st.lists(WORDS, max_size=25).map(" ".join)


@given(SENTENCES, SENTENCES)
def test_sentences(peer: Scorer, right: str, said: str) -> None:
    check(peer, right, said)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_texts(peer: Scorer, right: str, said: str) -> None:
    check(peer, right, said)
    check(peer, right, right + said)


ENDINGS = """
    iti ive ize s ss sses ies ied ed eed ing y at bl iz ll e al alli bli logi ational tional enci izer ation ator alism
    iveness fulli biliti icate ative alize ical ful ness ance ence er able ement ment ent ion sion tion ou ism ate ous
"""
ENDED = st.lists(st.sampled_from(ENDINGS.split()), max_size=3).map("".join)
MADE_UP = st.tuples(st.text("aeioubcdlstyzwx", max_size=5), ENDED).map("".join)


@given(st.lists(MADE_UP, max_size=20).map(" ".join))
def test_words_that_are_made_up_have_the_stems_of_nltk(text: str) -> None:
    tokenizer = library("rouge_score.tokenizers").DefaultTokenizer(use_stemmer=True)
    assert list(tokens(text)) == tokenizer.tokenize(text)


@given(st.text("abc", max_size=40), st.text("abcd", max_size=40))
def test_common_subsequences(one: str, other: str) -> None:
    row = [0] * (len(other) + 1)
    for letter in one:
        before = row
        row = [0]
        for place, another in enumerate(other):
            row.append(before[place] + 1 if letter == another else max(before[place + 1], row[place]))
    assert common_subsequence(tuple(one), tuple(other)) == row[-1]


def test_what_people_judged(peer: Scorer, shared: Callable[[str], Path]) -> None:
    for row in json.loads(shared("scivqa/human_judgments_half.json").read_text(encoding="utf-8")):
        check(peer, row["reference"], row["response"])


def test_gold_of_scivqa_is_the_text_in_its_file(peer: Scorer, shared: Callable[[str], Path]) -> None:
    path = shared("scivqa/validation.json")
    written = {row["instance_id"]: row["answer"] for row in json.loads(path.read_text(encoding="utf-8"))}
    answers = list(written.values())
    count = 0
    for number, entry in enumerate(Scivqa().read(Source(path, "scivqa"))):
        assert isinstance(entry, Entry)
        (item,), (gold,) = entry.items, entry.golds
        right = written[item.id.removeprefix("scivqa/")]
        for raw in (right, answers[number - 7], f"I would say {right}", ""):
            reading = read(raw, item)
            answer = Answer(id="a", item=item.id, respondent="r", state=reading.state, value=reading.value, raw=raw)
            theirs = peer(right, raw)
            for name, metric in METRICS.items():
                ours = metric.mark(Case(item, gold, answer))
                assert (ours.value, *ours.parts.values()) == (
                    theirs[name].fmeasure,
                    theirs[name].precision,
                    theirs[name].recall,
                ), (name, right, raw)
                count += 1
    assert count == len(written) * 8
