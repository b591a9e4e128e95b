"""Laws that every reading obeys, whatever the reply and whatever the form."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from optotype.formats import misfit
from optotype.reading import Reading, normal, read
from optotype.reading._states import absent, state
from optotype.records import Choice, Number, Range, Ranking, State, Value
from optotype.scenegraph import notation
from tests.reading.asked import COLOURS, ITEMS, asked, pictures, texts

PIECES = [
    "A", "B", "c", "D", "E", "(B)", "b)", "AB", "A, C", "red", "blue", "dark green", "the second one", "option 2",
    "left", "yes", "no", "No,", "true", "5", "3.5", "1,234", "between", "and", "or", "not", "-", "to", "%", "twenty",
    "one", "kg", "Answer:", "the answer is", "Therefore,", "So", "wait,", "I choose", "correct", "is", "wrong",
    "better than", "than", "**", "`", "$", "\\boxed{", "}", "\\text{", "{", '{"answer":', '"', "[", "]", "```json\n",
    "<think>", "</think>", "<answer>", "</answer>", "\n", "\n\n", ". ", ", ", ": ", "> ", "(", ")", "1.", "2.", "- ",
    "( man , on , bench )", "I don't know", "cannot be determined", "but", "I cannot view images", "A > B", "#", "e",
    "not shown in the figure", "Ответ:", "да", "нет", "не", "первый", "двадцать", "\x00", "\u200b", "İ", "ё", "½",
    "10^5", "all of the above", "none",
]  # fmt: skip
replies = st.text() | st.lists(st.sampled_from(PIECES)).map(" ".join) | st.lists(st.sampled_from(PIECES)).map("".join)
names = st.sampled_from(sorted(ITEMS))

THOUGHTS = [
    "Option A looks good.", "The answer is A?", "Red is not it.", "Yes.", "No, wait.", "It was 5 in 2010.", "A",
    "I don't know.", "Answer: A", "So it is C.", "B > A > C", "(man, on, bench)", "C, D", "1. A\n2. B", "\\boxed{A}",
    "It cannot be determined from the figure.", '{"answer": "A"}', "**A**", "I cannot view images.", "not", "no",
    "the wrong",
]  # fmt: skip
reasoning = st.lists(st.sampled_from(THOUGHTS), min_size=1).map(" ".join) | st.text(
    alphabet=st.characters(exclude_characters="<{\\◁")
)


@settings(max_examples=1000)
@given(replies, names)
def test_reading_never_fails_and_its_value_fits_the_form(reply: str, name: str) -> None:
    item = ITEMS[name]
    reading = read(reply, item)
    assert reading.state is not State.FAILED
    assert (reading.value is not None) == (reading.state is State.GIVEN)
    assert reading == read(reply, item)
    if reading.value is not None:
        assert fits(name, reading.value)


def fits(name: str, value: Value) -> bool:
    item = ITEMS[name]
    form = item.form
    if misfit(item, value) is not None:
        return False
    if isinstance(value, tuple):
        own = [option.label for option in item.options]
        ordered = sorted(value, key=own.index) == list(value)
        return sorted(value) == sorted(own) if isinstance(form, Ranking) else ordered and len(set(value)) == len(value)
    if isinstance(form, Number):
        assert isinstance(value, float | Range)
        ends = (value.low, value.high) if isinstance(value, Range) else (value, value)
        return (
            ends[0] <= ends[1]
            and (form.low is None or form.low <= ends[0])
            and (form.high is None or form.high >= ends[1])
        )
    if form.kind == "graph":
        assert isinstance(value, str)
        return bool(notation.parse(value))
    return value != ""


STATEMENTS = [
    "{}",
    "{}.",
    " {} \n",
    "**{}**",
    "Answer: {}",
    "answer: {}.",
    "**Answer:** {}",
    "The answer is {}.",
    "The correct answer is: {}",
    "Final answer: **{}**",
    "<answer>{}</answer>",
    "<think>A or B? No: 7.</think>{}",
    "Ответ: {}",
]


def read_back(said: str, name: str, shown: tuple[str, ...] | None = None) -> list[Value | State]:
    """The different things that are read out of one statement, made in many ways."""
    replies = [statement.format(said) for statement in STATEMENTS]
    replies += [json.dumps({"answer": said}), f"```json\n{json.dumps({'reasoning': 'Not A.', 'answer': said})}\n```"]
    found: list[Value | State] = []
    for reply in replies:
        reading = read(reply, ITEMS[name], shown=shown)
        outcome = reading.state if reading.value is None else reading.value
        if outcome not in found:
            found.append(outcome)
    return found


@pytest.mark.parametrize("shown", list(permutations("ABCD")))
def test_a_choice_comes_back_from_its_letter_its_words_and_its_place(shown: tuple[str, ...]) -> None:
    words = dict(zip("ABCD", COLOURS, strict=True))
    for place, (letter, own) in enumerate(zip("ABCD", shown, strict=True)):
        ordinal = ("first", "second", "third", "fourth")[place]
        for said in (
            letter,
            f"({letter})",
            f"{letter}) {words[own]}",
            f"option {letter}",
            words[own],
            f"the {ordinal} one",
        ):
            assert read_back(said, "choice", shown) == [(own,)], said


@pytest.mark.parametrize("shown", list(permutations("ABCD")))
def test_several_choices_come_back(shown: tuple[str, ...]) -> None:
    means = dict(zip("ABCD", shown, strict=True))
    for chosen in ("AB", "BD", "ACD", "ABCD"):
        own = tuple(sorted(means[letter] for letter in chosen))
        for said in (chosen, ",".join(chosen), ", ".join(chosen), " and ".join(chosen), " ".join(chosen)):
            assert read_back(said, "choice of several", shown) == [own], said


@pytest.mark.parametrize("shown", list(permutations("ABC")))
@pytest.mark.parametrize("order", list(permutations("ABC")))
def test_rankings_come_back(shown: tuple[str, ...], order: tuple[str, ...]) -> None:
    means = dict(zip("ABC", shown, strict=True))
    own = tuple(means[letter] for letter in order)
    words = dict(zip("ABC", COLOURS, strict=False))
    by_words = ", ".join(words[label] for label in own)
    for said in (" > ".join(order), ", ".join(order), "".join(order), by_words):
        assert read_back(said, "ranking", shown) == [own], said
    assert (
        read("\n".join(f"{n}. {letter}" for n, letter in enumerate(order, 1)), ITEMS["ranking"], shown=shown).value
        == own
    )
    assert read(json.dumps(list(order)), ITEMS["ranking"], shown=shown).value == own


@pytest.mark.parametrize("shown", list(permutations("AB")))
def test_preferences_come_back(shown: tuple[str, ...]) -> None:
    for place, (letter, side) in enumerate((("A", "left"), ("B", "right"))):
        for said in (letter, f"picture {letter}", side, f"the {side} one", ("the first", "the second")[place]):
            assert read_back(said, "preference", shown) == [(shown[place],)], said


@pytest.mark.parametrize(
    ("said", "value"), [("yes", True), ("No", False), ("TRUE", True), ("да", True), ("нет", False)]
)
def test_yes_and_no_come_back(said: str, value: bool) -> None:
    assert read_back(said, "yes or no") == [value]


numbers = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e15, max_value=1e15) | st.integers(
    -(10**9), 10**9
)


@given(numbers)
def test_numbers_come_back(number: float) -> None:
    assert read_back(f"{number:.15g}", "number") == [float(f"{number:.15g}")]
    assert read_back(f"about {number:.15g} units", "number") == [float(f"{number:.15g}")]


@given(st.integers(-(10**9), 10**9))
def test_numbers_come_back_with_their_thousands_apart(number: int) -> None:
    assert read_back(f"{number:,}", "number")[:1] == [float(number)]
    assert read(f"{number:,}", ITEMS["number"]).value == float(number)
    assert read(f"{number:,}".replace(",", " "), ITEMS["number"]).value == float(number)


@given(numbers, numbers)
def test_ranges_come_back(one: float, other: float) -> None:
    low, high = sorted((float(f"{one:.6g}"), float(f"{other:.6g}")))
    assume(low < high)
    low_said, high_said = f"{low:.6g}", f"{high:.6g}"
    for said in (f"{low_said}-{high_said}", f"between {low_said} and {high_said}", f"from {low_said} to {high_said}"):
        assert read_back(said, "number") == [Range(low=low, high=high)], said


words = st.lists(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9'’-]{0,10}", fullmatch=True), min_size=1, max_size=6).map(
    " ".join
)


@given(words)
def test_short_texts_come_back(said: str) -> None:
    assume(state(said) is None and not absent(said) and "answer" not in said.lower())
    found = read_back(said, "short text")
    assert {normal(str(value)) for value in found} == {normal(said)}, found


terms = st.from_regex(r"[a-z]{1,8}( [a-z]{1,8}){0,2}", fullmatch=True)


@given(st.lists(st.tuples(terms, terms, terms), min_size=1, max_size=4))
def test_graphs_come_back(facts: list[tuple[str, str, str]]) -> None:
    assert read_back(notation.write(facts), "graph") == [notation.write(facts)]
    loose = ", ".join(f"({', '.join(fact)})" for fact in facts)
    assert read_back(loose, "graph") == [notation.write(facts)]


CONCLUSIONS = {
    "choice": "B",
    "choice of several": "A, C",
    "yes or no": "no",
    "number": "42",
    "rating": "4",
    "short text": "the encoder",
    "ranking": "C > A > B",
    "graph": "( dog , run in , park )",
    "preference": "A",
}


@settings(max_examples=300)
@given(reasoning, st.sampled_from(sorted(CONCLUSIONS)))
def test_reasoning_before_the_answer_changes_nothing(thoughts: str, name: str) -> None:
    plain = read(f"Answer: {CONCLUSIONS[name]}", ITEMS[name])
    assert plain.state is State.GIVEN
    reading = read(f"{thoughts}\n\nAnswer: {CONCLUSIONS[name]}", ITEMS[name])
    assert (reading.state, reading.value) == (plain.state, plain.value), reading.note


@given(replies, replies, names)
def test_thinking_aloud_before_the_reply_changes_nothing(thoughts: str, reply: str, name: str) -> None:
    assume("think>" not in reply and "think>" not in thoughts)
    plain = read(reply, ITEMS[name])
    assert read(f"<think>{thoughts}</think>\n{reply}", ITEMS[name]) == plain


@pytest.mark.parametrize("name", sorted(ITEMS))
@pytest.mark.parametrize("reply", ["", " ", "\n\t\n", "\u200b", "...", "?", "<think>So it is", "**", "\x00"])
def test_silence_is_unread(name: str, reply: str) -> None:
    if name == "short text" and reply in ("...", "?", "**"):
        return
    assert read(reply, ITEMS[name]).state is State.UNREAD


@pytest.mark.parametrize("name", sorted(ITEMS))
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("It is not possible to answer this question based only on the provided data.", State.UNANSWERABLE),
        ("Answer: this cannot be determined from the figure.", State.UNANSWERABLE),
        ('{"answer": "It is not possible to tell from the image."}', State.UNANSWERABLE),
        ("I don't know.", State.DONT_KNOW),
        ("Не знаю.", State.DONT_KNOW),
        ("I'm sorry, but I can't help with that.", State.REFUSED),
        ("I cannot view images.", State.REFUSED),
    ],
)
def test_what_is_said_instead_of_an_answer_is_heard_whatever_the_form(name: str, reply: str, expected: State) -> None:
    reading = read(reply, ITEMS[name])
    assert (reading.state, reading.value) == (expected, None)


def test_an_order_that_is_none_of_the_item_is_an_error() -> None:
    item = ITEMS["choice"]
    for shown in (("A", "B"), ("A", "B", "C", "C"), ("A", "B", "C", "E")):
        with pytest.raises(ValueError, match="not an order of its options"):
            read("A", item, shown=shown)


def test_a_reading_says_how_it_was_read() -> None:
    item = asked(Choice(options=texts(*COLOURS)))
    assert read("So it goes. Answer: B", item).note == "the letter alone after 'Answer:'"
    assert read("B or C", item) == Reading(State.UNREAD, None, "either B or C")
    assert read("7", asked(Number(low=1, high=5))).note == "7 is outside 1 to 5"


def test_pictures_are_named_by_letter_and_by_place_only() -> None:
    item = asked(Choice(options=pictures(3)))
    assert read("The third picture", item).value == ("C",)
    assert read("the red one", item).state is State.UNREAD
