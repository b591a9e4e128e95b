"""Comparing: largest and smallest, differences, which of two is greater."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from optotype.synth._tables import options
from optotype.synth._tables.plan import OPTIONS, Plan
from optotype.synth._tables.questions import Asked, asked, many_dates, measured, on_column, template
from optotype.synth._tables.table import Table

_EXTREMES = ("Анализ данных - Наибольшее и наименьшее", "Data analysis - Largest and smallest")
_DIFFERENCES = ("Анализ данных - Разность и сумма", "Data analysis - Differences and sums")
_PAIRS = ("Анализ данных - Сопоставление", "Data analysis - Setting side by side")


def _extreme(table: Table, chance: Random, *, place: int = 0, largest: bool, kind: str = "number") -> Asked | None:
    """The row that has the largest value of a column, or the second largest and so on."""
    found = measured(table, chance, kind)
    if found is None:
        return None
    column, _, rows = found
    ordered = sorted(rows, key=lambda row: row.values[column.key], reverse=largest)
    values = [row.values[column.key] for row in ordered]
    if values[place] == values[place + 1] or (place and values[place] == values[place - 1]):
        return None
    right = table.name(ordered[place])
    return asked(right, options.names(table.labels(rows), right, table.plan, chance), *on_column(table, column))


@template(
    about=_EXTREMES,
    task="compare",
    ru=(
        "{For_which} значение в столбце «{column}» наибольшее?",
        "Где в столбце «{column}» стоит самое большое значение?",
    ),
    en=(
        "{For_which} is the value in the column “{column}” the largest?",
        "{Which} has the highest value in the column “{column}”?",
    ),
    least=OPTIONS,
)
def largest(table: Table, chance: Random) -> Asked | None:
    """The row with the largest value."""
    return _extreme(table, chance, largest=True)


@template(
    about=_EXTREMES,
    task="compare",
    ru=(
        "{For_which} значение в столбце «{column}» наименьшее?",
        "Где в столбце «{column}» стоит самое маленькое значение?",
    ),
    en=(
        "{For_which} is the value in the column “{column}” the smallest?",
        "{Which} has the lowest value in the column “{column}”?",
    ),
    least=OPTIONS,
)
def smallest(table: Table, chance: Random) -> Asked | None:
    """The row with the smallest value."""
    return _extreme(table, chance, largest=False)


@template(
    about=_EXTREMES,
    task="compare",
    ru=(
        "{For_which} значение в столбце «{column}» второе по величине?",
        "Где в столбце «{column}» стоит второе по величине значение?",
    ),
    en=(
        "{For_which} is the value in the column “{column}” the second largest?",
        "{Which} has the second highest value in the column “{column}”?",
    ),
    least=OPTIONS,
)
def second_largest(table: Table, chance: Random) -> Asked | None:
    """The row with the second largest value."""
    return _extreme(table, chance, place=1, largest=True)


@template(
    about=_EXTREMES,
    task="compare",
    ru=(
        "{For_which} в столбце «{column}» указана самая ранняя дата?",
        "Где в столбце «{column}» стоит самая ранняя дата?",
    ),
    en=(
        "{For_which} does the column “{column}” give the earliest date?",
        "{Which} has the earliest date in the column “{column}”?",
    ),
    least=OPTIONS,
)
def earliest(table: Table, chance: Random) -> Asked | None:
    """The row with the earliest date."""
    return _extreme(table, chance, largest=False, kind="date")


@template(
    about=_EXTREMES,
    task="compare",
    ru=(
        "{For_which} в столбце «{column}» указана самая поздняя дата?",
        "Где в столбце «{column}» стоит самая поздняя дата?",
    ),
    en=(
        "{For_which} does the column “{column}” give the latest date?",
        "{Which} has the latest date in the column “{column}”?",
    ),
    least=OPTIONS,
)
def latest(table: Table, chance: Random) -> Asked | None:
    """The row with the latest date."""
    return _extreme(table, chance, largest=True, kind="date")


def _computed(table: Table, chance: Random, *, sign: int) -> Asked | None:
    """The sum of two values in a column, or their difference."""
    found = measured(table, chance, least=2)
    if found is None:
        return None
    column, measure, rows = found
    one, other = chance.sample(rows, 2)
    # where there are few values, some sums and differences would be much commoner than others
    if measure.spread < 2 * measure.step:
        return None
    value = round(abs(one.values[column.key] + sign * other.values[column.key]), 6)
    # some sums and differences are commoner than others: options lie so close that this hardly matters
    close = replace(measure, least=0.0, most=math.inf, spread=measure.spread / 6)
    wrong = options.around(value, close, table.plan.rung.near, chance)
    if not value or wrong is None:
        return None
    said = on_column(table, column, row=table.name(one), other=table.name(other))
    return Asked(measure.write(value), wrong, *said)


@template(
    about=_DIFFERENCES,
    task="compute",
    ru=(
        "На сколько различаются значения столбца «{column}» в строках «{row}» и «{other}»?",
        "Какова разность (по модулю) значений «{column}» для «{row}» и «{other}»?",
    ),
    en=(
        "By how much do the values of “{column}” in the rows “{row}” and “{other}” differ?",
        "What is the difference between “{row}” and “{other}” in the column “{column}”?",
    ),
)
def difference(table: Table, chance: Random) -> Asked | None:
    """The difference of two values in a column."""
    return _computed(table, chance, sign=-1)


@template(
    about=_DIFFERENCES,
    task="compute",
    ru=(
        "Чему равна сумма значений столбца «{column}» в строках «{row}» и «{other}»?",
        "Сложите значения «{column}» для «{row}» и «{other}». Сколько получится?",
    ),
    en=(
        "What is the sum of the values of “{column}” in the rows “{row}” and “{other}”?",
        "Add the values of “{column}” for “{row}” and “{other}”. What is the result?",
    ),
)
def total(table: Table, chance: Random) -> Asked | None:
    """The sum of two values in a column."""
    return _computed(table, chance, sign=1)


def _more_columns(plan: Plan, chance: Random) -> None:
    plan.columns = max(plan.columns, 5)


@template(
    about=_PAIRS,
    task="compare",
    ru=(
        "Для какого из вариантов значение в столбце «{column}» больше, чем в столбце «{other}»?",
        "В какой из этих строк «{column}» превышает «{other}»?",
    ),
    en=(
        "For which of the options is the value in the column “{column}” greater than in the column “{other}”?",
        "In which of these rows does “{column}” exceed “{other}”?",
    ),
    prepare=_more_columns,
    least=OPTIONS,
)
def greater_beside(table: Table, chance: Random) -> Asked | None:
    """The one row in which one column exceeds another."""
    pairs = [
        (one, other)
        for one in table.columns
        for other in table.columns
        if one is not other and one.measure is not None and one.measure is other.measure and one.kind == "number"
    ]
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    rows = [
        row
        for row in table.rows
        if one.key in row.values and other.key in row.values and row.values[one.key] != row.values[other.key]
    ]
    if len(rows) < OPTIONS:
        return None
    right = table.name(chance.choice(rows))
    wrong = options.names(table.labels(rows), right, table.plan, chance)
    if wrong is None:
        return None
    # among the options one row alone may exceed: the two cells of others change places where needed
    for row in rows:
        label = table.name(row)
        if label == right or label in wrong:
            more, less = sorted((row.values[one.key], row.values[other.key]), reverse=True)
            pair = (more, less) if label == right else (less, more)
            for column, value in zip((one, other), pair, strict=True):
                row.values[column.key] = value
                if column.measure is not None:
                    row.cells[column.key] = column.measure.write(value)
    facts = {"column": table.columns.index(one), "other": table.columns.index(other)}
    return Asked(right, wrong, {"column": one.name, "other": other.name}, facts)


@template(
    about=_PAIRS,
    task="compare",
    ru=("Какое утверждение о столбце «{column}» верно?", "Что верно для значений в столбце «{column}»?"),
    en=("Which statement about the column “{column}” is true?", "What is true of the values in the column “{column}”?"),
    least=5,
)
def true_statement(table: Table, chance: Random) -> Asked | None:
    """The one true comparison of two rows."""
    found = measured(table, chance, least=5)
    if found is None:
        return None
    column, _, rows = found
    pairs = [(one, other) for n, one in enumerate(rows) for other in rows[:n]]
    pairs = [pair for pair in pairs if pair[0].values[column.key] != pair[1].values[column.key]]
    if len(pairs) < OPTIONS:
        return None
    statements: list[str] = []
    pattern = table.plan.say(("«{}» — больше, чем «{}»", "“{}” is greater than “{}”"))
    for number, pair in enumerate(chance.sample(pairs, OPTIONS)):
        ordered = sorted(pair, key=lambda row: row.values[column.key], reverse=number == 0)
        statements.append(pattern.format(*table.labels(ordered)))
    return Asked(statements[0], statements[1:], *on_column(table, column))


@template(
    about=_EXTREMES,
    task="compare",
    ru=("В какую дату показатель «{row}» был {which}?", "Когда значение показателя «{row}» было {which}?"),
    en=("On which date was “{row}” the {which}?", "When was the value of “{row}” the {which}?"),
    prepare=many_dates,
)
def extreme_date(table: Table, chance: Random) -> Asked | None:
    """The date on which a test gave its largest or smallest result."""
    row, highest = chance.choice(table.rows), chance.random() < 0.5
    columns = [column for column in table.columns if column.key in row.values]
    if len(columns) < OPTIONS:
        return None
    ordered = sorted(columns, key=lambda column: row.values[column.key], reverse=highest)
    if row.values[ordered[0].key] == row.values[ordered[1].key]:
        return None
    right = ordered[0].title
    wrong = chance.sample([column.title for column in columns if column.title != right], OPTIONS - 1)
    label = table.name(row)
    which = table.plan.say(("максимальным", "highest") if highest else ("минимальным", "lowest"))
    return Asked(right, wrong, {"row": label, "which": which}, {"row": label, "which": "high" if highest else "low"})
