"""The study of IconQA: every network of the paper and every respondent without eyes, in one table.

Networks are trained one after the other, and then answer as everybody does, so their runs stand in every report. What
is done is not done again: a study that was stopped goes on where it was, in the middle of an epoch too.
"""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from optotype import respondents, statistics
from optotype.asking import Asking
from optotype.errors import OptotypeError
from optotype.facets import form_name
from optotype.files.whole import writing
from optotype.plurals import so_many
from optotype.records import Item, Run, Score
from optotype.results import Grid, Result, Tabled
from optotype.selecting import Selection
from optotype.settings import explain
from optotype.statistics import Difference, Estimate
from optotype.studies import _table
from optotype.studies._published import PUBLISHED, SKILLS
from optotype.studies._rows import Row, chosen

if TYPE_CHECKING:
    from optotype.bench import Bench

TEST = "test"
"""The split that is asked about."""
METRIC = "accuracy"
STATE = "study.json"
"""Where a study keeps how far it is."""
SMALL: Mapping[str, str] = {
    "epochs": "8", "patience": "0", "most": "2000", "inside": "128", "inner": "256", "width": "128",
}  # fmt: skip
"""Settings of a study that takes minutes."""
SMALL_TEST = 600
"""Test items of a study that takes minutes."""
_TASKS = {
    "choice of pictures": "choose_img",
    "choice of texts": "choose_txt",
    "short text": "fill_in_blank",
    "number": "fill_in_blank",
}
"""IconQA's sub-tasks, by the form of an item."""
TASKS = tuple(dict.fromkeys(_TASKS.values()))
Part = str | None
"""What a network learns: a sub-task, or all of them where none is named."""
_AGAINST = ("question_only", "image_only")
"""Whom Patch-TRM is held against, item by item."""


class Step(Protocol):
    """How far a training is, as `optotype.training` tells it."""

    @property
    def done(self) -> int: ...  # noqa: D102
    @property
    def steps(self) -> int: ...  # noqa: D102
    @property
    def loss(self) -> float: ...  # noqa: D102
    @property
    def dev(self) -> float | None: ...  # noqa: D102


class Taught(Protocol):
    """What a training came to, as `optotype.training` tells it."""

    @property
    def epochs(self) -> int: ...  # noqa: D102
    @property
    def of(self) -> int: ...  # noqa: D102
    @property
    def dev(self) -> float: ...  # noqa: D102
    @property
    def files(self) -> Path | None: ...  # noqa: D102


Train = Callable[..., Taught]
"""Trains a network: `optotype.training.train`."""
Ask = Callable[..., Result]
"""Puts items to a respondent and keeps the run: `bench.evaluate`."""
Watch = Callable[[str, bool], None]
"""Told what is being done, and whether that is worth keeping: a row is finished."""


def nobody(_what: str, _kept: bool) -> None:
    """Tells nobody."""


@dataclass(frozen=True)
class Line:
    """What somebody came to."""

    name: str
    title: str
    group: str
    run: str
    """By which `optotype report` and `optotype compare` know it."""
    epochs: int | None
    """Epochs that it was trained for, those of all its networks together; None where nothing was trained."""
    of: int | None
    """Epochs that its recipe has, of all its networks together."""
    seconds: float | None
    """How long it was trained, as a clock on the wall has it."""
    figures: dict[str, Estimate]
    """Accuracy from 0 to 1, by sub-task, by skill, and over `all` items; intervals are clustered by picture."""
    published: dict[str, float] = field(default_factory=dict[str, float])
    """What the paper has, in percent."""


@dataclass(frozen=True)
class Against:
    """How much better Patch-TRM does than another network, item by item."""

    other: str
    on: str
    """A sub-task, or `all`."""
    difference: Difference
    p: float
    """Corrected for the number of these (Holm)."""


@dataclass(frozen=True)
class Study(Tabled):
    """The table."""

    items: int
    """Test items that were asked about."""
    small: bool
    confidence: float
    lines: list[Line]
    against: list[Against]
    notes: list[str]
    """What to keep in mind."""
    files: list[Path]
    """What was written."""

    def grids(self) -> list[Grid]:
        """What there is to show, as tables of texts."""
        return _table.grids(self)


class _Done(BaseModel):
    """What is done of a row, or of one of its networks."""

    model_config = ConfigDict(extra="forbid")

    spec: str
    epochs: int = 0
    of: int = 0
    seconds: float = Field(default=0.0, ge=0)
    run: str = ""
    asked: int = 0
    """Items that the run was asked about."""


def study(
    bench: Bench,
    out: Path,
    *,
    train: Train,
    check: Callable[[], None],
    evaluate: Ask,
    small: bool = False,
    together: bool = False,
    only: Sequence[str] = (),
    taken: Mapping[str, Path] = {},
    settings: Mapping[str, str] = {},
    limit: int | None = None,
    minutes: float = inf,
    threads: int = 0,
    confidence: float = 0.95,
    watch: Watch = nobody,
) -> Study:
    """Trains and evaluates the table of the IconQA paper, or goes on with it; writes `table.md` and `table.csv`.

    Args:
        bench: has the splits train, val and test.
        out: where trainings are kept, and the tables.
        train: trains a network.
        check: raises an error if no network can be trained here; asked before anything else, if any has to be.
        evaluate: puts items to a respondent.
        small: few items and epochs and one network of each group, for minutes instead of a night.
        together: one network of each row learns all sub-tasks; in the paper, and unless wished, each has its own.
        only: rows that are wanted, by name; all, or one of each group, unless given.
        taken: by row, the folder of a training that was made before, or of one for each sub-task; asked as it is.
        settings: of all networks, such as `size=paper`; those that make a row what it is go before.
        limit: test items that are asked about; all, or 600 in a small study, unless given.
        minutes: for the training of each network in this call; one that needs more goes on in the next.
        threads: processors to use; all unless given.
        confidence: of all intervals.
        watch: told what is being done.

    Raises:
        OptotypeError: there is no test split, no such row or setting, or something that the trainings complain about.
    """
    rows = chosen((*only, *(name for name in taken if only and name not in only)), small=small)
    chosen(tuple(taken))
    if TEST not in bench.store.item_values("split"):
        raise OptotypeError(f"{bench.folder}: no items are in the split '{TEST}'. Deal them out: optotype split 6:2:2")
    selection = Selection(split=TEST, limit=limit or (SMALL_TEST if small else None))
    parts: tuple[Part, ...] = (None,) if together or "task" in settings else TASKS
    work = _Work(bench, out, train, evaluate, selection, parts, minutes, threads, confidence, watch)
    state = work.state()
    sheet = _Sheet.of(bench, selection)
    shared = {**(SMALL if small else {}), **settings}
    if any(work.to_be_trained(row, shared, state) for row in rows if row.name not in taken):
        check()
    lines: list[Line] = []
    marks: dict[str, dict[str, float]] = {}
    for number, row in enumerate(rows, 1):
        work.place = f"{number} of {len(rows)}: {row.title}"
        run, taught = work.do(row, shared, taken.get(row.name), state)
        marks[row.name] = _marks(bench, run)
        lines.append(_line(row, run, taught, sheet.figures(marks[row.name], confidence)))
        watch(f"{work.place}: {_table.brief(lines[-1])}", True)
    against = _against(sheet, marks, confidence)
    found = Study(sheet.count, small, confidence, lines, against, list(_notes(sheet, lines, marks, taken)), [])
    return replace(found, files=_table.write(found, out))


@dataclass
class _Work:
    """One attempt at the study."""

    bench: Bench
    out: Path
    train: Train
    evaluate: Ask
    selection: Selection
    parts: tuple[Part, ...]
    """The networks of each row."""
    minutes: float
    threads: int
    confidence: float
    watch: Watch
    place: str = ""
    """Which row it is at."""

    def state(self) -> dict[str, _Done]:
        """How far it is.

        Raises:
            OptotypeError: the folder cannot be made, or what says how far it is cannot be read.
        """
        file = self.out / STATE
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            return _STATES.validate_json(file.read_bytes()) if file.exists() else {}
        except OSError as error:
            raise OptotypeError(f"{self.out}: the study cannot be kept there: {error.strerror}.") from error
        except ValidationError as error:
            raise OptotypeError(
                f"{file} does not say how far the study is: {explain(error)}. Remove it; trainings beside it are kept."
            ) from error

    def do(
        self, row: Row, shared: Mapping[str, str], taken: Path | None, state: dict[str, _Done]
    ) -> tuple[str, list[_Done]]:
        """Trains a row's networks and asks them as one, as far as that is not done: the run, and the trainings."""
        if not row.network:
            return self._asked(row.name, row.name, row.name, state), []
        if taken is not None:
            return self._asked(row.name, f"trained/{taken}", f"taken from {taken.name}", state), []
        folder = self.out / row.name
        if None not in self.parts and (folder / "network").exists():
            raise OptotypeError(
                f"{folder} holds one network that learned before what now has a network for each sub-task. "
                "Name another folder, or train with --together as before."
            )
        taught = [self._taught(row, part, shared, state) for part in self.parts]
        return self._asked(row.name, f"trained/{folder}", _spec(row, shared), state), taught

    def to_be_trained(self, row: Row, shared: Mapping[str, str], state: dict[str, _Done]) -> bool:
        """Is there a network of the row that has not learned all that it should?"""
        return bool(row.network) and not all(
            self._is_over(_named(row, part), _begun(state, _named(row, part), _learns(row, part, shared)))
            for part in self.parts
        )

    def _is_over(self, name: str, done: _Done) -> bool:
        """Has a network learned all that it should, and is it there?"""
        return 0 < done.of <= done.epochs and (self.out / name / "network" / "network.json").is_file()

    def _taught(self, row: Row, part: Part, shared: Mapping[str, str], state: dict[str, _Done]) -> _Done:
        """Trains one network of a row."""
        name = _named(row, part)
        spec = _learns(row, part, shared)
        done = self._trained(name, spec, _begun(state, name, spec))
        self._keep(state, name, done)
        return done

    def _asked(self, name: str, model: str, spec: str, state: dict[str, _Done]) -> str:
        """The run of a respondent, which is asked unless it was."""
        done = _begun(state, name, spec)
        asked = self.selection.count(self.bench)
        if self._known(model, done, asked):
            return done.run
        self._tell(name, "asking")
        result = self.evaluate(
            model,
            metric=[METRIC],
            selection=self.selection,
            asking=Asking(permute="none"),
            confidence=self.confidence,
        )
        if result.stopped is not None:
            raise OptotypeError(f"{name} was stopped: {result.stopped}. The same command goes on from here.")
        self._keep(state, name, done.model_copy(update={"run": result.run.id, "asked": asked}))
        return result.run.id

    def _trained(self, name: str, spec: str, done: _Done) -> _Done:
        folder = self.out / name
        if self._is_over(name, done):
            return done
        self._tell(name, "making features")
        began = time.monotonic()

        def listener(told: Step) -> None:
            dev = "" if told.dev is None else f", best on dev {100 * told.dev:.1f} %"
            self._tell(name, f"step {told.done:,} of {told.steps:,}, loss {told.loss:.3f}{dev}")

        taught = self.train(
            spec, self.bench.folder, folder, minutes=self.minutes, threads=self.threads, listener=listener
        )
        if taught.files is None:
            raise OptotypeError(
                f"{name}: no epoch was done in {self.minutes:g} minutes. Allow more; it goes on where it stopped."
            )
        seconds = round(done.seconds + time.monotonic() - began, 1)
        return done.model_copy(update={"epochs": taught.epochs, "of": taught.of, "seconds": seconds})

    def _tell(self, name: str, what: str) -> None:
        _, _, part = name.partition("/")
        self.watch(f"{self.place}{f', {_table.TASKS[part]}' if part in _table.TASKS else ''}: {what}", False)

    def _known(self, model: str, done: _Done, asked: int) -> bool:
        """Was this very respondent asked about these very items?"""
        run = self.bench.store.get(Run, done.run) if done.run and done.asked == asked else None
        return run is not None and run.ended is not None and respondents.build(model, {}, None).name == run.respondent

    def _keep(self, state: dict[str, _Done], name: str, done: _Done) -> None:
        state[name] = done
        with writing(self.out / STATE) as stream:
            stream.write(json.dumps(_STATES.dump_python(state), indent=1) + "\n")


_STATES = TypeAdapter(dict[str, _Done])
"""By row, or by row and sub-task."""


def _named(row: Row, part: Part) -> str:
    """How the state and the folders of a study call a network."""
    return row.name if part is None else f"{row.name}/{part}"


def _begun(state: Mapping[str, _Done], name: str, spec: str) -> _Done:
    """What is done of a network; nothing where another was meant by its name."""
    done = state.get(name)
    return done if done is not None and done.spec == spec else _Done(spec=spec)


def _learns(row: Row, part: Part, shared: Mapping[str, str]) -> str:
    """What one network of a row is, with its settings."""
    return _spec(row, shared if part is None else {**shared, "task": part})


def _spec(row: Row, shared: Mapping[str, str]) -> str:
    """What is trained, with its settings, as `optotype train` takes it."""
    settings = {**shared, **row.settings}
    return (
        f"{row.network}:{','.join(f'{name}={value}' for name, value in settings.items())}" if settings else row.network
    )


@dataclass(frozen=True)
class _Sheet:
    """The test items: in which figures each counts, and which share a picture."""

    places: dict[str, int]
    """By item."""
    clusters: array[int]
    parts: dict[str, list[str]]
    """By sub-task and skill, and under `all`, the items."""
    strange: int
    """Items of none of the sub-tasks."""
    unskilled: int
    """Items with none of the thirteen skills."""

    @staticmethod
    def of(bench: Bench, selection: Selection) -> _Sheet:
        """The items of a selection."""
        names: dict[str, int] = {}
        places: dict[str, int] = {}
        clusters = array("q")
        parts: dict[str, list[str]] = {}
        strange = unskilled = 0
        for item in selection.items(bench):
            task = _TASKS.get(form_name(item))
            if task is None:
                strange += 1
                continue
            skills = _skills(item)
            unskilled += not skills
            places[item.id] = len(clusters)
            clusters.append(names.setdefault(item.cluster, len(names)))
            for part in ("all", task, *skills):
                parts.setdefault(part, []).append(item.id)
        return _Sheet(places, clusters, parts, strange, unskilled)

    @property
    def count(self) -> int:
        """Items that count."""
        return len(self.places)

    def figures(self, marks: Mapping[str, float], confidence: float) -> dict[str, Estimate]:
        """What marks come to, by sub-task and skill; nothing for what no item has."""
        found: dict[str, Estimate] = {}
        for part, items in self.parts.items():
            heard = [item for item in items if item in marks]
            if heard:
                values = [marks[item] for item in heard]
                found[part] = statistics.mean(values, [self.clusters[self.places[item]] for item in heard], confidence)
        return found


def _skills(item: Item) -> list[str]:
    return [skill for skill in SKILLS if skill in item.tags.get("skill", ())]


def _marks(bench: Bench, run: str) -> dict[str, float]:
    """By item, what a run was given."""
    scores = bench.store.each(Score, {"run": run, "metric": METRIC})
    return {score.item: score.value for score in scores if score.value is not None}


def _line(row: Row, run: str, taught: Sequence[_Done], figures: dict[str, Estimate]) -> Line:
    return Line(
        name=row.name,
        title=row.title,
        group=row.group,
        run=run,
        epochs=sum(one.epochs for one in taught) if taught else None,
        of=sum(one.of for one in taught) if taught else None,
        seconds=sum(one.seconds for one in taught) if taught else None,
        figures=figures,
        published=dict(PUBLISHED.get(row.name, {})),
    )


def _against(sheet: _Sheet, marks: Mapping[str, Mapping[str, float]], confidence: float) -> list[Against]:
    """Patch-TRM against networks without eyes or words, on the items that both answered."""
    found: list[tuple[str, str, Difference]] = []
    best = marks.get("patch_trm", {})
    for other in _AGAINST:
        theirs = marks.get(other, {})
        for part in ("all", *TASKS):
            both = [item for item in sheet.parts.get(part, ()) if item in best and item in theirs]
            if len({sheet.clusters[sheet.places[item]] for item in both}) > 1:
                a, b = ([side[item] for item in both] for side in (theirs, best))
                clusters = [sheet.clusters[sheet.places[item]] for item in both]
                found.append((other, part, statistics.difference(a, b, clusters, confidence)))
    corrected = statistics.holm([difference.p for *_, difference in found])
    return [Against(other, on, difference, p) for (other, on, difference), p in zip(found, corrected, strict=True)]


def _notes(
    sheet: _Sheet, lines: Sequence[Line], marks: Mapping[str, Mapping[str, float]], taken: Mapping[str, Path]
) -> Iterator[str]:
    if sheet.unskilled:
        yield (
            f"{sheet.unskilled:,} of {sheet.count:,} test items have none of the thirteen skills (tag 'skill'); they "
            "count in the sub-tasks alone."
        )
    if missing := [skill for skill in SKILLS if skill not in sheet.parts]:
        yield f"No test item has the skill {', '.join(missing)}."
    if sheet.strange:
        yield f"{so_many(sheet.strange, 'test items', 'is', 'are')} of none of the three sub-tasks, and not counted."
    for line in lines:
        if line.of is not None and line.epochs is not None and line.epochs < line.of:
            yield f"{line.title}: {line.epochs} of {line.of} epochs; the same command goes on with it."
        unheard = sheet.count - len(marks[line.name].keys() & sheet.places.keys())
        if unheard:
            yield f"{line.title}: {so_many(unheard, 'items')} could not be put to it, and no figure counts them."
        if line.name in taken:
            yield f"{line.title}: taken from a training that was made before, with settings of its own."
