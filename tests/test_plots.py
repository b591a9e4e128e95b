from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from optotype import Workbench
from optotype.errors import OptotypeError
from optotype.records import Collection, Item, Origin, ShortText
from tests.samples import fill


def ask(bench: Workbench, *questions: str, kind: str = "plain") -> None:
    origin = Origin(kind="written", by="test")
    with bench.store.event("test") as writer:
        writer.write(add=[Collection(id="x", format="draw")])
        writer.write(
            add=[
                Item(
                    id=f"x/{number}",
                    collection="x",
                    origin=origin,
                    form=ShortText(),
                    question=question,
                    cluster=str(number),
                    tags={"kind": (kind,)},
                    split=("train", "test")[number % 2],
                )
                for number, question in enumerate(questions)
            ]
        )


def test_every_plot_is_written_as_svg_and_png(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    files = bench.stats().plot(tmp_path / "plots")
    assert {file.suffix for file in files} == {".svg", ".png"}
    assert {file.stem for file in files} >= {"stats-kinds", "stats-skills", "stats-question-words", "stats-options"}
    for file in files:
        if file.suffix == ".png":
            with Image.open(file) as image:
                assert image.width > 400


def test_text_from_files_is_drawn_and_not_read_as_a_formula(bench: Workbench, tmp_path: Path) -> None:
    ask(bench, "one", "two words", kind=r"costs $\frac{1$ and <b> Ж 漢 \bad")
    assert bench.stats().plot(tmp_path)


def test_one_very_long_question_does_not_flatten_the_rest(bench: Workbench, tmp_path: Path) -> None:
    ask(bench, *(["a b c"] * 200), "word " * 100_000)
    assert bench.stats().plot(tmp_path)


def test_the_same_figures_give_the_same_files(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    one, other = (bench.stats().plot(tmp_path / name) for name in ("one", "other"))
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in other]


def test_nothing_is_drawn_of_nothing(bench: Workbench, tmp_path: Path) -> None:
    assert bench.stats().plot(tmp_path) == []


def test_a_folder_that_cannot_be_is_told(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    (tmp_path / "file").touch()
    with pytest.raises(OptotypeError, match="plots cannot be written there"):
        bench.stats().plot(tmp_path / "file")
