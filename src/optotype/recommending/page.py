"""The page of a recommendation: one file that opens anywhere, for somebody who has never heard of CAR.

It has no script: pictures are enlarged by links, reasons are unfolded by the browser. However many figures a paper has
and however long its captions are, the file stays below about ten megabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from optotype import __version__
from optotype.files.whole import writing
from optotype.papers.marks import line
from optotype.recommending.album import Album, Shown
from optotype.recommending.remarks import Remark, remarks
from optotype.stems import stem
from optotype.web import alone
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.rankers import Reason
    from optotype.recommending import Choice, Recommendation
    from optotype.recommending.inspiring import Inspiration
    from optotype.web.words import Language

BUDGET = 6_000_000
"""Letters that all pictures of a page may have together."""

WHOLE = 8
"""Figures that are shown with all their reasons; the others stand below, small."""
MOST = 120
"""Figures that are shown at all."""
_MOST_INSPIRATIONS = 60
_MOST_PICTURES = 4
"""Pictures of one figure."""
_MOST_REMARKS = 30
_REASONS = 4
"""Of each figure but the first."""
_LARGE, _SMALL = (1000, 720), (360, 270)
_MOST_BYTES = 260_000
"""That one picture has."""
_LONGEST = 6_000
"""Letters of an abstract that are shown; of a caption a third, and a twentieth of what else people wrote."""

_MARK = re.compile(r"</?(?:MATH|NOTE|TAG)\s*>")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SIDED = {"words": "words", "cues of the whole": "whole", "cues of results": "results"}
"""Reasons that are known to speak for a figure if it has more of them, or less, in the weights of the package."""

Marked = Sequence[tuple[str, bool]]
"""A text in pieces, some of which are marked."""


def write_page(recommendation: Recommendation, target: Path, *, language: Language = "en") -> None:
    """Writes what is recommended as a page.

    Raises:
        BadTarget: it cannot be written.
    """
    text = page(recommendation, language)
    with writing(target) as stream:
        stream.write(text)


def page(recommendation: Recommendation, language: Language = "en") -> str:
    """The whole page."""
    words = Words(language, "optotype.recommending")
    view = View(recommendation, words, Album(recommendation.content, BUDGET))
    return alone.page("optotype.recommending", "paper", words, view=view, found=recommendation, version=__version__)


@dataclass(frozen=True)
class Why:
    """A reason, as it is shown."""

    text: str
    words: tuple[str, ...]
    weight: float
    share: float
    """How long its bar is, beside the heaviest reason of the page: from 0 to 100."""


@dataclass(frozen=True)
class Card:
    """A figure, as it is shown."""

    choice: Choice
    name: str
    caption: Marked
    pictures: tuple[Shown, ...]
    speak_for: tuple[Why, ...]
    speak_against: tuple[Why, ...]

    @property
    def marked(self) -> bool:
        """Is anything marked in the caption?"""
        return any(mark for _, mark in self.caption)


@dataclass(frozen=True)
class Hung:
    """A graphical abstract of another paper, as it hangs on the wall."""

    inspiration: Inspiration
    title: str
    authors: str
    picture: Shown | None


@dataclass(frozen=True)
class View:
    """What the page shows of a recommendation."""

    found: Recommendation
    words: Words
    album: Album

    @property
    def title(self) -> str:
        """What the paper is called."""
        return shown(self.found.paper.title, _LONGEST // 20) or self.words("paper.untitled")

    @property
    def authors(self) -> str:
        """Who wrote it."""
        return _named(self.found.paper.authors, self.words)

    @cached_property
    def abstract(self) -> Marked:
        """The abstract; words that the best figure's caption has are marked."""
        best = self.found.choices[0].matched if self.found.choices else ()
        return marked(shown(self.found.paper.abstract, _LONGEST), best)

    @cached_property
    def cards(self) -> list[Card]:
        """The first figures."""
        return [
            self._card(choice, _LARGE if choice.place == 1 else (640, 480)) for choice in self.found.choices[:WHOLE]
        ]

    @cached_property
    def rest(self) -> list[Card]:
        """Those after them."""
        return [self._card(choice, _SMALL) for choice in self.found.choices[WHOLE:MOST]]

    @property
    def hidden(self) -> int:
        """Figures that are not shown."""
        return max(0, len(self.found.choices) - MOST)

    @cached_property
    def own(self) -> list[Shown]:
        """The paper's own graphical abstract."""
        return self._pictures(self.found.paper.graphical_abstract, (640, 480))

    @cached_property
    def wall(self) -> list[Hung]:
        """Graphical abstracts of others."""
        return [self._hung(one) for one in self.found.inspirations[:_MOST_INSPIRATIONS]]

    @property
    def first_used(self) -> int | None:
        """The place of the first figure that the paper's own graphical abstract was made from."""
        return next((choice.place for choice in self.found.choices if choice.used), None)

    @property
    def remarks(self) -> list[Remark]:
        """What the reader should know."""
        return remarks(self.found.notes[:_MOST_REMARKS], self.words)

    @property
    def sentence(self) -> str:
        """How sure the ranking is, in words: the name of a text."""
        sureness = self.found.sureness or 0.5
        if len(self.found.choices) == 1:
            return "paper.sure_one"
        return "paper.sure_high" if sureness >= 0.85 else "paper.sure_middle" if sureness >= 0.65 else "paper.sure_low"

    @property
    def asked(self) -> list[str]:
        """What was asked of inspirations."""
        wish, words = self.found.searched, self.words
        told: list[str] = []
        if wish is not None and wish.fields:
            told.append(words("paper.only_fields", fields=", ".join(wish.fields)))
        if wish is not None and wish.years is not None:
            told.append(words("paper.only_years", first=wish.years[0], last=wish.years[1]))
        if wish is not None and wish.diverse is not None:
            told.append(words("paper.diverse"))
        return told

    def name(self, choice: Choice) -> str:
        """What a figure is called."""
        label = shown(choice.label, 80).rstrip(".: ")
        return label or self.words("paper.figure", id=shown(choice.figure, 80))

    def _card(self, choice: Choice, frame: tuple[int, int]) -> Card:
        heavy = [reason for reason in choice.reasons if reason.weight]
        reasons = [self._why(reason) for reason in (heavy if choice.place == 1 else heavy[:_REASONS])]
        return Card(
            choice,
            self.name(choice),
            marked(shown(choice.caption, _LONGEST // 3), choice.matched),
            tuple(self._pictures(choice.pictures, frame)),
            tuple(why for why in reasons if why.weight > 0),
            tuple(why for why in reasons if why.weight < 0),
        )

    def _pictures(self, ids: Iterable[str], frame: tuple[int, int]) -> list[Shown]:
        some = list(ids)[:_MOST_PICTURES]
        found = (self.album.show(picture, *frame, most=_MOST_BYTES) for picture in some)
        return [one for one in found if one is not None]

    def _why(self, reason: Reason) -> Why:
        weight = reason.weight
        # words that a caption has are no reason against it, but for those by which captions of results are known
        named = reason.words if weight > 0 or reason.what not in ("words", "new", "phrases") else ()
        return Why(
            self._told(reason),
            () if named == (reason.what,) else tuple(shown(word, 60) for word in named[:8]),
            weight,
            round(100 * min(1.0, abs(weight) / self._heaviest), 1) if self._heaviest else 0.0,
        )

    def _told(self, reason: Reason) -> str:
        """A reason in the language of the page."""
        table, what = self.words.table, reason.what
        side = "for" if reason.weight > 0 else "against"
        if self.found.ranker == "blend" and what in _SIDED:
            return table[f"reasons.{_SIDED[what]}_{side}"]
        if reason.words == (what,):
            return self.words("reasons.word", word=shown(what, 60))
        return table.get(f"reasons.{what}") or shown(self.found.meanings.get(what, what), 200)

    @cached_property
    def _heaviest(self) -> float:
        return max((abs(why.weight) for choice in self.found.choices for why in choice.reasons), default=0.0)

    def _hung(self, one: Inspiration) -> Hung:
        picture = next(iter(self._pictures(one.pictures[:1], (480, 360))), None)
        return Hung(one, shown(one.title or one.paper, _LONGEST // 20), _named(one.authors, self.words), picture)


def shown(text: str, most: int) -> str:
    """A text that people wrote, in a line, without the marks of its source, and not longer than so many letters."""
    said = _MARK.sub("", line(text[: 2 * most]))
    said = " ".join(said.split())
    return said if len(said) <= most else f"{said[: most - 1].rstrip()}…"


def marked(text: str, those: Iterable[str]) -> Marked:
    """A text in pieces; words that have the stem of one of those are marked."""
    stems = {stem(word) for one in those for word in _WORD.findall(one.casefold())}
    return list(_pieces(text, stems)) if stems else [(text, False)]


def _pieces(text: str, stems: set[str]) -> Iterator[tuple[str, bool]]:
    end = 0
    for found in _WORD.finditer(text):
        if stem(found[0].casefold()) in stems:
            if end < found.start():
                yield text[end : found.start()], False
            yield found[0], True
            end = found.end()
    if end < len(text):
        yield text[end:], False


def _named(authors: Sequence[str], words: Words, most: int = 4) -> str:
    named = ", ".join(shown(author, 80) for author in authors[:most])
    return f"{named} {words('paper.others')}" if len(authors) > most else named
