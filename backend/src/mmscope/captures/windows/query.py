"""A window: for each track, its bins of time between two times, from levels or from few enough events.

A window costs bins: at most RAW events are looked at one by one; where there are more, the finest level
answers, and its bins may be wider than asked for. The answer says how wide they are.
"""

import io
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mmscope.captures.columns import parquet_name
from mmscope.captures.errors import NotFoundError
from mmscope.captures.windows.build import levels_name, measures, read, since, values
from mmscope.captures.windows.levels import Rows, joined, of_events

RAW = 1 << 16  # events of all tracks together that may be looked at one by one
MAX_BINS = 4096
KEPT = 256  # kinds whose files stay open

SCHEMA = pa.schema(
    [
        pa.field("track", pa.dictionary(pa.int32(), pa.string()), nullable=False),
        pa.field("t", pa.uint64(), nullable=False),  # start of the bin, from the capture's first event
        pa.field("count", pa.uint64(), nullable=False),  # events; of a field's track: those that tell it
        pa.field("min", pa.float64()),
        pa.field("max", pa.float64()),
        pa.field("sum", pa.float64()),
    ]
)


@dataclass(slots=True)
class _Kind:
    """The open files of one kind. The levels' numbers are in mapped memory."""

    origin: int
    levels: list[Rows]
    parquet: pq.ParquetFile
    measures: list[str]
    least: np.ndarray  # ts of each row group
    most: np.ndarray
    lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def open(cls, folder: Path, kind: str) -> "_Kind":
        origin, levels = read(folder / levels_name(kind))
        parquet = pq.ParquetFile(folder / parquet_name(kind))
        at = parquet.schema_arrow.get_field_index("ts")
        told = [
            parquet.metadata.row_group(group).column(at).statistics for group in range(parquet.num_row_groups)
        ]
        bounds = np.array([(s.min, s.max) for s in told], np.uint64).reshape(-1, 2)
        return cls(origin, levels, parquet, measures(parquet.schema_arrow), bounds[:, 0], bounds[:, 1])

    def about(self, begin: int, end: int) -> int:
        """How many events there are between two times since the origin, counted in whole bins."""
        finest = self.levels[0]
        return int(_between(finest, begin, end).count.sum())

    def rows(self, shift: int, begin: int, end: int) -> Rows:
        """Bins of width 2^shift, from a level that is no wider."""
        level = next((rows for rows in reversed(self.levels) if rows.shift <= shift), self.levels[0])
        return _between(level, begin >> shift << shift, -(-end >> shift) << shift).wider(shift)

    def events(self, shift: int, begin: int, end: int) -> Rows:
        """The same, from the events themselves."""
        first, last = begin >> shift << shift, -(-end >> shift) << shift
        low, high = (np.uint64(min(self.origin + t, 2**64 - 1)) for t in (first, last))
        groups = np.flatnonzero((self.least < high) & (self.most >= low)).tolist()
        parts = [of_events(shift, np.empty(0, np.uint64), {name: np.empty(0) for name in self.measures})]
        with self.lock:
            for batch in self.parquet.iter_batches(
                row_groups=groups, columns=["ts", *self.measures], use_threads=False
            ):
                times = since(batch, self.origin)
                inside = (times >= np.uint64(first)) & (times < np.uint64(last))
                told = {name: column[inside] for name, column in values(batch, self.measures).items()}
                parts.append(of_events(shift, times[inside], told))
        return joined(parts)


class Windows:
    """Answers for windows; keeps the files of kinds that were asked for open. Safe between threads."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[Path, int], _Kind] = OrderedDict()
        self._lock = threading.Lock()

    def window(self, folder: Path, tracks: Iterable[str], begin: int, end: int, bins: int) -> bytes:
        """An Arrow IPC stream of SCHEMA, in the order of tracks and times, only bins with events.

        A track is a kind, or `kind.measure`. Times count from the capture's first event.
        The schema's metadata: `width` of all bins in the unit of ts, a power of two, so that there are at
        most `bins` of them and one more. Raises NotFoundError.
        """
        asked = [(track, *track.partition(".")[::2]) for track in dict.fromkeys(tracks)]
        kinds = {kind: self._kind(folder, kind) for _, kind, _ in asked}
        for track, kind, measure in asked:
            if measure and measure not in kinds[kind].measures:
                raise NotFoundError(f"there is no track {track!r}")
        if begin >= end:
            return _stream([], 0)
        shift = max(0, (-(-(end - begin) // bins) - 1).bit_length())
        if sum(opened.about(begin, end) for opened in kinds.values()) > RAW:
            shift = max([shift, *(opened.levels[0].shift for opened in kinds.values())])
        found = {}
        for name, opened in kinds.items():
            finer = opened.levels[0].shift <= shift
            found[name] = (opened.rows if finer else opened.events)(shift, begin, end)
        return _stream([(track, found[kind], measure) for track, kind, measure in asked], shift)

    def tracks(self, folder: Path) -> list[str]:
        """All tracks of a capture."""
        suffix = levels_name("")
        kinds = sorted(path.name.removesuffix(suffix) for path in folder.glob(f"*{suffix}"))
        return [track for kind in kinds for track in (kind, *self._measures(folder, kind))]

    def _measures(self, folder: Path, kind: str) -> list[str]:
        return [f"{kind}.{measure}" for measure in self._kind(folder, kind).measures]

    def _kind(self, folder: Path, name: str) -> _Kind:
        path = folder / levels_name(name)
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


def _between(rows: Rows, begin: int, end: int) -> Rows:
    """The rows of all bins that overlap with begin <= t < end."""
    return rows.part(begin >> rows.shift, -(-end >> rows.shift))


def _stream(found: list[tuple[str, Rows, str]], shift: int) -> bytes:
    names = pa.array([track for track, _, _ in found], pa.string())
    schema = SCHEMA.with_metadata({"width": str(1 << shift)})
    out = io.BytesIO()
    with pa.ipc.new_stream(out, schema) as writer:
        for number, (_, rows, measure) in enumerate(found):
            track = pa.DictionaryArray.from_arrays(np.full(len(rows.bins), number, np.int32), names)
            start = pa.array(rows.bins << np.uint64(shift))
            writer.write_batch(
                pa.RecordBatch.from_arrays([track, start, *_numbers(rows, measure)], schema=schema)
            )
    return out.getvalue()


def _numbers(rows: Rows, measure: str) -> list[pa.Array]:
    if not measure:
        nothing = pa.nulls(len(rows.bins), pa.float64())
        return [pa.array(rows.count), nothing, nothing, nothing]
    m = rows.measures[measure]
    untold = m.n == 0
    return [pa.array(m.n), *(pa.array(column, mask=untold) for column in (m.least, m.most, m.total))]
