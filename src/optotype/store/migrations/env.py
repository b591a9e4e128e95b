"""Called by Alembic: runs the migrations on the connection that `upgrade` hands over."""

from alembic import context

from optotype.store.studio import people

# the metadata of any table holds all of them
context.configure(connection=context.config.attributes["connection"], target_metadata=people.metadata)
context.run_migrations()
