"""Stock of a medicine cabinet: how much, until when, where."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import LAST_DAY, coded, days, index, numbers
from optotype.synth._tables.subjects._listed import Listed
from optotype.synth._tables.table import Column

_PLACES: tuple[Both, ...] = (
    ("шкаф 1", "cabinet 1"),
    ("шкаф 2", "cabinet 2"),
    ("сейф", "safe"),
    ("холодильник", "fridge"),
    ("полка А", "shelf A"),
    ("полка Б", "shelf B"),
    ("процедурная", "treatment room"),
    ("пост", "nurses' station"),
)


@dataclass(frozen=True)
class Stock(Listed):
    """An inventory of medicines."""

    title = ("Учёт лекарственных средств", "Medicine inventory")
    names = "drugs"
    forms = ("какое средство", "для какого средства", "для средства", "средств")
    one_and_many = ("item", "items")
    core = frozenset({"label", "left"})

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """A row per medicine."""
        say = plan.say
        group = say(("Количество, уп.", "Quantity, packs")) if chance.random() < plan.rung.merged else ""
        came, left = say(("Получено", "Received")), say(("Остаток", "In stock"))
        used = say(("Израсходовано", "Used"))
        amount = numbers(plan, 1, 140)
        return [
            index(plan),
            Column("code", say(("Код", "Code")), "code", code=coded("###-###")),
            Column("label", say(("Наименование", "Item")), "label"),
            Column("came", came, "number", group, amount, sparse=True),
            Column("used", used, "number", group, amount, sparse=True),
            Column("left", left, "number", group, amount),
            Column(
                "until", say(("Срок годности", "Use by")), "date", measure=days(plan, LAST_DAY - 200, LAST_DAY + 800)
            ),
            Column("place", say(("Место", "Place")), "category", pool=tuple(map(say, _PLACES)), sparse=True),
            Column("batch", say(("Серия", "Batch")), "code", code=coded("######"), sparse=True),
        ]
