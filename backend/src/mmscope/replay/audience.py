"""Who is watching: how many may at a time, and who is sent away because nothing comes from them any more."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mmscope.replay.shelf import FullError
from mmscope.settings import Limits

_OFTEN, _SELDOM = 0.01, 5.0  # seconds between two looks


class Seat:
    """A viewer's place. `away` is the reason, once there is one to leave."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._active = clock()
        self._sending_since: float | None = None
        self.away: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    def touch(self) -> None:
        """The viewer has said something, or was sent events."""
        self._active = self._clock()

    @contextmanager
    def sending(self) -> Iterator[None]:
        """A message is on its way. What a viewer says while it takes none is no sign of life."""
        self._sending_since = self._clock()
        try:
            yield
        finally:
            self._sending_since = None

    def quiet(self) -> float:
        """Seconds without a sign of life."""
        since = self._active if self._sending_since is None else min(self._active, self._sending_since)
        return self._clock() - since


class Audience:
    """Belongs to one event loop."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._seats: set[Seat] = set()
        self._watching: Counter[str] = Counter()  # viewers by capture
        self._watch: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Viewers."""
        return len(self._seats)

    @contextmanager
    def seat(self, capture: str) -> Iterator[Seat]:
        """A place for one more viewer of a capture. Raises FullError."""
        if len(self._seats) >= self._limits.viewers:
            raise FullError("too many replays are open; try again later")
        if self._watching[capture] >= self._limits.capture_viewers:
            raise FullError("too many are watching this capture; try again later")
        seat = Seat(self._clock)
        self._seats.add(seat)
        self._watching[capture] += 1
        if self._watch is None:
            self._watch = asyncio.create_task(self._keep_watch())
        try:
            yield seat
        finally:
            self._seats.remove(seat)
            self._watching[capture] -= 1
            self._watching += Counter()  # drops what is zero

    def reap(self) -> None:
        """Send away those who have been quiet for too long."""
        idle = self._limits.replay_idle
        for seat in self._seats:
            if not seat.away.done() and seat.quiet() >= idle:
                seat.away.set_result(f"nothing was received or read for {idle:g} seconds; connect again")

    async def _keep_watch(self) -> None:
        pause = min(max(self._limits.replay_idle / 20, _OFTEN), _SELDOM)
        try:
            while self._seats:
                await asyncio.sleep(pause)
                self.reap()
        finally:
            self._watch = None
