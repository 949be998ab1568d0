"""A capture file read by the core: what it holds, in short."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from mmscope.captures.errors import CaptureError
from mmscope.captures.manifest import parse_manifest
from mmscope.captures.text import PlainText, Readable
from mmscope.core import Bounds, CoreError, CoreModule, Session, TraceModule, TraceReader
from mmscope.settings import Limits

_OWN = b"mmscope-capture"


@dataclass(frozen=True, slots=True)
class Capture:
    """A capture in a session, and what its lines and manifests say."""

    session: Session
    report: dict[str, Any]  # the struct `report`, without the manifests' text
    manifest: dict[str, Any]
    end: dict[str, Any]  # the manifest of the end line
    manifest_text: str
    kinds: dict[str, int]  # events of each kind that occurs
    file_size: int  # bytes of the file


def bounds(limits: Limits) -> Bounds:
    """What the core may take for one capture."""
    return Bounds(events=limits.events, memory=limits.core_memory, seconds=limits.capture_seconds)


def is_own(beginning: bytes) -> bool:
    """Whether a text that begins so is a capture of mmscope-trace; everything else is another tool's."""
    return beginning.startswith(_OWN)


def read_capture(module: CoreModule, file: Readable, limits: Limits, *, part: bool = False) -> Capture:
    """Read a capture of mmscope-trace to its end. Raises CaptureError, naming line and reason.

    With `part`, packed data may end too early: then the capture has no end line.
    """
    return read_own(module, PlainText(file, limits, part=part), limits)


@cache
def trace_module(path: Path) -> TraceModule:
    """mmtrace.wasm, compiled once in a process."""
    return TraceModule(path)


def read_decisions(module: CoreModule, trace: Path, file: Readable, limits: Limits) -> Capture:
    """Read a capture, or a text of any tool with decisions of an unpatched kernel in it. Raises CaptureError.

    `trace`: mmtrace.wasm. Packed data may end too early, as above.
    """
    source = PlainText(file, limits, part=True)
    if is_own(source.beginning()):
        return read_own(module, source, limits)
    capture = _read(module, TraceReader.capture(trace_module(trace), source), source, limits)
    decisions = [f"mms_{question}" for question in capture.session.tables.enums["stock_question"]]
    if not {"mms_begin", *decisions} & capture.kinds.keys():
        message = (
            "line 1: not a capture of mmscope-trace, "
            f"and no line of it tells a decision of an unpatched kernel ({', '.join(decisions)})"
        )
        raise CaptureError("format", message, 1)
    return capture


def read_own(module: CoreModule, source: PlainText, limits: Limits) -> Capture:
    """The same, of plain text."""
    return _read(module, source, source, limits)


def _read(module: CoreModule, text: Iterable[bytes], source: PlainText, limits: Limits) -> Capture:
    session = Session(module, bounds(limits))
    try:
        session.read(text)
        report = session.report()
    except CoreError as error:
        raise _too_long(error, limits) or CaptureError.from_core(error) from error
    manifest, end = report.pop("manifest"), report.pop("end")
    return Capture(
        session=session,
        report=report,
        manifest=parse_manifest(manifest),
        end=parse_manifest(end, line=int(report["lines"])),
        manifest_text=manifest,
        kinds=kinds_of(session),
        file_size=source.stored,
    )


def _too_long(error: CoreError, limits: Limits) -> CaptureError | None:
    """What is said of a capture that no session holds: how much one does, and what needs none."""
    most = {
        "too_many": f"{limits.events:,} events (MMSCOPE_MAX_EVENTS)",
        "no_memory": f"what {limits.core_memory >> 20:,} MiB hold (MMSCOPE_CORE_MEMORY)",
    }.get(error.status)
    if most is None or not error.line:
        return None
    message = (
        f"line {error.line}: the capture is longer than {most}, the most that is checked and "
        "stepped through; the timeline shows all of it, if the file is opened there"
    )
    return CaptureError(error.status, message, error.line, error.byte)


def kinds_of(session: Session) -> dict[str, int]:
    """Events of each kind in the log, of those that occur."""
    step = 1 << 16
    counts = np.zeros(256, np.int64)
    for start in range(0, session.event_count, step):
        head = session.head(session.records(start, start + step))
        counts += np.bincount(head["kind"], minlength=256)
    return {kind.name: int(counts[kind.id]) for kind in session.tables.kinds.values() if counts[kind.id]}
