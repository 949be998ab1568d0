"""Turns: of requests that come all at once, a few begin in each round of the event loop.

So a round stays short, and who is already there, or asks only whether the server lives, does not wait for a
whole crowd of newcomers.
"""

import asyncio
from collections.abc import Callable

A_ROUND = 4  # requests that begin in one round; each takes about half a millisecond


class Admission:
    """Who waits to begin, first come first served. Belongs to one event loop."""

    def __init__(self) -> None:
        self._waiting: dict[object, Callable[[], None]] = {}
        self._left = A_ROUND
        self._next: asyncio.Handle | None = None  # beginning of the next round

    def take(self, key: object, begin: Callable[[], None]) -> None:
        """Begin at once if few have begun in this round, else in a later one, unless forget() comes first."""
        if self._waiting or not self._left:
            self._waiting[key] = begin
        else:
            self._left -= 1
            begin()
        self._watch()

    def forget(self, key: object) -> None:
        """It does not want to begin any more."""
        self._waiting.pop(key, None)

    def _watch(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        self._next, self._left = None, A_ROUND
        while self._waiting and self._left:
            key = next(iter(self._waiting))
            self._left -= 1
            self._watch()
            self._waiting.pop(key)()
