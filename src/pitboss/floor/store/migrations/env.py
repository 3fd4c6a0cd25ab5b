"""Runs the steps on the connection that it is handed, all of them in its transaction."""

from alembic import context

from pitboss.floor.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
