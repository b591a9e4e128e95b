"""The words of the datasheet: all of them in every language, and none too many."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import optotype.datasheet
from optotype.datasheet.questions import AUTHORS, SECTIONS
from optotype.web.words import LANGUAGES

ROOM = Path(optotype.datasheet.__file__).parent
TABLES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOM / "words").glob("*.toml"))
}


def test_every_text_is_there_in_every_language() -> None:
    for table in TABLES.values():
        for key, texts in table.items():
            assert set(texts) == set(LANGUAGES), key
            assert len({frozenset(re.findall(r"\{(\w+)\}", text)) for text in texts.values()}) == 1, key
            assert re.search("[а-яё]", texts["ru"].casefold()) or not re.search("[a-z]{4}", texts["ru"]), key


def test_every_question_has_its_words_and_every_gap_its_hint() -> None:
    keys = [key for keys in SECTIONS.values() for key in keys]
    assert set(TABLES["questions"]) == {*SECTIONS, *keys}
    assert len(set(keys)) == len(keys)
    assert set(TABLES["hints"]) == AUTHORS
    assert set(keys) >= AUTHORS


def test_every_text_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*ROOM.glob("*.py"), *ROOM.glob("templates/*.html")])
    made_up = ("form_", "filter_", "way_", "severity_", "verdict_", "phase_", "origin_", "kind_")
    for name in ("datasheet", "label", "told"):
        for key in TABLES[name]:
            assert key.startswith(made_up) or re.search(rf"""["'#.]{key}["']|\b{key}=""", code), f"{name}.{key}"
