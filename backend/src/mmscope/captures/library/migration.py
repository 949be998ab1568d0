"""Migrations of the catalogue's tables, by Alembic.

Apart from catalogue.py: importing Alembic takes a fifth of a server's start, and most starts find nothing to
migrate.
"""

from importlib.resources.abc import Traversable

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from mmscope.captures.errors import StoreError


def upgrade(connection: sa.Connection, migrations: Traversable) -> None:
    """Bring the tables up to date by the scripts of a folder. Raises StoreError for an unknown revision."""
    try:
        command.upgrade(configured(connection, migrations), "head")
    except CommandError as error:
        why = "it was made by a newer mmscope, or is not mmscope's"
        raise StoreError(f"the catalogue cannot be used: {why} ({error})") from error


def configured(connection: sa.Connection, migrations: Traversable) -> Config:
    """What Alembic's commands want to know, for a connection that the caller commits."""
    config = Config()
    config.set_main_option("script_location", str(migrations))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
