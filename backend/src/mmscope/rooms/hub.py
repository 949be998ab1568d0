"""Rooms and whoever is in them: takes what they say, keeps it, and tells the others, in one event loop."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

from mmscope.rooms import messages
from mmscope.rooms.audience import Audience
from mmscope.rooms.bucket import Guesses
from mmscope.rooms.connection import Connection, EndedError
from mmscope.rooms.protocol import (
    VERSION,
    Confirmed,
    First,
    FromLeader,
    FromMember,
    Join,
    Lead,
    Question,
)
from mmscope.rooms.results import Results
from mmscope.rooms.room import Room, RoomError, Row
from mmscope.rooms.rooms import Opened, Rooms
from mmscope.rooms.storage import Storage
from mmscope.settings import Limits

SWEEP = 60.0  # seconds between two looks for rooms whose day is over
WRONG_CODE = (
    "There is no room with this code. A code has six digits and lasts a day: compare it with the wall, "
    "or ask for a new one."
)
TOO_MANY = (
    "Too many wrong codes came from your network. Wait a minute and try again, "
    "or scan the picture on the wall."
)
CLOSED = "The room was closed. Thank you for being there."
DAY_OVER = "This room is a day old, and over. The teacher can open another."
LED = "This room is led from another window. Lead from here?"
_log = logging.getLogger(__name__)
NOT_KEPT = "The server cannot keep answers just now; yours is sent again."


class Hub:
    """All of it. `clock`: seconds of the epoch; left out: one that nobody sets."""

    def __init__(self, limits: Limits, kept: Storage, clock: Callable[[], float] | None = None) -> None:
        self._limits, self._kept, self._clock = limits, kept, clock or steady_clock()
        self.rooms = Rooms(limits)
        self._audiences: dict[str, Audience] = {}
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
        self.rooms = Rooms(self._limits, kept, self._kept.over)

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
        return sum(len(of.members) for of in self._audiences.values())

    @property
    def led(self) -> int:
        """Rooms whose teacher is there."""
        return sum(of.leader is not None for of in self._audiences.values())

    async def open(self, person: str) -> Opened:
        """A new room, once it is on disk. Raises FullError, OSError."""
        if not self._kept.is_there:
            self._begin()
        self._expire()
        led = {code for code, of in self._audiences.items() if of.leader is not None}
        opened, rows = self.rooms.open(person, self._clock(), led)
        if not await self._kept_on_disk(rows):
            self.rooms.remove(opened.room.code)
            raise OSError("the room cannot be kept")
        return opened

    async def shut(self, room: Room) -> None:
        """Close a room: everybody is told, and its results stay. Raises OSError."""
        rows = self.rooms.close(room, self._clock())
        self._dismiss(room, CLOSED)
        if not await self._kept_on_disk(rows):
            raise OSError("that the room is closed could not be written to disk")

    async def remove(self, code: str) -> None:
        """Nothing of a room stays; one that is open is closed. Raises OSError."""
        room = self.rooms.find(code, self._clock())
        rows = self.rooms.remove(code)
        if room is not None:
            self._dismiss(room, CLOSED)
        if not await self._kept_on_disk(rows):
            raise OSError("the room's answers could not be removed from disk")

    def is_owned(self, code: str, secret: str) -> bool:
        """Whether a room, open or over, was opened with this secret."""
        self._expire()
        return self.led_by(code, secret) is not None or self.rooms.has_results(code, secret)

    def led_by(self, code: str, secret: str) -> Room | None:
        """The room, if this is the secret of who opened it. None: it is not, or there is no room."""
        room = self.rooms.find(code, self._clock())
        return room if self.rooms.leads(room, secret) else None

    async def results(self, code: str) -> Results:
        """What was asked and answered in a room, open or over. Raises OSError."""
        await self._kept_on_disk(())  # what is on its way
        return await asyncio.to_thread(self._kept.results, code)

    # Whoever comes and goes

    def enter(self, code: str, first: First, person: str) -> Connection:
        """A place for whoever said this first; they are sent what there is to know. Raises EndedError."""
        if first["v"] != VERSION:
            raise EndedError("version", "This page is of another release than the server: load it again.")
        if first["op"] == "lead":
            return self._lead(code, first)
        return self._join(code, first, person)

    def _lead(self, code: str, lead: Lead) -> Connection:
        room = self.led_by(code, lead["secret"])
        if room is None:
            raise EndedError("no_room", "This room is over, or was not opened from this browser.")
        there = self._audience(room)
        if there.leader is not None and not lead["take"] and lead["window"] != there.leader.window:
            raise EndedError("led", LED)
        return there.lead(lead["window"])

    def _join(self, code: str, join: Join, person: str) -> Connection:
        now = self._clock()
        room = self.rooms.find(code, now)
        member = join["member"]
        known = room is not None and (
            join.get("key") == room.key
            or member in room.answers
            or member in room.came
            or member in room.name_of
        )
        if not known and not self._guesses.may(person, now):
            raise EndedError("wait", TOO_MANY)
        if room is None:
            self._guesses.wrong(person, code, now)
            raise EndedError("no_room", WRONG_CODE)
        place = self._audience(room).join(member, person, self._limits.room_members)
        self._kept.put(room.arrive(member))
        return place

    def leave(self, place: Connection) -> None:
        """They are gone, and may come back."""
        there = self._audiences.get(place.room.code)
        if there is not None:
            there.leave(place)

    def _audience(self, room: Room) -> Audience:
        if room.code not in self._audiences:
            self._audiences[room.code] = Audience(room, self._nobody_left)
        return self._audiences[room.code]

    def _nobody_left(self, there: Audience) -> None:
        if self._audiences.get(there.room.code) is there:
            del self._audiences[there.room.code]

    # What they say

    def hear(self, place: Connection, said: FromMember | FromLeader) -> None:
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

    def _hear_member(self, place: Connection, member: str, said: FromMember) -> None:
        room = place.room
        match said["op"]:
            case "answer":
                number, round_, choice = said["question"], said["round"], said["choice"]
                rows = room.answer(member, number, round_, choice, self._clock())
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
                        place.send("confirmed", confirmed)
                    else:
                        self.refused += 1
                        place.refuse({"code": "not_kept", "message": NOT_KEPT})

                self._keep(room, rows, settled)
                self._audience(room).changed()
            case "wander":
                if member in room.here:
                    room.here[member] = said["on"]
                    self._audience(room).changed()
            case "name":
                self._kept.put(room.name(member, said["name"]))
                place.spoke = place.spoke or member in room.name_of
                place.send("names", {"type": "names", "on": True, "name": room.name_of.get(member, "")})

    def _hear_leader(self, place: Connection, said: FromLeader) -> None:
        room, kept, there = place.room, self._kept, self._audience(place.room)
        match said["op"]:
            case "look":
                rows = room.look(said["view"], said.get("lesson", ""), said.get("step", 0))
                if rows:
                    kept.put(rows)
                    there.send("view", messages.seen(room))
                return
            case "names":
                kept.put(room.ask_names(on=said["on"]))
                there.send("names", {"type": "names", "on": room.names, "name": ""})
                return
            case "ask":
                self._keep(room, room.ask(said, self._clock()))
            case "stage":
                self._keep(room, room.show(said["stage"]))
            case "again":
                self._keep(room, room.again(self._clock()))
            case "done":
                self._keep(room, room.done())
        question: Question = {"type": "question", "question": room.known_question()}
        place.send("question", question)
        there.send("question", question)
        there.changed(at_once=True)

    def _keep(self, room: Room, rows: "list[Row]", then: Callable[[bool], None] = lambda _: None) -> None:
        """Put this on disk; the leader is told when the disk takes nothing, and when it does again."""

        def settled(kept: bool) -> None:  # noqa: FBT001
            there = self._audiences.get(room.code)
            if there is not None:
                there.disk(takes=kept)
            then(kept)

        self._kept.put(rows, settled)

    # When it ends

    def _dismiss(self, room: Room, message: str) -> None:
        there = self._audiences.pop(room.code, None)
        if there is not None:
            there.dismiss("closed", message)

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self._expire()

    def _expire(self) -> None:
        """Close rooms whose day is over, and let those know who are in them."""
        now = self._clock()
        for room in self.rooms:
            if room.ends <= now:
                self._dismiss(room, DAY_OVER)
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


def steady_clock() -> Callable[[], float]:
    """Seconds of the epoch, from a clock that nobody sets; on Linux it goes on while the machine sleeps.

    A laptop without internet often has a wrong date until the hall's network sets it, in the middle of a
    lesson: no room is over because of that.
    """
    began = time.time() - _passed()
    return lambda: began + _passed()


def _passed() -> float:
    since_boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if since_boot is None else time.clock_gettime(since_boot)
