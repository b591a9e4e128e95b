"""Format: how values, ranges, dates, marks and empty cells are written."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from optotype.synth._tables import options
from optotype.synth._tables.language import EMPTY_STYLES, Both, date_pattern, date_styles
from optotype.synth._tables.looks import HEADER_COLOURS
from optotype.synth._tables.plan import MARKS, OPTIONS, Plan
from optotype.synth._tables.questions import Asked, asked_number, on_column, template
from optotype.synth._tables.ranges import write_range
from optotype.synth._tables.subjects import empty
from optotype.synth._tables.table import Row, Table

_VALUES = ("Формат и оформление данных - Формат значений", "Format of data - Format of values")
_LOOK = ("Формат и оформление данных - Оформление", "Format of data - Appearance")

_MARK_NAMES: dict[str, Both] = {
    "arrow": ("стрелкой рядом со значением", "with an arrow beside the value"),
    "star": ("звёздочкой рядом со значением", "with an asterisk beside the value"),
    "exclamation": ("восклицательным знаком рядом со значением", "with an exclamation mark beside the value"),
    "letter": ("буквой рядом со значением", "with a letter beside the value"),
    "bold": ("жирным шрифтом", "in bold print"),
    "underline": ("подчёркиванием", "by underlining"),
    "red": ("красным цветом текста", "in red print"),
    "fill": ("цветной заливкой ячейки", "by a coloured cell"),
}


def _ranged(plan: Plan, chance: Random) -> None:
    plan.needed, plan.words = frozenset({"range"}), 0
    plan.settings |= {"subject": "laboratory", "bounds": "both"}


def _repaint_ranges(table: Table, count: int, kind: str, chance: Random) -> bool:
    """Gives exactly so many rows a range of one kind (both bounds, only an upper, only a lower), and others another."""
    rows = list(table.rows)
    chance.shuffle(rows)
    asked = [row for row in rows if _can_have(row, kind)]
    if len(asked) < count:
        return False
    chosen = {id(row) for row in asked[:count]}
    for row in rows:
        kinds = [kind] if id(row) in chosen else [one for one in ("both", "upper", "lower") if one != kind]
        possible = [one for one in kinds if _can_have(row, one)]
        if not possible:
            return False
        _write_bounds(table.plan, row, chance.choice(possible))
    return True


def _can_have(row: Row, kind: str) -> bool:
    low, high = row.bounds
    if kind == "both":
        return low is not None and high is not None
    if kind == "upper":
        return high is not None and row.state != "low"
    return low is not None and row.state != "high"


def _write_bounds(plan: Plan, row: Row, kind: str) -> None:
    low, high = row.bounds
    row.bounds = (None if kind == "upper" else low, None if kind == "lower" else high)
    row.cells["range"] = write_range(plan, *row.bounds, row.measures["result"].decimals)


def _count_ranges(table: Table, kind: str, chance: Random) -> Asked | None:
    column = table.column("range")
    if column is None:
        return None
    found = options.target(chance, 0, sum(_can_have(row, kind) for row in table.rows))
    if found is None or not _repaint_ranges(table, found[0], kind, chance):
        return None
    return asked_number(*found, {"column": column.title})


@template(
    about=_VALUES,
    task="count",
    ru=(
        "Для скольких показателей норма записана числовым диапазоном с двумя границами?",
        "Сколько значений в столбце «{column}» заданы диапазоном «от и до»?",
    ),
    en=(
        "For how many tests are the normal values given as a range with two bounds?",
        "How many entries in the column “{column}” have both a lower and an upper bound?",
    ),
    prepare=_ranged,
    least=OPTIONS - 1,
)
def count_two_bounds(table: Table, chance: Random) -> Asked | None:
    """How many ranges have two bounds."""
    return _count_ranges(table, "both", chance)


@template(
    about=_VALUES,
    task="count",
    ru=(
        "Для скольких показателей в столбце «{column}» указана только верхняя граница?",
        "У скольких показателей норма задана лишь верхним пределом?",
    ),
    en=(
        "For how many tests does the column “{column}” give an upper bound only?",
        "How many tests have nothing but an upper limit as their normal value?",
    ),
    prepare=_ranged,
    least=OPTIONS - 1,
)
def count_upper_bounds(table: Table, chance: Random) -> Asked | None:
    """How many ranges have an upper bound only."""
    return _count_ranges(table, "upper", chance)


@template(
    about=_VALUES,
    task="count",
    ru=(
        "Для скольких показателей в столбце «{column}» указана только нижняя граница?",
        "У скольких показателей норма задана лишь нижним пределом?",
    ),
    en=(
        "For how many tests does the column “{column}” give a lower bound only?",
        "How many tests have nothing but a lower limit as their normal value?",
    ),
    prepare=_ranged,
    least=OPTIONS - 1,
)
def count_lower_bounds(table: Table, chance: Random) -> Asked | None:
    """How many ranges have a lower bound only."""
    return _count_ranges(table, "lower", chance)


def _worded(plan: Plan, chance: Random) -> None:
    plan.settings["subject"], plan.sections = "laboratory", 0
    plan.limit_rows(18)
    plan.words = options.planned(plan, chance, max(1, plan.rows - 12), min(14, plan.rows))


@template(
    about=_VALUES,
    task="count",
    ru=(
        "Сколько результатов в столбце «{column}» описано словами или знаками «+», а не числом?",
        "Для скольких показателей результат дан не числом?",
    ),
    en=(
        "How many results in the column “{column}” are words or plus signs rather than plain numbers?",
        "For how many tests is the result not a plain number?",
    ),
    prepare=_worded,
    least=OPTIONS,
)
def count_words(table: Table, chance: Random) -> Asked | None:
    """How many results are words."""
    right, window = sum(row.state is None for row in table.rows), options.window(table.plan)
    column = table.column("result")
    if column is None or window is None or right != table.plan.words:
        return None
    return asked_number(right, window, {"column": column.title})


@template(
    about=_VALUES,
    task="count",
    ru=(
        "Сколько значений в столбце «{column}» записано целым числом, без дробной части?",
        "Сколько целых чисел (без знаков после запятой) в столбце «{column}»?",
    ),
    en=(
        "How many values in the column “{column}” are written as whole numbers, without a decimal part?",
        "How many numbers in the column “{column}” have no digits after the decimal mark?",
    ),
    least=OPTIONS - 1,
)
def count_whole(table: Table, chance: Random) -> Asked | None:
    """How many values are written without a decimal fraction."""
    columns = [
        column
        for column in table.columns
        if column.kind == "number" and column.measure is not None and column.measure.step == 0.1
    ]
    if not columns:
        return None
    column = chance.choice(columns)
    rows = [row for row in table.rows if column.key in row.values]
    found = options.target(chance, 0, len(rows))
    if found is None:
        return None
    right, window = found
    whole = {id(row) for row in chance.sample(rows, right)}
    for row in rows:
        value = float(round(row.values[column.key])) if id(row) in whole else row.values[column.key]
        row.values[column.key] = value
        row.cells[column.key] = table.plan.number(value, 0 if id(row) in whole else 1)
    return asked_number(right, window, *on_column(table, column))


def _of_others(names: Mapping[str, str], right: str, chance: Random) -> list[str]:
    """Some of the names that are wrong."""
    return chance.sample([name for name in names.values() if name != right], OPTIONS - 1)


@template(
    about=_VALUES,
    task="recognise",
    ru=("В каком формате записаны даты в таблице?", "Как в таблице записаны даты? Укажите формат."),
    en=("In which format are the dates in the table written?", "How are dates written in the table?"),
)
def date_format(table: Table, chance: Random) -> Asked | None:
    """How dates are written."""
    dates = [row.cells[column.key] for column in table.columns if column.kind == "date" for row in table.rows]
    if table.ordered:
        dates += table.labels()
    if table.subject == "dynamics":
        dates += [column.title for column in table.columns if column.kind == "number"]
    if table.plan.date_style in {"month", "short month"}:
        # May is as long in full as in three letters
        dates = [text for text in dates if text and text.split()[1][:2].lower() not in {"ма", "ma"}]
    if not any(dates):
        return None
    patterns = {style: date_pattern(style, table.plan.language) for style in date_styles(table.plan.language)}
    right = patterns[table.plan.date_style]
    return Asked(right, _of_others(patterns, right, chance))


def _marked(plan: Plan, chance: Random) -> None:
    plan.mark = chance.choice(MARKS)
    plan.settings["subject"], plan.words, plan.banned = "laboratory", 0, frozenset({"flag"})
    plan.out = chance.randint(1, max(1, plan.rows // 2))


@template(
    about=_LOOK,
    task="recognise",
    ru=("Как выделены результаты, выходящие за пределы нормы?", "Чем отмечены в таблице значения вне нормы?"),
    en=("How are results outside the normal range marked?", "In what way are out-of-range values set apart?"),
    prepare=_marked,
)
def mark_style(table: Table, chance: Random) -> Asked | None:
    """How results outside their range are marked."""
    if table.plan.mark is None or not any(row.state in {"low", "high"} for row in table.rows):
        return None
    table.plan.settings["legend"] = "no"
    names = {mark: table.plan.say(name) for mark, name in _MARK_NAMES.items()}
    right = names[table.plan.mark]
    return Asked(right, _of_others(names, right, chance))


def _empty_style(plan: Plan, chance: Random) -> None:
    plan.empty_style = chance.choice(list(EMPTY_STYLES))


@template(
    about=_LOOK,
    task="recognise",
    ru=("Как в столбце «{column}» обозначено отсутствие данных?", "Что стоит в столбце «{column}», когда данных нет?"),
    en=(
        "How does the column “{column}” show that there is no data?",
        "What stands in the column “{column}” if data is missing?",
    ),
    prepare=_empty_style,
    least=3,
)
def empty_style(table: Table, chance: Random) -> Asked | None:
    """What stands in a cell without data."""
    sparse = [column for column in table.columns if column.sparse]
    if not sparse:
        return None
    column = chance.choice(sparse)
    filled = table.filled(column)
    if len(filled) < 3:
        return None
    for row in chance.sample(filled, chance.randint(1, max(1, len(filled) // 3))):
        empty(row, column)
    names = {style: table.plan.say(name) for style, (_, name) in EMPTY_STYLES.items()}
    right = names[table.plan.empty_style]
    return Asked(right, _of_others(names, right, chance), *on_column(table, column))


def _coloured(plan: Plan, chance: Random) -> None:
    plan.settings["look"] = "heading"
    plan.settings["header_colour"] = chance.choice(list(HEADER_COLOURS))


@template(
    about=_LOOK,
    task="recognise",
    ru=("Каким цветом залита строка заголовков таблицы?", "Какого цвета фон у шапки таблицы?"),
    en=("What colour is the background of the table's heading row?", "In which colour is the heading row filled?"),
    prepare=_coloured,
)
def header_colour(table: Table, chance: Random) -> Asked | None:
    """The colour of the heading."""
    names = {colour: table.plan.say(name) for colour, (_, name) in HEADER_COLOURS.items()}
    colour = table.plan.settings["header_colour"]
    right = names[colour]
    return Asked(right, _of_others(names, right, chance), facts={"heading": HEADER_COLOURS[colour][0]})
