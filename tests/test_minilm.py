from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import optotype
from optotype import minilm
from optotype.errors import OptotypeError
from optotype.minilm import WIDTH, MiniLm

PHRASES = ["man", "red bench", "man sit on bench", "plane fly in sky", "2 men", "élan vital", ""]


@pytest.fixture(scope="module")
def encoder() -> MiniLm:
    """One for all tests."""
    return MiniLm()


def test_every_text_gets_a_vector_of_length_one(encoder: MiniLm) -> None:
    found = encoder.encode(PHRASES)
    assert found.shape == (len(PHRASES), WIDTH)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert encoder.encode([]).shape == (0, WIDTH)


def test_a_text_has_a_vector_for_each_of_its_tokens_and_their_mean_is_its_own(encoder: MiniLm) -> None:
    states = encoder.states(PHRASES)
    assert [len(found) for found in states] == [3, 4, 6, 6, 4, 5, 2]  # with a beginning and an end
    means = np.stack([found.mean(axis=0) for found in states])
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    np.testing.assert_allclose(means, encoder.encode(PHRASES), atol=1e-5)
    assert encoder.states([]) == []


def test_nothing_depends_on_what_is_encoded_together(encoder: MiniLm) -> None:
    together = encoder.encode([*PHRASES, *(f"{phrase} {number}" for phrase in PHRASES for number in range(70))])
    alone = np.concatenate([encoder.encode([phrase]) for phrase in PHRASES])
    np.testing.assert_allclose(together[: len(PHRASES)], alone, atol=1e-6)


def test_capital_letters_are_small_letters(encoder: MiniLm) -> None:
    one, other = encoder.encode(["Red Bench", "red bench"])
    np.testing.assert_allclose(one, other, atol=1e-6)


def test_its_cosines_are_those_of_the_original() -> None:
    # SentenceTransformer("all-MiniLM-L6-v2").encode(pair, normalize_embeddings=True), sentence-transformers 6.2.0
    recorded = {
        ("man", "woman"): 0.3257,
        ("red bench", "bench"): 0.8130,
        ("kid ride bike", "boy ride bicycle"): 0.7672,
        ("plane fly in sky", "fish in water"): 0.1422,
        ("two men", "2 men"): 0.9466,
        ("tower", "clock"): 0.3302,
    }
    found = minilm.shared().cosines(list(recorded))
    assert found == pytest.approx(list(recorded.values()), abs=0.01)


def test_a_long_text_does_no_harm(encoder: MiniLm) -> None:
    began = time.perf_counter()
    found = minilm.shared().vectors(["word " * 1_000_000, "\x00\x01", "half a character \ud83d", "🙂" * 5_000])
    assert time.perf_counter() - began < 20
    assert np.isfinite(found).all()
    assert np.isfinite(encoder.encode(["word " * 10_000])).all()


@pytest.mark.parametrize("module", minilm.MODULES)
def test_without_a_package_the_error_says_what_to_install(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(OptotypeError, match=f"pip install {module}"):
        MiniLm()


def test_nothing_is_loaded_before_it_is_needed() -> None:
    code = (
        "import sys; from optotype.metrics.soft_spice import SoftSpice; from optotype import minilm; SoftSpice(); "
        "minilm.shared(); sys.exit(bool({'onnxruntime', 'tokenizers', 'numpy'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_embedded_stays_small() -> None:
    folder = Path(optotype.__file__).parent / "embedded"
    sizes = {name: sum(path.stat().st_size for path in (folder / name).iterdir()) for name in ("minilm", "wordnet")}
    assert sizes["minilm"] < 26_000_000
    assert sizes["wordnet"] < 2_000_000
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 80_000_000
