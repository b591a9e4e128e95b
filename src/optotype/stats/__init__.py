"""The figures that papers print about their data: how many items, of which kinds, how long, with which answers.

All are counted in one pass over the items, a batch at a time; what is kept in memory are the counts.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from optotype.batches import batches
from optotype.facets import UNSPLIT, WITHOUT, by_path, check_tag, form_name, values_of
from optotype.looking import check_names, chosen, pictures, say
from optotype.progress import Progress, silent
from optotype.records import (
    Answer,
    Choice,
    Gold,
    Graph,
    Item,
    Paper,
    Picture,
    Preference,
    Ranking,
    State,
    YesNo,
)
from optotype.stats.figures import (
    FREQUENT,
    Figures,
    GoldFigures,
    PaperFigures,
    PictureFigures,
    RatingFigures,
    Stats,
    ranked,
    spread_of,
    summary_of,
)
from optotype.stats.graphs import GraphTally

if TYPE_CHECKING:
    from optotype.bench import Bench

_BATCH = 500

_LONGEST = 100  # letters of an answer that tell it from others

T = TypeVar("T", int, str)


def stats(
    bench: Bench,
    *,
    collection: str | None = None,
    split: str | None = None,
    by: str | None = None,
    tags: Mapping[str, str] | None = None,
    progress: Progress = silent,
) -> Stats:
    """Counts what a bench holds.

    Args:
        bench: the bench.
        collection: this collection only.
        split: this split only.
        by: a tag, or split, form, collection or origin: figures for each of its values, beside those of all.
        tags: items with these tags only.
        progress: told of each item done.

    Raises:
        OptotypeError: there is no such tag or collection.
    """
    store, tags = bench.store, tags or {}
    where = chosen(split=split, collection=collection)
    total, parts = _Tally(), dict[str, _Tally]()
    for batch in batches(store.each(Item, where, tags), _BATCH):
        golds = store.get_all(Gold, [item.id for item in batch])
        ratings = _ratings(bench, batch)
        for item in batch:
            total.add(item, golds.get(item.id), ratings.get(item.id, []))
            for value in () if by is None else values_of(item, by):
                parts.setdefault(value, _Tally()).add(item, golds.get(item.id), ratings.get(item.id, []))
        progress(len(batch))
    if not total.items:
        check_names(bench, where, tags)
    if by is not None and set(parts) <= {WITHOUT}:
        check_tag(bench, by)
    everything = split is None and not tags
    papers = store.each(Paper, {} if collection is None else {"collection": collection}) if everything else iter(())
    return Stats(
        **total.figures().__dict__,
        excluded=store.count(Item, {**where, "excluded": ...}, tags),
        pictures=_count_pictures(pictures(bench, where, tags)),
        papers=_count_papers(papers),
        by={value: tally.figures() for value, tally in sorted(parts.items())},
    )


def _ratings(bench: Bench, batch: Iterable[Item]) -> dict[str, list[float]]:
    """By item that asks for a rating, the ratings given, those of evaluated models aside."""
    ids = [item.id for item in batch if form_name(item) == "rating"]
    found: dict[str, list[float]] = {}
    if ids:
        for answer in bench.store.each(Answer, {"item": ids, "run": None, "state": State.GIVEN.value}):
            if isinstance(answer.value, float):
                found.setdefault(answer.item, []).append(answer.value)
    return found


@dataclass
class _Tally:
    """Counts under way."""

    items: int = 0
    collections: Counter[str] = field(default_factory=Counter[str])
    splits: Counter[str] = field(default_factory=Counter[str])
    kinds: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    forms: Counter[str] = field(default_factory=Counter[str])
    options: Counter[int] = field(default_factory=Counter[int])
    question_words: Counter[int] = field(default_factory=Counter[int])
    text_words: Counter[int] = field(default_factory=Counter[int])
    skills_per_item: Counter[int] = field(default_factory=Counter[int])
    pictures: Counter[int] = field(default_factory=Counter[int])
    tags: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    golds: int = 0
    positions: Counter[int] = field(default_factory=Counter[int])
    right: Counter[int] = field(default_factory=Counter[int])
    yes_no: Counter[str] = field(default_factory=Counter[str])
    unanswerable: int = 0
    said: Counter[str] = field(default_factory=Counter[str])
    rated: int = 0
    ratings: Counter[float] = field(default_factory=Counter[float])
    graphs: GraphTally = field(default_factory=lambda: GraphTally())

    def add(self, item: Item, gold: Gold | None, ratings: list[float]) -> None:
        split = item.split or UNSPLIT
        self.items += 1
        self.collections[item.collection] += 1
        self.splits[split] += 1
        self.forms[form_name(item)] += 1
        self.pictures[len(item.pictures)] += 1
        if item.options:
            self.options[len(item.options)] += 1
        if item.question:
            self.question_words[len(item.question.split())] += 1
        if item.text:
            self.text_words[len(item.text.split())] += 1
        if skills := item.tags.get("skill"):
            self.skills_per_item[len(skills)] += 1
        for kind in item.tags.get("kind", ()):
            self.kinds.setdefault(kind, Counter())[split] += 1
        for name, values in item.tags.items():
            self.tags.setdefault(name, Counter()).update(values)
        if form_name(item) == "rating":
            self.rated += 1
            self.ratings.update(ratings)
        if gold is not None:
            self._add_gold(item, gold)

    def _add_gold(self, item: Item, gold: Gold) -> None:
        self.golds += 1
        if gold.unanswerable:
            self.unanswerable += 1
            return
        value = gold.accepted[0]
        match item.form:
            case Choice() | Preference():
                labels = (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()
                places = {option.label: place for place, option in enumerate(item.options, 1)}
                self.right[len(labels)] += 1
                self.positions.update(places[label] for label in labels if label in places)
            case YesNo():
                self.yes_no[say(value)] += 1
            case Graph():
                self.graphs.add(str(value), item.text)
            case Ranking():
                pass
            case _:
                self.said[say(value)[:_LONGEST]] += 1

    def figures(self) -> Figures:
        return Figures(
            items=self.items,
            collections=_sorted(self.collections),
            splits=_splits(self.splits),
            kinds={kind: splits.total() for kind, splits in sorted(self.kinds.items())},
            kinds_by_split={kind: _splits(splits) for kind, splits in sorted(self.kinds.items())},
            forms=_sorted(self.forms),
            options=_sorted(self.options),
            question_words=spread_of(self.question_words),
            text_words=spread_of(self.text_words),
            skills=ranked(self.tags.get("skill", {})),
            skills_per_item=spread_of(self.skills_per_item),
            pictures_per_item=spread_of(self.pictures),
            tags={name: ranked(values) for name, values in sorted(self.tags.items())},
            gold=GoldFigures(
                items=self.golds,
                positions=_sorted(self.positions),
                right_options=_sorted(self.right),
                yes_no=_sorted(self.yes_no),
                unanswerable=self.unanswerable,
                texts=self.said.total(),
                distinct=len(self.said),
                frequent=ranked(self.said, FREQUENT),
            ),
            graphs=self.graphs.figures(),
            ratings=RatingFigures(self.rated, self.ratings.total(), spread_of(self.ratings)),
        )


def _count_pictures(some: Iterable[Picture]) -> PictureFigures:
    count = missing = edited = size = 0
    media_types, widths, heights = Counter[str](), Counter[int](), Counter[int]()
    files = array("Q")  # eight bytes of each hash: enough to tell files apart, and little to keep
    for picture in some:
        count += 1
        edited += bool(picture.edits)
        if picture.file is None:
            missing += 1
            continue
        files.append(int(picture.file[:16], 16))
        size += picture.size or 0
        media_types[picture.media_type or ""] += 1
        widths[picture.width or 0] += 1
        heights[picture.height or 0] += 1
    return PictureFigures(
        count=count,
        files=len(set(files)),
        missing=missing,
        edited=edited,
        bytes=size,
        media_types=_sorted(media_types),
        width=summary_of(widths),
        height=summary_of(heights),
    )


def _count_papers(papers: Iterable[Paper]) -> PaperFigures:
    count = figures = subfigures = 0
    kinds, per_paper = Counter[str](), Counter[int]()
    titles, abstracts, captions = Counter[int](), Counter[int](), Counter[int]()
    fields: dict[str, Counter[str]] = {}
    for paper in papers:
        count += 1
        every = list(paper.each_figure())
        figures += len(paper.figures)
        subfigures += len(every) - len(paper.figures)
        per_paper[len(paper.figures)] += 1
        if paper.graphical_abstract is not None:
            kinds[paper.graphical_abstract.kind or "not known"] += 1
        titles[len(paper.title.split())] += 1
        abstracts[len(paper.abstract.split())] += 1
        captions.update(len(figure.caption.split()) for figure in every if figure.caption)
        for scheme, subjects in paper.fields.items():
            fields.setdefault(scheme, Counter()).update(subjects)
    return PaperFigures(
        count=count,
        figures=figures,
        subfigures=subfigures,
        figures_per_paper=spread_of(per_paper),
        graphical_abstracts=_sorted(kinds),
        title_words=summary_of(titles),
        abstract_words=summary_of(abstracts),
        caption_words=summary_of(captions),
        fields={scheme: ranked(subjects) for scheme, subjects in sorted(fields.items())},
    )


def _splits(counts: Mapping[str, int]) -> dict[str, int]:
    return {split: counts[split] for split in sorted(counts, key=by_path)}


def _sorted(counts: Mapping[T, int]) -> dict[T, int]:
    return dict(sorted(counts.items()))
