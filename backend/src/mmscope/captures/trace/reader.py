"""A file of another tool, read batch by batch in bounded memory."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mmscope.captures.errors import CaptureError
from mmscope.captures.progress import Progress
from mmscope.core import CoreError, TraceBatch, TraceBounds, TraceModule, TraceReader

Chunks = Iterator[bytes]
NOT_A_CAPTURE = "format"


@dataclass(frozen=True, slots=True)
class TraceContents:
    """What a text was found to hold."""

    # The struct `trace_report`; `generic_events`: name, fields, count, line of each; `maps`: their values.
    report: dict[str, Any]
    kinds: dict[str, int]  # events of each kind that occurs
    names: Sequence[str]  # the dictionary


def read_trace(
    module: TraceModule,
    chunks: Chunks,
    bounds: TraceBounds,
    take: Callable[[TraceReader, TraceBatch], None],
    progress: Progress,
) -> TraceContents:
    """Read a plain text to its end; `take` gets each batch, which lasts until it returns.

    Raises CaptureError for a text in which there is nothing that could be read.
    """
    line = 0  # where it goes wrong when the text is of no format
    try:
        reader = TraceReader(module, bounds)
        for chunk in chunks:
            line = 1
            for batch in reader.feed(chunk):
                take(reader, batch)
            progress.lines, progress.events = reader.progress()
            progress.check()
        for batch in reader.end():
            take(reader, batch)
        report, kinds, names = reader.report(), reader.counts(), reader.names()
        report["generic_events"] = reader.generic()
        report["maps"] = reader.map_values()
    except CoreError as error:
        raise refusal(error, line) from error
    progress.lines, progress.events = report["lines"], report["events"]
    if not report["events"] and not report["maps"]:
        bad = report["first_bad"][:1]
        line = bad[0]["line"] if bad else 1
        why = bad[0]["text"] if bad else "no line is an event"
        raise CaptureError(NOT_A_CAPTURE, f"line {line}: the file contains no event: {why}", line)
    return TraceContents(report, kinds, names)


def refusal(error: CoreError, line: int) -> CaptureError:
    """The core's error; a text of no format is wrong from its first line on."""
    if error.status == NOT_A_CAPTURE and not error.line and line:
        return CaptureError(error.status, f"line {line}: {error.sentence}", line)
    return CaptureError.from_core(error)
