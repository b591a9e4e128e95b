"""Scoring scene graphs of captions: a file of predictions against a file of right graphs, caption by caption.

What `optotype parse` writes is judged as FACTUAL judges parsers: Set Match, SPICE and SoftSPICE, each the mean over all
captions; and how consistently it chooses words, beside those of gold. Files are matched by captions, since a parser
sees nothing else.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from optotype.batches import batches
from optotype.errors import BadSource, Fault, OptotypeError
from optotype.files import csvs, jsons
from optotype.files.jsons import excerpt
from optotype.metrics import Case, Mark, Metric, meaning
from optotype.progress import Progress
from optotype.records import Answer, Gold, Graph, Item, Origin, State
from optotype.results import Tally
from optotype.scenegraph.graph import SceneGraph
from optotype.scenegraph.lexical import Variety, variety, vocabulary
from optotype.scenegraph.meaning import FactualMR
from optotype.scenegraph.notation import BadGraph, recognise

FIELDS = ("caption", "scene_graph")
"""Columns of gold."""

SHAPE = "graphs"
"""What this shape of predictions is called: lines of JSON with `caption` and `graph`."""

_BATCH = 500
_NAMED = 3
"""How many captions a message names."""


@dataclass
class Words:
    """The words of graphs, by what they are words for, in order."""

    found: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, meaning: SceneGraph | FactualMR) -> None:
        """Takes the words of a graph."""
        graph = meaning.graph() if isinstance(meaning, FactualMR) else meaning
        for kind, words in vars(vocabulary([graph])).items():
            self.found.setdefault(kind, []).extend(map(sys.intern, words))

    def variety(self) -> dict[str, Variety]:
        """How varied they are, each kind for itself."""
        return {kind: variety(words) for kind, words in self.found.items()}


@dataclass
class Marks:
    """What predictions came to, and what became of them."""

    everyone: Tally
    answered: Tally | None = None
    """Without captions that have no prediction, an empty one or one that is no graph; None while there are none."""
    missing: int = 0
    empty: int = 0
    unread: int = 0
    unused: int = 0
    without_gold: int = 0
    predicted_words: Words = field(default_factory=Words)
    right_words: Words = field(default_factory=Words)


def mark(gold: Path, predictions: Sequence[Path], judges: Sequence[Metric], confidence: float, told: Progress) -> Marks:
    """Judges predicted graphs; one that is missing or is no graph earns nothing and is counted.

    Raises:
        BadSource: a file cannot be read to its end, or files do not belong together.
    """
    for judge in judges:
        if "graph" not in judge.forms:
            raise OptotypeError(
                f"The metric '{judge.name}' can judge none of these captions: it does not judge graphs."
            )
    item = Item(
        id="",
        collection=gold.stem,
        origin=Origin(kind="imported", by=SHAPE, source=gold.name),
        form=Graph(notation=recognise(right.graph for right in _gold(gold))),
        cluster="",
    )
    said = _Said(predictions, Counter(right.key for right in _gold(gold)))
    marks, lacking, right_ones = Marks(Tally(judges, (), confidence)), list[str](), 0
    for batch in batches(_gold(gold), _BATCH):
        cases: list[Case] = []
        for right in batch:
            prediction = said.take(right.key)
            if not right.graph.strip():
                marks.without_gold += 1
                continue
            one = item.model_copy(update={"id": right.place, "text": right.caption, "cluster": right.cluster})
            marks.right_words.add(_check(one, right, gold.name))
            accepted = Gold(item=one.id, accepted=(right.graph,), rule="imported")
            cases.append(Case(one, accepted, _answer(one, prediction, marks)))
            if prediction is None:
                lacking.append(right.caption[:60])
                del lacking[_NAMED:]
        right_ones += len(cases)
        _add(marks, cases, judges)
        told(len(batch))
    marks.unused = said.unused
    if not right_ones:
        raise BadSource(f"{gold.name}: there are no right graphs in it.")
    if not said.used:
        theirs = ", ".join(map(repr, said.some_unused())) or "none"
        raise BadSource(
            f"Not one prediction is for a caption in {gold.name}: it has {', '.join(map(repr, lacking))}; "
            f"predictions are for {theirs}."
        )
    return marks


def _add(marks: Marks, cases: Sequence[Case], judges: Sequence[Metric]) -> None:
    given: list[dict[str, list[Mark]]] = [{} for _ in cases]
    for judge in judges:
        for place, found in zip(given, judge.marks(cases), strict=True):
            place[judge.signature] = [judge.plain(0.0, "no prediction") if found.value is None else found]
    for case, found in zip(cases, given, strict=True):
        heard = case.answer.state is State.GIVEN
        if not heard and marks.answered is None:
            marks.answered = deepcopy(marks.everyone)
        marks.everyone.add(case.item, [case.answer], found)
        if heard and marks.answered is not None:
            marks.answered.add(case.item, [case.answer], found)


# --- right graphs


@dataclass(frozen=True)
class _Right:
    """A caption with its right graph."""

    place: str
    caption: str
    graph: str
    cluster: str

    @property
    def key(self) -> str:
        return _key(self.caption)


def _gold(path: Path) -> Iterator[_Right]:
    if not path.is_file():
        raise BadSource(f"{path}: a CSV file with the columns {' and '.join(FIELDS)} was expected.")
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    for found in csvs.rows(path, path.name, delimiter=delimiter, columns=FIELDS):
        if isinstance(found, Fault):
            raise BadSource(f"Gold cannot be read: {found}.")
        place, data = found
        # regions of one picture are not independent
        yield _Right(place, data["caption"], data["scene_graph"], data.get("image_id") or place)


def _check(item: Item, right: _Right, name: str) -> SceneGraph | FactualMR:
    try:
        return meaning(item, right.graph)
    except BadGraph as error:
        raise BadSource(f"Gold cannot be read: {name}, {right.place}: the scene graph, {error}.") from error


def _key(caption: str) -> str:
    """Captions are the same that differ in blanks alone."""
    return " ".join(caption.split())


# --- predictions


@dataclass(frozen=True)
class _Prediction:
    place: str
    graph: str | None
    """None where there is no text."""


class _Said:
    """Predictions by caption. A caption that stands twice in gold takes its predictions in their order."""

    def __init__(self, paths: Sequence[Path], wanted: Mapping[str, int]) -> None:
        self._found: dict[str, list[_Prediction]] = {}
        for path in paths:
            for key, prediction in _predictions(path):
                self._found.setdefault(key, []).append(prediction)
        self._taken: Counter[str] = Counter()
        for key, some in self._found.items():
            if 0 < wanted.get(key, 0) < len(some) and len({one.graph for one in some}) > 1:
                first, *_, last = some
                raise BadSource(
                    f"{first.place} and {last.place} predict different graphs for {key[:60]!r}. Keep one of them."
                )

    def take(self, key: str) -> _Prediction | None:
        """The next prediction for a caption, or the last, where there are fewer than captions."""
        if key not in self._found:
            return None
        some, taken = self._found[key], self._taken[key]
        self._taken[key] += 1
        return some[min(taken, len(some) - 1)]

    @property
    def used(self) -> bool:
        return bool(self._taken)

    @property
    def unused(self) -> int:
        """Predictions for captions that are not in gold."""
        return sum(len(some) for key, some in self._found.items() if key not in self._taken)

    def some_unused(self) -> list[str]:
        return [key[:60] for key in self._found if key not in self._taken][:_NAMED]


def _predictions(path: Path) -> Iterator[tuple[str, _Prediction]]:
    for place, data in jsons.sound_lines(path, "Predictions"):
        caption = data.get("caption") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(caption, str):
            raise BadSource(
                f'{place}: {{"caption": "a red dog", "graph": "( dog , is , red )"}} was expected. '
                f"Found: {excerpt(data)}."
            )
        graph = data.get("graph")
        yield _key(caption), _Prediction(place, graph if isinstance(graph, str) else None)


def _answer(item: Item, prediction: _Prediction | None, marks: Marks) -> Answer:
    state, value, raw, note = State.GIVEN, None, None if prediction is None else prediction.graph, ""
    if prediction is None:
        marks.missing += 1
        state, note = State.FAILED, "no prediction"
    elif raw is None:
        marks.unread += 1
        state, note = State.UNREAD, "no text"
    elif not raw.strip():
        marks.empty += 1
        state, note = State.UNREAD, "empty"
    else:
        try:
            marks.predicted_words.add(meaning(item, raw))
            value = raw
        except BadGraph as error:
            marks.unread += 1
            state, note = State.UNREAD, str(error)
    return Answer(id=item.id, item=item.id, respondent="file", state=state, value=value, raw=raw, note=note)
