"""Comparing: is one run better than another, by how much, and could this bench have shown it?

Runs are compared on the items that both were scored on, item by item: what is hard for one is mostly hard for the
other, so the difference is known better than either score.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from optotype import statistics
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.facets import WITHOUT, check_tag, in_order, values_of
from optotype.looking import find_run
from optotype.metrics import signed
from optotype.plurals import so_many
from optotype.progress import Progress, silent
from optotype.records import Item, Respondent, Run, Score
from optotype.results import LEVEL, Grid, Tabled, check_confidence
from optotype.statistics import Codes, Difference, Estimate, Floats
from optotype.store import BATCH

if TYPE_CHECKING:
    from optotype.bench import Bench

USUAL = "accuracy"
"""The metric that runs are compared by unless another is named."""


@dataclass(frozen=True)
class Side:
    """One of the two runs."""

    name: str
    """How it is called here: its respondent, or its id where both have the same respondent."""
    run: str
    respondent: str
    score: Estimate
    """Over the items that both runs share."""


@dataclass(frozen=True)
class Corners:
    """How many items which run got right, where an item is either right or wrong."""

    both: int
    only_a: int
    only_b: int
    neither: int


@dataclass(frozen=True)
class LeftOut:
    """How many scored items were not compared, by reason."""

    only_a: int
    """Scored in run A only."""
    only_b: int
    unheard_a: int
    """Run A was asked, and never heard; B was."""
    unheard_b: int
    unheard_both: int
    gone: int
    """No longer in the bench, or excluded from it since."""


@dataclass(frozen=True)
class Part:
    """The runs compared on the items that share a value of a tag."""

    tag: str
    value: str
    a: float
    """Mean score of run A."""
    b: float
    difference: Difference
    """Its p is that of this part alone."""
    p: float
    """Corrected for the number of parts that are looked at."""


@dataclass(frozen=True)
class Comparison(Tabled):
    """Two runs beside each other. Differences are those of B from A: above zero, B is better."""

    metric: str
    signature: str
    confidence: float
    a: Side
    b: Side
    difference: Difference
    better: str | None
    """`a` or `b`; None where no difference can be shown."""
    detectable: float
    """The smallest true difference that would be shown four times in five."""
    corners: Corners | None
    """None where scores lie between right and wrong."""
    parts: list[Part]
    left_out: LeftOut
    warnings: list[str]
    """What to keep in mind."""
    sentence: str
    """The result in words."""

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts."""
        return [_overall(self), *_corners(self), *_by_tag(self)]

    def _repr_html_(self) -> str:
        """What a notebook shows: the tables that the command prints, and what it says of them."""
        from html import escape

        lines = "".join(f"<p>{escape(line)}</p>" for line in (self.sentence, *self.warnings))
        return super()._repr_html_() + lines


def compare(
    bench: Bench,
    a: str,
    b: str,
    *,
    metric: str | None = None,
    by: Sequence[str] = (),
    confidence: float = 0.95,
    progress: Progress = silent,
) -> Comparison:
    """Compares two runs on the items that both were scored on.

    Args:
        bench: whose runs.
        a: a run, by its id, or by its respondent where that has one run only.
        b: the run that is held against it.
        metric: name of a metric, or a whole signature; accuracy, or the only one that both have, unless given.
        by: tags whose values are compared each for itself; also split, form, collection and origin. The level
            unless given.
        confidence: of intervals, and of what counts as a difference.
        progress: told of each item done.

    Raises:
        OptotypeError: no such run, no common items, or scores that cannot be compared.
    """
    check_confidence(confidence)
    runs = find_run(bench, a), find_run(bench, b)
    if runs[0].id == runs[1].id:
        raise OptotypeError(f"'{a}' and '{b}' are the same run, '{runs[0].id}'. Name two runs.")
    pairs = _paired(bench, *runs, metric or _usual(bench, *runs))
    table = _clustered(bench, pairs, tuple(by) or (LEVEL,), progress)
    if not len(table.a):
        raise OptotypeError(
            f"The runs '{runs[0].id}' and '{runs[1].id}' have no item in common on which both have a score, so they "
            f"cannot be compared. {_said(pairs.left_out(table.gone), runs[0].id, runs[1].id)}"
        )
    for tag in by:
        if set(table.parts.get(tag, ())) <= {WITHOUT}:
            check_tag(bench, tag)
    names = [run.respondent for run in runs] if runs[0].respondent != runs[1].respondent else [run.id for run in runs]
    difference = statistics.difference(table.a, table.b, table.cluster, confidence)
    smallest = statistics.detectable(difference, confidence=confidence)
    better = None if difference.p > 1 - confidence else "b" if difference.value > 0 else "a"
    scores = [statistics.mean(values, table.cluster, confidence) for values in (table.a, table.b)]
    sides = [Side(name, run.id, run.respondent, score) for name, run, score in zip(names, runs, scores, strict=True)]
    return Comparison(
        metric=pairs.metric,
        signature=pairs.signature,
        confidence=confidence,
        a=sides[0],
        b=sides[1],
        difference=difference,
        better=better,
        detectable=smallest,
        corners=_count_corners(table.a, table.b),
        parts=_compare_parts(table, confidence, known=bool(by)),
        left_out=pairs.left_out(table.gone),
        warnings=list(_warnings(bench, *runs)),
        sentence=_sentence(names, difference, better, smallest, confidence),
    )


# --- which scores are held against each other


@dataclass
class _Pairs:
    """Scores of both runs for the items that both have, and what has no pair."""

    metric: str
    signature: str
    items: list[str]
    a: array[float]
    b: array[float]
    only_a: int = 0
    only_b: int = 0
    unheard_a: int = 0
    unheard_b: int = 0
    unheard_both: int = 0

    def add(self, item: str, a: float | None, b: float | None) -> None:
        if a is not None and b is not None:
            self.items.append(item)
            self.a.append(a)
            self.b.append(b)
        self.unheard_a += a is None and b is not None
        self.unheard_b += a is not None and b is None
        self.unheard_both += a is None and b is None

    def left_out(self, gone: int) -> LeftOut:
        return LeftOut(self.only_a, self.only_b, self.unheard_a, self.unheard_b, self.unheard_both, gone)


def _usual(bench: Bench, a: Run, b: Run) -> str:
    """The metric that is meant where none was named."""
    if all(bench.store.count(Score, {"run": run.id, "metric": USUAL}) for run in (a, b)):
        return USUAL
    metrics = [_metrics(bench, run) for run in (a, b)]
    common = sorted(metrics[0] & metrics[1])
    if len(common) == 1:
        return common[0]
    if common:
        raise OptotypeError(f"The runs have several metrics in common. Name one with --metric: {', '.join(common)}.")
    raise OptotypeError(
        f"The runs have no metric in common. '{a.id}' has {_listed(metrics[0])}, '{b.id}' has {_listed(metrics[1])}. "
        "Run 'optotype eval' again with the same --metric for both; nothing is asked twice."
    )


def _metrics(bench: Bench, run: Run) -> set[str]:
    return {score.metric for score in bench.store.each(Score, {"run": run.id})}


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "no scores"


def _scores(bench: Bench, run: Run, metric: str) -> Iterator[Score]:
    """The scores of a run by a metric, which is named by its name or by its whole signature."""
    named = False
    for score in bench.store.each(Score, {"run": run.id, "metric": metric}):
        named = True
        yield score
    if not named:
        yield from (score for score in bench.store.each(Score, {"run": run.id}) if score.signature == metric)


def _paired(bench: Bench, a: Run, b: Run, metric: str) -> _Pairs:
    first: dict[str, dict[str, float | None]] = {}
    for score in _scores(bench, a, metric):
        first.setdefault(score.signature, {})[score.item] = score.value
    found: dict[str, _Pairs] = {}
    others: set[str] = set()
    for score in _scores(bench, b, metric):
        if score.signature not in first:
            others.add(score.signature)
            continue
        scores = first[score.signature]
        pairs = found.setdefault(score.signature, _Pairs(score.metric, score.signature, [], array("d"), array("d")))
        if score.item in scores:
            pairs.add(score.item, scores.pop(score.item), score.value)
        else:
            pairs.only_b += 1
    if len(found) > 1:
        raise OptotypeError(
            f"Both runs were scored by '{metric}' in several ways. Name one with --metric: {', '.join(sorted(found))}."
        )
    for run, signatures in ((a, set(first)), (b, others | set(found))):
        if not signatures:
            has = _listed(_metrics(bench, run))
            raise OptotypeError(f"The run '{run.id}' was not scored by '{metric}'. It has: {has}.")
    if not found:
        raise OptotypeError(
            f"The runs were scored by '{metric}' in different ways, so their numbers cannot be compared: '{a.id}' by "
            f"{', '.join(sorted(first))}, '{b.id}' by {', '.join(sorted(others))}. Run 'optotype eval' again for "
            "one of them with the metric of the other; nothing is asked twice."
        )
    (pairs,) = found.values()
    pairs.only_a = len(first[pairs.signature])
    return pairs


@dataclass(frozen=True)
class _Table:
    """Paired scores as arrays, with the cluster of each, and which of them belong to which part."""

    a: Floats
    b: Floats
    cluster: Codes
    parts: dict[str, dict[str, array[int]]]
    """By tag and value, places in the arrays."""
    gone: int


def _clustered(bench: Bench, pairs: _Pairs, by: Sequence[str], progress: Progress) -> _Table:
    kept, cluster = array("q"), array("q")
    clusters: dict[str, int] = {}
    parts: dict[str, dict[str, array[int]]] = {tag: {} for tag in by}
    for batch in batches(enumerate(pairs.items), BATCH):
        items = bench.store.get_all(Item, [id for _, id in batch])
        for place, id in batch:
            item = items.get(id)
            if item is None or item.excluded is not None:
                continue
            for tag in by:
                for value in values_of(item, tag):
                    parts[tag].setdefault(value, array("q")).append(len(kept))
            kept.append(place)
            cluster.append(clusters.setdefault(item.cluster, len(clusters)))
        progress(len(batch))
    places = np.asarray(kept)
    gone = len(pairs.items) - len(kept)
    return _Table(np.asarray(pairs.a)[places], np.asarray(pairs.b)[places], np.asarray(cluster), parts, gone)


# --- what they come to


def _count_corners(a: Floats, b: Floats) -> Corners | None:
    if not (np.isin(a, (0.0, 1.0)).all() and np.isin(b, (0.0, 1.0)).all()):
        return None
    both, right_a, right_b = int((a * b).sum()), int(a.sum()), int(b.sum())
    return Corners(both, right_a - both, right_b - both, len(a) - right_a - right_b + both)


def _compare_parts(table: _Table, confidence: float, *, known: bool) -> list[Part]:
    """Each value of each tag; without a wish (`known`), only tags that tell items apart."""
    rows: list[tuple[str, str, Floats, Floats, Difference]] = []
    for tag, values in table.parts.items():
        if not known and (WITHOUT in values or len(values) < 2):
            continue
        for value, places in sorted(values.items(), key=lambda found: in_order(found[0])):
            at = np.asarray(places)
            a, b = table.a[at], table.b[at]
            rows.append((tag, value, a, b, statistics.difference(a, b, table.cluster[at], confidence)))
    corrected = statistics.holm([difference.p for *_, difference in rows])
    return [
        Part(tag, value, float(a.mean()), float(b.mean()), difference, p)
        for (tag, value, a, b, difference), p in zip(rows, corrected, strict=True)
    ]


def _warnings(bench: Bench, a: Run, b: Run) -> Iterator[str]:
    if a.bench_version != b.bench_version:
        yield (
            "The runs were not asked about the same versions of the same items "
            f"({a.bench_version or 'unknown'} and {b.bench_version or 'unknown'}): items are paired by their id."
        )
    respondents = bench.store.get_all(Respondent, [a.respondent, b.respondent])
    for run in (a, b):
        if run.ended is None:
            yield f"The run '{run.id}' has not come to its end: only what was scored so far is compared."
        if (respondent := respondents.get(run.respondent)) is not None and respondent.simulated:
            yield f"'{run.respondent}' is simulated: a person who does not exist."


# --- what is said about it


def _sentence(names: Sequence[str], found: Difference, better: str | None, smallest: float, confidence: float) -> str:
    """The result in words, in points of a hundred."""
    percent = f"{100 * confidence:g} %"
    if better is None:
        start = f"No difference can be shown ({percent} interval {_span(found)}, {_p(found.p)}); "
        if smallest >= 1:
            return f"{start}this bench is too small to show any."
        return f"{start}this bench could show one of {100 * smallest:.1f} points or more."
    span = _span(found, -1 if better == "a" else 1)
    size = 100 * abs(found.value)
    return f"{names[better == 'b']} is better by {size:.1f} points ({percent} interval {span}, {_p(found.p)})."


def _span(found: Difference, sign: int = 1) -> str:
    ends = sorted((100 * sign * found.low, 100 * sign * found.high))
    return " to ".join(f"{end + 0.0:.1f}" for end in ends)


def _p(value: float) -> str:
    """A p-value as papers print it: `p = .023`."""
    return "p < .001" if value < 0.001 else f"p = {value:.3f}".replace("0.", ".")


def _overall(found: Comparison) -> Grid:
    def row(letter: str, name: str, run: str, figure: Estimate | Difference, sign: str) -> tuple[str, ...]:
        value, low, high = (f"{100 * number + 0.0:{sign}.1f}" for number in (figure.value, figure.low, figure.high))
        return letter, name, run, f"{value} [{low}, {high}]"

    rows = [
        *(row(letter, side.name, side.run, side.score, "") for letter, side in (("A", found.a), ("B", found.b))),
        row("B - A", "", "", found.difference, "+"),
    ]
    columns = ("", "respondent", "run", f"#{signed(found.signature).called}")
    return Grid(so_many(found.difference.count, "items"), columns, rows)


def _corners(found: Comparison) -> Iterator[Grid]:
    if corners := found.corners:
        rows = [
            ("A right", f"{corners.both:,}", f"{corners.only_a:,}"),
            ("A wrong", f"{corners.only_b:,}", f"{corners.neither:,}"),
        ]
        yield Grid("", ("", "#B right", "#B wrong"), rows)


def _by_tag(found: Comparison) -> Iterator[Grid]:
    for tag in dict.fromkeys(part.tag for part in found.parts):
        rows = [
            (
                part.value,
                f"{part.difference.count:,}",
                f"{100 * part.a:.1f}",
                f"{100 * part.b:.1f}",
                f"{100 * part.difference.value + 0.0:+.1f}",
                _span(part.difference),
                _p(part.p).removeprefix("p = ").removeprefix("p "),
            )
            for part in found.parts
            if part.tag == tag
        ]
        yield Grid(f"by {tag}", (tag, "#items", "#A", "#B", "#B - A", "#interval", "#p (Holm)"), rows)


def _said(left_out: LeftOut, a: str, b: str) -> str:
    """What was not compared, in words."""
    return " ".join(f"{line}." for line in left_out_lines(left_out, a, b))


def left_out_lines(left_out: LeftOut, a: str = "A", b: str = "B") -> list[str]:
    """How many items were not compared, and why, a line for each reason."""
    reasons = {
        f"scored in {a} only": left_out.only_a,
        f"scored in {b} only": left_out.only_b,
        f"{a} was never heard": left_out.unheard_a,
        f"{b} was never heard": left_out.unheard_b,
        "neither was ever heard": left_out.unheard_both,
        "no longer in the bench, or left out of it": left_out.gone,
    }
    return [f"{so_many(number, 'items')}: {reason}" for reason, number in reasons.items() if number]
