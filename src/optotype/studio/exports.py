"""Files: what was handed in, as tables that other programs read."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from optotype.batches import batches
from optotype.files import jsons
from optotype.formats import Entry
from optotype.formats.labelstudio import Embedding, task_of
from optotype.records import Answer, Item, Picture, Respondent, Review
from optotype.store import tables
from optotype.store.studio import backgrounds, people, submissions, tasks, turns
from optotype.studio import decisions

if TYPE_CHECKING:
    from optotype.bench import Bench
    from optotype.store import Store

_FORMULA = ("=", "+", "-", "@", "\t")
"""What formulas of spreadsheets begin with."""


def rows(store: Store, project: str) -> Iterator[dict[str, Any]]:
    """All that was handed in, the last version of each, with what experts decided about it."""
    last = (
        sa.select(submissions.c.turn, sa.func.max(submissions.c.position).label("last"))
        .where(submissions.c.kept)
        .group_by(submissions.c.turn)
        .subquery()
    )
    query = (
        sa.select(
            tasks.c.number,
            tasks.c.subject,
            tasks.c.role,
            tasks.c.phase,
            people.c.name.label("person"),
            people.c.simulated,
            turns.c.counted,
            turns.c.seconds,
            turns.c.ended,
            backgrounds.c.body.label("background"),
            submissions.c.body,
        )
        .select_from(turns)
        .join(tasks, tasks.c.id == turns.c.task)
        .join(people, people.c.id == turns.c.person)
        .join(last, last.c.turn == turns.c.id)
        .join(submissions, submissions.c.position == last.c.last)
        .join(
            backgrounds,
            sa.and_(backgrounds.c.project == turns.c.project, backgrounds.c.person == turns.c.person),
            isouter=True,
        )
        .where(turns.c.project == project)
        .order_by(tasks.c.number, turns.c.id)
    )
    with store.engine.connect() as connection:
        decided = decisions.made(connection, project)
        for row in connection.execution_options(yield_per=500).execute(query).mappings():
            texts = {name: json.loads(row[name] or "{}") for name in ("background", "body")}
            yield {**row, "ended": when(row["ended"]), **texts, "decision": decided.get(row["subject"])}


def _csv(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """A table; what spreadsheets would take for a formula is marked as a text."""
    text = io.StringIO()
    writer = csv.writer(text)
    head: list[str] | None = None
    for row in rows:
        if head is None:
            head = list(row)
            writer.writerow(head)
        values = [json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value for value in row.values()]
        writer.writerow(
            [f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value for value in values]
        )
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def _jsonl(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    return (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


WRITERS: dict[str, tuple[Callable[[Iterator[dict[str, Any]]], Iterator[str]], str]] = {
    "csv": (_csv, "text/csv; charset=utf-8"),
    "jsonl": (_jsonl, "application/jsonl"),
}
"""By the ending of a file, how it is written, and of what kind it is."""


def label_studio(bench: Bench, project: str) -> Iterator[str]:
    """What was handed in and counts, as tasks with annotations that Label Studio imports; pictures are in them.

    What is right is not told.
    """

    def content(picture: Picture) -> bytes | None:
        path = bench.path(picture)
        return path.read_bytes() if path is not None and path.is_file() else None

    form, begun = Embedding(gold=False, content=content), False
    for entry in _entries(bench, project):
        yield ",\n" if begun else "[\n"
        yield jsons.dumps(task_of(form.write_row(entry)))
        begun = True
    yield "\n]\n" if begun else "[]\n"


def _entries(bench: Bench, project: str) -> Iterator[Entry]:
    """Items with what the people of a project said about them, in the order in which they came."""
    store, begins = bench.store, f"studio/{project}/"
    said = sa.union(
        *(sa.select(table.c.item).where(table.c.id.startswith(begins)) for table in (tables.answers, tables.reviews))
    ).subquery()
    query = sa.select(tables.items.c.id).join(said, said.c.item == tables.items.c.id).order_by(tables.items.c.position)
    with store.engine.connect() as connection:
        ids = connection.execute(query).scalars().all()
    for some in batches(ids, 100):
        items = store.get_all(Item, some)
        shown = {id: item.all_pictures for id, item in items.items()}
        pictures = store.get_all(Picture, [id for those in shown.values() for id in those])
        answers: dict[str, list[Answer]] = {id: [] for id in some}
        reviews: dict[str, list[Review]] = {id: [] for id in some}
        for answer in store.find(Answer, {"item": some}):
            if answer.id.startswith(begins) and not answer.excluded:
                answers[answer.item].append(answer)
        for review in store.find(Review, {"item": some}):
            if review.id.startswith(begins) and not review.excluded:
                reviews[review.item].append(review)
        said_by = {
            id: [*(one.respondent for one in answers[id]), *(one.reviewer for one in reviews[id])] for id in some
        }
        known = store.get_all(Respondent, [id for those in said_by.values() for id in those])
        for id in some:
            if said_by[id] and id in items:
                yield Entry(
                    items=(items[id],),
                    pictures=tuple(pictures[one] for one in dict.fromkeys(shown[id]) if one in pictures),
                    answers=tuple(answers[id]),
                    reviews=tuple(reviews[id]),
                    respondents=tuple(known[one] for one in dict.fromkeys(said_by[id]) if one in known),
                )


def when(at: float | None) -> str:
    """A moment as it is read, in universal time."""
    return "" if at is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(at))
