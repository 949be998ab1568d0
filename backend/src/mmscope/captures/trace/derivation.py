"""A text of another tool into a folder of files: Parquet and windows by kind, and what the text holds."""

import json
from pathlib import Path

from mmscope.captures.errors import CaptureError
from mmscope.captures.progress import Progress
from mmscope.captures.remote.windows import build
from mmscope.captures.trace.reader import NOT_A_CAPTURE, Chunks, TraceContents, read_trace
from mmscope.captures.trace.tables import Tables
from mmscope.core import TraceBounds, TraceModule

Found = TraceContents

ONLY_MAPS = (
    "line 1: the file holds maps and no event: there is nothing to replay. "
    "Open it in the app, whose report shows them, or print them with `mmscope info`"
)


def read_tables(
    module: TraceModule, chunks: Chunks, bounds: TraceBounds, folder: Path, progress: Progress
) -> Found:
    """Read a plain text; events of each kind go into a Parquet file of `folder`. Raises CaptureError."""
    tables = Tables(folder)
    try:
        found = read_trace(
            module, chunks, bounds, lambda reader, batch: tables.add(batch, reader.names()), progress
        )
        tables.finish(found.names)
    finally:
        tables.close()
    if not found.report["events"]:
        raise CaptureError(NOT_A_CAPTURE, ONLY_MAPS, 1)
    return found


def derive_trace(
    module: TraceModule, chunks: Chunks, bounds: TraceBounds, folder: Path, progress: Progress
) -> Found:
    """The same, with windows and what the text holds: all files of a capture. Raises CaptureError."""
    found = read_tables(module, chunks, bounds, folder, progress)
    for kind in found.kinds:
        progress.check()
        build(folder, kind, int(found.report["ts_first"]))
    document = {"manifest": {}, "end": {}, "report": found.report, "kinds": found.kinds}
    (folder / "capture.json").write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")
    return found
