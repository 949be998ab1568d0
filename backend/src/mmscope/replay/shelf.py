"""Captures open for replay: each read once for all its viewers, and kept for a while after the last one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from mmscope.core import Session
from mmscope.replay.engine import Engine
from mmscope.replay.texts import Texts
from mmscope.replay.track import Track
from mmscope.replay.worker import Worker
from mmscope.settings import Limits

READING = 2  # captures read at a time


class FullError(Exception):
    """No more can be open; the text says of what."""


class Opened:
    """A capture that is open, or about to be."""

    def __init__(self, key: str, memory: int) -> None:
        self.key = key
        self.memory = memory  # bytes, about
        self.users = 0
        self.worker = Worker(f"replay {key[:16]}")
        self.reading: asyncio.Task[None]
        self.closing: asyncio.TimerHandle | None = None
        self.track: Track
        self.texts: Texts

    @property
    def failed(self) -> bool:
        """Whether a viewer who comes now needs another one."""
        if not self.reading.done():
            return False
        return self.reading.cancelled() or self.reading.exception() is not None or self.texts.failed


class Shelf:
    """Belongs to one event loop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[str, Opened] = {}  # by key; the one that was left longest ago first
        self._reading = asyncio.Semaphore(READING)

    def __len__(self) -> int:
        """Captures that are open."""
        return len(self._open)

    @asynccontextmanager
    async def use(self, key: str, memory: int, read: Callable[[], Session]) -> AsyncIterator[Opened]:
        """The capture that `read` reads unless it is open. Raises FullError, and what `read` raises.

        The key stands for its content; `memory` is what memory_of() expects it to take.
        """
        opened = self._open.get(key)
        if opened is None or opened.failed:
            self._make_room(memory)
            opened = self._open[key] = Opened(key, memory)
            opened.reading = asyncio.create_task(self._read(opened, read))
        self._take(opened)
        try:
            await asyncio.shield(opened.reading)
            yield opened
        finally:
            self._put_back(opened)

    def close(self) -> None:
        """Let go of all."""
        for opened in list(self._open.values()):
            self._drop(opened)

    async def _read(self, opened: Opened, read: Callable[[], Session]) -> None:
        self._take(opened)
        try:
            async with self._reading:
                opened.track, opened.texts = await opened.worker.run(_prepare, read, opened.worker)
        finally:
            self._put_back(opened)

    def _make_room(self, memory: int) -> None:
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

    def _take(self, opened: Opened) -> None:
        opened.users += 1
        if opened.closing is not None:
            opened.closing.cancel()
            opened.closing = None

    def _put_back(self, opened: Opened) -> None:
        opened.users -= 1
        if opened.users:
            return
        if self._open.get(opened.key) is not opened or opened.failed:
            self._drop(opened)
            return
        self._open[opened.key] = self._open.pop(opened.key)  # to the end
        opened.closing = asyncio.get_running_loop().call_later(self._limits.replay_keep, self._drop, opened)

    def _drop(self, opened: Opened) -> None:
        if opened.closing is not None:
            opened.closing.cancel()
        if self._open.get(opened.key) is opened:
            del self._open[opened.key]
        opened.worker.close()


def _prepare(read: Callable[[], Session], worker: Worker) -> tuple[Track, Texts]:
    session = read()
    return Track(session), Texts(Engine(session), worker)
