from __future__ import annotations

import base64
import shutil
from pathlib import Path

from optotype import Workbench, init
from tests.samples import fill, png


def shown(value: object) -> str:
    """What a notebook shows of a value."""
    return str(getattr(value, "_repr_html_")())  # noqa: B009


def test_an_item_shows_its_own_picture_and_its_options(bench: Workbench) -> None:
    fill(bench)
    page = shown(bench.item("choice-pictures"))
    for colour in ("red", "green", "blue", "gold", "purple"):
        assert base64.b64encode(png(colour)).decode() in page
    assert page.index(base64.b64encode(png("red")).decode()) < page.index("<b>A</b>")
    assert page.index("<b>B</b>") < page.index(base64.b64encode(png("blue")).decode()) < page.index("<b>C</b>")


def test_text_from_a_file_is_text(bench: Workbench) -> None:
    fill(bench)
    item = bench.item("text").model_copy(update={"question": "<script>alert(1)</script>"})
    page = shown(item)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_an_item_that_no_open_bench_holds_names_its_pictures(bench: Workbench) -> None:
    fill(bench)
    item = bench.item("yes-no").model_copy(update={"question": "changed"})
    page = shown(item)
    assert "<img" not in page
    assert f"<code>{item.pictures[0]}</code>" in page


def test_a_bench_that_was_deleted_is_not_asked(bench: Workbench, tmp_path: Path) -> None:
    fill(bench)
    with init(tmp_path / "other") as other:
        shutil.rmtree(other.folder)
    assert "<img" in shown(bench.item("yes-no"))
    assert "<img" not in shown(bench.item("yes-no").model_copy(update={"question": "changed"}))


def test_a_result_shows_the_table_that_the_command_prints(bench: Workbench) -> None:
    fill(bench)
    result = bench.evaluate("baseline/random", by=["skill"])
    page = shown(result)
    for grid in result.grids():
        for row in grid.rows:
            assert all(cell in page for cell in row)
