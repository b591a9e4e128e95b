"""Evidence: what checks look at. Items as columns of numbers, and the scores of runs beside them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from optotype import baselines, looking, statistics
from optotype.audit.talking import Talking
from optotype.batches import batches
from optotype.comparing import USUAL
from optotype.disagreeing import Voice, as_number, saw
from optotype.facets import form_name, values_of
from optotype.people_rows import repeated
from optotype.progress import Progress, silent
from optotype.records import Answer, Choice, Gold, Item, Respondent, Run, Score, YesNo
from optotype.results import chance
from optotype.store import BATCH
from optotype.values import as_text

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.selecting import Selection
    from optotype.statistics import Codes, Difference, Floats

TOLD_APART = ("skill", "kind")
"""The tags by which a gain is told apart."""


@dataclass
class Items:
    """The items that are audited, in columns; an item is known by its place."""

    ids: list[str] = field(default_factory=list[str])
    clusters: array[int] = field(default_factory=lambda: array("q"))
    chances: array[float] = field(default_factory=lambda: array("d"))
    """How often somebody is right who guesses, and knows of each kind of question what is right most often."""
    groups: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Collection and form."""
    options: array[int] = field(default_factory=lambda: array("i"))
    """How many there are to choose one from; 0 where it is no such choice."""
    right: array[int] = field(default_factory=lambda: array("i"))
    """The place of the right option; -1 where it is not one."""
    answers: list[str] = field(default_factory=list[str])
    """What is right, in words, for items without options."""
    origins: list[str] = field(default_factory=list[str])
    """Who made an item: `written`, `imported`, `drawn`, or the model that generated it."""
    forms: dict[str, array[int]] = field(default_factory=dict[str, "array[int]"])
    """By collection and form, as people call it, the places of items."""
    parts: dict[str, dict[str, array[int]]] = field(default_factory=dict[str, "dict[str, array[int]]"])
    """By tag and value, the places of items."""

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each item, by id."""
        return {id: place for place, id in enumerate(self.ids)}

    @cached_property
    def cluster(self) -> Codes:
        """The cluster of each item, as a number."""
        return np.asarray(self.clusters)

    @cached_property
    def floor(self) -> Floats:
        """What each item earns somebody who knows the answers, and looks at nothing."""
        return np.asarray(self.chances)

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Scored:
    """A run with its scores on the items that are audited."""

    run: Run
    respondent: Respondent
    values: Floats
    """The score of each item; not a number where there is none."""

    @property
    def sight(self) -> str:
        """What was shown of pictures."""
        return saw(self.run)

    @property
    def blind(self) -> bool:
        """Did it answer without looking?"""
        return self.respondent.kind == "baseline" or self.sight != "full"

    @property
    def known(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which items it has a score on."""
        return ~np.isnan(self.values)


@dataclass
class Evidence:
    """All that checks may look at."""

    bench: Bench
    selection: Selection
    """The items that are audited."""
    asked: Sequence[str] = ()
    """Runs that were made for this audit, by id."""
    models: Sequence[str] = ()
    """Models that may be asked."""
    talking: Talking = field(default_factory=Talking)
    """How they are."""
    level: float = 0.01
    """How probable a false alarm of one check may be."""
    fast: bool = False
    """Is what takes long left out?"""
    progress: Progress = silent

    @cached_property
    def items(self) -> Items:
        """The items that have gold, in one walk over them."""
        found, kinds = Items(), list[str]()
        clusters: dict[str, int] = {}
        counts: dict[str, Counter[str]] = {}
        sizes: dict[str, Counter[int]] = {}
        guesses: list[tuple[str, int, bool]] = []
        for item, gold in looking.with_gold(self.bench, self.selection.items(self.bench)):
            if gold is None:
                continue
            kind, said = baselines.kinds(item)[0], baselines.state(item, gold)
            kinds.append(kind)
            several = isinstance(item.form, Choice) and item.form.several
            if several:
                sizes.setdefault(kind, Counter())[_size(gold)] += 1
            elif not item.options:
                counts.setdefault(kind, Counter())[said] += 1
            guesses.append((said, len(item.options), several))
            _take(found, item, gold, clusters.setdefault(item.cluster, len(clusters)))
        for place, (kind, (_, options, several)) in enumerate(zip(kinds, guesses, strict=True)):
            if several:
                of_kind = sizes[kind]
                share = max(count / comb(options, size) for size, count in of_kind.items()) / of_kind.total()
                found.chances[place] = min(share, 1.0)
            elif not options:
                of_kind = counts[kind]
                found.chances[place] = max(found.chances[place], of_kind.most_common(1)[0][1] / of_kind.total())
        return found

    @cached_property
    def runs(self) -> list[Scored]:
        """Runs that were judged by accuracy on any of these items, in the order in which they were begun."""
        runs = self.bench.runs()
        respondents = self.bench.store.get_all(Respondent, [run.respondent for run in runs])
        found: list[Scored] = []
        for run in runs:
            values = np.full(len(self.items), np.nan)
            for score in self.bench.store.each(Score, {"run": run.id, "metric": USUAL}):
                place = self.items.places.get(score.item)
                if place is not None and score.value is not None:
                    values[place] = score.value
            if not np.isnan(values).all():
                respondent = respondents.get(run.respondent) or Respondent(id=run.respondent, kind="model")
                found.append(Scored(run, respondent, values))
        return found

    @property
    def seeing(self) -> list[Scored]:
        """Those that looked."""
        return [scored for scored in self.runs if not scored.blind]

    @cached_property
    def voices(self) -> list[list[Voice]]:
        """Who says what, by the items that they were asked about; people have one voice, whatever rows they have."""
        groups: dict[bytes, list[Voice]] = {}
        silent = repeated([(scored.respondent.id, int(scored.known.sum())) for scored in self.runs])
        for number, scored in enumerate(self.runs):
            if number in silent:
                continue
            said = np.zeros(len(self.items), dtype=np.int64)
            if not scored.blind:
                for answer in self.bench.store.each(Answer, {"run": scored.run.id}):
                    if (place := self.items.places.get(answer.item)) is not None:
                        said[place] = as_number(answer)
            voice = Voice(
                number=number,
                respondent=scored.respondent.id,
                blind=scored.blind,
                score=float(np.nanmean(scored.values)),
                values=scored.values,
                said=said,
            )
            groups.setdefault(scored.known.tobytes(), []).append(voice)
        return list(groups.values())

    def gain(self, below: Floats, above: Floats, tests: int, confidence: float | None = None) -> Difference | None:
        """How much more one earns than another, item by item.

        Unless a confidence is given, the interval allows for so many such comparisons.
        """
        both = ~(np.isnan(below) | np.isnan(above))
        if not both.any():
            return None
        confidence = confidence or 1 - self.level / max(1, tests)
        return statistics.difference(below[both], above[both], self.items.cluster[both], confidence)

    def every(self) -> Iterator[Item]:
        """All items of the bench that are not left out, whatever their split."""
        where = looking.chosen(collection=self.selection.collection)
        for batch in batches(self.bench.store.each(Item, where), BATCH):
            yield from batch


def _take(found: Items, item: Item, gold: Gold, cluster: int) -> None:
    place = len(found.ids)
    found.ids.append(item.id)
    found.clusters.append(cluster)
    found.chances.append(chance(item))
    found.groups.append((item.collection, item.form.kind))
    found.forms.setdefault(f"{item.collection}: {form_name(item)}", array("q")).append(place)
    single = isinstance(item.form, Choice) and not item.form.several
    found.options.append(len(item.options) if single else 0)
    found.right.append(_right(item, gold) if single else -1)
    found.answers.append("" if item.options else _answer(item, gold))
    found.origins.append(item.origin.by if item.origin.kind == "generated" else item.origin.kind)
    for tag in TOLD_APART:
        if tag in item.tags:
            for value in dict.fromkeys(values_of(item, tag)):
                found.parts.setdefault(tag, {}).setdefault(value, array("q")).append(place)


def _right(item: Item, gold: Gold) -> int:
    named = gold.accepted[0] if len(gold.accepted) == 1 else ()
    labels = [option.label for option in item.options]
    return labels.index(named[0]) if isinstance(named, tuple) and len(named) == 1 and named[0] in labels else -1


def _size(gold: Gold) -> int:
    """How many options are right."""
    return len(gold.accepted[0]) if gold.accepted and isinstance(gold.accepted[0], tuple) else 0


def _answer(item: Item, gold: Gold) -> str:
    if gold.unanswerable:
        return baselines.UNANSWERABLE
    value = gold.accepted[0]
    return ("yes" if value else "no") if isinstance(item.form, YesNo) else as_text(value)[:200].casefold().strip()
