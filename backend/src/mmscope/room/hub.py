"""Rooms and whoever is in them: takes what they say, keeps it, and tells the others, in one event loop.

A message to a class is made once, and put into each member's outbox; whoever serves a member sends it. So a
slow phone keeps nobody waiting. How many have answered is told once a second, and not with every answer.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mmscope.room.bucket import Bucket, Guesses
from mmscope.room.clock import steady_clock
from mmscope.room.full import gives_way
from mmscope.room.kept import Kept
from mmscope.room.outbox import Outbox
from mmscope.room.protocol import (
    VERSION,
    Confirmed,
    Count,
    Ended,
    First,
    FromLeader,
    FromMember,
    Join,
    Lead,
    Leading,
    Refused,
    Seen,
    Tally,
    Welcome,
    Wrong,
)
from mmscope.room.results import as_csv
from mmscope.room.room import Room, RoomError, Row
from mmscope.room.rooms import FullError, Opened, Rooms
from mmscope.settings import Limits

OFTEN = 0.5  # seconds between two counts that the leader is told,
SELDOM = 1.0  # and the members
SWEEP = 60.0  # seconds between two looks for rooms whose day is over
MEMBER_BURST, MEMBER_RATE = 20, 4.0  # messages of a member at once, and a second in the long run
LEADER_BURST, LEADER_RATE = 120, 40.0
WRONG_CODE = (
    "There is no room with this code. A code has six digits and lasts a day: compare it with the wall, "
    "or ask for a new one."
)
TOO_MANY = (
    "Too many wrong codes came from your network. Wait a minute and try again, "
    "or scan the picture on the wall."
)
DAY_OVER = "This room is a day old, and over. The teacher can open another."
GAVE_WAY = "This room is full, and your place went to somebody who came. Look at the wall, or come in again."
LED = "This room is led from another window. Lead from here?"
_log = logging.getLogger(__name__)
NOT_KEPT = "The server cannot keep answers just now; yours is sent again."


class EndedError(Exception):
    """The connection has to end."""

    def __init__(self, why: Any, message: str) -> None:  # noqa: ANN401  # one of Ended's
        super().__init__(message)
        self.ended: Ended = {"type": "ended", "why": why, "message": message}


@dataclass(eq=False)
class Place:
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

    def tell(self, slot: str, message: Mapping[str, Any]) -> None:
        """Send this to them alone."""
        self.outbox.put(slot, json.dumps(message))

    def refuse(self, wrong: Wrong) -> None:
        """Say that something was not taken."""
        refused: Refused = {"type": "error", "error": wrong}
        self.tell("error", refused)

    def end(self, why: Any, message: str) -> None:  # noqa: ANN401
        """Let them go."""
        if not self.over.done():
            self.over.set_result({"type": "ended", "why": why, "message": message})


@dataclass(eq=False)
class _Class:
    """Who is connected to a room."""

    leader: Place | None = None
    members: dict[str, Place] = field(default_factory=dict)
    counting: "asyncio.Task[None] | None" = None
    kept: bool = True  # what was said last is on disk
    news: bool = False  # how many there are, or have answered, has changed since it was told


class Hub:
    """All of it. `clock`: seconds of the epoch; left out: one that nobody sets."""

    def __init__(self, limits: Limits, kept: Kept, clock: Callable[[], float] | None = None) -> None:
        self._limits, self._kept, self._clock = limits, kept, clock or steady_clock()
        self.rooms = Rooms(limits)
        self._classes: dict[str, _Class] = {}
        self._guesses = Guesses()
        self._sweep: asyncio.Task[None] | None = None
        self.confirmed = self.refused = 0  # answers so far: those on disk, and those that were not taken

    def start(self) -> None:
        """Begin to keep, and to close rooms whose day is over. What was kept goes on."""
        self._begin()
        self._sweep = asyncio.create_task(self._keep_time())

    def _begin(self) -> None:
        """A disk that takes nothing now may do so later."""
        try:
            kept = self._kept.start(self._limits.room_members)
        except OSError:
            _log.exception("no room can be opened")
            return
        for room in kept:  # a date that was ahead when it was opened makes no day longer
            room.ends = min(room.ends, self._clock() + self._limits.room_seconds)
        self.rooms = Rooms(self._limits, kept)

    def stop(self) -> None:
        """The server ends; rooms go on at the next start."""
        if self._sweep is not None:
            self._sweep.cancel()

    def close(self) -> None:
        """Write what is left."""
        self._kept.close()

    @property
    def connected(self) -> int:
        """Members of all rooms."""
        return sum(len(of.members) for of in self._classes.values())

    @property
    def led(self) -> int:
        """Rooms whose teacher is there."""
        return sum(of.leader is not None for of in self._classes.values())

    async def open(self, address: str) -> Opened:
        """A new room, once it is on disk. Raises FullError, OSError."""
        if not self._kept.is_there:
            self._begin()
        self._expire()
        led = {code for code, of in self._classes.items() if of.leader is not None}
        opened, rows = self.rooms.open(address, self._clock(), led)
        if not await self._kept_on_disk(rows):
            self.rooms.close(opened.room)
            raise OSError("the room cannot be kept")
        return opened

    async def shut(self, room: Room) -> None:
        """Close a room: everybody is told, and nothing of it stays. Raises OSError."""
        rows = self.rooms.close(room)
        self._dismiss(room, "closed", "The room was closed. Thank you for being there.")
        if not await self._kept_on_disk(rows):
            raise OSError("the room's answers could not be removed from disk")

    def led_by(self, code: str, secret: str) -> Room | None:
        """The room, if this is the secret of who opened it. None: it is not, or there is no room."""
        room = self.rooms.find(code, self._clock())
        return room if self.rooms.leads(room, secret) else None

    async def results(self, room: Room) -> str:
        """All answers as CSV. Raises OSError."""
        await self._kept_on_disk(())  # what is on its way
        return await asyncio.to_thread(lambda: as_csv(self._kept.results(room.code)))

    # Whoever comes and goes

    def enter(self, code: str, first: First, address: str) -> Place:
        """A place for whoever said this first; they are sent what there is to know. Raises EndedError."""
        if first["v"] != VERSION:
            raise EndedError("version", "This page is of another release than the server: load it again.")
        if first["op"] == "lead":
            return self._lead(code, first)
        return self._join(code, first, address)

    def _lead(self, code: str, lead: Lead) -> Place:
        room = self.led_by(code, lead["secret"])
        if room is None:
            raise EndedError("no_room", "This room is over, or was not opened from this browser.")
        there = self._class(room)
        if there.leader is not None:
            if not lead["take"] and lead["window"] != there.leader.window:
                raise EndedError("led", LED)
            there.leader.end("taken", "This room is led from another window now.")
        there.leader = place = Place(room, None, lead["window"])
        leading: Leading = {
            "type": "leading",
            "v": VERSION,
            "link": f"{room.code}.{room.key}",
            "view": room.view,
            "lesson": room.lesson,
            "step": room.step,
            "question": room.told(),
            "names": room.names,
            "rounds": room.rounds,
            "members": len(room.here),
            "wandering": room.wandering,
            "answered": len(room.answers),
            "ends": room.ends,
        }
        place.tell("hello", leading)
        self._changed(room)
        return place

    def _join(self, code: str, join: Join, address: str) -> Place:
        now = self._clock()
        room = self.rooms.find(code, now)
        member = join["member"]
        known = room is not None and (
            join.get("key") == room.key
            or member in room.answers
            or member in room.here
            or member in room.name_of
        )
        if not known and not self._guesses.may(address, now):
            raise EndedError("wait", TOO_MANY)
        if room is None:
            self._guesses.wrong(address, code, now)
            raise EndedError("no_room", WRONG_CODE)
        there = self._class(room)
        old = there.members.get(member)
        if old is not None:
            old.end("elsewhere", "This room is open in another tab of this browser.")
        elif len(there.members) >= self._limits.room_members:
            self._make_way(there, room, address)
        spoke = member in room.answers or member in room.name_of or (old is not None and old.spoke)
        there.members[member] = place = Place(room, member, network=address, spoke=spoke)
        room.here[member] = False
        welcome: Welcome = {
            "type": "welcome",
            "v": VERSION,
            "view": room.view,
            "lesson": room.lesson,
            "step": room.step,
            "question": room.told(),
            "choice": room.answers.get(member),
            "names": room.names,
            "name": room.name_of.get(member, ""),
            "members": len(room.here),
            "answered": len(room.answers),
            "led": there.leader is not None,
            "ends": room.ends,
        }
        place.tell("hello", welcome)
        self._changed(room)
        return place

    def _make_way(self, there: _Class, room: Room, address: str) -> None:
        """Somebody who is in a full room lets one in who comes. Raises EndedError: nobody does."""
        gone = gives_way(there.members, address)
        if gone is None:
            told = f"This room is full: {self._limits.room_members} are in it."
            raise EndedError("full", f"{told} Look at the wall, and try again later.")
        there.members.pop(gone).end("full", GAVE_WAY)
        room.here.pop(gone, None)

    def leave(self, place: Place) -> None:
        """They are gone, and may come back."""
        there = self._classes.get(place.room.code)
        if there is None:
            return
        if place.member is None:
            if there.leader is place:
                there.leader = None
        elif there.members.get(place.member) is place:
            del there.members[place.member]
            place.room.here.pop(place.member, None)
        self._changed(place.room)
        if not there.members and there.leader is None and there.counting is None:
            self._classes.pop(place.room.code, None)

    # What they say

    def hear(self, place: Place, said: FromMember | FromLeader) -> None:
        """Do what was asked for; what cannot be is said to them alone."""
        if place.over.done():  # nothing of a room that was closed is kept
            return
        try:
            if place.member is None:
                self._hear_leader(place, said)  # type: ignore[arg-type]  # parsed as such
            else:
                self._hear_member(place, place.member, said)  # type: ignore[arg-type]
        except RoomError as error:
            self.refused += said["op"] == "answer"
            place.refuse(error.wrong)

    def _hear_member(self, place: Place, member: str, said: FromMember) -> None:
        room = place.room
        match said["op"]:
            case "answer":
                number, round_, choice = said["question"], said["round"], said["choice"]
                rows = room.answer(member, number, round_, choice)
                place.spoke = True
                confirmed: Confirmed = {
                    "type": "confirmed",
                    "question": number,
                    "round": round_,
                    "choice": choice,
                }

                def settled(kept: bool) -> None:  # noqa: FBT001
                    if kept:
                        self.confirmed += 1
                        place.tell("confirmed", confirmed)
                    else:
                        self.refused += 1
                        place.refuse({"code": "not_kept", "message": NOT_KEPT})

                self._keep(room, rows, settled)
                self._changed(room)
            case "wander":
                if member in room.here:
                    room.here[member] = said["on"]
                    self._changed(room)
            case "name":
                self._kept.put(room.name(member, said["name"]))
                place.spoke = place.spoke or member in room.name_of
                place.tell("names", {"type": "names", "on": True, "name": room.name_of.get(member, "")})

    def _hear_leader(self, place: Place, said: FromLeader) -> None:
        room, kept = place.room, self._kept
        match said["op"]:
            case "look":
                rows = room.look(said["view"], said.get("lesson", ""), said.get("step", 0))
                if rows:
                    kept.put(rows)
                    seen: Seen = {
                        "type": "view",
                        "view": room.view,
                        "lesson": room.lesson,
                        "step": room.step,
                    }
                    self._tell_class(room, "view", seen)
                return
            case "names":
                kept.put(room.ask_names(on=said["on"]))
                self._tell_class(room, "names", {"type": "names", "on": room.names, "name": ""})
                return
            case "ask":
                self._keep(room, room.ask(said))
            case "stage":
                self._keep(room, room.show(said["stage"]))
            case "again":
                self._keep(room, room.again())
            case "done":
                self._keep(room, room.done())
        told = {"type": "question", "question": room.told()}
        place.tell("question", told)
        self._tell_class(room, "question", told)
        self._changed(room, at_once=True)

    def _keep(self, room: Room, rows: "list[Row]", then: Callable[[bool], None] = lambda _: None) -> None:
        """Put this on disk; the leader is told when the disk takes nothing, and when it does again."""

        def settled(kept: bool) -> None:  # noqa: FBT001
            there = self._classes.get(room.code)
            if there is not None and there.kept != kept:
                there.kept = kept
                self._changed(room)
            then(kept)

        self._kept.put(rows, settled)

    # What they are told

    def _class(self, room: Room) -> _Class:
        return self._classes.setdefault(room.code, _Class())

    def _tell_class(self, room: Room, slot: str, message: Mapping[str, Any]) -> None:
        text = json.dumps(message)
        for place in self._class(room).members.values():
            place.outbox.put(slot, text)

    def _changed(self, room: Room, *, at_once: bool = False) -> None:
        """How many there are, or have answered, is not what was told last."""
        there = self._class(room)
        there.news = True
        if at_once:
            self._tally(room, there)
        if there.counting is None:
            there.counting = asyncio.create_task(self._count(room, there))

    async def _count(self, room: Room, there: _Class) -> None:
        """Tell it, as long as it changes; the members at every second turn only."""
        pending = False
        while there.news or pending:
            pending = pending or there.news
            if there.news:
                there.news = False
                self._tally(room, there)
            await asyncio.sleep(OFTEN)
            if pending:
                pending = False
                count: Count = {
                    "type": "count",
                    "members": len(room.here),
                    "answered": len(room.answers),
                    "led": there.leader is not None,
                }
                self._tell_class(room, "count", count)
                await asyncio.sleep(SELDOM - OFTEN)
        there.counting = None
        if not there.members and there.leader is None:
            self._classes.pop(room.code, None)

    def _tally(self, room: Room, there: _Class) -> None:
        if there.leader is None:
            return
        tally: Tally = {
            "type": "tally",
            "members": len(room.here),
            "wandering": room.wandering,
            "answered": len(room.answers),
            "rounds": room.rounds,
            "counts": room.counts(),
            "before": room.before,
            "kept": there.kept,
        }
        there.leader.tell("tally", tally)

    def _dismiss(self, room: Room, why: Any, message: str) -> None:  # noqa: ANN401
        there = self._classes.pop(room.code, None)
        for place in [*there.members.values(), there.leader] if there else ():
            if place is not None:
                place.end(why, message)

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self._expire()

    def _expire(self) -> None:
        """Close rooms whose day is over, and tell those who are in them."""
        now = self._clock()
        for room in self.rooms:
            if room.ends <= now:
                self._dismiss(room, "closed", DAY_OVER)
        self._kept.put(self.rooms.expire(now))

    async def _kept_on_disk(self, rows: "tuple[Row, ...] | list[Row]") -> bool:
        if not self._kept.is_there:
            return False
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def settled(kept: bool) -> None:  # noqa: FBT001
            if not done.done():
                done.set_result(kept)

        self._kept.put(rows, settled)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(30):
                return await done
        return False


__all__ = ["EndedError", "FullError", "Hub", "Place"]
