"""What metrics share that judge a graph against all graphs that are right, together.

Each caption is parsed once, many together, whichever metrics ask for its graph.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Case, GraphMetric, Mark
from optotype.records import Item, Value
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.meaning import FactualMR
from optotype.scenegraph.notation import BadGraph
from optotype.scenegraph.soft_spice import Pair


@dataclass(frozen=True)
class PooledMetric(GraphMetric):
    """Judges a graph against all graphs that are right, together. So more of them can cost something."""

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order; all graphs are compared together."""
        self._parse(cases)
        found = [self._pair(case) or super(PooledMetric, self).mark(case) for case in cases]
        return self._judge(found, [case.item for case in cases])

    def mark(self, case: Case) -> Mark:
        """Judges one answer, whatever became of the question."""
        return self.marks([case])[0]

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Judges what was said against one of the right values."""
        return self._judge([self._read(item, (right,), value)], [item])[0]

    def _judge(self, found: Sequence[Pair | Mark | str], items: Sequence[Item]) -> list[Mark]:
        """Marks what is no mark yet; a text says why two graphs cannot be compared."""
        pairs = [(one, item) for one, item in zip(found, items, strict=True) if isinstance(one, tuple)]
        compared = iter(self.compare([pair for pair, _ in pairs], [item for _, item in pairs]))
        return [
            one if isinstance(one, Mark) else self.plain(0.0, one) if isinstance(one, str) else next(compared)
            for one in found
        ]

    @abstractmethod
    def compare(self, pairs: Sequence[Pair], items: Sequence[Item]) -> list[Mark]:
        """A mark for each graph that was given with those that are right, and the item that they are about."""

    def _pair(self, case: Case) -> Pair | str | None:
        """What there is to compare; nothing, where what became of the question decides."""
        return None if case.given is None else self._read(case.item, case.gold.accepted, case.given)

    def _read(self, item: Item, accepted: Sequence[Value], value: Value) -> Pair | str:
        try:
            references = [self._graph(item, right) for right in accepted]
        except BadGraph as error:
            return f"gold is no scene graph: {error}"
        try:
            return self._graph(item, value), references
        except BadGraph as error:
            return f"no scene graph: {error}"

    def _graph(self, item: Item, value: Value) -> SceneGraph:
        found = self._meaning(item, value)
        return found.graph() if isinstance(found, FactualMR) else found
