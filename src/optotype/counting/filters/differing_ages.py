"""Batches in which somebody gave two ages: the age group is asked for at both ends, with the options in two orders."""

from __future__ import annotations

from dataclasses import dataclass

from optotype.counting.attention import AGE
from optotype.counting.filters._checked import ByChecks


@dataclass(frozen=True)
class DifferingAges(ByChecks):
    """All answers of a batch that was done without looking, where the two ages differ."""

    about = "two ages that differ"
    order = 60
    kind = AGE
