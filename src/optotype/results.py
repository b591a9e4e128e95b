"""Results: what the marks of a run come to, with intervals, and how that is shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from optotype.errors import OptotypeError
from optotype.facets import WITHOUT, in_order, values_of
from optotype.metrics import Mark, Metric, family
from optotype.records import Answer, Choice, Item, Preference, Ranking, Run, State, YesNo

if TYPE_CHECKING:
    from optotype.statistics import Codes, Curve, Estimate, Floats

_LEVELS = 3
"""Fewer levels make no curve."""

LEVEL = "level"
"""The tag that orders items by difficulty."""


def check_confidence(confidence: float) -> None:
    """Makes sure that intervals can be asked for.

    Raises:
        OptotypeError: the confidence is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise OptotypeError(
            f"A confidence of {confidence:g} was given; one between 0 and 1 was expected, such as 0.95."
        )


@dataclass(frozen=True)
class Judged:
    """What one metric found."""

    metric: str
    title: str
    signature: str
    overall: Estimate
    bounds: tuple[float, float]
    """The value if everything that was not answered were wrong, and if it were right."""
    figures: dict[str, Estimate]
    """More figures of the metric: precision, recall ..."""
    by: dict[str, dict[str, Estimate]]
    """By tag and value."""
    curve: Curve | None = None
    """How accuracy falls with the level, where items have levels."""


class Tabled(ABC):
    """Something that was found out, and is shown in tables: by a command, and in a notebook."""

    @abstractmethod
    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts."""

    def _repr_html_(self) -> str:
        """What a notebook shows: the tables that the command prints."""
        return "".join(grid.html() for grid in self.grids())


@dataclass(frozen=True)
class Result(Tabled):
    """A run and what it came to."""

    run: Run
    judged: list[Judged]
    states: dict[str, int]
    """By state, how many answers there are."""
    items: int
    """Items asked about."""
    unjudged: int
    """Items that have no gold yet."""
    failures: dict[str, int]
    """Why questions failed, and how many for each reason."""
    stopped: str | None = None
    """Why the run ended before everything was asked, if it did."""
    remaining: int = 0
    """Items that were not asked about."""
    warnings: list[str] = field(default_factory=list[str])
    """What makes the figures less than they seem."""

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts."""
        return grids([self])


@dataclass(frozen=True)
class Grid:
    """A table of texts, for a terminal or a page. Columns whose name begins with # hold figures."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]

    def html(self) -> str:
        """The table as a piece of a page."""
        head = "".join(
            f"<th style='text-align:{_side(name)}'>{escape(name.removeprefix('#'))}</th>" for name in self.columns
        )
        lines = [
            "".join(
                f"<td style='text-align:{_side(name)}'>{escape(cell)}</td>"
                for name, cell in zip(self.columns, row, strict=True)
            )
            for row in self.rows
        ]
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        caption = f"<caption style='text-align:left'><b>{escape(self.title)}</b></caption>" if self.title else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def grids(results: Sequence[Result]) -> list[Grid]:
    """Results beside each other: a row for each, then a table for each tag that was asked for, a column for each."""
    return [_overall(results), *_not_answered(results), *_figures(results), *_by_tag(results)]


def _overall(results: Sequence[Result]) -> Grid:
    titles = {judged.signature: judged.title for result in results for judged in result.judged}
    curved = any(judged.curve is not None for result in results for judged in result.judged)
    paid = any(result.run.totals.get("cost") for result in results)
    columns = ["model", "#items", *(f"#{title}" for title in titles.values())]
    columns += ["#acuity"] * curved + ["#cost"] * paid
    rows: list[tuple[str, ...]] = []
    for result in results:
        by_signature = {judged.signature: judged for judged in result.judged}
        row = [result.run.respondent, f"{result.items:,}"]
        row += [_of(by_signature[name].overall, result.items) if name in by_signature else "" for name in titles]
        row += [_acuity(result.judged[0].curve if result.judged else None)] * curved
        row += [f"{result.run.totals.get('cost', 0.0):,.4g}"] * paid
        rows.append(tuple(row))
    return Grid("", tuple(columns), rows)


def _not_answered(results: Sequence[Result]) -> Iterator[Grid]:
    """What is no answer, each kind apart, and between what the first metric lies because of it."""
    kinds = [state for state in _SILENT if any(result.states.get(state) for result in results)]
    if not kinds:
        return
    columns = ("model", *(f"#{_SILENT[kind]}" for kind in kinds), "#if all are wrong", "#if all are right")
    rows: list[tuple[str, ...]] = []
    for result in results:
        bounds = result.judged[0].bounds if result.judged else (0.0, 1.0)
        counts = (f"{result.states.get(kind, 0):,}" for kind in kinds)
        rows.append((result.run.respondent, *counts, *(f"{100 * bound:.1f}" for bound in bounds)))
    yield Grid("not answered", columns, rows)


def _figures(results: Sequence[Result]) -> Iterator[Grid]:
    """More figures of each metric, where it has any."""
    some = [judged for result in results for judged in result.judged if len(judged.figures) > 1]
    titles = {judged.signature: judged.title for judged in some}
    for signature, title in titles.items():
        found = [(result, judged) for result in results for judged in result.judged if judged.signature == signature]
        names = list(dict.fromkeys(name for _, judged in found for name in judged.figures))
        rows = [
            (
                result.run.respondent,
                *(percent(judged.figures[name]) if name in judged.figures else "" for name in names),
            )
            for result, judged in found
        ]
        yield Grid(title, ("model", *(f"#{figure_called(name)}" for name in names)), rows)


def _by_tag(results: Sequence[Result]) -> Iterator[Grid]:
    names = [result.run.respondent for result in results if result.judged]
    short = [name.rpartition("/")[2] for name in names]
    firsts = [
        (name if short.count(brief) > 1 else brief, result.judged[0].by)
        for name, brief, result in zip(names, short, (result for result in results if result.judged), strict=True)
    ]
    for tag in dict.fromkeys(tag for _, by in firsts for tag in by):
        values = sorted({value for _, by in firsts for value in by.get(tag, {})}, key=in_order)
        rows: list[tuple[str, ...]] = []
        for value in values:
            found = [by.get(tag, {}).get(value) for _, by in firsts]
            count = max(estimate.count for estimate in found if estimate is not None)
            told = percent if len(found) <= _BESIDE else briefly
            cells = ("" if estimate is None else told(estimate) for estimate in found)
            rows.append((value, f"{count:,}", *cells))
        yield Grid(f"by {tag}", (tag, "#items", *(f"#{name}" for name, _ in firsts)), rows)


def figure_called(name: str) -> str:
    """What a figure that a metric has beside its mean is called in tables, as pages call it; its name, if in no way."""
    from optotype.web.words import Words

    called = family[name]().called if name in family else name
    return Words("en", "optotype.web").table.get(f"parts.{name}", called)


def percent(estimate: Estimate) -> str:
    """A figure from 0 to 1 in percent with its interval: `75.0 [71.2, 78.5]`."""
    return f"{100 * estimate.value:.1f} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"


def _of(estimate: Estimate, items: int) -> str:
    """The same, with how many items it is about where that is not all of them."""
    return percent(estimate) if estimate.count == items else f"{percent(estimate)} of {estimate.count:,}"


def briefly(estimate: Estimate) -> str:
    """A figure from 0 to 1 in percent with half the width of its interval: `75.0 ±3.6`."""
    return f"{100 * estimate.value:.1f} ±{50 * (estimate.high - estimate.low):.1f}"


def _acuity(curve: Curve | None) -> str:
    from optotype.web.words import Words

    if curve is None:
        return ""
    words, asked = Words("en", "optotype.web"), [point.level for point in curve.points]
    if curve.acuity is None:
        return {"below": words.below(asked[0]), "beyond": words.beyond(asked[-1]), None: ""}[curve.outside]
    found = curve.acuity
    return f"{words.decimal(found.value)} {words.between_levels(found.low, found.high, asked)}"


def _side(column: str) -> str:
    return "right" if column.startswith("#") else "left"


_BESIDE = 3
"""Models that fit beside each other with their intervals in full."""

_SILENT = {
    State.DONT_KNOW: "don't know",
    State.UNREAD: "unread",
    State.REFUSED: "refused",
    State.FAILED: "failed",
}
"""What is no answer, as tables call it."""


@dataclass
class Tally:
    """Gathers the marks of a run; memory grows by some ten bytes an item, and one for each metric, part and tag."""

    metrics: Sequence[Metric]
    by: Sequence[str] = ()
    confidence: float = 0.95
    items: int = 0
    unjudged: int = 0
    states: dict[str, int] = field(default_factory=lambda: {str(state): 0 for state in State})
    _columns: defaultdict[str, _Column] = field(default_factory=lambda: defaultdict(_Column))
    _clusters: _Names = field(default_factory=lambda: _Names())
    _about: _Coded[_About] = field(default_factory=lambda: _Coded["_About"]())
    _tags: dict[str, _Coded[tuple[str, ...]]] = field(default_factory=dict[str, "_Coded[tuple[str, ...]]"])

    def __post_init__(self) -> None:
        self._tags = {tag: _Coded() for tag in self.by}

    def add(self, item: Item, answers: Sequence[Answer], marks: Mapping[str, Sequence[Mark]]) -> None:
        """Adds an item with its answers, and with a mark for each of them by signature; none where gold is missing."""
        self.items += 1
        self.unjudged += not marks
        for answer in answers:
            self.states[answer.state] += 1
        if not marks:
            return
        silent = sum(answer.state not in (State.GIVEN, State.UNANSWERABLE) for answer in answers) / len(answers)
        place = self._clusters.add(item.cluster)
        self._about.add(_About(silent, _level(item), chance(item)))
        for tag, coded in self._tags.items():
            coded.add(values_of(item, tag))
        for signature, given in marks.items():
            self._columns[signature].add(together(given), place)

    def judged(self) -> Iterator[Judged]:
        """What each metric found, with intervals."""
        for metric in self.metrics:
            if (judged := self._judged(metric, self._columns[metric.signature])) is not None:
                yield judged

    def _judged(self, metric: Metric, column: _Column) -> Judged | None:
        """What the metric found; None where nothing was heard."""
        import numpy as np

        from optotype import statistics

        if not column.values:
            return None
        places = column.rows()
        # resampling takes memory of its own, so it comes before there are arrays as long as there are items
        figures = column.figures(metric, self._clusters.codes()[places], self.confidence)
        curve = self._curve(column)
        values, clusters = column.values.floats(), self._clusters.codes()[places]
        about = np.asarray(list(self._about.numbers), dtype=np.float64)  # silent, level, chance; None becomes nan
        kinds = self._about.codes()[places]
        asked = len(values) + column.unheard
        best = _best(values, about[kinds, 0]) + column.unheard
        return Judged(
            metric=metric.name,
            title=metric.called,
            signature=metric.signature,
            overall=statistics.mean(values, clusters, self.confidence),
            bounds=(float(values.sum()) / asked, best / asked),
            figures=figures,
            by={
                tag: {
                    value: statistics.mean(values[rows], clusters[rows], self.confidence)
                    for value, rows in _rows(coded, places)
                }
                for tag, coded in self._tags.items()
            },
            curve=curve,
        )

    def _curve(self, column: _Column) -> Curve | None:
        """Accuracy over levels, where items have enough of them."""
        import numpy as np

        from optotype import statistics

        places = column.rows()
        about = np.asarray(list(self._about.numbers), dtype=np.float64)[:, 1:]  # level and chance of each kind of item
        kinds = self._about.codes()[places]
        levelled = np.isfinite(about[:, 0])
        seen = np.bincount(kinds, minlength=len(about)) > 0
        if len(np.unique(about[levelled & seen, 0])) < _LEVELS:
            return None
        known = slice(None) if levelled[seen].all() else levelled[kinds]
        kinds = kinds[known]
        # what is as long as there are items is only handed over, so that it can be let go of before resampling
        return statistics.psychometric(
            about[kinds, 0],
            column.values.floats()[known],
            self._clusters.codes()[places][known],
            about[kinds, 1],
            self.confidence,
        )


def _best(values: Floats, silent: Floats) -> float:
    """The sum of values if what was not answered were right; `silent` is overwritten."""
    import numpy as np

    silent += values
    np.minimum(silent, 1.0, out=silent)
    return float(silent.sum())


def _rows(coded: _Coded[tuple[str, ...]], places: Codes | slice) -> Iterator[tuple[str, Codes]]:
    """Each value of a tag, in order, with the rows that have it."""
    import numpy as np

    codes = coded.codes()[places]
    bearing: dict[str, list[int]] = {}
    for values, number in coded.numbers.items():
        for value in values:
            bearing.setdefault(value, []).append(number)
    order = np.argsort(codes, kind="stable")
    edges = np.concatenate([[0], np.cumsum(np.bincount(codes, minlength=len(coded.numbers)))])
    for value in sorted(bearing, key=in_order):
        some = [order[edges[number] : edges[number + 1]] for number in bearing[value]]
        rows = some[0] if len(some) == 1 else np.sort(np.concatenate(some))  # a single one is in order already
        if value != WITHOUT and len(rows):
            yield value, rows


def together(marks: Sequence[Mark]) -> Mark:
    """The mark of an item that was asked several times: the mean of those that were heard."""
    if len(marks) == 1:
        return marks[0]
    heard = [mark for mark in marks if mark.value is not None]
    if not heard:
        return marks[0]
    count = len(heard)
    parts = {name: sum(mark.parts.get(name, 0.0) for mark in heard) / count for name in heard[0].parts}
    return Mark(sum(mark.value or 0.0 for mark in heard) / count, parts=parts)


class _About(NamedTuple):
    """What is known of an item, whatever the metric."""

    silent: float
    level: float | None
    chance: float


_Told = TypeVar("_Told")


class _Coded(Generic[_Told]):
    """What was told of each item, as numbers: different things are few. A byte each while they are very few."""

    def __init__(self) -> None:
        self.numbers: dict[_Told, int] = {}
        self._codes: array[int] = array("B")

    def add(self, told: _Told) -> None:
        """Adds what is told of the next item."""
        number = self.numbers.setdefault(told, len(self.numbers))
        if number == _BYTES and self._codes.typecode == "B":
            self._codes = array("i", self._codes)
        self._codes.append(number)

    def codes(self) -> Codes:
        """The number of what was told of each item."""
        import numpy as np

        return np.asarray(self._codes)


_BYTES = 256


class _Names:
    """Names that are many, such as those of clusters: eight bytes of each name's digest are all that is kept."""

    def __init__(self) -> None:
        self._digests = array("Q")

    def add(self, name: str) -> int:
        """Adds the next item's, and gives back the item's place."""
        digest = blake2b(name.encode(errors="surrogatepass"), digest_size=8).digest()
        self._digests.append(int.from_bytes(digest, "big"))
        return len(self._digests) - 1

    def codes(self) -> Codes:
        """A number for each item, the same for the same name, in the order in which names first came."""
        import numpy as np

        digests = np.asarray(self._digests)
        known = np.unique(digests)
        codes = np.searchsorted(known, digests).astype(np.int64, copy=False)
        first = np.full(len(known), len(codes))
        del known
        some = [slice(begin, begin + _SOME) for begin in range(0, len(codes), _SOME)]  # no more copies of all of them
        for part in some:
            np.minimum.at(first, codes[part], np.arange(part.start, min(part.stop, len(codes))))
        rank = np.empty_like(first)
        rank[np.argsort(first)] = np.arange(len(first))
        for part in some:
            codes[part] = rank[codes[part]]
        return codes


_SOME = 1 << 14
"""Items whose clusters are numbered at a time."""


class _Numbers:
    """Numbers, a byte each while all are small and whole, as right and wrong are; eight bytes each from then on."""

    def __init__(self, zeros: int = 0) -> None:
        self._small: array[int] | None = array("b", bytes(zeros))
        self._any = array("d")

    def append(self, number: float) -> None:
        """Adds a number."""
        if self._small is not None and number in _SMALL:
            self._small.append(int(number))
            return
        if self._small is not None:
            self._any, self._small = array("d", self._small), None
        self._any.append(number)

    def floats(self) -> Floats:
        """All numbers, in the order in which they came."""
        import numpy as np

        return np.asarray(self._any if self._small is None else self._small, dtype=np.float64)

    def __len__(self) -> int:
        return len(self._any if self._small is None else self._small)


_SMALL = frozenset(range(128))


@dataclass
class _Column:
    """All marks of one metric."""

    values: _Numbers = field(default_factory=_Numbers)
    places: array[int] | None = None
    """Whose they are; None as long as every item has one."""
    parts: dict[str, _Numbers] = field(default_factory=dict[str, _Numbers])
    unheard: int = 0

    def add(self, mark: Mark, place: int) -> None:
        """Adds what an item was given."""
        if mark.value is None:
            self.unheard += 1
            return
        for name, value in mark.parts.items():
            if name not in self.parts:
                self.parts[name] = _Numbers(zeros=len(self.values))
            self.parts[name].append(value)
        if self.places is None and place != len(self.values):
            self.places = array("i", range(len(self.values)))
        if self.places is not None:
            self.places.append(place)
        self.values.append(mark.value)

    def rows(self) -> Codes | slice:
        """The items that have a mark, as arrays are asked for them."""
        import numpy as np

        return slice(len(self.values)) if self.places is None else np.asarray(self.places)

    def figures(self, metric: Metric, clusters: Codes, confidence: float) -> dict[str, Estimate]:
        """More figures of the metric."""
        import numpy as np

        from optotype import statistics

        if not self.parts:
            return {}
        if type(metric).figures is Metric.figures:  # the mean of each part
            return {name: statistics.mean(part.floats(), clusters, confidence) for name, part in self.parts.items()}
        sizes, each = np.bincount(clusters).astype(np.float64), len(clusters)
        sums = (np.bincount(clusters, part.floats()).astype(np.float64) for part in self.parts.values())
        table = np.stack([column[sizes > 0] for column in (*sums, sizes)], axis=1)
        del clusters, sums  # not needed from here on, and as long as there are items

        def figures(sums: Floats) -> dict[str, Floats]:
            return metric.figures({part: sums[..., place] for place, part in enumerate(self.parts)}, sums[..., -1])

        names = list(figures(table.sum(axis=0, keepdims=True)))
        found = {
            name: statistics.of_statistic(
                lambda sums, name=name: figures(sums)[name], table, np.arange(len(table)), confidence
            )
            for name in names
        }
        return {name: replace(estimate, count=each) for name, estimate in found.items() if estimate is not None}


def chance(item: Item) -> float:
    """How often a respondent is right that guesses blindly."""
    match item.form:
        case YesNo():
            return 0.5
        case Choice(several=False) | Ranking() | Preference():
            return 1 / len(item.options)
        case _:
            return 0.0


def _level(item: Item) -> float | None:
    try:
        level = float(item.tags[LEVEL][0])
    except (KeyError, ValueError, IndexError):
        return None
    return level if isfinite(level) else None
