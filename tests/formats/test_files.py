"""What formats share in laying files out."""

from __future__ import annotations

import pytest

from optotype.errors import BadTarget
from optotype.formats._files import file_stem, split_named


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("train", "train"),
        ("validation_2", "val"),
        ("captions_val2014", "val"),
        ("dev", "val"),
        ("TEST-00000-of-00001", "test"),
        ("train_and_dev", None),
        ("training-free", None),
        ("latest", None),
        ("problems", None),
    ],
)
def test_the_name_of_a_file_tells_its_split(name: str, split: str | None) -> None:
    assert split_named(name) == split


@pytest.mark.parametrize("split", ["../x", "a/b", ".hidden", ""])
def test_a_split_that_cannot_be_the_name_of_a_file_is_refused(split: str) -> None:
    with pytest.raises(BadTarget, match="cannot be the name of a file"):
        file_stem(split)
