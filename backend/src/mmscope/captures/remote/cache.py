"""Answers about one capture, each made once for all who ask, and kept while there is room."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from mmscope.captures.remote.worker import Worker
from mmscope.core import CoreError

ROOM = 32 << 20  # bytes kept

Run = Callable[[Callable[[], bytes]], Awaitable[bytes]]


class AnswerCache:
    """Made in the capture's own thread, so that the event loop waits for nothing."""

    def __init__(self, worker: Worker, room: int = ROOM) -> None:
        self._worker, self._room = worker, room
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._taken = 0  # bytes kept
        self._coming: dict[Hashable, asyncio.Task[bytes]] = {}
        self.made = 0
        self.failed = False  # the session has ended: by a trap, or out of time

    def kept(self, key: Hashable) -> bytes | None:
        """What was answered to the same question."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    async def get(self, key: Hashable, make: Callable[[], bytes], run: Run | None = None) -> bytes:
        """The answer; `make` makes it, in the thread, or where `run` has it run. Raises what that raises."""
        found = self.kept(key)
        if found is not None:
            return found
        task = self._coming.get(key)
        if task is None:
            task = self._coming[key] = asyncio.create_task(self._make(key, make, run or self._worker.run))
        return await asyncio.shield(task)

    async def _make(self, key: Hashable, make: Callable[[], bytes], run: Run) -> bytes:
        try:
            found = await run(make)
        except CoreError as error:
            self.failed |= error.status in {"time", "trap"}
            raise
        finally:
            del self._coming[key]
        self.made += 1
        self._kept[key] = found
        self._taken += len(found)
        while self._taken > self._room and len(self._kept) > 1:
            self._taken -= len(self._kept.popitem(last=False)[1])
        return found
