"""Windows of a capture's events as Arrow IPC streams, in bounded memory."""

import io
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mmscope.captures.columns import parquet_name
from mmscope.captures.errors import NotFoundError
from mmscope.captures.inventory import check_file, reading_file

ROWS = 1 << 16  # per batch of the stream at most


def window(folder: Path, kind: str, begin: int | None, end: int | None, limit: int) -> Iterator[bytes]:
    """Events of one kind with begin <= ts < end, at most `limit`, as an Arrow IPC stream.

    Times in ns as recorded; None for no bound. Raises NotFoundError at once when the capture has no
    events of that kind, TornError then or later where the file is damaged. It stays open until the stream
    is used up, so that a capture removed meanwhile is still sent whole.
    """
    path = folder / parquet_name(kind)
    check_file(path)
    if not path.is_file():
        raise NotFoundError(f"the capture has no events of kind {kind!r}")
    with reading_file(path):
        file = pq.ParquetFile(path, page_checksum_verification=True)
    return _stream(path, file, begin, end, limit)


def _stream(
    path: Path, file: pq.ParquetFile, begin: int | None, end: int | None, limit: int
) -> Iterator[bytes]:
    out = io.BytesIO()
    with reading_file(path), file, pa.ipc.new_stream(out, file.schema_arrow) as writer:
        groups = [g for g in range(file.num_row_groups) if _overlaps(file, g, begin, end)]
        # Without any, older versions of pyarrow look for the last one.
        for batch in file.iter_batches(ROWS, row_groups=groups, use_threads=False) if groups else ():
            part = _within(batch, begin, end)[:limit]
            if part.num_rows:
                writer.write_batch(part)
                yield _taken(out)
            limit -= part.num_rows
            if not limit:
                break
    yield _taken(out)  # the schema, where nothing was written before, and the end mark


def _overlaps(file: pq.ParquetFile, group: int, begin: int | None, end: int | None) -> bool:
    at = file.schema_arrow.get_field_index("ts")
    statistics = file.metadata.row_group(group).column(at).statistics if at >= 0 else None
    if statistics is None or not statistics.has_min_max:
        return True
    return (end is None or statistics.min < end) and (begin is None or statistics.max >= begin)


def _within(batch: pa.RecordBatch, begin: int | None, end: int | None) -> pa.RecordBatch:
    for bound, compare in ((begin, pc.greater_equal), (end, pc.less)):
        if bound is not None:
            batch = batch.filter(compare(batch["ts"], pa.scalar(bound, pa.uint64())))
    return batch


def _taken(out: io.BytesIO) -> bytes:
    content = out.getvalue()
    out.seek(0)
    out.truncate()
    return content
