"""The page about asking shows what is really sent."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from optotype.asking import Asking, Example, Sight
from optotype.prices import Prices
from optotype.records import Choice, Gold, Graph, Item, Number, Preference, Ranking, ShortText, YesNo
from tests.asking.items import choice, item, pictured, sight, sights, texts, told

PAGE = (Path(__file__).parents[2] / "docs" / "asking.md").read_text(encoding="utf-8")
BLOCKS = [block.strip("\n") for block in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)]
SEEN = sights("figure", "second", "a", "b")

COLOURS = ("red", "green", "blue")
FIRST = item(choice(*COLOURS), "Which line peaks first?")


def put(asked: Item, asking: Asking = Asking(permute="none"), seen: dict[str, Sight] = SEEN) -> str:  # noqa: B008
    (question,) = asking.questions(asked, seen)
    return told(question)


def test_prompts_are_shown_as_they_are_sent() -> None:
    captioned = {"figure": sight("figure", "Figure 3: Accuracy by epoch.")}
    both = item(Choice(options=pictured("a", "b")), "Which fits both?", pictures=("figure", "second"))
    for sent in (
        put(FIRST),
        put(item(choice(*COLOURS, several=True, unanswerable=True), "Which lines rise?"), seen=captioned),
        put(both),
        put(item(Graph(), "", pictures=(), text="two dogs on a red sofa")),
    ):
        assert sent in BLOCKS


def test_endings_are_shown_as_they_are_sent() -> None:
    for asking in (Asking(style="json"), Asking(reasoning="brief")):
        assert put(FIRST, asking).rpartition("\n\n")[2] in BLOCKS


def test_examples_are_shown_as_they_are_sent() -> None:
    boat = item(Choice(options=pictured("a", "b")), "Which is a boat?", pictures=(), id="set/2")
    solved = Example(boat, Gold(item="set/2", accepted=(("B",),), rule="imported"))
    (question,) = Asking(shots=1).questions(item(choice("x", "y")), SEEN, [solved])
    assert told(question) in BLOCKS


def test_turns_are_shown_as_they_are_asked() -> None:
    turns = [
        ["turn", str(question.turn)]
        + [word for option in question.seen.options for word in (f"{option.label}.", option.text)]
        + ["shown", "=", *(question.shown or ())]
        for question in Asking(permute="circular").questions(FIRST, SEEN)
    ]
    assert turns in [[line.split() for line in block.splitlines()] for block in BLOCKS]


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        (item(YesNo()), item(YesNo())),
        (item(Number(unit="kg", low=0, high=2.5)), item(Number(unit="кг", low=0, high=2.5))),
        (item(ShortText()), item(ShortText())),
        (item(Ranking(options=texts("x", "y"))), item(Ranking(options=texts("x", "y")))),
        (item(Preference(options=texts("x", "y"))), item(Preference(options=texts("x", "y")))),
    ],
    ids=lambda asked: asked.form.kind,
)
def test_the_table_of_endings_is_true(english: Item, russian: Item) -> None:
    said = put(english, Asking(language="en")).rpartition("\n\n")[2]
    in_russian = put(russian, Asking(language="ru")).rpartition("\n\n")[2]
    assert f"| `{english.form.kind}` | {said} | {in_russian} |" in PAGE


def test_all_settings_are_told_with_their_defaults() -> None:
    (code,) = re.findall(r"\n(Asking\(.*?\))\n```", PAGE, re.DOTALL)
    assert eval(code, {"Asking": Asking}) == Asking()
    for name in Asking.__dataclass_fields__:
        assert f"`{name}`" in PAGE


def test_the_price_file_can_be_used() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    prices = Prices.model_validate(tomllib.loads(text))
    assert prices.cost("openai/gpt-4o", 1_000_000, 100_000) == pytest.approx(3.5)
