"""Stage 7, evaluate: items are put to a respondent, replies are read, answers are judged.

Two walks over the items. The first asks: each question is looked up among the replies on disk by the content of all
that would be sent, and only what is not there is asked. The second reads the replies, judges the answers and stores
both. So a run that was killed goes on where it was, and judging again asks nobody.
"""

from __future__ import annotations

import gc
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from importlib import import_module
from itertools import chain, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

from pydantic import JsonValue

from optotype import respondents
from optotype.asking import Asking, CannotAsk, Question
from optotype.batches import batches
from optotype.errors import OptotypeError
from optotype.evaluate._preview import Preview
from optotype.facets import check_tag
from optotype.files.naming import slug
from optotype.judging import edition, judges_for, marks_of, scored, scores_of
from optotype.metrics import Case
from optotype.records import Answer, Gold, Item, Run, Score, State
from optotype.respondents import Failure, Reply, Responder
from optotype.results import Result, Tally
from optotype.running import under_way
from optotype.running.replies import Kept, Replies
from optotype.running.runner import INTERRUPTED, Limits, Runner, priced
from optotype.scratch import scratch
from optotype.selecting import Selection
from optotype.store import Writer

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from optotype.bench import Bench
    from optotype.prices import Prices
    from optotype.reading import Reading

__all__ = ["INTERRUPTED", "Asking", "Counts", "Limits", "Result", "Selection", "evaluate"]

_BATCH = 500
_FIRST = 64
"""Items of the first batch: asking begins as soon as there is something to ask."""
_REMEMBERED = 5000
"""Items that are not read from the store a second time."""
_FROZEN = gc.get_freeze_count()
"""Objects in which Python by itself looks for no garbage; some releases have a few."""


@dataclass
class Counts:
    """How far a run is."""

    questions: int = 0
    """To be asked in all; a guess until the first were made."""
    asked: int = 0
    """Replies that came in this attempt."""
    remembered: int = 0
    """Replies that were on disk already."""
    failed: int = 0
    unread: int = 0
    cost: float = 0.0
    began: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> int:
        """Questions that need no more asking."""
        return self.asked + self.remembered + self.failed

    def __str__(self) -> str:
        rate = self.asked / max(time.monotonic() - self.began, 0.001)
        told = [f"{rate:.0f}/s" if rate >= 10 else f"{rate:.1f}/s"]
        told += [f"{self.remembered:,} known"] if self.remembered else []
        told += [f"[red]{self.failed:,} failed[/red]"] if self.failed else []
        told += [f"[yellow]{self.unread:,} unread[/yellow]"] if self.unread else []
        told += [f"cost {self.cost:.4g}"] if self.cost else []
        return ", ".join(told)


Watch: TypeAlias = Callable[[Counts], None]
"""Told how far a run is, whenever something came."""


def evaluate(
    bench: Bench,
    model: str,
    *,
    metric: Sequence[str] = (),
    selection: Selection = Selection(),  # noqa: B008 - frozen
    asking: Asking = Asking(),  # noqa: B008
    limits: Limits = Limits(),  # noqa: B008
    settings: Mapping[str, object] = {},
    by: Sequence[str] = (),
    prices: Path | str | None = None,
    name: str | None = None,
    confidence: float = 0.95,
    watch: Watch | None = None,
) -> Result:
    """Puts items to a respondent, reads and judges the answers, and stores everything as a run.

    Called again with the same settings it goes on where it was, or judges anew; nothing is asked twice.

    Args:
        bench: whose items.
        model: `provider/model`.
        metric: names of metrics, with settings: `number:tolerance=0.1`; `accuracy` unless given,
            and `answer_match` where answers are free text.
        selection: which items.
        asking: how they are put.
        limits: how hard the respondent is tried.
        settings: of the respondent.
        by: tags whose values are told apart in the result.
        prices: a file that says what tokens cost.
        name: of the run; made from the model and the settings unless given.
        confidence: of all intervals.
        watch: told how far it is.

    Raises:
        OptotypeError: something that the user can mend; what was heard until then is kept.
    """
    judges = judges_for(bench, selection, metric)
    responder = respondents.build(model, settings, bench)
    counts = Counts(questions=selection.count(bench))
    for tag in by:
        check_tag(bench, tag)
    items = counts.questions
    responder.prepare(bench)
    for judge in judges:
        judge.prepare(bench)
    resolved = _resolved(responder, selection, asking)
    veiled = "" if asking.sight == "full" else f"{asking.sight}-"
    id = name or f"{slug(responder.name)}-{veiled}{_digest(resolved)}"
    run = Run(id=id, respondent=responder.name, settings=resolved, started=datetime.now(UTC))
    with (
        under_way(bench, id),
        Replies(bench.folder / "runs" / "replies", responder.name) as replies,
        _Plan() as plan,
        bench.store.event("eval", run=id, model=responder.name) as writer,
    ):
        work = _Work(bench, responder, replies, plan, counts)
        replies.begin(id)
        with _settled(), Preview(bench, writer, run, responder.record(), judges, scored) as preview:
            prices_ = None if prices is None else _load(Path(prices))
            stopped = work.ask(run, selection, asking, limits, prices_, watch, preview)
        if stopped == INTERRUPTED and not counts.asked and not counts.remembered:
            raise KeyboardInterrupt
        if stopped is not None and not counts.asked and not counts.remembered:
            raise OptotypeError(f"Nothing was heard: {stopped}.")
        tally = Tally(judges, by, confidence)
        writer.clear(Answer, {"run": id})
        writer.clear(Score, {"run": id})
        writer.put(responder.record(), run)
        with _settled():
            totals = work.judge(run, tally, writer)
        ended = datetime.now(UTC) if stopped is None else None
        run = run.model_copy(update={"bench_version": work.version.hexdigest(), "ended": ended, "totals": totals})
        writer.put(run)
    return Result(
        run=run,
        judged=list(tally.judged()),
        states=tally.states,
        items=tally.items,
        unjudged=tally.unjudged,
        failures=plan.reasons(),
        stopped=stopped,
        remaining=items - tally.items,
        warnings=[*_warnings(bench, responder, selection, asking), *responder.notes()],
    )


def _load(prices: Path) -> Prices:
    from optotype.prices import load  # few runs need them

    return load(prices)


def _warnings(bench: Bench, responder: Responder, selection: Selection, asking: Asking) -> list[str]:
    """What makes figures less than they seem: items that were asked about, and learned from before."""
    learned = {responder.learns_from, asking.examples_from if asking.shots else None} - {None}
    splits = learned if selection.split is None else learned & {selection.split}
    return [
        f"{count:,} of the items are in the split '{split}', which was learned from; evaluate another one with --split"
        for split in sorted(filter(None, splits))
        if (count := bench.store.count(Item, {**selection.where, "split": split}, selection.tags))
    ]


@dataclass(frozen=True)
class _Asked:
    """An item as it was asked about: for each order of its options, the key of the reply."""

    item: str
    turns: list[tuple[int, bytes, tuple[str, ...] | None]]


class _Plan:
    """What is asked, in order: kept on disk, so that memory stays flat."""

    def __enter__(self) -> _Plan:
        self._database = scratch("asked (item TEXT, turn INTEGER, key BLOB, shown TEXT)", memory=200)
        self.failures: dict[tuple[str, int], str] = {}
        self._kinds: Counter[str] = Counter()
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def add(self, asked: Iterable[tuple[Question, bytes]]) -> None:
        """Remembers what is asked, and by which key the reply is found."""
        rows = [
            (question.item.id, question.turn, key, json.dumps(question.shown) if question.shown else None)
            for question, key in asked
        ]
        self._database.executemany("INSERT INTO asked VALUES (?, ?, ?, ?)", rows)

    def fail(self, question: Question, why: str, kind: str | None = None) -> None:
        """Remembers that a question was given up, and as what it is counted."""
        self.failures[question.item.id, question.turn] = why
        self._kinds[kind or why] += 1

    def reasons(self) -> dict[str, int]:
        """Why questions failed, most frequent first."""
        return dict(self._kinds.most_common())

    def each(self) -> Iterator[_Asked]:
        """All that was asked, in order."""
        rows = self._database.execute("SELECT item, turn, key, shown FROM asked ORDER BY rowid")
        for item, group in groupby(rows, key=lambda row: cast("str", row[0])):
            turns = [(turn, key, None if shown is None else tuple(json.loads(shown))) for _, turn, key, shown in group]
            yield _Asked(item, turns)


@dataclass
class _Work:
    """One attempt at a run: the two walks over its items."""

    bench: Bench
    responder: Responder
    replies: Replies
    plan: _Plan
    counts: Counts
    items: dict[str, Item] = field(default_factory=dict[str, Item])
    """The first of the items asked about."""
    version: blake2b = field(default_factory=lambda: blake2b(digest_size=8))
    """Digest of the items asked."""

    # --- the first walk: ask

    def ask(
        self,
        run: Run,
        selection: Selection,
        asking: Asking,
        limits: Limits,
        prices: Prices | None,
        watch: Watch | None,
        preview: Preview,
    ) -> str | None:
        """Asks what is not on disk yet; gives back why it was stopped, if it was."""

        def heard(question: Question, reply: Reply | Failure) -> None:
            counts = self.counts
            if isinstance(reply, Failure):
                self.plan.fail(question, str(reply))
                counts.failed += 1
            else:
                counts.asked += 1
                counts.cost += reply.cost or 0.0
                if watch is not None:
                    counts.unread += _read(reply, question.item, question.shown).state is State.UNREAD
                if question.turn == 0:
                    kept = Kept(reply, time.time())
                    preview.add(question.item, partial(_record, run, question.item, 0, question.shown, kept))
            if watch is not None:
                watch(counts)

        shots = asking.examples(self.bench) if self.responder.looks else None
        runner = Runner(self.responder, self.replies, limits, heard, priced(prices, self.responder.name))
        try:
            with runner:
                chosen = selection.items(self.bench)
                for items in chain(batches(islice(chosen, _FIRST), _FIRST), batches(chosen, _BATCH)):
                    if self.responder.looks:
                        put = asking.put(self.bench, items, shots)
                    else:
                        put = ((item, asking.unworded(item)) for item in items)
                    runner.feed(self._unknown(put))
                    _load_what_judging_needs()  # while the first replies are on their way
                    if runner.stopped is not None:
                        break
        except KeyboardInterrupt:
            return INTERRUPTED
        return runner.stopped

    def _unknown(self, put: Iterable[tuple[Item, list[Question] | CannotAsk]]) -> list[tuple[Question, bytes]]:
        """The questions to which there is no reply yet."""
        asked: list[tuple[Question, bytes]] = []
        for item, questions in put:
            if len(self.items) < _REMEMBERED:
                self.items[item.id] = item
            if isinstance(questions, CannotAsk):
                question = Question(item, ())
                asked.append((question, b""))
                self.plan.fail(question, str(questions), questions.kind)
                self.counts.failed += 1
            else:
                asked += [(question, self.responder.key(question)) for question in questions]
                self.counts.questions += len(questions) - 1
        self.plan.add(asked)
        known = self.replies.known([key for _, key in asked]) if self.responder.costly else set[bytes]()
        self.counts.remembered += len(known)
        return [(question, key) for question, key in asked if key and key not in known]

    # --- the second walk: read, judge, store

    def judge(self, run: Run, tally: Tally, writer: Writer) -> dict[str, float]:
        """Reads and judges all replies to what was asked; gives back the run's totals."""
        totals = dict.fromkeys(("cost", "tokens_in", "tokens_out", "tries"), 0.0)
        for batch in batches(self.plan.each(), _BATCH):
            kept = self.replies.get([key for asked in batch for _, key, _ in asked.turns])
            items = {asked.item: self.items.pop(asked.item) for asked in batch if asked.item in self.items}
            items |= self.bench.store.get_all(Item, [asked.item for asked in batch if asked.item not in items])
            golds = self.bench.store.get_all(Gold, items)
            answers: dict[str, list[Answer]] = {}
            for asked in batch:
                for turn, key, shown in asked.turns:
                    found, why = kept.get(key), self.plan.failures.get((asked.item, turn))
                    if found is None and why is None:
                        continue  # never asked: the run was stopped
                    answer = _record(run, items[asked.item], turn, shown, found or why or "")
                    answers.setdefault(asked.item, []).append(answer)
                    if found is not None:
                        for total in totals:
                            totals[total] += getattr(found.reply, total) or 0
            cases = [Case(items[id], golds[id], answer) for id in answers if id in golds for answer in answers[id]]
            marks = marks_of(tally.metrics, cases)
            scores: list[Score] = []
            for id, given in answers.items():
                self.version.update(edition(items[id]))
                tally.add(items[id], given, marks.get(id, {}))
                scores += scores_of(run.id, id, tally.metrics, marks.get(id, {}))
            writer.write(add=[*(answer for given in answers.values() for answer in given), *scores])
        return totals | {"seconds": round(self.replies.seconds(run.id), 3)}


def _load_what_judging_needs() -> None:
    # in a thread, where Ctrl-C does not reach it: numpy that was loaded half cannot be loaded again
    name = "optotype.statistics"
    if name not in sys.modules:
        threading.Thread(target=import_module, args=(name,), daemon=True).start()


def _read(reply: Reply, item: Item, shown: Sequence[str] | None) -> Reading:
    from optotype.reading import Reading, read  # its patterns are made while the first replies are on their way

    if reply.refused:
        return Reading(State.REFUSED, None, "marked as a refusal")
    return read(reply.text, item, shown=shown)


def _record(run: Run, item: Item, turn: int, shown: tuple[str, ...] | None, heard: Kept | str) -> Answer:
    """The answer that a reply is, or that a failure is."""
    id = f"{run.id}:{item.id}" if turn == 0 else f"{run.id}:{item.id}:{turn}"
    respondent = run.respondent
    if isinstance(heard, str):
        state = State.FAILED
        return Answer(id=id, item=item.id, respondent=respondent, run=run.id, state=state, shown=shown, note=heard)
    reading = _read(heard.reply, item, shown)
    return Answer(
        id=id,
        item=item.id,
        respondent=respondent,
        run=run.id,
        state=reading.state,
        value=reading.value,
        raw=heard.reply.text,
        scores=_own_labels(heard.reply.scores, item, shown) or None,
        shown=shown,
        seconds=round(heard.reply.seconds, 4),
        cost=heard.reply.cost,
        note=reading.note,
        at=datetime.fromtimestamp(heard.at, UTC),
        extra=heard.reply.extra,
    )


def _own_labels(scores: Mapping[str, float], item: Item, shown: Sequence[str] | None) -> dict[str, float]:
    """Scores by the item's own labels: a respondent names options by the letters under which it saw them."""
    letters = [option.label for option in item.options]
    own = dict(zip(letters, shown or letters, strict=True))
    return {own.get(label, label): score for label, score in scores.items()}


# --- a run's name, and its own place


class _Frozen:
    """Who sees to it that garbage is not looked for in all that there is."""

    by_us: ClassVar[bool] = False
    by_others: ClassVar[bool] = False
    """Once it was so, it is believed: what is frozen is counted one by one, a tenth of a second for a million."""

    @classmethod
    def seen_to(cls) -> bool:
        """Need nobody see to it?"""
        cls.by_others = cls.by_others or (not cls.by_us and gc.get_freeze_count() > _FROZEN)
        return cls.by_us or cls.by_others


@contextmanager
def _settled() -> Generator[None]:
    """Garbage is looked for in what is made from now on, not in all that was there before: a tenth of a run's time."""
    if _Frozen.seen_to():
        yield
        return
    gc.freeze()
    _Frozen.by_us = True
    try:
        yield
    finally:
        gc.unfreeze()
        _Frozen.by_us = False


def _resolved(responder: Responder, selection: Selection, asking: Asking) -> dict[str, JsonValue]:
    """All settings that a run's answers depend on, as they are kept with it."""
    return {
        # what follows the provider may be a path of this machine; the name never is
        "respondent": {**_plain(responder), "name": responder.name, "model": responder.name.partition("/")[2]},
        "selection": _plain(selection),
        "asking": {
            name: value for name, value in _plain(asking).items() if name not in _LATER or value != _LATER[name]
        },
    }


_LATER = {"sight": "full"}
"""Settings that came later, as all was done before: so set they are no part of a run's name, and it stays the same."""


def _plain(settings: DataclassInstance) -> dict[str, JsonValue]:
    return cast("dict[str, JsonValue]", json.loads(json.dumps(asdict(settings), default=str)))


def _digest(resolved: Mapping[str, JsonValue]) -> str:
    return blake2b(json.dumps(resolved, sort_keys=True).encode(), digest_size=3).hexdigest()
