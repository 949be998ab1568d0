"""The levels of one kind, from its Parquet file into a file that is mapped into memory to be looked into.

<kind>.levels.arrow: an Arrow IPC file, a batch for each level, the finest first. Columns `bin`, `count`,
and for each measure `<measure>.n`, `.min`, `.max`, `.sum`. The schema's metadata: `origin`, and `shifts`
of the levels as JSON.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mmscope.captures.windows.levels import Floats, Gathering, Measure, Numbers, Rows, of_events

TS = "ts"
NO_TIME = pa.scalar(2**64 - 1, pa.uint64())
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


def build(parquet: Path, origin: int, to: Path) -> None:
    """Write the levels of a Parquet file that has at least one row. Times before `origin` count as it."""
    with pq.ParquetFile(parquet) as file:
        names = measures(file.schema_arrow)
        rows = file.metadata.num_rows
        gathering = Gathering(min(max(LEAST_ROWS, rows // EVENTS_A_ROW), MOST_ROWS))
        for batch in file.iter_batches(columns=[TS, *names], use_threads=False):
            batch = batch.filter(pc.not_equal(batch[TS], NO_TIME))  # noqa: PLW2901  # those that have a time
            gathering.add(since(batch, origin), values(batch, names))
    _write(gathering.levels(), names, origin, to)


def since(batch: pa.RecordBatch, origin: int) -> Numbers:
    """Times of the rows, from the origin on."""
    ts: Numbers = batch[TS].to_numpy(zero_copy_only=False)
    start = np.uint64(origin)
    return np.maximum(ts, start) - start


def values(batch: pa.RecordBatch, names: list[str]) -> dict[str, Floats]:
    """The measures of the rows."""
    return {name: batch[name].to_numpy(zero_copy_only=False).astype(np.float64) for name in names}


def read(path: Path) -> tuple[int, list[Rows]]:
    """The origin, and the levels (at least one), whose numbers stay in the file until they are looked at."""
    with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
        told = reader.schema.metadata
        names = [name.removesuffix(".n") for name in reader.schema.names if name.endswith(".n")]
        batches = [reader.get_batch(i) for i in range(reader.num_record_batches)]
    shifts = json.loads(told[b"shifts"])
    levels = [_rows(b, s, names) for b, s in zip(batches, shifts, strict=True)]
    nothing = of_events(0, np.empty(0, np.uint64), dict.fromkeys(names, np.empty(0)))
    return int(told[b"origin"]), levels or [nothing]


def _rows(batch: pa.RecordBatch, shift: int, names: list[str]) -> Rows:
    def measure(name: str) -> Measure:
        n, *others = (batch[f"{name}.{part}"].to_numpy() for part in PARTS)
        return Measure(n, *others)

    return Rows(shift, batch["bin"].to_numpy(), batch["count"].to_numpy(), {n: measure(n) for n in names})


def _write(levels: list[Rows], names: list[str], origin: int, to: Path) -> None:
    fields = [pa.field("bin", pa.uint64(), nullable=False), pa.field("count", pa.uint64(), nullable=False)]
    for name in names:
        fields += [
            pa.field(f"{name}.{part}", pa.uint64() if part == "n" else pa.float64(), nullable=False)
            for part in PARTS
        ]
    told = {"origin": str(origin), "shifts": json.dumps([rows.shift for rows in levels])}
    schema = pa.schema(fields, metadata=told)
    with pa.ipc.new_file(str(to), schema) as writer:
        for rows in levels:
            writer.write_batch(pa.RecordBatch.from_arrays(list(_columns(rows, names)), schema=schema))


def _columns(rows: Rows, names: list[str]) -> Iterator[pa.Array]:
    yield pa.array(rows.bins)
    yield pa.array(rows.count)
    for name in names:
        m = rows.measures[name]
        yield from (pa.array(column) for column in (m.n, m.least, m.most, m.total))
