"""A kind's events summed up in bins of time, at widths that are powers of two of the capture's unit (ns).

Bin b of width 2^s holds the events with b * 2^s <= ts - origin < (b + 1) * 2^s. Only bins with events in
them have a row: how many there were, and of each measure (a numeric field that has a unit) how many had one
it, the least, the greatest and the sum, as float64: exact up to 2^53.

Rows come in any order of time and are summed up as they come, in bounded memory: when there are too many,
bins get four times as wide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

STEP = 2  # bins get 2^STEP times as wide from one width to the next
SPARED = 0.75  # a level of more rows than this, of those of the one below, is left out
FEW = 16  # the widest level has no more rows than this

_LAST = 2**64 - 1

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number a row for each of these; `least` and `most` are NaN where `n` is 0."""

    n: Numbers
    least: Floats
    most: Floats
    total: Floats


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one width, 2^shift, in the order of `bins`, each bin once."""

    shift: int
    bins: Numbers
    count: Numbers
    measures: Mapping[str, Measure]

    def wider(self, shift: int) -> "Rows":
        """The same in bins of width 2^shift, at least as wide as these."""
        by = np.uint64(shift - self.shift)
        return _summed(shift, self.bins >> by, self.count, self.measures)

    def only(self, names: Sequence[str]) -> "Rows":
        """The same with these measures only."""
        return replace(self, measures={name: self.measures[name] for name in names})

    def part(self, begin: int, end: int) -> "Rows":
        """The rows of bins from `begin` to before `end`."""
        first, last = (np.searchsorted(self.bins, np.uint64(min(at, _LAST))) for at in (begin, end))
        return self._cut(slice(int(first), int(last)))

    def _cut(self, where: slice) -> "Rows":
        measures = {
            name: Measure(m.n[where], m.least[where], m.most[where], m.total[where])
            for name, m in self.measures.items()
        }
        return Rows(self.shift, self.bins[where], self.count[where], measures)


def of_events(shift: int, since: Numbers, values: Mapping[str, Floats]) -> Rows:
    """Events, by their time since the origin and their measures (NaN: not known)."""
    one = np.ones(len(since), np.uint64)
    measures = {
        name: Measure((~np.isnan(v)).astype(np.uint64), v, v, np.nan_to_num(v)) for name, v in values.items()
    }
    return _summed(shift, since >> np.uint64(shift), one, measures)


def joined(rows: list[Rows]) -> Rows:
    """Rows of one width, from several places."""
    measures = {
        name: Measure(
            np.concatenate([r.measures[name].n for r in rows]),
            np.concatenate([r.measures[name].least for r in rows]),
            np.concatenate([r.measures[name].most for r in rows]),
            np.concatenate([r.measures[name].total for r in rows]),
        )
        for name in rows[0].measures
    }
    bins = np.concatenate([r.bins for r in rows])
    return _summed(rows[0].shift, bins, np.concatenate([r.count for r in rows]), measures)


class Gathering:
    """Sums up events as they come, in `most` rows or a few more."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._shift = 0
        self._parts: list[Rows] = []
        self._held = 0

    def add(self, since: Numbers, values: Mapping[str, Floats]) -> None:
        """More events; see of_events()."""
        if not len(since):
            return
        part = of_events(self._shift, since, values)
        self._parts.append(part)
        self._held += len(part.bins)
        if self._held > 2 * self._most:
            self._compact()

    def levels(self) -> list[Rows]:
        """All levels, the finest first; none where no event was added."""
        if not self._parts:
            return []
        self._compact()
        found = list(self._parts)
        rows = found[0]
        while len(rows.bins) > FEW:
            rows = rows.wider(rows.shift + STEP)
            if len(rows.bins) <= SPARED * len(found[-1].bins):
                found.append(rows)
        return found

    def _compact(self) -> None:
        rows = joined(self._parts)
        while len(rows.bins) > self._most:
            rows = rows.wider(rows.shift + STEP)
        self._parts, self._held, self._shift = [rows], len(rows.bins), rows.shift


def _summed(shift: int, bins: Numbers, count: Numbers, measures: Mapping[str, Measure]) -> Rows:
    """Rows of equal bins made one."""
    if not len(bins):
        return Rows(shift, bins, count, measures)
    if (bins[1:] < bins[:-1]).any():
        order = np.argsort(bins, kind="stable")
        bins, count = bins[order], count[order]
        measures = {
            k: Measure(m.n[order], m.least[order], m.most[order], m.total[order]) for k, m in measures.items()
        }
    starts = np.flatnonzero(np.concatenate(([True], bins[1:] != bins[:-1])))
    together = {
        name: Measure(
            np.add.reduceat(m.n, starts),
            np.fmin.reduceat(m.least, starts),
            np.fmax.reduceat(m.most, starts),
            np.add.reduceat(m.total, starts),
        )
        for name, m in measures.items()
    }
    return Rows(shift, bins[starts], np.add.reduceat(count, starts), together)
