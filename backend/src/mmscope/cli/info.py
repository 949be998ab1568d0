"""`mmscope info FILE`: what a capture holds."""

import hashlib
import json
import sys
from typing import Any

from mmscope.captures import Capture
from mmscope.cli.files import UNREADABLE, UnreadableError, read
from mmscope.core import CoreModule
from mmscope.settings import Settings


def info(settings: Settings, name: str, *, as_json: bool) -> int:
    """Print what the file holds, as `key value` lines or as JSON."""
    try:
        capture = read(CoreModule(settings.core), name, settings.limits)
    except UnreadableError as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNREADABLE
    found = facts(capture)
    if as_json:
        print(json.dumps(found, indent=2))
        return 0
    kinds = found.pop("kinds")
    for key, value in found.items():
        print(f"{key:<16} {value if value is not None else '-'}")
    for kind, count in kinds.items():
        print(f"kind {kind:<11} {count}")
    return 0


def facts(capture: Capture) -> dict[str, Any]:
    """What info prints. `understood`: lines that became events; `lost`: said by the tracer, or missing."""
    report = capture.report
    clock = capture.manifest.get("clock")
    return {
        "format": f"mmscope-capture {report['version']}",
        "lines": report["lines"],
        "events": report["events"],
        "understood": report["events"],
        "generic": report["generic"],
        "unreadable": report["unreadable"],
        "lost": report["lost"] + report["missing"],
        "reordered": report["reordered"],
        "closed": bool(report["closed"]),
        "span_ns": int(report["ts_last"]) - int(report["ts_first"]),
        "clock": clock.encode("ascii", "backslashreplace").decode() if isinstance(clock, str) else None,
        "bytes": report["bytes"],
        "file_bytes": capture.file_size,
        "manifest_sha256": hashlib.sha256(capture.manifest_text.encode()).hexdigest(),
        "kinds": capture.kinds,
    }
