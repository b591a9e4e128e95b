"""Stage 9, export, of a run: what a respondent said, as a file that others read, whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from optotype import looking, metrics, predictions
from optotype.asking import Asking, CannotAsk, Question, Sight
from optotype.batches import batches
from optotype.errors import BadTarget
from optotype.family import with_settings
from optotype.looking import find_run
from optotype.metrics import Mark
from optotype.predictions import Account, Exchange, Shape
from optotype.progress import Progress, silent
from optotype.records import Answer, Gold, Item, Picture, Respondent, Run, Score
from optotype.results import Judged, Tally

if TYPE_CHECKING:
    from optotype.bench import Bench

GONE = "to an item that is no longer in the bench"
EXCLUDED = "to an item that is excluded from the bench"

_BATCH = 500


@dataclass
class ExportedRun:
    """What an export of a run wrote: each answer stands in the file, or is counted among those left out."""

    path: Path
    shape: str
    run: str
    respondent: str
    items: int = 0
    """Items that the run was asked about, as far as they were chosen."""
    answers: int = 0
    """Answers to them; an item that was put in several orders of its options has several."""
    written: int = 0
    """Answers that stand in the file."""
    empty: dict[str, int] = field(default_factory=dict[str, int])
    """By reason, how many of these stand there as an empty text, since the shape needs something for every item."""
    left_out: dict[str, int] = field(default_factory=dict[str, int])
    """By reason, answers that do not stand in the file."""
    beside: list[Path] = field(default_factory=list[Path])
    """Other files that were written, as the shape's own programs do."""


def export_run(
    bench: Bench,
    shape: str,
    path: Path | str,
    *,
    run: str,
    collection: str | None = None,
    split: str | None = None,
    tags: Mapping[str, str] | None = None,
    force: bool = False,
    settings: Mapping[str, str] | None = None,
    progress: Progress = silent,
) -> ExportedRun:
    """Writes the answers of a run to a new file: for a benchmark's own scorer, or as the log of another harness.

    Args:
        bench: where from.
        shape: one of `optotype.predictions.family.names()`, with or without settings: `scivqa:say=answer`.
        path: the file to make, whose name tells by its end of which kind it is; or a folder to make it in.
        run: its id, or its respondent where that has one run only.
        collection: items of this collection only.
        split: items of this split only.
        tags: items with these tags only.
        force: replace the file if it exists.
        settings: of the shape.
        progress: told of each item done.

    Raises:
        BadTarget: the file exists, there is nothing to write, or the shape cannot hold it.
        OptotypeError: there is no such shape or run.
    """
    part = predictions.family.build(shape, settings) if settings else predictions.build(shape)
    path, found = Path(path), find_run(bench, run)
    title = bench.settings.bench.title or bench.folder.name
    if path.is_dir():
        path /= part.called(found, title)
    if path.suffix not in part.suffixes:
        raise BadTarget(
            f"{path.name}: a file of the shape '{shape}' ends with {' or '.join(part.suffixes)}. "
            f"Call it {path.stem or 'run'}{part.suffixes[0]}, for example."
        )
    wanted = _Wanted(collection, split, dict(tags or {}))
    account = _Account(bench, found, wanted, progress, title=title, log=part.log)
    _check_free(path, force=force)
    beside = _written(part, shape, account, path, force=force)
    return ExportedRun(
        path=path,
        shape=shape,
        run=found.id,
        respondent=found.respondent,
        items=account.items,
        answers=account.answers,
        written=account.written,
        empty=dict(account.empty.most_common()),
        left_out=dict(account.left_out.most_common()),
        beside=beside,
    )


def _written(part: Shape, shape: str, account: _Account, path: Path, *, force: bool) -> list[Path]:
    """Writes the file, and gives what came to lie beside it; nothing is left where that cannot be."""
    folder = path.with_name(f".{path.name}.part")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True)
        part.write(account, folder / path.name)
        account.check(shape)
        files = sorted(folder.iterdir(), key=lambda file: file.name == path.name)
        for file in files:
            _check_free(path.with_name(file.name), force=force)
        # the file itself comes last: where it is, all is
        for file in files:
            file.replace(path.with_name(file.name))
    except OSError as error:
        raise BadTarget(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return [path.with_name(file.name) for file in files[:-1]]


def _check_free(path: Path, *, force: bool) -> None:
    if path.exists() and not force:
        raise BadTarget(f"{path} exists already. Choose another place, or replace it with --force.")


@dataclass(frozen=True)
class _Wanted:
    """Which items are to be written."""

    collection: str | None
    split: str | None
    tags: dict[str, str]

    def __call__(self, item: Item) -> bool:
        return (
            self.collection in (None, item.collection)
            and self.split in (None, item.split)
            and all(value in item.tags.get(tag, ()) for tag, value in self.tags.items())
        )


class _Account(Account):
    """One export under way."""

    def __init__(self, bench: Bench, run: Run, wanted: _Wanted, progress: Progress, *, title: str, log: bool) -> None:
        super().__init__()
        self.run = run
        self.respondent = bench.store.get(Respondent, run.respondent) or Respondent(id=run.respondent, kind="model")
        self.title = title
        self.items = 0
        self.answers = 0
        self._bench = bench
        self._wanted = wanted
        self._progress = progress
        self._tally = Tally([]) if log else None
        self._signatures: dict[str, None] = {}

    def place(self, picture: Picture | Sight) -> str:
        path = picture.path if isinstance(picture, Sight) else self._bench.path(picture)
        if path is None:
            return picture.name if isinstance(picture, Picture) else ""
        return path.relative_to(self._bench.folder).as_posix()

    def judged(self) -> list[Judged]:
        if self._tally is None:
            return []
        self._tally.metrics = [metrics.signed(signature) for signature in self._signatures]
        return list(self._tally.judged())

    def check(self, shape: str) -> None:
        """Makes sure that something was written, and that nothing was forgotten."""
        if not self.written:
            looking.check_names(self._bench, looking.chosen(collection=self._wanted.collection), self._wanted.tags)
            why = ", ".join(f"{count:,} {reason}" for reason, count in self.left_out.most_common())
            raise BadTarget(
                f"There is nothing to write: the run '{self.run.id}' has "
                f"{f'no answer that the shape {shape!r} can hold ({why})' if why else 'no answers to such items'}."
            )
        if self.answers != self.written + self.left_out.total():
            raise RuntimeError(
                f"The shape '{shape}' gave an account of {self.written + self.left_out.total():,} answers, and there "
                f"are {self.answers:,}."
            )

    def __iter__(self) -> Iterator[Exchange]:
        for exchange in self._exchanges():
            if self._tally is not None:
                marks = {score.signature: [Mark(score.value, score.note, score.parts)] for score in exchange.scores}
                self._signatures |= dict.fromkeys(marks)
                self._tally.add(exchange.item, exchange.answers, marks)
            yield exchange
            self._progress(1)

    def _exchanges(self) -> Iterator[Exchange]:
        store = self._bench.store
        asking = self._asking()
        shots = None if asking is None else asking.examples(self._bench)
        answers = store.each(Answer, {"run": self.run.id})
        groups = ((item, tuple(some)) for item, some in groupby(answers, key=lambda answer: answer.item))
        for batch in batches(groups, _BATCH):
            ids = [id for id, _ in batch]
            items = store.get_all(Item, ids)
            chosen = dict(self._chosen(batch, items))
            golds = store.get_all(Gold, chosen)
            scores: dict[str, list[Score]] = {}
            for score in store.each(Score, {"item": list(chosen), "run": self.run.id}) if chosen else ():
                scores.setdefault(score.item, []).append(score)
            shown = {id: items[id].all_pictures for id in chosen}
            pictures = store.get_all(Picture, [id for some in shown.values() for id in some])
            questions: dict[str, list[Question] | CannotAsk] = {}
            if asking is not None:
                put = asking.put(self._bench, [items[id] for id in chosen], shots)
                questions = {item.id: asked for item, asked in put}
            for id, given in chosen.items():
                asked = questions.get(id, ())
                yield Exchange(
                    item=items[id],
                    gold=golds.get(id),
                    answers=given,
                    scores=tuple(scores.get(id, ())),
                    pictures={picture: pictures[picture] for picture in shown[id] if picture in pictures},
                    questions=() if isinstance(asked, CannotAsk) else tuple(asked),
                )

    def _chosen(
        self, batch: list[tuple[str, tuple[Answer, ...]]], items: Mapping[str, Item]
    ) -> Iterator[tuple[str, tuple[Answer, ...]]]:
        """The answers to items that are wanted and can be written; others that were wanted are counted."""
        for id, given in batch:
            item = items.get(id)
            if item is not None and not self._wanted(item):
                continue
            self.items += 1
            self.answers += len(given)
            if item is None:
                self.left_out[GONE] += len(given)
            elif item.excluded is not None:
                self.left_out[EXCLUDED] += len(given)
            else:
                yield id, given

    def _asking(self) -> Asking | None:
        """How the run put its items; None where that is not told, or not wanted."""
        told = self.run.settings.get("asking")
        if self._tally is None or not isinstance(told, dict):
            return None
        return with_settings(Asking, told, f"The way of asking of the run '{self.run.id}'")
