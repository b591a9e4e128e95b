"""Scoring rankings of figures: files in which each paper brings its scores, and what is right, itself.

    {"paper_id": "2101.00001", "scores": {"F1": 0.3, "F2": 0.7}, "ground_truth": ["F2"], "fields": ["cs.CV"]}

A line may rank other papers of the file instead of figures (Inter-GA). What these have in common with the paper is told
by their own lines, by `fields` and, where there is one, by `abstract`:

    {"paper_id": "2101.00001", "scores": {"2101.00002": 0.9, "2101.00003": 0.2}, "fields": ["cs.CV"]}

Each line becomes an item of form ranking and an answer with scores, and is judged as every other answer is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from pydantic import JsonValue

from optotype.batches import batches
from optotype.errors import BadSource, OptotypeError
from optotype.files import jsons
from optotype.files.jsons import excerpt
from optotype.metrics import Case, Mark, Metric
from optotype.metrics.car import Car
from optotype.progress import Progress
from optotype.records import Answer, Gold, Item, Option, Origin, Ranking, State
from optotype.results import Tally
from optotype.scratch import Seen, scratch
from optotype.statistics import Estimate

SHAPE = "rankings"
"""What this shape of predictions is called: lines of JSON with `paper_id`, `scores` and `ground_truth`."""

FIELD = "field"
"""The tag of what a paper is about."""

ALPHAS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""How much doubt costs nothing, in the study of what hangs on that."""

BINS = 10
"""Into how many equal parts the values of CAR are sorted."""

INTER = ("field_precision_at_k:k=5", "field_precision_at_k:k=10")
"""By what rankings of other papers are judged, unless others are named."""

_BATCH = 2000
_EXAMPLE = '{"paper_id": "p1", "scores": {"F1": 0.3, "F2": 0.7}, "ground_truth": ["F2"], "fields": ["cs.CV"]}'


@dataclass(frozen=True)
class Confidence:
    """More about CAR than its mean."""

    metric: str
    """What is told of, with its k: CAR@5, unless another is judged by."""
    alphas: dict[float, Estimate]
    """What it is if alpha is this."""
    histogram: tuple[int, ...]
    """How many papers have a value in each tenth from 0 to 1."""


@dataclass
class Ranked:
    """What rankings came to."""

    tally: Tally
    study: Confidence | None
    """None, where no figures were ranked."""
    without_gold: int


def mark(predictions: Sequence[Path], judges: Sequence[Metric], confidence: float, told: Progress) -> Ranked:
    """Judges rankings that bring what is right with them; papers in which nothing is right are counted.

    Raises:
        OptotypeError: a file cannot be read to its end, a paper stands twice, or there is nothing to judge.
    """
    for judge in judges:
        if "ranking" not in judge.forms:
            raise OptotypeError(
                f"The metric '{judge.name}' can judge none of these papers: it does not judge rankings."
            )
    car = next((judge for judge in judges if isinstance(judge, Car)), Car())
    study = [replace(car, alpha=alpha) for alpha in ALPHAS]
    tally, alphas = Tally(judges, (FIELD,), confidence), Tally(study, (), confidence)
    histogram, without_gold = [0] * BINS, 0
    within = [judge for judge in judges if judge.reach is None]
    between = [judge for judge in judges if judge.reach is not None]
    with _Others(predictions if between else ()) as others:
        reach = max((judge.reach or 0 for judge in between), default=0)
        for batch in batches(_cases(predictions, others, reach), _BATCH):
            figures = [case for case in batch if case is not None and not _ranks_papers(case)]
            papers = [case for case in batch if case is not None and _ranks_papers(case)]
            without_gold += len(batch) - len(figures) - len(papers)
            _add(tally, figures, within)
            _add(tally, papers, between)
            _add(alphas, figures, study)
            for found in car.marks(figures):
                histogram[min(int((found.value or 0.0) * BINS), BINS - 1)] += 1
            told(len(batch))
    if not tally.items:
        raise BadSource(f"{predictions[0].name}: there is no paper in it of which a figure is right.")
    if not alphas.items:
        return Ranked(tally, None, without_gold)
    overall = dict(zip(ALPHAS, (judged.overall for judged in alphas.judged()), strict=True))
    return Ranked(tally, Confidence(car.called, overall, tuple(histogram)), without_gold)


def has_papers(predictions: Sequence[Path]) -> bool:
    """Are other papers ranked in these files, by papers that tell their fields?

    Raises:
        OptotypeError: a file cannot be read to its end.
    """
    lone = next((line for line in _lines(predictions) if line.scores and line.fields and not line.right), None)
    if lone is None:
        return False
    return any(line.id in lone.scores and line.id != lone.id for line in _lines(predictions))


def _add(tally: Tally, cases: Sequence[Case], judges: Sequence[Metric]) -> None:
    given: list[dict[str, list[Mark]]] = [{} for _ in cases]
    for judge in judges:
        for place, found in zip(given, judge.marks(cases), strict=True):
            place[judge.signature] = [found]
    for case, found in zip(cases, given, strict=True):
        if found:
            tally.add(case.item, [case.answer], found)


@dataclass(frozen=True)
class _Line:
    """A line of a file of rankings."""

    file: str
    place: str
    id: str
    scores: dict[str, float]
    """Of figures, or of other papers; nothing where the line tells only what a paper is about."""
    right: list[str]
    fields: list[str]
    abstract: str


class _Others:
    """What papers are about, by their ids, on disk."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def __enter__(self) -> Self:
        self._base = scratch("papers (id BLOB PRIMARY KEY, fields TEXT, abstract TEXT) WITHOUT ROWID")
        for line in _lines(self._paths):
            told = (_bytes(line.id), json.dumps(line.fields), _readable(line.abstract))
            self._base.execute("INSERT OR IGNORE INTO papers VALUES (?, ?, ?)", told)
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def of(self, id: str) -> tuple[list[str], str] | None:
        """Fields and abstract of a paper; None where no line is about it."""
        found = self._base.execute("SELECT fields, abstract FROM papers WHERE id = ?", (_bytes(id),)).fetchone()
        return None if found is None else (json.loads(found[0]), found[1])


def _cases(paths: Sequence[Path], others: _Others, reach: int) -> Iterator[Case | None]:
    """Each paper with its scores; None for one in which nothing is right."""
    with Seen() as seen:
        for line in _lines(paths):
            if seen.before(line.id):
                raise BadSource(f"{line.place}: the paper {line.id[:60]!r} stands twice. Keep one of them.")
            if not line.scores:
                continue
            if line.right:
                yield _case(line)
            else:
                yield _between(line, others, reach) if reach and line.fields else None


def _case(line: _Line) -> Case:
    options = tuple(Option(label=name, text=name) for name in line.scores)
    accepted = tuple((name,) for name in line.right)
    return _made(line, options, line.scores, Gold(item=line.id, accepted=accepted, rule="imported"))


def _between(line: _Line, others: _Others, reach: int) -> Case | None:
    """A ranking of other papers, as far as it counts; None where figures are ranked."""
    scores = {id: score for id, score in line.scores.items() if id != line.id}
    last = sorted(scores.values(), reverse=True)[:reach][-1:]
    nearest = {id: score for id, score in scores.items() if score >= last[0]}
    told = {id: others.of(id) for id in nearest}
    if not any(told.values()):
        return None
    if unknown := next((id for id, about in told.items() if about is None), None):
        raise BadSource(
            f"{line.place}: {unknown[:60]!r} is recommended, but no line tells what it is about. Add one: "
            f'{{"paper_id": {json.dumps(unknown[:60])}, "fields": ["cs.CV"]}}.'
        )
    about = {id: found for id, found in told.items() if found is not None}
    right = tuple((id,) for id, (fields, _) in about.items() if not set(fields).isdisjoint(line.fields))
    # where nothing is right, that is said by what nobody offers: the paper itself
    gold = Gold(item=line.id, accepted=right or ((line.id,),), rule="fields")
    options = tuple(Option(label=id, text=abstract) for id, (_, abstract) in about.items())
    return _made(line, options, nearest, gold)


def _made(line: _Line, options: tuple[Option, ...], scores: dict[str, float], gold: Gold) -> Case:
    item = Item(
        id=line.id,
        collection=SHAPE,
        origin=Origin(kind="imported", by=SHAPE, source=line.file),
        form=Ranking(options=options),
        text=line.abstract,
        cluster=line.id,
        tags={FIELD: tuple(dict.fromkeys(line.fields))} if line.fields else {},
    )
    order = tuple(sorted(scores, key=lambda name: -scores[name]))
    answer = Answer(id=line.id, item=line.id, respondent="file", state=State.GIVEN, value=order, scores=scores)
    return Case(item, gold, answer)


def _ranks_papers(case: Case) -> bool:
    return case.gold.rule == "fields"


def _lines(paths: Sequence[Path]) -> Iterator[_Line]:
    for path in paths:
        for place, data in jsons.sound_lines(path, "Predictions"):
            yield _read(data, path.name, place)


def _read(data: JsonValue, file: str, place: str) -> _Line:
    """The paper's id, the scores of its figures, which of them are right, and its fields."""
    if not isinstance(data, dict):
        raise BadSource(f"{place}: {_EXAMPLE} was expected. Found: {excerpt(data)}.")
    id, scores, fields = data.get("paper_id"), data.get("scores"), _texts(data.get("fields"), "fields", place)
    if not isinstance(id, str) or not id:
        raise BadSource(f"{place}: 'paper_id' must be a text. Found: {excerpt(id)}.")
    if scores is None and fields and not data.get("ground_truth"):
        scores = {}  # it only tells what the paper is about
    elif not isinstance(scores, dict) or not scores:
        raise BadSource(f"{place}: 'scores' must name a number for each figure: {_EXAMPLE}. Found: {excerpt(scores)}.")
    numbers: dict[str, float] = {}
    for name, score in scores.items():
        if isinstance(score, bool) or not isinstance(score, int | float) or not _finite(score):
            raise BadSource(f"{place}: the score of {name[:60]!r} must be a finite number. Found: {excerpt(score)}.")
        numbers[name] = float(score)
    right = _texts(data.get("ground_truth"), "ground_truth", place)
    for name in right:
        if name not in numbers:
            raise BadSource(
                f"{place}: {name[:60]!r} is right, but has no score. Figures with scores: "
                f"{', '.join(repr(one[:60]) for one in list(numbers)[:5])}."
            )
    abstract = data.get("abstract")
    return _Line(file, place, id, numbers, right, fields, abstract if isinstance(abstract, str) else "")


def _bytes(id: str) -> bytes:
    return id.encode(errors="surrogatepass")  # half a character is no text for SQLite


def _readable(text: str) -> str:
    return text.encode(errors="replace").decode()


def _finite(number: float) -> bool:
    try:
        return math.isfinite(float(number))
    except OverflowError:  # a whole number of four hundred digits
        return False


def _texts(found: JsonValue, name: str, place: str) -> list[str]:
    """A list of texts, or a text by itself; nothing where there is none."""
    if found is None:
        return []
    several = found if isinstance(found, list) else [found]
    texts = [one for one in several if isinstance(one, str)]
    if len(texts) < len(several):
        raise BadSource(f"{place}: '{name}' must be a list of texts. Found: {excerpt(found)}.")
    return texts
