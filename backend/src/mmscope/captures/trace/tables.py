"""One Parquet file for each kind of events, written as the rows come, and sorted by time in the end.

Rows wait in memory until there are enough for a row group, or too many in all. Kinds whose rows did not come
in the order of time are sorted by DuckDB, which puts on disk what it has no memory for.
"""

import errno
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from mmscope.captures.columns import parquet_name
from mmscope.captures.trace.columns import TS, Copied, schema, table
from mmscope.core import TraceBatch, TraceKind

GROUP = 1 << 16  # rows of a row group
HELD = 64 << 20  # bytes of rows that wait, of all kinds together
SORTING = "192MB"  # of memory, for DuckDB
LINE = "line"
_DELTA = (TS, LINE)  # columns whose values grow
# DuckDB's words for a full disk: of a write that failed, and of memory that cannot be put on disk.
_NO_ROOM = ("No space left", "max_temp_directory_size")


class Tables:
    """Files in one folder. close() must follow, whatever happened."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, list[Copied]] = {}
        self._bytes = 0
        self._kinds: dict[str, TraceKind] = {}
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._last: dict[str, int] = {}
        self._unsorted: set[str] = set()

    def add(self, batch: TraceBatch, names: Sequence[str]) -> None:
        """Rows of one kind; `names` is the reader's dictionary so far."""
        name, ts = batch.kind.name, batch.columns[0]
        copied = Copied(batch.rows, batch.columns, batch.heap)
        self._kinds[name] = batch.kind
        self._held.setdefault(name, []).append(copied)
        self._bytes += copied.nbytes
        if int(ts[0]) < self._last.get(name, 0) or (ts[1:] < ts[:-1]).any():
            self._unsorted.add(name)
        self._last[name] = int(ts[-1])
        if sum(part.rows for part in self._held[name]) >= GROUP:
            self._flush(name, names)
        while self._bytes > HELD:
            self._flush(max(self._held, key=lambda n: sum(p.nbytes for p in self._held[n])), names)

    @property
    def waiting(self) -> int:
        """Bytes of rows that wait to be written."""
        return self._bytes

    def finish(self, names: Sequence[str]) -> None:
        """Write what waits, and sort what must be sorted."""
        for name in list(self._held):
            self._flush(name, names)
        self.close()
        for name in self._unsorted:
            _sort(self._folder / parquet_name(name), schema(self._kinds[name]))

    def close(self) -> None:
        """Close all files."""
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()

    def _flush(self, name: str, names: Sequence[str]) -> None:
        rows = self._held.pop(name)
        self._bytes -= sum(part.nbytes for part in rows)
        kind = self._kinds[name]
        if name not in self._writers:
            self._writers[name] = writer(self._folder / parquet_name(name), schema(kind))
        self._writers[name].write_table(table(kind, rows, names), row_group_size=GROUP)


def writer(path: Path, columns: pa.Schema) -> pq.ParquetWriter:
    """A Parquet file of these columns, each encoded as suits it."""
    delta = {name: "DELTA_BINARY_PACKED" for name in _DELTA if name in columns.names}
    wide = {f.name for f in columns if pa.types.is_integer(f.type) and f.type.bit_width > 32}  # noqa: PLR2004
    return pq.ParquetWriter(
        path,
        columns,
        compression="zstd",
        compression_level=1,
        use_dictionary=[name for name in columns.names if name not in delta and name not in wide],
        column_encoding=delta,
        write_page_checksum=True,
    )


def _sort(path: Path, columns: pa.Schema) -> None:
    """Replace the file by one whose rows are in the order of time, then of lines."""
    into = path.with_suffix(".sorted")
    scratch = path.with_suffix(".scratch")
    scratch.mkdir()
    try:
        _sort_into(into, path, scratch, columns)
    except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
        if not any(words in str(error) for words in _NO_ROOM):
            raise
        raise OSError(errno.ENOSPC, f"no space for sorting {path.name}: {error}") from error
    into.replace(path)
    shutil.rmtree(scratch)


def _sort_into(into: Path, path: Path, scratch: Path, columns: pa.Schema) -> None:
    with duckdb.connect() as connection, writer(into, columns) as to:
        connection.execute(f"SET memory_limit='{SORTING}'; SET threads=1; SET preserve_insertion_order=true")
        connection.execute("SET temp_directory=?", [str(scratch)])
        found = connection.execute(f"SELECT * FROM read_parquet(?) ORDER BY {TS}, {LINE}", [str(path)])  # noqa: S608
        for rows in _groups(found.to_arrow_reader(GROUP)):
            to.write_table(_cast(rows, columns), row_group_size=GROUP)


def _groups(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    held: list[pa.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(part.num_rows for part in held) >= GROUP:
            yield pa.Table.from_batches(held)
            held = []
    if held:
        yield pa.Table.from_batches(held)


def _cast(rows: pa.Table, columns: pa.Schema) -> pa.Table:
    arrays = []
    for field in columns:
        values = rows[field.name].combine_chunks()
        if pa.types.is_dictionary(field.type):
            strings = values.cast(pa.string()) if pa.types.is_dictionary(values.type) else values
            values = strings.dictionary_encode().cast(field.type)
        arrays.append(values.cast(field.type))
    return pa.Table.from_arrays(arrays, schema=columns)
