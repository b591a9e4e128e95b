"""The sheet: every question with what the bench knows, what the author wrote, and the gaps that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

from optotype.datasheet import author
from optotype.datasheet.figures import Figures
from optotype.datasheet.gathering import Agree, gather
from optotype.datasheet.questions import AUTHORS, SECTIONS
from optotype.datasheet.telling import Fact, Told, label, tell
from optotype.datasheet.texts import LONG, line, paragraphs
from optotype.progress import Progress, silent
from optotype.web.words import Language, Words

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.results import Grid


@dataclass(frozen=True)
class Entry:
    """A question, and all that is known about it."""

    key: str
    """`section.question`, as in `datasheet.toml`."""
    question: str
    told: list[str]
    """What the bench knows, in sentences."""
    grids: list[Grid]
    """The same, in tables."""
    author: list[str]
    """What the author wrote, a paragraph each."""
    hint: str
    """What belongs into the gap; nothing where there is no gap."""

    @property
    def gap(self) -> bool:
        """Is it still for the author to answer?"""
        return bool(self.hint)


@dataclass(frozen=True)
class Section:
    """A part of the sheet."""

    key: str
    title: str
    entries: list[Entry]

    @property
    def gaps(self) -> int:
        """Questions that are open."""
        return sum(entry.gap for entry in self.entries)


@dataclass(frozen=True)
class Sheet:
    """A datasheet."""

    language: Language
    title: str
    """Of the benchmark."""
    description: str
    facts: list[Fact]
    """The facts label."""
    sections: list[Section]
    figures: Figures

    @property
    def entries(self) -> Iterator[Entry]:
        """All questions, in order."""
        return (entry for section in self.sections for entry in section.entries)

    @property
    def gaps(self) -> list[str]:
        """The keys of questions that are open."""
        return [entry.key for entry in self.entries if entry.gap]

    @property
    def words(self) -> Words:
        """Those of its language."""
        return words_of(self.language)

    def plain(self) -> dict[str, Any]:
        """All of it for programs; the same bench gives the same."""
        return {
            "language": self.language,
            "title": self.title,
            "description": self.description,
            "label": [asdict(fact) for fact in self.facts],
            "sections": [
                {"key": section.key, "title": section.title, "questions": [asdict(entry) for entry in section.entries]}
                for section in self.sections
            ],
            "gaps": self.gaps,
            "figures": _finite(asdict(self.figures)),
        }


def words_of(language: Language) -> Words:
    """The words of a language."""
    return Words(language, "optotype.datasheet")


def make(bench: Bench, agree: Agree | None, language: Language, progress: Progress = silent) -> Sheet:
    """Fills a sheet from what happened in a bench, and from what its author wrote.

    Raises:
        OptotypeError: `datasheet.toml` or `optotype.toml` cannot be used.
    """
    words = words_of(language)
    written = author.read(bench)
    figures = gather(bench, agree, words, progress)
    told = tell(figures, words)
    sections = [
        Section(
            section,
            words(f"questions.{section}"),
            [_entry(section, key, told.get(key, Told()), written.get(key, ""), words) for key in keys],
        )
        for section, keys in SECTIONS.items()
    ]
    gaps = sum(section.gaps for section in sections)
    questions = sum(len(section.entries) for section in sections)
    return Sheet(
        language=language,
        title=line(figures.about.title) or words("datasheet.untitled"),
        description=line(figures.about.description, LONG),
        facts=label(figures, words, gaps, questions),
        sections=sections,
        figures=figures,
    )


def _entry(section: str, key: str, told: Told, written: str, words: Words) -> Entry:
    return Entry(
        key=f"{section}.{key}",
        question=words(f"questions.{key}"),
        told=told.said,
        grids=told.grids,
        author=paragraphs(written),
        hint=words(f"hints.{key}") if key in AUTHORS and not written else "",
    )


def _finite(value: object) -> Any:
    """Numbers that JSON has, and texts that can be written."""
    match value:
        case dict():
            some = cast("dict[str, object]", value)
            return {str(_finite(name)): _finite(part) for name, part in some.items()}
        case list() | tuple():
            return [_finite(part) for part in cast("Sequence[object]", value)]
        case str():
            return value.encode(errors="replace").decode()
        case float():
            return value if isfinite(value) else None
        case _:
            return value
