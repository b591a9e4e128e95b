from __future__ import annotations

import json

from typer.testing import CliRunner, Result

from optotype import Workbench
from optotype.cli import app
from optotype.records import Picture
from tests.samples import fill


def pictures(bench: Workbench, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["--bench", str(bench.folder), "pictures", *arguments], env={"COLUMNS": "160"})


def test_what_changed_is_counted(bench: Workbench) -> None:
    fill(bench)
    assert "Changed: 5 of 5 pictures." in pictures(bench, "--pad").stdout
    assert "Changed: 0 of 5 pictures." in pictures(bench, "--pad").stdout
    assert "Changed: 5 of 5 pictures." in pictures(bench, "--undo").stdout


def test_json_tells_the_same(bench: Workbench) -> None:
    fill(bench)
    found = json.loads(pictures(bench, "--pad", "--duplicates", "--drop-black-and-white", "--json").stdout)
    assert found["changed"] == 5
    assert found["groups"] == []


def test_settings_of_the_crop_are_written_down(bench: Workbench) -> None:
    fill(bench)
    pictures(bench, "--crop", "--pad", "--tolerance", "20", "--border", "0")
    (edit,) = next(bench.store.each(Picture)).edits
    assert edit.operation == "crop_margins(tolerance=20, border=0), pad_to_square()"


def test_doing_nothing_is_a_mistake(bench: Workbench) -> None:
    result = pictures(bench)
    assert result.exit_code == 2
    assert "say what to do" in result.output


def test_a_bad_picture_gives_exit_code_one(bench: Workbench) -> None:
    fill(bench)
    path = bench.path(next(bench.store.each(Picture)))
    assert path is not None
    path.write_bytes(b"not a picture")
    result = pictures(bench, "--crop")
    assert result.exit_code == 1
    assert "'optotype show --rule picture_bad' lists them" in result.stdout


def test_groups_that_look_alike_are_listed(bench: Workbench) -> None:
    fill(bench)
    first = next(bench.store.each(Picture))
    with bench.store.event("test") as writer:
        writer.write(add=[first.model_copy(update={"id": "mixed/copy.png", "name": "copy.png"})])
    output = pictures(bench, "--duplicates").stdout
    assert "Nearly like an earlier one: 1 picture." in output
    assert "mixed/copy.png" in output
