"""How texts become vectors."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.errors import OptotypeError
from optotype.features.senses import CheckpointReader, reader
from tests.conftest import library
from tests.respondents import tiny


def test_a_text_that_is_longer_than_a_checkpoint_has_places_is_cut(tmp_path: Path) -> None:
    library("torch")
    found = CheckpointReader(str(tiny.bert(tmp_path / "bert")))
    short, long = found.states(["the blue bar", "bar " * 300])
    assert (found.longest, len(short), len(long)) == (64, 5, 64)


def test_more_tokens_than_a_checkpoint_has_places_cannot_be_asked_for(tmp_path: Path) -> None:
    library("torch")
    folder = str(tiny.bert(tmp_path / "bert"))
    assert reader(folder, tokens=64).width
    with pytest.raises(
        OptotypeError, match=r"bert reads 64 tokens of a text, and tokens=65 are wanted\. Say tokens=64"
    ):
        reader(folder, tokens=65)
