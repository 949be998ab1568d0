"""A connection's place in a room: what waits to be sent to it, how much it may say, and why it has to end."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mmscope.rooms.bucket import Bucket
from mmscope.rooms.protocol import Ended, Refused, Wrong
from mmscope.rooms.room import Room

MEMBER_BURST, MEMBER_RATE = 20, 4.0  # messages of a member at once, and a second in the long run
LEADER_BURST, LEADER_RATE = 120, 40.0


class Outbox:
    """Texts that wait to be sent, the newest of each slot: a slow phone skips what is stale."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._news = asyncio.Event()

    def put(self, slot: str, text: str) -> None:
        """Send this next, instead of what waits in the same slot."""
        self._texts.pop(slot, None)
        self._texts[slot] = text
        self._news.set()

    async def next(self) -> str:
        """The text that has waited longest."""
        while not self._texts:
            self._news.clear()
            await self._news.wait()
        return self._texts.pop(next(iter(self._texts)))


class EndedError(Exception):
    """The connection has to end."""

    def __init__(self, why: Any, message: str) -> None:  # noqa: ANN401  # one of Ended's
        super().__init__(message)
        self.ended: Ended = {"type": "ended", "why": why, "message": message}


@dataclass(eq=False)
class Connection:
    """A connection's place in a room. `over` is why it has to end, once it has to."""

    room: Room
    member: str | None  # None: the leader's,
    window: str = ""  # in that of their windows
    network: str = ""  # that they came from
    spoke: bool = False  # has answered something, or given a name
    outbox: Outbox = field(default_factory=Outbox)
    over: "asyncio.Future[Ended]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def __post_init__(self) -> None:  # noqa: D105
        burst, rate = (MEMBER_BURST, MEMBER_RATE) if self.member else (LEADER_BURST, LEADER_RATE)
        self.pace = Bucket(burst, rate)
        self._since = self.room.rounds

    def missed(self) -> int:
        """Questions that were asked and closed since they came."""
        return max(0, self.room.over - self._since)

    def send(self, slot: str, message: Mapping[str, Any]) -> None:
        """Send this to them alone."""
        self.outbox.put(slot, json.dumps(message))

    def refuse(self, wrong: Wrong) -> None:
        """Say that something was not taken."""
        refused: Refused = {"type": "error", "error": wrong}
        self.send("error", refused)

    def end(self, why: Any, message: str) -> None:  # noqa: ANN401
        """Let them go."""
        if not self.over.done():
            self.over.set_result({"type": "ended", "why": why, "message": message})
