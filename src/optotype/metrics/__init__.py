"""Metrics: how an answer is judged. One file each; `metrics/anls.py` holds `Anls`, called `anls`.

A metric judges one answer at a time against gold, from 0 to 1. What became of the question is decided here, once, for
all metrics of values: an answer that could not be read, a refusal and "I don't know" earn nothing and are counted
apart; a respondent that was never heard has no mark at all. Metrics that compare the reply itself with the text of gold
stand on `TextMetric`, those of scene graphs on `GraphMetric`.
"""

from __future__ import annotations

import dataclasses
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from optotype import parsers
from optotype.errors import OptotypeError
from optotype.family import Family
from optotype.parsing import Reader, shared
from optotype.records import Answer, Gold, Graph, Item, Origin, ShortText, State, Value
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.meaning import FactualMR
from optotype.values import UNANSWERABLE, as_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from optotype.bench import Bench

Array: TypeAlias = "NDArray[np.float64]"

FORMS = frozenset({"choice", "yes_no", "number", "short_text", "ranking", "graph", "preference"})
"""The forms that an item can have."""

A_MODEL = "a model"
"""What a metric needs that cannot judge without a model: weights, or somebody to ask."""


@dataclass(frozen=True)
class Case:
    """An answer to be judged, with all that a judge may look at."""

    item: Item
    gold: Gold
    answer: Answer

    @property
    def given(self) -> Value | None:
        """What was said to a question that can be answered; None where what became of the question decides."""
        return self.answer.value if self.answer.state is State.GIVEN and not self.gold.unanswerable else None


@dataclass(frozen=True)
class Mark:
    """A metric's judgment of one answer."""

    value: float | None
    """From 0 to 1; None where nothing was heard."""
    note: str = ""
    """Why, where that is not plain."""
    parts: Mapping[str, float] = field(default_factory=dict[str, float])
    """What more is counted; sums of these make the metric's figures."""


@dataclass(frozen=True)
class Metric(ABC):
    """Judges what an answer says. Its fields are settings with defaults; they are part of the signature."""

    title: ClassVar[str]
    """What it is called in tables."""
    version: ClassVar[int] = 1
    """Rises when the same answer could be judged differently."""
    forms: ClassVar[frozenset[str]] = FORMS
    """The forms that it can judge; items of other forms get no score."""
    parts: ClassVar[tuple[str, ...]] = ()
    """What more it counts: every mark that has a value has these parts, and no others."""
    needs: ClassVar[str | None] = None
    """The module that must be installed for it to work, or `A_MODEL`; it can be built without."""

    unsigned: ClassVar[frozenset[str]] = frozenset()
    """Settings that change no mark, such as how many are judged at once; they are not part of the signature."""

    def __post_init__(self) -> None:
        """Refuses settings that are no numbers.

        Raises:
            ValueError: a setting is infinite or not a number.
        """
        for setting in dataclasses.fields(self):
            value = getattr(self, setting.name)
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError(f"{setting.name} is {value}, but a finite number was expected")

    @property
    def name(self) -> str:
        """What it is called in configs, commands and reports."""
        return family.name_of(type(self))

    @property
    def called(self) -> str:
        """What it is called in tables, with a setting that everybody names: R@3."""
        return self.title

    @property
    def reach(self) -> int | None:
        """Of metrics that judge rankings of other papers, how many of these they look at; None for all others."""
        return None

    @cached_property
    def signature(self) -> str:
        """Name, settings and version: equal signatures, comparable numbers."""
        settings = ",".join(f"{name}={value}" for name, value in self._signed().items())
        return f"{self.name}({settings})/{self.version}" if settings else f"{self.name}/{self.version}"

    def _signed(self) -> dict[str, object]:
        """What the signature says of each setting."""
        signed = (setting.name for setting in dataclasses.fields(self) if setting.name not in self.unsigned)
        return {name: getattr(self, name) for name in signed}

    def suited(self, has: Callable[[str], bool], parser: str | None = None) -> Metric:
        """The metric as it judges the items that are there; most are the same whatever they judge.

        Args:
            has: Are there items of this form?
            parser: who makes graphs of captions, for metrics of graphs that name nobody; the package's own, if nobody.
        """
        return self

    def prepare(self, bench: Bench) -> None:  # noqa: B027 - most need nothing
        """Gets ready, once, before anything is asked or judged.

        Raises:
            OptotypeError: something that it needs is not there.
        """

    def fits(self, item: Item) -> bool:
        """Can it judge answers to this item?"""
        return item.form.kind in self.forms

    def marks(self, cases: Sequence[Case]) -> list[Mark]:
        """A mark for each case, in order. A metric that is faster on many at a time does its work here."""
        return [self.mark(case) for case in cases]

    def mark(self, case: Case) -> Mark:
        """Judges one answer, whatever became of the question."""
        match case.answer.state:
            case State.FAILED:
                return Mark(None, "never heard")
            case State.UNREAD | State.REFUSED | State.DONT_KNOW:
                return self.plain(0.0, case.answer.state.value)
            case State.UNANSWERABLE:
                return self.plain(1.0) if case.gold.unanswerable else self.plain(0.0, "abstained")
            case State.GIVEN:
                if case.gold.unanswerable:
                    return self.plain(0.0, "cannot be answered, and was")
        value = case.answer.value
        if value is None:  # a given answer has a value; the record sees to that
            raise ValueError(f"{case.answer.id}: a given answer without a value")
        return best([self.score(case.item, right, value) for right in case.gold.accepted])

    @abstractmethod
    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Judges what was said against one of the right values."""

    def plain(self, value: float, note: str = "") -> Mark:
        """A mark all of whose parts have its value."""
        return Mark(value, note, dict.fromkeys(self.parts, value))

    def figures(self, sums: Mapping[str, Array], count: Array) -> dict[str, Array]:
        """The figures that the metric has beside its mean, each computed elementwise: the mean of each part.

        Args:
            sums: of each part over the items; an element for each sample that is drawn of them.
            count: how many items there are.
        """
        return {part: ratio(sums[part], count) for part in self.parts}


def best(marks: Sequence[Mark]) -> Mark:
    """The highest of the marks against several right values, in whatever order these come."""
    return marks[0] if len(marks) == 1 else max(marks, key=_height)


def _height(mark: Mark) -> tuple[float, tuple[float, ...], str]:
    return -1.0 if mark.value is None else mark.value, tuple(mark.parts.values()), mark.note


def harmonic_mean(scores: Sequence[float]) -> float:
    """The harmonic mean of scores: low as soon as one of them is low, and nothing if one is nothing or less.

    FACTUAL combines SoftSPICE with BERTScore or RefCLIPScore so (Li et al., 2023).

    >>> harmonic_mean([0.5, 1.0])
    0.6666666666666666

    Raises:
        ValueError: there are no scores.
    """
    if not scores:
        raise ValueError("there are no scores to combine")
    return len(scores) / sum(1 / score for score in scores) if min(scores) > 0 else 0.0


def ratio(above: Array, below: Array) -> Array:
    """One through the other, element by element; not a number where there is nothing to divide by."""
    import numpy as np

    above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    empty = np.full(np.broadcast_shapes(above.shape, below.shape), np.nan)
    return np.divide(above, below, out=empty, where=below != 0)


# --- metrics of texts


@dataclass(frozen=True)
class TextMetric(Metric):
    """Compares the text of the reply with that of gold. Where several texts are right, the best comparison counts.

    Published scorers of texts know nothing of reading: the reply is a string, and so is gold. So here a reply that
    could not be read, or that refuses, is compared like any other; only where nothing was heard is there nothing to
    compare.
    """

    def mark(self, case: Case) -> Mark:
        """Compares the texts, whatever could be read out of them."""
        if case.answer.state is State.FAILED:
            return Mark(None, "never heard")
        text = said_text(case)
        return best([self.compare(right, text) for right in gold_texts(case)])

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Compares two values as they would be written."""
        return self.compare(as_text(right), as_text(value))

    @abstractmethod
    def compare(self, right: str, said: str) -> Mark:
        """Judges a text against one that is right."""


def said_text(case: Case) -> str:
    """What a respondent wrote, as metrics of texts compare it."""
    from optotype.answers_in_words import said

    return said(case.item, case.answer)


def gold_texts(case: Case) -> Sequence[str]:
    """The texts that are right.

    As the authors of a data set wrote them, where that is known; else in the plainest words. Options go by the letters
    under which they were shown: those stand in the reply.
    """
    from optotype.answers_in_words import as_shown, moved

    gold, item, answer = case.gold, case.item, case.answer
    if gold.unanswerable:
        return (UNANSWERABLE,)
    if not moved(item, answer) and (written := _as_written(item, gold)):
        return written
    return [as_text(as_shown(value, item, answer)) for value in gold.accepted]


def _as_written(item: Item, gold: Gold) -> Sequence[str]:
    """Gold as it stood in the row that the item was read from, where it is written otherwise than we would.

    "A, B", "AB" and "['A', 'B']" all name two options, but are different texts to a metric of texts.
    """
    if gold.rule != "imported":
        return ()
    from optotype import formats

    for format, fields in formats.kept(item):
        written = fields.get(format.answer_field or "") if format.wording_counts else None
        if isinstance(written, str | int | float) and written != "":
            return (str(written),)
    return ()


# --- metrics of scene graphs


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

    def table(self, candidates: Sequence[SceneGraph], references: Sequence[SceneGraph]) -> Array:
        """What it gives every graph beside every other as the only right one: (candidates, references).

        Where it cannot judge, it is not a number. A metric that is faster on all pairs together does its work here.
        """
        import numpy as np

        item = Item(id="", collection="", origin=Origin(kind="imported", by="graphs"), form=Graph(), cluster="")
        texts, rights = ([graph.write() for graph in graphs] for graphs in (candidates, references))
        marks = [[self.score(item, right, text).value for right in rights] for text in texts]
        return np.array(marks, dtype=np.float64).reshape(len(texts), len(rights))


def meaning(item: Item, text: str) -> SceneGraph | FactualMR:
    """What a text says, in the notation of an item.

    Raises:
        BadGraph: it is no graph.
    """
    form = item.form
    if isinstance(form, Graph) and form.notation == "factual_mr":
        return FactualMR.parse(text)
    return SceneGraph.parse(text)


def _captions(case: Case) -> Iterator[str]:
    if case.given is not None:
        yield from map(as_text, (case.given, *case.gold.accepted))


def _called(parser: str) -> str:
    """What a signature says of a parser; the text itself, where it names none that is here."""
    try:
        return parsers.named(parser).called
    except OptotypeError:
        return parser


# --- by name


family: Family[Metric] = Family("optotype.metrics", "metric")


def build(spec: str) -> Metric:
    """The metric that a text names, with its settings: `number`, `number:tolerance=0.1`, `number(tolerance=0.1)/1`.

    Raises:
        OptotypeError: no such metric or setting.
    """
    name = re.split("[:(/]", spec, maxsplit=1)[0]
    # papers write ROUGE-L as rougeL
    return family.from_text(spec if name.strip() in family else name.lower() + spec[len(name) :])


def signed(signature: str) -> Metric:
    """The metric that a signature was written by.

    One that is not installed, or has changed since, comes back under its name: it can be told of, and judges nothing.
    """
    try:
        metric = family.from_text(signature)
    except OptotypeError:
        return _Gone(signature)
    return metric if metric.signature == signature else _Gone(signature)


class _Gone(Metric):
    """A metric of which the name alone is known."""

    def __init__(self, signature: str) -> None:
        vars(self).update(signature=signature, title=self._called(signature))  # frozen, as all metrics are

    @staticmethod
    def _called(signature: str) -> str:
        return signature.rpartition("/")[0].partition("(")[0]

    @property
    def name(self) -> str:
        """What its file was called."""
        return self._called(self.signature)

    def score(self, item: Item, right: Value, value: Value) -> Mark:
        """Judges nothing."""
        raise OptotypeError(f"The metric '{self.signature}' cannot judge: it is not installed, or has changed since.")
