"""The figures that papers print about their data: how many items, of which kinds, how long, with which answers.

All are counted in one pass over the items, a batch at a time; what is kept in memory are the counts.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from optotype.batches import batches
from optotype.errors import OptotypeError, UnknownPart
from optotype.looking import check_names, chosen, pictures, say
from optotype.progress import Progress, silent
from optotype.records import (
    Answer,
    Choice,
    Figure,
    Gold,
    Graph,
    Item,
    Number,
    Paper,
    Picture,
    Preference,
    Ranking,
    ShortText,
    State,
    YesNo,
)
from optotype.scenegraph.graph import IS

if TYPE_CHECKING:
    from optotype.bench import Bench

UNSPLIT = "unsplit"
"""How items without a split are called in counts."""
WITHOUT = "without"
"""How items that lack the tag asked for are called in counts."""
FREQUENT = 20
"""How many of the most frequent answers and labels are told."""
COLUMNS = ("split", "form", "collection", "origin")
"""What figures can be broken down by, besides tags."""

_BATCH = 500
_LONGEST = 100  # letters of an answer that tell it from others

T = TypeVar("T", int, str)


@dataclass(frozen=True)
class Summary:
    """Many numbers in five; figures of nothing are None."""

    count: int
    """How many numbers there are."""
    mean: float | None
    median: float | None
    min: float | None
    max: float | None


@dataclass(frozen=True)
class Spread(Summary):
    """Many numbers, and how often each of them came."""

    histogram: dict[float, int]


@dataclass(frozen=True)
class GoldFigures:
    """What is right: where it stands, what it says."""

    items: int
    """Items whose gold is known."""
    positions: dict[int, int]
    """Of choices: the place of a right option among the options, from 1; each right one is counted."""
    right_options: dict[int, int]
    """Of choices: how many options are right."""
    yes_no: dict[str, int]
    unanswerable: int
    texts: int
    """Items whose right answer is a text or a number."""
    distinct: int
    """Different ones among these."""
    frequent: dict[str, int]
    """The most frequent ones among these."""


@dataclass(frozen=True)
class Labels:
    """The labels of one part of scene graphs, as FACTUAL's Table 2 counts them."""

    labels: int
    """Different ones."""
    occurrences: int
    occurrences_per_label: float | None
    labels_per_caption: float | None
    occurrences_per_caption: float | None
    frequent: dict[str, int]


@dataclass(frozen=True)
class GraphFigures:
    """What scene graphs consist of, in any notation: marks of verbs and of equal names are not part of a label."""

    captions: int
    """Captions whose graph is known."""
    unread: int
    """Graphs that could not be read; they are counted nowhere else."""
    caption_words: Spread
    facts: Labels
    facts_per_caption: Spread
    objects: Labels
    verbs: Labels
    prepositions: Labels
    predicates: Labels
    """`is` among them, as in most figures of FACTUAL's table."""
    relations: Labels
    """Predicates between two objects, so without `is`; FACTUAL's table counts these per caption."""
    attributes: Labels
    quantifiers: Labels
    """How many of something there are, without the unit."""


@dataclass(frozen=True)
class RatingFigures:
    """Answers to items that ask for a number between two bounds."""

    items: int
    count: int
    values: Spread


@dataclass(frozen=True)
class Figures:
    """What can be counted about any set of items."""

    items: int
    collections: dict[str, int]
    splits: dict[str, int]
    kinds: dict[str, int]
    """By value of the tag `kind`; IconQA and SciVQA call it sub-task and type of question."""
    kinds_by_split: dict[str, dict[str, int]]
    forms: dict[str, int]
    """Choices among pictures and among texts are told apart: `choice of pictures`, `choice of texts`."""
    options: dict[int, int]
    """How many items have that many options."""
    question_words: Spread
    text_words: Spread
    """Of captions, abstracts and other texts that questions are about."""
    skills: dict[str, int]
    """An item counts in each of its skills."""
    skills_per_item: Spread
    pictures_per_item: Spread
    """Those of the question; those of options are not counted here."""
    tags: dict[str, dict[str, int]]
    gold: GoldFigures
    graphs: GraphFigures
    ratings: RatingFigures


@dataclass(frozen=True)
class PictureFigures:
    """The pictures, and their files."""

    count: int
    files: int
    """Different files: several pictures may share one."""
    missing: int
    """Pictures without a file."""
    edited: int
    bytes: int
    """Of all files, a shared one counted as often as it is shown."""
    media_types: dict[str, int]
    width: Summary
    height: Summary


@dataclass(frozen=True)
class PaperFigures:
    """The papers, and the figures in them."""

    count: int
    figures: int
    subfigures: int
    figures_per_paper: Spread
    graphical_abstracts: dict[str, int]
    """By kind: original, reused, modified, or not known."""
    title_words: Summary
    abstract_words: Summary
    caption_words: Summary
    fields: dict[str, dict[str, int]]
    """By scheme: papers per subject."""


@dataclass(frozen=True)
class Stats(Figures):
    """All figures of a bench, or of a part of it."""

    excluded: int
    """Items that are left out; they are counted nowhere else."""
    pictures: PictureFigures
    papers: PaperFigures
    by: dict[str, Figures]
    """By value of what was asked to be told apart."""

    def plot(self, folder: Path | str) -> list[Path]:
        """Draws what can be drawn, each as SVG and PNG, and gives back the files."""
        from optotype.plots import draw

        return draw(self, Path(folder))


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
    if by is not None and set(parts) <= {WITHOUT} and by not in COLUMNS:
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


def graph_stats(rows: Iterable[tuple[str, str]]) -> GraphFigures:
    """The figures of FACTUAL's Table 2 about any graphs, in any of its notations.

    Args:
        rows: captions, each with its graph as a text; a caption may be empty.
    """
    tally = _GraphTally()
    for caption, graph in rows:
        tally.add(graph, caption)
    return tally.figures()


def graph_file_stats(path: Path, *, progress: Progress = silent) -> GraphFigures:
    """The same about a file: what `optotype parse` writes, or CSV or TSV with `scene_graph` and perhaps `caption`.

    Raises:
        BadSource: there is no such file, or it cannot be read to its end.
    """
    from optotype.errors import BadSource
    from optotype.formats import Fault, _csv, _json

    if not path.is_file():
        raise BadSource(f"{path}: there is no such file." if not path.exists() else f"{path}: a file was expected.")
    suffix = path.suffix.lower()
    table = suffix in (".csv", ".tsv")

    def rows() -> Iterator[tuple[str, str]]:
        found = (
            _csv.rows(path, path.name, delimiter="\t" if suffix == ".tsv" else ",", columns=("scene_graph",))
            if table
            else _json.lines(path, path.name)
        )
        for row in found:
            if isinstance(row, Fault):
                raise BadSource(f"{row}.")
            data = row[1]
            graph = data.get("scene_graph" if table else "graph") if isinstance(data, dict) else None
            if not isinstance(data, dict) or not isinstance(graph, str):
                raise BadSource(
                    f'{path.name}, {row[0]}: {{"caption": "a red dog", "graph": "( dog , is , red )"}} was expected, '
                    "or a file that ends with .csv or .tsv and has a column scene_graph."
                )
            yield str(data.get("caption") or ""), graph
            progress(1)

    return graph_stats(rows())


def form_name(item: Item) -> str:
    """The form of an item as people call it; what there is to choose from is part of it."""
    match item.form:
        case Choice():
            return f"choice of {_offered(item)}"
        case Ranking():
            return f"ranking of {_offered(item)}"
        case Preference():
            return f"preference between {_offered(item)}"
        case Number(low=low, high=high):
            return "number" if low is None or high is None else "rating"
        case YesNo():
            return "yes or no"
        case ShortText():
            return "short text"
        case Graph():
            return "scene graph"


def _offered(item: Item) -> str:
    pictured = sum(option.picture is not None for option in item.options)
    if pictured == len(item.options):
        return "pictures"
    return "pictures and texts" if pictured else "texts"


def values_of(item: Item, by: str) -> tuple[str, ...]:
    """What an item is counted under when items are told apart by a tag, or by split, form, collection or origin."""
    match by:
        case "split":
            return (item.split or UNSPLIT,)
        case "form":
            return (form_name(item),)
        case "collection":
            return (item.collection,)
        case "origin":
            return (item.origin.kind,)
        case _:
            return item.tags.get(by) or (WITHOUT,)


def check_tag(bench: Bench, by: str) -> None:
    """Makes sure that items can be told apart by something.

    Raises:
        OptotypeError: no item has such a tag.
    """
    known = bench.store.tag_values()
    if not known:
        raise OptotypeError(f"Items cannot be told apart by '{by}': none has a tag. Try {', '.join(COLUMNS)}.")
    if by not in known:
        raise UnknownPart("tag", by, [*known, *COLUMNS])


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
    graphs: _GraphTally = field(default_factory=lambda: _GraphTally())

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
            skills=_ranked(self.tags.get("skill", {})),
            skills_per_item=spread_of(self.skills_per_item),
            pictures_per_item=spread_of(self.pictures),
            tags={name: _ranked(values) for name, values in sorted(self.tags.items())},
            gold=GoldFigures(
                items=self.golds,
                positions=_sorted(self.positions),
                right_options=_sorted(self.right),
                yes_no=_sorted(self.yes_no),
                unanswerable=self.unanswerable,
                texts=self.said.total(),
                distinct=len(self.said),
                frequent=_ranked(self.said, FREQUENT),
            ),
            graphs=self.graphs.figures(),
            ratings=RatingFigures(self.rated, self.ratings.total(), spread_of(self.ratings)),
        )


@dataclass
class _LabelTally:
    occurrences: Counter[str] = field(default_factory=Counter[str])
    different: int = 0
    """Sum over captions of how many different labels each has."""

    def add(self, labels: Iterable[str]) -> None:
        some = list(labels)
        self.occurrences.update(some)
        self.different += len(set(some))

    def labels(self, captions: int) -> Labels:
        return Labels(
            labels=len(self.occurrences),
            occurrences=self.occurrences.total(),
            occurrences_per_label=(
                round(self.occurrences.total() / len(self.occurrences), 4) if self.occurrences else None
            ),
            labels_per_caption=round(self.different / captions, 4) if captions else None,
            occurrences_per_caption=round(self.occurrences.total() / captions, 4) if captions else None,
            frequent=_ranked(self.occurrences, FREQUENT),
        )


@dataclass
class _GraphTally:
    captions: int = 0
    unread: int = 0
    words: Counter[int] = field(default_factory=Counter[int])
    per_caption: Counter[int] = field(default_factory=Counter[int])
    facts: _LabelTally = field(default_factory=_LabelTally)
    objects: _LabelTally = field(default_factory=_LabelTally)
    verbs: _LabelTally = field(default_factory=_LabelTally)
    prepositions: _LabelTally = field(default_factory=_LabelTally)
    predicates: _LabelTally = field(default_factory=_LabelTally)
    relations: _LabelTally = field(default_factory=_LabelTally)
    attributes: _LabelTally = field(default_factory=_LabelTally)
    quantifiers: _LabelTally = field(default_factory=_LabelTally)

    def add(self, text: str, caption: str = "") -> None:
        from optotype.scenegraph.notation import BadGraph, parse

        try:
            facts = parse(text)
        except BadGraph:
            self.unread += 1
            return
        self.captions += 1
        if caption:
            self.words[len(caption.split())] += 1
        self.per_caption[len(facts)] += 1
        self.facts.add(" , ".join(fact) for fact in facts)
        parts = [_take_apart(fact) for fact in facts]
        self.objects.add(word for part in parts for word in part.objects)
        self.verbs.add(part.verb for part in parts if part.verb)
        self.prepositions.add(part.preposition for part in parts if part.preposition)
        self.predicates.add(part.predicate for part in parts if part.predicate)
        self.relations.add(part.predicate for part in parts if part.predicate and part.predicate != IS)
        self.attributes.add(word for part in parts for word in part.attributes)
        self.quantifiers.add(word for part in parts for word in part.quantifiers)

    def figures(self) -> GraphFigures:
        return GraphFigures(
            captions=self.captions,
            unread=self.unread,
            caption_words=spread_of(self.words),
            facts=self.facts.labels(self.captions),
            facts_per_caption=spread_of(self.per_caption),
            objects=self.objects.labels(self.captions),
            verbs=self.verbs.labels(self.captions),
            prepositions=self.prepositions.labels(self.captions),
            predicates=self.predicates.labels(self.captions),
            relations=self.relations.labels(self.captions),
            attributes=self.attributes.labels(self.captions),
            quantifiers=self.quantifiers.labels(self.captions),
        )


@dataclass(frozen=True)
class _Parts:
    objects: tuple[str, ...]
    predicate: str = ""
    verb: str = ""
    preposition: str = ""
    attributes: tuple[str, ...] = ()
    quantifiers: tuple[str, ...] = ()


def _take_apart(fact: tuple[str, ...]) -> _Parts:
    """What a fact of any notation consists of, without the marks of verbs, of equal names and of units."""
    from optotype.scenegraph.predicates import Parts, take_apart

    terms = [_MARKS.sub("", term) for term in fact]
    if len(terms) == 3 and terms[1] == IS:
        number = bool(_QUANTITY.fullmatch(terms[2]))
        return _Parts(
            (terms[0],), IS, attributes=() if number else (terms[2],), quantifiers=(terms[2],) if number else ()
        )
    quantifiers = tuple(found[1] for term in terms if (found := _QUANTITY.fullmatch(term)))
    rest = [term for term in terms if not _QUANTITY.fullmatch(term)]
    if len(rest) < 3:
        return _Parts(tuple(rest), quantifiers=quantifiers)
    predicate = " ".join(rest[1:-1])
    # FACTUAL-MR has verb and preposition in terms of their own
    found = Parts(rest[1], rest[2]) if len(rest) == 4 else take_apart(predicate)
    return _Parts((rest[0], rest[-1]), predicate, found.verb, found.preposition, quantifiers=quantifiers)


_MARKS = re.compile(r"^p?v?:(?=.)|(?<=.):\d+$")
_QUANTITY = re.compile(r"(\d+|many|unaccountable)(?:[a-z]{1,2})?")


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
        width=_summary(widths),
        height=_summary(heights),
    )


def _count_papers(papers: Iterable[Paper]) -> PaperFigures:
    count = figures = subfigures = 0
    kinds, per_paper = Counter[str](), Counter[int]()
    titles, abstracts, captions = Counter[int](), Counter[int](), Counter[int]()
    fields: dict[str, Counter[str]] = {}
    for paper in papers:
        count += 1
        inner = [figure for outer in paper.figures for figure in _subfigures(outer)]
        figures += len(paper.figures)
        subfigures += len(inner)
        per_paper[len(paper.figures)] += 1
        if paper.graphical_abstract is not None:
            kinds[paper.graphical_abstract.kind or "not known"] += 1
        titles[len(paper.title.split())] += 1
        abstracts[len(paper.abstract.split())] += 1
        captions.update(len(figure.caption.split()) for figure in (*paper.figures, *inner) if figure.caption)
        for scheme, subjects in paper.fields.items():
            fields.setdefault(scheme, Counter()).update(subjects)
    return PaperFigures(
        count=count,
        figures=figures,
        subfigures=subfigures,
        figures_per_paper=spread_of(per_paper),
        graphical_abstracts=_sorted(kinds),
        title_words=_summary(titles),
        abstract_words=_summary(abstracts),
        caption_words=_summary(captions),
        fields={scheme: _ranked(subjects) for scheme, subjects in sorted(fields.items())},
    )


def _subfigures(figure: Figure) -> Iterator[Figure]:
    for inner in figure.subfigures:
        yield inner
        yield from _subfigures(inner)


def by_path(split: str) -> tuple[int, str]:
    """The order in which splits are told: train, val, test, others, and what has none."""
    usual = ("train", "val", "validation", "dev", "test")
    return (usual.index(split) if split in usual else len(usual) + (split == UNSPLIT), split)


def _splits(counts: Mapping[str, int]) -> dict[str, int]:
    return {split: counts[split] for split in sorted(counts, key=by_path)}


def _sorted(counts: Mapping[T, int]) -> dict[T, int]:
    return dict(sorted(counts.items()))


def _ranked(counts: Mapping[str, int], most: int | None = None) -> dict[str, int]:
    # equal counts in alphabetical order, so that the order of items changes nothing
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most])


Numbers = Mapping[int, int] | Mapping[float, int]
"""How often each number came."""


def _summary(counts: Numbers) -> Summary:
    numbers: dict[float, int] = dict(sorted(counts.items()))
    count = sum(numbers.values())
    if not count:
        return Summary(0, None, None, None, None)
    mean = sum(number * times for number, times in numbers.items()) / count
    median = (_nth(numbers, (count - 1) // 2) + _nth(numbers, count // 2)) / 2
    return Summary(count, round(mean, 4), median, next(iter(numbers)), next(reversed(numbers)))


def spread_of(counts: Numbers) -> Spread:
    """What numbers come to, from how often each of them came."""
    return Spread(**vars(_summary(counts)), histogram=dict(sorted(counts.items())))


def _nth(numbers: Mapping[float, int], place: int) -> float:
    """The number at a place, if each stood in a row as often as it came."""
    for number, times in numbers.items():
        place -= times
        if place < 0:
            return number
    raise IndexError(place)
