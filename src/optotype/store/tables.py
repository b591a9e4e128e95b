"""The tables. One per noun: the columns that are asked for, and the whole record as JSON in `body`.

A change here needs a new file in `migrations/versions/`; a test compares the two.
"""

import sqlalchemy as sa

metadata = sa.MetaData()

# SQLite counts rows by itself only in a column of type INTEGER; PostgreSQL needs the larger type.
_Count = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _noun(name: str, *columns: sa.Column[str] | sa.Column[int] | sa.Column[bool]) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        # the order in which records came, which is the order in which they are given back
        sa.Column("position", _Count, primary_key=True, autoincrement=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("event", sa.Integer, nullable=False),
        *columns,
        sa.Column("body", sa.Text, nullable=False),
    )


def _indexed(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable, index=True)


collections = _noun("collections")
pictures = _noun("pictures", _indexed("collection"), _indexed("file", nullable=True))
papers = _noun("papers", _indexed("collection"))
items = _noun(
    "items",
    _indexed("collection"),
    _indexed("cluster"),
    sa.Column("form", sa.Text, nullable=False),
    sa.Column("split", sa.Text, nullable=True),
    sa.Column("excluded", sa.Text, nullable=True),
    sa.Column("version", sa.Integer, nullable=False),
)
respondents = _noun("respondents", sa.Column("kind", sa.Text, nullable=False))
answers = _noun(
    "answers",
    _indexed("respondent"),
    _indexed("run", nullable=True),
    sa.Column("item", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
)
sa.Index("ix_answers_item_run", answers.c.item, answers.c.run)
reviews = _noun("reviews", _indexed("item"), _indexed("reviewer"))
golds = _noun("golds", sa.Column("version", sa.Integer, nullable=False))
findings = _noun("findings", _indexed("rule"), _indexed("about"))
runs = _noun("runs", _indexed("respondent"))
scores = _noun("scores", _indexed("run"), _indexed("item"), sa.Column("metric", sa.Text, nullable=False))

tags = sa.Table(
    "tags",
    metadata,
    sa.Column("item", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, primary_key=True),
    sa.Index("ix_tags_name_value", "name", "value"),
    sqlite_with_rowid=False,
)

past = sa.Table(
    "past",
    metadata,
    sa.Column("noun", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("event", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("command", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("totals", sa.Text, nullable=False),
)
