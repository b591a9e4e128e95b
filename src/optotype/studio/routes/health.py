"""Is the server well? For whatever looks after it: no session, no secret, nothing about the bench."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as Busy

from optotype.store import Store
from optotype.studio.routes.doors import TheWork

router = APIRouter()

PATIENCE = 5.0
"""Seconds that the database may take to answer."""


@router.get("/health")
async def health() -> Response:
    """The process is alive and answers."""
    return JSONResponse({"alive": True})


@router.get("/ready")
async def ready(work: TheWork) -> Response:
    """The database answers, too: people can work."""
    try:
        await asyncio.wait_for(asyncio.to_thread(_asked, work.bench.store), PATIENCE)
    except (DBAPIError, Busy, TimeoutError):
        return JSONResponse({"ready": False, "error": "The database does not answer."}, 503)
    return JSONResponse({"ready": True})


def _asked(store: Store) -> None:
    with store.engine.connect() as connection:
        connection.execute(sa.text("SELECT version_num FROM alembic_version"))
