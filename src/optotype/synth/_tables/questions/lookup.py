"""Looking up: what stands in a cell, and where a value stands."""

from __future__ import annotations

from random import Random

from optotype.synth._tables import options
from optotype.synth._tables.plan import OPTIONS, Plan
from optotype.synth._tables.questions import Asked, asked, many_dates, on_column, template
from optotype.synth._tables.table import Column, Row, Table

_CELL = ("Поиск данных - Значение ячейки", "Looking up - Value of a cell")
_PLACE = ("Поиск данных - Место значения", "Looking up - Place of a value")

_KINDS = ("number", "date", "time", "category", "code")


def _cells(table: Table, *kinds: str) -> list[tuple[Row, Column]]:
    return [
        (row, column)
        for row in table.rows
        for column in table.columns
        if column.kind in kinds and row.cells.get(column.key)
    ]


def _value_of(table: Table, chance: Random, cells: list[tuple[Row, Column]]) -> Asked | None:
    for row, column in chance.sample(cells, min(len(cells), 5)):
        wrong = options.cell(table, row, column, chance)
        if wrong is not None:
            label = table.name(row)
            facts = {"row": label, "column": table.columns.index(column)}
            return Asked(row.cells[column.key], wrong, {"row": label, "column": column.name}, facts)
    return None


@template(
    about=_CELL,
    task="find",
    ru=(
        "Что указано в столбце «{column}» {for_one} «{row}»?",
        "Какое значение стоит на пересечении строки «{row}» и столбца «{column}»?",
        "Найдите строку «{row}». Что в ней записано в столбце «{column}»?",
    ),
    en=(
        "What does the column “{column}” say {for_one} “{row}”?",
        "Which value stands where the row “{row}” meets the column “{column}”?",
        "Find the row “{row}”. What is written in its column “{column}”?",
    ),
)
def value_at(table: Table, chance: Random) -> Asked | None:
    """The value of a cell."""
    return _value_of(table, chance, _cells(table, *_KINDS))


def _laboratory(plan: Plan, chance: Random) -> None:
    plan.settings["subject"], plan.words = "laboratory", 0


@template(
    about=_CELL,
    task="find",
    ru=("Какой результат указан для показателя «{row}»?", "Чему равен результат исследования «{row}»?"),
    en=("What is the result of the test “{row}”?", "Which result is given for “{row}”?"),
    prepare=_laboratory,
    cards=True,
)
def result_of(table: Table, chance: Random) -> Asked | None:
    """The result of a test."""
    column = table.column("result")
    return None if column is None else _value_of(table, chance, [(row, column) for row in table.rows])


def _ranged(plan: Plan, chance: Random) -> None:
    _laboratory(plan, chance)
    plan.needed = frozenset({"range"})


@template(
    about=_CELL,
    task="find",
    ru=("Какие нормальные значения указаны для показателя «{row}»?", "Какая норма приведена для «{row}»?"),
    en=("Which normal values are given for the test “{row}”?", "What reference range is listed for “{row}”?"),
    prepare=_ranged,
    cards=True,
)
def range_of(table: Table, chance: Random) -> Asked | None:
    """The range of a test."""
    row = chance.choice(table.rows)
    if table.column("range") is None or row.state is None:
        return None
    said = {"row": table.name(row)}
    return asked(row.cells["range"], options.ranges(row, table.plan, chance), said, said)


@template(
    about=_CELL,
    task="find",
    ru=(
        "Какое значение столбца «{column}» стоит в строке сразу после строки «{row}»?",
        "Что записано в столбце «{column}» на одну строку ниже, чем «{row}»?",
    ),
    en=(
        "Which value of the column “{column}” stands in the row directly after “{row}”?",
        "What is written in the column “{column}” one row below “{row}”?",
    ),
    least=3,
)
def value_below(table: Table, chance: Random) -> Asked | None:
    """The value below that of a named row."""
    if table.sections:
        return None
    place = chance.randrange(len(table.rows) - 1)
    below = table.rows[place + 1]
    columns = [column for column in table.columns if column.measure is not None or column.code is not None]
    found = _value_of(table, chance, [(below, column) for column in columns if below.cells.get(column.key)])
    if found is None:
        return None
    label = table.name(table.rows[place])
    return Asked(found.right, found.wrong, {**found.words, "row": label}, {**found.facts, "row": label})


def _unique(table: Table, chance: Random, *kinds: str) -> tuple[Column, list[Row], Row] | None:
    """A column and a row whose text no other row has there."""
    columns = [
        column
        for column in table.columns
        if column.kind in kinds and (column.measure is not None or column.code is not None or column.pool)
    ]
    chance.shuffle(columns)
    for column in columns:
        rows = table.filled(column)
        texts = [row.cells[column.key] for row in rows]
        single = [row for row, text in zip(rows, texts, strict=True) if texts.count(text) == 1]
        if len(rows) >= OPTIONS and single:
            return column, rows, chance.choice(single)
    return None


@template(
    about=_PLACE,
    task="choose",
    ru=("{For_which} в столбце «{column}» указано «{text}»?", "В какой строке столбец «{column}» содержит «{text}»?"),
    en=("{For_which} does the column “{column}” say “{text}”?", "Which row has “{text}” in the column “{column}”?"),
    least=OPTIONS,
)
def row_with(table: Table, chance: Random) -> Asked | None:
    """The row in which a value stands."""
    found = _unique(table, chance, "number", "date", "time", "code", "category")
    if found is None:
        return None
    column, rows, row = found
    right = table.name(row)
    wrong = options.names(table.labels(rows), right, table.plan, chance)
    return asked(right, wrong, *on_column(table, column, text=row.cells[column.key]))


def _two_categories(plan: Plan, chance: Random) -> None:
    plan.columns = max(plan.columns, 6)
    plan.settings["subject"] = "laboratory prescriptions vaccinations"


@template(
    about=_PLACE,
    task="choose",
    ru=(
        "{For_which} в столбце «{column}» указано «{text}», а в столбце «{other}» — «{and_text}»?",
        "Какая строка содержит «{text}» ({column}) и одновременно «{and_text}» ({other})?",
    ),
    en=(
        "{For_which} does the column “{column}” say “{text}” and the column “{other}” “{and_text}”?",
        "Which row has both “{text}” ({column}) and “{and_text}” ({other})?",
    ),
    prepare=_two_categories,
    least=OPTIONS,
)
def row_with_both(table: Table, chance: Random) -> Asked | None:
    """The one row that meets two conditions, where others meet one."""
    columns = [column for column in table.columns if column.kind == "category" and len(column.pool) < 20]
    if len(columns) < 2:
        return None
    one, other = chance.sample(columns, 2)
    rows = [row for row in table.rows if row.cells.get(one.key) and row.cells.get(other.key)]
    if len(rows) < OPTIONS:
        return None
    first, second = chance.choice(one.pool), chance.choice(other.pool)
    right = chance.choice(rows)
    for row in rows:
        both = [chance.choice(one.pool), chance.choice(other.pool)]
        if chance.random() < 0.5:
            both[chance.randrange(2)] = ""
            both = [both[0] or first, both[1] or second]
        if both == [first, second]:
            both[1] = next(text for text in other.pool if text != second)
        row.cells[one.key], row.cells[other.key] = (first, second) if row is right else (both[0], both[1])
    name, texts = table.name(right), {"text": first, "and_text": second}
    wrong = options.names(table.labels(rows), name, table.plan, chance)
    facts = {"column": table.columns.index(one), "other": table.columns.index(other), **texts}
    return asked(name, wrong, {"column": one.name, "other": other.name, **texts}, facts)


@template(
    about=_PLACE,
    task="choose",
    ru=("В столбце за какую дату для показателя «{row}» указано {text}?", "Когда показатель «{row}» составил {text}?"),
    en=("In the column of which date does “{row}” have the value {text}?", "When was “{row}” equal to {text}?"),
    prepare=many_dates,
)
def column_with(table: Table, chance: Random) -> Asked | None:
    """The column in which a value stands."""
    row = chance.choice(table.rows)
    columns = [column for column in table.columns if column.key in row.values]
    texts = [row.cells[column.key] for column in columns]
    single = [column for column, text in zip(columns, texts, strict=True) if texts.count(text) == 1]
    if len(columns) < OPTIONS or not single:
        return None
    column = chance.choice(single)
    wrong = chance.sample([one.title for one in columns if one is not column], OPTIONS - 1)
    said = {"row": table.name(row), "text": row.cells[column.key]}
    return Asked(column.title, wrong, said, said)
