"""The house is as `docs/architecture.md` draws it: every room on one floor, and nobody climbs."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from optotype.formats import scored

SRC = Path(__file__).parents[1] / "src" / "optotype"
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"

MAY_CLIMB = {("records", "notebook")}
"""A notebook asks an item itself how it looks; the item then asks whoever knows. The page gives the reason."""

HEAVY = {
    "torch": {"training", "respondents", "metrics", "parsers", "weights"},
    "transformers": {"respondents", "metrics", "parsers", "weights"},
    "matplotlib": {"plots", "stats", "report", "synth", "fonts", "scenegraph"},
    "fastapi": {"studio"},
    "starlette": {"studio", "report"},
    "uvicorn": {"studio", "report"},
    "aiohttp": {"respondents"},
    "spacy": {"parsers"},
    "pypdfium2": {"papers"},
    "lancedb": {"neighbours"},
}
"""Who may load what is large, and then only where it is used, or because the room itself is loaded only then."""

PASSED = (
    *("importing", "intake", "store", "selecting", "asking", "running", "reading", "metrics", "evaluate", "results"),
    *("comparing", "lint", "audit", "gold", "agreement", "human", "report", "datasheet", "exporting"),
)
"""The rooms that an item passes from its import to its report."""


def room_of(file: Path) -> str:
    parts = file.relative_to(SRC).parts
    return parts[0] if len(parts) > 1 else file.stem


@cache
def imports() -> list[tuple[Path, ast.Import | ast.ImportFrom]]:
    """Every import in the house, with the file it stands in; those within functions too."""
    return [
        (file, node)
        for file in sorted(SRC.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


@cache
def entered() -> dict[tuple[str, str], set[str]]:
    """By pair of rooms, the files of the first that enter the second."""
    found: dict[tuple[str, str], set[str]] = {}
    for file, node in imports():
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name.split(".")[1] for alias in node.names if alias.name.startswith("optotype.")]
        elif node.module == "optotype":
            names = [alias.name for alias in node.names]
        elif (node.module or "").startswith("optotype."):
            names = [(node.module or "").split(".")[1]]
        for name in names:
            if name != room_of(file) and not name.startswith("__"):
                found.setdefault((room_of(file), name), set()).add(str(file.relative_to(SRC)))
    return found


@cache
def floors() -> dict[str, int]:
    """The floor of each room, as the page has it; the ground is 0."""
    rows = re.findall(r"^\| (\d) [^|]*\| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    found = [(room, int(floor)) for floor, rooms in rows for room in re.findall(r"`(\w+)`", rooms)]
    assert len({room for room, _ in found}) == len(found), "a room stands on two floors"
    return dict(found)


STAGES = 3
"""The floor of the stages."""


def test_every_room_has_its_floor_and_every_floor_its_rooms() -> None:
    rooms = {room_of(file) for file in SRC.rglob("*.py")} - {"__init__", "__main__"}
    assert set(floors()) == rooms


def test_the_drawing_shows_the_rooms_of_the_page() -> None:
    drawn = re.findall(r'class="room">(\w+)<', (PAGE.parent / "images" / "house.svg").read_text(encoding="utf-8"))
    assert sorted(drawn) == sorted(floors()), "draw it anew: python scripts/house_picture.py"


def test_a_room_enters_its_own_floor_or_a_lower_one() -> None:
    climbing = [
        f"{sorted(files)} enter {other}"
        for (one, other), files in entered().items()
        if one not in ("__init__", "__main__") and (one, other) not in MAY_CLIMB and floors()[other] > floors()[one]
    ]
    assert climbing == []


def test_stages_do_not_enter_each_other() -> None:
    stages = {room for room, floor in floors().items() if floor == STAGES}
    assert [pair for pair in sorted(entered()) if set(pair) <= stages] == []


def test_no_two_rooms_enter_each_other() -> None:
    both = {pair for pair in entered() if pair[::-1] in entered()}
    assert both == {pair for climb in MAY_CLIMB for pair in (climb, climb[::-1])}


def test_nobody_reaches_for_what_another_room_keeps_to_itself() -> None:
    found: list[str] = []
    for file, node in imports():
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("optotype"):
            continue
        parts = (node.module or "").split(".")[1:]
        private = [part for part in parts if part.startswith("_")]
        private += [alias.name for alias in node.names if alias.name.startswith("_") and alias.name != "__version__"]
        if private and parts and parts[0] != room_of(file):
            found.append(f"{file.relative_to(SRC)}: {node.module} {private}")
    assert found == []


@pytest.mark.parametrize("package", sorted(HEAVY))
def test_what_is_large_is_loaded_only_where_it_is_used(package: str) -> None:
    using = {
        room_of(file)
        for file, node in imports()
        if (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == package)
        or (isinstance(node, ast.Import) and any(alias.name.split(".")[0] == package for alias in node.names))
    }
    assert using <= HEAVY[package]


def test_only_formats_know_data_sets_by_name() -> None:
    """On the way of an item from its import to its report, what holds for one data set is asked of its format."""
    names = set(scored()) - {"factual"}  # which is also how graphs are written
    found = [
        f"{file.relative_to(SRC)}:{node.lineno}"
        for room in PASSED
        for file in [*SRC.glob(f"{room}.py"), *(SRC / room).rglob("*.py")]
        if "migrations" not in file.parts
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Constant) and node.value in names)
        or (isinstance(node, ast.ImportFrom) and (node.module or "").removeprefix("optotype.formats.") in names)
    ]
    assert found == []


def test_a_test_that_cannot_run_says_so_by_one_way() -> None:
    """`conftest.library` and `not_here` fail where everything has to be installed; pytest's own way would pass."""
    tests = Path(__file__).parent
    own = "pytest." + "importorskip"
    assert [file.name for file in tests.rglob("*.py") if own in file.read_text(encoding="utf-8")] == []
