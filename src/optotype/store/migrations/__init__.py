"""Migrations: append only. A database of any earlier release is brought up to date when its bench is opened."""

from pathlib import Path
from threading import Lock

import sqlalchemy as sa
from alembic import command
from alembic.config import Config


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Brings a database to the newest migration, or to another, inside the transaction that the connection is in."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    with _ALONE:
        command.upgrade(config, to)


_ALONE = Lock()
"""Alembic knows one migration at a time, in all of a process."""
