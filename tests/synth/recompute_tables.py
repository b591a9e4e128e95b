"""Answers to questions about drawn tables, worked out again from the scene alone.

It reads the texts that were printed, as a person would: numbers are parsed from cells, ranges from their words, dates
from their digits. It shares no code with what drew the tables.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

Scene = Any
Solver = Callable[["Sheet", dict[str, Any], str], bool]
"""Is this option right?"""

_MONTHS = (
    ("янв", "jan"), ("фев", "feb"), ("мар", "mar"), ("апр", "apr"), ("ма", "may"), ("июн", "jun"),
    ("июл", "jul"), ("авг", "aug"), ("сен", "sep"), ("окт", "oct"), ("ноя", "nov"), ("дек", "dec"),
)  # fmt: skip


def right_options(scene: Scene, options: Sequence[str]) -> list[int]:
    """The places of all options that are right."""
    asked = scene["asked"]
    solver = SOLVERS[asked["template"]]
    sheet = Sheet(scene)
    return [place for place, option in enumerate(options) if solver(sheet, asked, option)]


class Sheet:
    """A table as it was printed."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.columns: list[dict[str, Any]] = scene["columns"]
        self.rows: list[dict[str, Any]] = []
        self.sections: list[str] = []
        for row in scene["rows"]:
            if "section" in row:
                self.sections.append(row["section"])
            else:
                self.rows.append({**row, "of": self.sections[-1] if self.sections else None})
        self.label = next(n for n, column in enumerate(self.columns) if column["kind"] == "label")

    def titles(self) -> list[str]:
        return [column["title"] for column in self.columns]

    def names(self) -> list[str]:
        return [row["cells"][self.label] for row in self.rows]

    def row(self, name: str) -> dict[str, Any]:
        found = [row for row in self.rows if row["cells"][self.label] == name]
        assert len(found) == 1, f"{len(found)} rows are called {name}"
        return found[0]

    def cell(self, name: str, column: int) -> str:
        return self.row(name)["cells"][column]

    def filled(self, column: int) -> list[tuple[str, str]]:
        """Names and texts of the rows that have data in a column."""
        return [
            (row["cells"][self.label], row["cells"][column]) for row in self.rows if column not in row.get("empty", [])
        ]

    def values(self, column: int) -> dict[str, float]:
        """Names and numbers of the rows that have a number in a column; dates count as days."""
        found = {name: measure(text) for name, text in self.filled(column)}
        return {name: value for name, value in found.items() if value is not None}

    def named(self, *titles: str) -> int:
        return next(n for n, column in enumerate(self.columns) if column["title"] in titles)

    def result(self) -> int:
        return self.named("Результат", "Result")

    def bounds(self, name: str) -> tuple[float | None, float | None]:
        """The limits of a test, from one column or from two."""
        places = [n for n, column in enumerate(self.columns) if column["kind"] == "range"]
        row = self.row(name)
        if len(places) == 2:
            low, high = (None if n in row.get("empty", []) else number(row["cells"][n]) for n in places)
            return low, high
        return limits(row["cells"][places[0]])

    def state(self, name: str) -> str:
        value = number(self.cell(name, self.result()))
        assert value is not None
        low, high = self.bounds(name)
        if low is not None and value < low:
            return "low"
        return "high" if high is not None and value > high else "in"


def number(text: str) -> float | None:
    """The number that a text is, if it is nothing else."""
    return float(text.replace(",", ".")) if re.fullmatch(r"\d+([.,]\d+)?", text) else None


def limits(text: str) -> tuple[float | None, float | None]:
    """The limits that a range names."""
    found = [float(one.replace(",", ".")) for one in re.findall(r"\d+(?:[.,]\d+)?", text)]
    if len(found) == 2:
        return found[0], found[1]
    assert len(found) == 1, text
    if re.match(r"[<≤]|до |up to", text):
        return None, found[0]
    assert re.match(r"[>≥]|от |from", text), text
    return found[0], None


def measure(text: str) -> float | None:
    """A number, or a date as a number of days."""
    value = number(text)
    if value is not None:
        return value
    parts = re.findall(r"\d+|[^\W\d]+", text)
    if len(parts) != 3:
        return None
    if not parts[1].isdigit():
        month = next(n for n, starts in enumerate(_MONTHS, 1) if parts[1].lower().startswith(starts))
        # мая and май begin as март does
        month = 3 if parts[1].lower().startswith(("мар", "mar")) else month
        return float(date(int(parts[2]), month, int(parts[0])).toordinal())
    if not all(part.isdigit() for part in parts):
        return None
    if len(parts[0]) == 4:
        parts.reverse()
    year = int(parts[2]) + (2000 if len(parts[2]) == 2 else 0)
    return float(date(year, int(parts[1]), int(parts[0])).toordinal())


# --- one solver per template


def _count(how_many: Callable[[Sheet, dict[str, Any]], int]) -> Solver:
    return lambda sheet, asked, option: int(option) == how_many(sheet, asked)


def _is(what: Callable[[Sheet, dict[str, Any]], str]) -> Solver:
    return lambda sheet, asked, option: option == what(sheet, asked)


def column_at(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    from_left = asked["from"] == "left"
    place = int(asked["place"]) - 1 if from_left else len(sheet.columns) - int(asked["place"])
    return sheet.titles()[place] == option


def row_at(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    names = sheet.names()
    place = int(asked["place"])
    return names[place - 1 if asked["from"] == "top" else len(names) - place] == option


def row_beside(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    names = sheet.names()
    return names[names.index(asked["row"]) + (1 if asked["side"] == "below" else -1)] == option


def _in_section(sheet: Sheet, asked: dict[str, Any]) -> list[str]:
    return [row["cells"][sheet.label] for row in sheet.rows if row["of"] == asked["section"]]


def _count_limits(low: bool, high: bool) -> Solver:
    def has(bounds: tuple[float | None, float | None]) -> bool:
        return (bounds[0] is not None, bounds[1] is not None) == (low, high)

    return _count(lambda sheet, asked: sum(has(sheet.bounds(name)) for name in sheet.names()))


_PATTERNS = {
    r"\d\d\.\d\d\.\d{4}": ("ДД.ММ.ГГГГ", "DD.MM.YYYY"),
    r"\d\d\.\d\d\.\d\d": ("ДД.ММ.ГГ", "DD.MM.YY"),
    r"\d{4}-\d\d-\d\d": ("ГГГГ-ММ-ДД", "YYYY-MM-DD"),
    r"\d\d/\d\d/\d{4}": ("ДД/ММ/ГГГГ", "DD/MM/YYYY"),
    r"\d\d/\d\d/\d\d": ("ДД/ММ/ГГ", "DD/MM/YY"),
    r"\d\d-\d\d-\d{4}": ("ДД-ММ-ГГГГ", "DD-MM-YYYY"),
    r"\d{4}/\d\d/\d\d": ("ГГГГ/ММ/ДД", "YYYY/MM/DD"),
}


def date_format(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    texts = [column["title"] for column in sheet.columns] + [text for row in sheet.rows for text in row["cells"]]
    words = [text for text in texts if re.fullmatch(r"\d{1,2} [^\W\d]+ \d{4}", text)]
    if words:
        short = all(len(text.split()[1]) == 3 for text in words)
        return ("тремя" in option or "three" in option) if short else ("словом" in option or "word" in option)
    styles = {names for text in texts for pattern, names in _PATTERNS.items() if re.fullmatch(pattern, text)}
    assert len(styles) == 1, styles
    return option in next(iter(styles))


_MARKS = {
    "arrow": ("стрелкой", "arrow"),
    "star": ("звёздочкой", "asterisk"),
    "exclamation": ("восклицательным", "exclamation"),
    "letter": ("буквой", "letter"),
    "bold": ("жирным", "bold"),
    "underline": ("подчёркиванием", "underlining"),
    "red": ("красным", "red print"),
    "fill": ("заливкой", "coloured cell"),
}


def mark_style(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    assert any(row.get("state") in {"low", "high"} for row in sheet.rows)
    return any(word in option for word in _MARKS[sheet.scene["mark"]])


def empty_style(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    column = asked["column"]
    shown = {row["cells"][column] for row in sheet.rows if column in row.get("empty", [])}
    assert len(shown) == 1, "no empty cell, or several kinds"
    text = shown.pop()
    return f"«{text}»" in option or f"“{text}”" in option if text else "пустой" in option or "blank" in option


def header_colour(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    red, green, blue = (int(asked["heading"][n : n + 2], 16) / 255 for n in (1, 3, 5))
    hue, light, strength = colorsys.rgb_to_hls(red, green, blue)
    degrees = hue * 360
    if strength < 0.15:
        name = ("серый", "grey")
    elif degrees > 315 and light > 0.7:
        name = ("розовый", "pink")
    else:
        bounds = ((15, "красный", "red"), (42, "оранжевый", "orange"), (65, "жёлтый", "yellow"))
        bounds += ((160, "зелёный", "green"), (250, "синий", "blue"), (320, "фиолетовый", "purple"))
        name = next(((ru, en) for most, ru, en in bounds if degrees < most), ("красный", "red"))
    return option in name


def _count_if(holds: Callable[[float, float], bool]) -> Solver:
    def solve(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
        bound = measure(asked["bound"])
        assert bound is not None
        return int(option) == sum(holds(value, bound) for value in sheet.values(asked["column"]).values())

    return solve


def _at_place(place: int, sign: int) -> Solver:
    """The row whose value is so many places from the largest (or, with the sign turned, the smallest)."""

    def solve(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
        values = sheet.values(asked["column"])
        return sum(sign * value > sign * values[option] for value in values.values()) == place

    return solve


def difference(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    values = sheet.values(asked["column"])
    return abs(abs(values[asked["row"]] - values[asked["other"]]) - (number(option) or 0)) < 1e-6


def total(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    values = sheet.values(asked["column"])
    return abs(values[asked["row"]] + values[asked["other"]] - (number(option) or 0)) < 1e-6


def true_statement(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    values = sheet.values(asked["column"])
    one, other = re.findall(r"[«“](.*?)[»”]", option)
    return values[one] > values[other]


def _dated(sheet: Sheet, name: str) -> dict[str, float]:
    """What stands in the columns of dates, by date."""
    row = sheet.row(name)
    found = {
        column["title"]: number(row["cells"][n])
        for n, column in enumerate(sheet.columns)
        if column["kind"] == "number" and n not in row.get("empty", [])
    }
    return {title: value for title, value in found.items() if value is not None}


def extreme_date(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    values = _dated(sheet, asked["row"])
    return values[option] == (max if asked["which"] == "high" else min)(values.values())


def value_below(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    names = sheet.names()
    return sheet.cell(names[names.index(asked["row"]) + 1], asked["column"]) == option


def row_with_both(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    one, other = sheet.cell(option, asked["column"]), sheet.cell(option, asked["other"])
    return (one, other) == (asked["text"], asked["and_text"])


def _state(*states: str) -> Solver:
    return lambda sheet, asked, option: sheet.state(option) in states


def _count_states(*states: str) -> Solver:
    return _count(lambda sheet, asked: sum(sheet.state(name) in states for name in sheet.names()))


def deviation(sheet: Sheet, asked: dict[str, Any], option: str) -> bool:
    low, high = sheet.bounds(asked["row"])
    value = number(sheet.cell(asked["row"], sheet.result())) or 0.0
    beyond = max(0.0 if high is None else value - high, 0.0 if low is None else low - value)
    return abs(beyond - (number(option) or 0.0)) < 1e-6


SOLVERS: dict[str, Solver] = {
    "count_rows": _count(lambda sheet, asked: len(sheet.rows)),
    "count_columns": _count(lambda sheet, asked: len(sheet.columns)),
    "column_at": column_at,
    "column_beside": _is(
        lambda sheet, asked: sheet.titles()[int(asked["column"]) + (1 if asked["side"] == "right" else -1)]
    ),
    "row_at": row_at,
    "row_beside": row_beside,
    "count_sections": _count(lambda sheet, asked: len(sheet.sections)),
    "count_in_section": _count(lambda sheet, asked: len(_in_section(sheet, asked))),
    "row_in_section": _is(lambda sheet, asked: _in_section(sheet, asked)[0 if asked["which"] == "first" else -1]),
    "count_under_heading": _count(
        lambda sheet, asked: sum(column["group"] == asked["group"] for column in sheet.columns)
    ),
    "topic": _is(lambda sheet, asked: sheet.scene["title"]),
    "header_field": _is(lambda sheet, asked: dict(sheet.scene["header"])[asked["field"]]),
    "present": lambda sheet, asked, option: option in sheet.names(),
    "absent": lambda sheet, asked, option: option not in sheet.names(),
    "value_present": lambda sheet, asked, option: option in [text for _, text in sheet.filled(asked["column"])],
    "count_words": _count(lambda sheet, asked: sum(number(text) is None for _, text in sheet.filled(sheet.result()))),
    "count_whole": _count(lambda sheet, asked: sum(text.isdigit() for _, text in sheet.filled(asked["column"]))),
    "date_format": date_format,
    "mark_style": mark_style,
    "empty_style": empty_style,
    "header_colour": header_colour,
    "count_category": _count(
        lambda sheet, asked: [text for _, text in sheet.filled(asked["column"])].count(asked["text"])
    ),
    "count_distinct": _count(lambda sheet, asked: len({text for _, text in sheet.filled(asked["column"])})),
    "count_empty": _count(lambda sheet, asked: sum(row["cells"][asked["column"]] in {"", "—"} for row in sheet.rows)),
    "difference": difference,
    "total": total,
    "greater_beside": lambda sheet, asked, option: (
        sheet.values(asked["column"])[option] > sheet.values(asked["other"])[option]
    ),
    "true_statement": true_statement,
    "extreme_date": extreme_date,
    "value_at": _is(lambda sheet, asked: sheet.cell(asked["row"], asked["column"])),
    "result_of": _is(lambda sheet, asked: sheet.cell(asked["row"], sheet.result())),
    "range_of": lambda sheet, asked, option: limits(option) == sheet.bounds(asked["row"]),
    "value_below": value_below,
    "row_with": lambda sheet, asked, option: sheet.cell(option, asked["column"]) == asked["text"],
    "row_with_both": row_with_both,
    "column_with": lambda sheet, asked, option: _dated(sheet, asked["row"]).get(option) == number(asked["text"]),
    "list_out": lambda sheet, asked, option: (
        set(option.split("; ")) == {name for name in sheet.names() if sheet.state(name) != "in"}
    ),
    "deviation": deviation,
    "count_two_bounds": _count_limits(low=True, high=True),
    "count_upper_bounds": _count_limits(low=False, high=True),
    "count_lower_bounds": _count_limits(low=True, high=False),
    "count_above": _count_if(lambda value, bound: value > bound),
    "count_below": _count_if(lambda value, bound: value < bound),
    "count_later": _count_if(lambda value, bound: value > bound),
    "largest": _at_place(0, 1),
    "second_largest": _at_place(1, 1),
    "smallest": _at_place(0, -1),
    "latest": _at_place(0, 1),
    "earliest": _at_place(0, -1),
    "which_out": _state("low", "high"),
    "which_in": _state("in"),
    "which_high": _state("high"),
    "which_low": _state("low"),
    "count_out": _count_states("low", "high"),
    "count_high": _count_states("high"),
    "count_low": _count_states("low"),
}
