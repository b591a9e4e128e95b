"""Prices: which of them a model has, what that comes to, and what is said of a file that is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optotype.errors import OptotypeError
from optotype.prices import Prices, load

TOML = """
currency = "EUR"

[models."openai/gpt-4o"]
input = 2.5
output = 10

[models."openai/*"]
input = 1
output = 2

[models."openai/gpt-4o-*"]
input = 0.15
output = 0.6
picture_tokens = "area"

[models."endpoint/*"]
input = 0
output = 0
picture = 0.01
"""


@pytest.fixture
def prices(tmp_path: Path) -> Prices:
    (tmp_path / "prices.toml").write_text(TOML)
    return load(tmp_path / "prices.toml")


def test_a_name_goes_before_a_pattern_and_a_long_pattern_before_a_short_one(prices: Prices) -> None:
    def price(model: str) -> float | None:
        found = prices.of(model)
        return None if found is None else found.input

    assert price("openai/gpt-4o") == 2.5
    assert price("openai/gpt-4o-mini") == 0.15
    assert price("openai/o3") == 1
    assert price("hf/some/model") is None


def test_a_million_tokens_cost_what_the_file_says(prices: Prices) -> None:
    assert prices.currency == "EUR"
    assert prices.cost("openai/gpt-4o", 1_000_000, 0) == 2.5
    assert prices.cost("openai/gpt-4o", 2000, 500) == pytest.approx(0.005 + 0.005)
    assert prices.cost("endpoint/any", 100, 100, pictures=3) == pytest.approx(0.03)


def test_what_is_not_known_is_not_free(prices: Prices) -> None:
    assert prices.cost("hf/model", 1, 1) is None
    assert prices.cost("openai/gpt-4o", None, 5) is None


def test_json_says_the_same(tmp_path: Path, prices: Prices) -> None:
    (tmp_path / "prices.json").write_text(json.dumps(prices.model_dump(exclude_none=True)))
    assert load(tmp_path / "prices.json") == prices


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[models."a"]\ninput = 1', "models.a.output: Field required"),
        ('[models."a"]\ninput = -1\noutput = 1', "models.a.input: Input should be greater than or equal to 0"),
        ('[models."a"]\ninput = nan\noutput = 1', "models.a.input: Input should be a finite number"),
        ('[models."a"]\ninput = 1\noutput = 1\noutptu = 2', "models.a.outptu: unknown key"),
        ('[models."a"]\ninput = "cheap"\noutput = 1', "models.a.input"),
        ("currency = 'EUR'", "models: Field required"),
        ("this is not toml", "prices.toml: "),
        ("", "models: Field required"),
    ],
)
def test_a_file_that_is_wrong_says_where(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(text)
    with pytest.raises(OptotypeError) as caught:
        load(file)
    assert told in str(caught.value)
    assert "Expected was, for example" in str(caught.value)
    assert "prices.toml" in str(caught.value)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b'{"models": ' * 3, b"[" * 100_000, b'{"models": []}', b"[]"])
def test_json_that_is_none_is_told(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "prices.json"
    file.write_bytes(content)
    with pytest.raises(OptotypeError, match=r"prices\.json: "):
        load(file)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptotypeError, match="cannot be read: No such file"):
        load(tmp_path / "prices.toml")
    with pytest.raises(OptotypeError, match="cannot be read: Is a directory"):
        load(tmp_path)
