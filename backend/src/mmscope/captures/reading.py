"""A capture file read by the core: what it holds, in short."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mmscope.captures.errors import CaptureError
from mmscope.captures.manifest import parse_manifest
from mmscope.captures.source import PlainText, Readable
from mmscope.core import Bounds, CoreError, CoreModule, Session
from mmscope.settings import Limits


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


def read_capture(module: CoreModule, file: Readable, limits: Limits) -> Capture:
    """Read a file, plain or in gzip, to its end. Raises CaptureError, naming line and reason."""
    source = PlainText(file, limits)
    session = Session(module, bounds(limits))
    try:
        session.read(source)
        report = session.report()
    except CoreError as error:
        raise CaptureError.from_core(error) from error
    text, end = report.pop("manifest"), report.pop("end")
    return Capture(
        session=session,
        report=report,
        manifest=parse_manifest(text),
        end=parse_manifest(end, line=int(report["lines"])),
        manifest_text=text,
        kinds=_kinds(session),
        file_size=source.stored,
    )


def preflight(module: CoreModule, beginning: bytes, limits: Limits) -> None:
    """Look at the first bytes of a file that is still arriving, to refuse early what is no capture.

    Raises CaptureError for what is wrong so far; that more is to come is not.
    """
    session = Session(module, Bounds(events=1 << 16, memory=1 << 26, seconds=10))
    try:
        session.begin()
        for piece in PlainText(_Beginning(beginning), limits):
            session.feed(piece)
    except _MoreToComeError:
        return
    except CoreError as error:
        if error.status not in {"too_many", "no_memory", "time"}:  # its own bounds, not the capture's
            raise CaptureError.from_core(error) from error


class _MoreToComeError(Exception):
    pass


class _Beginning:
    """A file that stops in the middle, other than one that ends."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def read(self, _size: int, /) -> bytes:
        content, self._content = self._content, b""
        if not content:
            raise _MoreToComeError
        return content


def _kinds(session: Session) -> dict[str, int]:
    step = 1 << 16
    counts = np.zeros(256, np.int64)
    for start in range(0, session.event_count, step):
        head = session.head(session.records(start, start + step))
        counts += np.bincount(head["kind"], minlength=256)
    return {kind.name: int(counts[kind.id]) for kind in session.tables.kinds.values() if counts[kind.id]}
