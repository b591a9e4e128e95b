"""Counting: how many rows meet a condition."""

from __future__ import annotations

from random import Random

from optotype.synth._tables import options
from optotype.synth._tables.plan import OPTIONS, Plan
from optotype.synth._tables.questions import Asked, asked_number, measured, on_column, template
from optotype.synth._tables.subjects import empty
from optotype.synth._tables.table import Table

_CELLS = ("Анализ данных - Подсчёт ячеек", "Data analysis - Counting cells")
_ROWS = ("Анализ данных - Подсчёт строк по условию", "Data analysis - Counting rows that meet a condition")


def _threshold(table: Table, chance: Random, *, above: bool, kind: str = "number") -> Asked | None:
    """A bound that leaves exactly the wanted number of values above or below it."""
    found = measured(table, chance, kind, OPTIONS - 1)
    if found is None:
        return None
    column, measure, rows = found
    aim = options.target(chance, 0, len(rows))
    if aim is None:
        return None
    values = sorted((row.values[column.key] for row in rows), reverse=above)
    right, window = aim
    # the bound lies on or just beside the last value that still counts
    if right == 0:
        bound = values[0]
    elif right == len(values):
        bound = values[-1] + (-measure.step if above else measure.step)
    else:
        inside, outside = values[right - 1], values[right]
        if inside == outside:
            return None
        bound = outside
    return asked_number(right, window, *on_column(table, column, bound=measure.write(round(bound, 6))))


@template(
    about=_ROWS,
    task="count",
    ru=(
        "В скольких строках значение в столбце «{column}» больше {bound}?",
        "Сколько значений в столбце «{column}» строго превышает {bound}?",
    ),
    en=(
        "In how many rows is the value in the column “{column}” greater than {bound}?",
        "How many values in the column “{column}” are strictly above {bound}?",
    ),
    least=OPTIONS - 1,
)
def count_above(table: Table, chance: Random) -> Asked | None:
    """How many values lie above a bound."""
    return _threshold(table, chance, above=True)


@template(
    about=_ROWS,
    task="count",
    ru=(
        "В скольких строках значение в столбце «{column}» меньше {bound}?",
        "Сколько значений в столбце «{column}» строго ниже {bound}?",
    ),
    en=(
        "In how many rows is the value in the column “{column}” less than {bound}?",
        "How many values in the column “{column}” are strictly below {bound}?",
    ),
    least=OPTIONS - 1,
)
def count_below(table: Table, chance: Random) -> Asked | None:
    """How many values lie below a bound."""
    return _threshold(table, chance, above=False)


@template(
    about=_ROWS,
    task="count",
    ru=(
        "В скольких строках дата в столбце «{column}» позже, чем {bound}?",
        "Сколько дат в столбце «{column}» приходится на время после {bound}?",
    ),
    en=(
        "In how many rows is the date in the column “{column}” later than {bound}?",
        "How many dates in the column “{column}” fall after {bound}?",
    ),
    least=OPTIONS - 1,
)
def count_later(table: Table, chance: Random) -> Asked | None:
    """How many dates are later than one."""
    return _threshold(table, chance, above=True, kind="date")


@template(
    about=_ROWS,
    task="count",
    ru=(
        "В скольких строках в столбце «{column}» указано «{text}»?",
        "Сколько раз в столбце «{column}» встречается «{text}»?",
    ),
    en=(
        "In how many rows does the column “{column}” say “{text}”?",
        "How often does “{text}” occur in the column “{column}”?",
    ),
    least=OPTIONS - 1,
)
def count_category(table: Table, chance: Random) -> Asked | None:
    """How often a text occurs in a column."""
    columns = [column for column in table.columns if column.kind == "category"]
    if not columns:
        return None
    column = chance.choice(columns)
    rows = table.filled(column)
    aim = options.target(chance, 0, min(len(rows), 14))
    if aim is None:
        return None
    right, window = aim
    text = chance.choice(column.pool)
    chosen = {id(row) for row in chance.sample(rows, right)}
    other = [one for one in column.pool if one != text]
    for row in rows:
        if id(row) in chosen:
            row.cells[column.key] = text
        elif row.cells[column.key] == text:
            row.cells[column.key] = chance.choice(other)
    return asked_number(right, window, *on_column(table, column, text=text))


@template(
    about=_ROWS,
    task="count",
    ru=(
        "Сколько разных значений встречается в столбце «{column}»?",
        "Сколько различных надписей есть в столбце «{column}»?",
    ),
    en=(
        "How many different values occur in the column “{column}”?",
        "How many distinct entries does the column “{column}” have?",
    ),
    least=OPTIONS,
)
def count_distinct(table: Table, chance: Random) -> Asked | None:
    """How many different texts a column has."""
    columns = [column for column in table.columns if column.kind == "category" and len(column.pool) >= OPTIONS]
    if not columns:
        return None
    column = chance.choice(columns)
    rows = table.filled(column)
    aim = options.target(chance, 1, min(len(rows), len(column.pool), 8))
    if aim is None:
        return None
    right, window = aim
    some = chance.sample(column.pool, right)
    for number, row in enumerate(chance.sample(rows, len(rows))):
        row.cells[column.key] = some[number] if number < right else chance.choice(some)
    return asked_number(right, window, *on_column(table, column))


def _empties(plan: Plan, chance: Random) -> None:
    plan.empty_style = chance.choice(("blank", "dash"))


@template(
    about=_CELLS,
    task="count",
    ru=(
        "Сколько ячеек в столбце «{column}» не заполнено (пусто или прочерк)?",
        "В скольких строках в столбце «{column}» нет данных?",
    ),
    en=(
        "How many cells of the column “{column}” hold no data (blank or a dash)?",
        "In how many rows is the column “{column}” without data?",
    ),
    prepare=_empties,
    least=OPTIONS,
)
def count_empty(table: Table, chance: Random) -> Asked | None:
    """How many cells of a column are empty."""
    columns = [column for column in table.columns if column.sparse]
    if not columns:
        return None
    column = chance.choice(columns)
    filled = table.filled(column)
    already = len(table.rows) - len(filled)
    aim = options.target(chance, already, min(already + 12, len(table.rows) - 1))
    if aim is None or already > 2:
        return None
    right, window = aim
    for row in chance.sample(filled, right - already):
        empty(row, column)
    return asked_number(right, window, *on_column(table, column))
