"""What metrics of scene graphs share: graphs are read in the notation of their item, captions by a parser.

Each caption is parsed once, many together, whichever metrics ask for its graph.
"""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from optotype import parsers
from optotype.errors import OptotypeError
from optotype.formats._values import as_text
from optotype.metrics import A_MODEL, Case, Mark, Metric
from optotype.parsing import Reader, shared
from optotype.records import Graph, Item, Origin, ShortText, State, Value
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.meaning import FactualMR
from optotype.scenegraph.notation import BadGraph
from optotype.scenegraph.soft_spice import Pair

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from optotype.bench import Bench

Table: TypeAlias = "NDArray[np.float64]"
"""A number for each pair of graphs: (candidates, references)."""


@dataclass(frozen=True)
class GraphMetric(Metric):
    """Judges graphs; with a parser, captions as well."""

    forms = frozenset({"graph"})
    unsigned = frozenset({"parser"})  # it is signed where there is one: graphs need none

    parser: str | None = None
    """Who makes graphs of captions, as for `optotype parse`; without one, graphs alone are judged."""

    def __post_init__(self) -> None:
        """With a parser it judges texts, and needs what the parser needs."""
        super().__post_init__()
        if self.parser is not None:
            vars(self).update(forms=self.forms | {"short_text"}, needs=A_MODEL)

    def suited(self, has: Callable[[str], bool], parser: str | None = None) -> Metric:
        """With a parser, where captions are all that there is to judge."""
        if self.parser is not None or not has("short_text") or has("graph"):
            return self
        return dataclasses.replace(self, parser=parser or parsers.DEFAULT)

    def _signed(self) -> dict[str, object]:
        return super()._signed() | ({} if self.parser is None else {"parser": _called(self.parser)})

    def prepare(self, bench: Bench) -> None:
        """Loads the parser, before anybody is asked.

        Raises:
            OptotypeError: there is no such parser, or what it needs is not there.
        """
        super().prepare(bench)
        if self.parser is not None:
            self._reader.graphs(["a dog"])

    @cached_property
    def _reader(self) -> Reader:
        return shared(self.parser or parsers.DEFAULT)

    def _parse(self, cases: Sequence[Case]) -> None:
        """Parses the captions of all cases together; the reader remembers their graphs."""
        if captions := [text for case in cases if isinstance(case.item.form, ShortText) for text in _captions(case)]:
            self._reader.graphs(captions)

    def _meaning(self, item: Item, value: Value) -> SceneGraph | FactualMR:
        """What an answer or gold says.

        Raises:
            BadGraph: it is no graph.
        """
        is_caption = isinstance(item.form, ShortText)
        return self._reader.graphs([as_text(value)])[0] if is_caption else meaning(item, str(value))

    def table(self, candidates: Sequence[SceneGraph], references: Sequence[SceneGraph]) -> Table:
        """What it gives every graph beside every other as the only right one; not a number where it cannot judge.

        A metric that is faster on all pairs together does its work here.
        """
        import numpy as np

        item = Item(id="", collection="", origin=Origin(kind="imported", by="graphs"), form=Graph(), cluster="")
        texts, rights = ([graph.write() for graph in graphs] for graphs in (candidates, references))
        marks = [[self.score(item, right, text).value for right in rights] for text in texts]
        return np.array(marks, dtype=np.float64).reshape(len(texts), len(rights))


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
        value = _given(case)
        return None if value is None else self._read(case.item, case.gold.accepted, value)

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


def meaning(item: Item, text: str) -> SceneGraph | FactualMR:
    """What a text says, in the notation of an item.

    Raises:
        BadGraph: it is no graph.
    """
    form = item.form
    if isinstance(form, Graph) and form.notation == "factual_mr":
        return FactualMR.parse(text)
    return SceneGraph.parse(text)


def _given(case: Case) -> Value | None:
    """What was said to a question that can be answered."""
    return case.answer.value if case.answer.state is State.GIVEN and not case.gold.unanswerable else None


def _captions(case: Case) -> Iterator[str]:
    value = _given(case)
    if value is not None:
        yield from map(as_text, (value, *case.gold.accepted))


def _called(parser: str) -> str:
    """What a signature says of a parser; the text itself, where it names none that is here."""
    try:
        return parsers.named(parser).called
    except OptotypeError:
        return parser
