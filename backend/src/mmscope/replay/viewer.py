"""One viewer of a capture: a place, a speed, and a clock that plays.

A viewer does no I/O and never waits. A host hands it commands, asks when something is due, and sends what
it returns. Back-pressure: at most WINDOW batches are on their way without an ack; while the client is behind,
the playback clock stands still, so that no event is skipped.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mmscope.replay.commands import Ack, Command, Deltas, Pause, Play, Seek, Speed, State, Step
from mmscope.replay.track import LATEST, Track

PROTOCOL = 2
WINDOW = 4  # batches without an ack
BATCH = 512  # events in one batch at most
FRAME = 1 / 30  # seconds between two batches at least, while there is less than a batch to send

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Show:
    """The state at a place is to be sent."""

    status: Message  # as it was when this was decided
    at: int
    whole: bool  # not as changes


@dataclass(frozen=True, slots=True)
class Batch:
    """These events are to be sent."""

    number: int
    first: int
    stop: int


Item = Message | Show | Batch


class Viewer:
    """`clock` gives seconds and never runs backwards."""

    def __init__(self, track: Track, clock: Callable[[], float]) -> None:
        self._track, self._clock = track, clock
        self._at = 0
        self._speed = 1.0
        self._playing = False
        self._deltas = False
        self.shown: int | None = None  # the place of the last state that was sent; the host sets it
        self.sent = self._acked = 0  # batches; `sent` is also the number of the last one
        self._ready_at = 0.0  # on the clock: no batch before
        self._set_clock(0)

    def hello(self) -> list[Item]:
        """What a client learns first."""
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "events": self._track.events,
            "decisions": self._track.decisions,
            "ts_first": str(self._track.first),
            "duration": str(self._track.time(self._track.events)),
            "window": WINDOW,
            "batch": BATCH,
        }
        return [hello, self._show(whole=True)]

    def handle(self, command: Command) -> list[Item]:
        """Obey. Returns what to send now."""
        match command:
            case Ack(batch):
                self._acknowledge(batch)
                return []
            case Deltas(on):
                self._deltas = on
                return [self._told()]
            case Speed(speed):
                self._set_clock(self._now())
                self._speed = speed
                return [self._told()]
            case Play():
                self._playing = True
                self._go(0 if self._at == self._track.events else self._at)
            case Pause():
                self._playing = False
            case Seek(place, to):
                self._go(self._track.find(place, to))
            case Step(by):
                to = self._track.done(self._at) + by
                self._go(self._track.find("decision", min(max(to, 0), self._track.decisions)))
        return [self._show(whole=command == State() or not self._deltas)]

    def due(self) -> float | None:
        """Seconds until poll() has something to send; None while only a command can change that."""
        if not self._playing or self._behind():
            return None
        if self._at == self._track.events:
            return 0.0
        wait = (self._track.time(self._at + 1) - self._now()) / (self._speed * 1e9)
        return max(wait, self._ready_at - self._clock(), 0.0)

    def poll(self) -> list[Item]:
        """The next batch, if one is due."""
        due = self.due()
        if due is None or due > 0:
            return []
        if self._at == self._track.events:
            self._playing = False
            return [{"type": "end"}, self._show(whole=not self._deltas)]
        start = self._at
        until = self._track.until(self._now())
        self._at = max(min(until, start + BATCH), start + 1)
        self.sent += 1
        if until == self._at:
            self._ready_at = self._clock() + FRAME
        if self._behind():
            self._set_clock(self._track.time(self._at))
        return [Batch(self.sent, start, self._at)]

    def _behind(self) -> bool:
        return self.sent - self._acked >= WINDOW

    def _acknowledge(self, batch: int) -> None:
        if batch <= self._acked or batch > self.sent:
            return
        was_behind = self._behind()
        self._acked = batch
        if was_behind:
            self._set_clock(self._track.time(self._at))

    def _go(self, at: int) -> None:
        self._at = at
        self._set_clock(self._track.time(at))

    def _set_clock(self, time: int) -> None:
        """From now on, the playback clock counts from `time`."""
        self._from_time, self._from_clock = time, self._clock()

    def _now(self) -> int:
        if not self._playing:
            return self._from_time
        gone_by = int((self._clock() - self._from_clock) * self._speed * 1e9)
        return min(self._from_time + gone_by, LATEST)

    def _status(self) -> Message:
        return {
            "playing": self._playing,
            "speed": self._speed,
            "at": self._at,
            "decision": self._track.done(self._at),
            "t": str(self._track.time(self._at)),
        }

    def _told(self) -> Message:
        return {"type": "status", **self._status()}

    def _show(self, *, whole: bool) -> Show:
        return Show(self._status(), self._at, whole)
