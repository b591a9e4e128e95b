"""What a chat template takes is found out, not assumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest

from optotype.asking import Message, Sight
from optotype.respondents._manner import Conversation, Manner, Render, manner_of
from tests.respondents import tiny

RED = Sight("red", "image/png", Path("red.png"), 8, 8)
BLUE = Sight("blue", "image/png", Path("blue.png"), 8, 8)

TEXTS = "{% for message in messages %}<{{ message['role'] }}>{{ message['content'] }}{% endfor %}"
CLOSES_TEXTS = (
    "{% for message in messages %}{% for part in message['content'] if part['type'] == 'image' %}IMAGE{% endfor %}"
    "{% for part in message['content'] if part['type'] == 'text' %}{{ part['text'] }}<end>{% endfor %}{% endfor %}"
)
DROPS_SYSTEM = "{% for message in messages if message['role'] != 'system' %}{{ message['content'] }}{% endfor %}"


def render(template: str) -> Render:
    def refuse(message: str) -> Any:
        raise jinja2.TemplateError(message)

    made = jinja2.Environment(autoescape=False).from_string(template.replace("IMAGE", "<image>"))
    return lambda conversation: made.render(messages=conversation, raise_exception=refuse, add_generation_prompt=True)


def written(template: str, *parts: str | Sight) -> str:
    manner = manner_of(render(template), "<image>", sees=True)
    assert manner is not None
    return render(template)(manner.conversation([Message("user", parts)]))


@pytest.mark.parametrize("template", [tiny.IN_ORDER, tiny.PICTURES_FIRST, CLOSES_TEXTS, TEXTS])
def test_pictures_stay_among_the_words_whatever_the_template(template: str) -> None:
    text = written(template, "Which one?", "A.", RED, "B.", BLUE, "Say the letter.")
    assert "Which one?\nA.\n<image>\nB.\n<image>\nSay the letter." in text


def test_what_follows_leading_pictures_is_left_to_the_template() -> None:
    assert "user: <image><image>Which?" in written(tiny.IN_ORDER, RED, BLUE, "Which?")


def test_a_template_that_puts_pictures_first_does_it_its_own_way_where_they_are_first() -> None:
    template = tiny.PICTURES_FIRST.replace("IMAGE", "<image>|")
    assert "user: <image>|<image>|Which?" in written(template, RED, BLUE, "Which?")
    assert "user: <image>\nWhich?\n<image>" in written(template, RED, "Which?", BLUE)


def test_a_template_that_drops_pictures_is_not_left_to_place_them() -> None:
    template = "{% for message in messages %}{{ message['content'] | map(attribute='text') | join }}{% endfor %}"
    assert written(template, RED, "Which?") == "<image>\nWhich?"


def test_line_ends_are_not_doubled() -> None:
    assert "one\n<image>\ntwo" in written(tiny.IN_ORDER, "one\n", RED, "\ntwo")


@pytest.mark.parametrize("template", [tiny.NO_SYSTEM, DROPS_SYSTEM])
def test_a_message_of_the_system_is_put_before_the_question_if_the_template_has_none(template: str) -> None:
    manner = manner_of(render(template), None, sees=False)
    assert manner is not None
    assert manner == Manner(system=False)
    said = render(template)(manner.conversation([Message("system", ("Be brief.",)), Message("user", ("Why?",))]))
    assert "Be brief.\nWhy?" in said


def test_a_message_of_the_system_is_kept_where_there_are_such() -> None:
    manner = manner_of(render(TEXTS), None, sees=False)
    assert manner is not None
    said = render(TEXTS)(manner.conversation([Message("system", ("Be brief.",)), Message("user", ("Why?",))]))
    assert said == "<system>Be brief.<user>Why?"


def test_a_template_that_swallows_words_takes_nothing() -> None:
    assert manner_of(render("nothing of this"), "<image>", sees=True) is None


def test_a_template_of_texts_has_no_place_for_pictures_if_nothing_stands_for_them() -> None:
    manner = manner_of(render(TEXTS), None, sees=True)
    assert manner is not None
    assert not manner.places_pictures


def test_examples_keep_their_turns() -> None:
    said: Conversation = Manner().conversation(
        [Message("user", ("2 + 2?",)), Message("assistant", ("4",)), Message("user", ("3 + 3?",))]
    )
    assert [(message["role"], message["content"]) for message in said] == [
        ("user", "2 + 2?"),
        ("assistant", "4"),
        ("user", "3 + 3?"),
    ]
