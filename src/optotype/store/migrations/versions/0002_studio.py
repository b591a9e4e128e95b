"""The studio: people, projects, and who works on what."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_COUNT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Double, nullable=nullable)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, _COUNT, nullable=False)


def upgrade() -> None:
    """Creates the studio's tables."""
    op.create_table(
        "studio_people",
        sa.Column("id", sa.Text, primary_key=True),
        _text("name"),
        sa.Column("called", sa.Text, nullable=False, unique=True),
        _text("role"),
        _text("password", nullable=True),
        _text("language"),
        _flag("simulated"),
        _flag("disabled"),
        _moment("since"),
    )
    op.create_table(
        "studio_invitations",
        sa.Column("id", sa.Text, primary_key=True),
        _text("role"),
        _text("person", nullable=True),
        _text("project", nullable=True),
        _text("made_by"),
        _moment("until"),
        _moment("used", nullable=True),
    )
    op.create_table(
        "studio_sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False, index=True),
        _text("form_key"),
        _moment("until"),
    )
    op.create_table(
        "studio_projects",
        sa.Column("position", _COUNT, primary_key=True, autoincrement=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        _flag("paused"),
        _text("body"),
    )
    op.create_table(
        "studio_members",
        sa.Column("project", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        _number("seen"),
        _number("done"),
        _flag("counted"),
    )
    op.create_table(
        "studio_tasks",
        sa.Column("id", _COUNT, primary_key=True, autoincrement=True),
        _text("project"),
        _number("number"),
        sa.Column("phase", sa.Integer, nullable=False),
        _text("subject"),
        _text("role"),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        _flag("open"),
        sa.UniqueConstraint("project", "number"),
    )
    op.create_index("ix_studio_tasks_open", "studio_tasks", ["project", "open", "number"])
    op.create_table(
        "studio_turns",
        sa.Column("id", _COUNT, primary_key=True, autoincrement=True),
        _number("task"),
        _text("project"),
        _text("person"),
        _number("number"),
        _text("state"),
        _moment("began", nullable=True),
        _moment("until", nullable=True),
        _moment("ended", nullable=True),
        sa.Column("seconds", sa.Double, nullable=False),
        _flag("flagged"),
        _flag("counted"),
        sa.Column("met", sa.Boolean, nullable=True),
        _text("said", nullable=True),
        sa.UniqueConstraint("task", "person"),
    )
    op.create_index("ix_studio_turns_person", "studio_turns", ["project", "person", "state", "number"])
    op.create_index("ix_studio_turns_until", "studio_turns", ["project", "state", "until"])
    op.create_table(
        "studio_submissions",
        sa.Column("position", _COUNT, primary_key=True, autoincrement=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("turn", _COUNT, nullable=False, index=True),
        _moment("at"),
        sa.Column("seconds", sa.Double, nullable=False),
        _flag("kept"),
        _text("body"),
    )
    op.create_table(
        "studio_drafts",
        sa.Column("turn", _COUNT, primary_key=True, autoincrement=False),
        _moment("at"),
        _text("body"),
    )
    op.create_table(
        "studio_journal",
        sa.Column("id", _COUNT, primary_key=True, autoincrement=True),
        _moment("at"),
        _text("person"),
        sa.Column("project", sa.Text, nullable=True, index=True),
        _text("what"),
        _text("about"),
        _text("body"),
    )
