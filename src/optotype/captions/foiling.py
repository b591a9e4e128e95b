"""Foiling: does a metric prefer a true caption to one in which a word is wrong?

Each pair is a caption of a picture and a foil of it; a metric judges both beside the same references. What counts is
how often the true caption scores higher. Ties are counted apart: a metric that cannot tell two captions from each other
has not chosen. Shekhar et al., FOIL it! (2017), brought such pairs; Hessel et al., CLIPScore (2021), judge metrics by
them with one reference and with four.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from optotype import parsers, statistics
from optotype.captions import foils, judging
from optotype.captions.foils import Pair
from optotype.captions.judging import USUAL, Compared
from optotype.errors import BadSource, OptotypeError
from optotype.metrics import Metric
from optotype.plurals import so_many
from optotype.progress import Progress, silent
from optotype.results import Grid, Tabled, check_confidence
from optotype.statistics import Estimate


@dataclass(frozen=True)
class Won:
    """How often the true caption scores higher, by one metric."""

    metric: str
    title: str
    signature: str
    compared: Compared
    """What the metric looked at."""
    references: int | None
    """How many references each pair has; None for all that there are."""
    pairs: int
    pictures: int
    higher: int
    """Pairs in which the true caption scores higher."""
    tied: int
    """Pairs in which both score the same."""
    lower: int
    share: Estimate
    """Share of pairs in which the true caption scores higher; a tie is none of them."""
    ties_as_half: Estimate
    """The same with each tie counted as half a pair: what choosing by a coin would earn."""
    fewer: int
    """Pairs with fewer references than were asked for; they are in no figure."""
    unscored: int
    """Pairs that the metric could not judge; they are in no figure."""


@dataclass(frozen=True)
class Foiled(Tabled):
    """How well metrics tell captions from foils."""

    source: str
    made_by: list[str]
    """Who made the foils, as far as the file says; empty for those that people wrote."""
    parser: str | None
    """None where no metric needed one."""
    parsed: int
    """Captions, foils and references that were parsed, each once."""
    confidence: float
    won: list[Won]
    without_references: int
    """Pairs of pictures that have no other caption; they are in no figure."""
    without_caption: int
    """Foils whose true caption is not in the file."""
    own: int
    """References that were the true caption itself, and were not used for its pair."""
    faults: list[str] = field(default_factory=list[str])
    """Rows that could not be read."""

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts: shares in percent, with their intervals."""
        found: dict[int | None, list[Won]] = {}
        for one in self.won:
            found.setdefault(one.references, []).append(one)
        return [_grid(number, some, self.confidence) for number, some in found.items()]


def foil(
    source: Path,
    metric: Sequence[str] = (),
    *,
    captions: Sequence[Path] = (),
    references: Sequence[int] = (),
    parser: str = parsers.DEFAULT,
    confidence: float = 0.95,
    progress: Progress = silent,
) -> Foiled:
    """Puts pairs of a caption and a foil to metrics.

    Args:
        source: CSV, TSV or JSON Lines with picture, caption, foil and references; or FOIL as it was published.
        metric: names of metrics, with settings; set_match, spice and soft_spice unless given.
        captions: files of COCO captions, where the references of FOIL are.
        references: how many of the references are used, the first ones; figures for each number, or for all there are.
        parser: what makes graphs of captions; each caption is parsed once.
        confidence: of all intervals, which are clustered by picture.
        progress: told of each caption parsed, and of each judged by each metric.

    Raises:
        OptotypeError: there are no such pairs, or a metric cannot judge captions.
    """
    check_confidence(confidence)
    if few := [number for number in references if number < 1]:
        raise OptotypeError(f"{few[0]} references were asked for; at least one was expected, such as 4.")
    judges = [judging.built(spec, parser) for spec in metric or USUAL]
    compared: list[Compared] = [_compared(judge) for judge in judges]
    chosen = parsers.named(parser) if "graphs" in compared else None
    read = foils.read(source, captions)
    numbers: list[int | None] = list(dict.fromkeys(references)) or [None]
    used = [pair for pair in read.pairs if pair.references]
    if not used:
        raise BadSource(f"{source.name}: not one pair of a caption and a foil with a reference.{read.told()}")
    graphs = {} if chosen is None else judging.graphs(chosen, _texts(used), progress)
    won = [
        _won(judge, what, used, number, graphs if what == "graphs" else None, confidence, progress)
        for number in numbers
        for judge, what in zip(judges, compared, strict=True)
    ]
    return Foiled(
        source=source.name,
        made_by=list(read.made_by),
        parser=None if chosen is None else parser,
        parsed=len(graphs),
        confidence=confidence,
        won=won,
        without_references=len(read.pairs) - len(used),
        without_caption=read.without_caption,
        own=read.own,
        faults=[str(fault) for fault in read.faults],
    )


def _compared(judge: Metric) -> Compared:
    if judge.name == "judge":
        raise OptotypeError(
            "The metric 'judge' keeps its replies in a bench, and foils are judged without one. Name another, such as "
            f"{', '.join(USUAL)} or rougel."
        )
    return judging.compared(judge)


def _texts(pairs: Iterable[Pair]) -> Iterator[str]:
    for pair in pairs:
        yield from (pair.caption, pair.foil, *pair.references)


def _won(
    judge: Metric,
    compared: Compared,
    pairs: Sequence[Pair],
    number: int | None,
    graphs: Mapping[str, str] | None,
    confidence: float,
    progress: Progress,
) -> Won:
    enough = [pair for pair in pairs if number is None or len(pair.references) >= number]
    if not enough:
        most = max(len(pair.references) for pair in pairs)
        raise OptotypeError(f"No pair has {number} references; the most that one has is {most}.")
    beside = [(text, pair.references[:number]) for pair in enough for text in (pair.caption, pair.foil)]
    scores = judging.scores(judge, beside, graphs, progress)
    held = [
        (pair, (true > false) + (true >= false))
        for pair, true, false in zip(enough, scores[::2], scores[1::2], strict=True)
        if true is not None and false is not None
    ]
    if not held:
        raise OptotypeError(f"The metric '{judge.name}' could judge none of the pairs.")
    points = [point for _, point in held]  # 2 for higher, 1 for the same
    clusters = statistics.codes([pair.picture for pair, _ in held])
    return Won(
        metric=judge.name,
        title=judge.title,
        signature=judge.signature,
        compared=compared,
        references=number,
        pairs=len(held),
        pictures=int(clusters.max()) + 1,
        higher=points.count(2),
        tied=points.count(1),
        lower=points.count(0),
        share=statistics.mean([float(point == 2) for point in points], clusters, confidence),
        ties_as_half=statistics.mean([point / 2 for point in points], clusters, confidence),
        fewer=len(pairs) - len(enough),
        unscored=len(enough) - len(held),
    )


# --- what is shown


def left_out_lines(foiled: Foiled) -> list[str]:
    """What is not in the figures, a line for each kind."""
    told = (
        (foiled.without_references, "pairs", "of pictures without another caption"),
        (foiled.without_caption, "foils", "without the true caption"),
        (foiled.own, "references", "equal to the true caption"),
    )
    lines = [f"{so_many(count, things)} {what}" for count, things, what in told if count]
    fewer = {one.references: one.fewer for one in foiled.won if one.fewer}
    lines += [f"{so_many(count, 'pairs')} with fewer than {number} references" for number, count in fewer.items()]
    return lines + [
        f"{so_many(one.unscored, 'pairs')} that {one.title} could not judge" for one in foiled.won if one.unscored
    ]


def _grid(number: int | None, some: Sequence[Won], confidence: float) -> Grid:
    first = some[0]
    beside = "all references" if number is None else so_many(number, "references")
    pairs, pictures = so_many(first.pairs, "pairs"), so_many(first.pictures, "pictures")
    title = f"{pairs} of a caption and a foil, {pictures}, {beside}"
    rows: list[tuple[str, ...]] = []
    for one, label in zip(some, judging.labels(some), strict=True):
        rows += [
            (label, "higher", f"{one.higher:,}", *judging.in_percent(one.share)),
            (label, "tied", f"{one.tied:,}", f"{100 * one.tied / one.pairs:.2f}", ""),
            (label, "lower", f"{one.lower:,}", f"{100 * one.lower / one.pairs:.2f}", ""),
            (label, "ties as half", "", *judging.in_percent(one.ties_as_half)),
        ]
    return Grid(title, ("metric", "true caption", "#pairs", "#percent", f"#{100 * confidence:g} % interval"), rows)
