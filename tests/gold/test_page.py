"""The page about gold names every rule and every filter, with what it can be set to."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from optotype.counting.filters import family as filters
from optotype.gold.rules import family as rules

PAGE = (Path(__file__).parents[2] / "docs" / "gold.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*rules.names(), *filters.names()])
def test_the_page_has_a_row_for_it_with_its_settings(name: str) -> None:
    part: Any = (rules if name in rules else filters)[name]
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
    if "as above" not in row:
        for setting in dataclasses.fields(part):
            assert f"`{setting.name}` {str(setting.default).lower()}" in row
