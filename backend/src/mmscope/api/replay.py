"""A replay session over a WebSocket; commands are those of mmscope.replay.commands."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

import anyio.to_thread
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from mmscope.api.errors import error_info
from mmscope.api.state import app_state
from mmscope.captures import CaptureError, Library, NotFoundError, read_capture
from mmscope.core import CoreError
from mmscope.replay import CommandError, Message, Replay, parse_command

router = APIRouter()
_T = TypeVar("_T")

_COMMANDS = 64  # that may wait to be obeyed; then the client has to
_POLICY, _TRY_LATER = 1008, 1013  # close codes (RFC 6455, and the IANA registry)


@router.websocket("/api/captures/{capture_id}/replay")
async def replay(socket: WebSocket, capture_id: str) -> None:
    """Play a capture; see backend/README.md for the messages."""
    state = app_state(socket)
    await socket.accept()
    if state.replays.locked():
        await _refuse(socket, CaptureError("busy", "too many replays are open; try again later"), _TRY_LATER)
        return
    async with state.replays:
        try:
            engine = await _in_thread(_open, state.library, capture_id)
            await _run(socket, engine)
        except (CaptureError, CoreError) as error:
            fault = error if isinstance(error, CaptureError) else CaptureError.from_core(error)
            await _refuse(socket, fault, _POLICY)
        except WebSocketDisconnect:
            pass


def _open(library: Library, capture_id: str) -> Replay:
    try:
        entry = library.ready(capture_id)
        with library.file(entry).open("rb") as file:
            capture = read_capture(library.core, file, library.settings.limits)
    except FileNotFoundError as error:
        raise NotFoundError(f"there is no capture {capture_id!r}") from error
    return Replay(capture.session, time.monotonic)


async def _run(socket: WebSocket, engine: Replay) -> None:
    commands: asyncio.Queue[str | None] = asyncio.Queue(_COMMANDS)
    reader = asyncio.create_task(_listen(socket, commands))
    try:
        await _send(socket, await _in_thread(engine.hello))
        while True:
            try:
                async with asyncio.timeout(engine.due()):
                    message = await commands.get()
            except TimeoutError:
                await _send(socket, await _in_thread(engine.poll))
                continue
            if message is None:
                return
            await _send(socket, await _obey(engine, message))
    finally:
        reader.cancel()


async def _listen(socket: WebSocket, commands: "asyncio.Queue[str | None]") -> None:
    """Put what the client says into the queue, and None when it has gone."""
    try:
        while True:
            await commands.put(await socket.receive_text())
    except (WebSocketDisconnect, KeyError):  # KeyError: bytes instead of text
        await commands.put(None)


async def _obey(engine: Replay, message: str) -> list[Message]:
    try:
        command = parse_command(message)
    except CommandError as error:
        return [{"type": "error", "error": {"code": "command", "message": str(error)}}]
    return await _in_thread(engine.handle, command)


async def _send(socket: WebSocket, messages: list[Message]) -> None:
    for message in messages:
        await socket.send_json(message)


async def _refuse(socket: WebSocket, error: CaptureError, code: int) -> None:
    await socket.send_json({"type": "error", "error": error_info(error)})
    await socket.close(code)


async def _in_thread(function: Callable[..., _T], *args: Any) -> _T:  # noqa: ANN401
    return await anyio.to_thread.run_sync(function, *args)
