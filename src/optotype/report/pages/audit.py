"""The verdict of the last audit: can the benchmark be solved without looking, and what else is wrong with it?"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from optotype.claims import PREFIX, SEVERITIES, Claim, Figure, claims, number, part_called, worst
from optotype.disagreeing import VEILED
from optotype.people_rows import row_called
from optotype.records import Finding
from optotype.report.pages import Page, Shown
from optotype.report.plots import Bar, Bars, Reference
from optotype.report.tables import Cell, Column, Table, count, points, share

if TYPE_CHECKING:
    from optotype.report.board import Board
    from optotype.web.words import Words

FIRST = 12
"""Findings about single items that stand under a claim."""
_SIGNS = {"ok": "✓", "notice": "i", "warning": "!", "problem": "✗"}
_CLASSES = {"ok": "right", "notice": "none", "warning": "partly", "problem": "wrong"}


@dataclass(frozen=True)
class Audit(Page):
    """What each check says, how well respondents without eyes did, and what seeing gains."""

    order = 15
    styles = ("plots", "audit")

    def show(self, board: Board, words: Words) -> Shown | None:
        """None where nothing was audited."""
        made = claims(board.bench)
        if not made:
            return None
        by_check = {claim.check: claim for claim in made}
        severity = worst(made)
        blind, gain = _blind(by_check.get("blind"), words), _gain(by_check.get("gain"), words)
        by_tag, origins = _gain_by_tag(by_check.get("gain"), words), _origins(by_check.get("origins"), words)
        plot = _plot(by_check.get("blind"), board, words)
        ordered = sorted(made, key=lambda claim: -SEVERITIES.index(claim.severity))
        tables = tuple(table for table in (blind, gain, by_tag, origins) if table is not None)
        context = {
            "answer": words(f"audit.answer_{answer(made)}"),
            "severity": severity,
            "mark": _CLASSES[severity],
            "counts": [
                (_CLASSES[name], words(f"claims.severity_{name}"), words.count(number))
                for name in reversed(SEVERITIES)
                if (number := sum(claim.severity == name for claim in made))
            ],
            "claims": [_told(claim, board, words) for claim in ordered],
            "unexamined": "; ".join(_unexamined(by_check, words)),
            "blind": blind,
            "gain": gain,
            "by_tag": by_tag,
            "origins": origins,
            "plot": plot,
        }
        return Shown(context, tables, (plot,) if plot is not None else ())


@dataclass(frozen=True)
class Told:
    """A claim as the page shows it."""

    name: str
    title: str
    text: str
    mark: str
    sign: str
    severity: str
    findings: list[Noticed]
    left: str
    """How many findings are not shown; empty where all are."""


class Noticed(NamedTuple):
    """What was noticed about one item or picture."""

    about: str
    message: str
    item: bool
    """Is it an item of the board?"""


def _told(claim: Claim, board: Board, words: Words) -> Told:
    found = [one for one in board.bench.store.find(Finding, {"rule": f"{PREFIX}{claim.check}"}) if one.about]
    return Told(
        name=claim.check,
        title=words(f"claims.{claim.check}"),
        text=claim.tell(words).replace(" %", "\N{NO-BREAK SPACE}%"),
        mark=_CLASSES[claim.severity],
        sign=_SIGNS[claim.severity],
        severity=words(f"claims.severity_{claim.severity}"),
        findings=[Noticed(one.about, one.message, one.about in board.columns.places) for one in found[:FIRST]],
        left=words.count(len(found) - FIRST) if len(found) > FIRST else "",
    )


def _unexamined(told: Container[str], words: Words) -> Iterator[str]:
    """Checks that said nothing, by name: each that comes with the package has a text for where all is well."""
    for key in words.table:
        check = key.removeprefix("claims.").removesuffix("_ok")
        if f"claims.{check}_ok" == key and f"claims.{check}" in words.table and check not in told:
            yield words(f"claims.{check}").lower()


class _Range(NamedTuple):
    value: float
    low: float
    high: float


def _range(row: Mapping[str, Figure], value: str, low: str = "low", high: str = "high") -> _Range:
    return _Range(number(row, value), number(row, low), number(row, high))


def _called(row: Mapping[str, Figure], words: Words) -> str:
    name, sight = str(row.get("respondent", "")), str(row.get("sight", ""))
    name = name.removeprefix("baseline/")
    name = f"{name} ({words(f'kinds.sight_{sight}')})" if sight in VEILED else name
    return f"{name} · {part_called(str(row['part']), words)}" if row.get("part") else name


def _kind(row: Mapping[str, Figure]) -> str:
    return "baseline" if str(row.get("respondent", "")).startswith("baseline/") else "model"


def _blind(claim: Claim | None, words: Words) -> Table | None:
    """What each respondent without eyes earns."""
    if claim is None or not claim.rows:
        return None
    columns = (
        Column(words("audit.respondent")),
        Column(words("audit.knows")),
        Column(words("audit.accuracy"), numeric=True),
        Column(words("audit.floor"), numeric=True, hint=words("audit.floor_hint")),
        Column(words("audit.excess"), numeric=True, hint=words("audit.excess_hint")),
        Column(words("audit.items"), numeric=True),
    )
    rows = [
        (
            Cell(_called(row, words), kind=_kind(row), hint=str(row.get("run", ""))),
            Cell(_knows(row, words)),
            share(_range(row, "value", "value_low", "value_high"), words),
            Cell(words.percent(number(row, "floor")), number(row, "floor")),
            points(_range(row, "excess"), words, mark="*" if number(row, "low") > 0 else ""),
            count(int(number(row, "items")), words),
        )
        for row in claim.rows
    ]
    return Table("audit-blind", words("audit.blind_table"), columns, rows, words("audit.blind_note"))


def _knows(row: Mapping[str, Figure], words: Words) -> str:
    """What a respondent gets to know."""
    key = f"audit.knows_{str(row.get('respondent', '')).removeprefix('baseline/')}"
    if key in words.table:
        return words(key)
    sight = str(row.get("sight", ""))
    return words(f"audit.knows_sight_{sight}") if sight in VEILED else ""


def _plot(claim: Claim | None, board: Board, words: Words) -> Bars | None:
    if claim is None or not claim.rows:
        return None
    bars = tuple(
        Bar(
            _called(row, words),
            _kind(row),
            *_range(row, "value", "value_low", "value_high"),
            mark="*" if number(row, "low") > 0 else "",
        )
        for row in claim.rows
        if not row.get("part")
    )
    references = [Reference(words("audit.floor_line"), number(claim.rows[0], "floor"))]
    references += _people(board, words)
    return Bars("audit-blind", words("audit.blind_plot"), bars, tuple(references), axis=words("audit.accuracy"))


def _people(board: Board, words: Words) -> Sequence[Reference]:
    """The best of those who looked, if anybody did; of people those whom the leaderboard names."""
    seeing = [
        (value, entry) for found in board.rounds for entry in found.entries
        if not entry.blind and (entry.kind != "person" or entry is found.people)
        and (value := found.value(entry)) is not None
    ]  # fmt: skip
    if not seeing:
        return ()
    value, entry = max(seeing, key=lambda one: one[0])
    return (Reference(words("audit.seeing", name=entry.called(words)), value, "people"),)


def _gain(claim: Claim | None, words: Words) -> Table | None:
    """What each model gains from seeing, on all items."""
    if claim is None or not claim.rows:
        return None
    columns = (
        Column(words("audit.respondent")),
        Column(words("audit.with"), numeric=True),
        Column(words("audit.without"), numeric=True),
        Column(words("audit.gain"), numeric=True, hint=words("audit.gain_hint")),
        Column(words("audit.items"), numeric=True),
    )
    rows = [
        (
            Cell(_called(row, words), kind="model", hint=str(row.get("run", ""))),
            Cell(words.percent(number(row, "seeing")), number(row, "seeing")),
            Cell(words.percent(number(row, "without")), number(row, "without")),
            points(_range(row, "gain"), words, mark="*" if number(row, "low") > 0 else ""),
            count(int(number(row, "items")), words),
        )
        for row in claim.rows
        if not row.get("tag")
    ]
    return Table("audit-gain", words("audit.gain_table"), columns, rows, words("audit.gain_note"))


def _gain_by_tag(claim: Claim | None, words: Words) -> Table | None:
    """A row for each value of a tag, a column for each model and way of hiding pictures."""
    parts: dict[tuple[str, str], dict[str, Mapping[str, Figure]]] = {}
    for row in claim.rows if claim is not None else ():
        if row.get("tag"):
            parts.setdefault((str(row["tag"]), str(row["value"])), {})[_called(row, words)] = row
    if not parts:
        return None
    names = list(dict.fromkeys(name for found in parts.values() for name in found))
    columns = (
        Column(words("audit.part")),
        *(Column(name, numeric=True) for name in names),
        Column(words("audit.items"), numeric=True),
    )
    rows = [
        (
            Cell(f"{tag}: {value}"),
            *(points(_range(found[name], "gain"), words) if name in found else Cell("") for name in names),
            count(max(int(number(row, "items")) for row in found.values()), words),
        )
        for (tag, value), found in parts.items()
    ]
    return Table("audit-gain-by-tag", words("audit.gain_by_tag"), columns, rows, words("audit.gain_by_tag_note"))


def _origins(claim: Claim | None, words: Words) -> Table | None:
    """How well each respondent did on items of each origin."""
    if claim is None or not claim.rows:
        return None
    columns = (
        Column(words("audit.respondent")),
        Column(words("audit.origin")),
        Column(words("audit.accuracy"), numeric=True),
        Column(words("audit.items"), numeric=True),
    )
    rows = [
        (
            Cell(_who(row, words), kind=str(row.get("kind", "model")), hint=str(row.get("run", ""))),
            Cell(_origin(str(row.get("origin", "")), words)),
            share(_range(row, "value"), words),
            count(int(number(row, "items")), words),
        )
        for row in claim.rows
    ]
    return Table("audit-origins", words("audit.origins_table"), columns, rows)


def _who(row: Mapping[str, Figure], words: Words) -> str:
    """A respondent; who does not exist is called simulated."""
    name = row_called(str(row.get("respondent", "")), words)
    return f"{name} ({words('kinds.simulated')})" if row.get("simulated") else name


def _origin(name: str, words: Words) -> str:
    return words(f"audit.origin_{name}") if f"audit.origin_{name}" in words.table else name


_ABOUT_LOOKING = ("blind", "gain")
"""The checks that answer the question of the page; the others are about something else."""


def answer(made: list[Claim]) -> str:
    """Which answer stands above: what is wrong elsewhere does not mean that it can be solved blind."""
    severity = worst(made)
    looking = [claim.severity for claim in made if claim.check in _ABOUT_LOOKING]
    elsewhere = severity in ("notice", "warning") and looking and set(looking) == {"ok"}
    return "elsewhere" if elsewhere else severity
