from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from optotype.features.shelf import Shelf, key_of

ABOUT = {"of": "tests"}


def rows(count: int, value: float) -> NDArray[Any]:
    return np.full((count, 3), value, np.float32)


def filled(folder: Path) -> Shelf:
    shelf = Shelf(folder, 3, ABOUT)
    with shelf.writing():
        shelf.put([(key_of("a"), rows(2, 1)), (key_of("nothing"), rows(0, 0)), (key_of("b"), rows(1, 2))])
    return shelf


def test_what_was_put_is_found_again_by_whoever_opens_it(tmp_path: Path) -> None:
    filled(tmp_path)
    again = Shelf(tmp_path, 3, ABOUT)
    assert len(again) == 3
    assert key_of("c") not in again
    assert again[key_of("a")].tolist() == [[1, 1, 1]] * 2
    assert again[key_of("nothing")].shape == (0, 3)
    assert again[key_of("b")].tolist() == [[2, 2, 2]]


def test_what_is_made_otherwise_stands_elsewhere(tmp_path: Path) -> None:
    assert filled(tmp_path).folder != Shelf(tmp_path, 3, {"of": "others"}).folder
    assert len(Shelf(tmp_path, 4, ABOUT)) == 0


def test_nothing_is_kept_twice(tmp_path: Path) -> None:
    shelf = filled(tmp_path)
    with shelf.writing():
        shelf.put([(key_of("a"), rows(2, 9)), (key_of("c"), rows(1, 3)), (key_of("c"), rows(1, 4))])
    assert shelf[key_of("a")].tolist() == [[1, 1, 1]] * 2
    assert shelf[key_of("c")].tolist() == [[3, 3, 3]]
    assert (shelf.folder / "vectors.bin").stat().st_size == 4 * 3 * 2


def test_what_another_process_wrote_is_known_before_anything_is_written(tmp_path: Path) -> None:
    one, other = filled(tmp_path), Shelf(tmp_path, 3, ABOUT)
    with one.writing():
        one.put([(key_of("c"), rows(1, 3))])
    with other.writing():
        assert key_of("c") in other
        other.put([(key_of("d"), rows(1, 4))])
    again = Shelf(tmp_path, 3, ABOUT)
    assert [again[key_of(name)][0, 0] for name in "abcd"] == [1, 2, 3, 4]


def test_a_write_that_was_cut_off_is_made_good(tmp_path: Path) -> None:
    folder = filled(tmp_path).folder
    with (folder / "vectors.bin").open("ab") as stream:
        stream.write(b"half a vec")
    with (folder / "index.bin").open("ab") as stream:
        stream.write(b"half a key")
    again = Shelf(tmp_path, 3, ABOUT)
    with again.writing():
        again.put([(key_of("c"), rows(1, 3))])
    found = Shelf(tmp_path, 3, ABOUT)
    assert [found[key_of(name)][0, 0] for name in "abc"] == [1, 2, 3]


def test_an_index_that_names_more_than_there_is_is_not_believed(tmp_path: Path) -> None:
    folder = filled(tmp_path).folder
    content = (folder / "vectors.bin").read_bytes()
    (folder / "vectors.bin").write_bytes(content[: 2 * 3 * 2])
    again = Shelf(tmp_path, 3, ABOUT)
    assert key_of("a") in again
    assert key_of("b") not in again
