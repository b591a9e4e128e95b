"""Papers to learn from: which of them teach something, and what of them is right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from optotype.errors import OptotypeError
from optotype.figure_vectors import Embedded
from optotype.records import Collection, Figure
from optotype.workbench import Workbench
from tests.conftest import library
from tests.rankers.papers import boxes, fill, paper, plot, show

library("torch")
data = library("optotype.training._figure_data")


class Small(Embedded):
    """Sees the mean colour of pictures, and the length of texts."""

    looked = 0

    @property
    def width(self) -> int:
        return 2

    @property
    def shape(self) -> tuple[int, ...]:
        return (3,)

    def texts(self, texts: Sequence[str]) -> Any:
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)

    def pictures(self, images: Sequence[Image.Image]) -> Any:
        self.looked += len(images)
        return np.stack([np.asarray(image.convert("RGB"), dtype=np.float32).mean(axis=(0, 1)) for image in images])


def add(bench: Workbench, number: int, figures: tuple[Figure, ...], *right: str) -> None:
    with bench.store.event("test") as writer:
        for figure in figures:
            for place, id in enumerate([id for part in (figure, *figure.subfigures) for id in part.pictures]):
                if "missing" not in id:
                    writer.put(show(bench, id, boxes(number) if place == 0 else plot(place)))
        record, item, gold = paper(number, figures, *right)
        writer.put(record, item, *([gold] if gold is not None else []))


@pytest.fixture(name="bench")
def _bench(bench: Workbench) -> Workbench:
    with bench.store.event("test") as writer:
        writer.put(Collection(id="set", format="write"))
    one, other = Figure(id="F1", pictures=("set/a",)), Figure(id="F2", caption="Two.", pictures=("set/b",))
    for number in (0, 1):  # dev and train
        add(bench, number, (one, other), "F2")
    return bench


def test_papers_that_teach_nothing_are_left_out_and_counted(bench: Workbench) -> None:
    one, other = Figure(id="F1", pictures=("set/a",)), Figure(id="F2", pictures=("set/b",))
    gone = Figure(id="F3", pictures=("set/missing",))
    add(bench, 2, (one, other))  # nobody said which is right
    add(bench, 3, (one, other), "F1", "F2")
    add(bench, 5, (one,), "F1")
    add(bench, 6, (gone, gone), "F3")
    add(bench, 7, (one, gone), "F3")  # the right one cannot be looked at
    found = data.read_papers(bench.folder, Small())
    assert [lesson.paper for lesson in found.split("train")] == ["set/001"]
    assert [lesson.paper for lesson in found.split("dev")] == ["set/000"]
    assert found.notes == (
        "left out (3): all of its figures are right, or none that can be looked at",
        "left out (3): figures without a picture that can be looked at",
        "left out (1): nobody said which figure is right",
        "left out (1): none of its pictures can be looked at",
    )


def test_where_the_source_names_a_part_the_other_parts_are_not_right(bench: Workbench) -> None:
    parts = tuple(Figure(id=f"F1.{place}", caption=f"Part {place}.", pictures=(f"set/p{place}",)) for place in (1, 2))
    whole = Figure(id="F1", caption="Both.", subfigures=parts)
    other = Figure(id="F2", pictures=("set/b",))
    add(bench, 2, (whole, other), "F1", "F1.2")
    add(bench, 3, (whole, other), "F1")
    named, all_of_it = (lesson for lesson in data.read_papers(bench.folder, Small()).lessons[2:])
    assert (named.figures, named.right) == ((0, 0, 1), (False, True, False))
    assert all_of_it.right == (True, True, False)


def test_sights_keep_their_captions_and_abstracts(bench: Workbench) -> None:
    found = data.read_papers(bench.folder, Small())
    lesson = found.lessons[1]
    abstract, *captions = found.texts([lesson.abstract, *lesson.captions])[:, 0].tolist()
    assert captions == [0, len("Two.")]
    assert abstract > 20


def test_what_encoders_made_is_taken_again_until_something_changes(bench: Workbench) -> None:
    first, again, changed = Small(), Small(), Small()
    data.read_papers(bench.folder, first)
    data.read_papers(bench.folder, again)
    assert (first.looked, again.looked) == (4, 0)
    with bench.store.event("test") as writer:
        writer.put(show(bench, "set/a", plot(99)))
    data.read_papers(bench.folder, changed)
    assert changed.looked == 4


def test_what_was_damaged_is_made_anew(bench: Workbench) -> None:
    data.read_papers(bench.folder, Small())
    (folder,) = bench.folder.glob("features/figures-*")
    for damage in (folder / "index.json", folder / "pictures.bin"):
        damage.write_text('{"lessons": [[1]]}')
        again, then = Small(), Small()
        assert len(data.read_papers(bench.folder, again).lessons) == 2
        assert data.read_papers(bench.folder, then).pictures([3])[0].shape == (1, 3)
        assert (again.looked, then.looked) == (4, 0)


def test_without_splits_one_in_ten_is_for_dev(bench: Workbench) -> None:
    _, item, _ = paper(1, (Figure(id="F1"),), "F1")
    splits = [
        data._split(item.model_copy(update={"split": None, "paper": f"set/{number}"}))  # pyright: ignore[reportPrivateUsage]
        for number in range(500)
    ]
    assert 25 < splits.count("dev") < 80
    assert set(splits) == {"train", "dev"}


def test_a_folder_that_is_no_bench_and_a_bench_without_papers_are_told(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="is no bench"):
        data.read_papers(tmp_path, Small())
    with pytest.raises(OptotypeError, match=r"no paper for train .*it has no item of form 'ranking'"):
        data.read_papers(fill(tmp_path / "empty", 0), Small())
    with pytest.raises(OptotypeError, match="no paper for train"):
        data.open_papers(fill(tmp_path / "one", 1), "hf/x")
