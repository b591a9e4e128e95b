"""CLIPScore beside transformers alone, on a tiny CLIP."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from optotype import Workbench
from optotype import clip as loader
from optotype.errors import OptotypeError
from optotype.evaluate import evaluate
from optotype.metrics import build
from optotype.metrics.clipscore import Clipscore, clipscore
from optotype.records import Gold, Picture, Score, State
from tests.conftest import library
from tests.metrics.cases import TEXT
from tests.metrics.cases import item as bare
from tests.metrics.pictured import Plainly, asked, case
from tests.respondents import tiny

CAPTIONS = ["a dog", "Two men reading books on a bench .", "x", "a caption that is far too long " * 10]


@pytest.fixture
def metric(clip: Path, pictures: Workbench) -> Clipscore:
    found = Clipscore(model=str(clip))
    found.prepare(pictures)
    return found


@pytest.mark.parametrize("cosine_and_value", [(0.2, 0.5), (0.4, 1.0), (0.5, 1.25), (-0.3, 0.0)])
def test_it_is_two_and_a_half_cosines(cosine_and_value: tuple[float, float]) -> None:
    cosine, value = cosine_and_value
    assert clipscore(cosine) == pytest.approx(value)
    assert Clipscore().judge(cosine, ()).value == pytest.approx(min(1, value))


def test_it_is_what_transformers_computes(metric: Clipscore, plainly: Plainly) -> None:
    asked = [(caption, picture) for caption in CAPTIONS for picture in range(4)]
    marks = metric.marks([case(picture, caption) for caption, picture in asked])
    cosines = [plainly.cosine(f"A photo depicts {caption}", picture) for caption, picture in asked]
    assert [mark.parts["cosine"] for mark in marks] == pytest.approx(cosines, abs=1e-6)
    assert [mark.value for mark in marks] == pytest.approx([min(1, 2.5 * max(0, one)) for one in cosines], abs=1e-5)
    assert len({mark.value for mark in marks}) > 4


def test_the_prefix_is_a_setting(clip: Path, pictures: Workbench, plainly: Plainly) -> None:
    metric = build(f"clipscore:model={clip},prefix=")
    metric.prepare(pictures)
    assert metric.mark(case(1, "a dog")).parts["cosine"] == pytest.approx(plainly.cosine("a dog", 1), abs=1e-6)


def test_references_are_not_looked_at(metric: Clipscore) -> None:
    assert metric.mark(case(0, "a dog", "a dog")) == metric.mark(case(0, "a dog", "something else"))


def test_who_says_nothing_earns_nothing_and_who_was_never_heard_has_no_mark(metric: Clipscore) -> None:
    silent, never, refused = metric.marks([case(0, " "), case(0, State.FAILED), case(0, State.REFUSED)])
    assert (silent.value, silent.note) == (0, "the reply has no words")
    assert (never.value, never.parts) == (None, {})
    assert refused.value == 0
    assert tuple(silent.parts) == metric.parts


def test_a_picture_that_cannot_be_seen_gives_no_mark(metric: Clipscore, pictures: Workbench) -> None:
    assert metric.mark(case(4, "a dog")).note == "its picture is missing"
    picture = pictures.store.get(Picture, "set/2")
    assert picture is not None
    file = pictures.path(picture)
    assert file is not None
    file.write_bytes(b"no picture")
    loader.load.cache_clear()
    again = Clipscore(model=metric.model)
    again.prepare(pictures)
    marks = again.marks([case(number, "a dog") for number in range(4)])
    assert [mark.value is None for mark in marks] == [False, False, True, False]
    assert marks[2].note.startswith("its picture cannot be read")


def test_only_what_is_about_one_picture_is_judged(metric: Clipscore) -> None:
    assert metric.fits(asked(0))
    assert not metric.fits(bare(TEXT))
    assert not metric.fits(asked(0).model_copy(update={"pictures": ("set/0", "set/1")}))


def test_each_picture_and_each_text_is_encoded_once(
    clip: Path, pictures: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    loader.load.cache_clear()
    texts: list[str] = []
    images: list[int] = []
    encode, look = loader.Clip.encode, loader.Clip._encode_pictures  # pyright: ignore[reportPrivateUsage]

    def encoded(self: loader.Clip, some: list[str]) -> Any:
        texts.extend(some)
        return encode(self, some)

    def looked(self: loader.Clip, some: Any) -> Any:
        images.append(len(some))
        return look(self, some)

    monkeypatch.setattr(loader.Clip, "encode", encoded)
    monkeypatch.setattr(loader.Clip, "_encode_pictures", looked)
    metric = Clipscore(model=str(clip))
    metric.prepare(pictures)
    texts.clear()
    for _ in range(2):
        metric.marks([case(number % 4, f"dog {number % 3}") for number in range(30)])
    assert sorted(texts) == [f"A photo depicts dog {number}" for number in range(3)]
    assert images == [4]


def test_others_beside_it_do_not_change_a_mark(metric: Clipscore) -> None:
    cases = [case(number % 4, "dog " * (1 + number % 20)) for number in range(80)]
    together = metric.marks(cases)
    loader.load.cache_clear()
    assert [mark.value for mark in together] == pytest.approx([metric.mark(one).value for one in cases], abs=1e-5)


def test_the_signature_names_the_weights_and_no_path(clip: Path) -> None:
    signature = Clipscore(model=str(clip)).signature
    assert signature.startswith("clipscore(model=tiny-clip@")
    assert signature.endswith(",prefix=A photo depicts)/1")
    assert Clipscore().signature == "clipscore(model=openai/clip-vit-base-patch32,prefix=A photo depicts)/1"


def test_a_model_as_the_hub_has_it_is_read_alike(clip: Path, pictures: Workbench, tmp_path: Path) -> None:
    folder = shutil.copytree(clip, tmp_path / "older")
    settings = json.loads((folder / "processor_config.json").read_text())["image_processor"]
    (folder / "processor_config.json").unlink()
    kinds = {"image_processor_type", "processor_class"}
    older = {name: value for name, value in settings.items() if name not in kinds}
    older |= {"feature_extractor_type": "CLIPFeatureExtractor", "size": 16, "crop_size": 16}
    (folder / "preprocessor_config.json").write_text(json.dumps(older))
    ours, theirs = Clipscore(model=str(clip)), Clipscore(model=str(folder))
    for metric in (ours, theirs):
        metric.prepare(pictures)
    assert ours.mark(case(2, "a dog")) == theirs.mark(case(2, "a dog"))


def test_siglip_reads_texts_that_are_filled_up(pictures: Workbench, tmp_path: Path) -> None:
    folder = tiny.siglip(tmp_path / "siglip")
    metric = Clipscore(model=str(folder))
    metric.prepare(pictures)
    transformers = library("transformers")
    speech = transformers.AutoTokenizer.from_pretrained(folder)
    inputs = speech(["A photo depicts a dog"], padding="max_length", max_length=32, return_tensors="pt")
    with library("torch").inference_mode():
        model = transformers.SiglipModel.from_pretrained(folder).eval()
        theirs = model.get_text_features(input_ids=inputs["input_ids"]).pooler_output[0].numpy()
    ours = metric._vectors(["a dog"])[0]  # pyright: ignore[reportPrivateUsage]
    assert ours == pytest.approx(theirs / np.linalg.norm(theirs), abs=1e-6)
    assert metric.mark(case(0, "a dog")).value is not None


def test_what_is_no_clip_is_told_before_anybody_is_asked(pictures: Workbench, tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"'clipscore' needs the CLIP '/nowhere'\. There is no folder"):
        Clipscore(model="/nowhere").prepare(pictures)
    with pytest.raises(OptotypeError, match="of the kind 'bert', which does not compare pictures with texts"):
        Clipscore(model=str(tiny.bert(tmp_path / "bert"))).prepare(pictures)


def test_without_a_bench_there_are_no_pictures(clip: Path) -> None:
    with pytest.raises(OptotypeError, match="'clipscore' looks at pictures, and pictures are in a bench"):
        Clipscore(model=str(clip)).mark(case(0, "a dog"))
    with pytest.raises(OptotypeError, match="it cannot compare values"):
        Clipscore().score(asked(0), "a dog", "a dog")


def test_a_run_is_judged_by_it(pictures: Workbench, clip: Path, tmp_path: Path) -> None:
    with pictures.store.event("test") as event:
        event.put(*(asked(number) for number in range(4)))
        event.put(*(Gold(item=asked(number).id, accepted=("a dog",), rule="imported") for number in range(4)))
    said = tmp_path / "said.jsonl"
    lines = [{"id": asked(number).id, "answer": f"a dog, number {number}"} for number in range(4)]
    said.write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = evaluate(pictures, f"file/{said}", metric=[f"clipscore:model={clip}"])
    assert str(clip.parent) not in result.run.model_dump_json()
    assert len({score.value for score in pictures.store.each(Score)}) > 1
    assert result.judged[0].overall.count == 4
