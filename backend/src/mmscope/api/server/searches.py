"""Searches in captures that stay on the server: few at a time and in turns, so that nobody is shut out."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

from mmscope.captures import CaptureError

AT_A_TIME = 2
WAITING = 200  # at most
PATIENCE = 20.0  # seconds that one waits

Person = tuple[str, str | None]  # an address, and a secret behind it (as a hash)


class Searches:
    """Who searches, and who waits. Belongs to one event loop.

    An address has one search at a time. The next turn goes to the person who had the fewest while waiting,
    and among equals to the one who came first: many searches of one person run one after another, and
    somebody with a single search need not wait for all of them.
    """

    def __init__(self, at_a_time: int = AT_A_TIME, patience: float = PATIENCE) -> None:
        self._at_a_time, self._patience = at_a_time, patience
        self._running: Counter[str] = Counter()
        self._waiting: dict[asyncio.Future[None], Person] = {}
        self._had: Counter[Person] = Counter()  # turns, of those who wait
        self.threads = anyio.CapacityLimiter(at_a_time)

    @asynccontextmanager
    async def turn(self, address: str, holder: str | None) -> AsyncIterator[None]:
        """Wait for a turn, and have it. Raises CaptureError `busy`."""
        await self._wait((address, holder))
        try:
            yield
        finally:
            self._end(address)

    def _end(self, address: str) -> None:
        self._running[address] -= 1
        self._go_on()

    async def _wait(self, person: Person) -> None:
        if len(self._waiting) >= WAITING:
            raise CaptureError("busy", "many search at the same time; try again soon")
        ready = asyncio.get_running_loop().create_future()
        self._waiting[ready] = person
        self._go_on()
        try:
            async with asyncio.timeout(self._patience):
                await ready
        except TimeoutError:
            if ready.cancelled():
                raise CaptureError("busy", "other searches are under way; try again soon") from None
        except asyncio.CancelledError:
            if not ready.cancelled():
                self._end(person[0])
            raise
        finally:
            self._waiting.pop(ready, None)

    def _go_on(self) -> None:
        while self._running.total() < self._at_a_time:
            may = {
                ready: person
                for ready, person in self._waiting.items()
                if not (ready.done() or self._running[person[0]])
            }
            if not may:
                break
            ready = min(may, key=lambda one: self._had[may[one]])
            person = self._waiting.pop(ready)
            self._running[person[0]] += 1
            self._had[person] += 1
            ready.set_result(None)
        there = set(self._waiting.values())
        self._had = Counter({one: turns for one, turns in self._had.items() if one in there})
