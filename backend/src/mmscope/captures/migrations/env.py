"""Runs the migrations on the connection that catalogue.py hands over."""

from alembic import context

from mmscope.captures.catalogue import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
