"""What of rooms outlives a kill: rooms.sqlite in the data folder, written by a thread of its own.

What comes while a transaction is under way goes into the next one, so that 500 answers in a second are a few
commits. Whoever wants to know when a row is on disk gives a function; it is called in the event loop.
"""

import asyncio
import contextlib
import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mmscope.rooms.results import Given
from mmscope.rooms.room import (
    AnswerRow,
    ClosedRow,
    DroppedRow,
    NameRow,
    NamesRow,
    OpenedRow,
    Room,
    Round,
    RoundRow,
    Row,
    ViewRow,
)

FORM = 2  # of the tables; of forms that are not in _NEWER, rooms are not carried over
FILE = "rooms.sqlite"
LATE = 0.2  # seconds that a view alone may wait: its window says it again after a lost connection
OWED = 10_000  # rows that a disk which takes nothing may leave to be tried again
_SCHEMA = """
CREATE TABLE rooms (code TEXT PRIMARY KEY, holder TEXT NOT NULL, key TEXT NOT NULL, ends REAL NOT NULL,
    view TEXT NOT NULL DEFAULT '', lesson TEXT NOT NULL DEFAULT '', step INTEGER NOT NULL DEFAULT 0,
    names INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE rounds (code TEXT, number INTEGER, round INTEGER, asked TEXT NOT NULL, stage TEXT NOT NULL,
    open INTEGER NOT NULL, PRIMARY KEY (code, number, round)) WITHOUT ROWID;
CREATE TABLE answers (code TEXT, number INTEGER, round INTEGER, member TEXT, choice INTEGER NOT NULL,
    PRIMARY KEY (code, number, round, member)) WITHOUT ROWID;
CREATE TABLE names (code TEXT, member TEXT, name TEXT NOT NULL, PRIMARY KEY (code, member)) WITHOUT ROWID;
"""
_NEWER = {  # what makes of an older form the present one
    1: """
ALTER TABLE rooms ADD COLUMN lesson TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
""",
}
_TABLES = ("rooms", "rounds", "answers", "names")
_log = logging.getLogger(__name__)

Then = Callable[[bool], None]  # told whether it is on disk


@dataclass(frozen=True, slots=True)
class _Work:
    rows: Sequence[Row]
    then: Then | None


class Storage:
    """The tables. Made where they are not; damaged ones are set aside."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._work: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_there(self) -> bool:
        """Whether anything can be kept."""
        return self._thread is not None

    def start(self, most: int) -> list[Room]:
        """Begin to write, for the event loop that is running. The rooms that were there.

        `most`: members of each at a time. Raises OSError.
        """
        self._loop = asyncio.get_running_loop()
        self._db = self._open()
        try:
            rooms = self._load(most)
        except sqlite3.Error as error:
            self._db.close()
            raise OSError(f"{self._path}: {error}") from error
        self._thread = threading.Thread(target=self._keep, name="rooms", daemon=True)
        self._thread.start()
        return rooms

    def close(self) -> None:
        """Write what is left, and end."""
        if self._thread is not None:
            self._work.put(None)
            self._thread.join()
            self._db.close()
            self._thread = None

    def put(self, rows: Sequence[Row], then: Then | None = None) -> None:
        """Keep these, and say when they are on disk; or that they cannot be kept."""
        if rows or then:
            self._work.put(_Work(rows, then))

    def _load(self, most: int) -> list[Room]:
        """Those whose day is not over."""
        for (code,) in self._db.execute("SELECT code FROM rooms WHERE ends <= ?", (time.time(),)).fetchall():
            self._write(ClosedRow(code))
        self._db.commit()
        found = "SELECT code, holder, key, ends, view, lesson, step, names FROM rooms"
        return [
            self._room(Room(code, holder, key, ends, most, view, lesson, step, bool(names)))
            for code, holder, key, ends, view, lesson, step, names in self._db.execute(found)
        ]

    def results(self, code: str) -> list[Given]:
        """Every answer of a room, in the order of the questions. From any thread. Raises OSError."""
        found = """SELECT r.number, r.round, r.asked, a.member, coalesce(n.name, ''), a.choice
            FROM answers a JOIN rounds r USING (code, number, round) LEFT JOIN names n USING (code, member)
            WHERE a.code = ? ORDER BY r.number, r.round, a.member"""
        try:
            with contextlib.closing(sqlite3.connect(self._path)) as db:
                rows = db.execute(found, (code,)).fetchall()
        except sqlite3.Error as error:
            raise OSError(f"{self._path}: {error}") from error
        return [
            Given(number, round_, json.loads(asked), member, name, choice)
            for number, round_, asked, member, name, choice in rows
        ]

    def _room(self, room: Room) -> Room:
        """With all that was asked and answered in it."""
        here = (room.code,)
        rounds = self._db.execute(
            "SELECT number, round, asked, stage, open FROM rounds WHERE code = ? ORDER BY number, round", here
        ).fetchall()
        room.rounds, room.last = len(rounds), max((row[0] for row in rounds), default=0)
        for number, round_, asked, stage, is_open in rounds:
            if is_open:
                if round_ > 1:
                    room.question = Round(number, round_ - 1, json.loads(asked), stage)
                    room.answers = self._answers(room.code, number, round_ - 1)
                    room.before = room.counts()
                room.question = Round(number, round_, json.loads(asked), stage)
                room.answers = self._answers(room.code, number, round_)
        room.name_of = dict(self._db.execute("SELECT member, name FROM names WHERE code = ?", here))
        return room

    def _answers(self, code: str, number: int, round_: int) -> dict[str, int]:
        found = "SELECT member, choice FROM answers WHERE code = ? AND number = ? AND round = ?"
        return dict(self._db.execute(found, (code, number, round_)))

    def _keep(self) -> None:
        """Write what comes, until the end."""
        ending = False
        owed: list[Row] = []
        while not ending:
            batch, ending = self._batch()
            rows = [*owed, *(row for work in batch for row in work.rows)]
            try:
                for row in _last_views(rows):
                    self._write(row)
                self._db.commit()
                kept = True
            except sqlite3.Error as error:
                _log.warning("rooms cannot be kept: %s", error)
                self._db.rollback()
                kept = False
            # Whoever answered does so again; the rest is tried again here.
            left: list[Row] = [row for row in rows if not isinstance(row, AnswerRow)]
            owed = [] if kept else left[-OWED:]
            self._tell([work.then for work in batch if work.then], kept=kept)

    def _batch(self) -> tuple[list[_Work], bool]:
        """What there is to write, and whether it is the last. Views alone wait for company."""
        first = self._work.get()
        batch: list[_Work] = []
        until = time.monotonic() + LATE
        while first is not None:
            batch.append(first)
            hurry = first.then is not None or any(not isinstance(row, ViewRow) for row in first.rows)
            until = 0.0 if hurry else until
            try:
                first = self._work.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return batch, False
        return batch, True

    def _tell(self, then: list[Then], *, kept: bool) -> None:
        def tell() -> None:
            for one in then:
                one(kept)

        if then and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(tell)

    def _write(self, row: Row) -> None:  # noqa: C901  # one case for each kind of row
        run = self._db.execute
        match row:
            case OpenedRow(code, holder, key, ends):
                run(
                    "INSERT INTO rooms (code, holder, key, ends) VALUES (?, ?, ?, ?)",
                    (code, holder, key, ends),
                )
            case ViewRow(code, view, lesson, step):
                shown = (view, lesson, step, code)
                run("UPDATE rooms SET view = ?, lesson = ?, step = ? WHERE code = ?", shown)
            case RoundRow(code, q, is_open):
                values = (code, q.number, q.round, json.dumps(q.asked), q.stage, is_open)
                run("INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?)", values)
            case AnswerRow(code, number, round_, member, choice):
                run(
                    "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)",
                    (code, number, round_, member, choice),
                )
            case DroppedRow(code, number, round_, member):
                run(
                    "DELETE FROM answers WHERE code = ? AND number = ? AND round = ? AND member = ?",
                    (code, number, round_, member),
                )
            case NamesRow(code, on):
                run("UPDATE rooms SET names = ? WHERE code = ?", (on, code))
                if not on:
                    run("DELETE FROM names WHERE code = ?", (code,))
            case NameRow(code, member, ""):
                run("DELETE FROM names WHERE code = ? AND member = ?", (code, member))
            case NameRow(code, member, name):
                run("INSERT OR REPLACE INTO names VALUES (?, ?, ?)", (code, member, name))
            case ClosedRow(code):
                for table in _TABLES:
                    run(f"DELETE FROM {table} WHERE code = ?", (code,))  # noqa: S608  # our own names

    def _open(self) -> sqlite3.Connection:
        try:
            return self._opened()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise OSError(f"{self._path}: {error}") from error
        aside = self._path.with_name(f"{FILE}.damaged-{time.time():.0f}")
        self._path.rename(aside)
        for more in ("-wal", "-shm"):
            self._path.with_name(FILE + more).unlink(missing_ok=True)
        _log.error("%s was damaged: it lies in %s now, and no room goes on", FILE, aside.name)
        return self._opened()

    def _opened(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, check_same_thread=False)  # one thread after the other, see start()
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", "busy_timeout=2000"):
                db.execute(f"PRAGMA {pragma}")
            (form,) = db.execute("PRAGMA user_version").fetchone()
            if form != FORM:
                drops = "".join(f"DROP TABLE IF EXISTS {table};" for table in _TABLES)
                change = _NEWER.get(form, f"{drops} {_SCHEMA}")
                db.executescript(f"BEGIN; {change} PRAGMA user_version={FORM}; COMMIT;")
            db.execute("SELECT count(*) FROM rooms").fetchone()
        except BaseException:
            db.close()
            raise
        return db


def _last_views(rows: Iterable[Row]) -> list[Row]:
    """Without views that another one follows."""
    kept: list[Row] = []
    seen: dict[str, int] = {}
    for row in rows:
        if isinstance(row, ViewRow):
            if row.code in seen:
                kept[seen[row.code]] = row
                continue
            seen[row.code] = len(kept)
        kept.append(row)
    return kept
