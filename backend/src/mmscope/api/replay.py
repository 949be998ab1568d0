"""A viewer of a capture over a WebSocket; commands are those of mmscope.replay.commands."""

import asyncio
import time
from contextlib import suppress

import anyio.to_thread
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mmscope.api.errors import error_info
from mmscope.api.state import AppState, app_state
from mmscope.captures import CaptureError, Entry, Library, read_capture
from mmscope.core import CoreError, Session
from mmscope.replay import (
    Batch,
    CommandError,
    FullError,
    Item,
    Opened,
    Outbox,
    Seat,
    Viewer,
    memory_of,
    parse_command,
    tell,
)

router = APIRouter()

BURST, PER_SECOND = 256, 512  # commands of one viewer that are obeyed without a pause, and in the long run
_FAREWELL = 1.0  # seconds to take the last message
_POLICY, _TRY_LATER = 1008, 1013  # close codes (RFC 6455, and the IANA registry)
_REASON = 123  # bytes of the reason of a close at most (RFC 6455, 5.5)


@router.websocket("/api/captures/{capture_id}/replay")
async def replay(socket: WebSocket, capture_id: str) -> None:
    """Play a capture; see backend/README.md for the messages."""
    await socket.accept()
    try:
        reason = await _admit(socket, capture_id, app_state(socket))
    except FullError as error:
        await _refuse(socket, CaptureError("busy", str(error)), _TRY_LATER)
    except CoreError as error:
        await _refuse(socket, CaptureError.from_core(error), _POLICY)
    except CaptureError as error:
        await _refuse(socket, error, _POLICY)
    except WebSocketDisconnect:
        pass
    else:
        if reason is not None:
            await _refuse(socket, CaptureError("idle", reason), _POLICY)


async def _admit(socket: WebSocket, capture_id: str, state: AppState) -> str | None:
    """Serve a viewer until it leaves, or has to: then the reason."""
    library = state.library
    with state.audience.seat(capture_id) as seat:
        entry = await anyio.to_thread.run_sync(library.ready, capture_id)
        memory = memory_of(entry.details.get("events", 0), library.core.tables)
        async with state.shelf.use(entry.sha256, memory, lambda: _read(library, entry)) as opened:
            return await _serve(socket, seat, opened)


def _read(library: Library, entry: Entry) -> Session:
    with library.original(entry) as file:
        return read_capture(library.core, file, library.settings.limits).session


async def _serve(socket: WebSocket, seat: Seat, opened: Opened) -> str | None:
    viewer, outbox = Viewer(opened.track, time.monotonic), Outbox()
    outbox.put(*viewer.hello())
    seat.touch()
    tasks: list[asyncio.Future[str | None]] = [
        asyncio.create_task(_listen(socket, seat, viewer, outbox)),
        asyncio.create_task(_tell(socket, seat, viewer, outbox, opened)),
    ]
    try:
        done, _ = await asyncio.wait([*tasks, seat.away], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    if seat.away in done:
        return seat.away.result()
    for task in tasks:
        if not task.cancelled():
            task.result()
    return None


async def _listen(socket: WebSocket, seat: Seat, viewer: Viewer, outbox: Outbox) -> None:
    """Obey what the client says, until it has gone."""
    count, begun = 0, time.monotonic()
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        seat.touch()
        outbox.put(*_obey(viewer, message.get("text")))
        count += 1
        if count == BURST:
            await asyncio.sleep(begun + BURST / PER_SECOND - time.monotonic())
            count, begun = 0, time.monotonic()
        else:
            await asyncio.sleep(0)  # others have their turn, however many commands have arrived


def _obey(viewer: Viewer, message: str | None) -> list[Item]:
    try:
        return viewer.handle(parse_command(message or ""))
    except CommandError as error:
        return [{"type": "error", "error": {"code": "command", "message": str(error)}}]


async def _tell(socket: WebSocket, seat: Seat, viewer: Viewer, outbox: Outbox, opened: Opened) -> None:
    """Send what there is to send, one message after another."""
    while True:
        while (item := outbox.take()) is not None:
            text = await tell(item, viewer, opened.texts)
            with seat.sending():
                await socket.send_text(text)
            if isinstance(item, Batch):
                seat.touch()
        due = viewer.due()
        if due is not None and due <= 0:
            outbox.put(*viewer.poll())
        else:
            await outbox.news(due)


async def _refuse(socket: WebSocket, error: CaptureError, code: int) -> None:
    """Say why, and close; to a client that takes nothing, in vain."""
    with suppress(TimeoutError, WebSocketDisconnect):
        async with asyncio.timeout(_FAREWELL):
            await socket.send_json({"type": "error", "error": error_info(error)})
            await socket.close(code, error.message.encode()[:_REASON].decode(errors="ignore"))
