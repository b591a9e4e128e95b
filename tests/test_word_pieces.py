from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from optotype.word_pieces import FILE, WordPieces, of_minilm


def table(pieces: int = 5, width: int = 64) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.random.default_rng(1).normal(size=(pieces, width)).astype(np.float32)


def test_vectors_come_back_within_half_a_step_of_their_block(tmp_path: Path) -> None:
    drawn = table()
    drawn[2, :32] *= 100  # one block's large numbers take nothing from the other
    WordPieces.of(drawn).save(tmp_path)
    found = WordPieces.load(tmp_path).vectors(np.arange(5))
    steps = np.abs(drawn.reshape(5, 2, 32)).max(-1, keepdims=True) / 127
    assert (np.abs(found - drawn).reshape(5, 2, 32) <= 0.55 * steps).all()


def test_pieces_of_several_texts_are_found_side_by_side() -> None:
    pieces = WordPieces.of(table())
    found = pieces.vectors(np.array([[0, 3], [4, 0]]))
    assert found.shape == (2, 2, 64)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found[0, 0], found[1, 1])
    np.testing.assert_array_equal(found[1, 0], pieces.vectors([4])[0])


def test_a_piece_of_nothing_but_zeros_stays_so() -> None:
    assert not WordPieces.of(np.zeros((1, 32), np.float32)).vectors([0]).any()


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    files: list[bytes] = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        WordPieces.of(table()).save(tmp_path / name)
        files.append((tmp_path / name / FILE).read_bytes())
    assert files[0] == files[1]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut short", b"\x80\x04no table"])
def test_a_file_that_holds_something_else_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(ValueError, match=r"words\.npz|pickle"):
        WordPieces.load(tmp_path)


def test_minilm_and_the_caption_parser_share_one_table() -> None:
    assert of_minilm() is of_minilm()
    assert of_minilm().vectors([101, 102]).shape == (2, 384)
