"""Uploads that can be resumed, by the protocol tus 1.0.0 (https://tus.io); and how far each has come.

Extensions: creation, termination, expiration, checksum. An upload that is complete is read in by itself;
its events say how far that is, and at last which capture it became.
"""

import asyncio
import base64
import binascii
import functools
from collections.abc import AsyncIterable, AsyncIterator, Callable
from email.utils import formatdate
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Depends, Header, Path, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.requests import ClientDisconnect

from mmscope.api.errors import capture_response, documented, documented_json
from mmscope.api.models import UploadState, upload_state
from mmscope.api.routes.body import Body
from mmscope.api.routes.threads import whole
from mmscope.api.server.listeners import Listener
from mmscope.api.server.proxies import person_of
from mmscope.api.state import app_state
from mmscope.api.visitor import SECRET, From, sharer_of
from mmscope.captures import CANCELLED, CHECKSUMS, STOPPED, Appending, CaptureError, Upload, Uploads

VERSION = "1.0.0"
TYPE = "application/offset+octet-stream"
FLUSH = 1 << 20  # bytes gathered before they are written,
COMMIT = 16 << 20  # and before they are forced to disk and count
LOOK = 0.2  # seconds between two looks at the progress of an upload
_CREATED = {
    "location": {"schema": {"type": "string"}},
    SECRET: {
        "schema": {"type": "string"},
        "description": "removes the capture that it becomes; where the request has none",
    },
}
_BYTES = {"content": {TYPE: {"schema": {"type": "string", "format": "binary"}}}}


def _version(request: Request) -> None:
    if request.headers.get("tus-resumable", VERSION) != VERSION:
        raise CaptureError("tus", f"this server speaks only version {VERSION} of tus")


router = APIRouter(
    prefix="/api/uploads", dependencies=[Depends(_version)], responses=documented(403, 404, 412, 422, 503)
)


def _uploads(request: Request) -> Uploads:
    return app_state(request).resumable


def _upload(
    token: Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="from the Location of the upload")],
    request: Request,
) -> Upload:
    return _uploads(request).get(token)


One = Annotated[Upload, Depends(_upload)]
Size = Annotated[str, Header(pattern="^[0-9]{1,15}$")]
Checksum = Annotated[
    str | None, Header(max_length=100, description="checksum of these bytes: sha1 or sha256, a space, base64")
]


@router.options(
    "",
    status_code=204,
    response_class=Response,
    responses={204: {"description": "What the server supports, in headers"}},
)
def options(request: Request) -> Response:
    """Version, extensions and limits."""
    limits = app_state(request).library.settings.limits
    return _answer(
        204,
        tus_version=VERSION,
        tus_extension="creation,termination,expiration,checksum",
        tus_max_size=str(limits.resumable),
        tus_checksum_algorithm=",".join(CHECKSUMS),
    )


@router.post(
    "",
    status_code=201,
    response_class=Response,
    responses={
        201: {"description": "The upload's address", "headers": _CREATED},
        **documented(400, 413, 415, 503, 507),
    },
)
def create(
    request: Request,
    sender: From,
    upload_length: Size,
    upload_metadata: Annotated[
        str | None, Header(max_length=4096, description="filename, and sha256 of the whole file, in base64")
    ] = None,
) -> Response:
    """Announce a file of so many bytes."""
    metadata = _metadata(upload_metadata or "")
    uploads = _uploads(request)
    filename, sha256 = metadata.get("filename", "capture"), metadata.get("sha256") or None
    upload = uploads.create(filename, int(upload_length), sha256, sender.holder, sender.sharer)
    made = {} if sender.secret is None else {SECRET: sender.secret}
    address = f"{request.scope['root_path']}/api/uploads/{upload.token}"
    return _answer(201, location=address, upload_expires=_expires(request, upload), **made)


@router.head("/{token}", response_class=Response, responses={200: {"description": "Its offset, in headers"}})
def head(upload: One) -> Response:
    """How many bytes have come for good."""
    card = upload.card
    stands = {"upload_offset": str(card.offset), "upload_length": str(card.length)}
    return _answer(200, cache_control="no-store", **stands)


@router.patch(
    "/{token}",
    status_code=204,
    response_class=Response,
    responses={
        204: {"description": "The bytes are stored; the new offset, in headers"},
        **documented(400, 408, 409, 413, 415, 423, 460, 503, 507),
    },
    openapi_extra={"requestBody": {"required": True, **_BYTES}},
)
async def append(
    request: Request,
    upload: One,
    upload_offset: Size,
    upload_checksum: Checksum = None,
) -> Response:
    """Add bytes. What came counts also when the connection breaks, unless it has a checksum."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != TYPE:
        raise CaptureError("media_type", f"the bytes of an upload must be sent as {TYPE}")
    body = Body(request, None)
    uploads, slots = _uploads(request), app_state(request).slots
    try:
        check = functools.partial(uploads.check_space, upload, sharer_of(request))
        await anyio.to_thread.run_sync(check)
        person = upload.person = person_of(request)
        with (
            uploads.appending(upload.token, int(upload_offset), upload_checksum) as to,
            slots.take(person, upload.card.holder) as slot,
        ):
            await _take(upload, body.raw(slot), to, check)
    except CaptureError as error:
        if error.code != STOPPED:
            await body.drain()
        return capture_response(error, None if body.ended else {"connection": "close"})
    return _answer(
        204, upload_offset=str(upload.card.offset), upload_expires=_expires(request, upload)
    )  # fmt: skip


async def _take(upload: Upload, body: AsyncIterator[bytes], to: Appending, check: Callable[[], None]) -> None:
    held, committed = bytearray(), to.offset

    async def flush(*, commit: bool) -> None:
        piece = bytes(held)
        held.clear()
        await whole(to.write, piece)
        if commit:
            await whole(to.commit)

    try:
        async for chunk in body:
            upload.progress.check()
            held += chunk
            if len(held) >= FLUSH:
                due = to.offset - committed >= COMMIT
                await flush(commit=due and to.may_commit)
                if due:
                    committed = to.offset
                    await anyio.to_thread.run_sync(check)
    except (ClientDisconnect, CaptureError, asyncio.CancelledError) as error:
        if to.may_commit and upload.progress.end != CANCELLED:
            await flush(commit=True)
        if upload.progress.end == STOPPED:
            raise CaptureError(STOPPED, "the server ends; go on when it is there again") from error
        if isinstance(error, ClientDisconnect):
            raise CaptureError("upload", "the client disconnected") from error
        raise
    await flush(commit=True)


@router.delete(
    "/{token}", status_code=204, response_class=Response, responses={204: {"description": "It is gone"}}
)
def cancel(upload: One, request: Request) -> Response:
    """Forget the upload, or call off its reading. A capture that it became already stays."""
    _uploads(request).cancel(upload.token)
    return _answer(204)


@router.get("/{token}", response_model=UploadState, response_model_exclude_none=True)
def state(upload: One) -> dict[str, Any]:
    """How far it has come."""
    return upload_state(upload)


async def _listener(upload: One, request: Request) -> AsyncIterator[Listener]:
    with app_state(request).listeners.follow(upload.token) as listener:
        yield listener


@router.get(
    "/{token}/events", response_class=EventSourceResponse, responses=documented_json(403, 404, 412, 422)
)
async def events(
    upload: One, listener: Annotated[Listener, Depends(_listener)]
) -> AsyncIterable[ServerSentEvent]:
    """`progress` (state, bytes, total, lines, events, held) when it changes; then `done` (id) or `failed`.

    Where too many follow uploads, the stream may end before: ask again.
    """
    last: dict[str, Any] = {}
    while not listener.gives_way:
        now = upload_state(upload)
        if now["state"] == "done":
            yield ServerSentEvent(event="done", data={"id": now["id"]})
            return
        if now["state"] == "failed":
            yield ServerSentEvent(event="failed", data=now["error"])
            return
        if (end := upload.progress.end) is not None:
            if end == CANCELLED:
                gone = {"code": end, "message": "the upload was cancelled", "line": 0}
                yield ServerSentEvent(event="failed", data=gone)
            return
        state = {key: now[key] for key in ("state", "bytes", "total", "lines", "events", "held")}
        if state != last:
            yield ServerSentEvent(event="progress", data=state)
            last = state
        await asyncio.sleep(LOOK)


def _metadata(text: str) -> dict[str, str]:
    metadata = {}
    for pair in text.split(","):
        key, _, value = pair.strip().partition(" ")
        try:
            metadata[key] = base64.b64decode(value, validate=True).decode("utf-8", "replace")
        except (binascii.Error, ValueError) as error:
            raise CaptureError("upload", f"the metadata {key[:40]!r} is not base64") from error
    return metadata


def _expires(request: Request, upload: Upload) -> str:
    lasts = app_state(request).library.settings.limits.upload_seconds
    return formatdate(upload.card.touched + lasts, usegmt=True)


def _answer(status: int, **headers: str) -> Response:
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(status_code=status, headers={"tus-resumable": VERSION, **more})
