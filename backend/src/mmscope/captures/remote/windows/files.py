"""The files that windows are taken from, of one kind: its events as numbers (events.py), and its levels.

<kind>.levels.arrow: an Arrow IPC file, mapped into memory, a batch for each level, the finest first. Columns
`bin`, `count`, and for each measure `<measure>.n`, `.min`, `.max`, `.sum`. The schema's metadata: `shifts` of
the levels, as JSON.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mmscope.captures.columns import parquet_name
from mmscope.captures.remote.windows.events import EventsWriter, events_name
from mmscope.captures.remote.windows.levels import Floats, Gathering, Measure, Numbers, Rows, of_events

TS = "ts"
EVENTS_A_ROW = 8  # the finest level has at most one row for so many events,
LEAST_ROWS = 1024  # but may have so many,
MOST_ROWS = 1 << 20  # and never more than this
PARTS = ("n", "min", "max", "sum")


def levels_name(kind: str) -> str:
    """File of one kind's levels."""
    return f"{kind}.levels.arrow"


def measures(schema: pa.Schema) -> list[str]:
    """The columns that can be summed up: numbers of a unit, but not the time."""
    return [
        field.name
        for field in schema
        if field.name != TS and pa.types.is_integer(field.type) and (field.metadata or {}).get(b"unit")
    ]


class WindowsWriter:
    """Writes both files of a kind, as its rows come; close() must follow. `total`: rows there will be.

    Times before `origin` count as it.
    """

    def __init__(self, folder: Path, kind: str, names: list[str], total: int, origin: int) -> None:
        self._names, self._origin, self._levels = names, origin, folder / levels_name(kind)
        self._gathering = Gathering(min(max(LEAST_ROWS, total // EVENTS_A_ROW), MOST_ROWS))
        self._events = EventsWriter(folder / events_name(kind), names, total)

    def add(self, rows: pa.RecordBatch) -> None:
        """More rows, which have the time and the measures `names`."""
        times, measured = since(rows, self._origin), values(rows, self._names)
        self._gathering.add(times, measured)
        self._events.add(times, measured)

    def finish(self) -> None:
        """All rows have come."""
        self.close()
        _write(self._gathering.levels(), self._names, self._levels)

    def close(self) -> None:
        """Let go of the file, also of one that is not whole."""
        self._events.close()


def build(folder: Path, kind: str, origin: int) -> None:
    """Write both files beside the Parquet file of a kind."""
    with pq.ParquetFile(folder / parquet_name(kind)) as file:
        names = measures(file.schema_arrow)
        batches = file.iter_batches(columns=[TS, *names], use_threads=False)
        sum_up(folder, kind, names, batches, file.metadata.num_rows, origin)


def sum_up(
    folder: Path, kind: str, names: list[str], batches: Iterable[pa.RecordBatch], total: int, origin: int
) -> None:
    """The same of any `total` rows that have the measures `names`."""
    writer = WindowsWriter(folder, kind, names, total, origin)
    try:
        for rows in batches:
            writer.add(rows)
        writer.finish()
    finally:
        writer.close()


def since(batch: pa.RecordBatch, origin: int) -> Numbers:
    """Times of the rows, from the origin on."""
    ts: Numbers = batch[TS].to_numpy(zero_copy_only=False)
    start = np.uint64(origin)
    return np.maximum(ts, start) - start


def values(batch: pa.RecordBatch, names: list[str]) -> dict[str, Floats]:
    """The measures of the rows."""
    return {name: batch[name].to_numpy(zero_copy_only=False).astype(np.float64) for name in names}


def read(path: Path) -> tuple[list[str], list[Rows]]:
    """The measures, and the levels (at least one). The numbers stay in the file until they are looked at."""
    with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
        metadata = reader.schema.metadata
        names = [name.removesuffix(".n") for name in reader.schema.names if name.endswith(".n")]
        batches = [reader.get_batch(i) for i in range(reader.num_record_batches)]
    shifts = json.loads(metadata[b"shifts"])
    levels = [_rows(b, s, names) for b, s in zip(batches, shifts, strict=True)]
    nothing = of_events(0, np.empty(0, np.uint64), dict.fromkeys(names, np.empty(0)))
    return names, levels or [nothing]


def _rows(batch: pa.RecordBatch, shift: int, names: list[str]) -> Rows:
    def measure(name: str) -> Measure:
        n, *others = (batch[f"{name}.{part}"].to_numpy() for part in PARTS)
        return Measure(n, *others)

    return Rows(shift, batch["bin"].to_numpy(), batch["count"].to_numpy(), {n: measure(n) for n in names})


def _write(levels: list[Rows], names: list[str], to: Path) -> None:
    fields = [pa.field("bin", pa.uint64(), nullable=False), pa.field("count", pa.uint64(), nullable=False)]
    for name in names:
        fields += [
            pa.field(f"{name}.{part}", pa.uint64() if part == "n" else pa.float64(), nullable=False)
            for part in PARTS
        ]
    metadata = {"shifts": json.dumps([rows.shift for rows in levels])}
    schema = pa.schema(fields, metadata=metadata)
    with pa.ipc.new_file(str(to), schema) as writer:
        for rows in levels:
            writer.write_batch(pa.RecordBatch.from_arrays(list(_columns(rows, names)), schema=schema))


def _columns(rows: Rows, names: list[str]) -> Iterator[pa.Array]:
    yield pa.array(rows.bins)
    yield pa.array(rows.count)
    for name in names:
        m = rows.measures[name]
        yield from (pa.array(column) for column in (m.n, m.least, m.most, m.total))
