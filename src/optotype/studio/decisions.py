"""Decisions: tasks about which people do not agree are laid before experts, in a project of their own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from optotype.store.studio import submissions, tasks, turns
from optotype.studio import board, desk, projects
from optotype.studio.desk import Task
from optotype.studio.opening import make_project
from optotype.studio.projects import Project

if TYPE_CHECKING:
    from optotype.bench import Bench

SCREEN = "adjudication"


def project_of(project: str) -> str:
    """The id of the project in which another one's contested tasks are decided."""
    return f"{project[:54]}-decisions"


def lay_before_experts(bench: Bench, project: Project, title: str) -> int:
    """Makes a project of all finished tasks about which people do not agree, or adds those that are new.

    Gives back how many tasks were laid out.

    Raises:
        OptotypeError: there are none.
    """
    id = project_of(project.id)
    with bench.store.write() as connection:
        if projects.find(connection, id) is not None:
            known = set(connection.execute(sa.select(tasks.c.subject).where(tasks.c.project == id)).scalars())
            new = [Task(subject) for subject in board.undecided(connection, project.id) if subject not in known]
            desk.lay_out(connection, id, new)
            return len(new)
    decisions = Project(
        id=id,
        title=title,
        screen=f"{SCREEN}:project={project.id}",
        guidelines=project.guidelines,
        minutes=project.minutes,
    )
    return make_project(bench, decisions)


def made(connection: sa.Connection, project: str) -> dict[str, dict[str, Any]]:
    """What experts have decided about the tasks of a project, by subject."""
    return {subject: said[-1] for subject, said in _last(connection, project_of(project)).items()}


def said_about(connection: sa.Connection, project: str, subject: str) -> list[dict[str, Any]]:
    """What everybody whose work counts has handed in about a subject, who began first coming first."""
    return _last(connection, project, tasks.c.subject == subject).get(subject, [])


def _last(
    connection: sa.Connection, project: str, *conditions: sa.ColumnElement[bool]
) -> dict[str, list[dict[str, Any]]]:
    """By subject, the last version of everybody's work that counts."""
    query = (
        sa.select(tasks.c.subject, turns.c.id, submissions.c.body)
        .select_from(turns)
        .join(tasks, tasks.c.id == turns.c.task)
        .join(submissions, submissions.c.turn == turns.c.id)
        .where(
            turns.c.project == project,
            turns.c.state == desk.DONE,
            turns.c.counted,
            tasks.c.role == desk.WORK,
            submissions.c.kept,
            *conditions,
        )
        .order_by(turns.c.id, submissions.c.position)
    )
    last: dict[tuple[str, int], str] = {(subject, turn): body for subject, turn, body in connection.execute(query)}
    found: dict[str, list[dict[str, Any]]] = {}
    for (subject, _), body in last.items():
        found.setdefault(subject, []).append(json.loads(body))
    return found
