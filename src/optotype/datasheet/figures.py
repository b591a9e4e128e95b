"""Figures: what happened in a bench, as it is counted from the store. Texts are made of these, and the JSON is these.

People are counted, never named. What was not done is a zero, or nothing; what is not known is None.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Counts = dict[str, int]
"""By name, how many; the most frequent first, unless there is an order of its own."""


@dataclass(frozen=True)
class About:
    """What the bench says of itself."""

    title: str
    description: str
    licence: str | None
    citation: str | None
    url: str | None


@dataclass(frozen=True)
class Source:
    """A collection: where some of the items come from."""

    name: str
    title: str
    format: str
    """What it was read from; `draw`, `generate` and `write` are made in the bench."""
    licence: str | None
    citation: str | None
    url: str | None
    items: int


@dataclass(frozen=True)
class ItemFigures:
    """How many items there are, and of which kinds."""

    count: int
    """Those that are left out are not in it."""
    forms: Counts
    kinds: Counts
    """By the tag `kind`."""
    splits: Counts
    languages: Counts
    """By the tag `language`."""
    clusters: int
    """Different pictures or papers that items share."""
    largest: int
    """Items about the one that most items are about."""
    torn: int
    """Those of these pictures or papers with items in more than one split."""
    excluded: Counts
    """By reason, items that are left out."""
    edited: int
    """Items that were changed since they came."""
    papers: int


@dataclass(frozen=True)
class PictureFigures:
    """How many pictures there are, under which licences, and what was done to them."""

    count: int
    files: int
    """Different files."""
    missing: int
    """Pictures without a file."""
    bytes: int
    licences: Counts
    """By licence of their own; nothing stands for that of the collection."""
    edited: int
    edits: Counts
    """By operation, how many pictures it was done to."""


@dataclass(frozen=True)
class OriginFigures:
    """How items came about."""

    kinds: Counts
    """Imported, drawn, generated, written."""
    formats: Counts
    """By format that was imported."""
    drawers: Counts
    """By drawer with its seed."""
    models: Counts
    """By model that wrote items."""
    roles: dict[str, Counts]
    """By role in writing, by model, how many items it played that role for."""


@dataclass(frozen=True)
class LintFigures:
    """What rules noticed about single items, pictures and collections."""

    times: int
    """How often lint was run."""
    errors: int
    warnings: int
    notes: int
    rules: Counts
    """By rule, how many findings."""
    personal: int
    """Findings about personal data."""
    suppressed: Counts
    """By rule, about how many records somebody said that its findings do not count."""
    reasons: dict[str, Counts]
    """By rule, by reason given for that, about how many records."""


@dataclass(frozen=True)
class Project:
    """A project of the studio."""

    title: str
    screen: str
    """What people saw and filled in."""
    overlap: int
    """How many people do each task."""
    phases: tuple[str, ...]
    """Kinds of its phases: training, main, test."""
    tasks: int
    done: int
    """Tasks that somebody handed in, each as often as it was."""
    people: int
    """Who have worked on it and exist."""
    simulated: int
    """Who have worked on it and do not."""
    guidelines: int
    """Words of the guidelines."""
    checks: int
    """Questions about the guidelines."""
    planted: int
    """Items, or collections of them, whose answer is plain, to see who reads."""
    repeats: int
    """Tasks that everybody is asked again."""
    background: tuple[str, ...]
    """What people are asked about themselves."""


@dataclass(frozen=True)
class PeopleFigures:
    """People who answered or reviewed. Who does not exist is counted apart."""

    count: int
    """People who exist."""
    simulated: int
    """People who do not exist."""
    roles: Counts
    """Of people who exist."""
    simulated_roles: Counts
    """Of people who do not."""
    background: dict[str, Counts]
    """By question about themselves, what people who exist chose; small groups are put together."""
    projects: tuple[Project, ...] = ()


@dataclass(frozen=True)
class Filtered:
    """What one filter left out."""

    filter: str
    about: str
    answers: int
    people: int


@dataclass(frozen=True)
class AnswerFigures:
    """What people said."""

    count: int
    """All answers of people."""
    counted: int
    """Those that filters let through."""
    counted_simulated: int
    """People who do not exist among those whose answers count."""
    counted_people: int
    """Everybody whose answers count."""
    filters: tuple[Filtered, ...]
    """In the order in which they looked; those that left nothing out too."""
    items: int
    """Items with an answer that counts."""
    fewest: int
    median: float
    most: int
    """Answers that count, of an item that has any."""
    reviews: Counts
    """By verdict, reviews of items."""


@dataclass(frozen=True)
class Decided:
    """Right answers that one branch of one rule decided."""

    rule: str
    branch: str
    items: int
    counted: int
    """Answers of people that were counted for them."""
    simulated: int
    """Those of them for which answers of people were counted who do not exist."""


@dataclass(frozen=True)
class GoldFigures:
    """The right answers."""

    count: int
    without: int
    """Items that have none."""
    unanswerable: int
    contested: int
    """Items about which people do not agree."""
    again: int
    """Right answers that were decided anew since they came."""
    decided: tuple[Decided, ...]


@dataclass(frozen=True)
class Agreed:
    """How far people agree about items of one form."""

    form: str
    level: str
    """How answers were compared."""
    people: int
    answers: int
    shared: int
    """Items that two of them at least answered."""
    same: float | None
    """Share of pairs of people who said the same."""
    alpha: float | None
    low: float | None
    high: float | None
    too_few: bool
    """Are items about which anybody says anything but the commonest value too few for an interval?"""


RunKind = Literal["people", "blind", "other"]


@dataclass(frozen=True)
class Scored:
    """A run, and what it came to."""

    run: str
    respondent: str
    kind: RunKind
    """People; a respondent without eyes; anybody else."""
    simulated: bool
    metric: str | None
    """None where nothing was judged."""
    items: int
    value: float | None
    low: float | None
    high: float | None
    on: str | None
    """The day."""


@dataclass(frozen=True)
class Claimed:
    """What a check of the audit says."""

    check: str
    severity: str
    told: str


@dataclass(frozen=True)
class Done:
    """A command that changed the bench."""

    command: str
    times: int
    first: str
    """The day."""
    last: str


@dataclass(frozen=True)
class Figures:
    """All that is known."""

    about: About
    sources: tuple[Source, ...]
    items: ItemFigures
    pictures: PictureFigures
    origins: OriginFigures
    lint: LintFigures
    people: PeopleFigures
    answers: AnswerFigures
    gold: GoldFigures
    agreement: tuple[Agreed, ...]
    runs: tuple[Scored, ...]
    claims: tuple[Claimed, ...]
    audited: str | None
    """The day of the last audit."""
    history: tuple[Done, ...]
    first: str | None
    """The day of the first command that changed the bench, and of the last."""
    last: str | None
    made_with: str = field(default="")
    """The release of Optotype."""
