"""Recommending: which figure of a paper would serve best as its graphical abstract, and whose are worth learning from.

`recommend(path)` needs no bench: it reads a page, a LaTeX source, a PDF file, Markdown or a notebook. The figures of
the paper are ranked by a ranker (`optotype.rankers`), never by where they stand; graphical abstracts of other papers
are ranked by how near their papers are in meaning (`optotype.recommending.inspiring`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from optotype import rankers
from optotype.papers.marks import tagged, untagged
from optotype.rankers import Ranked, Ranker, Reason, Request
from optotype.records import Figure, Paper

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.progress import Progress
    from optotype.recommending.inspiring import Inspiration, Wish

__all__ = ["Choice", "Recommendation", "Told", "recommend"]

RANKER = "blend"
"""Who ranks unless another is named."""

_LONGEST = 20_000
"""Letters of a text that are shown."""


@dataclass(frozen=True)
class Choice:
    """A figure of the paper, in the place that it was given."""

    place: int
    """From 1, the best."""
    figure: str
    """Its id in the paper."""
    label: str
    """What the paper calls it, such as "Figure 3:", for people to find it; nothing looks at it. May be empty."""
    caption: str
    """Without its label."""
    score: float
    """In the ranker's own unit: compare it within the paper only."""
    confidence: float
    """How probably it is the one, by the ranker; over all figures of the paper it adds up to one."""
    reasons: tuple[Reason, ...]
    """What weighed, the heaviest first; below nothing where it speaks against the figure."""
    matched: tuple[str, ...]
    """Words that abstract and caption share, those first that count most."""
    pictures: tuple[str, ...]
    """Ids of its pictures, those of the part that speaks for it first; see `Recommendation.content`."""
    part: str | None = None
    """The sub-figure that speaks for it, where it has any: a figure scores its best part."""
    part_label: str = ""
    """What the paper calls that part, such as "(b)"."""
    used: bool = False
    """Was the paper's own graphical abstract made from it, as far as is known?"""


@dataclass(frozen=True)
class Told:
    """The paper that was asked about, as far as it is shown."""

    id: str
    title: str
    authors: tuple[str, ...]
    published: str
    abstract: str
    fields: tuple[str, ...]
    """What it is about, of all schemes."""
    graphical_abstract: tuple[str, ...] = ()
    """Ids of the pictures of its own graphical abstract, if it has one."""
    kind: str | None = None
    """Whether that is `original`, `reused` or `modified`, where it is known."""


def _nothing(_picture: str) -> bytes | None:
    return None


@dataclass(frozen=True)
class Recommendation:
    """What is recommended to the author of a paper."""

    paper: Told
    ranker: str
    """Who ranked, with settings: `abs2cap:by=bm25`."""
    confident: str
    """How confidences are computed, in words."""
    choices: tuple[Choice, ...]
    """All figures of the paper, the best first."""
    sureness: float | None
    """How sure the ranking is, from a half to one: the C of CAR@5 (SciGA), by how unevenly the first five share their
    confidence. None, where there is no figure."""
    car: float | None
    """CAR@5 of the ranking, where it is known which figures the paper's own graphical abstract was made from."""
    meanings: dict[str, str] = field(default_factory=dict[str, str])
    """What the names of reasons mean, by name."""
    inspirations: tuple[Inspiration, ...] = ()
    """Graphical abstracts of other papers, the nearest first; none unless a corpus was named."""
    searched: Wish | None = None
    """How inspirations were looked for."""
    notes: tuple[str, ...] = ()
    """What the reader should know: what could not be read, what is missing."""
    open_picture: Callable[[str], bytes | None] = field(default=_nothing, compare=False, repr=False)
    """Gives the file of a picture by its id."""

    def content(self, picture: str) -> bytes | None:
        """The file of a picture of the paper or of an inspiration, drawings drawn; None where there is none."""
        return self.open_picture(picture)

    def to_json(self) -> dict[str, object]:
        """All of it but the files, as JSON has it."""
        return {one.name: _plain(getattr(self, one.name)) for one in fields(self) if one.name != "open_picture"}


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in cast("Sequence[object]", value)]
    return value


def recommend(
    paper: Path | str,
    *,
    by: str | Ranker = RANKER,
    bench: Bench | None = None,
    corpus: Path | str | Bench | None = None,
    wish: Wish | None = None,
    progress: Progress | None = None,
) -> Recommendation:
    """Ranks the figures of a paper, and, with a corpus, graphical abstracts of other papers.

    Args:
        paper: a page, a LaTeX folder or source, an archive, a PDF file, Markdown, a notebook or a paper in SciGA's
            JSON; or the id of a paper of the bench.
        by: the ranker, with its settings: `abs2cap:by=bm25`.
        bench: where ids of papers are looked for.
        corpus: a bench, a folder of papers, or a file of SciGA's: whose graphical abstracts are worth learning from.
        wish: how many of these, of which fields and years, and how unlike each other; see `inspiring.Wish`.
        progress: told of each paper of the corpus that is looked at.

    Raises:
        OptotypeError: there is no such paper, ranker or corpus.
    """
    from optotype.progress import silent
    from optotype.recommending.finding import found_paper

    ranker = rankers.build(by) if isinstance(by, str) else by
    found = found_paper(paper, bench)
    ranked = ranker.rank(Request.showing(found.paper, found.image))
    notes = list(found.notes)
    if not found.paper.figures:
        notes.append("The paper shows no figures that could be read, so there is nothing to rank.")
    if not found.paper.abstract.strip():
        notes.append("The paper has no abstract that could be read: figures are ranked by what is left.")
    inspirations: tuple[Inspiration, ...] = ()
    opened = found.content
    if corpus is not None:
        from optotype.recommending.inspiring import Wish, inspired

        wish = wish or Wish()
        seen = inspired(found.paper, corpus, wish, progress or silent)
        inspirations, notes, opened = seen.inspirations, [*notes, *seen.notes], seen.beside(found.content)
    else:
        wish = None
    choices = _choices(found.paper, ranker, ranked)
    sureness, car = _sure(choices)
    return Recommendation(
        paper=_told(found.paper),
        ranker=by if isinstance(by, str) else ranker.name,
        confident=ranker.confident,
        choices=choices,
        sureness=sureness,
        car=car,
        meanings={
            name: meaning
            for name, meaning in ranker.meanings.items()
            if any(reason.what == name for choice in choices for reason in choice.reasons)
        },
        inspirations=inspirations,
        searched=wish,
        notes=tuple(notes),
        open_picture=opened,
    )


def _told(paper: Paper) -> Told:
    own = paper.graphical_abstract
    return Told(
        paper.id,
        paper.title[:_LONGEST],
        paper.authors,
        paper.published,
        paper.abstract[:_LONGEST],
        tuple(dict.fromkeys(value for values in paper.fields.values() for value in values)),
        own.pictures if own is not None else (),
        own.kind if own is not None else None,
    )


def _choices(paper: Paper, ranker: Ranker, ranked: Sequence[Ranked]) -> tuple[Choice, ...]:
    figures = {figure.id: figure for figure in paper.figures}
    used = set(paper.graphical_abstract.components) if paper.graphical_abstract is not None else set[str]()
    confidences = ranker.confidences([one.rated.score for one in ranked])
    found: list[Choice] = []
    for place, (one, confidence) in enumerate(zip(ranked, confidences, strict=True), 1):
        figure = figures[one.id]
        inner = {part.id: part for part in _within(figure)}
        part = inner.get(one.part) if one.part is not None else None
        label, caption = _parted(figure.caption)
        found.append(
            Choice(
                place=place,
                figure=figure.id,
                label=label,
                caption=caption[:_LONGEST],
                score=one.rated.score,
                confidence=confidence,
                reasons=one.rated.reasons,
                matched=one.rated.matched,
                pictures=_pictures(figure, part),
                part=one.part,
                part_label=_parted(part.caption, part=True)[0] if part is not None else "",
                used=not used.isdisjoint(inner),
            )
        )
    return tuple(found)


def _parted(caption: str, *, part: bool = False) -> tuple[str, str]:
    """The label of a figure, and what its caption says beside."""
    marked = tagged(caption, part=part)
    said = untagged(marked)
    label, found, _ = marked.removeprefix("<TAG>").partition("</TAG>")
    return (label.strip() if found and marked.startswith("<TAG>") else ""), said


def _within(figure: Figure) -> list[Figure]:
    """A figure and all its parts."""
    found = [figure]
    for one in found:
        found += one.subfigures
    return found


def _pictures(figure: Figure, first: Figure | None) -> tuple[str, ...]:
    shown = [*(_within(first) if first is not None else ()), *_within(figure)]
    return tuple(dict.fromkeys(picture for one in shown for picture in one.pictures))


def _sure(choices: Sequence[Choice]) -> tuple[float | None, float | None]:
    """How sure a ranking is, and what it is worth where that is known."""
    from optotype.statistics.ranking import Queries, car

    if not choices:
        return None, None
    scores = [choice.score for choice in choices]
    # where the first is right, and all that are level with it, CAR is C alone
    sure = float(car(Queries.of([(scores, [score == scores[0] for score in scores])]))[0])
    used = [choice.used for choice in choices]
    return sure, float(car(Queries.of([(scores, used)]))[0]) if any(used) else None
