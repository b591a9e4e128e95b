"""Hugging Face: a folder that can be uploaded as it is, and a card that programs and people can read."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from optotype import Workbench, init
from optotype.formats._about import known_licence
from optotype.records import Collection, Item
from tests.samples import fill

HOSTILE = "A \"title\": with — dashes\n---\n# and | more, 'quotes' {braces} [x] & *y* !z %w @v `u` \x07 \u2028 🙂"


def front_matter(folder: Path) -> dict[str, Any]:
    text = (folder / "README.md").read_text(encoding="utf-8")
    start, front, _ = text.split("---\n", 2)
    assert not start
    return importlib.import_module("yaml").safe_load(front)


def test_the_card_says_what_the_folder_holds(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("huggingface", tmp_path / "out")
    said = front_matter(tmp_path / "out")
    assert said["license"] == ["cc-by-4.0"]
    assert said["task_categories"] == ["visual-question-answering", "multiple-choice"]
    assert said["size_categories"] == ["n<1K"]
    assert said["configs"][0]["data_files"][:2] == [
        {"split": "train", "path": "data/train-*"},
        {"split": "validation", "path": "data/validation-*"},
    ]
    assert said["dataset_info"]["splits"][0] == {"name": "train", "num_examples": 2}
    assert {"name": "images", "list": "image"} in said["dataset_info"]["features"]
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "| train | 2 |" in text
    assert "| images | The pictures that the question is about. |" in text
    assert "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)" in text


def test_the_features_of_the_card_are_those_of_the_files(datasets: Any, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("huggingface", tmp_path / "out")
    card = datasets.Features._from_yaml_list(front_matter(tmp_path / "out")["dataset_info"]["features"])
    loaded = datasets.load_dataset("parquet", data_files=str(tmp_path / "out" / "data" / "train-*"), split="train")
    assert card == loaded.features


def test_features_of_every_kind_are_written_as_datasets_reads_them(
    datasets: Any, bench: Workbench, tmp_path: Path
) -> None:
    features = datasets.Features(
        {
            "id": datasets.Value("string"),
            "question": datasets.Value("string"),
            "label": datasets.ClassLabel(names=["yes: 'a'", "no"]),
            "inner": {"x": datasets.Value("float64"), "many": datasets.List({"y": datasets.Value("int64")})},
            "when": datasets.Value("timestamp[ns]"),
        }
    )
    row = {"id": "1", "question": "?", "label": 1, "inner": {"x": 0.5, "many": [{"y": 1}]}, "when": 5}
    datasets.Dataset.from_list([row], features=features).to_parquet(tmp_path / "test.parquet")
    bench.import_("huggingface", tmp_path / "test.parquet")
    bench.export("huggingface", tmp_path / "out")
    assert datasets.Features._from_yaml_list(front_matter(tmp_path / "out")["dataset_info"]["features"]) == features


def test_a_hostile_title_stays_text(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    hostile = Collection(
        id="mixed", format="draw", title=HOSTILE, description=HOSTILE, licence=f"Mine: {HOSTILE}", citation=HOSTILE
    )
    with bench.store.event("test") as writer:
        writer.write(replace=[hostile])
    (bench.folder / "optotype.toml").write_text("[bench]\n")
    with Workbench(bench.folder) as untitled:
        untitled.export("huggingface", tmp_path / "out")
    said = front_matter(tmp_path / "out")
    assert said["pretty_name"] == " ".join(HOSTILE.split())
    assert said["license"] == ["other"]
    assert said["license_name"] == f"Mine: {HOSTILE}"


def test_the_card_is_read_on_import(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("huggingface", tmp_path / "out")
    with init(tmp_path / "again") as again:
        again.import_("huggingface", tmp_path / "out", name="mixed")
        collection = again.store.get(Collection, "mixed")
        assert collection is not None
        assert (collection.title, collection.licence) == ("bench", "CC BY 4.0")


@pytest.mark.parametrize("card", ["", "---\n", "---\nlicense: [\n---\n", '---\nlicense: "\n---\n', "---\n\xff\n---"])
def test_a_card_that_says_nothing_does_no_harm(card: str, bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    bench.export("huggingface", tmp_path / "out")
    (tmp_path / "out" / "README.md").write_text(card, encoding="latin-1")
    with init(tmp_path / "again") as again:
        again.import_("huggingface", tmp_path / "out", name="mixed")
        assert again.store.count(Item) == 11


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("CC BY-NC-SA 4.0", "cc-by-nc-sa-4.0"),
        ("cc-by-4.0", "cc-by-4.0"),
        ("https://creativecommons.org/licenses/by/4.0/", "cc-by-4.0"),
        ("https://creativecommons.org/licenses/by/4.0/legalcode", "cc-by-4.0"),
        ("MIT", "mit"),
        ("Apache 2.0", "apache-2.0"),
    ],
)
def test_licences_are_known_by_their_names(name: str, identifier: str) -> None:
    licence = known_licence(name)
    assert licence is not None
    assert licence.identifier == identifier


def test_an_unknown_licence_is_not_guessed() -> None:
    assert known_licence("CC BY 5.0") is None
