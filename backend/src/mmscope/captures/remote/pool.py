"""Captures open for replay: each opened once for all who ask, and kept for a while after the last of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from mmscope.captures.remote.cache import AnswerCache
from mmscope.captures.remote.index import EventIndex
from mmscope.captures.remote.rows import Rows
from mmscope.captures.remote.worker import Worker
from mmscope.core import Tables
from mmscope.settings import Limits

READING = 2  # captures opened at a time
_BASE = 64 << 20  # bytes of one without events, and of the answers that are kept
_PER_EVENT = 64  # bytes beside an event's record: its share of keyframes, its verdict, its time


def memory_of(events: int, tables: Tables) -> int:
    """Bytes that a capture of so many events takes while it is open, about."""
    return _BASE + events * (tables.event_size + _PER_EVENT)


class Source(Protocol):
    """What a capture is opened from; called in its own thread."""

    def track(self) -> EventIndex | None:
        """Its track, where that is to be had at once."""

    def rows(self, track: EventIndex | None) -> Rows:
        """Its rows, which know its track."""


class FullError(Exception):
    """No more can be open; the text says of what."""


class OpenCapture:
    """A capture that is open, or about to be."""

    def __init__(self, key: str, memory: int) -> None:
        self.key = key
        self.memory = memory  # bytes, about
        self.users = 0
        self.worker = Worker(f"replay {key[:16]}")
        self.reading: asyncio.Task[None]
        self.closing: asyncio.TimerHandle | None = None
        self.answers = AnswerCache(self.worker)
        self.track: asyncio.Future[EventIndex] = asyncio.get_running_loop().create_future()
        self.rows: Rows

    async def ready(self) -> Rows:
        """Its rows. Raises what reading it raised."""
        await asyncio.shield(self.reading)
        return self.rows

    @property
    def failed(self) -> bool:
        """Whether who asks now needs another one."""
        if not self.reading.done():
            return False
        return self.reading.cancelled() or self.reading.exception() is not None or self.answers.failed


class Pool:
    """Belongs to one event loop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[str, OpenCapture] = {}  # by key; the one that was left longest ago first
        self._reading = asyncio.Semaphore(READING)

    def __len__(self) -> int:
        """Captures that are open."""
        return len(self._open)

    @asynccontextmanager
    async def use(self, key: str, memory: int, source: Source) -> AsyncIterator[OpenCapture]:
        """The capture of `source`, opened unless it is, or on its way: see `Opened`. Raises FullError.

        The key stands for its content; `memory` is what memory_of() expects it to take.
        """
        opened = self._open.get(key)
        if opened is None or opened.failed:
            self._make_space(memory)
            opened = self._open[key] = OpenCapture(key, memory)
            opened.reading = asyncio.create_task(self._read(opened, source))
        self._take(opened)
        try:
            yield opened
        finally:
            self._put_back(opened)

    def close(self) -> None:
        """Let go of all."""
        for opened in list(self._open.values()):
            self._drop(opened)

    async def _read(self, opened: OpenCapture, source: Source) -> None:
        self._take(opened)
        try:
            async with self._reading:
                track = await opened.worker.run(source.track)
                if track is not None:
                    opened.track.set_result(track)
                opened.rows = await opened.worker.run(source.rows, track)
                if track is None:
                    opened.track.set_result(opened.rows.track)
        except BaseException as error:
            if not opened.track.done():
                opened.track.set_exception(error)
                opened.track.exception()  # nobody may be waiting
            raise
        finally:
            self._put_back(opened)

    def _make_space(self, memory: int) -> None:
        """Close what nobody looks at until one more fits. Raises FullError.

        One may always be open, whatever it takes.
        """
        unused = [opened for opened in self._open.values() if not opened.users]
        while self._open and not self._fits(memory):
            if not unused:
                raise FullError("too many captures are being replayed; try again later")
            self._drop(unused.pop(0))

    def _fits(self, memory: int) -> bool:
        taken = sum(opened.memory for opened in self._open.values())
        return len(self._open) < self._limits.replays and taken + memory <= self._limits.replay_memory

    def _take(self, opened: OpenCapture) -> None:
        opened.users += 1
        if opened.closing is not None:
            opened.closing.cancel()
            opened.closing = None

    def _put_back(self, opened: OpenCapture) -> None:
        opened.users -= 1
        if opened.users:
            return
        if self._open.get(opened.key) is not opened or opened.failed:
            self._drop(opened)
            return
        self._open[opened.key] = self._open.pop(opened.key)  # to the end
        opened.closing = asyncio.get_running_loop().call_later(self._limits.replay_keep, self._drop, opened)

    def _drop(self, opened: OpenCapture) -> None:
        if opened.closing is not None:
            opened.closing.cancel()
        if self._open.get(opened.key) is opened:
            del self._open[opened.key]
        opened.worker.close()
