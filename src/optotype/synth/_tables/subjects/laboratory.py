"""Results of laboratory tests, with units and reference ranges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import OPTIONS, Plan
from optotype.synth._tables.ranges import can_be, draw_value, write_range
from optotype.synth._tables.subjects import (
    Subject,
    choose_columns,
    coded,
    days,
    fill_cells,
    finish,
    index,
    noun,
    period,
    section_numbers,
)
from optotype.synth._tables.subjects._analytes import Analyte, Finding, Panel, panels
from optotype.synth._tables.table import Column, Measure, Noun, Row, State, Table

_DEVICES: tuple[Both, ...] = tuple((f"анализатор {n}", f"analyser {n}") for n in range(1, 10))
_COMMENTS: tuple[Both, ...] = (
    ("проверено", "checked"),
    ("повтор", "repeated"),
    ("срочно", "urgent"),
    ("выдано", "issued"),
    ("разведение", "diluted"),
    ("контроль через месяц", "recheck in a month"),
    ("предварительно", "preliminary"),
    ("малый объём", "small volume"),
)
_SEVERAL = ("Результаты лабораторных исследований", "Laboratory test results")
_FLAGS: dict[str, tuple[Both, Both]] = {
    "arrow": (("↓", "↓"), ("↑", "↑")),
    "star": (("*", "*"), ("*", "*")),
    "exclamation": (("!", "!"), ("!", "!")),
    "letter": (("Н", "L"), ("В", "H")),
}


@dataclass(frozen=True)
class Laboratory(Subject):
    """Results of laboratory tests."""

    weight = 7.0
    title = _SEVERAL
    most = 60

    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A panel, or several panels one below the other, each under its title."""
        picked = pick_tests(plan, chance)
        if picked is None:
            return None
        chosen, sections, pool, title = picked
        chosen = [(vary(test, plan, chance), section) for test, section in chosen]
        plan.settings["range_style"] = str(chance.randrange(3))
        columns = choose_columns(_columns(plan, chance), {"label", "result"}, plan, chance)
        if columns is None:
            return None
        rows = _rows(plan, chosen, columns, chance)
        if rows is None:
            return None
        _split_range(columns, rows, plan, chance)
        return finish(
            Table(
                subject="laboratory",
                title=plan.say(title),
                noun=noun_of_tests(plan),
                columns=columns,
                rows=rows,
                plan=plan,
                sections=sections,
                pool=tuple(plan.say(name) for name in pool),
            ),
            chance,
        )


_TRIES = 40


def noun_of_tests(plan: Plan) -> Noun:
    """What the rows are, where they are tests."""
    ru = ("какой показатель", "для какого показателя", "для показателя", "показателей")
    return noun(plan, ru, ("test", "tests"))


def pick_tests(
    plan: Plan, chance: Random
) -> tuple[list[tuple[Analyte | Finding, int | None]], list[str], list[Both], Both] | None:
    """Which tests stand in the table, each with its section; titles of sections; all names that were possible."""
    everything = {name: (panel.title, _tests(panel, plan)) for name, panel in panels().items()}
    if plan.words:
        return _with_words(plan, panels()["urine"], chance)
    count = plan.rows
    sections = 0 if plan.panel is not None else chance.randint(2, 4) if plan.sections is None else plan.sections
    if sections >= 2 and count >= 2 * sections:
        return _in_sections(plan, everything, sections, chance)
    if sections and plan.sections is not None:
        return None
    plan.sections = 0
    names = [plan.panel] if plan.panel is not None else _enough(everything, count, chance)
    chosen = [test for name in names for test in everything[name][1]]
    if len(chosen) < count:
        return None
    some = sorted(chance.sample(range(len(chosen)), count))
    title = everything[names[0]][0] if len(names) == 1 else _SEVERAL
    return [(chosen[n], None) for n in some], [], [test.name for test in chosen], title


_Panels = dict[str, tuple[Both, tuple[Analyte, ...]]]


def _tests(panel: Panel, plan: Plan) -> tuple[Analyte, ...]:
    if plan.settings.get("bounds") != "both":
        return panel.analytes
    return tuple(test for test in panel.analytes if test.low is not None and test.high is not None)


def _enough(everything: _Panels, count: int, chance: Random) -> list[str]:
    """A panel with so many tests, or as many panels as it takes."""
    alone = [name for name, (_, tests) in everything.items() if len(tests) >= count]
    if alone:
        return [chance.choice(alone)]
    names = list(everything)
    chance.shuffle(names)
    taken = next(
        (n for n in range(1, len(names)) if sum(len(everything[name][1]) for name in names[:n]) >= count), len(names)
    )
    return names[:taken]


def _in_sections(
    plan: Plan, everything: _Panels, sections: int, chance: Random
) -> tuple[list[tuple[Analyte | Finding, int | None]], list[str], list[Both], Both] | None:
    for _ in range(_TRIES):
        numbers = section_numbers(plan.rows, sections, plan, chance)
        sizes = [numbers.count(number) for number in range(sections)]
        names: dict[int, str] = {}
        # the largest section chooses first
        for number in sorted(range(sections), key=lambda one: -sizes[one]):
            fit = [name for name in everything if name not in names.values()]
            fit = [name for name in fit if len(everything[name][1]) >= sizes[number]]
            if not fit:
                break
            names[number] = chance.choice(fit)
        if len(names) == sections:
            break
    else:
        return None
    tests: list[tuple[Analyte | Finding, int | None]] = []
    for number, size in enumerate(sizes):
        some = everything[names[number]][1]
        tests += [(some[n], number) for n in sorted(chance.sample(range(len(some)), size))]
    titles = [plan.say(everything[names[number]][0]) for number in range(sections)]
    # sections hold different shares of their panels: there is no pool from which all names come with equal chances
    return tests, titles, [], _SEVERAL


def _with_words(
    plan: Plan, panel: Panel, chance: Random
) -> tuple[list[tuple[Analyte | Finding, int | None]], list[str], list[Both], Both] | None:
    words = plan.words or 0
    if words > min(plan.rows, len(panel.findings)) or plan.rows - words > len(panel.analytes):
        return None
    tests: list[Analyte | Finding] = [*chance.sample(panel.analytes, plan.rows - words)]
    tests += chance.sample(panel.findings, words)
    chance.shuffle(tests)
    return [(test, None) for test in tests], [], [], panel.title


def vary(test: Analyte | Finding, plan: Plan, chance: Random) -> Analyte | Finding:
    """The same test with the range of some laboratory: they differ, so that knowing one does not give away another."""
    if isinstance(test, Finding):
        return test
    step = 10.0**-test.decimals
    width = (test.high or test.low or 1.0) - (test.low if test.low is not None and test.high is not None else 0.0)
    gap = max(1, round(width * (0.03 + 0.09 * (1 - plan.rung.near)) / step)) * step
    lows = _moved(test.low, gap, 3 if test.high is not None else OPTIONS, step, test.decimals)
    highs = _moved(test.high, gap, 3 if test.low is not None else OPTIONS, step, test.decimals)
    variants = tuple(
        (low, high)
        for low in lows
        for high in highs
        if low is None or high is None or high - low > max(2 * step, width / 2)
    )
    low, high = chance.choice(variants)
    return replace(test, low=low, high=high, variants=variants)


def _moved(bound: float | None, gap: float, count: int, step: float, decimals: int) -> list[float | None]:
    if bound is None:
        return [None]
    first = max(bound - count // 2 * gap, step)
    return [round(first + n * gap, decimals) for n in range(count)]


def _columns(plan: Plan, chance: Random) -> list[Column]:
    first = period(chance, 40)
    say = plan.say
    return [
        index(plan),
        Column("code", say(("Код", "Code")), "code", code=coded("@##.###")),
        Column("label", say(chance.choice(_LABELS)), "label"),
        Column("result", say(("Результат", "Result")), "number"),
        Column("flag", say(("Откл.", "Flag")), "flag"),
        Column("unit", say(("Ед. изм.", "Unit")), "unit"),
        Column("range", say(chance.choice(_RANGES)), "range"),
        Column("previous", say(("Предыдущий результат", "Previous result")), "number", sparse=True),
        Column("device", say(("Прибор", "Device")), "category", pool=tuple(map(say, _DEVICES)), sparse=True),
        Column("date", say(("Дата", "Date")), "date", measure=days(plan, first, first + 30), sparse=True),
        Column("comment", say(("Примечание", "Comment")), "category", pool=tuple(map(say, _COMMENTS)), sparse=True),
    ]


_LABELS: tuple[Both, ...] = (("Показатель", "Test"), ("Наименование", "Name"), ("Исследование", "Analysis"))
_RANGES: tuple[Both, ...] = (
    ("Норма", "Normal range"),
    ("Референсные значения", "Reference values"),
    ("Реф. интервал", "Reference range"),
)


def _rows(
    plan: Plan, tests: list[tuple[Analyte | Finding, int | None]], columns: list[Column], chance: Random
) -> list[Row] | None:
    states = draw_states(plan, [test for test, _ in tests], chance)
    if states is None:
        return None
    return [
        _row(plan, test, state, section, columns, chance) for (test, section), state in zip(tests, states, strict=True)
    ]


def draw_states(plan: Plan, tests: list[Analyte | Finding], chance: Random) -> list[State] | None:
    """Which results lie outside their range: as many as planned, else about a quarter."""
    states: list[State] = ["in"] * len(tests)
    places = list(range(len(tests)))
    chance.shuffle(places)
    if plan.high is None:
        count = sum(chance.random() < 0.25 for _ in tests) if plan.out is None else plan.out
        able = [n for n in places if possible_states(tests[n])]
        if len(able) < count and plan.out is not None:
            return None
        for n in able[:count]:
            states[n] = chance.choice(possible_states(tests[n]))
        return states
    above, below = plan.high, int(plan.settings.get("low", "0"))
    wanted: list[State] = ["high" if n < above else "low" for n in range(above + below)]
    for state in wanted:
        place = next((n for n in places if states[n] == "in" and state in possible_states(tests[n])), None)
        if place is not None:
            states[place] = state
        elif not plan.settings.get("low_if_possible"):
            return None
    return states


def possible_states(test: Analyte | Finding) -> list[State]:
    """Where a result can lie other than in its range."""
    if isinstance(test, Finding):
        return []
    both: tuple[State, State] = ("low", "high")
    return [state for state in both if can_be(state, test.low, test.high, test.decimals)]


def _row(
    plan: Plan,
    test: Analyte | Finding,
    state: State,
    section: int | None,
    columns: list[Column],
    chance: Random,
) -> Row:
    row = Row({"label": plan.say(test.name)}, section=section)
    if isinstance(test, Finding):
        usual = chance.random() < 0.75
        row.cells["result"] = plan.say(test.usual if usual else chance.choice(test.unusual))
        row.cells["range"] = plan.say(test.usual)
    else:
        row.state, row.bounds, row.variants = state, (test.low, test.high), test.variants
        row.measures["result"] = row.measures["previous"] = measure(plan, test)
        value = draw_value(state, test.low, test.high, test.decimals, near=plan.rung.near, chance=chance)
        row.values["result"], row.cells["result"] = value, plan.number(value, test.decimals)
        row.cells["unit"] = plan.say(test.unit)
        row.cells["range"] = write_range(plan, test.low, test.high, test.decimals)
        row.values["previous"] = row.measures["previous"].draw(chance)
        row.cells["previous"] = row.measures["previous"].write(row.values["previous"])
        if state != "in":
            row.cells["flag"] = plan.say(_FLAGS.get(plan.mark or "", _FLAGS["letter"])[state == "high"])
    return fill_cells(row, columns, chance)


def measure(plan: Plan, test: Analyte) -> Measure:
    """What results a test can have: mostly in its range."""
    possible = possible_states(test)

    def draw(chance: Random) -> float:
        state: State = chance.choice(possible) if possible and chance.random() < 0.25 else "in"
        return draw_value(state, test.low, test.high, test.decimals, near=plan.rung.near, chance=chance)

    width = (test.high or test.low or 1.0) - (test.low if test.low is not None and test.high is not None else 0.0)
    return Measure(draw, lambda value: plan.number(value, test.decimals), 10.0**-test.decimals, width / 12)


def _split_range(columns: list[Column], rows: list[Row], plan: Plan, chance: Random) -> None:
    """Writes the two bounds in a column each, under one heading, in some tables."""
    place = next((n for n, column in enumerate(columns) if column.key == "range"), None)
    free = "range" not in plan.needed or plan.settings.get("range") == "any"
    if place is None or not free or plan.exact_columns or plan.shuffled_columns or plan.words:
        return
    if chance.random() > 0.5 * plan.rung.merged:
        return
    whole = columns[place]
    columns[place : place + 1] = [
        replace(whole, key="low", title=plan.say(("от", "from")), group=whole.title),
        replace(whole, key="high", title=plan.say(("до", "to")), group=whole.title),
    ]
    for row in rows:
        if row.state is not None:
            decimals = row.measures["result"].decimals
            for key, bound in zip(("low", "high"), row.bounds, strict=True):
                row.cells[key] = "" if bound is None else plan.number(bound, decimals)
