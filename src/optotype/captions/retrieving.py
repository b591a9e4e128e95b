"""Retrieving: does the graph of a caption lead to its picture?

Each caption looks for its picture among all pictures, whose graphs are known: the more similar a graph, the earlier it
comes. Johnson et al., Image Retrieval using Scene Graphs (2015); Li et al., FACTUAL (2023), section 5.3. A picture is
known by the graphs of the other captions that people wrote about it, or by graphs that people made of its regions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from optotype import metrics, parsers, statistics
from optotype.batches import batches
from optotype.captions import judging
from optotype.captions.references import described
from optotype.errors import OptotypeError
from optotype.looking import check_names, items, with_gold
from optotype.looking import chosen as chosen_by
from optotype.metrics import GraphMetric, Metric, meaning
from optotype.plurals import so_many
from optotype.progress import Progress, silent
from optotype.results import Grid, Tabled, check_confidence
from optotype.scenegraph.graph import SceneGraph, union
from optotype.scenegraph.meaning import FactualMR
from optotype.scenegraph.notation import BadGraph
from optotype.statistics import Estimate

if TYPE_CHECKING:
    from optotype.bench import Bench

Sought: TypeAlias = Literal["picture", "region"]
"""What captions look for: a picture by all that is known of it, or the region that a caption is about."""

USUAL = ("soft_spice",)
"""The metrics that compare graphs unless others are named."""

_TOGETHER = 500
"""Captions that are compared with all graphs at once."""


@dataclass(frozen=True)
class LeftOut:
    """What is in the bench, and not in the figures."""

    alone: int
    """Pictures with fewer captions than it takes to hold one out."""
    unread: int
    """Graphs that could not be read."""


@dataclass(frozen=True)
class Ranked:
    """How early captions of a collection find what they look for, by one metric."""

    collection: str
    metric: str
    title: str
    signature: str
    captions: int
    among: int
    """Graphs that each caption chooses from."""
    pictures: int
    """Pictures that captions are about; intervals are clustered by these."""
    recall_at_1: Estimate
    """Share of captions whose own graph comes first."""
    recall_at_5: Estimate
    """Share of captions whose own graph is among the first five."""
    reciprocal_rank: Estimate
    """Mean of one through the rank of the own graph."""
    tied: int
    """Captions whose own graph is as similar as another: each order of these counts alike."""
    empty: int
    """Captions in which the parser found nothing."""


@dataclass(frozen=True)
class Retrieved(Tabled):
    """How well captions find pictures by their graphs."""

    of: Sought
    parser: str
    parsed: int
    """Captions that were parsed, each once."""
    held_out: int
    """Which caption of a picture looks for it, where pictures are known by captions; from 1."""
    confidence: float
    seed: int
    ranked: list[Ranked]
    left_out: dict[str, LeftOut]
    """By collection."""

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts: shares in percent, with their intervals."""
        found: dict[str, list[Ranked]] = {}
        for one in self.ranked:
            found.setdefault(one.collection, []).append(one)
        return [_grid(name, some, self.of, self.confidence) for name, some in found.items()]


def retrieve(
    bench: Bench,
    metric: Sequence[str] = (),
    *,
    of: Sought = "picture",
    parser: str = parsers.DEFAULT,
    collection: str | None = None,
    split: str | None = None,
    pictures: int | None = None,
    held_out: int = 1,
    confidence: float = 0.95,
    seed: int = 0,
    progress: Progress = silent,
) -> Retrieved:
    """Lets captions look for their pictures by graphs.

    Where a picture has several captions, one is held out and looks; the graphs of the others together are the
    picture's. Where captions have graphs that people made, the parser's graph of each caption looks for these.

    Args:
        bench: where captions are: `optotype import flickr8k`, `coco` or `factual`.
        metric: names of metrics of graphs, with settings; soft_spice unless given.
        of: what is looked for: whole pictures, or regions, which only graphs that people made have.
        parser: what makes graphs of captions; each caption is parsed once.
        collection: whose pictures; each collection has figures of its own unless given.
        split: whose pictures.
        pictures: how many are drawn of each collection; all unless given. Fewer are easier to choose from.
        held_out: which caption of a picture looks for it, from 1.
        confidence: of all intervals, which are clustered by picture.
        seed: of the draw of pictures.
        progress: told of each caption parsed, and of each that looked.

    Raises:
        OptotypeError: there are no such captions, or a metric compares no graphs.
    """
    check_confidence(confidence)
    if pictures is not None and pictures < 2:
        raise OptotypeError(
            f"{so_many(pictures, 'pictures', 'was', 'were')} asked for; at least two were expected, such as 456."
        )
    if held_out < 1:
        raise OptotypeError(f"Caption {held_out} was to be held out; the first is 1.")
    judges = [_judge(spec) for spec in metric or USUAL]
    chosen = parsers.named(parser)
    galleries = _galleries(bench, of, collection, split, held_out)
    for name, gallery in galleries.items():
        gallery.draw(pictures, f"{seed} {name}")
    if not any(gallery.sought for gallery in galleries.values()):
        check_names(bench, chosen_by(collection=collection, split=split), {})
        raise OptotypeError(_nothing(of, collection, split, held_out, galleries))
    texts = dict.fromkeys(text for gallery in galleries.values() for text in gallery.texts())
    graphs = {text: SceneGraph.parse(graph) for text, graph in judging.graphs(chosen, texts, progress).items()}
    ranked = [
        _ranked(name, judge, gallery, graphs, confidence, progress)
        for name, gallery in galleries.items()
        if gallery.sought
        for judge in judges
    ]
    return Retrieved(
        of=of,
        parser=parser,
        parsed=len(graphs),
        held_out=held_out,
        confidence=confidence,
        seed=seed,
        ranked=ranked,
        left_out={name: LeftOut(gallery.alone, gallery.unread) for name, gallery in galleries.items()},
    )


@dataclass(frozen=True)
class Ranks:
    """Where the own graph of each caption comes, the most similar first."""

    better: NDArray[np.int64]
    """How many graphs are more similar."""
    equal: NDArray[np.int64]
    """How many are as similar, the own one among them."""

    def within(self, first: int) -> NDArray[np.float64]:
        """How likely the own graph is among the first, if equal ones come in any order."""
        return np.clip((first - self.better) / self.equal, 0.0, 1.0)

    def reciprocal(self) -> NDArray[np.float64]:
        """One through the rank of the own graph, in the mean over all orders of equal ones."""
        most = int((self.better + self.equal).max(initial=0))
        sums = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, most + 1))])  # of 1 / rank
        return (sums[self.better + self.equal] - sums[self.better]) / self.equal


def ranks(
    judge: GraphMetric,
    captions: Sequence[SceneGraph],
    graphs: Sequence[SceneGraph],
    own: Sequence[int],
    progress: Progress = silent,
) -> Ranks:
    """Where each caption finds its own graph among all.

    Args:
        judge: how similar two graphs are.
        captions: those who look.
        graphs: what they look among.
        own: for each caption the place of its own graph among these.
        progress: told of each caption.

    Raises:
        OptotypeError: the metric cannot compare two graphs alone.
    """
    better: list[NDArray[np.int64]] = []
    equal: list[NDArray[np.int64]] = []
    for some in batches(range(len(captions)), _TOGETHER):
        table = judge.table([captions[place] for place in some], graphs)
        if np.isnan(table).any():
            raise OptotypeError(f"The metric '{judge.name}' cannot compare two graphs alone. Name another.")
        mine = table[np.arange(len(some)), [own[place] for place in some]][:, None]
        better.append((table > mine).sum(axis=1))
        equal.append((table == mine).sum(axis=1))
        progress(len(some))
    return Ranks(np.concatenate(better), np.concatenate(equal))


def _judge(spec: str) -> GraphMetric:
    judge: Metric = metrics.build(spec)
    if not isinstance(judge, GraphMetric):
        raise OptotypeError(
            f"The metric '{judge.name}' compares no graphs, so nothing can be found by it. "
            "Name another, such as soft_spice or spice."
        )
    return judge


def _ranked(
    collection: str,
    judge: GraphMetric,
    gallery: _Gallery,
    graphs: dict[str, SceneGraph],
    confidence: float,
    progress: Progress,
) -> Ranked:
    looking = [graphs[one.caption] for one in gallery.looking]
    found = ranks(judge, looking, [one.graph(graphs) for one in gallery.sought], gallery.own(), progress)
    clusters = statistics.codes([one.picture for one in gallery.looking])

    def share(values: NDArray[np.float64]) -> Estimate:
        return statistics.mean(values, clusters, confidence)

    return Ranked(
        collection=collection,
        metric=judge.name,
        title=judge.title,
        signature=judge.signature,
        captions=len(looking),
        among=len(gallery.sought),
        pictures=int(clusters.max()) + 1,
        recall_at_1=share(found.within(1)),
        recall_at_5=share(found.within(5)),
        reciprocal_rank=share(found.reciprocal()),
        tied=int((found.equal > 1).sum()),
        empty=sum(not graph.facts for graph in looking),
    )


# --- who looks for what


@dataclass(frozen=True)
class _Looking:
    """A caption that looks for what it is about."""

    caption: str
    picture: str
    sought: str
    """The name of what it looks for."""


@dataclass
class _Sought:
    """What captions look for, by what is known of it."""

    captions: list[str] = field(default_factory=list[str])
    """Captions whose graphs are its own."""
    graphs: list[SceneGraph] = field(default_factory=list[SceneGraph])
    """Graphs that people made."""

    def graph(self, graphs: dict[str, SceneGraph]) -> SceneGraph:
        return union((*self.graphs, *(graphs[caption] for caption in self.captions)))


@dataclass
class _Gallery:
    """What is looked for in a collection, and who looks."""

    looking: list[_Looking] = field(default_factory=list[_Looking])
    _sought: dict[str, _Sought] = field(default_factory=dict[str, _Sought])
    alone: int = 0
    unread: int = 0

    def add(self, looking: _Looking, captions: Iterable[str] = (), graphs: Iterable[SceneGraph] = ()) -> None:
        sought = self._sought.setdefault(looking.sought, _Sought())
        sought.captions += captions
        sought.graphs += graphs
        self.looking.append(looking)

    @property
    def sought(self) -> list[_Sought]:
        return list(self._sought.values())

    def own(self) -> list[int]:
        """For each caption the place of what it looks for."""
        places = {name: place for place, name in enumerate(self._sought)}
        return [places[one.sought] for one in self.looking]

    def texts(self) -> Iterable[str]:
        yield from (one.caption for one in self.looking)
        yield from (caption for one in self._sought.values() for caption in one.captions)

    def draw(self, pictures: int | None, seed: str) -> None:
        """Keeps so many pictures, by chance, and what belongs to them."""
        all_pictures = list(dict.fromkeys(one.picture for one in self.looking))
        if pictures is None or pictures >= len(all_pictures):
            return
        kept = set(random.Random(seed).sample(all_pictures, pictures))  # noqa: S311 - not for secrets
        self.looking = [one for one in self.looking if one.picture in kept]
        names = {one.sought for one in self.looking}
        self._sought = {name: one for name, one in self._sought.items() if name in names}


def _galleries(
    bench: Bench, of: Sought, collection: str | None, split: str | None, held_out: int
) -> dict[str, _Gallery]:
    """By collection."""
    found: dict[str, _Gallery] = {}
    _annotated(bench, found, of, collection, split)
    if of == "picture":
        for one in described(bench, collection=collection, split=split):
            gallery = found.setdefault(one.collection, _Gallery())
            if len(one.captions) < max(2, held_out):
                gallery.alone += 1
                continue
            caption = one.captions[held_out - 1]
            others = [other for other in one.captions if other != caption]
            gallery.add(_Looking(caption, one.picture, one.picture), captions=others)
    return found


def _annotated(bench: Bench, found: dict[str, _Gallery], of: Sought, collection: str | None, split: str | None) -> None:
    """Captions with graphs that people made."""
    for item, gold in with_gold(bench, items(bench, form="graph", collection=collection, split=split)):
        if not item.text or gold is None or not gold.accepted:
            continue
        gallery = found.setdefault(item.collection, _Gallery())
        try:
            right = meaning(item, str(gold.accepted[0]))
        except BadGraph:
            gallery.unread += 1
            continue
        graph = right.graph() if isinstance(right, FactualMR) else right
        name = item.cluster if of == "picture" else item.id
        gallery.add(_Looking(item.text, item.cluster, name), graphs=[graph.plain()])


def _nothing(
    of: Sought, collection: str | None, split: str | None, held_out: int, galleries: dict[str, _Gallery]
) -> str:
    where = judging.place(collection, split)
    if of == "region":
        return (
            f"There are no captions of regions with graphs{where}. Bring some with: optotype import factual FILE; "
            "or look for whole pictures."
        )
    alone = sum(gallery.alone for gallery in galleries.values())
    few = f" ({so_many(alone, 'pictures', 'has', 'have')} fewer than {max(2, held_out)} captions)" if alone else ""
    return (
        f"There are no pictures with several captions, and no captions with graphs{where}{few}. "
        "Bring some with: optotype import flickr8k FILE"
    )


# --- what is shown


def left_out_lines(retrieved: Retrieved) -> list[str]:
    """What is not in the figures, or weakens them, a line for each collection that has any of it."""
    lines: list[str] = []
    for name, found in retrieved.left_out.items():
        told = ((found.alone, "pictures", "with too few captions"), (found.unread, "graphs", "that cannot be read"))
        lines += [f"{name}: {so_many(count, things)} {what}" for count, things, what in told if count]
    return lines


def _grid(collection: str, some: Sequence[Ranked], of: Sought, confidence: float) -> Grid:
    first = some[0]
    title = f"{collection}: {so_many(first.captions, 'captions')}, each looks for its {of} among {first.among:,}"
    called = {
        "recall_at_1": "R@1",
        "recall_at_5": "R@5",
        "reciprocal_rank": "mean reciprocal rank",
    }
    rows = [
        (label, what, *judging.in_percent(getattr(one, name)))
        for one, label in zip(some, judging.labels(some), strict=True)
        for name, what in called.items()
    ]
    return Grid(title, ("metric", "figure", "#times 100", f"#{100 * confidence:g} % interval"), rows)
