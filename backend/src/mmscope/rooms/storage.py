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
from typing import Any

from mmscope.rooms.results import AskedOnce, Given, Results, Student
from mmscope.rooms.room import (
    AnswerRow,
    ClosedRow,
    DroppedRow,
    MemberRow,
    NameRow,
    NamesRow,
    OpenedRow,
    OverRow,
    Room,
    Round,
    RoundRow,
    Row,
    ViewRow,
)
from mmscope.rooms.rooms import Over
from mmscope.settings import ROOMS as FILE

FORM = 3  # of the tables; of forms that are not in _NEWER, rooms are not carried over
LATE = 0.2  # seconds that a view alone may wait: its window says it again after a lost connection
OWED = 10_000  # rows that a disk which takes nothing may leave to be tried again
_SCHEMA = """
CREATE TABLE rooms (code TEXT PRIMARY KEY, holder TEXT NOT NULL, key TEXT NOT NULL, ends REAL NOT NULL,
    view TEXT NOT NULL DEFAULT '', lesson TEXT NOT NULL DEFAULT '', step INTEGER NOT NULL DEFAULT 0,
    names INTEGER NOT NULL DEFAULT 0, over REAL NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE rounds (code TEXT, number INTEGER, round INTEGER, asked TEXT NOT NULL, stage TEXT NOT NULL,
    open INTEGER NOT NULL, began REAL NOT NULL DEFAULT 0, PRIMARY KEY (code, number, round)) WITHOUT ROWID;
CREATE TABLE answers (code TEXT, number INTEGER, round INTEGER, member TEXT, choice INTEGER NOT NULL,
    ms INTEGER, PRIMARY KEY (code, number, round, member)) WITHOUT ROWID;
CREATE TABLE members (code TEXT, member TEXT, number INTEGER NOT NULL,
    PRIMARY KEY (code, member)) WITHOUT ROWID;
CREATE TABLE names (code TEXT, member TEXT, name TEXT NOT NULL, PRIMARY KEY (code, member)) WITHOUT ROWID;
"""
_LESSONS = """
ALTER TABLE rooms ADD COLUMN lesson TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
"""
_RESULTS = """
ALTER TABLE rooms ADD COLUMN over REAL NOT NULL DEFAULT 0;
ALTER TABLE rounds ADD COLUMN began REAL NOT NULL DEFAULT 0;
ALTER TABLE answers ADD COLUMN ms INTEGER;
CREATE TABLE members (code TEXT, member TEXT, number INTEGER NOT NULL,
    PRIMARY KEY (code, member)) WITHOUT ROWID;
INSERT INTO members SELECT code, member, row_number() OVER (PARTITION BY code ORDER BY min(number), member)
    FROM answers GROUP BY code, member;
"""
_NEWER = {1: _LESSONS + _RESULTS, 2: _RESULTS}  # what makes of an older form the present one
_TABLES = ("rooms", "rounds", "answers", "members", "names")
_log = logging.getLogger(__name__)

Then = Callable[[bool], None]  # learns whether it is on disk


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
        self.over: list[Over] = []  # at the start: rooms of which results are kept, the oldest first

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
        """Those whose day is not over. Those whose day is are over, where something was asked."""
        past = """SELECT code, ends, EXISTS (SELECT * FROM rounds WHERE rounds.code = rooms.code)
            FROM rooms WHERE ends <= ? AND over = 0"""
        for code, ends, asked in self._db.execute(past, (time.time(),)).fetchall():
            self._write(OverRow(code, ends) if asked else ClosedRow(code))
        self._db.commit()
        over = """SELECT code, holder, over, (SELECT count(*) FROM answers WHERE answers.code = rooms.code)
            FROM rooms WHERE over > 0 ORDER BY over"""
        self.over = [Over(*row) for row in self._db.execute(over)]
        found = "SELECT code, holder, key, ends, view, lesson, step, names FROM rooms WHERE over = 0"
        return [
            self._room(Room(code, holder, key, ends, most, view, lesson, step, bool(names)))
            for code, holder, key, ends, view, lesson, step, names in self._db.execute(found)
        ]

    def results(self, code: str) -> Results:
        """What was asked and answered in a room, and who came. From any thread. Raises OSError."""
        rounds, people, answers = self._read(
            "SELECT number, round, asked FROM rounds WHERE code = ? ORDER BY number, round",
            """SELECT member, number, coalesce(name, '') FROM members LEFT JOIN names USING (code, member)
                WHERE code = ? ORDER BY number""",
            "SELECT number, round, member, choice, ms FROM answers WHERE code = ? ORDER BY number, round",
            of=(code,),
        )
        questions = [AskedOnce(number, round_, json.loads(asked)) for number, round_, asked in rounds]
        at = {(one.number, one.round): i for i, one in enumerate(questions)}
        students = [Student(*row) for row in people]
        # Who gave way among those that came has answered all the same.
        known = {one.member for one in students}
        last = students[-1].number if students else 0
        for member in dict.fromkeys(row[2] for row in answers if row[2] not in known):
            last += 1
            students.append(Student(member, last, ""))
        given = {(at[row[0], row[1]], row[2]): Given(row[3], row[4]) for row in answers}
        return Results(questions, students, given)

    def _read(self, *queries: str, of: tuple[str, ...] = ()) -> list[list[Any]]:
        """The rows of each, all of one moment."""
        try:
            with contextlib.closing(sqlite3.connect(self._path)) as db:
                db.execute("BEGIN")
                return [db.execute(query, of).fetchall() for query in queries]
        except sqlite3.Error as error:
            raise OSError(f"{self._path}: {error}") from error

    def _room(self, room: Room) -> Room:
        """With all that was asked and answered in it."""
        here = (room.code,)
        rounds = self._db.execute(
            """SELECT number, round, asked, stage, open, began FROM rounds WHERE code = ?
                ORDER BY number, round""",
            here,
        ).fetchall()
        room.rounds, room.last = len(rounds), max((row[0] for row in rounds), default=0)
        for number, round_, asked, stage, is_open, began in rounds:
            if is_open:
                if round_ > 1:
                    room.question = Round(number, round_ - 1, json.loads(asked), stage)
                    room.answers = self._answers(room.code, number, round_ - 1)
                    room.before = room.counts()
                room.question = Round(number, round_, json.loads(asked), stage, began)
                room.answers = self._answers(room.code, number, round_)
        room.name_of = dict(self._db.execute("SELECT member, name FROM names WHERE code = ?", here))
        came = "SELECT member, number FROM members WHERE code = ? ORDER BY number"
        room.came = dict(self._db.execute(came, here))
        room.numbers = max(room.came.values(), default=0)
        (room.given,) = self._db.execute("SELECT count(*) FROM answers WHERE code = ?", here).fetchone()
        return room

    def _answers(self, code: str, number: int, round_: int) -> dict[str, int]:
        found = "SELECT member, choice FROM answers WHERE code = ? AND number = ? AND round = ?"
        return dict(self._db.execute(found, (code, number, round_)))

    def _keep(self) -> None:
        """Write what comes, until the end."""
        ending = False
        kept = True
        owed: list[Row] = []
        while not ending:
            batch, ending = self._batch()
            rows = [*owed, *(row for work in batch for row in work.rows)]
            try:
                for row in _last_views(rows):
                    self._write(row)
                self._db.commit()
                if not kept:
                    _log.warning("rooms are kept again")
                kept = True
            except sqlite3.Error as error:
                if kept:  # once: a class says the same a hundred times
                    _log.warning("rooms cannot be kept: %s", error)
                self._db.rollback()
                kept = False
            # Whoever answered does so again; the rest is tried again here.
            left: list[Row] = [row for row in rows if not isinstance(row, AnswerRow)]
            owed = [] if kept else left[-OWED:]
            self._notify([work.then for work in batch if work.then], kept=kept)

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

    def _notify(self, then: list[Then], *, kept: bool) -> None:
        def notify() -> None:
            for one in then:
                one(kept)

        if then and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(notify)

    def _write(self, row: Row) -> None:  # noqa: C901, PLR0912  # one case for each kind of row
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
                values = (code, q.number, q.round, json.dumps(q.asked), q.stage, is_open, q.began)
                run("INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            case AnswerRow(code, number, round_, member, choice, ms):
                run(
                    "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)",
                    (code, number, round_, member, choice, ms),
                )
            case DroppedRow(code, number, round_, member):
                run(
                    "DELETE FROM answers WHERE code = ? AND number = ? AND round = ? AND member = ?",
                    (code, number, round_, member),
                )
            case MemberRow(code, member, 0):
                run("DELETE FROM members WHERE code = ? AND member = ?", (code, member))
            case MemberRow(code, member, number):
                run("INSERT OR REPLACE INTO members VALUES (?, ?, ?)", (code, member, number))
            case NamesRow(code, on):
                run("UPDATE rooms SET names = ? WHERE code = ?", (on, code))
                if not on:
                    run("DELETE FROM names WHERE code = ?", (code,))
            case NameRow(code, member, ""):
                run("DELETE FROM names WHERE code = ? AND member = ?", (code, member))
            case NameRow(code, member, name):
                run("INSERT OR REPLACE INTO names VALUES (?, ?, ?)", (code, member, name))
            case OverRow(code, at):
                over = "UPDATE rooms SET over = ?, key = '', view = '', lesson = '', step = 0 WHERE code = ?"
                run(over, (at, code))
                run("UPDATE rounds SET open = 0 WHERE code = ?", (code,))
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


def examine(path: Path) -> str:
    """How many rooms such a file holds, in words. Raises ValueError: it is damaged."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as db:
            (answer,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if answer != "ok":
                raise ValueError(answer)
            (form,) = db.execute("PRAGMA user_version").fetchone()
            if form != FORM:
                return "of another release"
            (rooms, over) = db.execute("SELECT count(*), coalesce(sum(over > 0), 0) FROM rooms").fetchone()
    except sqlite3.Error as error:
        raise ValueError(str(error)) from error
    return f"{rooms - over} open, {over} over with results"


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
