"""A transcript is replayed word for word, and what is no transcript is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optotype.asking import Message, Question, Sight
from optotype.errors import OptotypeError
from optotype.records import Item, Origin, ShortText
from optotype.respondents import Failure, Reply, build
from optotype.respondents.scripted import Scripted


def asked(*parts: str | Sight) -> Question:
    item = Item(id="q", collection="c", origin=Origin(kind="drawn", by="test"), form=ShortText(), cluster="c")
    return Question(item, (Message("user", parts),))


def replies(path: Path, *questions: Question) -> list[Reply | Failure]:
    scripted = build(f"scripted/{path}", {})
    assert isinstance(scripted, Scripted)
    return scripted.replies(questions)


def script(path: Path, *lines: object) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_who_says_what_was_said_hears_what_was_heard(tmp_path: Path) -> None:
    said = [{"role": "user", "content": [{"sha256": "aa"}, "How many?"]}]
    path = script(tmp_path / "s.jsonl", {"exchanges": [{"messages": said, "reply": "7", "tokens_in": 9}]})
    picture = Sight("aa", "image/png", tmp_path / "gone.png", 1, 1)
    first, second = replies(path, asked(picture, "How many?"), asked(picture, "How many more?"))
    assert isinstance(first, Reply)
    assert first.text == "7"
    assert str(second) == "the script has no reply to this"


def test_what_failed_then_has_no_reply_now(tmp_path: Path) -> None:
    said = [{"role": "user", "content": ["How many?"]}]
    path = script(tmp_path / "s.jsonl", {"exchanges": [{"messages": said, "failed": "nobody there"}]})
    assert isinstance(replies(path, asked("How many?"))[0], Failure)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ([], "s.jsonl, line 1: an object with 'exchanges' was expected"),
        ({"exchanges": {}}, "s.jsonl, line 1: an object with 'exchanges' was expected"),
        ({"exchanges": [1]}, "s.jsonl, line 1: an exchange is 1; an object was expected"),
    ],
)
def test_what_is_no_transcript_is_told(tmp_path: Path, line: object, message: str) -> None:
    with pytest.raises(OptotypeError, match=message):
        replies(script(tmp_path / "s.jsonl", line), asked("How many?"))


def test_a_script_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="is not there; a transcript"):
        replies(tmp_path / "none.jsonl", asked("How many?"))
