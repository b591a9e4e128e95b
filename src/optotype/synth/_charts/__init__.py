"""Figure types: what a figure of that type holds, how it is drawn, and what can be asked about it. One file per type.

A figure type composes a part of a figure (its values, names and colours), paints it (which adds where each mark lies)
and has templates, each of which asks one question of one kind. A template is given a part and gives back a `Draft`, or
None where the part does not allow its question. All of a part is plain data: it becomes the scene of the items.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from optotype.family import Family
from optotype.synth._charts._axes import Axis, number, share, value_at
from optotype.synth._charts._style import Rung, Style
from optotype.synth._charts._topics import Field

if TYPE_CHECKING:
    from optotype.synth._charts._canvas import Box, Canvas


class Kind:
    """The kinds of question, as SciVQA names them."""

    INFINITE_VISUAL = "closed-ended infinite answer set visual"
    INFINITE = "closed-ended infinite answer set non-visual"
    BINARY_VISUAL = "closed-ended finite answer set binary visual"
    BINARY = "closed-ended finite answer set binary non-visual"
    CHOICE_VISUAL = "closed-ended finite answer set non-binary visual"
    CHOICE = "closed-ended finite answer set non-binary non-visual"
    UNANSWERABLE = "unanswerable"


KINDS = (
    Kind.INFINITE_VISUAL, Kind.INFINITE, Kind.BINARY_VISUAL, Kind.BINARY, Kind.CHOICE_VISUAL, Kind.CHOICE,
    Kind.UNANSWERABLE,
)  # fmt: skip
"""All seven."""
VISUAL = {Kind.INFINITE_VISUAL, Kind.BINARY_VISUAL, Kind.CHOICE_VISUAL}

READING_ERROR = 0.03
"""How far off a value that is read from an axis may be, as a part of the axis."""

Part = dict[str, Any]
"""A figure, or one of several: plain data, all of which goes into the scene."""


@dataclass(frozen=True)
class About:
    """A number that is read from an axis: anything from low to high is right."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Said:
    """Words or figures as they stand in the picture; any of these is right."""

    accepted: tuple[str, ...]


@dataclass(frozen=True)
class Picks:
    """Four options, some right."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class Draft:
    """A question about a part, and its answer; None for an answer that the figure does not give."""

    text: str
    answer: About | Said | Picks | bool | None
    given: dict[str, Any]
    """What the question names, so that the answer can be worked out again from the scene."""


@dataclass(frozen=True)
class Brief:
    """What a part is to be like."""

    chance: Random
    rung: Rung
    field: Field
    style: Style
    compact: bool
    """Is it one of several, with less room?"""

    def things(self, least: int = 3, most: int = 12) -> int:
        """How many things to show."""
        low, high = self.rung.things
        if self.compact:
            most = min(most, 6)
        return max(least, min(most, self.chance.randint(low, high)))

    def series(self, least: int = 1, most: int = 8) -> int:
        """How many series to show."""
        low, high = self.rung.series
        if self.compact:
            most = min(most, 4)
        return max(least, min(most, self.chance.randint(low, high)))

    def extra(self) -> bool:
        """Is one of the things there that make a figure harder to read?"""
        return self.chance.random() < self.rung.extras

    def printed(self) -> bool:
        """Are the values printed beside the marks?"""
        return self.chance.random() < self.rung.printed


@dataclass(frozen=True)
class Ask:
    """What a template is given."""

    chance: Random
    rung: Rung
    field: Field
    part: Part
    kind: str
    truth: bool
    """What a binary question is to be answered by."""
    compound: bool
    elsewhere: frozenset[str] = frozenset()
    """Names and quantities in other parts of the figure."""

    def say(self, wordings: str | Sequence[str], **names: Any) -> str:
        """A question in one of its wordings, with the sub-figure that it is about.

        In place of `{quantity}` or `{rival}` stands what the part calls so, if `names` says nothing else.
        """
        wording = wordings if isinstance(wordings, str) else self.chance.choice(wordings)
        text = _AN.sub("an", wording.format_map({**self.part, **names}))
        if not self.compound:
            return text
        by_place = self.kind in VISUAL and self.chance.random() < 0.75
        where = f"the {self.part['place']} sub-figure" if by_place else f"sub-figure ({self.part['letter']})"
        if text.count("?") == 1 and text.endswith("?") and "," not in text and self.chance.random() < 0.3:
            return f"{text[:-1]} in {where}?"
        return f"In {where}, {text[0].lower()}{text[1:]}"

    def apart(self, one: float, other: float, axis: Axis | None = None, gap: float | None = None) -> bool:
        """Do two values differ so much that a person sees it? Values that are printed need only differ."""
        if axis is None:
            return one != other
        return abs(share(axis, one) - share(axis, other)) >= (self.rung.gap if gap is None else gap)

    def about(self, value: float, axis: Axis, error: float = READING_ERROR) -> About:
        """A value that is read from an axis, with what is accepted for it."""
        place = share(axis, value)
        low, high = value_at(axis, place - error), value_at(axis, place + error)
        return About(value, float(f"{low:.4g}"), float(f"{high:.4g}"))


_AN = re.compile(r"\ba(?= (?:[aeio]|F1|N-|X-ray|I-))")
"""The article before what sounds like a vowel."""


def counted(count: int) -> Said:
    """A count, in figures or in words."""
    words = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return Said((str(count), words[count]) if count < len(words) else (str(count),))


def exactly(value: float, unit: str = "") -> Said:
    """A printed value, with its unit or without."""
    text = number(value)
    if unit == "%":
        return Said((f"{text}%", text, f"{text} %"))
    return Said((text, f"{text} {unit}") if unit else (text,))


@dataclass(frozen=True)
class Template:
    """One way to ask one kind of question."""

    name: str
    kind: str
    ask: Callable[[Ask], Draft | None]
    topic: str
    """What it is about; siblings about the same are avoided."""


@dataclass
class Templates:
    """The templates of a figure type, in the order of its file: `@templates(BINARY, "compare")`."""

    prefix: str
    all: list[Template] = field(default_factory=list[Template])

    def __call__(
        self, kind: str, topic: str = ""
    ) -> Callable[[Callable[[Ask], Draft | None]], Callable[[Ask], Draft | None]]:
        """Takes a function in as a template, under its own name."""

        def keep(ask: Callable[[Ask], Draft | None]) -> Callable[[Ask], Draft | None]:
            self.add(ask.__name__, kind, ask, topic)
            return ask

        return keep

    def add(self, name: str, kind: str, ask: Callable[[Ask], Draft | None], topic: str = "") -> None:
        """Takes a way of asking in under a name, where a figure type adds nothing to it but words."""
        self.all.append(Template(f"{self.prefix}.{name}", kind, ask, topic or name))

    def of(self, kind: str) -> Iterator[Template]:
        """Those of one kind."""
        return (template for template in self.all if template.kind == kind)


class FigureType(ABC):
    """One type of figure."""

    name: ClassVar[str]
    """As SciVQA calls it."""
    templates: ClassVar[Templates]
    shape: ClassVar[float] = 0.75
    """Height for a width of one."""
    holds: ClassVar[str] = ""
    """Where its parts keep what has a name: `slices`, `nodes`."""

    @abstractmethod
    def compose(self, brief: Brief) -> Part:
        """Makes up what the figure shows."""

    @abstractmethod
    def paint(self, part: Part, canvas: Canvas, box: Box, style: Style) -> None:
        """Draws it, and adds to the part where things lie."""

    def names(self, part: Part) -> list[str]:
        """The names that are written in it, apart from those at its axes."""
        return [one["name"] for one in part[self.holds]]

    @abstractmethod
    def sentence(self, part: Part) -> str:
        """What the caption says about it; nothing that a question asks."""


family: Family[FigureType] = Family("optotype.synth._charts", "figure type")
