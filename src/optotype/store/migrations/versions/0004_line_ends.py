"""Instructions of items that came from MERA: line ends are written as such, no longer as a backslash and an n."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Rewrites the items."""
    items = sa.table("items", sa.column("id"), sa.column("body"))
    connection = op.get_bind()
    wanted = items.c.body.contains(r"\\n", autoescape=True)
    for id, body in connection.execute(sa.select(items).where(wanted)).all():
        item = json.loads(body)
        told = item.get("instruction") or ""
        if item["origin"].get("by") == "mera" and "\n" not in told and r"\n" in told:
            item["instruction"] = told.replace(r"\n", "\n")
            item.setdefault("extra", {}).setdefault("mera", {})["instruction"] = told  # an export gives it back so
            written = json.dumps(item, ensure_ascii=False)
            connection.execute(sa.update(items).where(items.c.id == id).values(body=written))
