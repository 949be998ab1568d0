"""A capture as JSON that Perfetto's and Chrome's trace viewers read: the Trace Event Format.

Each event is an instant of its task (pid and tid: the task's), with all its fields, CPU and line as
arguments; tasks get their names. Events whose kind ends in `_begin` and `_end` are slices of their task.
Times are in microseconds of the capture's clock, with the ns behind the point.
"""

import json
from typing import TextIO

from mmscope.captures import Capture
from mmscope.captures.trace import table
from mmscope.captures.trace.columns import Copied
from mmscope.core import TraceBatch, TraceReader
from mmscope.core.tables import Json

STEP = 1 << 14  # events of our own captures at a time
_HEAD = ("ts", "pid", "comm")
_PHASES = {"_begin": "B", "_end": "E"}


class Perfetto:
    """Writes one file. finish() must follow."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._tasks: dict[int, str] = {}
        self._first = True
        out.write('{"displayTimeUnit":"ns","traceEvents":[')

    def batch(self, reader: TraceReader, batch: TraceBatch) -> None:
        """Rows of one kind, from the trace reader."""
        rows = table(batch.kind, [Copied(batch.rows, batch.columns, batch.heap)], reader.names())
        for row in rows.to_pylist():
            self._event(batch.kind.name, batch.kind.system, row)

    def capture(self, capture: Capture) -> None:
        """All events of a capture of mmscope-trace."""
        session = capture.session
        for start in range(0, session.event_count, STEP):
            for event in session.events(start, start + STEP):
                self._event(event.pop("kind"), "mmscope", {**event, "ts": int(event["ts"])})

    def finish(self) -> None:
        """The names of tasks, and the end."""
        for pid, comm in self._tasks.items():
            told = {"ph": "M", "name": "thread_name", "pid": pid, "tid": pid, "args": {"name": comm}}
            self._write(told)
        self._out.write("\n]}\n")

    def _event(self, kind: str, system: str, row: Json) -> None:
        pid = row.get("pid")
        pid = 0 if pid is None else int(pid)
        if row.get("comm"):
            self._tasks.setdefault(pid, row["comm"])
        phase = next((p for suffix, p in _PHASES.items() if kind.endswith(suffix)), "i")
        name = kind if phase == "i" else kind.rpartition("_")[0]
        told = {"name": name, "cat": system, "ph": phase, "pid": pid, "tid": pid}
        if phase == "i":
            told["s"] = "t"
        told["args"] = {key: value for key, value in row.items() if key not in _HEAD and value is not None}
        self._write(told, row["ts"])

    def _write(self, event: Json, ts: int | None = None) -> None:
        self._out.write("\n" if self._first else ",\n")
        self._first = False
        text = json.dumps(event, separators=(",", ":"))
        if ts is not None:  # in microseconds, exactly: a float of JSON would round
            text = f'{{"ts":{ts // 1000}.{ts % 1000:03},{text[1:]}'
        self._out.write(text)
