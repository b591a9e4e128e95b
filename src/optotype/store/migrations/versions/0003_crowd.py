"""The studio: crowds that come by an open link, batches of items, and what people say about themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _key(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, primary_key=True)


def _place(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def _moment(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Double, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "studio_bundles", _key("project"), _key("subject"), _place("place"), _text("item"), _flag("planted")
    )
    op.create_table("studio_backgrounds", _key("project"), _key("person"), _moment("at"), _text("body"))
    op.create_table(
        "studio_links",
        _key("id"),
        sa.Column("project", sa.Text, nullable=False, index=True),
        _number("most"),
        _number("came"),
        _flag("open"),
        _text("made_by"),
        _moment("at"),
    )
    op.create_table(
        "studio_arrivals",
        _key("person"),
        _text("project"),
        _text("link"),
        _text("worker", nullable=True),
        _moment("at"),
        sa.UniqueConstraint("project", "worker"),
    )
    op.create_table(
        "studio_codes",
        _key("project"),
        _key("person"),
        _place("number"),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        _moment("at"),
        _number("tasks"),
        sa.Column("seconds", sa.Double, nullable=False),
        _text("checks"),
    )
