"""A file of any supported format taken in: everything that is derived from it, written into a folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mmscope.captures.derivation import derive
from mmscope.captures.inventory import write_inventory
from mmscope.captures.library.label import clean_title
from mmscope.captures.progress import Progress, Watched
from mmscope.captures.reader import Capture, is_own, read_own
from mmscope.captures.text import PlainText
from mmscope.captures.trace import derive_trace
from mmscope.core import CoreModule, TraceBounds, TraceModule
from mmscope.settings import Limits

Json = dict[str, Any]
OWN = "mmscope"  # the format of mmscope-trace


@dataclass(frozen=True, slots=True)
class Intake:
    """What the catalogue says of a capture. `title` is None where the capture has none of its own."""

    details: Json
    title: str | None


def take_in(
    core: CoreModule, trace: TraceModule, file: Path, limits: Limits, folder: Path, progress: Progress
) -> Intake:
    """Read the file and write into `folder` what follows from it, its inventory last. Raises CaptureError."""
    taken = _take_in(core, trace, file, limits, folder, progress)
    progress.check()
    write_inventory(folder)
    return taken


def _take_in(
    core: CoreModule, trace: TraceModule, file: Path, limits: Limits, folder: Path, progress: Progress
) -> Intake:
    progress.begin(limits.seconds(file.stat().st_size))
    with file.open("rb") as opened:
        source = PlainText(Watched(opened, progress), limits)
        if not is_own(source.beginning()):
            found = derive_trace(trace, iter(source), trace_bounds(limits), folder, progress)
            return Intake(_details(found.report, found.kinds, closed=not found.report["cut_last"]), None)
        capture = read_own(core, source, limits)
    return _own(capture, folder, progress)


def trace_bounds(limits: Limits) -> TraceBounds:
    """What the trace reader may take for one capture."""
    return TraceBounds(seconds=limits.trace_seconds)


def _own(capture: Capture, folder: Path, progress: Progress) -> Intake:
    progress.lines, progress.events = capture.report["lines"], capture.report["events"]
    progress.check()
    check = derive(capture, folder)
    details = _details(
        {**capture.report, "format": OWN}, capture.kinds, closed=bool(capture.report["closed"])
    )
    modes = {mode: counts["decisions"] for mode, counts in check["modes"].items()}
    given = capture.manifest.get("title")
    title = (clean_title(given) or None) if isinstance(given, str) else None
    return Intake({**details, "totals": check["totals"], "modes": modes}, title)


def _details(report: Json, kinds: dict[str, int], *, closed: bool) -> Json:
    return {
        "format": report["format"],
        "events": int(report["events"]),
        "kinds": kinds,
        "ts_first": report["ts_first"],
        "ts_last": report["ts_last"],
        "closed": closed,
    }
