"""The words of the interface."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

import optotype
from optotype.metrics import family
from optotype.results import figure_called
from optotype.web.words import LANGUAGES, Words

SOURCE = Path(optotype.__file__).parent
TABLES = sorted([*SOURCE.glob("web/words/*.toml"), *SOURCE.glob("report/words/*.toml")])
USES = sorted(
    [
        *SOURCE.glob("report/**/*.py"),
        *SOURCE.glob("report/**/*.html"),
        *SOURCE.glob("report/assets/*.js"),
        *SOURCE.glob("web/templates/*.html"),
        SOURCE / "people_rows.py",
    ]
)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_every_text_is_there_in_every_language(table: Path) -> None:
    for key, texts in tomllib.loads(table.read_text(encoding="utf-8")).items():
        assert set(texts) == set(LANGUAGES), key
        assert all(text.strip() for text in texts.values()), key
        marks = {frozenset(re.findall(r"\{(\w+)\}", text)) for text in texts.values()}
        assert len(marks) == 1, f"{key}: what is put in differs between languages"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_russian_texts_are_russian(table: Path) -> None:
    for key, texts in tomllib.loads(table.read_text(encoding="utf-8")).items():
        if texts["en"] != texts["ru"] and key != "language":
            assert re.search("[а-яё]", texts["ru"].casefold()) or not re.search("[a-z]{4}", texts["ru"]), key


@pytest.mark.parametrize("file", USES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_every_text_that_is_called_exists(file: Path) -> None:
    known = Words("en", "optotype.report").table
    for key in re.findall(r"""(?:words|say)\(["']([a-z_]+\.[a-z_]+)["']""", file.read_text(encoding="utf-8")):
        # a name may be put together from a beginning and a word
        assert key in known or (key.endswith("_") and any(name.startswith(key) for name in known)), key


def test_every_text_is_used() -> None:
    everything = "\n".join(file.read_text(encoding="utf-8") for file in USES)
    unused: list[str] = []
    for key in Words("en", "optotype.report").table:
        page, _, name = key.partition(".")
        # some names are put together: words(f"states.{state}"), say("items.state_" + state), words(f"live.{why}_lead")
        begins = (
            f"{page}.{{",
            f"{page}.${{",
            f'"{page}." ~',
            *([f"{page}.{name.split('_')[0]}_"] if "_" in name else []),
        )
        if name != "title" and key not in everything and not any(begin in everything for begin in begins):
            unused.append(key)
    assert not unused


def test_numbers_are_written_as_the_language_does() -> None:
    english, russian = Words("en", "optotype.report"), Words("ru", "optotype.report")
    assert english.decimal(1234.56) == "1,234.6"
    assert russian.decimal(1234.56) == "1\u00a0234,6"
    assert english.percent(0.7512) == "75.1"
    assert english.decimal(-0.04) == "0.0"
    assert english.decimal(-2.5) == "\u22122.5"


def test_an_interval_of_levels_says_of_an_open_end_beyond_which_level_it_lies() -> None:
    english, russian = Words("en", "optotype.report"), Words("ru", "optotype.report")
    asked = [0.5, 3.0, 8.0]
    assert english.between_levels(4.8, 6.25, asked) == "[4.8, 6.2]"
    assert english.between_levels(4.8, None, asked) == "[4.8, > 8]"
    assert english.between_levels(None, 4.8, asked) == "[< 0.5, 4.8]"
    assert russian.between_levels(None, None, asked) == "[< 0,5; > 8]"


def test_every_figure_of_a_metric_has_a_name_that_tables_and_pages_share() -> None:
    named = Words("en", "optotype.web").table.keys()
    for name in family:
        metric = family[name]()
        sums = {part: np.ones(1) for part in metric.parts}
        # a metric that is made of others calls its figures as these are called
        figures = {*sums, *metric.figures(sums, np.ones(1))} - set(family)
        assert {f"parts.{figure}" for figure in figures} <= named, name
    assert figure_called("above_half") == "above one half"
    assert figure_called("mrr") == "MRR"
    assert figure_called("of_a_plugin") == "of_a_plugin"
