"""Some events of a capture as they are, by their places in the order of time, out of its Parquet files."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mmscope.captures.columns import INDEX, parquet_name
from mmscope.captures.errors import NotFoundError
from mmscope.captures.inventory import check_file, reading_file
from mmscope.captures.windows import Run

HEAD = ("ts", "cpu", "pid", "comm", "line")  # of every event; the rest are the kind's own fields
_HIDDEN = {*HEAD, INDEX}
_TS = "ts"

Json = dict[str, Any]


def fields_of(folder: Path, kind: str) -> Json:
    """What a kind is, and its own fields. Raises NotFoundError, TornError."""
    with _open(folder, kind) as file:
        schema = file.schema_arrow
    told = schema.metadata or {}
    return {
        "name": kind,
        "system": told.get(b"system", b"").decode(),
        "doc": told.get(b"doc", b"").decode(),
        "fields": [{"name": field.name, **_about(field)} for field in schema if field.name not in _HIDDEN],
    }


def lines_of(folder: Path, runs: Iterable[Run], origin: int) -> list[Json]:
    """The events of these runs, in the order of their times, then of the runs. Times count from `origin`.

    `fields` are in the order of fields_of(), as text; null where the event does not tell one.
    """
    lines = [line for run in runs for line in _lines(folder, run, origin)]
    return sorted(lines, key=lambda line: int(line["t"]))


def _open(folder: Path, kind: str) -> pq.ParquetFile:
    path = folder / parquet_name(kind)
    check_file(path)
    if not path.is_file():
        raise NotFoundError(f"the capture has no events of kind {kind!r}")
    with reading_file(path):
        return pq.ParquetFile(path, page_checksum_verification=True)


def _about(field: pa.Field) -> Json:
    told = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
    return {key: told.get(key, "") for key in ("type", "unit", "doc")}


def _lines(folder: Path, run: Run, origin: int) -> list[Json]:
    with _open(folder, run.kind) as file, reading_file(folder / parquet_name(run.kind)):
        table = _rows(file, _where(file, run, origin))
    own = [name for name in table.column_names if name not in _HIDDEN]
    columns = {name: table[name].to_pylist() for name in table.column_names if name != INDEX}
    return [
        {
            "kind": run.kind,
            "row": run.first + i,
            "t": str(max(columns[_TS][i], origin) - origin),
            "ts": str(columns[_TS][i]),
            **{
                name: columns[name][i] if name in columns else None for name in ("cpu", "pid", "comm", "line")
            },
            "fields": [_text(columns[name][i]) for name in own],
        }
        for i in range(table.num_rows)
    ]


def _where(file: pq.ParquetFile, run: Run, origin: int) -> npt.NDArray[np.int64]:
    """Rows of the file that stand at these places in the order of time."""
    if INDEX not in file.schema_arrow.names:  # of another tool: its rows are in that order
        return np.arange(run.first, run.last)
    # Else in the order of the log, which is nearly that; there are no more than a session holds.
    ts = np.maximum(file.read([_TS])[_TS].to_numpy(), np.uint64(origin))
    return np.argsort(ts, kind="stable")[run.first : run.last]


def _rows(file: pq.ParquetFile, where: npt.NDArray[np.int64]) -> pa.Table:
    """These rows, read from no more groups of rows than they are in."""
    sizes = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    groups = np.searchsorted(starts, where, side="right") - 1
    parts, order = [], []
    for group in np.unique(groups):
        mine = np.flatnonzero(groups == group)
        parts.append(
            file.read_row_group(int(group), use_threads=False).take(pa.array(where[mine] - starts[group]))
        )
        order.append(mine)
    if not parts:
        return file.schema_arrow.empty_table()
    return pa.concat_tables(parts).take(pc.array_sort_indices(pa.array(np.concatenate(order))))


def _text(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list):
        return ",".join("" if item is None else str(item) for item in value)
    return str(value)
