"""Scoring without a bench and without a model: files of predictions against a file of right answers.

Each data set is scored as its authors do, so that the figures can stand beside published ones. Predictions are taken at
their word: metrics of texts compare the very text with gold as it is written, blanks and ChartQA's answers are judged
as they stand, and only where an option or a yes has to be found in a text is the text read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pydantic import JsonValue

from optotype import formats, metrics
from optotype.batches import batches
from optotype.conventions import Scoring
from optotype.errors import BadSource, Fault, OptotypeError, UnknownPart
from optotype.evaluate.scoring_rankings import Confidence
from optotype.formats import Format, Row, Source
from optotype.metrics import Case, Mark, Metric, TextMetric
from optotype.plurals import so_many
from optotype.predictions import Prediction, Predictions
from optotype.progress import Progress, silent
from optotype.reading import read
from optotype.records import Answer, Gold, Item, ShortText, State, labels
from optotype.results import Grid, Judged, Tabled, Tally, figure_called
from optotype.scenegraph.lexical import Variety
from optotype.scratch import Seen
from optotype.statistics import Estimate
from optotype.values import texts

_BATCH = 500
_FILE = "file"
_NAMED = 3
"""How many ids a message names."""
_THINGS = {"answers": "questions", "graphs": "captions", "rankings": "papers"}
"""What predictions are about, by what they are."""


@dataclass(frozen=True)
class Scored(Tabled):
    """What predictions came to."""

    format: str
    gold: str
    """Name of the file of right answers."""
    predictions: tuple[str, ...]
    """Names of the files of predictions."""
    shapes: tuple[str, ...]
    """The shapes that these have."""
    items: int
    """Questions with a right answer."""
    missing: int
    """Questions without a prediction."""
    empty: int
    """Predictions without a word."""
    unused: int
    """Predictions for no question."""
    without_gold: int
    """Questions without a right answer."""
    confidence: float
    """Of all intervals."""
    judged: list[Judged]
    """What each metric found over all questions; a prediction that is missing or empty is wrong."""
    answered: list[Judged]
    """The same over those with a prediction; nothing, where that is all of them."""
    unread: int = 0
    """Predicted graphs that are no graphs."""
    words: dict[str, dict[str, Variety]] = field(default_factory=dict[str, dict[str, Variety]])
    """For graphs: of predictions and of gold, how varied their things, attributes and predicates are."""
    confidence_study: Confidence | None = None
    """For rankings: what CAR is for other settings, and how its values are spread."""

    @property
    def things(self) -> str:
        """What was judged, in a word."""
        convention = formats.family[self.format].scoring
        return "questions" if convention is None else _THINGS[convention.predicted]

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts: figures in percent, with their intervals."""
        return [_overall(self), *_by_tag(self), *_words(self), *_study(self)]


def score(
    format: str,
    gold: Path | str | None,
    predictions: Sequence[Path | str],
    *,
    shape: str | None = None,
    metric: Sequence[str] = (),
    by: Sequence[str] = (),
    confidence: float = 0.95,
    progress: Progress = silent,
) -> Scored:
    """Judges files of predictions as the authors of a data set do.

    Args:
        format: the data set: one of `optotype.formats.scored()`.
        gold: the data set as it is published, file or folder, or its answers alone where they are published apart;
            nothing for rankings, which bring it.
        predictions: one file or several, which are taken together.
        shape: of the predictions; found out unless given, see `optotype.predictions`.
        metric: names of metrics, with settings; those of the authors unless given.
        by: more tags whose values are told apart.
        confidence: of all intervals.
        progress: told of each question done.

    Raises:
        OptotypeError: a file cannot be read to its end, or files do not belong together.
    """
    part = formats.family.build(format, {}) if format in formats.family else None
    if part is None or part.scoring is None:
        raise UnknownPart("format to score", format, formats.scored())
    if not predictions:
        raise OptotypeError("No file of predictions was named.")
    judges = [metrics.build(spec) for spec in metric or part.scoring.metrics]
    wish = _Wish(
        part, part.scoring, [Path(file) for file in predictions], judges, bool(metric), shape, by, confidence, progress
    )
    if part.scoring.predicted == "rankings":
        if gold is not None:
            raise OptotypeError("Rankings bring what is right themselves, in 'ground_truth'. Leave out --gold.")
        return _rankings(wish)
    if gold is None:
        raise OptotypeError(f"The right answers of {format} were not named. Name them with --gold.")
    if not Path(gold).exists():
        raise BadSource(f"{gold} does not exist.")
    return (_graphs if part.scoring.predicted == "graphs" else _answers)(wish, Path(gold))


@dataclass(frozen=True)
class _Wish:
    """What is to be judged, and how."""

    format: Format
    convention: Scoring
    predictions: Sequence[Path]
    judges: Sequence[Metric]
    own: bool
    """Did the user name the metrics?"""
    shape: str | None
    by: Sequence[str]
    confidence: float
    progress: Progress

    def only(self, kind: str, shape: str) -> None:
        """Makes sure that no other shape was asked for than the only one that there is.

        Raises:
            UnknownPart: one was.
        """
        if self.shape not in (None, shape):
            raise UnknownPart(kind, self.shape, [shape])

    def names(self) -> tuple[str, ...]:
        """What the files of predictions are called."""
        return tuple(file.name for file in self.predictions)


def _answers(wish: _Wish, gold: Path) -> Scored:
    """Judges answers to questions."""
    judges, tags = wish.judges, list(dict.fromkeys((*wish.convention.by, *wish.by)))
    with Predictions(wish.predictions, wish.shape) as found:
        scoring = _Scoring(wish.convention, found, Tally(judges, tags, wish.confidence))
        for batch in batches(_gold(wish, gold), _BATCH):
            scoring.add(batch)
            wish.progress(len(batch))
        scoring.check(gold.name, wish.by)
        everyone, some = scoring.everyone, scoring.answered
        judged = list(everyone.judged())
        heard = {one.signature for one in judged}
        if idle := [judge.name for judge in judges if judge.signature not in heard]:
            raise OptotypeError(f"The metric '{idle[0]}' can judge none of these questions.")
        return Scored(
            format=wish.format.name,
            gold=gold.name,
            predictions=wish.names(),
            shapes=tuple(found.shapes),
            items=everyone.items,
            missing=everyone.states[State.FAILED],
            empty=scoring.empty,
            unused=found.unused,
            without_gold=scoring.without_gold,
            confidence=wish.confidence,
            judged=judged,
            answered=[] if some is None else list(some.judged()),
        )


def _graphs(wish: _Wish, gold: Path) -> Scored:
    """Judges graphs of captions, which have no questions, no ids and one shape."""
    from optotype.evaluate import scoring_graphs

    wish.only("shape of predicted graphs", scoring_graphs.SHAPE)
    if wish.by:
        raise OptotypeError(f"Captions cannot be told apart by '{wish.by[0]}': they have no tags. Leave out --by.")
    marks = scoring_graphs.mark(gold, wish.predictions, wish.judges, wish.confidence, wish.progress)
    return Scored(
        format=wish.format.name,
        gold=gold.name,
        predictions=wish.names(),
        shapes=(scoring_graphs.SHAPE,) * len(wish.predictions),
        items=marks.everyone.items,
        missing=marks.missing,
        empty=marks.empty,
        unused=marks.unused,
        without_gold=marks.without_gold,
        confidence=wish.confidence,
        judged=list(marks.everyone.judged()),
        answered=[] if marks.answered is None else list(marks.answered.judged()),
        unread=marks.unread,
        words={"predictions": marks.predicted_words.variety(), "gold": marks.right_words.variety()},
    )


def _rankings(wish: _Wish) -> Scored:
    """Judges rankings of figures, which bring what is right and have one shape."""
    from optotype.evaluate import scoring_rankings

    wish.only("shape of rankings", scoring_rankings.SHAPE)
    if other := [tag for tag in wish.by if tag != scoring_rankings.FIELD]:
        raise UnknownPart("tag", other[0], [scoring_rankings.FIELD])
    judges = wish.judges
    if not wish.own and scoring_rankings.has_papers(wish.predictions):
        judges = [*judges, *(metrics.build(spec) for spec in scoring_rankings.INTER)]
    ranked = scoring_rankings.mark(wish.predictions, judges, wish.confidence, wish.progress)
    return Scored(
        format=wish.format.name,
        gold="",
        predictions=wish.names(),
        shapes=(scoring_rankings.SHAPE,) * len(wish.predictions),
        items=ranked.tally.items,
        missing=0,
        empty=0,
        unused=0,
        without_gold=ranked.without_gold,
        confidence=wish.confidence,
        judged=list(ranked.tally.judged()),
        answered=[],
        confidence_study=ranked.study,
    )


# --- right answers


@dataclass(frozen=True)
class _Asked:
    """A question with its right answer."""

    item: Item
    gold: Gold | None
    """What is right, as a record."""
    written: tuple[str, ...]
    """What is right, as it is written."""
    options_known: bool = True
    """Does gold tell what there is to choose from?"""


def _gold(wish: _Wish, path: Path) -> Iterator[_Asked]:
    """All questions of a data set, each once."""
    alone = wish.format.answers_alone(path)
    if alone is None:
        asked = _data_set(wish, path)
    else:
        asked = (_Asked(entry.items[0], entry.golds[0], (written,), options_known=False) for entry, written in alone)
    with Seen() as seen:
        for one in asked:
            if seen.before(one.item.id):
                raise BadSource(f"{path.name}: {_native(one.item)!r} stands twice in it. Keep one of them.")
            yield one


def _data_set(wish: _Wish, path: Path) -> Iterator[_Asked]:
    part, strict = wish.format, not all(isinstance(judge, TextMetric) for judge in wish.judges)
    answer = part.answer_field or ""
    source = Source(path, part.name)
    for row in part.rows(source):
        if isinstance(row, Fault):
            raise BadSource(f"Gold cannot be read: {row}.")
        entry = part.read_row(row, source)
        if isinstance(entry, Fault) and not strict:
            # a text that does not fit its question, such as "maybe" to yes or no, is a text all the same
            entry = part.read_row(_without(row, answer), source)
        if isinstance(entry, Fault):
            raise BadSource(f"Gold cannot be read: {entry}.")
        item, gold = entry.items[0], next(iter(entry.golds), None)
        if part.examples is None or item.split != part.examples:
            yield _Asked(item, gold, _written(row.data.get(answer), wish.convention))


def _without(row: Row, field: str) -> Row:
    data = {name: value for name, value in row.data.items() if name != field}
    return Row(data, row.file, row.place, row.split, row.folder, row.files)


def _written(said: JsonValue, convention: Scoring) -> tuple[str, ...]:
    return ("",) if said == "" and convention.empty else texts(said)


# --- predictions


@dataclass
class _Scoring:
    """Questions, predictions and marks as they come together."""

    convention: Scoring
    predictions: Predictions
    everyone: Tally
    answered: Tally | None = None
    """Without those that have no prediction, or an empty one; None as long as there are none of these."""
    matched: int = 0
    empty: int = 0
    without_gold: int = 0
    lacking: list[str] = field(default_factory=list[str])
    """The first questions without a prediction."""
    tags: set[str] = field(default_factory=set[str])
    """All that items have."""
    told: bool = False
    """Is there a right answer with a word in it?"""

    def add(self, batch: Sequence[_Asked]) -> None:
        """Matches some questions, and judges what was said to them."""
        found = [(asked, self.predictions.match(asked.item)) for asked in batch]
        self.matched += sum(prediction is not None for _, prediction in found)
        self.told |= any(any(asked.written) for asked in batch)
        self.without_gold += sum(not asked.written for asked, _ in found)
        answers = [self._answer(asked, prediction) for asked, prediction in found if asked.written]
        marks = [dict[str, list[Mark]]() for _ in answers]
        for metric in self.everyone.metrics:
            cases = [(place, case) for place, said in enumerate(answers) if (case := said.case(metric)) is not None]
            for (place, _), mark in zip(cases, metric.marks([case for _, case in cases]), strict=True):
                wrong = metric.plain(0.0, "no prediction") if mark.value is None else mark
                marks[place][metric.signature] = [wrong]
        for said, given in zip(answers, marks, strict=True):
            empty = not said.text.strip()
            if empty and self.answered is None:
                self.answered = deepcopy(self.everyone)
            self.everyone.add(said.item, [said.answer], given)
            if self.answered is not None and not empty:
                self.answered.add(said.item, [said.answer], given)

    def _answer(self, asked: _Asked, prediction: Prediction | None) -> _Said:
        item = asked.item
        if prediction is None:
            if len(self.lacking) < _NAMED:
                self.lacking.append(_native(item))
        elif prediction.kind and "kind" not in item.tags:
            item = item.model_copy(update={"tags": {"kind": (prediction.kind,), **item.tags}})
        self.tags |= item.tags.keys()
        self.empty += prediction is not None and not prediction.text.strip()
        answer = _read(item, asked, prediction, verbatim=self.convention.verbatim)
        return _Said(item, asked, answer, "" if prediction is None else prediction.text)

    def check(self, gold: str, by: Sequence[str]) -> None:
        """Makes sure that gold and predictions belong together, and that there is something to show.

        Raises:
            OptotypeError: they do not.
        """
        unused, lacking = self.predictions.unused, self.everyone.states[State.FAILED]
        some = ", ".join(repr(prediction.id[:60]) for prediction in self.predictions.some_unused(_NAMED))
        ours = ", ".join(map(repr, self.lacking)) or "none"
        if not self.matched:
            raise BadSource(
                f"Not one prediction is for a question in {gold}: it has {ours}; predictions are for {some}."
            )
        if not self.told:
            raise BadSource(f"{gold}: there are no right answers in it.")
        if self.convention.complete and (unused or lacking):
            told = [
                f"{so_many(lacking, 'questions', 'has', 'have')} no prediction, such as {ours}" if lacking else "",
                f"{so_many(unused, 'predictions', 'is', 'are')} for no question, such as {some}" if unused else "",
            ]
            raise BadSource(
                f"{gold} has {so_many(self.everyone.items, 'questions')}, and there "
                f"{'is' if self.predictions.count == 1 else 'are'} {so_many(self.predictions.count, 'predictions')}: "
                f"{'; '.join(part for part in told if part)}. One prediction is needed for each question."
            )
        for tag in by:
            if tag not in self.tags:
                raise UnknownPart("tag", tag, self.tags)


@dataclass(frozen=True)
class _Said:
    """What was predicted for a question."""

    item: Item
    asked: _Asked
    answer: Answer
    """As far as it could be read."""
    text: str
    """As it stands in the file."""

    def case(self, metric: Metric) -> Case | None:
        """What a metric is to judge; None where that is not its matter."""
        if isinstance(metric, TextMetric):
            return self._texts
        gold = self.asked.gold
        return Case(self.item, gold, self.answer) if gold is not None and metric.fits(self.item) else None

    @cached_property
    def _texts(self) -> Case:
        """The very text against gold as it is written, whatever either of them means."""
        item, answer = self.item, self.answer
        if answer.state is not State.FAILED:
            answer = Answer(id=answer.id, item=item.id, respondent=_FILE, state=State.GIVEN, value=self.text)
        gold = Gold(item=item.id, accepted=self.asked.written, rule="imported")
        return Case(item.model_copy(update={"form": ShortText(), "extra": {}}), gold, answer)


def _read(item: Item, asked: _Asked, prediction: Prediction | None, *, verbatim: bool) -> Answer:
    if prediction is None:
        return Answer(id=item.id, item=item.id, respondent=_FILE, state=State.FAILED, note="no prediction")
    text, option = prediction.text, prediction.option
    state, value, note = State.GIVEN, None, ""
    if not text.strip():
        state, note = State.UNREAD, "empty"
    elif item.options and option is not None:
        if asked.options_known and option >= len(item.options):
            raise BadSource(
                f"{prediction.place}: option number {option} is predicted, but there are {len(item.options)}, from 0."
            )
        value = (item.options[option].label if asked.options_known else labels(option + 1)[option],)
    elif item.options and not asked.options_known:
        raise BadSource(f"{prediction.place}: the number of an option was expected, from 0, not {text[:60]!r}.")
    elif verbatim and isinstance(item.form, ShortText):
        value = text
    else:
        reading = read(text, item)
        state, value, note = reading.state, reading.value, reading.note
    return Answer(id=item.id, item=item.id, respondent=_FILE, state=state, value=value, raw=text, note=note)


def _native(item: Item) -> str:
    return item.native[:60]


# --- tables


def _overall(scored: Scored) -> Grid:
    some = {judged.signature: judged for judged in scored.answered}
    columns = ["", "#items", "#percent", f"#{100 * scored.confidence:g} % interval"]
    columns += ["#answered only", "#percent", "#interval"] if some else []
    rows: list[tuple[str, ...]] = []
    for judged in scored.judged:
        others = some.get(judged.signature)
        for name, estimate in _figures(judged):
            row = [name, f"{estimate.count:,}", *_cells(estimate)]
            if some:
                other = dict(_figures(others)).get(name) if others is not None else None
                row += [f"{other.count:,}", *_cells(other)] if other is not None else ["", "", ""]
            rows.append(tuple(row))
    return Grid("", tuple(columns), rows)


def _figures(judged: Judged) -> Iterator[tuple[str, Estimate]]:
    yield judged.title, judged.overall
    yield from ((f"{judged.title} {figure_called(name)}", estimate) for name, estimate in judged.figures.items())


def _by_tag(scored: Scored) -> Iterator[Grid]:
    for judged, which in ((scored.judged, ""), (scored.answered, ", answered only")):
        for tag in dict.fromkeys(tag for one in judged for tag in one.by):
            values = dict.fromkeys(value for one in judged for value in one.by.get(tag, {}))
            rows: list[tuple[str, ...]] = []
            for value in values:
                found = [one.by.get(tag, {}).get(value) for one in judged]
                count = max(estimate.count for estimate in found if estimate is not None)
                cells = ("" if estimate is None else " ".join(_cells(estimate)) for estimate in found)
                rows.append((value, f"{count:,}", *cells))
            yield Grid(f"by {tag}{which}", (tag, "#items", *(f"#{one.title}" for one in judged)), rows)


def _words(scored: Scored) -> Iterator[Grid]:
    rows = [
        (
            f"{kind}, {whose}",
            f"{found.words:,}",
            f"{found.different:,}",
            f"{found.ttr:.4f}",
            "infinite" if found.yules_i is None else f"{found.yules_i:.4f}",
            f"{found.mtld:.2f}",
        )
        for kind in scored.words.get("gold", {})
        for whose, kinds in scored.words.items()
        if (found := kinds.get(kind)) is not None
    ]
    if rows:
        yield Grid("how varied words are", ("", "#words", "#different", "#TTR", "#Yule's I", "#MTLD"), rows)


def _study(scored: Scored) -> Iterator[Grid]:
    if (study := scored.confidence_study) is None:
        return
    rows = [(f"{alpha:g}", *_cells(estimate)) for alpha, estimate in study.alphas.items()]
    yield Grid(f"{study.metric} by alpha", ("#alpha", "#percent", f"#{100 * scored.confidence:g} % interval"), rows)
    bins, all_of_them = len(study.histogram), sum(study.histogram)
    spread = [
        (f"{place / bins:.1f} to {(place + 1) / bins:.1f}", f"{count:,}", f"{count / all_of_them:.1%}")
        for place, count in enumerate(study.histogram)
    ]
    yield Grid(f"papers by {study.metric}", (study.metric, "#papers", "#share"), spread)


def _cells(estimate: Estimate) -> tuple[str, str]:
    """A figure in percent, as precisely as papers print it, and its interval."""
    return f"{100 * estimate.value:.4f}", f"[{100 * estimate.low:.2f}, {100 * estimate.high:.2f}]"
