"""Price lists of medical services."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import coded, index, numbers
from optotype.synth._tables.subjects._listed import Listed
from optotype.synth._tables.table import Column

_SITES: tuple[Both, ...] = (
    ("корпус А", "building A"),
    ("корпус Б", "building B"),
    ("корпус В", "building C"),
    ("поликлиника", "outpatient clinic"),
    ("дневной стационар", "day hospital"),
    ("на дому", "at home"),
    ("онлайн", "online"),
    ("филиал", "branch"),
)
_SECTIONS: tuple[Both, ...] = (
    ("Раздел I", "Section I"),
    ("Раздел II", "Section II"),
    ("Раздел III", "Section III"),
    ("Раздел IV", "Section IV"),
    ("Раздел V", "Section V"),
    ("Раздел VI", "Section VI"),
    ("Раздел VII", "Section VII"),
    ("Раздел VIII", "Section VIII"),
)


@dataclass(frozen=True)
class Services(Listed):
    """A price list."""

    title = ("Прейскурант медицинских услуг", "Price list of medical services")
    names = "procedures"
    forms = ("какая услуга", "для какой услуги", "для услуги", "услуг")
    one_and_many = ("service", "services")
    core = frozenset({"label", "price"})
    sections = _SECTIONS

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """A row per service; what it is gives nothing away of its price."""
        say = plan.say
        price = numbers(plan, 450, 6990) if plan.language == "ru" else numbers(plan, 15, 349)
        return [
            index(plan),
            Column("code", say(("Код", "Code")), "code", code=coded("@##.##")),
            Column("label", say(("Услуга", "Service")), "label"),
            Column("price", say(("Цена, руб.", "Price, EUR")), "number", measure=price),
            Column("club", say(("В выходной, руб.", "Weekend, EUR")), "number", measure=price, sparse=True),
            Column("minutes", say(("Минут", "Minutes")), "number", measure=numbers(plan, 10, 95), sparse=True),
            Column("term", say(("Готовность, дней", "Ready in, days")), "number", measure=numbers(plan, 1, 14)),
            Column("site", say(("Где", "Where")), "category", pool=tuple(map(say, _SITES)), sparse=True),
        ]
