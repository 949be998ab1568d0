"""Whose turn it is at work that takes long: reading files, searching in captures.

A person has one turn at a time. The next goes to the one whose last was longest ago: first among those who
are told apart, by a proxy's name for them or by where they come from, then among the secrets behind one.
So many requests of one run one after another, and nobody waits for more than one of each other person.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass

from mmscope.captures.errors import CaptureError
from mmscope.settings import QUEUED, Limits

Person = tuple[str, str | None]  # as whom they are told apart; and a secret behind that, as a hash
REMEMBERED = 10_000  # whose last turn is known


@dataclass(eq=False, slots=True)
class Place:
    """In the queue, then at work."""

    person: Person
    begin: "Callable[[Place], None]"
    arrived: int
    bounded: bool  # a request waits with it


class Rota:
    """Safe to use from several threads. `begin` of a place is called once, by who makes room: it is brief."""

    def __init__(self, at_a_time: int, limits: Limits) -> None:
        self._at_a_time: float = at_a_time
        self._limits = limits
        self._lock = threading.Lock()
        self._waiting: list[Place] = []  # in order of arrival
        self._at_work: dict[Place, None] = {}
        self._last: dict[str | Person, int] = {}  # when they had a turn, by number; the latest last
        self._arrived = self._turns = 0

    def waiting(self, who: str | None = None) -> int:
        """How many requests wait: of those told apart as this, or of all."""
        with self._lock:
            return self._count(who)

    def check(self, who: str) -> None:
        """Raise CaptureError `busy` where one more may not wait."""
        with self._lock:
            self._check(who)

    def ask(self, person: Person, begin: Callable[[Place], None], *, bounded: bool = True) -> Place:
        """A place; `begin` is called when its turn comes, which may be at once. end() must follow.

        `bounded`: it is a request's. Raises CaptureError `busy` where too many of those wait.
        """
        with self._lock:
            if bounded:
                self._check(person[0])
            self._arrived += 1
            place = Place(person, begin, self._arrived, bounded)
            self._waiting.append(place)
        self._go_on()
        return place

    def end(self, place: Place) -> None:
        """Its turn is over, or nobody waits for it any more."""
        with self._lock:
            if place in self._at_work:
                del self._at_work[place]
            elif place in self._waiting:
                self._waiting.remove(place)
        self._go_on()

    def close(self) -> None:
        """The server ends: all who wait are let in, and see that it has ended."""
        with self._lock:
            self._at_a_time = float("inf")
        self._go_on()

    @contextmanager
    def turn(self, person: Person) -> Iterator[None]:
        """Wait in this thread for a turn, however long, and have it."""
        come = threading.Event()
        place = self.ask(person, lambda _: come.set(), bounded=False)
        try:
            come.wait()
            yield
        finally:
            self.end(place)

    @asynccontextmanager
    async def turn_of(self, person: Person, patience: float | None = None) -> AsyncIterator[None]:
        """The same in an event loop. Raises CaptureError `busy` where too many wait, or after a time."""
        loop, come, here = asyncio.get_running_loop(), asyncio.Event(), threading.get_ident()

        def begin(_place: Place) -> None:
            if threading.get_ident() == here:
                come.set()
                return
            with suppress(RuntimeError):  # the loop has ended, and so has who waited in it
                loop.call_soon_threadsafe(come.set)

        place = self.ask(person, begin)
        try:
            try:
                async with asyncio.timeout(patience):
                    await come.wait()
            except TimeoutError:
                raise CaptureError("busy", "others are served first; try again soon") from None
            yield
        finally:
            self.end(place)

    def _count(self, who: str | None) -> int:
        return sum(place.bounded and who in {None, place.person[0]} for place in self._waiting)

    def _check(self, who: str) -> None:
        if self._count(who) >= QUEUED.each(self._limits):
            raise CaptureError("busy", QUEUED.refusal(self._limits, who))
        if self._count(None) >= self._limits.waiting:
            raise CaptureError("busy", "as many wait as the server lets wait; try again soon")

    def _go_on(self) -> None:
        while (place := self._next()) is not None:
            place.begin(place)

    def _next(self) -> Place | None:
        """Whose turn it is; it is at work from now on."""
        with self._lock:
            if len(self._at_work) >= self._at_a_time:
                return None
            busy = Counter(place.person[0] for place in self._at_work)
            may = [place for place in self._waiting if not busy[place.person[0]] or self._is_closed]
            if not may:
                return None
            place = min(may, key=self._order)
            self._waiting.remove(place)
            self._at_work[place] = None
            self._turns += 1
            for known in (place.person[0], place.person):
                self._last.pop(known, None)
                self._last[known] = self._turns
            while len(self._last) > REMEMBERED:
                del self._last[next(iter(self._last))]
            return place

    @property
    def _is_closed(self) -> bool:
        return self._at_a_time == float("inf")

    def _order(self, place: Place) -> tuple[int, int, int]:
        who, last = place.person[0], self._last
        return last.get(who, 0), last.get(place.person, 0), place.arrived
