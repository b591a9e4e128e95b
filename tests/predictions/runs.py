"""Runs to be written: replies of every state to an item of every form, each read as a model's would be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from optotype import Workbench, metrics
from optotype.asking import Asking, Question, Sight
from optotype.metrics import Case
from optotype.predictions import Account, Exchange
from optotype.reading import read
from optotype.records import Answer, Gold, Item, Noun, Picture, Respondent, Run, Score, State
from optotype.results import Judged, together

WHEN = datetime(2026, 3, 1, 12, tzinfo=UTC)

REPLIES: dict[str, str | None] = {
    "choice-pictures": "The answer is B.",
    "choice-texts": "G",
    "several": "A, C",
    "yes-no": "No, it is not.",
    "number": "0.27",
    "text": "<think>Is it a line? No.</think>S-shaped",
    "cannot": "It cannot be determined from the picture.",
    "ranking": "D, A, B, C",
    "graph": "( men , is , 2 ) , ( men , on , bench )",
    "preference": "B",
    "rating": None,
}
"""By item of `samples.fill`, what was said; None where nothing was heard. All is right that has gold."""

SILENCE: dict[str, str | None] = {
    "choice-pictures": "I'm sorry, but I can't help with that.",
    "choice-texts": "Either A or B.",
    "several": None,
    "yes-no": "I don't know.",
    "number": "",
    "text": "I don't know.",
    "cannot": "I'm sorry, but I can't assist with that request.",
}
"""The same, for a respondent that hardly answers."""


def keep(
    bench: Workbench,
    replies: Mapping[str, str | None],
    *,
    name: str = "run",
    asking: Asking = Asking(permute="none"),  # noqa: B008 - frozen
    metric: Sequence[str] = ("accuracy",),
    collection: str = "mixed",
) -> list[Answer]:
    """Stores a run in which these replies came, whatever the order of the options; gives back its answers."""
    model = "acme/vision-1"
    run = Run(
        id=name,
        respondent=model,
        settings={"asking": asdict(asking), "respondent": {"temperature": 0.0, "max_tokens": 64, "base_url": "x"}},
        bench_version="0123abcd",
        started=WHEN,
        ended=WHEN,
        totals={"tokens_in": 120.0, "tokens_out": 34.0, "seconds": 2.5},
    )
    records: list[Noun] = [Respondent(id=model, kind="model"), run]
    given: list[Answer] = []
    for id, reply in replies.items():
        item = bench.item(f"{collection}/{id}")
        answers = [answer(item, question, reply, run) for question in asking.unworded(item)]
        given += answers
        records += [*answers, *scores(bench.gold(item), item, answers, run, metric)]
    with bench.store.event("test") as writer:
        writer.write(add=records)
    return given


def answer(item: Item, question: Question, reply: str | None, run: Run) -> Answer:
    """The answer that a reply is."""
    reading = None if reply is None else read(reply, item, shown=question.shown)
    return Answer(
        id=f"{run.id}:{item.id}:{question.turn}",
        item=item.id,
        respondent=run.respondent,
        run=run.id,
        state=State.FAILED if reading is None else reading.state,
        value=None if reading is None else reading.value,
        raw=reply,
        shown=question.shown,
        seconds=None if reading is None else 0.5,
        note="no reply in time" if reading is None else reading.note,
        at=None if reading is None else WHEN,
    )


def scores(gold: Gold | None, item: Item, answers: Sequence[Answer], run: Run, names: Sequence[str]) -> Iterator[Score]:
    """What metrics say to answers."""
    for metric in map(metrics.build, names):
        if gold is not None and metric.fits(item):
            mark = together([metric.mark(Case(item, gold, answer)) for answer in answers])
            yield Score(
                item=item.id,
                run=run.id,
                metric=metric.name,
                signature=metric.signature,
                value=mark.value,
                note=mark.note,
                parts=dict(mark.parts),
            )


class Told(Account):
    """An account without a bench behind it."""

    def __init__(self, exchanges: Iterator[Exchange]) -> None:
        super().__init__()
        self.run = Run(id="run", respondent="acme/vision-1", started=WHEN, ended=WHEN)
        self.respondent = Respondent(id="acme/vision-1", kind="model")
        self.title = "Told"
        self._exchanges = exchanges

    def __iter__(self) -> Iterator[Exchange]:
        return self._exchanges

    def judged(self) -> list[Judged]:
        return []

    def place(self, picture: Picture | Sight) -> str:
        return "picture.png"
