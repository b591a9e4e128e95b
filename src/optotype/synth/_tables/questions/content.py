"""Content: what a table is about, and what is and is not in it."""

from __future__ import annotations

from random import Random

from optotype.synth._tables import options, subjects
from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import OPTIONS, Plan
from optotype.synth._tables.questions import Asked, asked, on_column, template
from optotype.synth._tables.subjects._analytes import panels
from optotype.synth._tables.table import Table

_TOPIC = ("Содержание таблицы - Тема", "Table content - Topic")
_ENTRIES = ("Содержание таблицы - Состав", "Table content - Entries")
_CONTEXT = ("Содержание таблицы - Сведения вне таблицы", "Table content - Around the table")


def _topics() -> list[tuple[str, str | None, Both]]:
    """Everything that a table can be about: subject, panel and title."""
    found: list[tuple[str, str | None, Both]] = [
        (name, None, subjects.family[name].title) for name in subjects.family.names() if name != "laboratory"
    ]
    return found + [("laboratory", name, panel.title) for name, panel in panels().items()]


def _drawn_topic(plan: Plan, chance: Random) -> None:
    subject, panel, _ = chance.choice(_topics())
    plan.settings["subject"] = subject
    plan.panel, plan.sections, plan.titled = panel, 0, True
    plan.limit_rows(len(panels()[panel].analytes) if panel else subjects.family[subject].most)


@template(
    about=_TOPIC,
    task="recognise",
    ru=("Что содержит эта таблица?", "Как озаглавлен документ с таблицей?"),
    en=("What does this table contain?", "What is the title of the document with the table?"),
    prepare=_drawn_topic,
    cards=True,
)
def topic(table: Table, chance: Random) -> Asked | None:
    """What the table is about."""
    titles = [table.plan.say(title) for _, _, title in _topics()]
    if table.title not in titles:
        return None
    return Asked(table.title, chance.sample([title for title in titles if title != table.title], OPTIONS - 1))


def _headed(plan: Plan, chance: Random) -> None:
    plan.headed = True


@template(
    about=_CONTEXT,
    task="find",
    ru=("Что указано в поле «{field}» над таблицей?", "Какое значение имеет поле «{field}» в шапке документа?"),
    en=(
        "What does the field “{field}” above the table say?",
        "What is given as “{field}” in the head of the document?",
    ),
    prepare=_headed,
    cards=True,
)
def header_field(table: Table, chance: Random) -> Asked | None:
    """A field of the block above the table."""
    one = chance.choice(table.fields)
    if one.alike is None:
        return None
    wrong = options.codes(one.text, one.alike, table.plan.rung.near if one.text[-1:].isdigit() else 0.0, chance)
    return asked(one.text, wrong, {"field": one.label}, {"field": one.label})


def _one_list(plan: Plan, chance: Random) -> None:
    plan.sections = 0


@template(
    about=_ENTRIES,
    task="choose",
    ru=("Что из перечисленного есть в таблице?", "Какая из этих строк присутствует в таблице?"),
    en=("Which of the following is in the table?", "Which of these entries does the table contain?"),
    prepare=_one_list,
    cards=True,
)
def present(table: Table, chance: Random) -> Asked | None:
    """The one name that is in the table."""
    labels = table.labels()
    absent = [name for name in table.pool if name not in labels]
    if len(absent) < OPTIONS - 1:
        return None
    right = chance.choice(labels)
    return asked(right, options.names([*absent, right], right, table.plan, chance))


@template(
    about=_ENTRIES,
    task="choose",
    ru=("Чего из перечисленного нет в таблице?", "Какая из этих строк отсутствует в таблице?"),
    en=("Which of the following is not in the table?", "Which of these entries is missing from the table?"),
    prepare=_one_list,
    cards=True,
    least=OPTIONS - 1,
)
def absent(table: Table, chance: Random) -> Asked | None:
    """The one name that is not in the table."""
    labels = table.labels()
    missing = [name for name in table.pool if name not in labels]
    if not missing or len(labels) < OPTIONS - 1:
        return None
    right = chance.choice(missing)
    return asked(right, options.names([*labels, right], right, table.plan, chance))


@template(
    about=_ENTRIES,
    task="choose",
    ru=("Какое значение встречается в столбце «{column}»?", "Что из перечисленного есть в столбце «{column}»?"),
    en=("Which of these occurs in the column “{column}”?", "Which of the following is in the column “{column}”?"),
)
def value_present(table: Table, chance: Random) -> Asked | None:
    """The one text that occurs in a column."""
    columns = [column for column in table.columns if len(column.pool) >= OPTIONS + 1 or column.code is not None]
    if not columns:
        return None
    column = chance.choice(columns)
    there = {row.cells[column.key] for row in table.filled(column)}
    if not there:
        return None
    right = chance.choice(sorted(there))
    if column.code is not None:
        wrong = options.codes(right, column.code, table.plan.rung.near, chance)
    else:
        kept = set(chance.sample(sorted(column.pool), OPTIONS - 1)) - {right}
        others = sorted(set(column.pool) - kept - {right})
        if len(kept) < OPTIONS - 1:
            kept.add(others.pop(chance.randrange(len(others))))
        # the column is written anew without the wrong options, so that what is right is a matter of chance
        for row in table.rows:
            if row.cells.get(column.key) in kept:
                row.cells[column.key] = chance.choice([right, *others])
        wrong = sorted(kept)
    if wrong is None or (column.code is not None and there & set(wrong)):
        return None
    return Asked(right, wrong, *on_column(table, column))
