"""A replay session: a capture that plays, pauses, steps and seeks on a clock of its own.

The engine does no I/O and never waits. A host hands it commands, asks when something is due, and
sends what it returns. Back-pressure: at most WINDOW batches are on their way without an ack; while
the client is behind, the playback clock stands still, so that nothing is skipped.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mmscope.core import Session
from mmscope.replay.commands import Ack, Command, Pause, Play, Seek, Speed, Step

WINDOW = 4  # batches without an ack
BATCH = 512  # events in one batch at most
FRAME = 1 / 30  # seconds between two batches at least, while there is less than a batch to send
OP_SECONDS = 10.0  # the core's time for one command or batch

_LATEST = 2**63 - 1

Message = dict[str, Any]


class Replay:
    """One session. `clock` gives seconds and never runs backwards.

    Places are counts of events: at place n, events 0 to n - 1 have happened. Times are ns since the
    capture's first event; where lines are out of time's order, an event's time is the latest so far.
    """

    def __init__(self, session: Session, clock: Callable[[], float]) -> None:
        self._session, self._clock = session, clock
        self._decisions = session.decisions().astype(np.int64)
        ts = session.head(session.records())["ts"]
        self._first = int(ts.min()) if len(ts) else 0
        since = np.minimum(ts - np.uint64(self._first), np.uint64(_LATEST)).astype(np.int64)
        self._time = np.maximum.accumulate(since)
        self._at = 0
        self._speed = 1.0
        self._playing = False
        self.sent = self._acked = 0  # batches; `sent` is also the number of the last one
        self._ready_at = 0.0  # on the clock: no batch before
        self._set_clock(0)

    def hello(self) -> list[Message]:
        """What a client learns first."""
        last = int(self._time[-1]) if len(self._time) else 0
        return [
            {
                "type": "hello",
                "events": len(self._time),
                "decisions": len(self._decisions),
                "ts_first": str(self._first),
                "duration": str(last),
                "window": WINDOW,
                "batch": BATCH,
            },
            self._state(),
        ]

    def handle(self, command: Command) -> list[Message]:
        """Obey. Returns what to send now."""
        match command:
            case Ack(batch):
                self._acknowledge(batch)
                return []
            case Play():
                if self._at == len(self._time):
                    self._at = 0
                self._playing = True
                self._set_clock(self._place_time())
                return [self._state()]
            case Pause():
                self._playing = False
                return [self._state()]
            case Speed(speed):
                self._set_clock(self._now())
                self._speed = speed
                return [self._status()]
            case Seek(place, to):
                self._at = self._find(place, to)
            case Step(by):
                done = self._done()
                self._at = self._find("decision", min(max(done + by, 0), len(self._decisions)))
        self._set_clock(self._place_time())
        return [self._state()]

    def due(self) -> float | None:
        """Seconds until poll() has something to send; None while only a command can change that."""
        if not self._playing or self._behind():
            return None
        if self._at == len(self._time):
            return 0.0
        wait = (int(self._time[self._at]) - self._now()) / (self._speed * 1e9)
        return max(wait, self._ready_at - self._clock(), 0.0)

    def poll(self) -> list[Message]:
        """The next batch, if one is due."""
        due = self.due()
        if due is None or due > 0:
            return []
        if self._at == len(self._time):
            self._playing = False
            return [{"type": "end"}, self._state()]
        start = self._at
        until = int(np.searchsorted(self._time, self._now(), side="right"))
        stop = max(min(until, start + BATCH), start + 1)
        self._session.allow(OP_SECONDS)
        events = self._session.events(start, stop)
        self._at = stop
        self.sent += 1
        if until == stop:
            self._ready_at = self._clock() + FRAME
        if self._behind():
            self._set_clock(self._place_time())
        return [{"type": "events", "batch": self.sent, "first": start, "events": events}]

    def _behind(self) -> bool:
        return self.sent - self._acked >= WINDOW

    def _acknowledge(self, batch: int) -> None:
        if batch <= self._acked or batch > self.sent:
            return
        was_behind = self._behind()
        self._acked = batch
        if was_behind:
            self._set_clock(self._place_time())

    def _find(self, place: str, to: int) -> int:
        """The place behind `to` events or decisions, or behind all events up to time `to`."""
        if place == "event":
            return min(to, len(self._time))
        if place == "t":
            return int(np.searchsorted(self._time, to, side="right"))
        if to == 0:
            return 0
        return int(self._decisions[to - 1]) + 1 if to <= len(self._decisions) else len(self._time)

    def _done(self) -> int:
        """Decisions so far."""
        return int(np.searchsorted(self._decisions, self._at, side="left"))

    def _place_time(self) -> int:
        return int(self._time[self._at - 1]) if self._at else 0

    def _set_clock(self, time: int) -> None:
        """From now on, the playback clock counts from `time`."""
        self._from_time, self._from_clock = time, self._clock()

    def _now(self) -> int:
        if not self._playing:
            return self._from_time
        gone_by = int((self._clock() - self._from_clock) * self._speed * 1e9)
        return min(self._from_time + gone_by, _LATEST)

    def _status(self) -> Message:
        return {
            "type": "status",
            "playing": self._playing,
            "speed": self._speed,
            "at": self._at,
            "decision": self._done(),
            "t": str(self._place_time()),
        }

    def _state(self) -> Message:
        self._session.allow(OP_SECONDS)
        return {**self._status(), "type": "state", "state": self._session.seek(self._at)}
