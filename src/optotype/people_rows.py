"""Rows of people: how runs of the human baseline are called, and whether people helped to decide what judges them.

`optotype human` makes these runs. What they are called follows from the run, so that a page can say it in its own
language, and so that gold that is decided later can change it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast, get_args

from optotype.batches import batches
from optotype.records import Answer, Gold, Respondent, Run
from optotype.store import BATCH
from optotype.web.words import Words

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.store import Writer

PEOPLE = "people"
"""What the respondents and runs of the baseline are called by; the key of its settings in a run."""

OWN = "own gold"
"""The total of a run that says how many of its answers were counted for the gold that they are judged by."""

SAID_IN = "said in "
"""How the note of an answer of a row begins that is the answer of one person; what follows is its id."""

Way = Literal["single", "majority", "majority-decided", "held-out"]
"""How people are taken: one at a time; by majority; by majority where there is one; one at a time, against what the
others say."""

_RESPONDENT = re.compile(rf"{PEOPLE}/(?P<way>[a-z-]+)(?: \((?P<group>.*)\))?", re.DOTALL)


@dataclass(frozen=True)
class PeopleRow:
    """A row of people."""

    way: Way
    group: str = ""
    """Which of them: `role=expert`; nothing for all."""
    of: int | None = None
    """Answers of each item that a majority is taken of; None for all."""
    own: bool = False
    """Were answers of theirs counted for the gold that they are judged by? Then the row is too good."""

    @property
    def respondent(self) -> str:
        """The id of their respondent."""
        return f"{PEOPLE}/{self.way}{f' ({self.group})' if self.group else ''}"

    def called(self, words: Words) -> str:
        """What the row is called."""
        of = "" if self.of is None else words("people.of", count=f"{self.of}")
        name = words(f"people.{self.way.replace('-', '_')}", of=of)
        own = words("people.own") if self.own and self.way != "held-out" else ""
        return ", ".join(filter(None, (name, self.group, own)))


def repeated(rows: Sequence[tuple[str, int]]) -> set[int]:
    """Which rows say again what the same people say in another one: people have one voice, in whatever rows they stand.

    The row that is about the most items speaks for them; of several, that of the majority.

    Args:
        rows: for each its respondent, whoever that is, and how many items it is about.
    """
    people = [number for number, (respondent, _) in enumerate(rows) if respondent.startswith(f"{PEOPLE}/")]
    majority = PeopleRow("majority").respondent
    speaker = max(people, key=lambda number: (rows[number][1], rows[number][0] == majority), default=None)
    return {number for number in people if number != speaker}


def row_called(respondent: str, words: Words) -> str:
    """What a respondent is called where only its id is known: a row of people by its name, anybody else by the id."""
    row = _row(respondent)
    return respondent if row is None else row.called(words)


def row_of(run: Run) -> PeopleRow | None:
    """The row that a run is; None where it is none."""
    settings, row = run.settings.get(PEOPLE), _row(run.respondent)
    if not isinstance(settings, dict) or row is None:
        return None
    of = settings.get("of")
    return replace(row, of=of if isinstance(of, int) else None, own=run.totals.get(OWN, 0) > 0)


def _row(respondent: str) -> PeopleRow | None:
    """As much of a row as the id of its respondent tells."""
    found = _RESPONDENT.fullmatch(respondent)
    if found is None or found["way"] not in get_args(Way):
        return None
    return PeopleRow(cast("Way", found["way"]), found["group"] or "")


ENGLISH = Words("en", "optotype.web")
"""The words in which rows are called in the store, and by commands."""


def count_own(bench: Bench, writer: Writer) -> int:
    """Counts anew for all rows how many of their answers decided gold, and calls them accordingly.

    Gives back how many are called otherwise now.
    """
    rows = [(run, row) for run in bench.runs() if (row := row_of(run)) is not None]
    # all rows of a group are made of the same answers, and only those of single people name them
    counts = {_group(run, row): _own(bench, run) for run, row in rows if row.way == "single"}
    renamed = 0
    for run, row in rows:
        own = counts.get(_group(run, row))
        if own is None or own == run.totals.get(OWN, 0):
            continue
        changed = run.model_copy(update={"totals": {**run.totals, OWN: own}})
        after = row_of(changed)
        respondent = bench.store.get(Respondent, run.respondent)
        if after is None or respondent is None:
            continue
        renamed += after != row
        writer.put(respondent.model_copy(update={"name": after.called(ENGLISH)}), changed)
    return renamed


def _group(run: Run, row: PeopleRow) -> tuple[str, str]:
    return json.dumps(run.settings, sort_keys=True, default=str), row.group


def _own(bench: Bench, run: Run) -> int:
    """Answers of a row that were counted for the gold of now."""
    found: Counter[bool] = Counter()
    for some in batches(_said(bench, run), BATCH):
        golds = bench.store.get_all(Gold, list(dict.fromkeys(item for item, _ in some)))
        found.update(id in golds[item].counted for item, id in some if item in golds)
    return found[True]


def _said(bench: Bench, run: Run) -> Iterator[tuple[str, str]]:
    """The items that people of a row answered, and the ids of what they said."""
    for answer in bench.store.each(Answer, {"run": run.id}):
        if answer.note.startswith(SAID_IN):
            yield answer.item, answer.note.removeprefix(SAID_IN)
