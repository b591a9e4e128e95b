"""What metrics of scene graphs share: graphs are read in the notation of their item, and judged many at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from optotype.metrics import Case, Mark, Metric
from optotype.records import Graph, Item, State, Value
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.meaning import FactualMR
from optotype.scenegraph.notation import BadGraph
from optotype.scenegraph.soft_spice import Pair


@dataclass(frozen=True)
class GraphMetric(Metric):
    """Judges a graph against all graphs that are right, together. So more of them can cost something."""

    forms = frozenset({"graph"})

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order; all graphs are compared together."""
        return self._judge([_pair(case) or super(GraphMetric, self).mark(case) for case in cases])

    def mark(self, case: Case) -> Mark:
        """Judges one answer, whatever became of the question."""
        return self.marks([case])[0]

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Judges what was said against one of the right values."""
        return self._judge([_read(item, (right,), value)])[0]

    def _judge(self, found: Sequence[Pair | Mark | str]) -> list[Mark]:
        """Marks what is no mark yet; a text says why two graphs cannot be compared."""
        compared = iter(self.compare([one for one in found if isinstance(one, tuple)]))
        return [
            one if isinstance(one, Mark) else self.plain(0.0, one) if isinstance(one, str) else next(compared)
            for one in found
        ]

    @abstractmethod
    def compare(self, pairs: Sequence[Pair]) -> list[Mark]:
        """A mark for each graph that was given with those that are right."""


def meaning(item: Item, text: str) -> SceneGraph | FactualMR:
    """What a text says, in the notation of an item.

    Raises:
        BadGraph: it is no graph.
    """
    form = item.form
    if isinstance(form, Graph) and form.notation == "factual_mr":
        return FactualMR.parse(text)
    return SceneGraph.parse(text)


def _pair(case: Case) -> Pair | str | None:
    """What there is to compare; nothing, where what became of the question decides."""
    if case.answer.state is not State.GIVEN or case.answer.value is None or case.gold.unanswerable:
        return None
    return _read(case.item, case.gold.accepted, case.answer.value)


def _read(item: Item, accepted: Sequence[Value], value: Value) -> Pair | str:
    try:
        references = [_graph(item, right) for right in accepted]
    except BadGraph as error:
        return f"gold is no scene graph: {error}"
    try:
        return _graph(item, value), references
    except BadGraph as error:
        return f"no scene graph: {error}"


def _graph(item: Item, value: Value) -> SceneGraph:
    found = meaning(item, str(value))
    return found.graph() if isinstance(found, FactualMR) else found
