"""What the page about reading shows is true: every reply in its tables is read as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from optotype.looking import say
from optotype.reading import read
from optotype.records import Form
from tests.reading.asked import FORMS, asked

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"
SECTIONS: dict[str, Form] = {
    "Choice of one": FORMS["choice"],
    "Choice of several": FORMS["choice of several"],
    "Yes or no": FORMS["yes or no"],
    "Number": FORMS["number"],
    "Short text": FORMS["short text"],
    "Ranking": FORMS["ranking"],
    "Graph": FORMS["graph"],
    "Preference": FORMS["preference"],
}


def rows() -> list[tuple[str, str, str]]:
    text = PAGE.read_text(encoding="utf-8")
    found: list[tuple[str, str, str]] = []
    for section in re.split(r"\n##+ ", text):
        title = section.split("\n", 1)[0]
        if title in SECTIONS:
            found += [(title, *row) for row in re.findall(r"^\| `(.+)` \| (.+) \|$", section, re.MULTILINE)]
    return found


def test_every_form_has_its_table() -> None:
    assert {title for title, _, _ in rows()} == set(SECTIONS)


@pytest.mark.parametrize(("title", "reply", "expected"), rows())
def test_a_reply_on_the_page_is_read_as_it_says(title: str, reply: str, expected: str) -> None:
    reading = read(reply.replace("⏎", "\n"), asked(SECTIONS[title]))
    said = reading.state.value if reading.value is None else say(reading.value) or "none"
    assert said == expected, reading.note
