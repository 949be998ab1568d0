"""Texts of an engine, each made once for all viewers who want it, and kept while there is room."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable
from typing import Protocol, cast

from mmscope.core import CoreError
from mmscope.replay.engine import BLOCK, Engine, Key, Text
from mmscope.replay.worker import Worker

ROOM = 8 << 20  # characters kept
AT_A_TIME = 32  # texts made in one go


class Source(Protocol):
    """Where the texts of a capture come from."""

    def state(self, at: int) -> Awaitable[str]:
        """The whole state at a place."""

    def changes(self, before: int, after: int) -> Awaitable[str]:
        """What makes the state at one place that of another."""

    def events(self, first: int, stop: int) -> Awaitable[str]:
        """Events from `first` to before `stop`."""


class Texts:
    """Made in the engine's thread, so that the event loop waits for nothing."""

    def __init__(self, engine: Engine, worker: Worker, room: int = ROOM) -> None:
        self._engine, self._worker, self._room = engine, worker, room
        self._kept: OrderedDict[Key, Text] = OrderedDict()
        self._taken = 0  # characters kept
        self._asked: dict[Key, asyncio.Future[Text]] = {}
        self._waiting: list[Key] = []  # those of _asked that nobody makes yet
        self._making: asyncio.Task[None] | None = None
        self.made = 0
        self.failed = False  # the session has ended: by a trap, or out of time

    async def state(self, at: int) -> str:
        """The whole state at a place."""
        return cast("str", await self._get(("state", at)))

    async def changes(self, before: int, after: int) -> str:
        """What makes the state at one place that of another."""
        return "{}" if before == after else cast("str", await self._get(("changes", before, after)))

    async def events(self, first: int, stop: int) -> str:
        """Events from `first` to before `stop`, as a JSON array."""
        out: list[str] = []
        for block in range(first // BLOCK, -(-stop // BLOCK)):
            lines, begin = await self._get(("events", block)), block * BLOCK
            out += lines[max(first - begin, 0) : stop - begin]
        return f"[{','.join(out)}]"

    async def _get(self, key: Key) -> Text:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        future = self._asked.get(key)
        if future is None:
            future = self._asked[key] = asyncio.get_running_loop().create_future()
            self._waiting.append(key)
            if self._making is None:
                self._making = asyncio.create_task(self._make())
        return await asyncio.shield(future)

    async def _make(self) -> None:
        """Make what is waited for, until nothing is."""
        try:
            while self._waiting:
                keys, self._waiting = self._waiting[:AT_A_TIME], self._waiting[AT_A_TIME:]
                # In order of place: the core gets from one to the next by applying events.
                keys.sort(key=lambda key: key[1:])
                for key, text in zip(keys, await self._made(keys), strict=True):
                    future = self._asked.pop(key)
                    if isinstance(text, Exception):
                        self.failed = True
                        future.set_exception(text)
                        future.exception()  # nobody may be waiting any more
                    else:
                        self.made += 1
                        self._keep(key, text)
                        future.set_result(text)
        finally:
            self._making = None

    async def _made(self, keys: list[Key]) -> list[Text | CoreError] | list[Exception]:
        try:
            return await self._worker.run(self._engine.texts, keys)
        except Exception as error:  # noqa: BLE001  # whoever waits is told
            return [error] * len(keys)

    def _keep(self, key: Key, text: Text) -> None:
        self._kept[key] = text
        self._taken += _length(text)
        while self._taken > self._room:
            self._taken -= _length(self._kept.popitem(last=False)[1])


def _length(text: Text) -> int:
    return len(text) if isinstance(text, str) else sum(map(len, text))
