"""Slots of the files that are being received: bounded in number, each with a pace that it must keep.

Where all are taken, they are shared out: first among addresses, then among the senders behind one address. A
newcomer gets the slowest slot of whoever has at least two more; else one that is slow, but not of somebody
who has fewer.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.types import Message, Receive

from mmscope.captures import CaptureError
from mmscope.settings import Limits

SURE = 2.0  # seconds until a file's pace is known


class Slots:
    """Where all are taken and none gives way, a newcomer gets an error, at once."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken: set[Slot] = set()

    @contextmanager
    def take(self, address: str, holder: str | None) -> Iterator["Slot"]:
        """One slot for a sender: their address, and the secret by which they are known (as a hash).

        Raises CaptureError `busy`.
        """
        if len(self._taken) >= self._limits.uploads:
            other = self._who_gives_way(address, holder)
            if other is None:
                raise CaptureError("busy", "the server receives as many files as it may; try again soon")
            self._taken.discard(other)
            other.give_way()
        slot = Slot(self._limits, address, holder)
        self._taken.add(slot)
        try:
            yield slot
        finally:
            self._taken.discard(slot)

    def _who_gives_way(self, address: str, holder: str | None) -> "Slot | None":
        addresses = Counter(slot.address for slot in self._taken)
        most = max(addresses, key=addresses.__getitem__)
        if addresses[most] > addresses[address] + 1:
            holders = Counter(slot.holder for slot in self._taken if slot.address == most)
            of = max(holders, key=holders.__getitem__)
            return self._slowest(lambda slot: slot.address == most and slot.holder == of)
        own = Counter(slot.holder for slot in self._taken if slot.address == address)
        of = max(own, key=own.__getitem__, default=None)
        if own[of] > own[holder] + 1:
            return self._slowest(lambda slot: slot.address == address and slot.holder == of)

        def has_as_many(slot: Slot) -> bool:
            if slot.address == address:
                return own[slot.holder] >= own[holder]
            return addresses[slot.address] >= addresses[address]

        slowest = self._slowest(has_as_many)
        return slowest if slowest is not None and slowest.pace() < self._limits.slow_upload else None

    def _slowest(self, among: Callable[["Slot"], bool]) -> "Slot | None":
        return min(filter(among, self._taken), key=Slot.pace, default=None)


class Slot:
    """One file on its way in. Time counts while we wait for its sender, not while we work."""

    def __init__(self, limits: Limits, address: str, holder: str | None) -> None:
        self.address, self.holder = address, holder
        self._window, self._least = limits.upload_window, limits.slowest_upload
        self._bytes, self._waited = 0, 0.0  # of this window
        self._before = (0, 0.0)  # of the one before it
        self._since: float | None = None  # when the present wait began
        self._timeout: asyncio.Timeout | None = None
        self.has_to_go = False  # its place is given to another

    def pace(self) -> float:
        """Bytes a second, lately."""
        now = 0.0 if self._since is None else time.monotonic() - self._since
        seconds = self._before[1] + self._waited + now
        return (self._before[0] + self._bytes) / seconds if seconds >= SURE else math.inf

    def give_way(self) -> None:
        """Its file is not received any further."""
        self.has_to_go = True
        if self._timeout is not None:
            self._timeout.reschedule(asyncio.get_running_loop().time())

    async def next(self, receive: Receive) -> Message:
        """The sender's next message. Raises CaptureError `timeout` if it is slow, `busy` after give_way()."""
        while True:
            if self.has_to_go:
                reason = "others wait who send fewer files, or faster; send this one again, or go on with it"
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
            if self._waited >= self._window and not self.has_to_go:
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
