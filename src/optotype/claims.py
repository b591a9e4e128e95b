"""Claims: what an audit says about a whole benchmark, kept as findings about no record in particular.

An audit makes them, and pages show them in any language: their texts stand in `web/words/claims.toml`, and a claim
keeps the figures that go into its text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from pydantic import JsonValue

from optotype.people_rows import row_called
from optotype.records import Finding
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench

Severity = Literal["ok", "notice", "warning", "problem"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""From the least to the worst."""

Figure: TypeAlias = str | float
"""What goes into a text or a table: a share from 0 to 1 is a float, a count is an int, a name is a text."""

PREFIX = "audit."
"""What the rules of an audit's findings begin with."""
WHOLE = ""
"""What such a finding is about if it concerns the whole benchmark."""

_AS_FINDING: Mapping[Severity, Literal["error", "warning", "note"]] = {
    "ok": "note",
    "notice": "note",
    "warning": "warning",
    "problem": "error",
}


@dataclass(frozen=True)
class Claim:
    """What one check says."""

    check: str
    severity: Severity
    case: str = ""
    """Which of the check's texts tells it; that of the severity unless given."""
    figures: Mapping[str, Figure] = field(default_factory=dict[str, Figure])
    """What goes into the text."""
    rows: tuple[Mapping[str, Figure], ...] = ()
    """What was measured, line by line, for tables and plots."""

    def tell(self, words: Words) -> str:
        """The claim in plain words."""
        return words(f"claims.{self.check}_{self.case or self.severity}", **spoken(self.figures, words))

    def finding(self) -> Finding:
        """The claim as the store keeps it."""
        told: dict[str, JsonValue] = {
            "severity": self.severity,
            "case": self.case,
            "figures": dict(self.figures),
            "rows": [dict(row) for row in self.rows],
        }
        return Finding(
            rule=f"{PREFIX}{self.check}",
            about=WHOLE,
            severity=_AS_FINDING[self.severity],
            message=self.tell(Words("en", "optotype.web")),
            figures=told,
        )


def worst(claims: list[Claim]) -> Severity:
    """The worst that any of them says; `ok` where there are none."""
    return SEVERITIES[max((SEVERITIES.index(claim.severity) for claim in claims), default=0)]


def claims(bench: Bench) -> list[Claim]:
    """What the last audit said, in its order."""
    found = bench.store.find(Finding, {"about": WHOLE})
    return [claim for finding in found if (claim := _claim(finding)) is not None]


def _claim(finding: Finding) -> Claim | None:
    severity, figures = finding.figures.get("severity"), finding.figures.get("figures")
    if not finding.rule.startswith(PREFIX) or severity not in SEVERITIES or not isinstance(figures, dict):
        return None
    rows = finding.figures.get("rows")
    return Claim(
        check=finding.rule.removeprefix(PREFIX),
        severity=severity,
        case=str(finding.figures.get("case") or ""),
        figures=_figures(figures),
        rows=tuple(_figures(row) for row in rows if isinstance(row, dict)) if isinstance(rows, list) else (),
    )


def _figures(found: Mapping[str, JsonValue]) -> dict[str, Figure]:
    return {name: value for name, value in found.items() if isinstance(value, str | int | float)}


def number(figures: Mapping[str, Figure], name: str) -> float:
    """A figure that is a number; nothing counts as 0."""
    value = figures.get(name, 0.0)
    return 0.0 if isinstance(value, str) else float(value)


def spoken(figures: Mapping[str, Figure], words: Words) -> dict[str, str]:
    """Figures as a language writes them: shares in percent, counts, rows of people by name, other texts as they are."""
    said = {name: _spoken(value, words) for name, value in figures.items()}
    if (sight := f"claims.sight_{figures.get('sight')}") in words.table:
        said["sight"] = words(sight)
    if "part" in said:
        said["part"] = part_called(said["part"], words)
    return said


def part_called(part: str, words: Words) -> str:
    """Items of one form of a collection, as a language calls them: `icons: choice of texts`."""
    collection, _, form = part.rpartition(": ")
    called = f"claims.form_{form.replace(' ', '_')}"
    return f"{collection}: {words(called)}" if collection and called in words.table else part


def _spoken(value: Figure, words: Words) -> str:
    if isinstance(value, str):
        return row_called(value, words)
    return words.count(value) if isinstance(value, int) else words.percent(value)
