"""Structure: rows, columns, sections, headings over several columns, what stands where."""

from __future__ import annotations

from random import Random

from optotype.synth._tables import options
from optotype.synth._tables.plan import OPTIONS, Plan
from optotype.synth._tables.questions import Asked, asked, asked_number, template
from optotype.synth._tables.table import Column, Table

_ROWS = ("Структура таблицы - Строки", "Table structure - Rows")
_COLUMNS = ("Структура таблицы - Столбцы", "Table structure - Columns")
_SECTIONS = ("Структура таблицы - Разделы", "Table structure - Sections")

_ORDINALS_RU = ("", "первой", "второй", "третьей", "четвёртой", "пятой", "шестой", "седьмой", "восьмой", "девятой")
_ORDINALS_EN = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_MASCULINE = ("", "первый", "второй", "третий", "четвёртый", "пятый", "шестой", "седьмой", "восьмой", "девятый")


_LEFT, _RIGHT = ("слева", "left"), ("справа", "right")


def _unnumbered(plan: Plan, chance: Random) -> None:
    plan.banned = frozenset({"index"})


def _mixed_rows(plan: Plan, chance: Random) -> None:
    plan.shuffled_rows = True
    plan.banned = frozenset({"index"})


@template(
    about=_ROWS,
    task="count",
    ru=(
        "Сколько строк с данными в таблице? Заголовки столбцов и разделов не считаются.",
        "Сколько {many} перечислено в таблице?",
        "Посчитайте строки таблицы, не учитывая заголовки. Сколько их?",
    ),
    en=(
        "How many rows of data does the table have? Headings of columns and sections do not count.",
        "How many {many} are listed in the table?",
        "Count the rows of the table without the headings. How many are there?",
    ),
    prepare=_unnumbered,
    cards=True,
)
def count_rows(table: Table, chance: Random) -> Asked | None:
    """How many rows."""
    return asked_number(len(table.rows), table.plan.row_window)


def _drawn_columns(plan: Plan, chance: Random) -> None:
    first = chance.randint(2, 4)
    plan.settings["window"] = str(first)
    plan.columns = first + chance.randrange(OPTIONS)
    plan.exact_columns = True


@template(
    about=_COLUMNS,
    task="count",
    ru=("Сколько столбцов в таблице?", "Из скольких столбцов состоит таблица?"),
    en=("How many columns does the table have?", "Of how many columns does the table consist?"),
    prepare=_drawn_columns,
)
def count_columns(table: Table, chance: Random) -> Asked | None:
    """How many columns."""
    window = options.window(table.plan)
    return None if window is None else asked_number(len(table.columns), window)


def _many_columns(plan: Plan, chance: Random) -> None:
    plan.columns = max(plan.columns, chance.randint(7, 9))
    plan.shuffled_columns = True


def _plain(table: Table) -> list[Column]:
    """The columns, where all headings are different and none stands over several columns."""
    titles = {column.title for column in table.columns}
    if len(titles) < len(table.columns) or any(column.group for column in table.columns):
        return []
    return table.columns if len(table.columns) >= OPTIONS else []


def _headings(columns: list[Column], right: str, chance: Random) -> list[str]:
    return chance.sample([column.title for column in columns if column.title != right], OPTIONS - 1)


@template(
    about=_COLUMNS,
    task="find",
    ru=("Как называется {which} столбец {side}?", "Какой заголовок имеет {which} столбец, если считать {side}?"),
    en=(
        "What is the heading of the {which} column from the {side}?",
        "Counting from the {side}, what is the {which} column called?",
    ),
    prepare=_many_columns,
)
def column_at(table: Table, chance: Random) -> Asked | None:
    """The heading of a column, by its place."""
    columns = _plain(table)
    if not columns:
        return None
    place, left = chance.randint(1, min(len(columns), 6)), chance.random() < 0.5
    right = columns[place - 1 if left else -place].title
    say = table.plan.say
    words = {"which": say((_MASCULINE[place], _ORDINALS_EN[place])), "side": say(_LEFT if left else _RIGHT)}
    return Asked(right, _headings(columns, right, chance), words, {"place": place, "from": "left" if left else "right"})


@template(
    about=_COLUMNS,
    task="find",
    ru=("Какой столбец стоит сразу {side} от столбца «{column}»?", "Какой столбец — ближайший {side} к «{column}»?"),
    en=(
        "Which column stands directly to the {side} of “{column}”?",
        "Which column is next to “{column}” on its {side}?",
    ),
    prepare=_many_columns,
)
def column_beside(table: Table, chance: Random) -> Asked | None:
    """The heading beside another one."""
    columns = _plain(table)
    if len(columns) <= OPTIONS:
        return None
    left = chance.random() < 0.5
    place = chance.randrange(1, len(columns)) if left else chance.randrange(len(columns) - 1)
    given, right = columns[place], columns[place - 1 if left else place + 1].title
    side = table.plan.say(_LEFT if left else _RIGHT)
    wrong = _headings([column for column in columns if column is not given], right, chance)
    facts = {"column": place, "side": "left" if left else "right"}
    return Asked(right, wrong, {"side": side, "column": given.title}, facts)


@template(
    about=_ROWS,
    task="find",
    ru=("Что указано в {which} строке {side}?", "Если считать строки данных {side}, что стоит в {which} строке?"),
    en=(
        "What stands in the {which} row of data from the {side}?",
        "Counting rows of data from the {side}, which name is in the {which} row?",
    ),
    prepare=_mixed_rows,
    least=OPTIONS,
    cards=True,
)
def row_at(table: Table, chance: Random) -> Asked | None:
    """The name of a row, by its place."""
    if table.ordered or table.sections:
        return None
    labels = table.labels()
    place, top = chance.randint(1, min(len(labels), 9)), chance.random() < 0.6
    right = labels[place - 1 if top else -place]
    wrong = options.names(labels, right, table.plan, chance)
    say = table.plan.say
    side = say(("сверху", "top") if top else ("снизу", "bottom"))
    words = {"which": say((_ORDINALS_RU[place], _ORDINALS_EN[place])), "side": side}
    return asked(right, wrong, words, {"place": place, "from": "top" if top else "bottom"})


@template(
    about=_ROWS,
    task="find",
    ru=("Что стоит в строке сразу {side} «{row}»?", "Какая строка идёт непосредственно {side} «{row}»?"),
    en=("What stands in the row directly {side} “{row}”?", "Which row comes immediately {side} “{row}”?"),
    prepare=_mixed_rows,
    least=OPTIONS + 1,
    cards=True,
)
def row_beside(table: Table, chance: Random) -> Asked | None:
    """The row above or below another one."""
    if table.ordered or table.sections:
        return None
    labels, below = table.labels(), chance.random() < 0.5
    place = chance.randrange(len(labels) - 1) if below else chance.randrange(1, len(labels))
    given, right = labels[place], labels[place + 1 if below else place - 1]
    wrong = options.names([label for label in labels if label != given], right, table.plan, chance)
    side = table.plan.say(("после", "below") if below else ("перед", "above"))
    return asked(right, wrong, {"side": side, "row": given}, {"row": given, "side": "below" if below else "above"})


def _sectioned(plan: Plan, chance: Random) -> None:
    plan.sections = options.planned(plan, chance, 2, min(9, plan.rows // 2)) or 0


@template(
    about=_SECTIONS,
    task="count",
    ru=(
        "На сколько разделов разбита таблица?",
        "Сколько в таблице строк-заголовков разделов, объединённых на всю ширину?",
    ),
    en=("Into how many sections is the table divided?", "How many section headings span the whole width of the table?"),
    prepare=_sectioned,
    least=16,
)
def count_sections(table: Table, chance: Random) -> Asked | None:
    """How many sections."""
    right, window = len(table.sections), options.window(table.plan)
    if window is None or right < 2 or right != table.plan.sections:
        return None
    return asked_number(right, window)


def _sized_section(plan: Plan, chance: Random) -> None:
    plan.banned = frozenset({"index"})
    if plan.rows < 9:
        return
    plan.section_size = options.planned(plan, chance, 1, min(10, plan.rows - 2))
    if plan.section_size is None:
        return
    plan.sections = chance.randint(2, max(2, min(4, plan.rows - plan.section_size)))


@template(
    about=_SECTIONS,
    task="count",
    ru=("Сколько строк относится к разделу «{section}»?", "Сколько {many} перечислено в разделе «{section}»?"),
    en=("How many rows belong to the section “{section}”?", "How many {many} are listed in the section “{section}”?"),
    prepare=_sized_section,
    least=9,
)
def count_in_section(table: Table, chance: Random) -> Asked | None:
    """How many rows a section has."""
    place, window = table.plan.settings.get("section"), options.window(table.plan)
    if not table.sections or place is None or window is None:
        return None
    said = {"section": table.sections[int(place)]}
    return asked_number(sum(row.section == int(place) for row in table.rows), window, said, said)


def _long_section(plan: Plan, chance: Random) -> None:
    _mixed_rows(plan, chance)
    if plan.rows >= OPTIONS + 2:
        plan.section_size = chance.randint(OPTIONS, min(OPTIONS + 5, plan.rows - 2))
        plan.sections = 2 if plan.rows - plan.section_size < 4 else chance.randint(2, 3)


@template(
    about=_SECTIONS,
    task="find",
    ru=("Какая строка стоит {which} в разделе «{section}»?", "Что указано в разделе «{section}» {which} строкой?"),
    en=("Which row comes {which} in the section “{section}”?", "What is listed {which} in the section “{section}”?"),
    prepare=_long_section,
    least=OPTIONS + 2,
)
def row_in_section(table: Table, chance: Random) -> Asked | None:
    """The first or the last row of a section."""
    place = table.plan.settings.get("section")
    if not table.sections or place is None:
        return None
    labels = table.labels(row for row in table.rows if row.section == int(place))
    first, name = chance.random() < 0.5, table.sections[int(place)]
    right = labels[0 if first else -1]
    wrong = options.names(labels, right, table.plan, chance)
    which = table.plan.say(("первой", "first") if first else ("последней", "last"))
    facts = {"section": name, "which": "first" if first else "last"}
    return asked(right, wrong, {"which": which, "section": name}, facts)


def _dates(plan: Plan, chance: Random) -> None:
    plan.settings["dates"] = str(chance.randint(2, 8))
    plan.settings["subject"] = "dynamics"
    plan.limit_rows(40)


@template(
    about=_COLUMNS,
    task="count",
    ru=(
        "Сколько столбцов объединено общим заголовком «{group}»?",
        "Над сколькими столбцами стоит заголовок «{group}»?",
    ),
    en=("How many columns share the heading “{group}”?", "Over how many columns does the heading “{group}” stand?"),
    prepare=_dates,
)
def count_under_heading(table: Table, chance: Random) -> Asked | None:
    """How many columns share a heading."""
    group = next((column.group for column in table.columns if column.group), "")
    right = sum(column.group == group for column in table.columns)
    if not group or "dates" not in table.plan.settings:
        return None
    return asked_number(right, range(2, 9), {"group": group}, {"group": group})
