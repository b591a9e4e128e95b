"""Scoring rankings of figures: files in which each paper brings its scores, and what is right, itself.

    {"paper_id": "2101.00001", "scores": {"F1": 0.3, "F2": 0.7}, "ground_truth": ["F2"], "fields": ["cs.CV"]}

Each line becomes an item of form ranking and an answer with scores, and is judged as every other answer is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from optotype import metrics
from optotype.batches import batches
from optotype.errors import BadSource, Fault, OptotypeError
from optotype.files import jsons
from optotype.files.jsons import excerpt
from optotype.metrics import Case, Mark, Metric
from optotype.progress import Progress
from optotype.records import Answer, Gold, Item, Option, Origin, Ranking, State
from optotype.results import Tally
from optotype.scratch import Seen
from optotype.statistics import Estimate

SHAPE = "rankings"
"""What this shape of predictions is called: lines of JSON with `paper_id`, `scores` and `ground_truth`."""

FIELD = "field"
"""The tag of what a paper is about."""

ALPHAS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""How much doubt costs nothing, in the study of what hangs on that."""

BINS = 10
"""Into how many equal parts the values of CAR are sorted."""

_BATCH = 2000
_EXAMPLE = '{"paper_id": "p1", "scores": {"F1": 0.3, "F2": 0.7}, "ground_truth": ["F2"], "fields": ["cs.CV"]}'


@dataclass(frozen=True)
class Confidence:
    """More about CAR than its mean."""

    alphas: dict[float, Estimate]
    """What it is if alpha is this."""
    histogram: tuple[int, ...]
    """How many papers have a value in each tenth from 0 to 1."""


@dataclass
class Ranked:
    """What rankings came to."""

    tally: Tally
    study: Confidence
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
    study = [metrics.build(f"car:alpha={alpha}") for alpha in ALPHAS]
    usual = metrics.build("car").signature
    tally, alphas = Tally(judges, (FIELD,), confidence), Tally(study, (), confidence)
    histogram, without_gold = [0] * BINS, 0
    for batch in batches(_cases(predictions), _BATCH):
        cases = [case for case in batch if case is not None]
        without_gold += len(batch) - len(cases)
        _add(tally, cases)
        for given in _add(alphas, cases):
            value = given[usual][0].value or 0.0
            histogram[min(int(value * BINS), BINS - 1)] += 1
        told(len(batch))
    if not tally.items:
        raise BadSource(f"{predictions[0].name}: there is no paper in it of which a figure is right.")
    found = dict(zip(ALPHAS, (judged.overall for judged in alphas.judged()), strict=True))
    return Ranked(tally, Confidence(found, tuple(histogram)), without_gold)


def _add(tally: Tally, cases: Sequence[Case]) -> list[dict[str, list[Mark]]]:
    given: list[dict[str, list[Mark]]] = [{} for _ in cases]
    for judge in tally.metrics:
        for place, found in zip(given, judge.marks(cases), strict=True):
            place[judge.signature] = [found]
    for case, found in zip(cases, given, strict=True):
        tally.add(case.item, [case.answer], found)
    return given


def _cases(paths: Sequence[Path]) -> Iterator[Case | None]:
    """Each paper with its scores; None for one in which nothing is right."""
    with Seen() as seen:
        for path in paths:
            if not path.is_file():
                raise BadSource(f"{path} does not exist." if not path.exists() else f"{path}: a file was expected.")
            origin = Origin(kind="imported", by="sciga", source=path.name)
            for found in jsons.lines(path, path.name):
                if isinstance(found, Fault):
                    raise BadSource(f"Predictions cannot be read: {found}.")
                place = f"{path.name}, {found[0]}"
                id, scores, right, fields = _read(found[1], place)
                if seen.before(id):
                    raise BadSource(f"{place}: the paper {id[:60]!r} stands twice. Keep one of them.")
                yield _case(id, scores, right, fields, origin) if right else None


def _case(id: str, scores: dict[str, float], right: list[str], fields: list[str], origin: Origin) -> Case:
    item = Item(
        id=id,
        collection="sciga",
        origin=origin,
        form=Ranking(options=tuple(Option(label=name, text=name) for name in scores)),
        cluster=id,
        tags={FIELD: tuple(dict.fromkeys(fields))} if fields else {},
    )
    order = tuple(sorted(scores, key=lambda name: -scores[name]))
    answer = Answer(id=id, item=id, respondent="file", state=State.GIVEN, value=order, scores=scores)
    return Case(item, Gold(item=id, accepted=tuple((name,) for name in right), rule="imported"), answer)


def _read(data: JsonValue, place: str) -> tuple[str, dict[str, float], list[str], list[str]]:
    """The paper's id, the scores of its figures, which of them are right, and its fields."""
    if not isinstance(data, dict):
        raise BadSource(f"{place}: {_EXAMPLE} was expected. Found: {excerpt(data)}.")
    id, scores = data.get("paper_id"), data.get("scores")
    if not isinstance(id, str) or not id:
        raise BadSource(f"{place}: 'paper_id' must be a text. Found: {excerpt(id)}.")
    if not isinstance(scores, dict) or not scores:
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
    return id, numbers, right, _texts(data.get("fields"), "fields", place)


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
