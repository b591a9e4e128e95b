"""Items about the same picture or paper are in two splits.

What a model saw in training is then asked in the test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optotype.audit.checks import KEPT, Check, Examined, Unexamined
from optotype.claims import Claim

if TYPE_CHECKING:
    from optotype.audit.evidence import Evidence


@dataclass(frozen=True)
class SharedSource(Check):
    """Clusters and papers, and the splits that their items are in."""

    order = 50

    problem: float = 0.01
    """The share of items from which on it is a problem; a single one is worth a warning."""

    def examine(self, evidence: Evidence) -> Examined:
        """Walks over all items once."""
        first: dict[str, tuple[str, int]] = {}
        crossing: dict[str, set[str]] = {}
        counts: dict[str, int] = {}
        splits: set[str] = set()
        total = 0
        for item in evidence.every():
            if item.split is None:
                continue
            total += 1
            splits.add(item.split)
            sources = {f"cluster {item.cluster}", *([f"paper {item.paper}"] if item.paper else ())}
            for source in sources:
                counts[source] = counts.get(source, 0) + 1
                there = first.setdefault(source, (item.split, total))[0]
                if there != item.split:
                    crossing.setdefault(source, {there}).add(item.split)
        if len(splits) < 2:
            raise Unexamined("there are not two splits")
        if not crossing:
            return Examined(Claim(self.name, "ok", figures={"items": total, "splits": ", ".join(sorted(splits))}))
        items = min(total, sum(counts[source] for source in crossing if source.startswith("cluster ")))
        items = items or sum(counts[source] for source in crossing)
        share = items / total
        names = sorted(crossing, key=lambda source: (-counts[source], source))
        found = [
            self.found(
                source.partition(" ")[2],
                f"its items are in several splits: {', '.join(sorted(crossing[source]))}",
                severity="problem",
            )
            for source in names[:KEPT]
        ]
        figures = {
            "items": items,
            "share": share,
            "sources": len(crossing),
            "first": names[0].partition(" ")[2],
            "splits": ", ".join(sorted({split for some in crossing.values() for split in some})),
        }
        return Examined(Claim(self.name, "problem" if share >= self.problem else "warning", "found", figures), found)
