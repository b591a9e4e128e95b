"""Laws that every training obeys on the day its file appears."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from optotype.errors import OptotypeError
from optotype.training import family, train


@pytest.mark.parametrize("name", family.names())
def test_it_says_what_it_is_and_has_a_default_for_every_setting(name: str) -> None:
    recipe = family[name]
    assert recipe.__doc__
    assert [one.name for one in fields(recipe) if one.default is MISSING and one.default_factory is MISSING] == []
    assert family.build(name, {}) == recipe()


@pytest.mark.parametrize("name", family.names())
def test_a_setting_that_it_does_not_have_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match=r"has no setting called 'speed'. It has: "):
        train(f"{name}:speed=9", tmp_path, tmp_path / "out")


@pytest.mark.parametrize("name", family.names())
def test_a_folder_that_cannot_be_made_is_told(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OptotypeError, match="the training cannot be kept there"):
        train(name, tmp_path, tmp_path / "file" / "out")


def test_recipes_are_read_without_torch() -> None:
    code = (
        "import sys; from optotype.training import family; [family[name]() for name in family]; "
        "sys.exit('torch' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
