"""Numbers and ranges, as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optotype.reading import number, read
from optotype.records import Range
from tests.reading.asked import ITEMS


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("about 12.5 %", 12.5),
        ("1,234", 1234.0),
        ("1,234,567.8", 1234567.8),
        ("12,34,567", 1234567.0),
        ("12 000", 12000.0),
        ("1 234,5", 1234.5),
        ("1.234,56", 1234.56),
        ("1'000", 1000.0),
        ("3,5", 3.5),
        ("0,125", 0.125),
        (".5", 0.5),
        ("~0.4", 0.4),
        ("≈ 7", 7.0),
        ("-3", -3.0),
        ("−3", -3.0),
        ("minus 3", -3.0),
        ("+3", 3.0),
        ("$5", 5.0),
        ("-$5", -5.0),
        ("1.2e-3", 0.0012),
        ("2.50E+5", 250000.0),
        ("10^5", 100000.0),
        ("10⁻³", 0.001),
        ("3 × 10^-4", 0.0003),
        ("2*10**5", 200000.0),
        ("1/2", 0.5),
        ("1 1/2", 1.5),
        ("½", 0.5),
        ("2½", 2.5),
        ("⅛", 0.125),
        ("2⅞", 2.875),
        ("215k", 215000.0),
        ("1.5 million", 1500000.0),
        ("7B", 7e9),
        ("5m", 5.0),
        ("2,5 тыс.", 2500.0),
        ("1,5 млн руб.", 1500000.0),
        ("Всего 1,234", 1.234),
        ("K=3", 3.0),
        ("x = 5", 5.0),
        ("3 + 4 = 7", 7.0),
        ("12 / 4 = 3", 3.0),
        ("five (5)", 5.0),
        ("0.25 (25%)", 0.25),
        ("25% (0.25)", 25.0),
        ("Figure 4.2 has 6 vertices", 6.0),
        ("layer 6", 6.0),
        ("GPT-3 reaches 71", 71.0),
        ("F1 of 0.5", 0.5),
        ("not 5 but 6", 6.0),
        ("10d", 10.0),
        ("12-dimensional", 12.0),
        ("٤٢", 42.0),
    ],
)
def test_one_number_is_read(text: str, value: float) -> None:
    assert number(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zero", 0),
        ("twenty-one", 21),
        ("twenty one", 21),
        ("one hundred and five", 105),
        ("two thousand three hundred", 2300),
        ("three million", 3000000),
        ("three point five", 3.5),
        ("two and a half", 2.5),
        ("half", 0.5),
        ("two thirds", 2 / 3),
        ("three quarters", 0.75),
        ("a dozen", 12),
        ("two dozen eggs", 24),
        ("minus five", -5),
        ("twenty percent", 20),
        ("двадцать один", 21),
        ("сто двадцать пять", 125),
        ("две тысячи пятьсот", 2500),
        ("около двадцати пяти", 25),
        ("полтора", 1.5),
        ("три с половиной", 3.5),
        ("три целых пять десятых", 3.5),
        ("ноль целых двадцать пять сотых", 0.25),
        ("минус пять", -5),
        ("трёх", 3),
    ],
)
def test_number_words_are_read_in_both_languages(text: str, value: float) -> None:
    assert number(text) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("0.25-0.30", 0.25, 0.3),
        ("0.25 – 0.30", 0.25, 0.3),
        ("between 0.25 and 0.30", 0.25, 0.3),
        ("between 0.30 and 0.25", 0.25, 0.3),
        ("from 5 to 10", 5, 10),
        ("in the range of approximately 0.195 to 0.215", 0.195, 0.215),
        ("in the range [0.25, 0.30]", 0.25, 0.3),
        ("10%-20%", 10, 20),
        ("10 cm to 20 cm", 10, 20),
        ("$5-$10", 5, 10),
        ("5-10 million", 5e6, 1e7),
        ("-10 - 0", -10, 0),
        ("-5--3", -5, -3),
        ("5 ± 0.5", 4.5, 5.5),
        ("five to ten", 5, 10),
        ("2010 to 2019", 2010, 2019),
        ("1,5-2,5", 1.5, 2.5),
        ("от 5 до 10", 5, 10),
        ("между пятью и 10", 5, 10),
        ("между 5 и 10", 5, 10),
    ],
)
def test_ranges_are_read(text: str, low: float, high: float) -> None:
    assert number(text) == Range(low=low, high=high)


@pytest.mark.parametrize(
    "text",
    [
        "", "red", "5 and 6", "5 or 6", "1, 2, 3", "x = 5, y = 6", "the lowest is 0.2 and the highest 0.65", "5 (425)",
        "more than 5", "> 5", "≤ 3", "at least two", "5 or more", "5+", "under 10", "более 5", "не менее 5", "not 5",
        "не 5", "3:1", "10:30", "2010-05-12", "12.05.2020", "1.2.3", "from 10 to 5", "the 10th row", "5th", "2-й",
        "the third bar", "GPT-3", "F1",
        "the one on the left", "no one", "one of them", "один из них", "seven eight", "1e400", "9" * 500,
        "[0.25, 0.30]", "x" * 3000 + " 5",
    ],
)  # fmt: skip
def test_no_number_is_made_up(text: str) -> None:
    assert number(text) is None


ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spelled(value: int) -> str:
    """A whole number in English words."""
    if value < 20:
        return ONES[value]
    if value < 100:
        return TENS[value // 10 - 2] + (f"-{ONES[value % 10]}" if value % 10 else "")
    if value < 1000:
        return f"{ONES[value // 100]} hundred" + (f" and {spelled(value % 100)}" if value % 100 else "")
    return f"{spelled(value // 1000)} thousand" + (f" {spelled(value % 1000)}" if value % 1000 else "")


RU_ONES = [
    "ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять", "одиннадцать",
    "двенадцать", "тринадцать", "четырнадцать", "пятнадцать", "шестнадцать", "семнадцать", "восемнадцать",
    "девятнадцать",
]  # fmt: skip
RU_TENS = ["двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто"]
RU_HUNDREDS = ["сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот", "восемьсот", "девятьсот"]


def spelled_in_russian(value: int) -> str:
    """A whole number below a thousand, in Russian words."""
    words = [RU_HUNDREDS[value // 100 - 1]] if value >= 100 else []
    rest = value % 100
    if rest >= 20:
        words.append(RU_TENS[rest // 10 - 2])
        rest %= 10
    if rest or not words:
        words.append(RU_ONES[rest])
    return " ".join(words)


@given(st.integers(0, 999_999))
def test_every_whole_number_comes_back_from_its_words(value: int) -> None:
    assert number(spelled(value)) == value
    assert number(f"There are {spelled(value)} cats.") == value


def test_every_russian_number_below_a_thousand_comes_back_from_its_words() -> None:
    assert [value for value in range(1000) if number(spelled_in_russian(value)) != value] == []


def test_a_comma_is_decimal_where_the_text_is_russian() -> None:
    assert number("1,234") == 1234
    assert number("1,234", russian=True) == 1.234
    assert number("1,234,567", russian=True) == 1234567
    assert number("примерно 1,234") == 1.234


@pytest.mark.parametrize(
    "text", ["between 3 and about 5", "from 3 to about 5", "between about 3 and 5", "3 to about 5"]
)
def test_the_ends_of_a_range_may_be_rough(text: str) -> None:
    assert read(text, ITEMS["number"]).value == Range(low=3, high=5)


@pytest.mark.parametrize("text", [r"The answer is $\geq 5$.", r"It is $\leq 5$", r"It is $\ge 5$"])
def test_a_bound_in_mathematical_notation_is_no_number(text: str) -> None:
    found = read(text, ITEMS["number"])
    assert (found.value, found.note) == (None, "a bound, not a number")
