"""Items as problems, and problems as arrays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from optotype.bench import Bench
from optotype.errors import OptotypeError
from optotype.features.arrays import arrays
from optotype.features.memory import FOLDER, Memory
from optotype.features.problems import Problem, Sight, dev_of, gather, plain, problem
from optotype.features.senses import EmbeddedReader, Pixels
from optotype.records import Choice, Collection, Form, Gold, Graph, Item, Option, Range, ShortText
from tests.items import an_item
from tests.training.planted import drawn, kept, planted

TEXTS = (Option(label="A", text="red"), Option(label="B", text="blue"))
SIGHTS = {name: Sight(name, Path(name)) for name in ("p", "x", "y")}


def item(form: Form, *, pictures: tuple[str, ...] = ("p",)) -> Item:
    return an_item("set/1", form, question="Which?", text="A hint.", pictures=pictures, split="train")


def gold(*accepted: str | float | tuple[str, ...] | Range) -> Gold:
    return Gold(item="set/1", accepted=accepted, rule="test")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted(tmp_path_factory.mktemp("planted") / "bench", train=9, dev=3)


@pytest.fixture(scope="module")
def reader() -> EmbeddedReader:
    return EmbeddedReader()


# --- problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [("7", "7"), ("Seven", "7"), (" twenty  one ", "21"), ("3:30", "3:30"), ("A Cat", "a cat"), ("07", "07")],
)
def test_equal_answers_are_equal_texts(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_an_item_becomes_a_problem_of_its_sub_task() -> None:
    found = problem(item(Choice(options=TEXTS)), SIGHTS, gold("B"))
    assert found == Problem("set/1", "choose_txt", "Which? A hint.", "p", ("red", "blue"), ("A", "B"), ("B",))
    pictures = Choice(options=(Option(label="A", picture="x"), Option(label="B", picture="y", text="y")))
    found = problem(item(pictures), SIGHTS, gold(("A",)))
    assert isinstance(found, Problem)
    assert (found.task, found.options, found.right) == ("choose_img", ("x", "y"), ("A",))
    found = problem(item(ShortText()), SIGHTS, gold("Seven", "7", 8.0))
    assert isinstance(found, Problem)
    assert (found.task, found.options, found.right) == ("fill_in_blank", (), ("7", "7", "8"))


@pytest.mark.parametrize(
    ("asked", "right", "why"),
    [
        (item(Graph()), gold("x"), "it asks for a graph"),
        (item(Choice(options=TEXTS, several=True)), gold("A"), "several of its options may be right"),
        (item(Choice(options=(*TEXTS, Option(label="C", picture="x")))), gold("A"), "some of its options are texts"),
        (item(ShortText(), pictures=()), gold("1"), "it has no picture"),
        (item(ShortText(), pictures=("p", "x")), gold("1"), "it has several pictures"),
        (item(ShortText()), gold(Range(low=1, high=2)), "its right answer is a range"),
        (item(Choice(options=TEXTS)), gold("D"), "its right answer is none of its options"),
        (item(ShortText()), Gold(item="set/1", unanswerable=True, rule="test"), "it cannot be answered"),
    ],
)
def test_what_no_network_learns_is_left_out_with_a_reason(asked: Item, right: Gold, why: str) -> None:
    found = problem(asked, SIGHTS, right)
    assert isinstance(found, str)
    assert found.startswith(why)


def test_a_missing_picture_is_told_with_its_item() -> None:
    with pytest.raises(OptotypeError, match=r"Item 'set/1': its picture 'p' is missing"):
        problem(item(ShortText()), {}, gold("1"))


# --- benches


def test_a_picture_that_cannot_be_read_is_told_with_its_item(tmp_path: Path, reader: EmbeddedReader) -> None:
    with Bench.init(tmp_path / "bench") as bench:
        picture = kept(bench, "set/p.png", drawn("red"))
        asked = item(ShortText(), pictures=(picture.id,))
        with bench.store.event("test") as writer:
            writer.write(add=[Collection(id="set", format="write"), picture, asked, gold("1")])
        path = bench.path(picture)
        assert path is not None
        path.write_bytes(drawn("red")[:-30])
        memory = Memory(tmp_path / FOLDER, Pixels(4), reader, (1,), (1,))
        with pytest.raises(OptotypeError, match=r"Item 'set/1': its picture \S+: cut off after .* leave the item out"):
            gather(bench, "train", memory)
        path.unlink()
        with pytest.raises(OptotypeError, match=r"Item 'set/1': its picture \S+ cannot be read: No such file"):
            gather(bench, "train", memory)


def test_items_with_too_many_options_are_left_out_and_counted(
    bench: Path, tmp_path: Path, reader: EmbeddedReader
) -> None:
    with Bench.open(bench) as opened:
        memory = Memory(tmp_path, Pixels(4), reader, (1,), (1,))
        found = gather(opened, "train", memory, options=2)
        assert found.left == {"it has more than 2 options": 6}
        assert [one.task for one in found.problems] == ["fill_in_blank"] * 3
        assert len(gather(opened, "train", memory, tasks=("choose_img",)).problems) == 3
        assert dev_of(opened) == "val"


def test_a_bench_without_a_split_for_dev_is_told(tmp_path: Path) -> None:
    with Bench.init(tmp_path / "bench") as bench, pytest.raises(OptotypeError, match="optotype split 6:2:2"):
        dev_of(bench)


def test_what_was_looked_at_is_not_looked_at_again(bench: Path, tmp_path: Path, reader: EmbeddedReader) -> None:
    asked: list[int] = []

    class Counting(Pixels):
        def encode(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
            asked.append(len(patches))
            return super().encode(patches)

    with Bench.open(bench) as opened:
        first = gather(opened, "train", Memory(tmp_path, Counting(4), reader, (1, 2), (1,)))
        looked = sum(asked)
        assert looked >= 9 * 5
        second = gather(opened, "train", Memory(tmp_path, Counting(4), reader, (1, 2), (1,)))
        assert sum(asked) == looked
        assert first.problems == second.problems


def test_levels_of_a_larger_pyramid_are_taken_from_it(bench: Path, tmp_path: Path, reader: EmbeddedReader) -> None:
    class Blind(Pixels):
        def encode(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
            raise AssertionError("nobody has to look again")

    with Bench.open(bench) as opened:
        problems = gather(opened, "train", Memory(tmp_path, Pixels(4), reader, (1, 2, 3), (1, 2))).problems
        for grids, option_grids in (((3,), (2,)), ((1, 2), (1,)), ((3, 1), (1, 2))):
            memory = Memory(tmp_path, Blind(4), reader, grids, option_grids)
            gather(opened, "train", memory)
            fresh = Memory(tmp_path / f"fresh {grids}", Pixels(4), reader, grids, option_grids)
            gather(opened, "train", fresh)
            for one in problems:
                assert np.array_equal(memory.diagram(one.diagram), fresh.diagram(one.diagram))
                if one.task == "choose_img":
                    assert all(np.array_equal(memory.option(file), fresh.option(file)) for file in one.options)


# --- arrays


def test_arrays_are_padded_and_say_what_is_there(bench: Path, tmp_path: Path, reader: EmbeddedReader) -> None:
    with Bench.open(bench) as opened:
        memory = Memory(tmp_path, Pixels(4), reader, (1, 2), (1,))
        problems = gather(opened, "train", memory).problems[:3]
    taken = arrays(memory, problems, tokens=7)
    text, picture, blank = 0, 1, 2
    assert taken.patches.shape == (3, 5, 48)
    assert taken.words.shape == (3, 7, 384)
    assert taken.words_there.sum(1).tolist() == [7, 7, 7]
    assert taken.options_there.tolist() == [[True] * 3, [True] * 3, [False] * 3]
    assert taken.option_patches[picture].any()
    assert not taken.option_patches[[text, blank]].any()
    assert taken.option_words_there[text].any(-1).all()
    assert not taken.option_words_there[[picture, blank]].any()
    assert not taken.option_words[~taken.option_words_there].any()
