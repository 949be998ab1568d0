"""The times and decisions of a capture: where a place is, and what comes by when.

A place is a count of events: at place n, events 0 to n - 1 have happened. Times are ns since the capture's
first event; where lines are out of time's order, an event's time is the latest so far.
"""

import numpy as np

from mmscope.core import Session
from mmscope.replay.commands import Place

LATEST = 2**63 - 1


class Track:
    """Never changes, so all viewers of a capture share one."""

    def __init__(self, session: Session) -> None:
        self._decisions = session.decisions().astype(np.int64)
        ts = session.head(session.records())["ts"]
        self.first = int(ts.min()) if len(ts) else 0
        since = np.minimum(ts - np.uint64(self.first), np.uint64(LATEST)).astype(np.int64)
        self._time = np.maximum.accumulate(since)
        self.events, self.decisions = len(self._time), len(self._decisions)

    def time(self, at: int) -> int:
        """The time at a place: that of the event before it."""
        return int(self._time[at - 1]) if at else 0

    def until(self, time: int) -> int:
        """The place behind all events up to a time."""
        return int(np.searchsorted(self._time, time, side="right"))

    def done(self, at: int) -> int:
        """Decisions before a place."""
        return int(np.searchsorted(self._decisions, at, side="left"))

    def find(self, place: Place, to: int) -> int:
        """The place behind `to` events or decisions, or behind all events up to time `to`."""
        if place == "event":
            return min(to, self.events)
        if place == "t":
            return self.until(to)
        if to == 0:
            return 0
        return int(self._decisions[to - 1]) + 1 if to <= self.decisions else self.events
