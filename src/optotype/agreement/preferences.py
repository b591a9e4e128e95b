"""Preferences: which of the things that were shown in pairs do people like better, and what decided?

A pair is an item of the form `preference`. Which methods its two options come from stands in a tag, in the order of
the options: people never see it. Without such a tag the options themselves are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.agreement import name_of, told
from optotype.batches import batches
from optotype.counting import LeftOut, counted
from optotype.counting.filters import family as filter_family
from optotype.errors import OptotypeError
from optotype.looking import check_names
from optotype.progress import Progress, silent
from optotype.records import Answer, Item, State
from optotype.results import Grid, Tabled, percent
from optotype.selecting import Selection
from optotype.statistics.preferences import MOST, Duel, Standing, standing
from optotype.store import BATCH

if TYPE_CHECKING:
    from optotype.bench import Bench

METHOD = "method"
"""The tag that says which methods the options of a pair come from, in their order."""
_PAIR = 2
_REPEATS = "duplicates"
"""The filter that would leave out what people were asked again: here it tells how steady they are."""


@dataclass(frozen=True)
class Preferred(Tabled):
    """What a study of preferences came to."""

    standing: Standing
    factors: dict[str, dict[str, int]]
    """By factor, how often it was ticked for each thing that won, the most frequent factor first."""
    ticked: int
    """Answers that name a factor."""
    names: dict[str, str]
    """By id, how people are called."""
    simulated: int
    silent: dict[str, int]
    """Answers that prefer nothing and are no tie, by reason."""
    left_out: list[LeftOut]

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts."""
        return [_rated(self.standing), _matrix(self.standing), *_sides(self), *_factors(self)]


def preferences(
    bench: Bench,
    *,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    filters: Sequence[str] | None = None,
    tag: str = METHOD,
    confidence: float = 0.95,
    progress: Progress = silent,
) -> Preferred:
    """Who wins, how sure that is, and whether sides or moods decided.

    "I don't know" counts as a tie: the pair was seen, and neither was better.

    Args:
        bench: whose answers.
        selection: the pairs; all items of the form `preference` unless given.
        filters: in place of those that `optotype.toml` names, see `counting`; `[]` for none.
        tag: of the items, that says which methods the options come from; options are compared where there is none.
        confidence: of all intervals.
        progress: told of each answer read.

    Raises:
        OptotypeError: nobody was asked about pairs, or far too many things are compared.
    """
    chosen = Selection(selection.split, "preference", selection.collection, selection.tags, selection.limit)
    if not chosen.has(bench, "preference"):
        check_names(bench, selection.where, selection.tags)
        raise OptotypeError("There are no pairs in this bench: no item has the form 'preference'.")
    named = filters if filters is not None else bench.settings.gold.filters
    usual = [name for name in (filter_family.names() if named is None else named) if name.partition(":")[0] != _REPEATS]
    counting = counted(bench, selection=chosen, filters=usual, progress=progress)
    table = counting.answers
    duels: list[Duel] = []
    silent_: Counter[str] = Counter()
    factors: dict[str, Counter[str]] = {}
    ticked = 0
    wanted = {row.id for row in table.rows if not row.decides}
    for item, answer in _answers(bench, table.item_ids):
        if answer.id not in wanted:
            continue
        things = _things(item, tag)
        shown = answer.shown if answer.shown is not None and set(answer.shown) == set(things) else tuple(things)
        left, right = shown[0], shown[1]
        if answer.state is State.GIVEN and answer.value in things:
            result = float(answer.value == left)
        elif answer.state is State.DONT_KNOW:
            result = 0.5
        else:
            silent_["no option of the pair" if answer.state is State.GIVEN else answer.state.value] += 1
            continue
        duels.append(Duel(things[left], things[right], result, answer.respondent, item.id, item.cluster))
        named_factors = _ticked(answer)
        ticked += bool(named_factors)
        if result != 0.5:
            for factor in named_factors:
                factors.setdefault(factor, Counter())[things[str(answer.value)]] += 1
    if not duels:
        raise OptotypeError(
            "Nobody has compared any of these pairs yet, or no answer counts. 'optotype studio' shows them on the "
            "screen 'preference', and 'optotype simulate --form preference' rehearses it."
        )
    try:
        found = standing(duels, confidence)
    except ValueError as why:
        raise OptotypeError(
            f"{str(why)[:1].upper()}{str(why)[1:]}. Name the tag of the items that says which of {MOST} methods at "
            "most an option comes from, with --tag."
        ) from why
    people = {id: table.people[id] for id in dict.fromkeys(duel.person for duel in duels)}
    ranked = sorted(factors.items(), key=lambda pair: (-pair[1].total(), pair[0]))
    return Preferred(
        standing=found,
        factors={factor: dict(counts.most_common()) for factor, counts in ranked},
        ticked=ticked,
        names={id: name_of(person) for id, person in people.items()},
        simulated=sum(person.simulated for person in people.values()),
        silent=dict(silent_),
        left_out=counting.left_out,
    )


def _answers(bench: Bench, ids: Sequence[str]) -> Iterator[tuple[Item, Answer]]:
    for some in batches(ids, BATCH):
        items = bench.store.get_all(Item, some)
        for answer in bench.store.find(Answer, {"item": list(items), "run": None}):
            if len(items[answer.item].options) == _PAIR:
                yield items[answer.item], answer


def _things(item: Item, tag: str) -> dict[str, str]:
    """By label, what is compared: the method that an option comes from, or the option itself."""
    methods = item.tags.get(tag, ())
    labels = [option.label for option in item.options]
    if len(methods) == len(labels):
        return dict(zip(labels, methods, strict=True))
    return {option.label: option.picture or option.text or option.label for option in item.options}


def _ticked(answer: Answer) -> list[str]:
    """What is said to have decided."""
    found = (fields.get("factors") for fields in answer.extra.values())
    return [str(one) for some in found if isinstance(some, list) for one in some]


# --- tables


def _rated(found: Standing) -> Grid:
    rows = [
        (
            one.name,
            f"{one.duels:,}",
            percent(one.rate),
            told(one.strength, one.low, one.high),
            "-" if one.expected is None else f"{100 * one.expected:.1f}",
        )
        for one in found.rated
    ]
    return Grid("", ("method", "#pairs", "#won %", "#strength (log)", "#beats another %"), rows)


def _matrix(found: Standing) -> Grid:
    rows = [(f"{pair.a} against {pair.b}", f"{pair.duels:,}", percent(pair.rate)) for pair in found.pairs]
    return Grid("head to head", ("pair", "#answers", "#the first won %"), rows)


def _sides(found: Preferred) -> Iterator[Grid]:
    standing = found.standing
    rows: list[tuple[str, ...]] = []
    if standing.first is not None:
        rows.append(("the one on the left was chosen", f"{standing.first.count:,}", percent(standing.first)))
    if standing.repeated is not None:
        rows.append(("the same again, when asked again", f"{standing.repeated.count:,}", percent(standing.repeated)))
    if standing.ties:
        rows.append(("neither", f"{standing.duels:,}", f"{100 * standing.ties / standing.duels:.1f}"))
    yield Grid("how people chose", ("", "#answers", "#share %"), rows)
    if standing.biased:
        sided = [
            (found.names.get(id, id), f"{first:,} of {total:,}")
            for id, (first, total) in sorted(standing.biased.items(), key=lambda pair: found.names.get(pair[0], ""))
        ]
        yield Grid("people who take one side far more often than chance", ("person", "#left"), sided)


def _factors(found: Preferred) -> Iterator[Grid]:
    names = [one.name for one in found.standing.rated]
    if not found.factors:
        return
    shown = names[:6]
    rows = [(factor, f"{sum(counts.values()):,}", *_shares(counts, shown)) for factor, counts in found.factors.items()]
    yield Grid("what decided, by what won", ("factor", "#ticked", *(f"#{name}" for name in shown)), rows)


def _shares(counts: Mapping[str, int], names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield f"{counts.get(name, 0):,}"
