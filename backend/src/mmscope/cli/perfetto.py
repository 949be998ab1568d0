"""A capture as JSON that Perfetto's and Chrome's trace viewers read: the Trace Event Format.

Each event is an instant of its task (pid and tid: the task's), with all its fields, CPU and line as
arguments; tasks get their names. What went on between two events is a slice, as the timeline pairs them: of
its task; requests and kswapd awake are in rows of their own. Times are in microseconds of the capture's
clock, with the ns behind the point.
"""

import json
from collections.abc import Sequence
from typing import Any, TextIO

from mmscope.captures import Capture
from mmscope.captures.trace import table
from mmscope.captures.trace.columns import Copied
from mmscope.core import TraceBatch, TraceReader
from mmscope.core.tables import Json

STEP = 1 << 14  # events of our own captures at a time
_HEAD = ("ts", "pid", "comm")
# Where what is no task's is drawn: processes whose numbers no task has.
_DISKS, _NODES = 1 << 30, (1 << 30) + 1


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

    def spans(self, found: dict[str, Any]) -> None:
        """What went on between events: as `spans()` of the page's code has it."""
        base = int(found["base"])
        for name, pid, start, end in found["tasks"]:
            entry = {"name": name, "cat": "span", "ph": "X", "pid": pid, "tid": pid}
            self._write(entry, base + int(start), int(end) - int(start))
        self._rows(base, "requests", _DISKS, found["requests"])
        self._rows(base, "kswapd", _NODES, found["kswapd"])

    def _rows(self, base: int, name: str, process: int, found: Sequence[tuple[str, float, float]]) -> None:
        """Slices that may overlap: each has a number, and a place beside the others of its name."""
        if found:
            self._write({"ph": "M", "name": "process_name", "pid": process, "args": {"name": name}})
        for number, (title, start, end) in enumerate(found):
            entry = {"name": title, "cat": name, "id": number, "pid": process, "tid": process}
            self._write({**entry, "ph": "b"}, base + int(start))
            self._write({**entry, "ph": "e"}, base + int(end))

    def finish(self) -> None:
        """The names of tasks, and the end."""
        for pid, comm in self._tasks.items():
            entry = {"ph": "M", "name": "thread_name", "pid": pid, "tid": pid, "args": {"name": comm}}
            self._write(entry)
        self._out.write("\n]}\n")

    def _event(self, kind: str, system: str, row: Json) -> None:
        pid = row.get("pid")
        pid = 0 if pid is None else int(pid)
        if row.get("comm"):
            self._tasks.setdefault(pid, row["comm"])
        entry: Json = {"name": kind, "cat": system, "ph": "i", "pid": pid, "tid": pid, "s": "t"}
        entry["args"] = {key: value for key, value in row.items() if key not in _HEAD and value is not None}
        self._write(entry, row["ts"])

    def _write(self, event: Json, ts: int | None = None, length: int | None = None) -> None:
        self._out.write("\n" if self._first else ",\n")
        self._first = False
        text = json.dumps(event, separators=(",", ":"))
        # In microseconds, exactly: a float of JSON would round.
        for name, ns in (("dur", length), ("ts", ts)):
            if ns is not None:
                text = f'{{"{name}":{ns // 1000}.{ns % 1000:03},{text[1:]}'
        self._out.write(text)
