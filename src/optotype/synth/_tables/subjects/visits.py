"""Visit schedules: when, where, and whether it has taken place."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from optotype.synth._tables.language import Both
from optotype.synth._tables.plan import Plan
from optotype.synth._tables.subjects import coded, days, index, minutes, period
from optotype.synth._tables.subjects._listed import Listed
from optotype.synth._tables.table import Column

_STATUSES: tuple[Both, ...] = (
    ("запланирован", "planned"),
    ("подтверждён", "confirmed"),
    ("проведён", "done"),
    ("отменён", "cancelled"),
    ("перенесён", "postponed"),
    ("неявка", "missed"),
    ("лист ожидания", "waiting list"),
    ("оплачен", "paid"),
)
_MONTHS: tuple[Both, ...] = (
    ("Первая неделя", "First week"),
    ("Вторая неделя", "Second week"),
    ("Третья неделя", "Third week"),
    ("Четвёртая неделя", "Fourth week"),
    ("Резервные дни", "Reserve days"),
    ("По показаниям", "If needed"),
    ("Дополнительно", "Additional"),
    ("Платные приёмы", "Paid visits"),
)


@dataclass(frozen=True)
class Visits(Listed):
    """A schedule of visits and examinations."""

    weight = 1.4
    title = ("График приёмов и исследований", "Schedule of visits")
    names = "procedures"
    forms = ("какой приём", "для какого приёма", "для приёма", "приёмов")
    one_and_many = ("visit", "visits")
    core = frozenset({"label", "date"})
    sections = _MONTHS

    def columns(self, plan: Plan, chance: Random) -> list[Column]:
        """A row per visit."""
        say = plan.say
        first = period(chance, 90)
        return [
            index(plan),
            Column("ticket", say(("№ талона", "Ticket No.")), "code", code=coded("@-####")),
            Column("label", say(("Приём", "Visit")), "label"),
            Column("date", say(("Дата", "Date")), "date", measure=days(plan, first, first + 90)),
            Column("time", say(("Время", "Time")), "time", measure=minutes(8 * 60, 19 * 60 + 50, 10), sparse=True),
            Column("room", say(("Кабинет", "Room")), "code", code=coded("###"), sparse=True),
            Column("status", say(("Статус", "Status")), "category", pool=tuple(map(say, _STATUSES))),
            Column("phone", say(("Доб. номер", "Extension")), "code", code=coded("##-##"), sparse=True),
        ]
