"""About how many tokens: each rule says what its source says."""

from __future__ import annotations

import pytest

from optotype.tokens import PICTURE_RULES, picture_rule, text_tokens


@pytest.mark.parametrize(
    ("rule", "width", "height", "tokens"),
    [
        # the examples that the providers' guides give
        ("tiles", 1024, 1024, 765),
        ("tiles", 2048, 4096, 1105),
        ("area", 200, 200, 54),
        ("area", 1000, 1000, 1334),
        ("area", 1092, 1092, 1590),
        ("crops", 384, 384, 258),
        ("crops", 960, 540, 6 * 258),
        # worked by hand
        ("tiles", 100, 100, 255),
        ("tiles", 8192, 64, 85 + 4 * 170),
        ("area", 8000, 6000, 1600),
        ("area", 1, 1, 1),
        ("crops", 1600, 1600, 9 * 258),
        ("crops", 1000, 100, 4 * 258),
        ("patches", 280, 56, 20),
        ("patches", 29, 1, 2),
    ],
)
def test_a_picture_counts_as_its_provider_says(rule: str, width: int, height: int, tokens: int) -> None:
    assert PICTURE_RULES[rule].tokens(width, height) == tokens


@pytest.mark.parametrize("rule", PICTURE_RULES.values(), ids=lambda rule: rule.name)
def test_a_picture_of_unknown_size_is_not_free(rule: object) -> None:
    assert PICTURE_RULES[rule.name].tokens(0, 0) >= 1  # type: ignore[attr-defined]


def test_a_family_is_told_by_its_name() -> None:
    names = {
        "openai/gpt-4o": "tiles",
        "endpoint/anthropic/Claude-Sonnet": "area",
        "endpoint/gemini-2.5-pro": "crops",
        "endpoint/gpt-4.1": "tiles",
        "hf/Qwen/Qwen2.5-VL-3B-Instruct": "patches",
    }
    assert {name: picture_rule(name).name for name in names} == names
    assert picture_rule("openai/gpt-4o", "area").name == "area"


def test_texts_are_counted_by_their_script() -> None:
    assert text_tokens("") == 0
    assert text_tokens("a" * 400) == 100
    assert text_tokens("ж" * 400) == 160
    assert text_tokens("图" * 40) == 40
    assert text_tokens("ab" + "жё" * 5 + "图") == 6  # 0.5 + 4 + 1
