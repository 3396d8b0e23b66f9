"""Alembic's entry: the connection is given by `storage.upgrade`."""

from alembic import context

from tabiji.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
