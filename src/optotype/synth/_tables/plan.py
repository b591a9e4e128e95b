"""Plans: what is settled about a table before it is filled. The level sets the knobs, a question may turn some."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from optotype.synth._tables.language import Both, Language, date_styles

OPTIONS = 7
"""How many options a question has."""

MARKS = ("arrow", "star", "exclamation", "letter", "bold", "underline", "red", "fill")
"""How results outside their range can be marked."""


@dataclass(frozen=True)
class Rung:
    """What a level of difficulty sets."""

    rows: tuple[int, int]
    columns: tuple[int, int]
    size: int
    """Of the print, in pixels."""
    near: float
    """How close wrong options lie to the right one, 0 to 1; and how alike the names in the options are."""
    strain: float
    """How hard the photograph is, 0 to 1."""
    empties: float
    """Share of cells left empty, where a column may have empty cells."""
    merged: float
    """How often heading cells are merged, and rows grouped in sections."""
    clutter: float
    """How often other things stand around the table."""


LADDER = (
    Rung((2, 8), (2, 4), 22, 0.0, 0.10, 0.0, 0.0, 0.1),
    Rung((3, 11), (3, 5), 20, 0.1, 0.20, 0.0, 0.2, 0.2),
    Rung((5, 15), (3, 5), 19, 0.25, 0.30, 0.03, 0.4, 0.35),
    Rung((7, 20), (4, 6), 18, 0.4, 0.42, 0.05, 0.5, 0.5),
    Rung((9, 26), (4, 6), 17, 0.55, 0.54, 0.08, 0.6, 0.6),
    Rung((12, 34), (5, 7), 16, 0.7, 0.68, 0.10, 0.7, 0.7),
    Rung((18, 46), (5, 8), 15, 0.85, 0.82, 0.12, 0.8, 0.8),
    Rung((28, 60), (6, 9), 14, 1.0, 1.0, 0.15, 0.9, 0.9),
)


@dataclass
class Plan:
    """What is settled about one table."""

    language: Language
    level: int
    rows: int
    row_window: tuple[int, ...]
    """Seven numbers of rows, of which this table's was chosen with equal chances."""
    columns: int
    comma: bool
    """Are decimal fractions written with a comma?"""
    date_style: str
    empty_style: str
    mark: str | None
    """How results outside their range are marked; None if they are not."""
    out: int | None = None
    """How many results lie outside their range; by chance unless given."""
    high: int | None = None
    """How many of them lie above; by chance unless given."""
    sections: int | None = None
    section_size: int | None = None
    """How many rows the first section drawn by lot gets; by chance unless given."""
    words: int | None = None
    """How many results are words; by chance unless given."""
    needed: frozenset[str] = frozenset()
    """Keys of columns that must be there."""
    banned: frozenset[str] = frozenset()
    """Keys of columns that must not be there."""
    exact_columns: bool = False
    shuffled_rows: bool = False
    shuffled_columns: bool = False
    titled: bool = False
    """Must the title be shown?"""
    headed: bool = False
    """Must the block of fields above the table be shown?"""
    panel: str | None = None
    """Which laboratory panel, where a question wants a certain one."""
    settings: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def rung(self) -> Rung:
        """What the level sets."""
        return LADDER[self.level - 1]

    def limit_rows(self, most: int) -> None:
        """Keeps to so many rows, where a question wants a subject or panel that has no more."""
        if self.row_window[-1] > most:
            self.rows = min(self.rows, most)
            self.row_window = (self.rows,)

    def say(self, both: Both) -> str:
        """A text in the table's language."""
        return both[0] if self.language == "ru" else both[1]

    def number(self, value: float, decimals: int) -> str:
        """A number as this table writes it."""
        text = f"{value:.{decimals}f}"
        return text.replace(".", ",") if self.comma else text


def make_plan(chance: Random, language: Language, level: int) -> Plan:
    """Settles what a level leaves open."""
    rung = LADDER[level - 1]
    window = consecutive(chance, *rung.rows)
    return Plan(
        language=language,
        level=level,
        rows=chance.choice(window),
        row_window=window,
        columns=chance.randint(*rung.columns),
        comma=language == "ru" and chance.random() < 0.7,
        date_style=chance.choice(date_styles(language)),
        empty_style=chance.choice(("blank", "dash", "letters")),
        mark=chance.choice((*MARKS, None, None)),
        sections=None if chance.random() < rung.merged else 0,
    )


def consecutive(chance: Random, low: int, high: int) -> tuple[int, ...]:
    """Seven consecutive numbers between two bounds, from which the right one is then drawn.

    The numbers come first and the answer after them: then no option is likelier than another, wherever the bounds lie.
    """
    first = chance.randint(low, high - OPTIONS + 1)
    return tuple(range(first, first + OPTIONS))
