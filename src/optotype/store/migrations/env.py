"""Called by Alembic: runs the migrations on the connection that `upgrade` hands over."""

from alembic import context

from optotype.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
