"""A kind's events as numbers, in the order of time, in a file that is mapped into memory to be looked into.

<kind>.events.npy: uint64, a column for each event. Row 0: its time since the origin. A row for each measure:
the bits of a float64, NaN where the event does not have it. Where a stretch of time begins is found by
halving, and no more is read from the file than that stretch, whatever the capture's length.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from mmscope.captures.remote.windows.levels import Floats, Numbers

DTYPE = np.dtype("<u8")
_LAST = 2**64 - 1


def events_name(kind: str) -> str:
    """File of one kind's events as numbers."""
    return f"{kind}.events.npy"


class EventsWriter:
    """Writes `count` events in pieces, which may come in any order of time; close() must follow.

    Pieces are written, not mapped, so that the file's pages do not count as this process's memory.
    """

    def __init__(self, path: Path, measures: Sequence[str], count: int) -> None:
        self._path, self._measures, self._count = path, measures, count
        self._file = path.open("wb")
        header = {"descr": DTYPE.str, "fortran_order": False, "shape": (1 + len(measures), count)}
        np.lib.format.write_array_header_1_0(self._file, header)
        self._begin = self._file.tell()
        self._at = self._last = 0
        self._sorted = True

    def add(self, since: Numbers, values: Mapping[str, Floats]) -> None:
        """More events: their times, and their measures."""
        if not len(since):
            return
        self._sorted &= int(since[0]) >= self._last and not (since[1:] < since[:-1]).any()
        self._last = int(since[-1])
        for row, numbers in enumerate([since, *(values[name] for name in self._measures)]):
            self._file.seek(self._begin + (row * self._count + self._at) * DTYPE.itemsize)
            self._file.write(np.ascontiguousarray(numbers).data)
        self._at += len(since)

    def close(self) -> None:
        """Let go of the file; put the events in the order of time where they are not."""
        if self._file.closed:
            return
        self._file.close()
        if self._sorted or self._at < self._count:
            return
        rows = np.lib.format.open_memmap(self._path, mode="r+")
        order = np.argsort(rows[0], kind="stable")
        for row in rows:
            row[:] = row[order]
        rows.flush()


class Events:
    """The events of one kind. The numbers stay in the file until they are looked at."""

    def __init__(self, path: Path, measures: Sequence[str]) -> None:
        self._rows = np.asarray(np.load(path, mmap_mode="r"))
        self._row = {name: number for number, name in enumerate(measures, 1)}

    def between(self, begin: int, end: int) -> slice:
        """Where the events with begin <= t < end are; times since the origin."""
        bounds = np.array([min(begin, _LAST), min(end, _LAST)], DTYPE)
        first, last = np.searchsorted(self._rows[0], bounds)
        return slice(int(first), int(last))

    def __len__(self) -> int:
        """How many there are."""
        return int(self._rows.shape[1])

    def before(self, t: int) -> int:
        """How many come before a time."""
        if t > _LAST:
            return len(self)
        return int(np.searchsorted(self._rows[0], np.array(t, DTYPE)))

    def at(self, row: int) -> int:
        """The time of one. Raises IndexError."""
        return int(self._rows[0, row])

    def since(self, where: slice) -> Numbers:
        """Their times."""
        return self._rows[0, where]

    def values(self, measure: str, where: slice) -> Floats:
        """One measure of each."""
        return self._rows[self._row[measure], where].view("<f8")
