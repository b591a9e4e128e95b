"""Graphs: what the page asks for while somebody makes one. Only whoever has the task is answered."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from optotype.studio import blocks, graphs
from optotype.studio.desk import NotYours
from optotype.studio.people import Session
from optotype.studio.routes.doors import Somebody, TheWork
from optotype.studio.routes.tasks import Sure, TurnId
from optotype.studio.work import Work

router = APIRouter(prefix="/api/turns/{turn}/graph")

Name = Annotated[str, Query(min_length=1, max_length=graphs.LETTERS)]
_ALL = 1000
"""More verbs and prepositions than there are: pages show the first twenty, and search in all."""


class Sketch(BaseModel):
    """A graph that is not done yet."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    rows: list[JsonValue] = Field(max_length=2 * (graphs.OBJECTS + graphs.ATTRIBUTES + graphs.RELATIONS))


@router.get("/candidates")
async def candidates(turn: TurnId, subject: Name, object: Name, session: Somebody, work: TheWork) -> dict[str, Any]:  # noqa: A002 - what it is called in the address
    """Verbs and prepositions for a pair of objects in the caption of a task, the most probable first."""
    caption = " ".join((await _field(session, turn, work)).words)

    def rank() -> dict[str, list[str]]:
        from optotype.scenegraph import predicates

        found = predicates.candidates(caption, subject, object, _ALL)
        return {
            "verbs": [candidate.name for candidate in found.verbs],
            "prepositions": [candidate.name for candidate in found.prepositions],
        }

    return await asyncio.to_thread(rank)


@router.post("/drawing")
async def drawing(turn: TurnId, sketch: Sketch, session: Sure, work: TheWork) -> dict[str, Any]:
    """Where everything in the drawing of a graph is; what is wrong with it, while somebody is writing still."""
    field = await _field(session, turn, work)
    try:
        rows = graphs.read(sketch.rows, len(field.words))
    except graphs.BadRows as error:
        wrong = blocks.NotFilled(field.name, error.why, **error.values)
        return {"drawing": None, "error": wrong.said(work.words(session.person))}
    return {"drawing": await asyncio.to_thread(graphs.drawn, rows), "error": ""}


async def _field(session: Session, turn: int, work: Work) -> blocks.Graph:
    """The graph of a task.

    Raises:
        NotYours: the task is not theirs, or there is none in it.
    """
    _project, given = await work.again(session, turn)
    found = next((field for field in blocks.fields(given.blocks) if isinstance(field, blocks.Graph)), None)
    if found is None:
        raise NotYours("no_graph")
    return found
