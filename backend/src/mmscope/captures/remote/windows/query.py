"""A window: for each track, its bins of time between two times, from levels or from few enough events.

A window costs bins. A kind is summed up from a level no wider than the bins asked for; one whose finest
level is wider, from its events. Of these at most RAW are looked at; where there are more, bins are wider than
asked for, until levels serve enough kinds. The answer says how wide they are.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mmscope.captures.errors import NotFoundError
from mmscope.captures.inventory import check_file, listed_files, reading_file
from mmscope.captures.remote.windows.events import Events, events_name
from mmscope.captures.remote.windows.files import levels_name, read
from mmscope.captures.remote.windows.levels import Floats, Numbers, Rows, of_events
from mmscope.captures.remote.windows.sequence import Sequence, Sums, added, spread_of

RAW = 1 << 16  # events of all kinds together that may be looked at one by one
MAX_BINS = 4096
KEPT = 256  # kinds whose files stay open
VALUES = 1 << 22  # of a measure that are put in order to find its quantiles


_Found = tuple[str, Rows, str]  # track, rows and measure


@dataclass(frozen=True, slots=True)
class _Kind:
    """The files of one kind, whose numbers are in mapped memory. Times count from the origin."""

    measures: list[str]
    levels: list[Rows]
    events: Events

    @classmethod
    def open(cls, folder: Path, kind: str) -> "_Kind":
        path = folder / levels_name(kind)
        with reading_file(path):
            names, levels = read(path)
        path = folder / events_name(kind)
        with reading_file(path):
            return cls(names, levels, Events(path, names))

    def about(self, begin: int, end: int) -> int:
        """How many events there are between two times."""
        found = self.events.between(begin, end)
        return int(found.stop - found.start)

    def rows(self, shift: int, begin: int, end: int, names: list[str]) -> Rows:
        """Bins of width 2^shift that overlap with begin <= t < end, from a level or from the events."""
        first, last = begin >> shift, -(-end >> shift)
        level = next((rows for rows in reversed(self.levels) if rows.shift <= shift), None)
        if level is not None:
            finer = shift - level.shift
            return level.only(names).part(first << finer, last << finer).wider(shift)
        where = self.events.between(first << shift, last << shift)
        values = {name: self.events.values(name, where) for name in names}
        return of_events(shift, self.events.since(where), values)

    def sums(self, measure: str, begin: int, end: int) -> Sums | None:
        """What a measure comes to between two times: from whole bins, and events around them."""
        level = self.levels[0]
        first, last = -(-begin >> level.shift), end >> level.shift
        if first >= last:
            where = [self.events.between(begin, end)]
            parts = []
        else:
            edges = (first << level.shift, last << level.shift)
            where = [self.events.between(begin, edges[0]), self.events.between(edges[1], end)]
            m = level.only([measure]).part(first, last).measures[measure]
            parts = [_sums(m.n, m.least, m.most, m.total)]
        for part in where:
            values = self.events.values(measure, part)
            present = (~np.isnan(values)).astype(np.uint64)
            parts.append(_sums(present, values, values, np.nan_to_num(values)))
        return added([sums for sums in parts if sums is not None])


class Windows:
    """Answers for windows; keeps the files of kinds that were asked for open. Safe between threads."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[Path, int], _Kind] = OrderedDict()
        self._lock = threading.Lock()

    def forget(self, capture: Path) -> None:
        """Let go of the files of a capture that was removed."""
        with self._lock:
            for key in [key for key in self._open if capture in key[0].parents]:
                del self._open[key]

    def window(self, folder: Path, tracks: Iterable[str], begin: int, end: int, bins: int) -> bytes:
        """The length of a heading (u32), that in JSON, padded to 8, then numbers (f64), little-endian.

        A track is a kind, or `kind.measure`; they come in this order, each with its bins that have events.
        The heading has `width` of all bins in the unit of ts, a power of two, so that there are at most
        `bins` of them and one more; and of each track its name, `rows` and whether it is `measured`. Of each
        follow the starts of its bins from the capture's first event, their counts (of a measure: events that
        say it), and of a measure least, greatest and sum. Raises NotFoundError, TornError.
        """
        return _numbers(*self._found(folder, tracks, begin, end, bins))

    def _found(
        self, folder: Path, tracks: Iterable[str], begin: int, end: int, bins: int
    ) -> tuple[list[_Found], int]:
        """Track, rows and measure of each, and the shift of their bins."""
        asked = [(track, *track.partition(".")[::2]) for track in dict.fromkeys(tracks)]
        names: dict[str, list[str]] = {kind: [] for _, kind, _ in asked}
        kinds = {kind: self._kind(folder, kind) for kind in names}
        for track, kind, measure in asked:
            if measure and measure not in kinds[kind].measures:
                raise NotFoundError(f"there is no track {track!r}")
            names[kind] += [measure] if measure else []
        if begin >= end:
            return [], 0
        shift = max(0, (-(-(end - begin) // bins) - 1).bit_length())
        about = [(opened.levels[0].shift, opened.about(begin, end)) for opened in kinds.values()]
        while sum(events for finest, events in about if finest > shift) > RAW:
            shift += 1
        found = {kind: opened.rows(shift, begin, end, names[kind]) for kind, opened in kinds.items()}
        return [(track, found[kind], measure) for track, kind, measure in asked], shift

    def kinds(self, folder: Path) -> list[str]:
        """The kinds of a capture's events, by name."""
        suffix = levels_name("")
        return [name.removesuffix(suffix) for name in listed_files(folder) if name.endswith(suffix)]

    def sequence(self, folder: Path, kinds: Iterable[str]) -> Sequence:
        """The events of these kinds, by place. Raises NotFoundError, TornError."""
        return Sequence({kind: self._kind(folder, kind).events for kind in kinds})

    def times(self, folder: Path, kind: str, places: npt.NDArray[np.int64]) -> Numbers:
        """When these events of a kind were, by their places in the order of time."""
        return self._kind(folder, kind).events.since(slice(None))[places]

    def whole(self, folder: Path, kind: str) -> tuple[int, dict[str, Sums]]:
        """How many events a kind has, and what each measure comes to, without quantiles."""
        opened = self._kind(folder, kind)
        widest = opened.levels[-1].measures
        sums_of = {name: _sums(m.n, m.least, m.most, m.total) for name, m in widest.items()}
        return len(opened.events), {name: sums for name, sums in sums_of.items() if sums is not None}

    def stretch(
        self, folder: Path, kinds: Iterable[str], begin: int, end: int, measure: str
    ) -> tuple[dict[str, tuple[int, Sums | None]], Sums | None]:
        """Events with begin <= t < end: of each kind how many, and what a measure comes to; and of all.

        With quantiles where no more than VALUES events have the measure, else without.
        """
        opened = {kind: self._kind(folder, kind) for kind in kinds}
        where = {kind: each.events.between(begin, end) for kind, each in opened.items()}
        counts = {kind: part.stop - part.start for kind, part in where.items()}
        measured = [kind for kind, each in opened.items() if measure in each.measures and counts[kind]]
        if sum(counts[kind] for kind in measured) <= VALUES:
            values = {kind: opened[kind].events.values(measure, where[kind]) for kind in measured}
            spreads = {kind: spread_of(of) for kind, of in values.items()}
            total = spread_of(np.concatenate([*values.values(), np.empty(0)]))
        else:
            spreads = {kind: opened[kind].sums(measure, begin, end) for kind in measured}
            total = added([sums for sums in spreads.values() if sums is not None])
        return {kind: (n, spreads.get(kind)) for kind, n in counts.items()}, total

    def tracks(self, folder: Path) -> list[str]:
        """All tracks of a capture."""
        kinds = self.kinds(folder)
        return [track for kind in kinds for track in (kind, *self._measures(folder, kind))]

    def _measures(self, folder: Path, kind: str) -> list[str]:
        return [f"{kind}.{measure}" for measure in self._kind(folder, kind).measures]

    def _kind(self, folder: Path, name: str) -> _Kind:
        path = folder / levels_name(name)
        # Also of files that are open already: a map of one that was cut off meanwhile must not be touched.
        check_file(path)
        check_file(folder / events_name(name))
        try:
            key = (path, path.stat().st_ino)
        except FileNotFoundError:
            raise NotFoundError(f"the capture has no events of kind {name!r}") from None
        with self._lock:
            kind = self._open.get(key)
            if kind is None:
                kind = self._open[key] = _Kind.open(folder, name)
                if len(self._open) > KEPT:
                    self._open.popitem(last=False)
            self._open.move_to_end(key)
            return kind


def _sums(n: Numbers, least: Floats, most: Floats, total: Floats) -> Sums | None:
    count = int(n.sum())
    if not count:
        return None
    return {
        "n": count,
        "min": float(np.nanmin(least)),
        "max": float(np.nanmax(most)),
        "sum": float(total.sum()),
    }


def _numbers(found: list[_Found], shift: int) -> bytes:
    listed: list[dict[str, object]] = []
    numbers: list[Floats] = []
    for track, rows, measure in found:
        listed.append({"track": track, "rows": len(rows.bins), "measured": bool(measure)})
        numbers.append((rows.bins << np.uint64(shift)).astype("<f8"))
        if measure:
            m = rows.measures[measure]
            numbers += [m.n.astype("<f8"), *(np.asarray(of, "<f8") for of in (m.least, m.most, m.total))]
        else:
            numbers.append(rows.count.astype("<f8"))
    heading = json.dumps({"width": str(1 << shift), "tracks": listed}).encode()
    heading += b" " * (-(4 + len(heading)) % 8)
    return b"".join([len(heading).to_bytes(4, "little"), heading, *(of.tobytes() for of in numbers)])
