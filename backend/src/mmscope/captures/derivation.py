"""What is computed once from a capture and kept beside it: one folder of files.

<kind>.parquet     the events of one kind, in the order of the log (columns.py)
<kind>.events.npy  their times and measures as numbers, in the order of time (windows/)
<kind>.levels.arrow  the same, summed up in bins of time
verdicts.parquet   the checker's verdicts, one row per event it looked at
check.json         totals, also by mode, balances, and the first decisions that are not `same`
capture.json       what the capture is: manifests, report, kinds
session.zst, track.zst  of a large one: what opens it without reading it (image.py)
inventory.json     the length and checksum of each of them (inventory.py)
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mmscope.captures import columns
from mmscope.captures.columns import parquet_name
from mmscope.captures.errors import CaptureError
from mmscope.captures.reader import Capture
from mmscope.captures.remote.image import write_image
from mmscope.captures.remote.windows import WindowsWriter, measures
from mmscope.core import CoreError, Records, Session, rows

VERDICTS = "verdicts"
FIRST = 50  # verdicts other than `same` that check.json describes
ROWS = 1 << 16  # records handled at a time, and rows of a group
FORM = 4  # of these files; a change makes servers write them anew

Json = dict[str, Any]


def derive(capture: Capture, folder: Path) -> Json:
    """Check the capture and write all files into `folder`. Returns what check.json holds."""
    try:
        totals = capture.session.check()
        verdicts = capture.session.verdicts()
        write_events(capture, folder, windows=True)
        _write_verdicts(capture.session, verdicts, folder)
        write_image(capture.session, folder)
        check = {
            "totals": totals,
            "modes": capture.session.mode_totals(),
            "balances": capture.session.balances(),
            "first": list(_first(capture.session, verdicts)),
        }
    except CoreError as error:
        raise CaptureError.from_core(error) from error
    _write_json(folder / "check.json", check)
    _write_json(folder / "capture.json", describe(capture))
    return check


def describe(capture: Capture) -> Json:
    """What the capture is, as JSON."""
    return {
        "manifest": capture.manifest,
        "end": capture.end,
        "report": capture.report,
        "kinds": capture.kinds,
    }


def write_events(capture: Capture, folder: Path, *, windows: bool = False) -> None:
    """A Parquet file of each kind; with `windows` the files that windows are taken from, too."""
    session, tables = capture.session, capture.session.tables
    with ExitStack() as stack:
        writers = {
            kind: stack.enter_context(_Kind(capture, folder, kind, windows=windows)) for kind in capture.kinds
        }
        for start in range(0, session.event_count, ROWS):
            records = session.records(start, start + ROWS)
            for kind, writer in writers.items():
                where, found = session.of_kind(records, tables.kinds[kind])
                if len(found):
                    writer.add(columns.batch(found, where + start, tables.kinds[kind], tables))
        for writer in writers.values():
            writer.finish()


class _Kind:
    """The files of one kind of events, written as its rows come."""

    def __init__(self, capture: Capture, folder: Path, kind: str, *, windows: bool) -> None:
        tables = capture.session.tables
        schema = columns.schema(tables.kinds[kind], tables)
        path = folder / parquet_name(kind)
        self._table = pq.ParquetWriter(path, schema, compression="zstd", write_page_checksum=True)
        self._windows: WindowsWriter | None = None
        if windows:
            total, origin = capture.kinds[kind], int(capture.report["ts_first"])
            self._windows = WindowsWriter(folder, kind, measures(schema), total, origin)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._table.close()
        if self._windows is not None:
            self._windows.close()

    def add(self, rows: pa.RecordBatch) -> None:
        self._table.write_batch(rows)
        if self._windows is not None:
            self._windows.add(rows)

    def finish(self) -> None:
        if self._windows is not None:
            self._windows.finish()


def _write_verdicts(session: Session, verdicts: Records, folder: Path) -> None:
    record = session.tables.structs["verdict"]
    looked_at = np.flatnonzero((verdicts["check"] != 0) | (verdicts["replay_check"] != 0))
    schema = columns.schema(record, session.tables)
    path = folder / parquet_name(VERDICTS)
    with pq.ParquetWriter(path, schema, compression="zstd", write_page_checksum=True) as writer:
        for start in range(0, len(looked_at), ROWS):
            part = looked_at[start : start + ROWS]
            writer.write_batch(columns.batch(verdicts[part], part, record, session.tables))


def _first(session: Session, verdicts: Records) -> Iterator[Json]:
    """The first events whose verdict is neither `same` nor `unchecked`, with that verdict."""
    record, enum = session.tables.structs["verdict"], session.tables.enums["check"]
    fine = [enum["same"], enum["unchecked"]]
    odd = ~np.isin(verdicts["check"], fine) | ~np.isin(verdicts["replay_check"], fine)
    lines = session.head(session.records())["line"] if odd.any() else np.empty(0)
    for index in np.flatnonzero(odd)[:FIRST]:
        verdict = rows(verdicts[index : index + 1], record, session.tables)[0]
        verdict.pop("pad", None)
        yield {"line": int(lines[index]), "verdict": verdict, "event": session.event(int(index))}


def _write_json(path: Path, value: Json) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")
