"""Runs the migrations on the connection that catalogue.py hands over, all of them in its one transaction."""

from alembic import context

from mmscope.captures.library.catalogue import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
