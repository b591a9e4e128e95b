"""Prompts are files: ours in two languages, or the author's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from optotype import generate, init
from optotype.bench import Bench
from optotype.errors import OptotypeError
from optotype.generate.prompts import Prompts

TEMPLATES = Path(generate.__file__).parent / "templates"
ENGLISH = sorted(file.name for file in (TEMPLATES / "en").iterdir())


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text)) - {"language"}


@pytest.mark.parametrize("name", ENGLISH)
def test_every_template_is_there_in_russian_with_the_same_fields(name: str) -> None:
    english, russian = ((TEMPLATES / language / name).read_text(encoding="utf-8") for language in ("en", "ru"))
    assert fields(english) == fields(russian)
    assert re.search("[а-я]", russian)


def test_there_is_no_russian_template_without_an_english_one() -> None:
    assert sorted(file.name for file in (TEMPLATES / "ru").iterdir()) == ENGLISH


def test_a_line_whose_fields_are_all_empty_is_left_out() -> None:
    said = Prompts("en").say("brief", {"category": "", "audience": "children", "difficulty": "", "forbidden": ""})
    assert "children" in said
    assert "Category" not in said
    assert "Write in English." in said


def test_what_a_text_says_of_fields_stays_what_it_is() -> None:
    assert "{error} {language}" in Prompts("en").say("unreadable", {"error": "{error} {language}"})


def test_another_language_is_named_by_the_english_templates() -> None:
    brief = {"category": "", "audience": "", "difficulty": "", "forbidden": ""}
    assert "Write in Finnish." in Prompts("Finnish").say("brief", brief)


def test_a_field_that_there_is_not_is_told(tmp_path: Path) -> None:
    (tmp_path / "unreadable.md").write_text("What? {eror}")
    with pytest.raises(OptotypeError, match=r"unreadable.md has a field {eror}. Did you mean 'error'"):
        Prompts("en", tmp_path).say("unreadable", {"error": "x"})


def test_a_template_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "unreadable.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OptotypeError, match="A template is a text in UTF-8"):
        Prompts("en", tmp_path).check()


def test_a_folder_that_is_named_has_to_be_there(tmp_path: Path) -> None:
    init(tmp_path / "bench").close()
    (tmp_path / "bench" / "optotype.toml").write_text('[generate]\nprompts = "promts"\n')
    with Bench.open(tmp_path / "bench") as bench, pytest.raises(OptotypeError, match="promts is not there"):
        Prompts.of(bench)
