"""Stock of a medicine cabinet: how much, until when, where."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import LAST_DAY, Subject, coded, days, index, noun, numbers
from optotype.synth._tables.subjects._listed import listed
from optotype.synth._tables.subjects._lists import names
from optotype.synth._tables.table import Column, Table

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
class Stock(Subject):
    """An inventory of medicines."""

    title = ("Учёт лекарственных средств", "Medicine inventory")

    def fill(self, plan: Plan, chance: Random) -> Table | None:
        """A row per medicine."""
        say = plan.say
        group = say(("Количество, уп.", "Quantity, packs")) if chance.random() < plan.rung.merged else ""
        came, left = say(("Получено", "Received")), say(("Остаток", "In stock"))
        used = say(("Израсходовано", "Used"))
        amount = numbers(plan, 1, 140)
        columns = [
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
        forms = ("какое средство", "для какого средства", "для средства", "средств")
        return listed(
            plan,
            chance,
            subject="stock",
            title=say(self.title),
            noun=noun(plan, forms, ("item", "items")),
            pool=[say(name) for name in names("drugs")],
            columns=columns,
            core={"label", "left"},
        )
