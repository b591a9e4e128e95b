"""Two languages: what differs between them besides words."""

from __future__ import annotations

import datetime
from typing import Literal

Language = Literal["ru", "en"]

Both = tuple[str, str]
"""A text in Russian and in English."""

EMPTY_STYLES: dict[str, tuple[str, Both]] = {
    "blank": ("", ("ячейка оставлена пустой", "the cell is left blank")),
    "dash": ("—", ("длинное тире «—»", "a long dash “—”")),
    "dots": ("...", ("многоточие «...»", "three dots “...”")),
    "cross": ("×", ("крестик «×»", "a cross “×”")),
    "slash": ("/", ("косая черта «/»", "a slash “/”")),
    "question": ("?", ("знак вопроса «?»", "a question mark “?”")),
    "letters": ("", ("буквы «н/д»", "the letters “n/a”")),
    "equals": ("==", ("два знака равенства «==»", "two equals signs “==”")),
}
"""How a cell without data is shown, and how that is called."""

_MONTHS_RU = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split()  # noqa: SIM905
_MONTHS_EN = "January February March April May June July August September October November December".split()  # noqa: SIM905
_SHORT_RU = "янв фев мар апр май июн июл авг сен окт ноя дек".split()  # noqa: SIM905

_RU = {
    "dots": ("%d.%m.%Y", "ДД.ММ.ГГГГ"),
    "short dots": ("%d.%m.%y", "ДД.ММ.ГГ"),
    "iso": ("%Y-%m-%d", "ГГГГ-ММ-ДД"),
    "slashes": ("%d/%m/%Y", "ДД/ММ/ГГГГ"),
    "short slashes": ("%d/%m/%y", "ДД/ММ/ГГ"),
    "hyphens": ("%d-%m-%Y", "ДД-ММ-ГГГГ"),
    "year first": ("%Y/%m/%d", "ГГГГ/ММ/ДД"),
    "short month": ("{d} {short} {Y}", "Д мес ГГГГ (месяц тремя буквами)"),
    "month": ("{d} {month} {Y}", "Д месяц ГГГГ (месяц словом)"),
}
_EN = {
    "dots": ("%d.%m.%Y", "DD.MM.YYYY"),
    "short dots": ("%d.%m.%y", "DD.MM.YY"),
    "iso": ("%Y-%m-%d", "YYYY-MM-DD"),
    "slashes": ("%d/%m/%Y", "DD/MM/YYYY"),
    "short slashes": ("%d/%m/%y", "DD/MM/YY"),
    "hyphens": ("%d-%m-%Y", "DD-MM-YYYY"),
    "year first": ("%Y/%m/%d", "YYYY/MM/DD"),
    "short month": ("{d} {short} {Y}", "D Mon YYYY (month in three letters)"),
    "month": ("{d} {month} {Y}", "D Month YYYY (month as a word)"),
}


def date_styles(language: Language) -> list[str]:
    """The names of the ways in which dates are written."""
    return list(_RU if language == "ru" else _EN)


def date_pattern(style: str, language: Language) -> str:
    """How a way of writing dates is called in a question."""
    return (_RU if language == "ru" else _EN)[style][1]


def write_date(day: int, style: str, language: Language) -> str:
    """A day, counted from the year 1, as a date in words or digits."""
    date = datetime.date.fromordinal(day)
    pattern = _RU[style][0]
    if "{" not in pattern:
        return date.strftime(pattern)
    months, shorts = (_MONTHS_RU, _SHORT_RU) if language == "ru" else (_MONTHS_EN, [name[:3] for name in _MONTHS_EN])
    return pattern.format(d=date.day, month=months[date.month - 1], short=shorts[date.month - 1], Y=date.year)


def write_empty(style: str, language: Language) -> str:
    """What stands in a cell without data."""
    if style == "letters":
        return "н/д" if language == "ru" else "n/a"
    return EMPTY_STYLES[style][0]
