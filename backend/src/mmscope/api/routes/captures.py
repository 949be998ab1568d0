"""Captures: list, upload, download, remove, and what was found in them."""

import base64
import functools
import json
import logging
import os
from collections.abc import Iterable
from typing import Annotated, Any, BinaryIO

import anyio.to_thread
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import FileResponse, JSONResponse, StreamingResponse
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from mmscope.api.errors import capture_response, documented
from mmscope.api.files import Ranged
from mmscope.api.models import CaptureDetail, CaptureItem, CaptureKept, Check, item
from mmscope.api.routes.body import FORM_TYPE, Body
from mmscope.api.routes.threads import whole
from mmscope.api.server.proxies import person_of
from mmscope.api.state import AppState, Captures, app_state
from mmscope.api.visitor import SECRET, From, Sender, Visitor, Who
from mmscope.captures import (
    MAX_BINS,
    VERDICTS,
    Arrival,
    CaptureError,
    Entry,
    Library,
    NotFoundError,
    Origin,
    Place,
    preflight,
    window,
)

PAGE = 1000  # captures of a page at most
NEXT = 'the next page: <address>; rel="next"; without it, this is the last'
ARROW = "application/vnd.apache.arrow.stream"
BINS = "application/vnd.mmscope.bins"
MAX_ROWS = 1 << 20
_UINT64 = 2**64 - 1
_log = logging.getLogger(__name__)

router = APIRouter(prefix="/api", responses=documented(400, 403, 404, 409, 410, 422, 503))

CaptureId = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9._-]{0,62}$", description="its id in the list")]
Since = Annotated[
    str | None, Query(pattern="^[0-9]{1,19}$", description="ns since the capture's first event")
]
At = Annotated[
    str, Query(pattern="^[0-9]{1,19}$", description="ns (or the unit of ts) since the first event")
]
Tracks = Annotated[
    str | None,
    Query(
        pattern=r"^[a-z0-9_]{1,64}(\.[a-z0-9_]{1,64})?(,[a-z0-9_]{1,64}(\.[a-z0-9_]{1,64})?){0,511}$",
        description="comma-separated kinds, and fields with a unit as kind.field; default: all",
    ),
]
Rows = Annotated[int, Query(ge=1, le=MAX_ROWS, description="maximum number of rows")]

_BINARY = {"schema": {"type": "string", "format": "binary"}}
_FORM = {
    "schema": {
        "type": "object",
        "required": ["file"],
        "properties": {"file": {"type": "string", "format": "binary"}},
    }
}
_ARROW_ANSWER: dict[int | str, dict[str, Any]] = {
    200: {"description": "An Arrow IPC stream", "content": {ARROW: _BINARY}}
}


@router.get(
    "/captures",
    response_model=list[CaptureItem],
    response_model_exclude_none=True,
    responses={200: {"headers": {"link": {"schema": {"type": "string"}, "description": NEXT}}}},
)
def list_captures(
    request: Request,
    response: Response,
    library: Captures,
    who: Who,
    limit: Annotated[int, Query(ge=1, le=PAGE, description="maximum number of captures")] = 100,
    after: Annotated[
        str | None, Query(max_length=2000, description="where the page before ended; from its Link header")
    ] = None,
    q: Annotated[
        str, Query(max_length=200, description="words that title, name of the file or id must contain")
    ] = "",
    origin: Annotated[Origin | None, Query(description="only these")] = None,
) -> list[dict[str, Any]]:
    """A page of the captures; the header Link has the address of the next page.

    The bundled captures come first, then uploads: all (MMSCOPE_LIST_UPLOADS), or those of who asks.
    """
    _private(response)
    page = library.catalogue.page(
        limit + 1,
        None if after is None else _from_cursor(after),
        q,
        origin,
        everybodys=who.is_admin or library.settings.lists,
        holders=who.holders,
    )
    if len(page) > limit:
        following = request.url.include_query_params(after=_to_cursor(page[limit - 1]))
        response.headers["link"] = f'<{following.path}?{following.query}>; rel="next"'
    theirs = _claimed(library, who, [entry.id for entry in page])
    return [item(entry, removable=_may_remove(entry, who, theirs)) for entry in page[:limit]]


def _to_cursor(entry: Entry) -> str:
    """The place behind this capture."""
    return base64.urlsafe_b64encode(json.dumps(entry.place).encode()).decode().rstrip("=")


def _from_cursor(text: str) -> Place:
    """The place that _to_cursor() described. Raises NotFoundError."""
    try:
        parts = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        origin, title, capture_id = parts
        for part in (origin, title, capture_id):
            part.encode()  # a text, and without halves of characters
    except (ValueError, TypeError, AttributeError, RecursionError):
        parts = None
    if not isinstance(parts, list):
        raise NotFoundError("there is no such page; take its address from the header Link of the page before")
    return origin, title, capture_id


def _claimed(library: Library, who: Visitor, among: Iterable[str]) -> frozenset[str]:
    return library.catalogue.claimed(who.holders, among) if who.holders else frozenset()


def _may_remove(entry: Entry, who: Visitor, theirs: frozenset[str]) -> bool:
    return entry.origin == "upload" and (who.is_admin or entry.id in theirs)


def _private(response: Response) -> None:
    """The answer depends on who asks."""
    response.headers["cache-control"] = "private, no-cache"
    response.headers["vary"] = SECRET


@router.post(
    "/captures",
    status_code=201,
    response_model=CaptureKept,
    response_model_exclude_none=True,
    responses={
        200: {"model": CaptureKept, "description": "The server already has this file"},
        **documented(408, 413, 415, 503, 507),
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": _BINARY, FORM_TYPE: _FORM},
        }
    },
)
async def upload(
    request: Request,
    response: Response,
    sender: From,
    filename: Annotated[str | None, Query(max_length=255, description="name of the file")] = None,
) -> Any:  # noqa: ANN401  # a CaptureItem's values, or the error's response
    """Read a capture in, plain or in gzip. It is kept only when all of it can be read.

    Whoever has its secret may remove it; a file that others sent as well stays for them.
    """
    state = app_state(request)
    body = Body(request, filename)
    try:
        length = request.headers.get("content-length")
        entry, is_new = await _take_in(state, body, length, sender)
    except CaptureError as error:
        await body.drain()
        return capture_response(error, None if body.ended else {"connection": "close"})
    except ClientDisconnect as error:
        raise CaptureError("upload", "the client disconnected") from error
    response.status_code = 201 if is_new else 200
    response.headers["location"] = f"{request.scope['root_path']}/api/captures/{entry.id}"
    theirs = await anyio.to_thread.run_sync(state.library.catalogue.claimed, [sender.holder], [entry.id])
    mine = entry.id in theirs
    return item(entry, removable=mine) | {"secret": sender.secret if mine else None}


async def _take_in(state: AppState, body: Body, length: str | None, sender: Sender) -> tuple[Entry, bool]:
    library, limits = state.library, state.library.settings.limits
    if (
        length is not None and length.isdigit() and int(length) > limits.upload + (1 << 16)
    ):  # a form's own bytes
        raise CaptureError("too_large", f"the file is longer than {limits.upload} bytes")
    library.rota.check(sender.person)
    check = functools.partial(library.allowance.check_space, sharer=sender.sharer)
    await anyio.to_thread.run_sync(check, limiter=state.openers)
    look = functools.partial(preflight, library.core, library.trace, limits=limits)
    with state.slots.take(sender.person, sender.known) as slot:
        incoming = await anyio.to_thread.run_sync(Arrival, library, look, limiter=state.openers)
        try:
            async for chunk in body.chunks(slot):
                await anyio.to_thread.run_sync(incoming.write, chunk)
        except BaseException:
            await whole(incoming.abandon)
            raise
    try:
        finish = functools.partial(incoming.finish, body.filename or "capture", sender.holder)
        async with library.rota.turn_of((sender.person, sender.known)):
            return await anyio.to_thread.run_sync(finish, limiter=state.readers)
    finally:
        incoming.abandon()


@router.get("/captures/{capture_id}", response_model=CaptureDetail, response_model_exclude_none=True)
def get_capture(capture_id: CaptureId, library: Captures, who: Who, response: Response) -> dict[str, Any]:
    """One capture. Whoever knows its id may look into it: links are there to be shared."""
    _private(response)
    entry = library.get(capture_id)
    found = item(entry, removable=_may_remove(entry, who, _claimed(library, who, [capture_id])))
    if entry.state == "ready":
        described = library.read_derived(capture_id, "capture.json")
        found |= {key: described[key] for key in ("manifest", "end", "report")}
    return found


@router.delete(
    "/captures/{capture_id}",
    status_code=204,
    response_model=None,
    responses={
        200: {"model": CaptureItem, "description": "Others sent the same file; it stays for them"},
        204: {"description": "It is gone"},
    },
)
def delete_capture(request: Request, capture_id: CaptureId, library: Captures, who: Who) -> Any:  # noqa: ANN401  # or nothing
    """Remove an uploaded capture: with the secret it was sent with, or the administrator's token."""
    by = person_of(request)
    if who.is_admin:
        by = f"the administrator, from {by}"
        library.remove(capture_id)
    elif (left := library.withdraw(capture_id, who.holders)) is not None:
        _log.info("captures/%s was given up by %s, and stays for others", capture_id, by)
        stays = CaptureItem.model_validate(item(left, removable=False))
        return JSONResponse(stays.model_dump(exclude_none=True))
    _log.info("captures/%s was removed by %s", capture_id, by)
    return Response(status_code=204)


@router.get(
    "/captures/{capture_id}/file",
    response_class=FileResponse,
    responses={
        200: {"description": "The original file", "content": {"application/octet-stream": _BINARY}},
        206: {"description": "The part asked for", "content": {"application/octet-stream": _BINARY}},
        416: {"description": "There is no such part"},
    },
)
def get_file(capture_id: CaptureId, library: Captures) -> FileResponse:
    """The capture's file; a Range is answered with that part."""
    entry = library.get(capture_id)
    return _Opened(
        library.original(entry),
        media_type="application/octet-stream",
        filename=entry.filename,
        headers={"etag": f'"{entry.sha256}"', "cache-control": "no-cache"},
    )


@router.get(
    "/captures/{capture_id}/perf",
    response_class=FileResponse,
    responses={200: {"description": "Folded stacks, in gzip", "content": {"application/gzip": _BINARY}}},
)
def get_perf(capture_id: CaptureId, library: Captures) -> FileResponse:
    """What perf recorded beside a bundled capture: `comm;outermost;…;innermost count`, a line each."""
    path = library.perf(capture_id)
    return Ranged(path, media_type="application/gzip", filename=path.name)


@router.get("/captures/{capture_id}/events/{kind}", response_class=StreamingResponse, responses=_ARROW_ANSWER)
def get_events(
    capture_id: CaptureId,
    kind: Annotated[str, Path(pattern="^[a-z0-9_]{1,64}$", description="a kind of the capture's events")],
    library: Captures,
    begin: Annotated[Since, Query(alias="from")] = None,
    end: Annotated[Since, Query(alias="to")] = None,
    limit: Rows = 1 << 16,
) -> StreamingResponse:
    """Events of one kind with from <= t < to, in the order of the log; column `ts` is as recorded."""
    entry = library.ready(capture_id)
    first = int(entry.details["ts_first"])
    bounds = [None if t is None else min(first + int(t), _UINT64) for t in (begin, end)]
    return _arrow(library.stream(capture_id, lambda f: window(f, kind, bounds[0], bounds[1], limit)))


@router.get("/captures/{capture_id}/verdicts", response_class=StreamingResponse, responses=_ARROW_ANSWER)
def get_verdicts(capture_id: CaptureId, library: Captures, limit: Rows = MAX_ROWS) -> StreamingResponse:
    """The checker's verdicts: one row for each event it looked at, by the event's index."""
    return _arrow(library.stream(capture_id, lambda f: window(f, VERDICTS, None, None, limit)))


@router.get("/captures/{capture_id}/check", response_model=Check)
def get_check(capture_id: CaptureId, library: Captures) -> Any:  # noqa: ANN401  # validated by Check
    """Totals of the checker, and the first decisions that are not the same."""
    return library.read_derived(capture_id, "check.json")


@router.get(
    "/captures/{capture_id}/window",
    response_class=Response,
    responses={
        200: {
            "description": "The length of a heading (u32), that in JSON, and numbers (f64), little-endian",
            "content": {BINS: _BINARY},
        }
    },
)
def get_window(
    capture_id: CaptureId,
    library: Captures,
    t0: At,
    t1: At,
    tracks: Tracks = None,
    bins: Annotated[
        int, Query(ge=1, le=MAX_BINS, description="maximum number of bins; there may be one more")
    ] = 1024,
) -> Response:
    """Bins of time with events in them.

    The heading has `width` of all bins, and of each track its name, `rows` and whether it is `measured`. Of
    each follow the starts of its bins, their counts, and where it is measured least, greatest and sum.
    """
    with library.reading(capture_id) as folder:
        windows = library.windows
        names = tracks.split(",") if tracks is not None else windows.tracks(folder)
        content = windows.window(folder, names, int(t0), int(t1), bins)
    return Response(content, media_type=BINS)


class _Opened(Ranged):
    """A file that was opened before the answer begins, so that it can be sent whole when it is removed."""

    def __init__(self, file: BinaryIO, **more: Any) -> None:  # noqa: ANN401  # Ranged's own
        stat = os.fstat(file.fileno())
        super().__init__(f"/proc/self/fd/{file.fileno()}", stat_result=stat, **more)
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        with self._file:
            await super().__call__(scope, receive, send)


def _arrow(stream: Any) -> StreamingResponse:  # noqa: ANN401  # an iterator of bytes
    return StreamingResponse(stream, media_type=ARROW)
