"""A draft: what a source says of a paper, before its parts have ids and its pictures are found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import JsonValue

from optotype.papers.marks import clean
from optotype.papers.naming import begins_as_graphical_abstract, is_graphical_abstract_file
from optotype.pictures import Located
from optotype.records import Figure, GraphicalAbstract, Paper, Picture, Section, Tags

Content = Located | bytes
"""Where a picture's file is to be read, or the file itself."""


MOST_FIGURES = 20_000
"""How many figures of a paper are taken."""
_DEEPEST_SECTION = 8
_DEEPEST_FIGURE = 4
"""How many levels sections and parts of figures may have; what is deeper is told by the deepest."""


@dataclass
class Shown:
    """A figure as its source has it."""

    caption: str = ""
    addresses: list[str] = field(default_factory=list[str])
    """What the source calls its pictures."""
    parts: list[Shown] = field(default_factory=list["Shown"])

    def whole(self) -> Iterator[Shown]:
        """The figure and all its parts."""
        waiting: list[Shown] = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed(one.parts)

    @property
    def stands_for_paper(self) -> bool:
        """Is it a graphical abstract, by the name of its only picture or by its caption?"""
        if len(self.addresses) != 1 or self.parts:
            return False
        return is_graphical_abstract_file(self.addresses[0]) or begins_as_graphical_abstract(self.caption)


@dataclass
class Told:
    """A section as its source has it."""

    title: str = ""
    paragraphs: list[str] = field(default_factory=list[str])
    figures: list[Shown] = field(default_factory=list[Shown])
    inner: list[Told] = field(default_factory=list["Told"])

    def whole(self) -> Iterator[Told]:
        """The section and all within it."""
        waiting: list[Told] = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += reversed(one.inner)


@dataclass
class Draft:
    """A paper as its source has it."""

    title: str = ""
    authors: list[str] = field(default_factory=list[str])
    published: str = ""
    abstract: str = ""
    fields: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    figures: list[Shown] = field(default_factory=list[Shown])
    """In the order in which they appear."""
    teaser: list[Shown] = field(default_factory=list[Shown])
    """Those of them that are wide and stand before the abstract."""
    sections: list[Told] = field(default_factory=list[Told])
    graphical_abstract: Shown | None = None
    arxiv: str = ""
    """The number that arXiv gave it."""
    more: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """Fields of SciGA that the records do not model: `DOI`, `comment`, `journal_ref`."""
    notes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """What could not be read: where, and what."""

    @property
    def empty(self) -> bool:
        """Is there nothing in it that makes a paper?"""
        return not (self.abstract or self.figures or self.sections)


@dataclass(frozen=True)
class PaperRead:
    """A paper that was read, its pictures, and what could not be read."""

    paper: Paper
    pictures: tuple[Picture, ...]
    """That of the graphical abstract first."""
    files: Mapping[str, Content]
    """By picture id, where the content is to be had; a picture that is nowhere to be had has none."""
    place: str = ""
    """The file that it was read from, as seen from what was asked for."""
    notes: tuple[tuple[str, str], ...] = ()
    """What could not be read: where, and what."""
    fleeting: bool = False
    """Are its files gone when the next paper is asked for, since they come from an archive?"""


class Finder(Protocol):
    """Finds pictures by what a source calls them."""

    def find(self, address: str) -> tuple[str, Content | None]:
        """The name under which a picture is kept, and where it is to be had."""
        ...


def finish(draft: Draft, native: str, collection: str, finder: Finder, place: str) -> PaperRead:
    """Gives the parts of a draft their ids, and finds its pictures."""
    return _Finishing(native, collection, finder).finish(draft, place)


class _Finishing:
    def __init__(self, native: str, collection: str, finder: Finder) -> None:
        self._native, self._collection, self._finder = native, collection, finder
        self._id = f"{collection}/{native}"
        self._pictures: dict[str, Picture] = {}
        self._files: dict[str, Content] = {}
        self._known: dict[str, str] = {}
        self._figures: dict[int, Figure] = {}

    def finish(self, draft: Draft, place: str) -> PaperRead:
        if len(draft.figures) > MOST_FIGURES:
            draft.notes.append(("figures", f"{len(draft.figures):,}; the first {MOST_FIGURES:,} were taken"))
            del draft.figures[MOST_FIGURES:]
        abstract = draft.graphical_abstract
        made = None
        if abstract is not None:  # first, since its picture is to come first
            made = GraphicalAbstract(
                id=f"{self._native}_GA", pictures=self._shown(abstract), caption=clean(abstract.caption)
            )
        for number, shown in enumerate(draft.figures, 1):
            self._figures[id(shown)] = self._figure(shown, f"{self._native}_F{number}")
        paper = Paper(
            id=self._id,
            collection=self._collection,
            title=clean(draft.title),
            authors=tuple(map(clean, draft.authors)),
            published=clean(draft.published),
            abstract=clean(draft.abstract),
            fields=_fields(draft),
            sections=tuple(
                self._section(told, f"{self._native}_S{number}") for number, told in enumerate(draft.sections, 1)
            ),
            figures=tuple(self._figures[id(shown)] for shown in draft.figures),
            graphical_abstract=made,
            teaser=tuple(self._figures[id(shown)].id for shown in draft.teaser if id(shown) in self._figures),
            extra={"sciga": dict(draft.more)} if draft.more else {},
        )
        notes = tuple((f"{place}, {where}" if where else place, what) for where, what in draft.notes)
        return PaperRead(paper, tuple(self._pictures.values()), self._files, place, notes)

    def _figure(self, shown: Shown, name: str, depth: int = 1) -> Figure:
        deep = depth == _DEEPEST_FIGURE
        return Figure(
            id=name,
            caption=clean(shown.caption),
            pictures=self._shown(*(shown.whole() if deep else (shown,))),
            subfigures=()
            if deep
            else tuple(self._figure(part, f"{name}_{place}", depth + 1) for place, part in enumerate(shown.parts, 1)),
        )

    def _shown(self, *some: Shown) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(self._picture(address, shown.caption) for shown in some for address in shown.addresses)
        )

    def _picture(self, address: str, caption: str) -> str:
        if (known := self._known.get(address)) is not None:
            return known
        name, content = self._finder.find(address)
        name = clean(name)
        found = f"{self._id}/{name}"
        self._known[address] = found
        self._pictures.setdefault(
            found, Picture(id=found, collection=self._collection, name=name, caption=clean(caption))
        )
        if content is not None:
            self._files.setdefault(found, content)
        return found

    def _section(self, told: Told, name: str, depth: int = 1) -> Section:
        deep = depth == _DEEPEST_SECTION
        some = list(told.whole()) if deep else [told]
        return Section(
            id=name,
            title=clean(told.title),
            body=clean("\n".join(paragraph for one in some for paragraph in one.paragraphs)),
            subsections=()
            if deep
            else tuple(
                self._section(inner, f"{name}_S{place}", depth + 1) for place, inner in enumerate(told.inner, 1)
            ),
            figures=tuple(
                self._figures[id(shown)].id for one in some for shown in one.figures if id(shown) in self._figures
            ),
        )


def _fields(draft: Draft) -> Tags:
    return {
        scheme: tuple(dict.fromkeys(clean(value) for value in values if value))
        for scheme, values in draft.fields.items()
        if any(values)
    }
