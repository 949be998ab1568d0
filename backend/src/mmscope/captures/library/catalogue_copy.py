"""Copies of the data folder's databases: each as it stands at one moment, even while a server writes to it.

The original does not change.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from mmscope.captures.errors import DamagedError, StoreError

_UNREADABLE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def copy_database(database: Path, to: Path) -> None:
    """Copy the catalogue, or rooms, while a server may be running.

    Raises DamagedError, or StoreError where it cannot be read.

    SQLite's own backup, over a connection that only reads: it sees one committed state, and waits for
    no writer.
    """
    if not database.is_file() or not database.stat().st_size:
        raise DamagedError("it is missing")
    try:
        with closing(_reading(database)) as live, closing(sqlite3.connect(to)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            answer = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in _UNREADABLE:
            raise DamagedError(str(error)) from error
        raise StoreError(f"{database} cannot be read: {error}") from error
    if answer != "ok":
        raise DamagedError(str(answer))


def copy_files(catalogue: Path, to: Path) -> None:
    """Copy it and its log, file by file, where no server uses them: not even a lock is left there."""
    for suffix in ("", "-wal"):
        part = catalogue.with_name(catalogue.name + suffix)
        if part.is_file():
            shutil.copyfile(part, to.with_name(to.name + suffix))


def uploads_in(catalogue: Path) -> dict[str, str]:
    """The uploaded captures that a catalogue lists: checksums by id."""
    with closing(_reading(catalogue)) as live:
        return dict(live.execute("SELECT id, sha256 FROM captures WHERE origin = 'upload'").fetchall())


def forget(copy: Path, ids: set[str]) -> None:
    """Remove these captures' rows from a copy."""
    with closing(sqlite3.connect(copy)) as database, database:
        database.executemany("DELETE FROM captures WHERE id = ?", [(name,) for name in sorted(ids)])


def unread(copy: Path, but: set[str]) -> None:
    """Let a copy say of all captures but these that they are to be read: what was derived is not there."""
    with closing(sqlite3.connect(copy)) as database, database:
        columns = {name for _, name, *_ in database.execute("PRAGMA table_info(captures)")}
        by = ", derived_by = NULL" if "derived_by" in columns else ""  # the first form had none
        ready = database.execute("SELECT id FROM captures WHERE state = 'ready'").fetchall()
        rows = [row for row in ready if row[0] not in but]
        database.executemany(f"UPDATE captures SET state = 'pending'{by} WHERE id = ?", rows)  # noqa: S608


def _reading(catalogue: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{catalogue.absolute().as_uri()}?mode=ro", uri=True, timeout=10)
