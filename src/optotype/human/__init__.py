"""The human baseline: people as rows among the models, judged by the code that judges models.

One row takes people one at a time: an item's mark is the mean over those who answered it. The next takes what most of
them say; items about which there is no majority count as wrong there, and in a third row they are left out. In
LabTabVQA these are 0.9086 and 93.9 %, of the same people. Each row is a run, so that reports and comparisons take it
as they take any other.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

from pydantic import JsonValue

from optotype.batches import batches
from optotype.counting import Ballot, Counting, LeftOut, Said, Table, ballots, counted
from optotype.errors import OptotypeError
from optotype.files.naming import slug
from optotype.human.groups import groups
from optotype.judging import edition, judges_for, marks_of, scores_of
from optotype.metrics import Case, Metric
from optotype.people_rows import ENGLISH, OWN, PEOPLE, SAID_IN, PeopleRow, Way
from optotype.plurals import so_many
from optotype.progress import Progress, silent
from optotype.records import Answer, Gold, Item, Respondent, Run, Score, State, Value
from optotype.results import Grid, Result, Tabled, Tally, grids
from optotype.selecting import Selection
from optotype.store import BATCH

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.store import Writer


@dataclass(frozen=True)
class Row:
    """People, taken in one way."""

    way: Way
    group: str
    """Which of them: `role=expert`; nothing for all."""
    people: int
    answers: int
    """Answers of theirs that were taken."""
    undecided: int
    """Items without a majority."""
    own: int
    """Answers that were counted for the gold that they are judged by: their row is too good."""
    run: str | None
    """The run that it is kept as; None for one that is shown only."""
    result: Result


@dataclass(frozen=True)
class Human(Tabled):
    """The human baseline."""

    rows: list[Row]
    simulated: bool
    """Do these people not exist?"""
    left_out: list[LeftOut]
    warnings: list[str] = field(default_factory=list[str])

    def grids(self) -> list[Grid]:
        """What there is to show: the rows as `optotype eval` shows any, then how people were taken."""
        shown = [row.result for row in self.rows]
        first, *rest = grids(shown)
        return [first, _taken(self.rows), *(grid for grid in rest if grid.title != "not answered")]


def human(
    bench: Bench,
    *,
    metric: Sequence[str] = (),
    selection: Selection = Selection(),  # noqa: B008 - frozen
    filters: Sequence[str] | None = None,
    of: int | None = None,
    least: int | None = None,
    by: Sequence[str] = (),
    tags: Sequence[str] = (),
    confidence: float = 0.95,
    progress: Progress = silent,
) -> Human:
    """Judges people as models are judged, and keeps each row as a run.

    Called again for the same items, it makes the rows anew.

    Args:
        bench: whose answers.
        metric: names of metrics, with settings, as for `evaluate`.
        selection: the items.
        filters: in place of those that `optotype.toml` names, see `counting`; `[]` for none.
        of: answers of each item that a majority is taken of, the first that came; all unless given.
        least: how many have to say the same; more than half unless given.
        by: what tells groups of people apart: a tag of theirs, their role, or a question that they were asked about
            themselves.
        tags: tags of items whose values are told apart in the result.
        confidence: of all intervals.
        progress: told of each item judged.

    Raises:
        OptotypeError: there are no such items, nobody answered any, or nothing is known to be right.
    """
    if (of is not None and of < 1) or (least is not None and least < 1) or (least or 1) > (of or least or 1):
        raise OptotypeError(
            f"A majority of {least} of {of} was asked for; 1 of 1 or more, such as 3 of 5, was expected."
        )
    counting = counted(bench, selection=selection, filters=filters)
    answers = _without_decisions(counting.answers)
    if not len(answers):
        raise OptotypeError(
            "Nobody has answered any of these items yet, or no answer counts. 'optotype studio' lets people answer, "
            "and 'optotype simulate' rehearses it with people who do not exist."
        )
    judges = judges_for(bench, selection, metric)
    for judge in judges:
        judge.prepare(bench)
    simulated = all(answers.people[id].simulated for id in answers.person_ids)
    work = _Work(bench, judges, selection, of, least, tags, confidence, simulated)
    wanted: list[tuple[str, Table, Sequence[Way]]] = [("", answers, WAYS)]
    for name in by:
        those = groups(bench, answers, name)
        # a majority needs as many people as have to say the same
        enough = {value: len(people) >= max(least or 2, 2) for value, people in those.items()}
        wanted += [
            (f"{name}={value}", _of(answers, people), WAYS[: 1 + enough[value]]) for value, people in those.items()
        ]
    rows: list[Row] = []
    with bench.store.event("human", selection=work.settings["selection"]) as writer:
        work.forget(writer)
        for group, table, ways in wanted:
            said = {ballot.item: ballot for ballot in ballots(bench, table)}
            rows += [work.row(way, group, table, said, writer, progress) for way in ways]
    if not any(row.result.judged for row in rows):
        raise OptotypeError(
            "None of these items has a right answer yet, so nobody can be judged: 'optotype gold' decides."
        )
    return Human(rows, simulated, counting.left_out, list(_warnings(rows, counting, simulated)))


WAYS: tuple[Way, ...] = ("single", "majority", "majority-decided", "held-out")
"""The rows, in order."""


def _without_decisions(table: Table) -> Table:
    import numpy as np

    return table.some(np.array([not row.decides for row in table.rows], dtype=bool))


def _of(table: Table, people: set[str]) -> Table:
    import numpy as np

    return table.some(np.array([row.person in people for row in table.rows], dtype=bool))


def _warnings(rows: Sequence[Row], counting: Counting, simulated: bool) -> Iterator[str]:
    if simulated:
        yield "These people are simulated: they do not exist, and their rows say nothing about people."
    single = next(row for row in rows if row.way == "single")
    if single.own:
        yield (
            f"{single.own:,} of {so_many(single.answers, 'answers')} helped to decide the gold that they are judged "
            "by, so the rows are too good. The row 'held out' judges each person by what the others say."
        )
    if single.result.unjudged:
        yield f"{so_many(single.result.unjudged, 'items', 'has', 'have')} no right answer yet: not judged."
    if left := sum(one.answers for one in counting.left_out):
        of = so_many(len(counting.table), "answers")
        yield f"{left:,} of {of} {'does' if left == 1 else 'do'} not count; 'optotype gold' says why."


@dataclass
class _Work:
    """One call: all rows are made of the same items, by the same judges."""

    bench: Bench
    judges: Sequence[Metric]
    selection: Selection
    of: int | None
    least: int | None
    tags: Sequence[str]
    confidence: float
    simulated: bool

    @property
    def settings(self) -> dict[str, JsonValue]:
        """What a run keeps of how it came about."""
        chosen: JsonValue = json.loads(json.dumps(asdict(self.selection)))
        return {"selection": chosen, PEOPLE: {"of": self.of, "least": self.least}}

    def forget(self, writer: Writer) -> None:
        """Removes the rows that were made of the same items before."""
        former = [
            run.id
            for run in self.bench.runs()
            if PEOPLE in run.settings and run.settings.get("selection") == self.settings["selection"]
        ]
        for id in former:
            writer.clear(Answer, {"run": id})
            writer.clear(Score, {"run": id})
        writer.write(remove={Run: former})

    def row(
        self, way: Way, group: str, table: Table, said: Mapping[str, Ballot], writer: Writer, progress: Progress
    ) -> Row:
        """Makes one row; all but the one against the others is kept as a run."""
        keeps = way != "held-out"
        run = self._begun(way, group)
        if keeps:
            self._check_free(run)
        made = _Made(self, way, run, {row.id: (place, row) for place, row in enumerate(table.rows)})
        tally, version = self._judge(made, said, writer if keeps else None, progress)
        count = len(table.person_ids)
        run = run.model_copy(
            update={
                "bench_version": version,
                "ended": datetime.now(UTC),
                "totals": {"people": count, "answers": made.taken, "undecided": made.undecided, OWN: made.own},
            }
        )
        called = PeopleRow(way, group, self.of, made.own > 0).called(ENGLISH)
        if keeps:
            writer.put(Respondent(id=run.respondent, kind="person", name=called, simulated=self.simulated), run)
        shown = run.model_copy(update={"respondent": f"{called} (simulated)" if self.simulated else called})
        result = Result(
            run=shown,
            judged=list(tally.judged()),
            states=tally.states,
            items=tally.items,
            unjudged=tally.unjudged,
            failures={},
        )
        return Row(way, group, count, made.taken, made.undecided, made.own, run.id if keeps else None, result)

    def _begun(self, way: Way, group: str) -> Run:
        """The run of a row, which has not ended yet."""
        name = "-".join(filter(None, (way, _plain(group.replace("=", "-")), *self._chosen())))
        return Run(
            id=f"{PEOPLE}-{name}",
            respondent=PeopleRow(way, group).respondent,
            settings=self.settings,
            started=datetime.now(UTC),
        )

    def _check_free(self, run: Run) -> None:
        if any(one.id == run.id for one in self.bench.runs()):
            raise OptotypeError(f"There is a run called '{run.id}' that is no row of people. Give it another name.")

    def _judge(
        self, made: _Made, said: Mapping[str, Ballot], writer: Writer | None, progress: Progress
    ) -> tuple[Tally, str]:
        """Judges what people said to each item; answers and scores are kept where there is a writer.

        Gives the figures, and which edition of the items they are about.
        """
        tally = Tally(self.judges, self.tags, self.confidence)
        version = blake2b(digest_size=8)
        for items in batches((item for item in self.selection.items(self.bench) if item.id in said), BATCH):
            golds = self.bench.store.get_all(Gold, [item.id for item in items])
            answers: dict[str, list[tuple[Answer, Gold | None]]] = {
                item.id: list(made.answers(item, said[item.id], golds.get(item.id))) for item in items
            }
            cases = [
                Case(item, gold, answer) for item in items for answer, gold in answers[item.id] if gold is not None
            ]
            marks = marks_of(self.judges, cases)
            scores: list[Score] = []
            for item in items:
                given = [answer for answer, _ in answers[item.id]]
                if given:
                    version.update(edition(item))
                    tally.add(item, given, marks.get(item.id, {}))
                    scores += scores_of(made.run.id, item.id, self.judges, marks.get(item.id, {}))
            if writer is not None:
                writer.write(add=[*(answer for given in answers.values() for answer, _ in given), *scores])
            progress(len(items))
        return tally, version.hexdigest()

    def _chosen(self) -> Iterator[str]:
        chosen = self.selection
        yield from (_plain(name) for name in (chosen.split, chosen.form, chosen.collection) if name)
        yield from (_plain(f"{tag}-{value}") for tag, value in chosen.tags.items())
        if chosen.limit is not None:
            yield f"first-{chosen.limit}"


def _plain(name: str) -> str:
    """A name as it may stand in a run's: as it is, if it is plain."""
    return name if re.fullmatch(r"[A-Za-z0-9._-]*", name) else slug(name)


@dataclass
class _Made:
    """Answers of one row, as they are made of ballots."""

    work: _Work
    way: Way
    run: Run
    rows: Mapping[str, tuple[int, Said]]
    """By id, what was said, and its place among all: the first that came are the first to be taken."""
    taken: int = 0
    undecided: int = 0
    own: int = 0

    def answers(self, item: Item, ballot: Ballot, gold: Gold | None) -> Iterator[tuple[Answer, Gold | None]]:
        """What people say to an item, taken in the row's way, each with what it is judged by."""
        places: dict[str, int | None] = {vote.answer: vote.label for vote in ballot.votes}
        places |= dict.fromkeys(ballot.silent)
        votes = [(self.rows[id][1], places[id]) for id in sorted(places, key=lambda id: self.rows[id][0])]
        votes = votes[: self.work.of]
        if not votes:
            return
        self.taken += len(votes)
        counted = set(gold.counted) if gold is not None else set[str]()
        self.own += sum(row.id in counted for row, _ in votes)
        if self.way.startswith("majority"):
            yield self._majority(item, votes), gold
            return
        for number, (row, _) in enumerate(votes):
            right = gold if self.way == "single" else _right(item, votes[:number] + votes[number + 1 :])
            if right is not None or self.way == "single":  # where the others do not agree, nobody is held against them
                turn = f"{self.run.id}:{item.id}" + (f":{number}" if number else "")
                yield self._answer(turn, item, row.state, row.value, row.seconds, f"{SAID_IN}{row.id}"), right

    def _majority(self, item: Item, votes: Sequence[_Vote]) -> Answer:
        """What most say, in the words that most use; what became of the question, where there is no majority."""
        labels = [label for _, label in votes]
        most = _most(labels)
        often = 0 if most is None else labels.count(most)
        id, count = f"{self.run.id}:{item.id}", len(votes)
        if most is None or often < (self.work.least or count // 2 + 1):
            self.undecided += 1
            state = State.DONT_KNOW if self.way == "majority" else State.FAILED
            return self._answer(id, item, state, None, None, f"no majority among {count}")
        values = _values(votes, most)
        state = State.GIVEN if values else State.UNANSWERABLE
        return self._answer(id, item, state, values[0] if values else None, None, f"{often} of {count}")

    def _answer(
        self, id: str, item: Item, state: State, value: Value | None, seconds: float | None, note: str
    ) -> Answer:
        return Answer(
            id=id,
            item=item.id,
            respondent=self.run.respondent,
            run=self.run.id,
            state=state,
            value=value,
            seconds=seconds,
            note=note,
        )


_Vote = tuple[Said, int | None]
"""An answer, and the place of what it says among the labels of its ballot."""


def _values(votes: Sequence[_Vote], label: int) -> list[Value]:
    """The values that say something, the most frequent first; none where it is that there is no answer."""
    said = Counter(row.value for row, place in votes if place == label and row.value is not None)
    return [value for value, _ in said.most_common()]


def _most(labels: Sequence[int | None]) -> int | None:
    """What is said most often; None where nothing is, or two things are as often."""
    ranked = Counter(label for label in labels if label is not None).most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def _right(item: Item, others: Sequence[_Vote]) -> Gold | None:
    """What is right by all others; None where they do not agree on one thing."""
    most = _most([label for _, label in others])
    if most is None:
        return None
    values = tuple(_values(others, most))
    return Gold(item=item.id, accepted=values, unanswerable=not values, rule="others")


def _taken(rows: Sequence[Row]) -> Grid:
    found = [
        (
            row.result.run.respondent,
            f"{row.people:,}",
            f"{row.answers:,}",
            f"{row.undecided:,}" if row.way.startswith("majority") else "",
            row.run or "not kept",
        )
        for row in rows
    ]
    return Grid("how they were taken", ("model", "#people", "#answers", "#no majority", "run"), found)
