"""The studio's tables: people and how they come in, projects, who works on what, and everything that was handed in.

What people decide becomes answers and reviews, in the tables of these nouns; here is how they came to do so.
"""

import sqlalchemy as sa

from optotype.store.tables import metadata

# SQLite counts rows by itself only in a column of type INTEGER; PostgreSQL needs the larger type.
_Count = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[float]:
    """Seconds since 1970."""
    return sa.Column(name, sa.Double, nullable=nullable)


people = sa.Table(
    "studio_people",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    _text("name"),
    sa.Column("called", sa.Text, nullable=False, unique=True),  # the name in small letters, in any alphabet
    _text("role"),
    _text("password", nullable=True),
    _text("language"),
    sa.Column("simulated", sa.Boolean, nullable=False),
    sa.Column("disabled", sa.Boolean, nullable=False),
    _moment("since"),
)

invitations = sa.Table(
    "studio_invitations",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),  # the digest of the secret in the link
    _text("role"),
    _text("person", nullable=True),  # who is signed in by the link, where it is somebody who is known already
    _text("project", nullable=True),
    _text("made_by"),
    _moment("until"),
    _moment("used", nullable=True),
)

sessions = sa.Table(
    "studio_sessions",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),  # the digest of the cookie
    sa.Column("person", sa.Text, nullable=False, index=True),
    _text("form_key"),  # what a form must bring along, so that no other site can send it
    _moment("until"),
)

projects = sa.Table(
    "studio_projects",
    metadata,
    sa.Column("position", _Count, primary_key=True, autoincrement=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("paused", sa.Boolean, nullable=False),
    _text("body"),
)

members = sa.Table(
    "studio_members",
    metadata,
    sa.Column("project", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("seen", _Count, nullable=False),  # tasks up to this number have nothing for this person
    sa.Column("done", _Count, nullable=False),
    sa.Column("counted", sa.Boolean, nullable=False),  # False once an administrator has set the person's work aside
)

tasks = sa.Table(
    "studio_tasks",
    metadata,
    sa.Column("id", _Count, primary_key=True, autoincrement=True),
    _text("project"),
    sa.Column("number", _Count, nullable=False),  # its place in the project
    sa.Column("phase", sa.Integer, nullable=False),
    _text("subject"),  # an item, or what several items share
    _text("role"),  # work, training, attention, repeat
    sa.Column("wanted", sa.Integer, nullable=False),
    sa.Column("taken", sa.Integer, nullable=False),  # turns that are held or done
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),  # may somebody more take it?
    sa.UniqueConstraint("project", "number"),
    sa.Index("ix_studio_tasks_open", "project", "open", "number"),
)

turns = sa.Table(
    "studio_turns",
    metadata,
    sa.Column("id", _Count, primary_key=True, autoincrement=True),
    sa.Column("task", _Count, nullable=False),
    _text("project"),
    _text("person"),
    sa.Column("number", _Count, nullable=False),
    _text("state"),  # assigned, held, done, back
    _moment("began", nullable=True),
    _moment("until", nullable=True),
    _moment("ended", nullable=True),
    sa.Column("seconds", sa.Double, nullable=False),
    sa.Column("flagged", sa.Boolean, nullable=False),
    sa.Column("counted", sa.Boolean, nullable=False),
    sa.Column("met", sa.Boolean, nullable=True),  # was it right, where that is known and asked for?
    _text("said", nullable=True),  # what people are compared by, by field
    sa.UniqueConstraint("task", "person"),
    sa.Index("ix_studio_turns_person", "project", "person", "state", "number"),
    sa.Index("ix_studio_turns_until", "project", "state", "until"),
)

submissions = sa.Table(
    "studio_submissions",
    metadata,
    sa.Column("position", _Count, primary_key=True, autoincrement=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),  # made by the browser: the same one twice is one
    sa.Column("turn", _Count, nullable=False, index=True),
    _moment("at"),
    sa.Column("seconds", sa.Double, nullable=False),
    sa.Column("kept", sa.Boolean, nullable=False),  # False where it came after its turn had gone to somebody else
    _text("body"),
)

drafts = sa.Table(
    "studio_drafts",
    metadata,
    sa.Column("turn", _Count, primary_key=True, autoincrement=False),
    _moment("at"),
    _text("body"),
)

journal = sa.Table(
    "studio_journal",
    metadata,
    sa.Column("id", _Count, primary_key=True, autoincrement=True),
    _moment("at"),
    _text("person"),
    sa.Column("project", sa.Text, nullable=True, index=True),
    _text("what"),
    _text("about"),
    _text("body"),
)

bundles = sa.Table(
    "studio_bundles",
    metadata,
    sa.Column("project", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),  # the task that puts these items together
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    _text("item"),
    sa.Column("planted", sa.Boolean, nullable=False),  # is its answer plain, and asked for only to see who reads?
)

backgrounds = sa.Table(
    "studio_backgrounds",
    metadata,
    sa.Column("project", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    _moment("at"),
    _text("body"),  # what was said, by question
)

links = sa.Table(
    "studio_links",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),  # as it stands in the address: it is published, and no secret
    sa.Column("project", sa.Text, nullable=False, index=True),
    sa.Column("most", sa.Integer, nullable=False),  # people who may come by it
    sa.Column("came", sa.Integer, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    _text("made_by"),
    _moment("at"),
)

arrivals = sa.Table(
    "studio_arrivals",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    _text("project"),
    _text("link"),
    _text("worker", nullable=True),  # what the platform that sent them calls them
    _moment("at"),
    sa.UniqueConstraint("project", "worker"),
)

codes = sa.Table(
    "studio_codes",
    metadata,
    sa.Column("project", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # the person's first batch, their second
    sa.Column("code", sa.Text, nullable=False, unique=True),
    _moment("at"),
    sa.Column("tasks", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Double, nullable=False),
    _text("checks"),  # by name, whether it was passed
)
