"""A capture for a timeline that does not hold it: what there is, how much when, some events."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query

from mmscope.api.errors import documented
from mmscope.api.models import Lines, Outline, Stretch
from mmscope.api.routes.captures import CaptureId
from mmscope.api.state import Captures
from mmscope.captures import NotFoundError, Windows, fields_of, lines_at, lines_of
from mmscope.captures.remote.windows import Sequence

MAX_LINES = 256
GAPS = 1000  # given at most

router = APIRouter(prefix="/api", responses=documented(400, 403, 404, 409, 410, 422, 503))

_EVENT = "[a-z0-9_]{1,64}:[0-9]{1,10}"
Kinds = Annotated[
    str | None,
    Query(pattern=r"^[a-z0-9_]{1,64}(,[a-z0-9_]{1,64}){0,255}$", description="comma-separated; default: all"),
]
Since = Annotated[str, Query(alias="from", pattern="^[0-9]{1,19}$", description="ns since the first event")]
Until = Annotated[str, Query(alias="to", pattern="^[0-9]{1,19}$", description="the same; not included")]
Around = Annotated[int, Query(ge=0, le=MAX_LINES)]


@router.get("/captures/{capture_id}/outline", response_model=Outline)
def get_outline(capture_id: CaptureId, library: Captures) -> dict[str, Any]:
    """The kinds of its events, what can be measured of each, and where events were lost."""
    entry = library.ready(capture_id)
    first, last = (int(entry.details[key]) for key in ("ts_first", "ts_last"))
    with library.reading(capture_id) as folder:
        windows = library.windows
        kinds = []
        for kind in windows.kinds(folder):
            events, measures = windows.whole(folder, kind)
            kinds.append(fields_of(folder, kind) | {"events": events, "measures": measures})
        gaps = _gaps(windows, folder, first) if any(kind["name"] == "lost" for kind in kinds) else []
    return {"ts_first": str(first), "span": str(max(0, last - first)), "kinds": kinds, "gaps": gaps}


def _gaps(windows: Windows, folder: Path, first: int) -> list[dict[str, Any]]:
    """From the event before to the line that says so."""
    lost = windows.sequence(folder, ["lost"])
    others = windows.sequence(folder, [kind for kind in windows.kinds(folder) if kind != "lost"])
    gaps = []
    for line in lines_of(folder, lost.runs(0, GAPS), first):
        to = int(line["t"])
        before = others.before(to)
        begin = others.time(before - 1) if before else to
        gaps.append({"from": str(begin), "to": str(to), "cpu": line["cpu"]})
    return gaps


@router.get("/captures/{capture_id}/stretch", response_model=Stretch)
def get_stretch(
    capture_id: CaptureId,
    library: Captures,
    begin: Since,
    end: Until,
    kinds: Kinds = None,
    measure: Annotated[
        str, Query(pattern="^[a-z0-9_]{0,64}$", description="a field with a unit; default: none")
    ] = "",
) -> dict[str, Any]:
    """Of events with from <= t < to how many there are, by kind, and what a measure of theirs comes to."""
    with library.reading(capture_id) as folder:
        names = _named(kinds, library.windows, folder)
        counts, total = library.windows.stretch(folder, names, int(begin), int(end), measure)
    return {
        "kinds": [{"name": kind, "count": n, "spread": spread} for kind, (n, spread) in counts.items()],
        "spread": total,
    }


@router.get("/captures/{capture_id}/lines", response_model=Lines)
def get_lines(
    capture_id: CaptureId,
    library: Captures,
    begin: Since = "0",
    end: Until = "9999999999999999999",
    kinds: Kinds = None,
    skip: Annotated[int, Query(ge=0, le=2**53, description="so many of them first")] = 0,
    limit: Annotated[int, Query(ge=0, le=MAX_LINES)] = 64,
    at: Annotated[
        str | None,
        Query(
            pattern=f"^{_EVENT}$",
            description="an event, as kind:row, instead of skip and limit",
        ),
    ] = None,
    near: Annotated[
        str | None,
        Query(pattern="^[0-9]{1,19}$", description="the first event from this time on, instead of both"),
    ] = None,
    before: Annotated[Around, Query(description="so many before the one asked for")] = 0,
    after: Annotated[Around, Query(description="so many from it on")] = 1,
    rows: Annotated[
        str | None,
        Query(
            pattern=rf"^{_EVENT}(,{_EVENT}){{0,{MAX_LINES - 1}}}$",
            description="these events and no others, as kind:row, comma-separated",
        ),
    ] = None,
) -> dict[str, Any]:
    """Some events with from <= t < to as they are, in the order of time, then of the kinds, then of the file.

    `total`: how many there are; `first`: how many of them come before the first line.
    """
    entry = library.ready(capture_id)
    origin = int(entry.details["ts_first"])
    with library.reading(capture_id) as folder:
        if rows is not None:
            lines = lines_at(folder, _places(rows), origin)
            return {"total": len(lines), "first": 0, "lines": lines}
        names = _named(kinds, library.windows, folder)
        sequence = library.windows.sequence(folder, names)
        low, high = sequence.before(int(begin)), sequence.before(int(end))
        if at is not None or near is not None:
            place = _place(sequence, at) if at is not None else sequence.before(int(near or "0"))
            first, last = place - before, place + after
        else:
            first, last = low + skip, low + skip + limit
        first = max(low, min(first, high))
        last = max(first, min(last, high))
        lines = lines_of(folder, sequence.runs(first, last), origin)
    return {"total": max(0, high - low), "first": first - low, "lines": lines}


def _places(rows: str) -> dict[str, np.ndarray[Any, np.dtype[np.int64]]]:
    """Of each kind its events, in their order."""
    places: dict[str, set[int]] = {}
    for event in rows.split(","):
        kind, _, row = event.partition(":")
        places.setdefault(kind, set()).add(int(row))
    return {kind: np.array(sorted(of), np.int64) for kind, of in places.items()}


def _named(kinds: str | None, windows: Windows, folder: Path) -> list[str]:
    return windows.kinds(folder) if kinds is None else list(dict.fromkeys(kinds.split(",")))


def _place(sequence: Sequence, at: str) -> int:
    kind, _, row = at.partition(":")
    try:
        return sequence.place(kind, int(row))
    except (KeyError, IndexError):
        raise NotFoundError(f"there is no event {at!r} among these") from None
