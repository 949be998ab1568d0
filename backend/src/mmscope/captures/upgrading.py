"""Migrations of the catalogue's tables, by Alembic.

Apart from catalogue.py: importing Alembic takes a fifth of a server's start, and most starts find nothing to
migrate.
"""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from mmscope.captures.catalogue import MIGRATIONS
from mmscope.captures.errors import StoreError


def upgrade(connection: sa.Connection) -> None:
    """Bring the tables up to date. Raises StoreError where their revision is not known."""
    try:
        command.upgrade(configured(connection), "head")
    except CommandError as error:
        told = "it was made by a newer mmscope, or is not mmscope's"
        raise StoreError(f"the catalogue cannot be used: {told} ({error})") from error


def configured(connection: sa.Connection) -> Config:
    """What Alembic's commands want to know, for a connection that the caller commits."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
