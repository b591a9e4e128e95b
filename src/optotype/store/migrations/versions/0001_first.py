"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_COUNT = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# by table: columns that are indexed, then those that are not; True where a column may be empty
_NOUNS: dict[str, tuple[dict[str, bool], dict[str, bool]]] = {
    "collections": ({}, {}),
    "pictures": ({"collection": False, "file": True}, {}),
    "papers": ({"collection": False}, {}),
    "items": ({"collection": False, "cluster": False}, {"form": False, "split": True, "excluded": True}),
    "respondents": ({}, {"kind": False}),
    "answers": ({"respondent": False, "run": True}, {"item": False, "state": False}),
    "reviews": ({"item": False, "reviewer": False}, {}),
    "golds": ({}, {}),
    "findings": ({"rule": False, "about": False}, {}),
    "runs": ({"respondent": False}, {}),
    "scores": ({"run": False, "item": False}, {"metric": False}),
}
_VERSIONED = ("items", "golds")


def upgrade() -> None:
    """Creates a table per noun, and those for tags, past versions and events."""
    for name, (indexed, plain) in _NOUNS.items():
        op.create_table(
            name,
            sa.Column("position", _COUNT, primary_key=True, autoincrement=True),
            sa.Column("id", sa.Text, nullable=False, unique=True),
            sa.Column("event", sa.Integer, nullable=False),
            *(sa.Column(column, sa.Text, nullable=nullable) for column, nullable in (indexed | plain).items()),
            *([sa.Column("version", sa.Integer, nullable=False)] if name in _VERSIONED else []),
            sa.Column("body", sa.Text, nullable=False),
        )
        for column in indexed:
            op.create_index(f"ix_{name}_{column}", name, [column])
    op.create_index("ix_answers_item_run", "answers", ["item", "run"])
    op.create_table(
        "tags",
        sa.Column("item", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tags_name_value", "tags", ["name", "value"])
    op.create_table(
        "past",
        sa.Column("noun", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("totals", sa.Text, nullable=False),
    )
