"""`optotype parse`, with a parser that needs nothing installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optotype import parse
from optotype.parsing import parse_file
from optotype.scenegraph.graph import SceneGraph
from tests.cli.test_commands import optotype

MARKED = "( dog:1 , pv:tie to , pole ) , ( pole , is , red )"
PLAIN = "( dog , tie to , pole ) , ( pole , is , red )"


@pytest.fixture
def parser(tmp_path: Path) -> str:
    path = tmp_path / "train.csv"
    path.write_text(f'caption,scene_graph\na dog tied to a red pole,"{MARKED}"\n')
    return f"nearest/{path}"


def test_the_graph_is_printed_and_drawn_as_a_tree(parser: str) -> None:
    shown = optotype("parse", "a dog", "--parser", parser)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.splitlines() == [PLAIN, "dog:1", "└── tie to → pole  red"]


def test_without_a_name_the_parser_that_comes_with_the_package_parses() -> None:
    shown = optotype("parse", "two men reading books on a bench")
    assert shown.returncode == 0, shown.stderr
    assert "( men , read , books )" in shown.stdout
    assert "( men , is , 2 )" in shown.stdout


def test_json_has_the_graph_as_text_and_as_things(parser: str) -> None:
    shown = json.loads(optotype("parse", "a dog", "--parser", parser, "--notation", "factual_ids", "--json").stdout)
    assert shown["graph"] == MARKED
    assert SceneGraph.from_json(shown) == SceneGraph.parse(MARKED)
    both = json.loads(optotype("parse", "a dog", "", "--parser", parser, "--json").stdout)
    assert [one["graph"] for one in both] == [PLAIN, ""]


def test_a_drawing_is_written(parser: str, tmp_path: Path) -> None:
    assert optotype("parse", "a dog", "--parser", parser, "--svg", tmp_path / "dog.svg").returncode == 0
    assert (tmp_path / "dog.svg").read_text(encoding="utf-8") == SceneGraph.parse(MARKED).svg(standalone=True)


def test_lines_become_jsonl_line_by_line(parser: str, tmp_path: Path) -> None:
    (tmp_path / "captions.txt").write_text("\ufeffa dog\r\n\r\n\N{DOG FACE} <b>dog</b>\n", encoding="utf-8")
    done = optotype("parse", "--parser", parser, "-i", tmp_path / "captions.txt", "-o", tmp_path / "out.jsonl")
    assert done.stdout == "3 captions parsed; 1 of the graphs is empty\n"
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows == [
        {"caption": "a dog", "graph": PLAIN},
        {"caption": "", "graph": ""},
        {"caption": "\N{DOG FACE} <b>dog</b>", "graph": PLAIN},
    ]


def test_a_table_is_read_by_its_column_and_bad_rows_are_named(parser: str, tmp_path: Path) -> None:
    (tmp_path / "captions.csv").write_text('id,caption\n1,"a dog, tied"\n2\n3,a pole\n')
    done = optotype("parse", "--parser", parser, "--input", tmp_path / "captions.csv")
    assert done.returncode == 1
    assert "captions.csv, line 3: 1 fields" in done.stderr
    assert [json.loads(line)["caption"] for line in done.stdout.splitlines()] == ["a dog, tied", "a pole"]


def test_a_line_that_is_no_text_is_named_and_the_rest_goes_on(parser: str, tmp_path: Path) -> None:
    (tmp_path / "captions.txt").write_bytes(b"a dog\n\xff\xfe\na pole\n")
    parsed = parse_file(tmp_path / "captions.txt", tmp_path / "out.jsonl", parser)
    assert parsed.captions == 2
    assert [fault.place for fault in parsed.faults] == ["captions.txt, line 2"]


def test_a_failed_run_leaves_the_old_file_alone(parser: str, tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("old")
    (tmp_path / "captions.csv").write_text("text\na dog\n")
    failed = optotype("parse", "--parser", parser, "-i", tmp_path / "captions.csv", "-o", tmp_path / "out.jsonl")
    assert failed.returncode == 2
    assert "no column caption" in failed.stderr
    assert (tmp_path / "out.jsonl").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["captions.csv", "out.jsonl", "train.csv"]


@pytest.mark.parametrize(
    "arguments", [[], ["a", "--input", "b"], ["a", "--output", "b"], ["a", "b", "--svg", "c"], ["a", "--notation", "x"]]
)
def test_arguments_that_do_not_fit_are_a_usage_error(arguments: list[str], tmp_path: Path) -> None:
    failed = optotype("parse", *arguments, cwd=tmp_path)
    assert failed.returncode == 2
    assert "Traceback" not in failed.stderr


def test_an_unknown_parser_is_a_line_on_standard_error() -> None:
    assert optotype("parse", "a", "--parser", "ruels").stderr == (
        "Error: There is no parser called 'ruels'. Did you mean 'rules'?\n"
    )


def test_one_call_in_python_takes_a_caption_or_several(parser: str) -> None:
    assert parse("a dog", parser) == SceneGraph.parse(MARKED)
    assert parse(["a dog", ""], parser) == [SceneGraph.parse(MARKED), SceneGraph()]
