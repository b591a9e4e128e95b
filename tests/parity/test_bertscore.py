"""BERTScore beside the package bert-score: equal but for the last digits of single precision."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from optotype.metrics.bertscore import Bertscore
from tests.conftest import library
from tests.respondents import tiny

TEXTS = [
    "the blue bar",
    "a blue bar",
    "The blue bar is the highest of them all, by far.",
    "12.5 %",
    "between 0.25 and 0.30",
    "It is not possible to answer this question based only on the provided data.",
    "да, синий",
    "A,B",
    "B",
    "  the blue bar \n",
    "blue blue blue blue blue",
    "a text that is so long that no encoder would read it to its end " * 5,
    "naïve 🙂 <b>",
]
"""None of them is empty: with transformers 5, bert-score breaks on those."""


@pytest.fixture(scope="module")
def peer() -> Any:
    library("torch")
    return library("bert_score")


def with_space(folder: Path) -> Path:
    return tiny.roberta(folder, space=True)


@pytest.mark.parametrize("layer", [1, 3, 4])
@pytest.mark.parametrize("make", [with_space, tiny.bert])
def test_it_equals_bert_score(
    peer: Any, make: Callable[[Path], Path], layer: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # it looks for "t5" in the whole path, and takes what it finds for a T5
    make(tmp_path / "encoder")
    pairs = [(right, said) for right in TEXTS for said in TEXTS]
    rights, said = [right for right, _ in pairs], [said for _, said in pairs]
    # in a batch it fills up with zeros, which are nearer than what points the other way; that depends on the neighbours
    precision, recall, value = peer.score(said, rights, model_type="encoder", num_layers=layer, batch_size=1)
    ours = Bertscore(model="encoder", layer=layer)._compare(pairs)  # pyright: ignore[reportPrivateUsage]
    assert [mark.value for mark in ours] == pytest.approx(value.tolist(), abs=1e-6)
    for name, theirs in (("precision", precision), ("recall", recall)):
        assert [mark.parts[name] for mark in ours] == pytest.approx(theirs.tolist(), abs=1e-6)


def test_roberta_reads_a_space_before_each_text(peer: Any, tmp_path: Path) -> None:
    """As bert-score asks for; transformers 5 does not listen, so that it has to be told in another way."""
    plain, spaced = tiny.roberta(tmp_path / "plain"), tiny.roberta(tmp_path / "spaced", space=True)
    pairs = [("the blue bar", "blue"), ("a bar", "the bar")]
    for right, said in pairs:
        ours = Bertscore(model=str(plain), layer=3).compare(right, said)
        assert ours == Bertscore(model=str(spaced), layer=3).compare(right, said)
