"""Who is connected to a room, and what all of them are messages.

A message to a class is made once, and put into each member's outbox; whoever serves a member sends it. So a
slow phone keeps nobody waiting. How many have answered is sent once a second, and not with every answer.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from mmscope.rooms import messages
from mmscope.rooms.connection import Connection, EndedError
from mmscope.rooms.eviction import evicted
from mmscope.rooms.room import Room

OFTEN = 0.5  # seconds between two counts that the leader is told,
SELDOM = 1.0  # and the members
GAVE_WAY = "This room is full, and your place went to somebody who came. Look at the wall, or come in again."
TAKEN = "This room is led from another window now."
ELSEWHERE = "This room is open in another tab of this browser."


class Audience:
    """Those of one room. `left`: called once nobody is there, and everything is messages."""

    def __init__(self, room: Room, left: "Callable[[Audience], None]") -> None:
        self.room, self._left = room, left
        self.leader: Connection | None = None
        self.members: dict[str, Connection] = {}
        self._kept = True  # what was said last is on disk
        self._news = False  # how many there are, or have answered, has changed since it was sent
        self._counting: asyncio.Task[None] | None = None

    def lead(self, window: str) -> Connection:
        """Somebody leads, and nobody else does."""
        if self.leader is not None:
            self.leader.end("taken", TAKEN)
        self.leader = place = Connection(self.room, None, window)
        place.send("hello", messages.leading(self.room))
        self.changed()
        return place

    def join(self, member: str, network: str, most: int) -> Connection:
        """A member has come, or come back. Of `most` another may have to leave. Raises EndedError."""
        room, old = self.room, self.members.get(member)
        if old is not None:
            old.end("elsewhere", ELSEWHERE)
        elif len(self.members) >= most:
            self._make_way(network, most)
        spoke = member in room.answers or member in room.name_of or (old is not None and old.spoke)
        self.members[member] = place = Connection(room, member, network=network, spoke=spoke)
        room.here[member] = False
        place.send("hello", messages.welcome(room, member, led=self.leader is not None))
        self.changed()
        return place

    def _make_way(self, network: str, most: int) -> None:
        """Somebody lets one in who comes. Raises EndedError: nobody does."""
        gone = evicted(self.members, network)
        if gone is None:
            words = f"This room is full: {most} are in it. Look at the wall, and try again later."
            raise EndedError("full", words)
        self.members.pop(gone).end("full", GAVE_WAY)
        self.room.here.pop(gone, None)

    def leave(self, place: Connection) -> None:
        """They are gone, and may come back."""
        if place.member is None:
            if self.leader is place:
                self.leader = None
        elif self.members.get(place.member) is place:
            del self.members[place.member]
            self.room.here.pop(place.member, None)
        self.changed()

    def dismiss(self, why: Any, message: str) -> None:  # noqa: ANN401  # one of Ended's
        """Everybody has to go."""
        for place in [*self.members.values(), self.leader]:
            if place is not None:
                place.end(why, message)

    def send(self, slot: str, message: Mapping[str, Any]) -> None:
        """Send this to every member."""
        text = json.dumps(message)
        for place in self.members.values():
            place.outbox.put(slot, text)

    def disk(self, *, takes: bool) -> None:
        """The disk took what was said last, or did not."""
        if self._kept != takes:
            self._kept = takes
            self.changed()

    def changed(self, *, at_once: bool = False) -> None:
        """How many there are, or have answered, is not what was sent last."""
        self._news = True
        if at_once:
            self._tally()
        if self._counting is None:
            self._counting = asyncio.create_task(self._count())

    async def _count(self) -> None:
        """Send it, as long as it changes; the members at every second turn only."""
        pending = False
        while self._news or pending:
            pending = pending or self._news
            if self._news:
                self._news = False
                self._tally()
            await asyncio.sleep(OFTEN)
            if pending:
                pending = False
                self.send("count", messages.count(self.room, led=self.leader is not None))
                await asyncio.sleep(SELDOM - OFTEN)
        self._counting = None
        if not self.members and self.leader is None:
            self._left(self)

    def _tally(self) -> None:
        if self.leader is not None:
            self.leader.send("tally", messages.tally(self.room, kept=self._kept))
