"""`mmscope info FILE`: what a capture holds, of any supported format."""

import hashlib
import json
import sys
from collections.abc import Sequence
from typing import Any

from mmscope.captures import Capture, PlainText
from mmscope.captures.trace import TraceContents
from mmscope.cli.commands.report import read
from mmscope.cli.contents import Contents, read_any
from mmscope.cli.files import UNREADABLE, UnreadableError
from mmscope.settings import Settings

OTHER = "other_event"
LISTS = ("kinds", "generic_events", "counted", "maps", "first_bad")
COUNTED = ("understood", "generic", "kinds", "generic_events", "counted")  # by the page's own code


def info(settings: Settings, name: str, *, count: Sequence[tuple[str, str]] = (), as_json: bool) -> int:
    """Print what the file holds, as lines or as JSON. `count`: names of events, and as whose they count."""
    try:
        found = facts(read_any(settings, name))
        if count:
            counted = read(settings, name, (), count)["facts"]
            found |= {key: counted[key] for key in COUNTED}
    except UnreadableError as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNREADABLE
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        _print(found)
    return 0


def _print(found: dict[str, Any]) -> None:
    """As `key value` lines."""
    for key, value in found.items():
        if key not in LISTS:
            print(f"{key:<16} {'-' if value is None else value}")
    for kind, count in found["kinds"].items():
        if kind == OTHER:  # by their names, below
            continue
        print(f"kind {kind:<11} {count}")
    for row in found.get("generic_events", []):
        print(f"generic {row['name']} {row['count']} from line {row['line']}: {' '.join(row['fields'])}")
    for row in found.get("counted", []):
        print(f"counted {row['name']} as {row['tracepoint']} {row['events']}")
    for value in found.get("maps", []):
        print(f"map {value['map']}{_keyed(value)} {_counted(value)}")
    for bad in found.get("first_bad", []):
        print(f"unreadable line {bad['line']} byte {bad['byte']}: {bad['why']}: {bad['text']}")


def facts(opened: Contents) -> dict[str, Any]:
    """What info prints. `lost`: said by the recorder, or missing."""
    if opened.capture is not None:
        return _own(opened.capture)
    assert opened.reading is not None
    return _foreign(opened.reading, opened.source)


def _foreign(reading: TraceContents, source: PlainText) -> dict[str, Any]:
    report = reading.report
    counted = (
        "lines",
        "events",
        "understood",
        "generic",
        "unreadable",
        "other",
        "lost",
        "lost_lines",
        "overwritten",
    )
    return {
        "format": report["format"],
        **{key: report[key] for key in (*counted, "reordered", "untimed", "unknown_fields")},
        "unknown_field": report["unknown_field"] or None,
        "repairs": report["repairs"] or None,
        "closed": not report["cut_last"] and not source.cut_off,
        "span_ns": int(report["ts_last"]) - int(report["ts_first"]) if report["events"] else None,
        "clock": report["clock"],
        "release": report["release"] or None,
        "version": report["version"] or None,
        "cpus": report["cpus"],
        "bytes": report["bytes"],
        "file_bytes": source.stored,
        "kinds": reading.kinds,
        "generic_events": report["generic_events"],
        "maps": report["maps"],
        "first_bad": report["first_bad"],
    }


def _keyed(value: dict[str, Any]) -> str:
    return f"[{value['key']}]" if value["key"] else ""


def _counted(value: dict[str, Any]) -> str:
    """A value of a map, as bpftrace prints one."""
    statistic = value["statistic"]
    if statistic == "text":
        return str(value["text"])
    if statistic == "bucket":
        low = "(..." if value["low"] is None else f"[{value['low']}"
        high = "..." if value["high"] is None else value["high"]
        return f"{low}, {high}) {value['value']}"
    return f"{value['value']}" if statistic == "value" else f"{statistic} {value['value']}"


def _own(capture: Capture) -> dict[str, Any]:
    """`understood`: lines that became events."""
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
