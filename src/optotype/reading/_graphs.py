"""The scene graph that a reply holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from optotype.reading._conclusions import Passage
from optotype.reading._readers import Doubt, Outcome, Reader, Said
from optotype.reading._text import Heard, hear
from optotype.records import Graph
from optotype.scenegraph import notation

LONGEST = 100_000
"""A longer reply is no graph of a caption."""

_FACT = re.compile(r"\(([^()\n]{1,2000})\)")
_BETWEEN = re.compile(r"[\s,;.&]*(?:and\s+)?(?:[-*•]|\d{1,3}[.)])?\s*")


class Facts(Reader):
    """Reads scene graphs, out of prose and lists too."""

    bare_lines = False
    concludes = False
    lists = True

    def __init__(self, form: Graph) -> None:
        self.form = form

    def hear(self, reply: str) -> Heard:
        """As a whole, where it can be a graph at all."""
        return hear(reply, longest=LONGEST)

    def plain(self, text: str) -> Outcome:
        """A graph and nothing else."""
        try:
            facts = notation.parse(text)
        except notation.BadGraph:
            return None
        return self._checked(facts) if facts else None

    def stated(self, passage: Passage) -> Outcome:
        """The graph that was announced."""
        if passage.from_json and isinstance(passage.data, list):
            return self._listed(passage.data)
        return self.plain(passage.rest) or self._pulled(passage.rest)

    def loose(self, heard: Heard) -> Outcome:
        """The only graph of a reply; a remark in parentheses is none."""
        if heard.shortened:
            return Doubt(f"a reply of {len(heard.full):,} letters is no graph")
        return self._pulled(heard.text)

    def _pulled(self, text: str) -> Outcome:
        runs = [run for run in _runs(text) if any(len(fact) > 1 for fact in run)]
        if not runs:
            return None
        if any(run != runs[0] for run in runs):
            return Doubt(f"{len(runs)} graphs are given, and they differ")
        return self._checked(runs[0])

    def _listed(self, values: Sequence[object]) -> Outcome:
        facts: list[notation.Fact] = []
        for value in values:
            if isinstance(value, list | tuple):
                facts.append(tuple(" ".join(str(term).split()) for term in value))  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
                continue
            try:
                facts += notation.parse(str(value))
            except notation.BadGraph:
                return None
        return self._checked(facts) if facts else None

    def _checked(self, facts: Sequence[notation.Fact]) -> Outcome:
        allowed = range(1, 8) if self.form.notation == "factual_mr" else (1, 3)
        for fact in facts:
            if len(fact) not in allowed:
                return Doubt(f"a fact of {len(fact)} terms: {', '.join(fact)[:60]}")
        try:
            return Said(notation.write(facts), "the graph")
        except ValueError as error:
            return Doubt(str(error)[:80])


def _runs(text: str) -> list[tuple[notation.Fact, ...]]:
    """The graphs in a text: facts in parentheses that follow each other with nothing but commas and bullets between."""
    found = list(_FACT.finditer(text))
    parsed: list[notation.Fact | None] = []
    for fact in found:
        try:
            parsed.append(notation.parse(fact[0])[0])
        except notation.BadGraph:
            parsed.append(None)
    runs: list[list[notation.Fact]] = []
    fresh = True
    for place, fact in enumerate(parsed):
        if fact is None:
            fresh = True
            continue
        if fresh or not runs:
            runs.append([])
        runs[-1].append(fact)
        following = found[place + 1].start() if place + 1 < len(found) else len(text)
        gap = text[found[place].end() : following]
        fresh = len(gap) > 40 or _BETWEEN.fullmatch(gap) is None
    return [tuple(run) for run in runs]
