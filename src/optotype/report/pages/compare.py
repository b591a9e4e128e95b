"""Two runs beside each other: who is better, by how much, and on which items."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from optotype.comparing import LeftOut, Part
from optotype.report.board import Board, Entry, Round
from optotype.report.pages import Page, Shown
from optotype.report.pairs import Paired, all_pairs
from optotype.report.tables import Cell, Column, Table
from optotype.statistics import Difference, Estimate

if TYPE_CHECKING:
    from optotype.web.words import Words

HOLDS = "*"
"""The mark of a difference that holds after correction."""


@dataclass(frozen=True)
class Compare(Page):
    """Two runs of the reader's choice, and all of them in a matrix."""

    order = 30
    scripts = ("compare",)
    styles = ("compare",)

    def show(self, board: Board, words: Words) -> Shown | None:
        """The runs to choose from, and the matrix of each round; nothing where there are not two runs."""
        if sum(len(found.entries) for found in board.rounds) < 2:
            return None
        groups = [_group(found, number, words) for number, found in enumerate(board.rounds)]
        context = {
            "groups": groups,
            "confidence": f"{100 * board.asked.confidence:g}",
        }
        return Shown(context, tuple(group.table for group in groups if group.table is not None))

    def data(self, board: Board) -> dict[str, Any]:
        """A file for each pair, by the numbers of its entries: `pairs/0-3`."""
        return {
            f"pairs/{a.number}-{b.number}": {
                "confidence": board.asked.confidence,
                "warnings": _warnings(a, b),
                "metrics": [_told(paired, board) for paired in found],
            }
            for a, b, found in all_pairs(board)
        }


@dataclass(frozen=True)
class Group:
    """Those who were asked about the same items."""

    title: str
    found: Round
    table: Table | None
    """Everyone against everyone; None where there is nobody to be held against."""


def _group(found: Round, number: int, words: Words) -> Group:
    title = found.called(words)
    return Group(title, found, _matrix(found, number, words) if found.pairs else None)


def _matrix(found: Round, number: int, words: Words) -> Table:
    """How much better the respondent of each row is than that of each column, best first."""
    entries = [entry for entry in found.entries if found.value(entry) is not None]
    return Table(
        name=f"compare-{number + 1}" if number else "compare",
        title=words("compare.matrix_title"),
        columns=(
            Column(words("compare.respondent")),
            *(Column(entry.called(words), numeric=True, hint=entry.run.id) for entry in entries),
        ),
        rows=[
            (
                Cell(entry.called(words), kind=entry.kind, hint=entry.run.id),
                *(_field(found, entry, other, words) for other in entries),
            )
            for entry in entries
        ],
        note=words("compare.matrix_note", mark=HOLDS, count=words.count(len(found.pairs))),
    )


def _field(found: Round, row: Entry, column: Entry, words: Words) -> Cell:
    pair = found.pairs.get((min(row.number, column.number), max(row.number, column.number)))
    if row is column or pair is None:
        return Cell("")
    sign = 1 if row.number == pair.b else -1
    value, low, high = (100 * sign * end for end in (pair.difference.value, pair.difference.low, pair.difference.high))
    low, high = sorted((low, high))
    return Cell(
        text=words.decimal(value) if value <= 0 else f"+{words.decimal(value)}",
        value=value + 0.0,
        low=low + 0.0,
        high=high + 0.0,
        mark="" if found.alike(row, column) else HOLDS,
        hint=words(
            "compare.cell",
            a=row.called(words),
            b=column.called(words),
            low=words.decimal(low),
            high=words.decimal(high),
        ),
        # chosen so that the difference has the same sign there: it is that of the second from the first
        link=f"#a={quote(column.run.id, safe='')}&b={quote(row.run.id, safe='')}",
    )


# --- what a pair's file holds


def _told(paired: Paired, board: Board) -> dict[str, Any]:
    difference = paired.difference
    return {
        "signature": paired.signature,
        "title": board.signatures[paired.signature],
        "count": difference.count,
        "clusters": difference.clusters,
        "a": _ends(paired.a),
        "b": _ends(paired.b),
        "difference": _ends(difference),
        "p": round(difference.p, 6),
        "corrected": round(paired.p, 6),
        "among": paired.among,
        "test": difference.test,
        "detectable": _number(paired.detectable),
        "squares": paired.squares,
        "wins": difference.wins,
        "losses": difference.losses,
        "ties": difference.ties,
        "left_out": _left_out(paired.left_out),
        "parts": None if paired.parts is None else _parts(paired.parts),
    }


def _ends(found: Estimate | Difference) -> list[float | None]:
    return [_number(found.value), _number(found.low), _number(found.high)]


def _number(value: float) -> float | None:
    """A number as files hold it; None where an interval has no end."""
    return round(value, 5) + 0.0 if math.isfinite(value) else None


def _left_out(found: LeftOut) -> dict[str, int]:
    counts = {
        "only_a": found.only_a,
        "only_b": found.only_b,
        "unheard_a": found.unheard_a,
        "unheard_b": found.unheard_b,
        "unheard_both": found.unheard_both,
    }
    return {name: count for name, count in counts.items() if count}


def _parts(parts: list[Part]) -> list[list[Any]]:
    """For each tag, its name and a row for each value: value, items, A, B, difference with its ends, corrected p."""
    return [
        [tag, [[part.value, part.difference.count, *_row(part)] for part in some]]
        for tag, some in groupby(parts, key=lambda part: part.tag)
    ]


def _row(part: Part) -> list[float | None]:
    return [_number(part.a), _number(part.b), *_ends(part.difference), round(part.p, 6)]


def _warnings(a: Entry, b: Entry) -> list[list[str]]:
    """What to keep in mind: what it is, and whom it concerns."""
    found = [["versions", ""]] if a.run.bench_version != b.run.bench_version else []
    for entry in (a, b):
        found += [["unfinished", entry.name]] if entry.run.ended is None else []
        found += [["simulated", entry.name]] if entry.respondent.simulated else []
    return found
