"""The catalogue: a row for each capture and each claim to one, in SQLite (or whatever SQLAlchemy reaches)."""

import errno
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, cast

import sqlalchemy as sa

from mmscope.captures.errors import DamagedError, StoreError, is_fault

State = Literal["pending", "ready", "failed"]
Origin = Literal["bundled", "upload"]

MIGRATIONS = files("mmscope.captures.library") / "migrations"
metadata = sa.MetaData()
captures = sa.Table(
    "captures",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("origin", sa.String(16), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("filename", sa.Text, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False, index=True),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("added", sa.String(32), nullable=False),
    sa.Column("derived_by", sa.String(64)),
    sa.Column("details", sa.JSON, nullable=False),
    sa.Column("stored", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("ix_captures_counts", "state", "stored"),
    sa.Index("ix_captures_order", "origin", "title", "id"),
)
claims = sa.Table(
    "claims",
    metadata,
    sa.Column("capture", sa.String(64), primary_key=True),
    sa.Column("holder", sa.String(64), primary_key=True, index=True),
)
Place = tuple[str, str, str]  # in the list's order: origin, title, id


@dataclass(frozen=True, slots=True)
class Entry:
    """A capture in the catalogue.

    `derived_by` names what made its derived files (Library.fingerprint), None before there are any.
    `details`: `events`, `kinds`, `ts_first`, `ts_last`, `totals`, `modes` when ready; `error` when failed;
    `card`, the manifest that lies beside a bundled capture.
    """

    id: str
    origin: Origin
    state: State
    title: str
    filename: str
    sha256: str  # of the file as it came
    size: int  # bytes of that file
    added: str  # ISO 8601, UTC
    derived_by: str | None
    details: dict[str, Any]
    stored: int = 0  # bytes on the server's disk: that file, and all that was derived from it

    @property
    def place(self) -> Place:
        """Where it stands in the list."""
        return self.origin, self.title, self.id

    def with_details(self, **more: object) -> "Entry":
        """A copy with some details changed."""
        return replace(self, details={**self.details, **more})


class Catalogue:
    """The tables. Each method is one transaction."""

    def __init__(self, url: str) -> None:
        self._opened: list[Entry] | None = None  # all rows, as opening it read them
        self._engine = sa.create_engine(url, json_serializer=_dumps)
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine, "connect", _on_connect)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    @classmethod
    def at(cls, path: Path) -> "Catalogue":
        """The catalogue in a file of its own."""
        return cls(f"sqlite:///{path}")

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def all(self) -> list[Entry]:
        """Bundled captures first, each group in the order of titles and ids.

        The first call gives the rows that opening read, unless this object has written since.
        """
        opened, self._opened = self._opened, None
        return self._select(_in_order()) if opened is None else opened

    def page(
        self,
        most: int,
        after: Place | None = None,
        sought: str = "",
        origin: Origin | None = None,
        *,
        everybodys: bool = True,
        holders: Sequence[str] = (),
    ) -> list[Entry]:
        """At most so many in that order: behind a place; of one origin; with a text in title, name or id.

        `everybodys`: False for only those uploads that one of `holders` has a claim to.
        """
        c = captures.c
        query = _in_order().limit(most)
        if after is not None:
            query = query.where(sa.tuple_(c.origin, c.title, c.id) > sa.tuple_(*after))
        if origin is not None:
            query = query.where(c.origin == origin)
        if not everybodys:
            theirs = sa.select(claims.c.capture).where(claims.c.holder.in_(holders))
            query = query.where((c.origin == "bundled") | c.id.in_(theirs))
        for word in sought.split():
            found = (column.icontains(word, autoescape=True) for column in (c.title, c.filename, c.id))
            query = query.where(sa.or_(*found))
        return self._select(query)

    def of_origin(self, origin: Origin) -> list[Entry]:
        """All of one origin, in the same order."""
        return self._select(_in_order().where(captures.c.origin == origin))

    def behind(self, fingerprint: str) -> list[Entry]:
        """Those whose derived files have another fingerprint, in the same order."""
        return self._select(_in_order().where(captures.c.derived_by.is_distinct_from(fingerprint)))

    def get(self, capture_id: str) -> Entry | None:
        """One capture."""
        return next(iter(self._select(sa.select(captures).where(captures.c.id == capture_id))), None)

    def by_content(self, sha256: str, origin: Origin | None = None) -> Entry | None:
        """A capture with exactly this file, the bundled one first; of one origin."""
        query = _in_order().where(captures.c.sha256 == sha256)
        if origin is not None:
            query = query.where(captures.c.origin == origin)
        return next(iter(self._select(query)), None)

    def put(self, entry: Entry, holders: Sequence[str] | None = None) -> None:
        """Add a capture, or replace the row of the same id; and who has claims to it, unless None."""
        with self._writing() as connection:
            connection.execute(sa.delete(captures).where(captures.c.id == entry.id))
            connection.execute(sa.insert(captures).values(asdict(entry)))
            if holders is not None:
                _claim(connection, entry.id, holders)

    def claims(self, capture_id: str) -> list[str]:
        """Who has a claim to a capture (claims.py)."""
        query = sa.select(claims.c.holder).where(claims.c.capture == capture_id).order_by(claims.c.holder)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def claims_of_each(self) -> dict[str, list[str]]:
        """The same by capture; those without are left out."""
        query = sa.select(claims.c.capture, claims.c.holder).order_by(claims.c.holder)
        found: dict[str, list[str]] = {}
        with self._engine.connect() as connection:
            for one, holder in connection.execute(query):
                found.setdefault(one, []).append(holder)
        return found

    def claimed(self, holders: Sequence[str], among: Iterable[str]) -> frozenset[str]:
        """Those of some captures that one of these holders has a claim to."""
        query = sa.select(claims.c.capture).where(claims.c.holder.in_(holders), claims.c.capture.in_(among))
        with self._engine.connect() as connection:
            return frozenset(connection.execute(query).scalars())

    def remove(self, capture_id: str) -> None:
        """Forget a capture, and who had claims to it."""
        with self._writing() as connection:
            connection.execute(sa.delete(captures).where(captures.c.id == capture_id))
            _claim(connection, capture_id, ())

    def stored(self) -> int:
        """Bytes of all captures on disk."""
        with self._engine.connect() as connection:
            return int(connection.execute(sa.select(sa.func.sum(captures.c.stored))).scalar_one() or 0)

    def kept_by(self, holder: str) -> tuple[int, int]:
        """How many captures a holder has a claim to, and their bytes on disk."""
        theirs = sa.select(claims.c.capture).where(claims.c.holder == holder)
        query = sa.select(sa.func.count(), sa.func.sum(captures.c.stored)).where(captures.c.id.in_(theirs))
        with self._engine.connect() as connection:
            count, stored = connection.execute(query).one()
        return int(count), int(stored or 0)

    def stored_of_each(self) -> dict[str, int]:
        """The same by capture."""
        with self._engine.connect() as connection:
            return {
                one: int(stored)
                for one, stored in connection.execute(sa.select(captures.c.id, captures.c.stored))
            }

    def count_stored(self, found: dict[str, int]) -> None:
        """Correct the bytes of some captures."""
        if not found:
            return
        query = sa.update(captures).where(captures.c.id == sa.bindparam("one"))
        with self._writing() as connection:
            rows = [{"one": one, "bytes": stored} for one, stored in found.items()]
            connection.execute(query.values(stored=sa.bindparam("bytes")), rows)

    def count(self) -> dict[State, int]:
        """How many captures there are in each state that occurs."""
        query = sa.select(captures.c.state, sa.func.count()).group_by(captures.c.state)
        with self._engine.connect() as connection:
            return {state: int(found) for state, found in connection.execute(query)}

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """One transaction. Raises OSError with the disk's own number where the disk refuses it."""
        self._opened = None
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.OperationalError as error:
            code = _code(error)
            if code == sqlite3.SQLITE_FULL:
                raise OSError(errno.ENOSPC, "the catalogue cannot be written: the disk is full") from error
            if code == sqlite3.SQLITE_READONLY:
                raise OSError(errno.EROFS, "the catalogue cannot be written: it is read-only") from error
            if code == sqlite3.SQLITE_BUSY:
                raise OSError(errno.EBUSY, "the catalogue is locked by another program") from error
            if code == sqlite3.SQLITE_IOERR:
                raise OSError(errno.EIO, f"the catalogue cannot be written: {error.orig}") from error
            raise

    def _select(self, query: "sa.Select[Any]") -> list[Entry]:
        with self._engine.connect() as connection:
            found = connection.execute(query).mappings().all()
        return [Entry(**cast("dict[str, Any]", dict(row))) for row in found]

    def _open(self) -> None:
        """Bring it up to date. Raises DamagedError, or StoreError where something else is wrong."""
        try:
            self._migrate()
            with self._engine.connect() as connection:
                if self._engine.dialect.name == "sqlite":
                    answer = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
                    if answer != "ok":
                        raise DamagedError(str(answer))
            self._opened = self.all()
            for entry in self._opened:
                if not _is_sound({name: getattr(entry, name) for name in captures.c.keys()}):  # noqa: SIM118
                    raise DamagedError(f"the row of {entry.id!r} makes no sense")
        except sa.exc.DatabaseError as error:
            if _code(error) in _DAMAGED:
                raise DamagedError(str(error.orig)) from error
            raise StoreError(f"the catalogue cannot be used: {error.orig}") from error
        except (ValueError, TypeError) as error:  # of a row's own content
            raise DamagedError(str(error)) from error

    def _migrate(self) -> None:
        with self._engine.begin() as connection:
            if self._engine.dialect.name == "sqlite":
                # The driver begins no transaction before statements that change tables.
                connection.exec_driver_sql("BEGIN")
            if _revisions(connection) != [_newest()]:
                from mmscope.captures.library.migration import upgrade  # noqa: PLC0415  (says why)

                upgrade(connection, MIGRATIONS)


def _newest() -> str:
    """The last migration that there is: the names of their files begin with their numbers."""
    return max(file.name for file in (MIGRATIONS / "versions").iterdir() if file.name.endswith(".py"))[:4]


def _revisions(connection: sa.Connection) -> list[str]:
    """The last migration that the tables have had; none of a new catalogue."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return []
    return list(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())


def _claim(connection: sa.Connection, capture_id: str, holders: Sequence[str]) -> None:
    connection.execute(sa.delete(claims).where(claims.c.capture == capture_id))
    if holders:
        rows = [{"capture": capture_id, "holder": holder} for holder in holders]
        connection.execute(sa.insert(claims), rows)


_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA}


def _code(error: sa.exc.DatabaseError) -> int:
    """SQLite's number of an error, without what it adds in the higher bits; 0 of another database."""
    return int(getattr(error.orig, "sqlite_errorcode", 0)) & 0xFF


def _is_sound(row: dict[str, Any]) -> bool:
    """It has the types it must have, and says why where it failed."""
    details = row["details"]
    return (
        all(isinstance(row[name], str) for name in row.keys() - {"size", "stored", "derived_by", "details"})
        and isinstance(row["derived_by"], str | None)
        and isinstance(row["size"], int)
        and isinstance(row["stored"], int)
        and isinstance(details, dict)
        and (row["state"] != "failed" or is_fault(details.get("error")))
    )


def _in_order() -> "sa.Select[Any]":
    c = captures.c
    return sa.select(captures).order_by(c.origin, c.title, c.id)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _on_connect(connection: Any, _record: object) -> None:  # noqa: ANN401  # the driver's own type
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA busy_timeout=2000")
