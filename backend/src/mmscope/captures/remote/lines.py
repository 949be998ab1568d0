"""Some events of a capture as they are, by their places in the order of time, out of its Parquet files."""

from collections.abc import Iterable, Mapping
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
from mmscope.captures.remote.windows import Run

HEAD = ("ts", "cpu", "pid", "comm", "line")  # of every event; the rest are the kind's own fields
_HIDDEN = {*HEAD, INDEX}
_TS = "ts"

Json = dict[str, Any]
Places = npt.NDArray[np.int64]


def fields_of(folder: Path, kind: str) -> Json:
    """What a kind is, and its own fields. Raises NotFoundError, TornError."""
    with open_kind(folder, kind) as file:
        schema = file.schema_arrow
    metadata = schema.metadata or {}
    return {
        "name": kind,
        "system": metadata.get(b"system", b"").decode(),
        "doc": metadata.get(b"doc", b"").decode(),
        "fields": [{"name": field.name, **_about(field)} for field in schema if field.name not in _HIDDEN],
    }


def lines_of(folder: Path, runs: Iterable[Run], origin: int) -> list[Json]:
    """The events of these runs, in the order of their times, then of the runs. Times count from `origin`.

    `fields` are in the order of fields_of(), as text; null where the event does not have one.
    """
    return lines_at(folder, {run.kind: np.arange(run.first, run.last) for run in runs}, origin)


def lines_at(folder: Path, places: Mapping[str, Places], origin: int) -> list[Json]:
    """The same of events by their kinds, and their places in the kind's order of time."""
    lines = [line for kind in places for line in _lines(folder, kind, places[kind], origin)]
    return sorted(lines, key=lambda line: int(line["t"]))


def open_kind(folder: Path, kind: str) -> pq.ParquetFile:
    """The file of a kind's events. Raises NotFoundError, TornError."""
    path = folder / parquet_name(kind)
    check_file(path)
    if not path.is_file():
        raise NotFoundError(f"the capture has no events of kind {kind!r}")
    with reading_file(path):
        return pq.ParquetFile(path, page_checksum_verification=True)


def _about(field: pa.Field) -> Json:
    metadata = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
    return {key: metadata.get(key, "") for key in ("type", "unit", "doc")}


def order_of(file: pq.ParquetFile, origin: int) -> Places:
    """Rows of a file in the order of the log, in that of time: of no more events than a session holds."""
    ts = np.maximum(file.read([_TS])[_TS].to_numpy(), np.uint64(origin))
    return np.argsort(ts, kind="stable")


def _lines(folder: Path, kind: str, places: Places, origin: int) -> list[Json]:
    with open_kind(folder, kind) as file, reading_file(folder / parquet_name(kind)):
        if len(places) and int(places.max()) >= file.metadata.num_rows:
            raise NotFoundError(f"there is no event {f'{kind}:{places.max()}'!r}")
        # Those of another tool are in the order of time.
        own = INDEX in file.schema_arrow.names
        table = _rows(file, order_of(file, origin)[places] if own else places)
    fields = [name for name in table.column_names if name not in _HIDDEN]
    columns = {name: table[name].to_pylist() for name in table.column_names if name != INDEX}
    return [
        {
            "kind": kind,
            "row": int(places[i]),
            "t": str(max(columns[_TS][i], origin) - origin),
            "ts": str(columns[_TS][i]),
            **{
                name: columns[name][i] if name in columns else None for name in ("cpu", "pid", "comm", "line")
            },
            "fields": [_text(columns[name][i]) for name in fields],
        }
        for i in range(table.num_rows)
    ]


def _rows(file: pq.ParquetFile, where: Places) -> pa.Table:
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
