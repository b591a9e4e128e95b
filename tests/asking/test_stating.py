"""Stating: what an example answers is what a template asks for, and what reading reads back."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.asking._stating import number_text, right, state
from optotype.asking._wording import WORDINGS, Language
from optotype.reading import read
from optotype.records import (
    Choice,
    Gold,
    Graph,
    Item,
    Number,
    Option,
    Preference,
    Range,
    Ranking,
    ShortText,
    State,
    Value,
    YesNo,
    labels,
)
from optotype.scenegraph.notation import parse
from tests.asking.items import choice, item, texts

Style = Literal["prose", "json"]
Reasoning = Literal["none", "brief"]

languages = st.sampled_from(["en", "ru"])
styles = st.sampled_from(["prose", "json"])
reasonings = st.sampled_from(["none", "brief"])


def gold(*accepted: Value) -> Gold:
    return Gold(item="set/1", accepted=accepted, rule="imported")


def asked(form: object, language: Language) -> Item:
    question = "Which of these is it, in your opinion?" if language == "en" else "Что из этого верно, по вашему мнению?"
    return item(form, question)  # type: ignore[arg-type]


@st.composite
def orders(draw: st.DrawFn, most: int = 8) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels, and an order in which they are shown."""
    names = tuple(labels(draw(st.integers(2, most))))
    if draw(st.booleans()):
        names = tuple(str(number) for number in range(1, len(names) + 1))
    return names, tuple(draw(st.permutations(names)))


THINGS = ("apple", "B", "A and C", "1", "both", "none of these", "yes", "3 or 4", "да", "The answer is D.", "A or B")


def options(names: tuple[str, ...], chance: st.DataObject) -> tuple[Option, ...]:
    """Options whose texts look like labels and like answers."""
    things = chance.draw(st.lists(st.sampled_from(THINGS), min_size=len(names), max_size=len(names), unique=True))
    return tuple(Option(label=label, text=thing) for label, thing in zip(names, things, strict=True))


@given(st.data(), orders(), languages, styles, reasonings)
def test_a_choice_comes_back(
    data: st.DataObject,
    order: tuple[tuple[str, ...], tuple[str, ...]],
    language: Language,
    style: Style,
    reasoning: Reasoning,
) -> None:
    names, shown = order
    several = data.draw(st.booleans())
    chosen = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=len(names) if several else 1, unique=True))
    one = asked(Choice(options=options(names, data), several=several), language)
    text = state(tuple(chosen), one, shown, WORDINGS[language], style, reasoning)
    reading = read(text, one, shown=shown)
    assert reading.state is State.GIVEN, text
    assert isinstance(reading.value, tuple)
    assert sorted(reading.value) == sorted(chosen), text


@given(st.data(), orders(), languages, styles, reasonings)
def test_a_ranking_comes_back(
    data: st.DataObject,
    order: tuple[tuple[str, ...], tuple[str, ...]],
    language: Language,
    style: Style,
    reasoning: Reasoning,
) -> None:
    names, shown = order
    begins = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    one = asked(Ranking(options=options(names, data)), language)
    reading = read(state(tuple(begins), one, shown, WORDINGS[language], style, reasoning), one, shown=shown)
    assert reading.state is State.GIVEN
    assert isinstance(reading.value, tuple)
    assert list(reading.value[: len(begins)]) == begins
    assert sorted(reading.value) == sorted(names)


@given(st.data(), languages, styles, reasonings, st.booleans())
def test_a_preference_comes_back(
    data: st.DataObject, language: Language, style: Style, reasoning: Reasoning, turned: bool
) -> None:
    one = asked(Preference(options=texts("the left one", "the right one")), language)
    better = data.draw(st.sampled_from(["A", "B"]))
    shown = ("B", "A") if turned else ("A", "B")
    value = right(one, gold(better))
    reading = read(state(value, one, shown, WORDINGS[language], style, reasoning), one, shown=shown)
    assert reading.value in (better, (better,))


@given(st.booleans(), languages, styles, reasonings)
def test_yes_and_no_come_back(value: bool, language: Language, style: Style, reasoning: Reasoning) -> None:
    one = asked(YesNo(), language)
    assert read(state(value, one, None, WORDINGS[language], style, reasoning), one).value is value


numbers = st.one_of(
    st.integers(-(10**9), 10**9).map(float),
    st.integers(-(10**7), 10**7).map(lambda number: number / 1000),
    st.floats(1e-6, 1e6),
)


@given(numbers, languages, styles, reasonings, st.sampled_from([None, "kg", "%", "м²"]))
def test_a_number_comes_back(
    value: float, language: Language, style: Style, reasoning: Reasoning, unit: str | None
) -> None:
    one = asked(Number(unit=unit), language)
    assert read(state(value, one, None, WORDINGS[language], style, reasoning), one).value == value


@given(st.floats(1e-6, 1e6), st.floats(0, 1e3), languages, styles)
def test_a_range_is_stated_by_a_number_inside_it(low: float, width: float, language: Language, style: Style) -> None:
    one, span = asked(Number(), language), Range(low=low, high=low + width)
    value = read(state(right(one, gold(span)), one, None, WORDINGS[language], style), one).value
    assert isinstance(value, float)
    assert span.low <= value <= span.high


words = st.sampled_from(
    [
        "S-shaped",
        "12.5 %",
        "the red curve",
        "Гемоглобин",
        "0.25-0.30",
        "2010 to 2014",
        'a "quoted" name',
        "x_1 + y",
        "42",
    ]
)


@given(words, languages, styles, reasonings)
def test_a_short_text_comes_back(value: str, language: Language, style: Style, reasoning: Reasoning) -> None:
    one = asked(ShortText(), language)
    assert read(state(value, one, None, WORDINGS[language], style, reasoning), one).value == value


GRAPHS = {
    "factual": "( men , is , 2 ) , ( men , sit on , bench ) , ( tree )",
    "factual_ids": "( man , pv:chase , man:1 ) , ( man , is , tall )",
    "factual_mr": "( 2 , men , sit , on , 1pa , bench ) , ( dog , p:walk )",
}


@pytest.mark.parametrize("notation", GRAPHS)
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("style", ["prose", "json"])
@pytest.mark.parametrize("reasoning", ["none", "brief"])
def test_a_graph_comes_back(
    notation: Literal["factual", "factual_ids", "factual_mr"], language: Language, style: Style, reasoning: Reasoning
) -> None:
    one = item(Graph(notation=notation), "", text="two men on a bench")
    value = read(state(GRAPHS[notation], one, None, WORDINGS[language], style, reasoning), one).value
    assert isinstance(value, str)
    assert parse(value) == parse(GRAPHS[notation])


FORMS = [
    choice("x", "y", unanswerable=True),
    choice("x", "y", several=True, unanswerable=True),
    YesNo(unanswerable=True),
    Number(unanswerable=True),
    ShortText(unanswerable=True),
    Graph(unanswerable=True),
    Ranking(options=texts("x", "y"), unanswerable=True),
    Preference(options=texts("x", "y"), unanswerable=True),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.kind)
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("style", ["prose", "json"])
@pytest.mark.parametrize("reasoning", ["none", "brief"])
def test_that_it_cannot_be_answered_comes_back(
    form: object, language: Language, style: Style, reasoning: Reasoning
) -> None:
    one = asked(form, language)
    value = right(one, Gold(item="set/1", unanswerable=True, rule="imported"))
    assert read(state(value, one, None, WORDINGS[language], style, reasoning), one).state is State.UNANSWERABLE


# --- what is stated, by example


def test_letters_are_those_that_are_shown() -> None:
    one = item(choice("x", "y", "z", several=True))
    assert state(("A", "C"), one, ("C", "A", "B"), WORDINGS["en"]) == "A, B"
    assert state(("A", "C"), one, ("C", "A", "B"), WORDINGS["en"], "json") == '{"answer": ["A", "B"]}'


def test_a_ranking_is_completed_as_it_is_shown() -> None:
    one = item(Ranking(options=texts("w", "x", "y", "z")))
    assert state(("C",), one, ("D", "C", "B", "A"), WORDINGS["en"]) == "B, A, C, D"


def test_json_keeps_the_kind_of_a_value() -> None:
    assert state(3.0, item(Number()), None, WORDINGS["en"], "json") == '{"answer": 3}'
    assert state(True, item(YesNo()), None, WORDINGS["ru"], "json") == '{"answer": "да"}'
    assert json.loads(state('a "b"\n', item(ShortText()), None, WORDINGS["en"], "json")) == {"answer": 'a "b"\n'}


def test_an_example_of_thinking_ends_as_the_template_says() -> None:
    assert state(("B",), item(choice("x", "y")), None, WORDINGS["ru"], reasoning="brief") == "Ответ: B"


def test_a_number_is_written_without_an_exponent_where_it_can_be() -> None:
    assert [number_text(number) for number in (3.0, 0.25, 1.2e6, 1e-7, -0.0, 0.1 + 0.2, 1e300)] == [
        "3",
        "0.25",
        "1200000",
        "0.0000001",
        "0",
        "0.30000000000000004",
        "1e+300",
    ]


def test_a_number_goes_before_a_range() -> None:
    assert right(item(Number()), gold(Range(low=0.25, high=0.3), 0.5)) == 0.5


@pytest.mark.parametrize(
    ("form", "accepted"),
    [
        (choice("x", "y"), ("C",)),
        (choice("x", "y"), ("A", "B")),
        (choice("x", "y"), True),
        (YesNo(), "yes"),
        (Number(), "three"),
        (ShortText(), ""),
        (Ranking(options=texts("x", "y")), ("A", "A")),
        (Graph(), 3.0),
    ],
)
def test_gold_that_does_not_fit_its_form_is_not_stated(form: object, accepted: Value) -> None:
    with pytest.raises(LookupError):
        right(item(form), gold(accepted))  # type: ignore[arg-type]


def test_unanswerable_gold_is_stated_only_where_that_is_offered() -> None:
    impossible = Gold(item="set/1", unanswerable=True, rule="imported")
    assert right(item(ShortText(unanswerable=True)), impossible) is None
    with pytest.raises(LookupError):
        right(item(ShortText()), impossible)
