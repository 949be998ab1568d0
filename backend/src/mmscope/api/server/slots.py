"""Slots of the files that are being received: bounded in number, each with a pace that it must keep."""

import asyncio
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import Message, Receive

from mmscope.captures import CaptureError
from mmscope.settings import Limits

SURE = 2.0  # seconds until a file's pace is known


class Slots:
    """Where all are taken, a newcomer gets that of the slowest, if it is slow; else an error, at once."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken: set[Slot] = set()

    @contextmanager
    def take(self) -> Iterator["Slot"]:
        """One slot. Raises CaptureError `busy`."""
        if len(self._taken) >= self._limits.uploads:
            slowest = min(self._taken, key=Slot.pace)
            if slowest.pace() >= self._limits.slow_upload:
                raise CaptureError("busy", "the server receives as many files as it may; try again soon")
            self._taken.discard(slowest)
            slowest.give_way()
        slot = Slot(self._limits)
        self._taken.add(slot)
        try:
            yield slot
        finally:
            self._taken.discard(slot)


class Slot:
    """One file on its way in. Time counts while we wait for its sender, not while we work."""

    def __init__(self, limits: Limits) -> None:
        self._window, self._least = limits.upload_window, limits.slowest_upload
        self._bytes, self._waited = 0, 0.0  # of this window
        self._before = (0, 0.0)  # of the one before it
        self._since: float | None = None  # when the present wait began
        self._timeout: asyncio.Timeout | None = None
        self._ousted = False

    def pace(self) -> float:
        """Bytes a second, lately."""
        now = 0.0 if self._since is None else time.monotonic() - self._since
        seconds = self._before[1] + self._waited + now
        return (self._before[0] + self._bytes) / seconds if seconds >= SURE else math.inf

    def give_way(self) -> None:
        """Its file is not received any further."""
        self._ousted = True
        if self._timeout is not None:
            self._timeout.reschedule(asyncio.get_running_loop().time())

    async def next(self, receive: Receive) -> Message:
        """The sender's next message. Raises CaptureError `timeout` if it is slow, `busy` after give_way()."""
        while True:
            if self._ousted:
                reason = (
                    "others wait to send files, and this one came slowest; send it again, or go on with it"
                )
                raise CaptureError("busy", reason)
            self._since = time.monotonic()
            try:
                async with asyncio.timeout(max(0.0, self._window - self._waited)) as self._timeout:
                    message = await receive()
            except TimeoutError:
                message = None
            finally:
                self._timeout = None
                self._waited += time.monotonic() - self._since
                self._since = None
            if message is not None:
                self._bytes += len(message.get("body", b""))
            if self._waited >= self._window and not self._ousted:
                self._turn()
            if message is not None:
                return message

    def _turn(self) -> None:
        """A window is over."""
        if self._bytes < self._least * self._window:
            message = f"a file must come at {self._least} bytes a second, over any {self._window} seconds"
            raise CaptureError(
                "timeout", f"{self._bytes} bytes came in {self._waited:.0f} seconds: {message}"
            )
        self._before = self._bytes, self._waited
        self._bytes, self._waited = 0, 0.0
