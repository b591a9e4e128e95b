"""BERTScore: worked by hand on an encoder of one's own, and run on a tiny one."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.evaluate import evaluate
from optotype.metrics import bertscore, build
from optotype.metrics.bertscore import Bertscore, _Encoder, _Text
from optotype.records import Score, State
from tests.conftest import library
from tests.metrics.cases import TEXT, case
from tests.respondents import tiny


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny encoder of four layers."""
    return tiny.roberta(tmp_path_factory.mktemp("encoders") / "tiny-roberta")


@pytest.fixture
def metric(encoder: Path) -> Bertscore:
    return Bertscore(model=str(encoder), layer=3)


class ByHand:
    """An encoder to which each word lies in a direction of its own; the first word and the last do not count."""

    def read(self, texts: Iterable[str]) -> dict[str, _Text | None]:
        torch = library("torch")
        words = ["[", "]", "a", "b", "c", "d"]
        found: dict[str, _Text | None] = {}
        for text in texts:
            ids = torch.tensor([words.index(word) for word in ("[", *text.split(), "]")])
            found[text] = _Text(torch.eye(len(words))[ids], ids > 1)
        return found


def test_it_is_the_mean_of_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    metric = Bertscore()
    monkeypatch.setitem(metric.__dict__, "_encoder", ByHand())
    mark = metric.compare("a b c d", "a d d")  # all three are in gold; of gold, two of four are said
    assert mark.parts == {"precision": 1.0, "recall": 0.5}
    assert mark.value == pytest.approx(2 / 3)
    assert metric.compare("a b", "c d").value == 0.0


def test_the_same_text_is_as_near_as_can_be(metric: Bertscore) -> None:
    assert metric.compare("the blue bar", "the blue bar").value == pytest.approx(1.0, abs=1e-6)
    assert metric.compare("the blue bar", "  the blue bar\n").value == pytest.approx(1.0, abs=1e-6)
    other = metric.compare("the blue bar", "nothing of this").value
    assert other is not None
    assert 0 <= other < 0.99


def test_what_is_empty_earns_nothing(metric: Bertscore, tmp_path: Path) -> None:
    assert metric.compare("the blue bar", " \n").value == 0.0
    assert metric.compare("", "the blue bar").value == 0.0
    mark = Bertscore(model=str(tiny.bert(tmp_path / "bert")), layer=1).compare("[SEP]", "the blue bar")
    assert (mark.value, mark.note) == (0.0, "gold has no words")


def test_the_best_of_several_right_texts_counts(metric: Bertscore) -> None:
    mark = metric.mark(case(TEXT, ["the red line", "the blue bar"], "blue bar", raw="blue bar"))
    assert mark == metric.compare("the blue bar", "blue bar")
    assert mark != metric.compare("the red line", "blue bar")


def test_only_what_was_never_heard_has_no_mark(metric: Bertscore) -> None:
    marks = metric.marks(
        [
            case(TEXT, "blue", State.FAILED),
            case(TEXT, "blue", State.REFUSED, raw="I cannot help with that."),
            case(TEXT, "blue", "red", raw="red"),
        ]
    )
    assert marks[0].value is None
    alone = [metric.compare("blue", said).value for said in ("I cannot help with that.", "red")]
    assert [mark.value for mark in marks[1:]] == pytest.approx(alone, abs=1e-6)


def test_others_beside_it_do_not_change_a_mark(metric: Bertscore) -> None:
    pairs = [(f"the bar number {number}", "bar " * (1 + number % 30)) for number in range(70)]
    together = [mark.value for mark in metric._compare(pairs)]
    assert together == pytest.approx([metric.compare(*pair).value for pair in pairs], abs=1e-6)


def count_encoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    encode, encoded = _Encoder._encode, list[str]()

    def counted(self: _Encoder, texts: Any) -> dict[str, _Text]:
        encoded.extend(texts)
        return encode(self, texts)

    monkeypatch.setattr(_Encoder, "_encode", counted)
    bertscore._load.cache_clear()
    return encoded


def test_each_text_is_encoded_once(metric: Bertscore, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = count_encoded(monkeypatch)
    for _ in range(2):
        metric.marks([case(TEXT, "yes", f"yes {n % 5}", raw=f"yes {n % 5}") for n in range(100)])
    assert sorted(encoded) == ["yes", *(f"yes {n}" for n in range(5))]


def test_what_is_remembered_is_bounded(metric: Bertscore, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = count_encoded(monkeypatch)
    monkeypatch.setattr(bertscore, "_KEPT", 300)
    metric.marks([case(TEXT, "yes", "no", raw=f"reply {n}") for n in range(200)])
    assert len(encoded) >= 201
    assert sum(len(text.counts) for text in metric._encoder._known.values()) == metric._encoder._kept <= 300


@pytest.mark.parametrize("text", ["x" * 3_000_000, "a b " * 500_000, "\ud800 half", "\x00\x1b[31m", "🙂" * 5000])
def test_strange_texts_are_read(metric: Bertscore, text: str) -> None:
    value = metric.compare("the blue bar", text).value
    assert value is not None
    assert 0 <= value <= 1


def test_the_signature_names_encoder_and_layer(encoder: Path, tmp_path: Path) -> None:
    assert Bertscore().signature == "bertscore(model=roberta-large,layer=17)/1"
    assert Bertscore(model="FacebookAI/roberta-base").signature == "bertscore(model=FacebookAI/roberta-base,layer=10)/1"
    named = build(f"bertscore:model={encoder},layer=2").signature
    assert named.startswith("bertscore(model=tiny-roberta@")
    assert named.endswith(",layer=2)/1")
    other = tiny.roberta(tmp_path / "tiny-roberta", seed=1)
    assert build(f"bertscore:model={other},layer=2").signature != named


def test_an_encoder_that_is_not_there_is_told_before_anybody_is_asked(bench: Workbench) -> None:
    missing = r"'bertscore' needs the encoder '/nowhere'\. There is no folder"
    with pytest.raises(OptotypeError, match=missing):
        Bertscore(model="/nowhere", layer=1).prepare(bench)
    with pytest.raises(OptotypeError, match=missing):
        Bertscore(model="/nowhere", layer=1).compare("a", "b")


def test_a_run_is_judged_by_it(bench: Workbench, encoder: Path) -> None:
    bench.draw("captions", count=3, seed=3)
    result = evaluate(bench, "baseline/random", metric=[f"bertscore:model={encoder},layer=2"])
    (judged,) = result.judged
    assert judged.signature.startswith("bertscore(model=tiny-roberta@")
    assert str(encoder.parent) not in result.run.model_dump_json()
    assert all(0 <= (score.value or 0) <= 1 for score in bench.store.each(Score))


def test_the_layer_of_an_unknown_encoder_is_asked_for(encoder: Path) -> None:
    with pytest.raises(OptotypeError, match=r"which layer of 'tiny-roberta@\w+' is meant\? Set layer"):
        Bertscore(model=str(encoder)).compare("a", "b")
    for layer in (5, -1):
        with pytest.raises(OptotypeError, match=f"layer {layer} of tiny-roberta, which has 4"):
            Bertscore(model=str(encoder), layer=layer).compare("a", "b")


def test_a_damaged_encoder_is_told(encoder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(encoder, tmp_path / "cut")
    (folder / "model.safetensors").write_bytes(b"no tensors")
    with pytest.raises(OptotypeError, match="'bertscore': cut cannot be loaded"):
        Bertscore(model=str(folder), layer=1).compare("a", "b")
