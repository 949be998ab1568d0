"""All events of some kinds in one order: that of time, then of the kinds as they are given, then of the kind.

Nothing is merged: which events stand at a place is found by halving the time, so a question costs the same
however long the capture is.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mmscope.captures.remote.windows.events import Events
from mmscope.captures.remote.windows.levels import Floats
from mmscope.core.percentile import percentiles

Sums = dict[str, float]  # of a measure: n, min, max, sum; p50 and p99 where values were put in order

_LAST = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Run:
    """Events of one kind, by their places in it."""

    kind: str
    first: int
    last: int


class Sequence:
    """Events of these kinds. Times count from the capture's first event."""

    def __init__(self, kinds: Mapping[str, Events]) -> None:
        self._kinds = kinds

    def before(self, t: int) -> int:
        """How many events come before a time."""
        return sum(events.before(t) for events in self._kinds.values())

    def place(self, kind: str, row: int) -> int:
        """Where the event of a kind stands. Raises KeyError, IndexError."""
        t = self._kinds[kind].at(row)
        place, passed = row - self._kinds[kind].before(t), False
        for name, events in self._kinds.items():
            passed |= name == kind
            place += events.before(t)
            if not passed:
                place += events.before(t + 1) - events.before(t)
        return place

    def time(self, place: int) -> int:
        """When the event at a place was."""
        low, high = 0, _LAST
        while low < high:  # the last time with at most so many events before it
            middle = (low + high + 1) // 2
            if self.before(middle) <= place:
                low = middle
            else:
                high = middle - 1
        return low

    def runs(self, first: int, last: int) -> list[Run]:
        """The events from one place to before another, by kind."""
        begin, end = self._cut(first), self._cut(last)
        runs = [Run(kind, begin[kind], end[kind]) for kind in self._kinds]
        return [run for run in runs if run.first < run.last]

    def _cut(self, place: int) -> dict[str, int]:
        """How many events of each kind come before a place."""
        low = self.time(place)
        cut = {kind: events.before(low) for kind, events in self._kinds.items()}
        rest = place - sum(cut.values())
        for kind, events in self._kinds.items():
            taken = min(rest, events.before(low + 1) - cut[kind])
            cut[kind] += taken
            rest -= taken
        return cut


def added(parts: list[Sums]) -> Sums | None:
    """What several come to together, without quantiles."""
    if not parts:
        return None
    return {
        "n": sum(part["n"] for part in parts),
        "min": min(part["min"] for part in parts),
        "max": max(part["max"] for part in parts),
        "sum": sum(part["sum"] for part in parts),
    }


def spread_of(values: Floats) -> Sums | None:
    """Of the known values (not NaN): their number, range, sum and percentiles; None where none is known."""
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    p50, p99 = percentiles(known, (50, 99))
    return {
        "n": len(known),
        "min": float(known.min()),
        "max": float(known.max()),
        "sum": float(known.sum()),
        "p50": p50,
        "p99": p99,
    }
