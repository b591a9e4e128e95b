"""Out of range: results compared with the reference values that stand beside them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from optotype.synth._tables import options
from optotype.synth._tables.plan import OPTIONS, Plan
from optotype.synth._tables.questions import Asked, asked, asked_number, template
from optotype.synth._tables.ranges import can_be
from optotype.synth._tables.table import Table

_WHICH = ("Отклонения от нормы - Поиск отклонений", "Out of range - Finding deviations")
_HOW_MANY = ("Отклонения от нормы - Подсчёт отклонений", "Out of range - Counting deviations")
_HOW_FAR = ("Отклонения от нормы - Величина отклонения", "Out of range - Size of a deviation")


def _ranged(plan: Plan, chance: Random) -> None:
    plan.settings["subject"], plan.settings["range"] = "laboratory", "any"
    plan.needed, plan.words = frozenset({"range"}), 0


def _some_out(plan: Plan, chance: Random) -> None:
    _ranged(plan, chance)
    plan.out = chance.randint(1, max(1, plan.rows - OPTIONS + 1))


def _labels(table: Table, *states: str) -> list[str]:
    return table.labels(row for row in table.rows if row.state in states)


def _one_of(table: Table, chance: Random, right: list[str], wrong: list[str]) -> Asked | None:
    """A row in one state among six in other states."""
    if not right or len(wrong) < OPTIONS - 1:
        return None
    name = chance.choice(right)
    return asked(name, options.names([*wrong, name], name, table.plan, chance))


@template(
    about=_WHICH,
    task="compare",
    ru=(
        "Какой из перечисленных показателей выходит за пределы нормы?",
        "Результат какого из этих исследований не укладывается в норму?",
    ),
    en=("Which of these tests is outside its normal range?", "Which of the following results lies out of range?"),
    prepare=_some_out,
    cards=True,
    least=OPTIONS,
)
def which_out(table: Table, chance: Random) -> Asked | None:
    """The one test whose result is out of range."""
    return _one_of(table, chance, _labels(table, "low", "high"), _labels(table, "in"))


def _many_out(plan: Plan, chance: Random) -> None:
    _ranged(plan, chance)
    plan.out = chance.randint(min(OPTIONS - 1, plan.rows), max(OPTIONS - 1, min(plan.rows - 1, 14)))


@template(
    about=_WHICH,
    task="compare",
    ru=(
        "Какой из перечисленных показателей находится в пределах нормы?",
        "Результат какого из этих исследований соответствует норме?",
    ),
    en=("Which of these tests is within its normal range?", "Which of the following results is normal?"),
    prepare=_many_out,
    cards=True,
    least=OPTIONS,
)
def which_in(table: Table, chance: Random) -> Asked | None:
    """The one test whose result is in its range."""
    return _one_of(table, chance, _labels(table, "in"), _labels(table, "low", "high"))


def _mixed_out(plan: Plan, chance: Random) -> None:
    _ranged(plan, chance)
    plan.high = chance.randint(1, max(1, plan.rows // 4))
    plan.settings["low"] = str(chance.randint(1, max(1, plan.rows // 4)))


@template(
    about=_WHICH,
    task="compare",
    ru=(
        "Какой из перечисленных показателей выше нормы?",
        "Результат какого из этих исследований больше верхней границы нормы?",
    ),
    en=("Which of these tests is above its normal range?", "Which of the following results exceeds its upper limit?"),
    prepare=_mixed_out,
    cards=True,
    least=OPTIONS,
)
def which_high(table: Table, chance: Random) -> Asked | None:
    """The one test whose result is too high."""
    return _one_of(table, chance, _labels(table, "high"), _labels(table, "in", "low"))


@template(
    about=_WHICH,
    task="compare",
    ru=(
        "Какой из перечисленных показателей ниже нормы?",
        "Результат какого из этих исследований меньше нижней границы нормы?",
    ),
    en=("Which of these tests is below its normal range?", "Which of the following results is under its lower limit?"),
    prepare=_mixed_out,
    cards=True,
    least=OPTIONS,
)
def which_low(table: Table, chance: Random) -> Asked | None:
    """The one test whose result is too low, among tests that can be too low."""
    able = [row for row in table.rows if can_be("low", *row.bounds, row.measures["result"].decimals)]
    low = table.labels(row for row in able if row.state == "low")
    return _one_of(table, chance, low, table.labels(row for row in able if row.state != "low"))


def _counted(plan: Plan, chance: Random) -> None:
    _ranged(plan, chance)
    plan.out = options.planned(plan, chance, 0, min(plan.rows, 12))


def _count(table: Table, *states: str) -> Asked | None:
    window = options.window(table.plan)
    return None if window is None else asked_number(len(_labels(table, *states)), window)


@template(
    about=_HOW_MANY,
    task="count",
    ru=("Сколько показателей выходит за пределы нормы?", "У скольких показателей результат вне нормы?"),
    en=("How many tests are outside their normal range?", "How many results lie out of range?"),
    prepare=_counted,
    cards=True,
    least=OPTIONS - 1,
)
def count_out(table: Table, chance: Random) -> Asked | None:
    """How many results are out of range."""
    return _count(table, "low", "high")


def _counted_high(plan: Plan, chance: Random) -> None:
    _ranged(plan, chance)
    plan.high = options.planned(plan, chance, 0, min(plan.rows, 10))
    if plan.high is not None:
        some = chance.randint(0, max(0, min(3, (plan.rows - plan.high) // 3)))
        plan.settings |= {"low": str(some), "low_if_possible": "yes"}


@template(
    about=_HOW_MANY,
    task="count",
    ru=("Сколько показателей выше нормы?", "У скольких показателей превышена верхняя граница нормы?"),
    en=("How many tests are above their normal range?", "How many results exceed their upper limit?"),
    prepare=_counted_high,
    cards=True,
    least=OPTIONS - 1,
)
def count_high(table: Table, chance: Random) -> Asked | None:
    """How many results are too high."""
    return _count(table, "high")


def _counted_low(plan: Plan, chance: Random) -> None:
    _ranged(plan, chance)
    # panels in which every test has a lower bound that a result can fall below
    plan.panel, plan.sections = chance.choice(("blood_count", "hormones", "biochemistry")), 0
    plan.limit_rows(30)
    low = options.planned(plan, chance, 0, min(plan.rows // 2, 8))
    if low is not None:
        plan.settings["low"] = str(low)
        plan.high = chance.randint(0, max(0, min(3, (plan.rows - low) // 3)))


@template(
    about=_HOW_MANY,
    task="count",
    ru=("Сколько показателей ниже нормы?", "У скольких показателей результат меньше нижней границы нормы?"),
    en=("How many tests are below their normal range?", "How many results are under their lower limit?"),
    prepare=_counted_low,
    cards=True,
    least=12,
)
def count_low(table: Table, chance: Random) -> Asked | None:
    """How many results are too low."""
    return _count(table, "low")


def _few_out(plan: Plan, chance: Random) -> None:
    _ranged(plan, chance)
    plan.out = chance.randint(2, 3)


@template(
    about=_WHICH,
    task="choose",
    ru=(
        "Какие показатели выходят за пределы нормы? Выберите полный перечень.",
        "Где перечислены все результаты вне нормы?",
    ),
    en=(
        "Which tests are outside their normal range? Choose the complete list.",
        "Which list names all out-of-range results?",
    ),
    prepare=_few_out,
    cards=True,
    least=5,
)
def list_out(table: Table, chance: Random) -> Asked | None:
    """All tests out of range."""
    out, rest = _labels(table, "low", "high"), _labels(table, "in")
    if not 2 <= len(out) <= 3 or len(rest) < 5 - len(out):
        return None
    # every list is as many of the same five names, so that no name stands out by how often it occurs
    five = [*out, *chance.sample(rest, 5 - len(out))]
    order = table.labels()
    five.sort(key=order.index)
    lists = _choose(five, len(out))
    right = [name for name in order if name in out]
    wrong = chance.sample([one for one in lists if one != right], OPTIONS - 1)
    return Asked("; ".join(right), ["; ".join(one) for one in wrong])


def _choose(names: list[str], count: int) -> list[list[str]]:
    if count == 0:
        return [[]]
    return [[name, *rest] for n, name in enumerate(names) for rest in _choose(names[n + 1 :], count - 1)]


@template(
    about=_HOW_FAR,
    task="compute",
    ru=(
        "На сколько результат показателя «{row}» выходит за границу нормы?",
        "Какова разность между результатом «{row}» и ближайшей границей нормы?",
    ),
    en=(
        "By how much does the result of “{row}” lie outside its normal range?",
        "What is the difference between the result of “{row}” and the nearest limit of its range?",
    ),
    prepare=_some_out,
    cards=True,
)
def deviation(table: Table, chance: Random) -> Asked | None:
    """How far a result is out of its range."""
    rows = [row for row in table.rows if row.state in {"low", "high"}]
    if not rows:
        return None
    row = chance.choice(rows)
    bound = row.bounds[0 if row.state == "low" else 1]
    measure = row.measures["result"]
    value = round(abs(row.values["result"] - (bound or 0.0)), 6)
    wrong = options.around(value, replace(measure, spread=measure.spread / 6), table.plan.rung.near, chance)
    said = {"row": table.name(row)}
    return asked(measure.write(value), wrong, said, said)
