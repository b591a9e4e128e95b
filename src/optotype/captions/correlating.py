"""Correlating: does a metric rate captions as people do?

People rated captions of pictures; a metric compares each of these captions with the references of its picture. Every
rating is a sample of its own, as in the literature. Metrics of graphs compare what a parser makes of the captions,
metrics of texts the captions themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from optotype import parsers
from optotype.batches import batches
from optotype.captions import judging
from optotype.captions.judging import USUAL, Compared
from optotype.errors import OptotypeError
from optotype.looking import check_names, items
from optotype.looking import chosen as chosen_by
from optotype.metrics import Metric
from optotype.plurals import so_many
from optotype.progress import Progress, silent
from optotype.records import Answer, Gold, Number, Respondent, State
from optotype.results import Grid, Tabled, check_confidence
from optotype.statistics.correlation import Coefficient, Correlation, correlation
from optotype.store import BATCH

if TYPE_CHECKING:
    from optotype.bench import Bench

_CALLED = {
    "tau_b": "Kendall's tau-b",
    "tau_c": "Kendall's tau-c",
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho",
}
"""What coefficients are called in tables."""


@dataclass(frozen=True)
class LeftOut:
    """What is in the bench, and not in the figures."""

    unrated: int
    """Captions that nobody rated."""
    without_references: int
    """Captions of pictures that have no references."""
    simulated: int
    """Ratings by others than people: models, and people who do not exist."""


@dataclass(frozen=True)
class Against:
    """A metric against the ratings of a collection."""

    collection: str
    metric: str
    title: str
    signature: str
    compared: Compared
    """What the metric looked at."""
    captions: int
    ratings: int
    pictures: int
    unscored: int
    """Captions that the metric could not judge; they are in no figure."""
    correlation: Correlation


@dataclass(frozen=True)
class Correlated(Tabled):
    """How metrics and people agree."""

    parser: str | None
    """None where no metric needed one."""
    parsed: int
    """Captions and references that were parsed, each once."""
    confidence: float
    resamples: int
    seed: int
    against: list[Against]
    left_out: dict[str, LeftOut]
    """By collection."""

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts: coefficients times a hundred, with their intervals."""
        found: dict[str, list[Against]] = {}
        for one in self.against:
            found.setdefault(one.collection, []).append(one)
        return [_grid(collection, some, self.confidence) for collection, some in found.items()]


def correlate(
    bench: Bench,
    metric: Sequence[str] = (),
    *,
    parser: str = parsers.DEFAULT,
    collection: str | None = None,
    split: str | None = None,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    progress: Progress = silent,
) -> Correlated:
    """Holds metrics against what people said about captions.

    Args:
        bench: where the ratings are; `optotype import flickr8k` brings some.
        metric: names of metrics, with settings; set_match, spice and soft_spice unless given.
        parser: what makes graphs of captions; each caption is parsed once.
        collection: whose ratings; each collection has figures of its own unless given.
        split: whose ratings.
        confidence: of all intervals.
        resamples: how often pictures are drawn anew for an interval.
        seed: of these draws.
        progress: told of each caption parsed, and of each judged by each metric.

    Raises:
        OptotypeError: there are no such ratings, or a metric cannot judge captions.
    """
    check_confidence(confidence)
    if resamples < 1:
        raise OptotypeError(f"{resamples} resamples were asked for; at least one was expected, such as 1000.")
    judges = [judging.built(spec, parser) for spec in metric or USUAL]
    compared: list[Compared] = [judging.compared(judge) for judge in judges]
    chosen = parsers.named(parser) if "graphs" in compared else None
    rated = _rated(bench, collection, split)
    if not any(found.captions for found in rated.values()):
        check_names(bench, chosen_by(collection=collection, split=split), {})
        told = ", ".join(_lines(found.left_out()) for found in rated.values()) if rated else ""
        where = judging.place(collection, split)
        raise OptotypeError(
            f"There are no captions with references and ratings by people{where}{f' ({told})' if told else ''}. "
            "Bring some with: optotype import flickr8k FILE"
        )
    for judge in judges:
        judge.prepare(bench)
    graphs = {} if chosen is None else judging.graphs(chosen, _texts(rated.values()), progress)
    against: list[Against] = []
    for name, found in rated.items():
        if not found.captions:
            continue
        for judge, what in zip(judges, compared, strict=True):
            beside = [(one.text, found.references[one.about]) for one in found.captions]
            pictures = [one.pictures for one in found.captions]
            scores = judging.scores(judge, beside, graphs if what == "graphs" else None, progress, pictures)
            against.append(_against(name, judge, what, found.captions, scores, confidence, resamples, seed))
    return Correlated(
        parser=None if chosen is None else parser,
        parsed=len(graphs),
        confidence=confidence,
        resamples=resamples,
        seed=seed,
        against=against,
        left_out={name: found.left_out() for name, found in rated.items()},
    )


def _against(
    collection: str,
    judge: Metric,
    compared: Compared,
    captions: Sequence[_Caption],
    scores: Sequence[float | None],
    confidence: float,
    resamples: int,
    seed: int,
) -> Against:
    held = [(one, score) for one, score in zip(captions, scores, strict=True) if score is not None]
    if not held:
        raise OptotypeError(f"The metric '{judge.name}' could judge none of the captions of '{collection}'.")
    times = [len(one.ratings) for one, _ in held]
    clusters = [one.cluster for one, _ in held]
    return Against(
        collection=collection,
        metric=judge.name,
        title=judge.title,
        signature=judge.signature,
        compared=compared,
        captions=len(held),
        ratings=sum(times),
        pictures=len(set(clusters)),
        unscored=len(scores) - len(held),
        correlation=correlation(
            np.repeat([score for _, score in held], times),
            [rating for one, _ in held for rating in one.ratings],
            np.repeat(clusters, times),
            confidence,
            resamples=resamples,
            seed=seed,
        ),
    )


# --- what people said


@dataclass(frozen=True)
class _Caption:
    """A caption that people rated."""

    text: str
    about: str
    """The item whose gold are the references."""
    cluster: int
    ratings: tuple[float, ...]
    pictures: tuple[str, ...]


@dataclass
class _Rated:
    """The captions of a collection, and what is no part of the study."""

    captions: list[_Caption] = field(default_factory=list[_Caption])
    references: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """By the item that asks for a caption."""
    clusters: dict[str, int] = field(default_factory=dict[str, int])
    unrated: int = 0
    without_references: int = 0
    simulated: int = 0

    def left_out(self) -> LeftOut:
        return LeftOut(self.unrated, self.without_references, self.simulated)


def _rated(bench: Bench, collection: str | None, split: str | None) -> dict[str, _Rated]:
    """By collection, every caption that was put to people, with ratings and references."""
    people = {one.id for one in bench.store.each(Respondent) if one.kind == "person" and not one.simulated}
    found: dict[str, _Rated] = {}
    for batch in batches(items(bench, form="number", collection=collection, split=split), BATCH):
        asked = [item for item in batch if isinstance(item.form, Number) and item.about and item.text]
        if not asked:
            continue
        golds = bench.store.get_all(Gold, {item.about for item in asked if item.about})
        ratings: dict[str, list[float]] = {}
        others: dict[str, int] = {}
        where = {"item": [item.id for item in asked], "run": None, "state": State.GIVEN.value}
        for answer in bench.store.each(Answer, where):
            if answer.respondent not in people:
                others[answer.item] = others.get(answer.item, 0) + 1
            elif isinstance(answer.value, float):
                ratings.setdefault(answer.item, []).append(answer.value)
        for item in asked:
            about = item.about or ""
            rated = found.setdefault(item.collection, _Rated())
            references = golds[about].accepted if about in golds else ()
            texts = tuple(text for text in references if isinstance(text, str) and text.strip())
            rated.simulated += others.get(item.id, 0)
            if item.id not in ratings:
                rated.unrated += 1
            elif not texts:
                rated.without_references += 1
            else:
                rated.references[about] = texts
                cluster = rated.clusters.setdefault(item.cluster, len(rated.clusters))
                rated.captions.append(_Caption(item.text, about, cluster, tuple(ratings[item.id]), item.pictures))
    return found


def _texts(rated: Iterable[_Rated]) -> list[str]:
    """All captions and references, each once."""
    found: dict[str, None] = {}
    for one in rated:
        found |= dict.fromkeys(caption.text for caption in one.captions)
        found |= dict.fromkeys(text for texts in one.references.values() for text in texts)
    return list(found)


# --- what is shown


def left_out_lines(correlated: Correlated) -> list[str]:
    """What is not in the figures, a line for each collection that has any of it."""
    lines = {name: _lines(found) for name, found in correlated.left_out.items()}
    told = [f"{name}: {line}" for name, line in lines.items() if line]
    unscored = ((one, one.unscored) for one in correlated.against if one.unscored)
    return told + [
        f"{one.collection}: {so_many(count, 'captions')} that {one.title} could not judge" for one, count in unscored
    ]


def _lines(found: LeftOut) -> str:
    told = (
        (found.unrated, "captions", "that nobody rated"),
        (found.without_references, "captions", "without references"),
        (found.simulated, "ratings", "by others than people"),
    )
    return ", ".join(f"{so_many(count, things)} {what}" for count, things, what in told if count)


def _grid(collection: str, some: Sequence[Against], confidence: float) -> Grid:
    first = some[0]
    ratings, captions = so_many(first.ratings, "ratings"), so_many(first.captions, "captions")
    title = f"{collection}: {ratings} of {captions}, {so_many(first.pictures, 'pictures')}"
    rows = [
        (label, called, *_cells(getattr(one.correlation, name)))
        for one, label in zip(some, judging.labels(some), strict=True)
        for name, called in _CALLED.items()
    ]
    return Grid(title, ("metric", "coefficient", "#times 100", f"#{100 * confidence:g} % interval"), rows)


def _cells(found: Coefficient) -> tuple[str, str]:
    value = "undefined" if found.value is None else f"{100 * found.value:.2f}"
    if found.low is None or found.high is None:
        return value, ""
    return value, f"[{100 * found.low:.2f}, {100 * found.high:.2f}]"
