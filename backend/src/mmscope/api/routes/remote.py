"""A capture for a stage that does not hold it: its steps, the rows at some of them, and where others part."""

import asyncio
import functools
import json
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Query, Request, Response

from mmscope.api.errors import documented
from mmscope.api.routes.captures import CaptureId
from mmscope.api.state import AppState, app_state
from mmscope.captures import (
    OWN,
    CaptureError,
    Entry,
    EventIndex,
    Library,
    NotFoundError,
    read_capture,
    read_image,
    read_index,
)
from mmscope.captures.remote.pool import FullError, OpenCapture, memory_of
from mmscope.captures.remote.rows import ROWS, Rows, RowsRequest
from mmscope.captures.remote.steps import Scene, steps_of

router = APIRouter(prefix="/api", responses=documented(400, 403, 404, 409, 410, 422, 503))

BYTES = "application/octet-stream"
KNOWN = 1.0  # seconds for which a capture that was there is taken to be there
_NAMES = r"[a-z0-9_]{1,32}(,[a-z0-9_]{1,32}){0,63}"
Names = Annotated[str, Query(pattern=f"^({_NAMES})?$", description="comma-separated")]
Places = Annotated[
    str,
    Query(
        pattern=rf"^[0-9]{{1,10}}(,[0-9]{{1,10}}){{0,{ROWS - 1}}}$",
        description=f"places of events in the log, from 0, comma-separated; at most {ROWS}",
    ),
]
_ANSWER: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "See replay in the README of the backend",
        "content": {BYTES: {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.get("/captures/{capture_id}/steps", response_class=Response, responses=_ANSWER)
async def get_steps(
    request: Request,
    capture_id: CaptureId,
    kinds: Annotated[str | None, Query(pattern=f"^{_NAMES}$", description="default: all decisions")] = None,
    instead: Names = "",
    quiet: Names = "",
) -> Response:
    """All steps of one scene, without what happened in them; see captures/remote/steps.py."""
    state = app_state(request)
    scene = Scene(None if kinds is None else _split(kinds), _split(instead), _split(quiet))
    async with _opened(state, capture_id) as opened:
        key = "steps", scene
        found = opened.answers.kept(key)
        if found is None:
            track = await asyncio.shield(opened.track)
            make = functools.partial(_steps, state.library, capture_id, track, scene)
            found = await opened.answers.get(
                key, make, anyio.to_thread.run_sync
            )  # its thread may be opening it
        return _packed(request, found)


def _steps(library: Library, capture_id: str, track: EventIndex, scene: Scene) -> bytes:
    capture, check = (
        library.read_derived(capture_id, "capture.json"),
        library.read_derived(capture_id, "check.json"),
    )
    recorded = {key: capture[key] for key in ("manifest", "end", "report")}
    beside = {**recorded, "totals": check["totals"], "modes": check["modes"], "balances": check["balances"]}
    return steps_of(track, library.core.tables, scene, beside)


@router.get("/captures/{capture_id}/rows", response_class=Response, responses=_ANSWER)
async def get_rows(
    request: Request,
    capture_id: CaptureId,
    at: Places,
    trail: Names = "",
    tables: Names = "",
    names: Names = "",
) -> Response:
    """Some events as the core holds them, with verdicts and states; see captures/remote/rows.py."""
    state = app_state(request)
    unknown = [name for name in _split(tables) if name not in state.library.core.tables.state]
    if unknown:
        raise NotFoundError(f"there is no table {unknown[0]!r}")
    key = request.scope["query_string"]
    async with _opened(state, capture_id) as opened:
        found = opened.answers.kept(key)
        if found is None:
            rows = await opened.ready()
            asked = RowsRequest(
                tuple(map(int, at.split(","))), frozenset(_split(trail)), _split(tables), _split(names)
            )
            if max(asked.at) >= len(rows.track):
                raise NotFoundError(f"there are {len(rows.track)} events, from 0")
            found = await opened.answers.get(key, functools.partial(rows.packed, asked))
    return _packed(request, found)


def _packed(request: Request, found: bytes) -> Response:
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            found, media_type=BYTES, headers={"content-encoding": "gzip", "vary": "accept-encoding"}
        )
    return Response(zlib.decompress(found, 31), media_type=BYTES)


@router.get("/captures/{capture_id}/parted", response_class=Response, responses=_ANSWER)
async def get_parted(request: Request, capture_id: CaptureId, kinds: Names = "") -> Response:
    """Where another mode decides otherwise: u32 length of a JSON text, the text (totals by mode), u32 places.

    Only at events of these kinds; default: all.
    """
    async with _opened(app_state(request), capture_id) as opened:
        rows = await opened.ready()
        of = frozenset(_split(kinds))
        found = await opened.answers.get(("parted", of), functools.partial(_parted, rows, of))
        return Response(found, media_type=BYTES)


def _parted(rows: Rows, kinds: frozenset[str]) -> bytes:
    places, modes = rows.parted(kinds)
    text = json.dumps({"modes": modes}).encode()
    text += b" " * (-(4 + len(text)) % 4)
    return len(text).to_bytes(4, "little") + text + places.tobytes()


@dataclass(frozen=True, slots=True)
class _Kept:
    """A capture of the library's, to be opened."""

    library: Library
    entry: Entry

    def track(self) -> EventIndex | None:
        with self.library.reading(self.entry.id) as folder:
            return read_index(folder)

    def rows(self, track: EventIndex | None) -> Rows:
        core, limits = self.library.core, self.library.settings.limits
        with self.library.reading(self.entry.id) as folder:
            session = read_image(core, folder, limits) if track is not None else None
        if session is None:
            with self.library.original(self.entry) as file:
                session = read_capture(core, file, limits).session
        return Rows(session, track or EventIndex.of(session))


@asynccontextmanager
async def _opened(state: AppState, capture_id: str) -> AsyncIterator[OpenCapture]:
    entry = await _known(state, capture_id)
    memory = memory_of(entry.details.get("events", 0), state.library.core.tables)
    try:
        async with state.shelf.use(entry.sha256, memory, _Kept(state.library, entry)) as opened:
            yield opened
    except FullError as error:
        raise CaptureError("busy", str(error)) from error


async def _known(state: AppState, capture_id: str) -> Entry:
    known = state.known.get(capture_id)
    if known is not None and known[0] > time.monotonic():
        return known[1]
    state.known.pop(capture_id, None)
    entry = await anyio.to_thread.run_sync(state.library.ready, capture_id)
    if entry.details.get("format") != OWN:
        raise NotFoundError(f"the capture {capture_id!r} of another tool holds no decisions to step through")
    state.known[capture_id] = time.monotonic() + KNOWN, entry
    return entry


def _split(names: str) -> tuple[str, ...]:
    return tuple(names.split(",")) if names else ()
