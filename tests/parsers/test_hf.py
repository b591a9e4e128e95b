"""`hf/PATH` on a tiny T5 of random weights: what it writes is no graph, but it is what transformers would write."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from optotype.errors import OptotypeError
from optotype.parsers import hf, named
from optotype.parsers.hf import Hf
from optotype.scenegraph.graph import SceneGraph
from optotype.weights import find
from tests.conftest import library
from tests.parsers.test_every_parser import HOSTILE
from tests.respondents import tiny

CAPTIONS = ["a man on a bench", "two men reading books", "a dog", "A Dog"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.t5(tmp_path_factory.mktemp("parsers") / "tiny-t5")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """What the model writes, and whether it was cut off; each text is read as a thing of its own."""
    seen: dict[str, bool] = {}

    def read(text: str, *, cut: bool) -> SceneGraph:
        seen[text] = cut
        return SceneGraph.parse(f"( thing:{list(seen).index(text) + 1} )")

    monkeypatch.setattr(hf, "read", read)
    return seen


def by_transformers(folder: Path, caption: str, *, prefix: str = "Generate Scene Graph: ", **settings: Any) -> str:
    transformers = library("transformers")
    speech = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    inputs = speech(prefix + caption, return_tensors="pt", truncation=True, max_length=64)
    return speech.decode(model.generate(**inputs, max_new_tokens=20, **settings)[0], skip_special_tokens=True)


def test_the_model_is_asked_as_the_package_factualscenegraph_asks_it(folder: Path, written: dict[str, bool]) -> None:
    Hf(str(folder), tokens_out=20).parse(CAPTIONS)
    expected = {by_transformers(folder, caption) for caption in CAPTIONS}
    assert set(written) == expected
    assert len(expected) > 1


def test_prefix_and_beams_are_settings(folder: Path, written: dict[str, bool]) -> None:
    Hf(str(folder), prefix="", tokens_out=20).parse(["a dog"])
    Hf(str(folder), beams=3, tokens_out=20).parse(["a dog"])
    assert list(written) == [
        by_transformers(folder, "a dog", prefix=""),
        by_transformers(folder, "a dog", num_beams=3),
    ]


def test_captions_keep_their_order_and_each_is_parsed_once(folder: Path, written: dict[str, bool]) -> None:
    parser = Hf(str(folder), tokens_out=8, batch_size=2)
    together = parser.parse([*CAPTIONS, *CAPTIONS[::-1], "", "?!"])
    assert together[:4] == together[7:3:-1]
    assert together[8:] == [SceneGraph(), SceneGraph()]
    assert [parser.parse([caption])[0] for caption in CAPTIONS] == together[:4]
    assert all(written.values()), "so few tokens cut everything off"


@pytest.mark.parametrize("kind", HOSTILE)
def test_any_text_gives_a_graph(folder: Path, kind: str) -> None:
    (graph,) = Hf(str(folder), tokens_out=30).parse([HOSTILE[kind]])
    assert SceneGraph.parse(graph.write()) == graph


def test_a_slash_names_the_model_and_signatures_name_its_weights(folder: Path) -> None:
    assert named(f"hf/{folder}") == Hf(str(folder))
    assert named("hf/somebody/flan-t5").called == "hf/somebody/flan-t5"
    assert Hf(str(folder)).called == f"hf/{find(str(folder)).called}"
    assert str(folder.parent) not in Hf(str(folder)).called
    assert Hf(str(folder), beams=5, batch_size=3).called == f"hf/{find(str(folder)).called}(beams=5)"


def test_what_is_no_such_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"'hf' needs the model '/nowhere'\. There is no folder"):
        Hf("/nowhere").parse(["a dog"])
    with pytest.raises(OptotypeError, match="'hf': llama cannot be loaded"):
        Hf(str(tiny.llama(tmp_path / "llama"))).parse(["a dog"])
    with pytest.raises(OptotypeError, match="path"):
        named("hf")


def test_without_transformers_it_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hf._load.cache_clear()  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(OptotypeError, match=r"pip install 'optotype\[hf\]'"):
        Hf(str(folder)).parse(["a dog"])
