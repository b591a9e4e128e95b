"""Two runs beside each other: who is better, by how much, and on which items."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from optotype.comparing import LeftOut, Part
from optotype.report import pairs, tables
from optotype.report.board import Board, Entry, Round
from optotype.report.pages import Page, Shown
from optotype.report.pages.tags import Names, tag_name, value_name
from optotype.report.pairs import VERDICTS, Key, Paired
from optotype.report.plots import Bar, Bars, Panels
from optotype.report.tables import Cell, Column, Table
from optotype.statistics import Difference, Estimate

if TYPE_CHECKING:
    from optotype.web.words import Language, Words

HOLDS = "*"
"""The mark of a difference that holds after correction."""


@dataclass(frozen=True)
class Compare(Page):
    """Two runs of the reader's choice, and all of them in a matrix."""

    order = 30
    scripts = ("tag-names", "compare")
    styles = ("compare",)

    def show(self, board: Board, words: Words) -> Shown | None:
        """The runs to choose from, and the matrix of each round; nothing where there are not two runs."""
        if sum(len(found.entries) for found in board.rounds) < 2:
            return None
        groups = [_group(found, number, words) for number, found in enumerate(board.rounds)]
        context = {
            "groups": groups,
            "confidence": f"{100 * board.asked.confidence:g}",
            "printed": words.count(pairs.MOST_PRINTED),
        }
        return Shown(context, tuple(group.table for group in groups if group.table is not None))

    def data(self, board: Board) -> Mapping[str, Callable[[], Any]]:
        """A file for each pair, by the numbers of its entries: `pairs/0-3`."""
        return {f"pairs/{a}-{b}": partial(_pair, board, (a, b)) for a, b in board.pairs.keys}

    def tables(self, board: Board, words: Words) -> Mapping[str, Callable[[], Table]]:
        """For each pair and metric the differences by tag, and who was right where."""
        made: dict[str, Callable[[], Table]] = {}
        for found, called in _files(board).items():
            made[called.pair] = partial(_parts_table, board, *found, called.pair, words)
            made[called.corners] = partial(_corners_table, board, *found, called.corners, words)
        return made

    def plots(self, board: Board, words: Words) -> Mapping[str, Callable[[], Panels]]:
        """For each pair and metric the two scores, and their difference in all and by tag."""
        return {one.pair: partial(_plot, board, *found, one.pair, words) for found, one in _files(board).items()}


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
    ends = (sign * end for end in (pair.difference.value, pair.difference.low, pair.difference.high))
    value, low, high = (100 * end + 0.0 for end in ends)
    low, high = sorted((low, high))
    return Cell(
        text=tables.signed(value / 100, words),
        value=value,
        low=low,
        high=high,
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


def _pair(board: Board, key: Key) -> dict[str, Any]:
    a, b = (board.entries[number] for number in key)
    files = _files(board)
    return {
        "confidence": board.asked.confidence,
        "warnings": _warnings(a, b),
        "metrics": [_told(paired, board, files.get((paired.signature, key))) for paired in board.pairs[key]],
    }


def _told(paired: Paired, board: Board, files: Files | None) -> dict[str, Any]:
    difference = paired.difference
    return {
        "signature": paired.signature,
        "files": files and list(files),
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


def _warnings(a: Entry, b: Entry) -> list[tuple[str, dict[Language, str]]]:
    """What to keep in mind: what it is, and whom it concerns, by language."""
    found: list[tuple[str, dict[Language, str]]] = (
        [("versions", {})] if a.run.bench_version != b.run.bench_version else []
    )
    for entry in (a, b):
        found += [("unfinished", entry.names)] if entry.run.ended is None else []
        found += [("simulated", entry.names)] if entry.respondent.simulated else []
    return found


# --- a pair as tables and plots for others

_REACHES = (0.01, 0.02, 0.04, 0.06, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""How far the axis of differences may go: numbers whose halves are round. The page's script has the same."""


class Files(NamedTuple):
    """What the files of a pair are called."""

    pair: str
    """The table of differences by tag, and the plot."""
    corners: str
    """The table that counts items."""


def _files(board: Board) -> dict[tuple[str, Key], Files]:
    """The names of files, by signature and pair; the metric is part of them, but for the first that a pair has."""
    names, seen = Names(), set[Key]()
    found: dict[tuple[str, Key], Files] = {}
    for signature, key in board.pairs.printed:
        a, b = (board.entries[number].name for number in key)
        texts = ["compare", a, "vs", b, *([board.signatures[signature]] if key in seen else [])]
        found[signature, key] = Files(names.of(*texts), names.of(*texts, "items"))
        seen.add(key)
    return found


def _title(board: Board, signature: str, key: Key, words: Words) -> str:
    a, b = (board.entries[number].called(words) for number in key)
    return words("compare.pair_title", metric=board.signatures[signature], a=a, b=b)


def _parts_table(board: Board, signature: str, key: Key, name: str, words: Words) -> Table:
    """The two scores and their difference: in all, then by tag."""
    paired = board.pairs.of(signature, key)
    a, b = (board.entries[number].called(words) for number in key)
    most = 1 - board.asked.confidence
    columns = (
        Column(words("compare.tag")),
        Column(words("compare.value")),
        Column(words("compare.items"), numeric=True),
        Column(f"A: {a}", numeric=True),
        Column(f"B: {b}", numeric=True),
        Column(words("compare.difference"), numeric=True),
        Column(words("compare.p"), numeric=True),
    )
    rows: list[tuple[Cell, ...]] = [
        _figures("", words("compare.all"), paired.a.value, paired.b.value, paired.difference, paired.p, most, words)
    ]
    rows += [
        _figures(
            tag_name(part.tag, words),
            value_name(part.tag, part.value, words),
            part.a,
            part.b,
            part.difference,
            part.p,
            most,
            words,
        )
        for part in paired.parts or ()
    ]
    note = words("compare.pair_note", mark=HOLDS, among=words.count(paired.among), signature=signature)
    return Table(name, _title(board, signature, key, words), columns, rows, note)


def _figures(
    tag: str, value: str, a: float, b: float, difference: Difference, p: float, most: float, words: Words
) -> tuple[Cell, ...]:
    return (
        Cell(tag),
        Cell(value),
        tables.count(difference.count, words),
        Cell(words.percent(a), 100 * a),
        Cell(words.percent(b), 100 * b),
        tables.points(difference, words, mark=HOLDS if p <= most else ""),
        Cell(f"< {words.decimal(0.001, 3)}" if p < 0.001 else words.decimal(p, 3), p),
    )


def _corners_table(board: Board, signature: str, key: Key, name: str, words: Words) -> Table:
    """How many items each got right, partly and wrong: a row for each verdict on A, a column for each on B."""
    squares = board.pairs.of(signature, key).squares
    # no row and no column for what is neither right nor wrong, where nothing is
    some = [place for place, verdict in enumerate(VERDICTS) if verdict != "partly" or _partly(squares)]
    a, b = (board.entries[number].called(words) for number in key)
    called = [words(f"compare.{verdict}") for verdict in VERDICTS]
    return Table(
        name,
        f"{_title(board, signature, key, words)}: {words('compare.corners')}",
        (Column(f"A: {a}"), *(Column(f"B: {b}: {called[column]}", numeric=True) for column in some)),
        [(Cell(called[row]), *(tables.count(squares[row][column], words) for column in some)) for row in some],
    )


def _partly(squares: tuple[tuple[int, ...], ...]) -> bool:
    between = VERDICTS.index("partly")
    return any(squares[between]) or any(row[between] for row in squares)


def _plot(board: Board, signature: str, key: Key, name: str, words: Words) -> Panels:
    paired = board.pairs.of(signature, key)
    a, b = (board.entries[number] for number in key)
    metric = board.signatures[signature]
    scores = (
        Bar(f"{letter}: {entry.called(words)}", entry.kind, found.value, found.low, found.high)
        for letter, entry, found in (("A", a, paired.a), ("B", b, paired.b))
    )
    parts = paired.parts or []
    reach = _reach([paired.difference, *(part.difference for part in parts)])
    most = 1 - board.asked.confidence

    def apart(title: str, rows: Iterator[Bar]) -> Bars:
        return Bars(name, title, tuple(rows), axis="B \N{MINUS SIGN} A", reach=reach)

    panels = [
        Bars(name, words("compare.scores_panel"), tuple(scores), axis=metric),
        apart(words("compare.difference_panel"), iter([_bar(words("compare.all"), paired.difference, paired.p, most)])),
    ]
    for tag, some in groupby(parts, key=lambda part: part.tag):
        rows = (_bar(value_name(tag, part.value, words), part.difference, part.p, most) for part in some)
        panels.append(apart(tag_name(tag, words), rows))
    return Panels(name, _title(board, signature, key, words), tuple(panels))


def _bar(label: str, found: Difference, p: float, most: float) -> Bar:
    return Bar(label, "", found.value, found.low, found.high, HOLDS if p <= most else "")


def _reach(found: list[Difference]) -> float:
    """How far the axis goes; the widest intervals, those of a few items, would make all others small."""
    widths = sorted(min(abs(end), 1.0) for one in found for end in (one.low, one.high))
    needed = max(*(abs(one.value) for one in found), widths[3 * (len(widths) - 1) // 4])
    return next((reach for reach in _REACHES if reach >= needed - 1e-9), float(math.ceil(needed)))
