"""Checks: what may be wrong with a benchmark as a whole. One file each; the verb is `examine`.

A check looks at the evidence and makes one claim, or says why it cannot. Its fields are settings: how much is too much.
Where it is chance that it has to be told from, its claim is about a difference whose interval excludes nothing only as
rarely as the audit allows, however many comparisons the check makes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from optotype.claims import PREFIX, SEVERITIES, Claim, Figure, Severity
from optotype.family import Family, refuse_senseless
from optotype.records import Finding

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence
    from optotype.statistics import Estimate

__all__ = ["Check", "Examined", "Unexamined"]

KEPT = 500
"""Findings about single items that a check keeps, those that matter most first."""


class Unexamined(Exception):
    """Why a check has nothing to say here."""


@dataclass(frozen=True)
class Examined:
    """What a check found."""

    claim: Claim
    items: list[Finding] = field(default_factory=list[Finding])
    """What it noticed about single items or pictures, what matters most first."""


@dataclass(frozen=True)
class Check(ABC):
    """Looks at a benchmark as a whole."""

    order: ClassVar[int]
    """Its place in the verdict."""
    by_chance: ClassVar[bool] = False
    """Does it tell something from chance, so that it may raise a false alarm?"""

    def __post_init__(self) -> None:
        """Refuses settings that are no numbers, or negative."""
        refuse_senseless(self)

    @property
    def name(self) -> str:
        """What it is called in settings, verdicts and findings."""
        return family.name_of(type(self))

    @property
    def about(self) -> str:
        """What it looks for, in a sentence: the first line of its file."""
        return family.about(type(self))

    @abstractmethod
    def examine(self, evidence: Evidence) -> Examined:
        """What there is to say.

        Raises:
            Unexamined: there is nothing to look at, or something is lacking.
        """

    def worst(self, rows: Sequence[tuple[Severity, float, dict[str, Figure]]]) -> Examined:
        """The claim that the worst row makes; of those that are as bad, the one that is furthest from what is fair."""
        severity, _, told = max(rows, key=lambda row: (SEVERITIES.index(row[0]), row[1]))
        case = "ok" if severity == "ok" else "found"
        return Examined(Claim(self.name, severity, case, told, tuple(row for _, _, row in rows)))

    def found(self, about: str, message: str, *, severity: Severity = "warning") -> Finding:
        """A finding about one item or picture."""
        grave = {"ok": "note", "notice": "note", "warning": "warning", "problem": "error"}[severity]
        return Finding.model_validate(
            {"rule": f"{PREFIX}{self.name}", "about": about, "severity": grave, "message": message}
        )


family: Family[Check] = Family("optotype.audit.checks", "check")


def build(settings: Mapping[str, Mapping[str, object]], place: str) -> list[Check]:
    """All checks in their order, with the settings that some have.

    Raises:
        OptotypeError: a check or a setting that does not exist, or a value that it cannot have; `place` begins it.
    """
    return sorted(family.build_all(settings, place).values(), key=lambda check: check.order)


def preferred(found: Estimate, fair: float, warning: float, problem: float) -> Severity:
    """How bad it is that something is right more often than would be fair, as far as chance can be told apart."""
    if found.low <= fair:
        return "ok"
    return "problem" if found.low - fair >= problem else graded(found.value - fair, warning, 2)


def graded(value: float, warning: float, problem: float) -> Severity:
    """How bad a figure is that should be nothing, and is something."""
    return "problem" if value >= problem else "warning" if value >= warning else "notice"
