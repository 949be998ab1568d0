"""How many events of each kind fall into each bin of time, at several widths.

A view then costs as many numbers as it has pixels, however many events there are.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

FINEST = 4096  # bins of the finest level at most
COARSEST = 64  # no level with fewer bins than this, but the first
STEP = 4  # a level's bins are so many times as wide as those of the level below


class Pyramid:
    """Counts events as they are shown to it. Times in ns; `first` and `last` belong to the capture."""

    def __init__(self, first: int, last: int, kinds: list[str]) -> None:
        self._first = first
        self._width = 1
        while (last - first) // self._width >= FINEST:
            self._width *= 2
        self._bins = (last - first) // self._width + 1
        self._counts = {kind: np.zeros(self._bins, np.int64) for kind in kinds}

    def add(self, kind: str, ts: npt.NDArray[np.uint64]) -> None:
        """Count these events. A time outside the capture counts in its first or last bin."""
        since = np.maximum(ts, np.uint64(self._first)) - np.uint64(self._first)
        bins = np.minimum(since // np.uint64(self._width), np.uint64(self._bins - 1)).astype(np.int64)
        self._counts[kind] += np.bincount(bins, minlength=self._bins)

    def as_json(self) -> dict[str, Any]:
        """The levels, finest first: `width` in ns as a string, and counts by kind."""
        levels = []
        width, counts = self._width, self._counts
        while True:
            levels.append({"width": str(width), "counts": {k: c.tolist() for k, c in counts.items()}})
            size = len(next(iter(counts.values()), []))
            if size <= COARSEST:
                return {"ts_first": str(self._first), "levels": levels}
            width *= STEP
            starts = np.arange(0, size, STEP)
            counts = {kind: np.add.reduceat(count, starts) for kind, count in counts.items()}
