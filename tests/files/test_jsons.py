"""JSON files of any depth, a value at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from optotype.errors import Fault
from optotype.files import jsons


def leaves(path: Path, content: str, depth: int) -> list[str]:
    """What comes of a file: the values with the steps that lead to them, and what is wrong."""
    path.write_text(content, encoding="utf-8")
    found = jsons.leaves(path, path.name, lambda steps: len(steps) < depth)
    return [str(one) if isinstance(one, Fault) else f"{'/'.join(one[0])} = {one[1]}" for one in found]


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (0, [" = {'a': [1, {'b': 2}], 'c': 'x', 'd': {}}"]),
        (1, ["a = [1, {'b': 2}]", "c = x", "d = {}"]),
        (2, ["a/1 = 1", "a/2 = {'b': 2}", "c = x"]),
        (3, ["a/1 = 1", "a/2/b = 2", "c = x"]),
    ],
)
def test_arrays_and_objects_are_opened_as_deep_as_wished(depth: int, expected: list[str], tmp_path: Path) -> None:
    content = '\ufeff {"a": [1, {"b": 2}], "c": "x", "d": {}}\n'
    assert leaves(tmp_path / "a.json", content, depth) == expected


def test_a_name_that_stands_twice_comes_twice(tmp_path: Path) -> None:
    assert leaves(tmp_path / "a.json", '{"a": 1, "a": 2}', 1) == ["a = 1", "a = 2"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ('{"a": 1, "b": [1, 2', "a.json, line 1: not JSON, and not read further: the file is cut off"),
        ('{"a": 1}\n{"a": 2}', "a.json, line 2: not JSON, and not read further: the end was expected, not '{'"),
        ('{"a": 1, 2}', "a.json, line 1: not JSON, and not read further: a name and a colon were expected"),
        (
            '{"a": NaN}',
            "a.json, line 1: not JSON, and not read further: NaN is not JSON; a number or null was expected",
        ),
        ("[" * 100_000, "a.json, line 1: nested too deeply to be read"),
        ("", "a.json, line 1: not JSON, and not read further: the file is cut off"),
    ],
)
def test_what_is_broken_is_told_with_its_line(content: str, complaint: str, tmp_path: Path) -> None:
    assert leaves(tmp_path / "a.json", content, 1)[-1] == complaint


def test_another_encoding_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes('{"a": "да"}'.encode("cp1251"))
    assert "not UTF-8" in str(list(jsons.leaves(path, path.name, lambda steps: not steps))[-1])


def test_long_files_come_a_piece_at_a_time(tmp_path: Path) -> None:
    content = '{"results": {' + ", ".join(f'"{number}": "{"x" * 40}"' for number in range(100_000)) + "}}"
    found = leaves(tmp_path / "a.json", content, 2)
    assert len(content) > 4_000_000
    assert found[0] == f"results/0 = {'x' * 40}"
    assert found[-1] == f"results/99999 = {'x' * 40}"
    assert len(found) == 100_000
