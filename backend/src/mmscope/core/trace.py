"""The reader of any trace text, mmtrace.wasm: chunks of text in, batches of columns by kind of event out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mmscope.core.errors import CoreError
from mmscope.core.module import WasmModule
from mmscope.core.tables import Record
from mmscope.core.trace_tables import TEXT, Column, TraceKind, parse_trace
from mmscope.core.values import plain

TRACE_ABI = 2
AS_CAPTURE = 1  # a flag of mms_trace_begin()
STAGING = 1 << 20  # bytes handed over at a time
NO_BOUND = {"low": -(1 << 63), "high": (1 << 63) - 1}  # of a bucket (wasm-core/trace/rows/map_value.h)
OVERHEAD = 16 << 20  # bytes of an instance beside what the reader may take

Numbers = npt.NDArray[Any]


class TraceModule(WasmModule):
    """mmtrace.wasm, compiled."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.tables = parse_trace(self.description("mms_trace", TRACE_ABI))


@dataclass(frozen=True, slots=True)
class TraceBounds:
    """What one reading may take: bytes of memory, seconds in the core."""

    memory: int = 256 << 20
    seconds: float = 600.0


@dataclass(frozen=True, slots=True)
class TraceBatch:
    """Rows of one kind. The arrays are the core's own memory: valid until the next batch is asked for.

    `columns` are in the order of the kind: flat numbers, `lanes` a row; of a text column rows + 1 places in
    `heap`.
    """

    kind: TraceKind
    first: int  # rows of this kind in batches before
    rows: int
    columns: tuple[Numbers, ...]
    heap: npt.NDArray[np.uint8]


class TraceReader:
    """Reads one text. Not safe to share between threads at the same time."""

    def __init__(self, module: TraceModule, bounds: TraceBounds | None = None) -> None:
        bounds = bounds or TraceBounds()
        self.tables = module.tables
        self._core = module.instance(bounds.memory + OVERHEAD, bounds.seconds)
        self._status = module.tables.enum_names("status")
        self._names: list[str] = []
        self._done(self._core.call("mms_trace_begin", 0, 0, bounds.memory))

    def feed(self, chunk: bytes | memoryview) -> Iterator[TraceBatch]:
        """The next bytes of the text, cut anywhere. All batches must be taken. Raises CoreError."""
        whole = memoryview(chunk)
        for at in range(0, len(whole), STAGING):
            part = whole[at : at + STAGING]
            self._core.write(self._core.call("mms_trace_staging", len(part)), part)
            more = self._done(self._core.call("mms_trace_feed", len(part)))
            while more:
                yield from self._batches()
                more = self._done(self._core.call("mms_trace_feed", 0))

    def end(self) -> Iterator[TraceBatch]:
        """No more bytes. All batches must be taken. Raises CoreError."""
        more = True
        while more:
            more = self._done(self._core.call("mms_trace_end"))
            yield from self._batches()

    @classmethod
    def capture(
        cls, module: TraceModule, chunks: Iterable[bytes], bounds: TraceBounds | None = None
    ) -> Iterator[bytes]:
        """A text as a capture: our events in it, and what can be shown of others. Raises CoreError."""
        reader = cls(module, bounds)
        reader._done(reader._core.call("mms_trace_begin", 0, AS_CAPTURE, (bounds or TraceBounds()).memory))
        for chunk in chunks:
            for at in range(0, len(chunk), STAGING):
                part = chunk[at : at + STAGING]
                reader._core.write(reader._core.call("mms_trace_staging", len(part)), part)
                more = reader._done(reader._core.call("mms_trace_feed", len(part)))
                yield from reader._texts()
                while more:
                    more = reader._done(reader._core.call("mms_trace_feed", 0))
                    yield from reader._texts()
        more = True
        while more:
            more = reader._done(reader._core.call("mms_trace_end"))
            yield from reader._texts()

    def progress(self) -> tuple[int, int]:
        """Lines and events so far."""
        report = self._struct(self._report, self._core.call("mms_trace_report"))
        return int(report["lines"]), int(report["events"])

    def report(self) -> dict[str, Any]:
        """The struct `trace_report` so far; `first_bad` only as far as it is used."""
        found = self._struct(self._report, self._core.call("mms_trace_report"))
        report = {field.name: plain(found[field.name], field, self.tables) for field in self._report.fields}
        report["first_bad"] = [bad for bad in report["first_bad"] if bad["why"] != "none"]
        return report

    def counts(self) -> dict[str, int]:
        """Events of each kind that occurred."""
        counts = self._core.view(self._core.call("mms_trace_counts"), 256 * 8).view("<u8")
        return {kind.name: int(counts[n]) for n, kind in self.tables.kinds.items() if counts[n]}

    def generic(self) -> list[dict[str, Any]]:
        """Events that the table does not know, by name: `name`, `fields`, `count`, `line` of the first."""
        record, names = self.tables.structs["trace_generic"], self.names()
        found: list[dict[str, Any]] = []
        while address := self._core.call("mms_trace_generic", len(found)):
            row = self._struct(record, address)
            content = self._core.read(int(row["fields"]), int(row["fields_len"]))
            fields = content.decode("utf-8", "backslashreplace").split()
            event = {"name": names[int(row["name"])], "fields": fields}
            found.append({**event, "count": int(row["count"]), "line": int(row["line"])})
        return found

    def map_values(self) -> list[dict[str, Any]]:
        """What the maps of a script hold, as they were printed last.

        The struct `trace_map_value`, with names in place of their numbers; None where a bucket has no bound.
        """
        record, names = self.tables.structs["trace_map_value"], self.names()
        found: list[dict[str, Any]] = []
        while address := self._core.call("mms_trace_map_value", len(found)):
            row = self._struct(record, address)
            value = {field.name: plain(row[field.name], field, self.tables) for field in record.fields}
            value |= {name: names[int(value[name])] for name in ("map", "key", "text")}
            value |= {name: None for name, bound in NO_BOUND.items() if int(row[name]) == bound}
            found.append(value)
        return found

    def names(self) -> Sequence[str]:
        r"""The dictionary so far; bytes that are no UTF-8 stand as \\xNN."""
        while address := self._core.call("mms_trace_names", len(self._names)):
            many = int(self._core.view(address, 4).view("<u4")[0])
            places = self._core.view(address + 4, 4 * (many + 1)).view("<u4").tolist()
            content = self._core.read(address + 4 * (many + 2), places[-1])
            self._names += [
                content[begin:end].decode("utf-8", "backslashreplace") for begin, end in pairwise(places)
            ]
        return self._names

    # Helpers

    @cached_property
    def _report(self) -> Record:
        return self.tables.structs["trace_report"]

    def _texts(self) -> Iterator[bytes]:
        if address := self._core.call("mms_trace_text"):
            yield self._core.read(address, self._core.call("mms_trace_text_len"))

    def _batches(self) -> Iterator[TraceBatch]:
        while address := self._core.call("mms_trace_take"):
            yield self._batch(self._struct(self.tables.structs["trace_batch"], address))

    def _batch(self, batch: np.void) -> TraceBatch:
        kind, rows = self.tables.kinds[int(batch["kind"])], int(batch["rows"])
        record = self.tables.structs["trace_column"]
        placed = self._core.view(int(batch["column"]), int(batch["columns"]) * record.size).view(record.dtype)
        columns = tuple(
            self._column(column, int(place["data"]), rows)
            for column, place in zip(kind.columns, placed, strict=True)
        )
        heap = self._core.view(int(batch["heap"]), int(batch["heap_len"]))
        return TraceBatch(kind, int(batch["first"]), rows, columns, heap)

    def _column(self, column: Column, address: int, rows: int) -> Numbers:
        dtype = column.dtype
        numbers = rows + 1 if column.type == TEXT else rows * column.lanes
        return self._core.view(address, numbers * dtype.itemsize).view(dtype)

    def _struct(self, record: Record, address: int) -> np.void:
        found: np.void = self._core.view(address, record.size).view(record.dtype)[0]
        return found

    def _done(self, status: int) -> bool:
        """True when there is more to do; raises CoreError when the core refused."""
        if status >= 0:
            return status == self.tables.enums["status"]["more"]
        error = self._struct(self.tables.structs["error"], self._core.call("mms_trace_error"))
        sentence = bytes(error["text"]).decode("ascii", "backslashreplace")
        name = self._status.get(status, str(status))
        raise CoreError(name, sentence, int(error["line"]), int(error["byte"]))
