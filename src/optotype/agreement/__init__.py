"""Agreement: how far people say the same, about which items they do not, and who differs from whom.

Answers are told apart by the form of their items: a coefficient over labels and one over graphs have nothing in common.
Which answers count is for `counting` to say; what coefficients mean is in `docs/agreement.md`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from optotype.agreement.saying import Unplaced, called, level_of, place, said
from optotype.batches import batches
from optotype.counting import LeftOut, counted
from optotype.errors import NothingYet
from optotype.facets import WITHOUT, check_tag, in_order, values_of
from optotype.plurals import so_many
from optotype.progress import Progress, silent
from optotype.records import Item, Number, Review, State
from optotype.results import Grid, Tabled, percent
from optotype.selecting import Selection
from optotype.statistics.agreement import (
    SETS,
    Agreement,
    Coefficient,
    Intervals,
    Level,
    Opinions,
    Pair,
    agree,
    pairs,
    splits,
)
from optotype.store import BATCH

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.counting import Person, Said
    from optotype.statistics import Estimate

MATRIX = 7
"""People beside each other in the matrix; of more, those with the most answers."""
STEPS = 101
"""A number with both bounds is a rating in whole steps, if there are at most so many."""
SHOWN = 15
"""Pairs of people and items that tables show; the rest is in the JSON."""


@dataclass(frozen=True)
class Divided:
    """An item about which people do not agree."""

    item: str
    question: str
    disagreement: float
    """How far apart any two of them are in the mean, from 0 to 1."""
    said: dict[str, int]
    """How many said what, the most frequent first."""


@dataclass(frozen=True)
class Part:
    """How far people agree about items of one form."""

    form: str
    """As people call it; reviews are a form of their own: `review: verdict`, `review: CRITERION`."""
    level: Level
    """How answers differ."""
    answers: int
    people: int
    unplaced: dict[str, int]
    """Answers that were not compared, by reason: who does not know has said nothing."""
    agreement: Agreement
    by: dict[str, dict[str, Agreement]]
    """By tag and value."""
    pairs: list[Pair]
    """Any two people who share items, by their ids; those first who share most."""
    divided: list[Divided]
    """The items that split people most."""
    facts: Estimate | None = None
    """For scene graphs: how much of what one person says another says too, as F1 over their tuples."""


@dataclass(frozen=True)
class Agreed(Tabled):
    """How far people agree."""

    parts: list[Part]
    """The forms with the most answers first."""
    names: dict[str, str]
    """By id, how people are called; who does not exist is called simulated."""
    simulated: int
    """People who do not exist among those whose answers count."""
    left_out: list[LeftOut]
    """By filter, what does not count."""
    confidence: float
    intervals: Intervals = "jackknife"
    """How intervals came about."""

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts."""
        return [
            *_overall(self),
            *(grid for part in self.parts for grid in _by_tag(part)),
            *_people(self.parts[0], self.names),
            *_divided(self.parts),
        ]


def agreement(
    bench: Bench,
    *,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    filters: Sequence[str] | None = None,
    by: Sequence[str] = (),
    level: Level | None = None,
    most: int = 100,
    matrix: bool = True,
    confidence: float = 0.95,
    intervals: Intervals = "jackknife",
    seed: int = 0,
    progress: Progress = silent,
) -> Agreed:
    """How far people agree about chosen items.

    Args:
        bench: whose answers.
        selection: the items; all unless given.
        filters: in place of those that `optotype.toml` names, see `counting`; `[]` for none.
        by: tags whose values are told apart; also split, form, collection and origin.
        level: how numbers, or sets, differ; ratings by rank, other numbers as names and sets by MASI unless given.
        most: items that are listed for splitting people.
        matrix: hold any two people against each other? Among hundreds of them that takes most of the time.
        confidence: of all intervals.
        intervals: how they come about: from how far each cluster of items moves a coefficient, or from clusters that
            are drawn anew, with replacement.
        seed: of these draws.
        progress: told of each answer read.

    Raises:
        OptotypeError: there are no such items, or nobody answered any, or there is no such tag or filter.
    """
    for tag in by:
        check_tag(bench, tag)
    counting = counted(bench, selection=selection, filters=filters, progress=progress)
    table = counting.answers
    gathered: dict[str, _Gathered] = {}
    asked: dict[str, list[Said]] = {}
    for row in table.rows:
        if not row.decides:  # whoever decides has seen what others said
            asked.setdefault(row.item, []).append(row)
    for item, rows in _with_items(bench, asked):
        form = called(item)
        mine = gathered.setdefault(form, _Gathered(level_of(item, level), _possible(item)))
        mine.add(item, by)
        for row in rows:
            mine.put(item, row.person, said(item, row.state, row.value))
    people = {id: table.people[id] for id in table.person_ids}
    for form, mine in _reviews(bench, selection, by, everybody=table.people, real=counting.simulated < len(people)):
        gathered[form] = mine
        people |= {id: table.people[id] for _, id, _ in mine.rows if id in table.people}
    if not any(mine.rows for mine in gathered.values()):
        raise NothingYet(_nobody(counting.left_out, len(counting.table)))
    asking = _Asking(most, confidence, intervals, seed, matrix)
    parts = [mine.part(form, asking) for form, mine in gathered.items() if mine.rows]
    return Agreed(
        parts=sorted(parts, key=lambda part: -part.answers),
        names={id: name_of(person) for id, person in people.items()},
        simulated=sum(person.simulated for person in people.values()),
        left_out=counting.left_out,
        confidence=confidence,
        intervals=intervals,
    )


def name_of(person: Person) -> str:
    """How somebody is called; who does not exist is called simulated everywhere."""
    name = person.name or person.id
    return f"{name} (simulated)" if person.simulated and "simulated" not in name.casefold() else name


def _nobody(left_out: Sequence[LeftOut], answers: int) -> str:
    if answers:
        what = ", ".join(f"{one.filter} {one.answers:,}" for one in left_out if one.answers)
        return (
            f"None of {so_many(answers, 'answers')} counts: {what}. Name other filters under [gold] in optotype.toml."
        )
    return (
        "Nobody has answered any of these items yet. 'optotype studio' lets people answer, and 'optotype simulate' "
        "rehearses it with people who do not exist."
    )


def _with_items(bench: Bench, asked: Mapping[str, list[Said]]) -> Iterator[tuple[Item, list[Said]]]:
    for ids in batches(asked, BATCH):
        items = bench.store.get_all(Item, ids)
        yield from ((items[id], asked[id]) for id in ids if id in items)


def _steps(item: Item) -> frozenset[float]:
    """The ratings that can be given in whole steps; none where that cannot be told."""
    match item.form:
        case Number(low=float(low), high=float(high)) if high - low < STEPS:
            return frozenset(low + step for step in range(int(high - low) + 1)) | {high}
        case _:
            return frozenset()


def _possible(item: Item) -> int:
    """How many different answers can be given, where that can be told; 0 where it cannot."""
    if item.form.kind == "yes_no":
        return 2 + item.form.unanswerable
    return len(item.options) + item.form.unanswerable


def _reviews(
    bench: Bench, selection: Selection, by: Sequence[str], *, everybody: Mapping[str, Person], real: bool
) -> Iterator[tuple[str, _Gathered]]:
    """Verdicts and criteria of people who checked items, each as a form of its own."""
    found: dict[str, _Gathered] = {}
    if not bench.store.count(Review):
        return
    for items in batches(selection.items(bench), BATCH):
        known = {item.id: item for item in items}
        for review in bench.store.find(Review, {"item": list(known)}):
            who = everybody.get(review.reviewer)
            if review.excluded is not None or (real and who is not None and who.simulated):
                continue
            judged: dict[str, Hashable] = {"review: verdict": review.verdict}
            judged |= {f"review: {name}": met for name, met in review.criteria.items()}
            for form, value in judged.items():
                mine = found.setdefault(form, _Gathered("nominal", 3 if form == "review: verdict" else 2))
                mine.add(known[review.item], by)
                mine.put(known[review.item], review.reviewer, value)
    yield from found.items()


@dataclass(frozen=True)
class _Asking:
    """What is asked of all forms."""

    most: int
    confidence: float
    intervals: Intervals
    seed: int
    matrix: bool


@dataclass
class _Gathered:
    """What was said to items of one form."""

    level: Level
    possible: int
    steps: set[float] = field(default_factory=set[float])
    """Of ratings, those that can be given."""
    rows: list[tuple[str, str, Hashable]] = field(default_factory=list[tuple[str, str, Hashable]])
    clusters: dict[str, Hashable] = field(default_factory=dict[str, Hashable])
    tags: dict[str, dict[str, set[str]]] = field(default_factory=dict[str, "dict[str, set[str]]"])
    """By tag and value, the items."""
    items: dict[str, Item] = field(default_factory=dict[str, Item])
    unplaced: Counter[str] = field(default_factory=Counter[str])

    def add(self, item: Item, by: Sequence[str]) -> None:
        """An item that somebody spoke about."""
        if item.id in self.items:
            return
        self.items[item.id] = item
        self.clusters[item.id] = item.cluster
        self.possible = max(self.possible, _possible(item)) if self.possible else 0
        self.steps |= _steps(item)
        for tag in by:
            for value in values_of(item, tag):
                if value != WITHOUT:
                    self.tags.setdefault(tag, {}).setdefault(value, set()).add(item.id)

    def put(self, item: Item, person: str, value: Hashable | State) -> None:
        """What somebody said to it."""
        try:
            self.rows.append((item.id, person, place(item, self.level, value)))
        except Unplaced as why:
            self.unplaced[str(why)] += 1

    def part(self, form: str, asking: _Asking) -> Part:
        """All that follows from it."""
        import numpy as np

        opinions = Opinions.of(self.rows, self.clusters)
        possible = self.possible if self.level == "nominal" else None
        scale = sorted(self.steps)
        where = {id: number for number, id in enumerate(opinions.units)}

        def whole(some: Opinions) -> Agreement:
            return agree(
                some,
                asking.confidence,
                level=self.level,
                categories=possible,
                scale=scale,
                intervals=asking.intervals,
                seed=asking.seed,
            )

        def among(ids: set[str]) -> Agreement:
            chosen = np.zeros(len(opinions.units), dtype=bool)
            chosen[[where[id] for id in ids if id in where]] = True
            rows = np.flatnonzero(chosen[opinions.unit])
            return whole(opinions.only(rows))

        return Part(
            form=form,
            level=self.level,
            answers=len(opinions.unit),
            people=len(opinions.people),
            unplaced=dict(self.unplaced.most_common()),
            agreement=whole(opinions),
            by={
                tag: {value: among(values[value]) for value in sorted(values, key=in_order)}
                for tag, values in self.tags.items()
            },
            pairs=pairs(opinions, asking.confidence, level=self.level, intervals=asking.intervals, seed=asking.seed)
            if asking.matrix
            else [],
            divided=[
                Divided(
                    split.unit,
                    _asks(self.items[split.unit]),
                    split.disagreement,
                    _worded(split.said),
                )
                for split in splits(opinions, level=self.level, most=asking.most)
            ],
            facts=_facts(opinions, asking.confidence) if form == "scene graph" else None,
        )


def _asks(item: Item) -> str:
    return " ".join((item.question or item.text)[:400].split())


def _worded(said: Mapping[Hashable, int]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for value, count in said.items():
        found[_word(value)] += count
    return dict(found)


def _word(value: Hashable) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case State.UNANSWERABLE:
            return "cannot be answered"
        case frozenset():
            members = cast("frozenset[str | tuple[str, ...]]", value)
            return ", ".join(sorted(one if isinstance(one, str) else " ".join(one) for one in members)) or "none"
        case float() | int():
            return f"{value:g}"
        case _:
            return str(value)


def _facts(opinions: Opinions, confidence: float) -> Estimate | None:
    """The mean of F1 over all pairs of people, item by item."""
    from optotype import statistics

    by_unit: dict[int, list[frozenset[Hashable]]] = {}
    for unit, value in zip(opinions.unit.tolist(), opinions.value.tolist(), strict=True):
        by_unit.setdefault(unit, []).append(cast("frozenset[Hashable]", opinions.names[value]))
    shares: list[float] = []
    clusters: list[int] = []
    for unit, sets in by_unit.items():
        found = [
            2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0
            for number, one in enumerate(sets)
            for other in sets[number + 1 :]
        ]
        if found:
            shares.append(sum(found) / len(found))
            clusters.append(int(opinions.cluster[unit]))
    return statistics.mean(shares, clusters, confidence) if shares else None


# --- tables


def told(value: float | None, low: float | None = None, high: float | None = None) -> str:
    """A coefficient with its interval: `0.74 [0.61, 0.83]`; a dash where it is not defined."""
    if value is None:
        return "-"
    return f"{value:.2f}" if low is None or high is None else f"{value:.2f} [{low:.2f}, {high:.2f}]"


def _coefficient(found: Coefficient) -> str:
    return told(found.value, found.low, found.high)


def _same(found: Agreement) -> str:
    return "-" if found.same is None else f"{100 * found.same:.1f}"


def _overall(agreed: Agreed) -> Iterator[Grid]:
    rows = [
        (
            part.form,
            LEVELS[part.level],
            f"{part.people:,}",
            f"{part.answers:,}",
            f"{part.agreement.units:,}",
            _same(part.agreement),
            *(["" if part.facts is None else percent(part.facts)] * _has_facts(agreed)),
        )
        for part in agreed.parts
    ]
    facts = ("#tuples, F1",) if _has_facts(agreed) else ()
    yield Grid("", ("form", "answers differ", "#people", "#answers", "#shared items", "#same %", *facts), rows)
    rows = [
        (
            part.form,
            told(part.agreement.alpha, part.agreement.low, part.agreement.high),
            _coefficient(part.agreement.fleiss),
            _coefficient(part.agreement.gwet),
        )
        for part in agreed.parts
    ]
    anew = "; intervals by the bootstrap" if agreed.intervals == "bootstrap" else ""
    none = _without_interval(part.agreement for part in agreed.parts)
    title = f"beyond chance: Krippendorff's alpha, Fleiss' kappa, Gwet's AC{anew}{none}"
    yield Grid(title, ("form", "#alpha", "#kappa", "#AC"), rows)


def _without_interval(found: Iterable[Agreement]) -> str:
    """Why some of them have none; nothing, where all have one that can have one."""
    some = any(one.too_few and one.alpha is not None for one in found)
    return "; where no interval is given, too few items have another value: read Gwet's" if some else ""


def _has_facts(agreed: Agreed) -> bool:
    return any(part.facts is not None for part in agreed.parts)


LEVELS: dict[Level, str] = {
    "nominal": "as names",
    "ordinal": "by rank",
    "interval": "by distance",
    "ratio": "by ratio",
    "masi": "as sets (MASI)",
    "jaccard": "as sets (Jaccard)",
}
"""How answers differ, in words."""


def _by_tag(part: Part) -> Iterator[Grid]:
    for tag, values in part.by.items():
        rows = [
            (
                value,
                f"{found.units:,}",
                _same(found),
                told(found.alpha, found.low, found.high),
                _coefficient(found.gwet),
            )
            for value, found in values.items()
        ]
        columns = (tag, "#shared items", "#same %", "#Krippendorff's alpha", "#Gwet's AC")
        yield Grid(f"{part.form}, by {tag}{_without_interval(values.values())}", columns, rows)


def _people(part: Part, names: Mapping[str, str]) -> Iterator[Grid]:
    """A matrix of Cohen's kappa, and the pairs that agree least where people are many."""
    shared: Counter[str] = Counter()
    for pair in part.pairs:
        shared[pair.a] += pair.units
        shared[pair.b] += pair.units
    if len(shared) < 2:
        return
    chosen = sorted(shared, key=lambda id: (-shared[id], id))[:MATRIX]
    kappa = {frozenset((pair.a, pair.b)): pair for pair in part.pairs}
    same: dict[str, list[float]] = {}
    for pair in part.pairs:
        for id in (pair.a, pair.b):
            sums = same.setdefault(id, [0.0, 0.0])
            sums[0] += pair.same * pair.units
            sums[1] += pair.units
    rows: list[tuple[str, ...]] = []
    for number, one in enumerate(chosen, 1):
        cells = ["" if one == other else _kappa(kappa.get(frozenset((one, other)))) for other in chosen]
        rows.append((f"{number} {names.get(one, one)}", f"{100 * same[one][0] / same[one][1]:.0f}", *cells))
    left = f"; {len(shared) - MATRIX:,} more in the JSON" if len(shared) > MATRIX else ""
    kind = "Cohen's kappa" if part.level in ("nominal", *SETS) else "weighted kappa"
    title = f"{part.form}: {kind} of any two people{left}"
    yield Grid(title, ("person", "#same %", *(f"#{number}" for number in range(1, len(chosen) + 1))), rows)


def _kappa(pair: Pair | None) -> str:
    return "" if pair is None else told(pair.kappa.value)


def _divided(parts: Sequence[Part]) -> Iterator[Grid]:
    every = sorted((one for part in parts for one in part.divided), key=lambda one: -one.disagreement)
    rows = [
        (one.item, ", ".join(f"{what} {count}" for what, count in one.said.items())[:80], one.question[:60])
        for one in every[:SHOWN]
    ]
    if rows:
        left = f"; {len(every) - SHOWN:,} more in the JSON" if len(every) > SHOWN else ""
        yield Grid(f"what splits people most{left}", ("id", "said", "question"), rows)
