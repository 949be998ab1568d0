"""All rooms of a server: bounded in number, each for a day. No I/O, and no clock but the caller's."""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from mmscope.rooms.protocol import KEY, SECRET
from mmscope.rooms.room import ClosedRow, OpenedRow, OverRow, Room, Row
from mmscope.settings import IN_ROOMS, Limits

CODES = 1_000_000


class FullError(Exception):
    """There is no place; the text is for people."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A new room, and what only who opened it knows."""

    room: Room
    secret: str


@dataclass(frozen=True, slots=True)
class Over:
    """A room that is over, and whose results are kept. `answers`: how many."""

    code: str
    holder: str
    at: float  # seconds of the epoch
    answers: int


def holder_of(secret: str) -> str:
    """The hash of a secret, which is what is kept of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Rooms:
    """Rooms by code. After a start, `kept` are those that were there, and `over` those with results only."""

    def __init__(self, limits: Limits, kept: Iterable[Room] = (), over: Iterable[Over] = ()) -> None:
        self._limits = limits
        self._rooms = {room.code: room for room in kept}
        self._over = {one.code: one for one in over}
        self._opened_by: dict[str, str] = {}  # person by code, of this run of the server

    def __len__(self) -> int:
        """Rooms that are open."""
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        """Every room."""
        return iter(list(self._rooms.values()))

    def opened_by(self, person: str) -> int:
        """How many rooms that are open somebody has opened, in this run of the server."""
        return sum(by == person for code, by in self._opened_by.items() if code in self._rooms)

    def open(self, person: str, now: float, led: Container[str] = ()) -> tuple[Opened, list[Row]]:
        """A new room, and what is to be kept. Raises FullError.

        `led`: codes of those whose teacher is there.
        """
        if self.opened_by(person) >= IN_ROOMS.each(self._limits):
            raise FullError(IN_ROOMS.refusal(self._limits, person))
        rows = self._give_way(led, now) if len(self._rooms) >= self._limits.rooms else []
        code = self._new_code()
        secret = secrets.token_urlsafe(32)
        assert len(secret) == SECRET
        key = secrets.token_urlsafe(KEY * 3 // 4)
        room = Room(code, holder_of(secret), key, now + self._limits.room_seconds, self._limits.room_members)
        self._rooms[code] = room
        self._opened_by[code] = person
        return Opened(room, secret), [*rows, OpenedRow(code, room.holder, key, room.ends)]

    def find(self, code: str, now: float) -> Room | None:
        """The room of a code, unless its day is over."""
        room = self._rooms.get(code)
        return room if room and room.ends > now else None

    def leads(self, room: Room | None, secret: str) -> bool:
        """Whether this is the secret of who opened it. It takes as long where there is no room."""
        kept = room.holder if room else holder_of("")
        return hmac.compare_digest(kept, holder_of(secret)) and room is not None

    def has_results(self, code: str, secret: str) -> bool:
        """Whether there is a room that is over, with this secret."""
        over = self._over.get(code)
        kept = over.holder if over else holder_of("")
        return hmac.compare_digest(kept, holder_of(secret)) and over is not None

    def over_at(self, code: str) -> float | None:
        """When a room ended whose results are kept."""
        over = self._over.get(code)
        return over.at if over else None

    def close(self, room: Room, now: float) -> list[Row]:
        """It is over: its results stay, where something was asked, until they are removed or give way."""
        self._rooms.pop(room.code, None)
        if not room.rounds:
            return self.remove(room.code)
        self._over[room.code] = Over(room.code, room.holder, now, room.given)
        return [OverRow(room.code, now), *self._fit()]

    def remove(self, code: str) -> list[Row]:
        """Nothing of it stays."""
        self._rooms.pop(code, None)
        self._over.pop(code, None)
        self._opened_by.pop(code, None)
        return [ClosedRow(code)]

    def expire(self, now: float) -> list[Row]:
        """Close those whose day is over."""
        over = [room for room in self._rooms.values() if room.ends <= now]
        return [row for room in over for row in self.close(room, now)]

    def _fit(self) -> list[Row]:
        """Results give way while there are more than may be kept: the oldest of the person who has most.

        Those of a run of the server before are nobody's, and count as one each.
        """
        rows: list[Row] = []
        while len(self._over) > self._limits.room_results or (
            sum(one.answers for one in self._over.values()) > self._limits.room_answers
        ):
            of = {code: self._opened_by.get(code, code) for code in self._over}
            [(crowd, _)] = Counter(of.values()).most_common(1)
            rows += self.remove(next(code for code in self._over if of[code] == crowd))
        return rows

    def _give_way(self, led: Container[str], now: float) -> list[Row]:
        """The oldest in which nobody is, and in which nothing was asked."""
        for room in self._rooms.values():
            if not (room.here or room.rounds or room.view or room.code in led):
                return self.close(room, now)
        raise FullError("as many rooms are open as the server may have; try again later")

    def _new_code(self) -> str:
        while True:
            code = f"{secrets.randbelow(CODES):06}"
            if code not in self._rooms and code not in self._over:
                return code
