"""Live rooms: opening, closing and results over HTTP; leading and being in one over a WebSocket.

What is said there is in mmscope.rooms.protocol. A connection says first who it is: secrets are in no address.
"""

import asyncio
import json
import time
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from mmscope.api.errors import documented
from mmscope.api.server.proxies import person_of
from mmscope.api.state import app_state
from mmscope.captures import CaptureError
from mmscope.rooms import Connection, Hub, Room
from mmscope.rooms.connection import EndedError
from mmscope.rooms.protocol import (
    CODE,
    SECRET,
    Ended,
    MessageError,
    TooLongError,
    parse_first,
    parse_leader,
    parse_member,
)
from mmscope.rooms.results import Results, as_csv
from mmscope.rooms.rooms import FullError

router = APIRouter(prefix="/api/rooms")
short = APIRouter()

FIRST = 10.0  # seconds to say who one is
FAREWELL = 1.0  # seconds to take the last message
_POLICY = 1008  # close code (RFC 6455)
_NOT_YOURS = "there is nothing of this room any more, or it was opened with another secret"

Code = Annotated[str, Path(pattern=f"^{CODE}$", description="six digits")]
Secret = Annotated[
    str,
    Header(
        alias="mmscope-secret", max_length=SECRET, description="the secret of the answer that opened the room"
    ),
]


class OpenedRoom(BaseModel):
    """A room, for who opened it."""

    code: str = Field(description="six digits, for the class")
    secret: str = Field(description="who has it leads the room; the server keeps only its hash")
    ends: float = Field(description="when it ends, in seconds of the epoch")


@router.post("", status_code=201, responses=documented(503))
async def open_room(request: Request) -> OpenedRoom:
    """Open a room. It ends after a day, or when it is closed."""
    state = app_state(request)
    if state.library.store.space() <= 0:
        raise CaptureError("no_space", "the server's disk is full: no room can be kept")
    try:
        opened = await _hub(request).open(person_of(request))
    except FullError as error:
        raise CaptureError("busy", str(error)) from error
    except OSError as error:
        raise CaptureError("unreadable", f"{error}: the server's disk does not take it") from error
    return OpenedRoom(code=opened.room.code, secret=opened.secret, ends=opened.room.ends)


@router.delete("/{code}", status_code=204, responses=documented(404, 503))
async def close_room(request: Request, code: Code, secret: Secret) -> None:
    """Close a room: everybody in it is told. Its results stay until they are removed."""
    try:
        await _hub(request).shut(_own(request, code, secret))
    except OSError as error:
        raise CaptureError("unreadable", str(error)) from error


class ResultQuestion(BaseModel):
    """A question of a room, asked once."""

    number: int
    round: int = Field(description="how often it had been asked by then")
    lesson: str = Field(description="its lesson's address; empty: it was asked on the stage")
    step: int = Field(description="of the lesson, from 0")
    pane: str
    k: int = Field(description="the decision that it was about")
    title: str
    labels: list[str] = Field(description="its choices")
    took: int = Field(description="the right one")


class ResultAnswer(BaseModel):
    """An answer."""

    choice: int
    ms: int | None = Field(description="after the question was asked")


class ResultStudent(BaseModel):
    """Somebody who came."""

    number: int = Field(description="in order of arrival")
    name: str = Field(description="that they chose; empty: none")
    answers: list[ResultAnswer | None] = Field(description="one for each question; null: none")


class RoomResults(BaseModel):
    """What a class answered, for who opened the room."""

    code: str
    over: float | None = Field(description="when the room ended, in seconds of the epoch; null: it is open")
    questions: list[ResultQuestion]
    students: list[ResultStudent]


@router.get("/{code}/results", responses=documented(404, 503))
async def results(request: Request, response: Response, code: Code, secret: Secret) -> RoomResults:
    """What a class answered, by question and by student; also when the room is over."""
    found = await _results(request, code, secret)
    response.headers["cache-control"] = "no-store"
    return RoomResults(
        code=code,
        over=_hub(request).rooms.over_at(code),
        questions=[
            ResultQuestion(
                number=one.number,
                round=one.round,
                lesson=one.asked.get("lesson", ""),
                step=one.asked.get("step", 0),
                pane=one.asked["pane"],
                k=one.asked["k"],
                title=one.asked["title"],
                labels=one.asked["labels"],
                took=one.asked["took"],
            )
            for one in found.questions
        ],
        students=[
            ResultStudent(
                number=student.number,
                name=student.name,
                answers=[
                    ResultAnswer(choice=given.choice, ms=given.ms) if given else None
                    for at in range(len(found.questions))
                    for given in (found.answers.get((at, student.member)),)
                ],
            )
            for student in found.students
        ],
    )


@router.delete("/{code}/results", status_code=204, responses=documented(404, 503))
async def remove_results(request: Request, code: Code, secret: Secret) -> None:
    """Remove all that is kept of a room; one that is open is closed."""
    _need_owned(request, code, secret)
    try:
        await _hub(request).remove(code)
    except OSError as error:
        raise CaptureError("unreadable", str(error)) from error


@router.get(
    "/{code}/results.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}, **documented(404, 503)},
)
async def results_csv(request: Request, code: Code, secret: Secret) -> Response:
    """A line for each question and student: what was asked, what it was, what they said, and when."""
    found = await _results(request, code, secret)
    text = await asyncio.to_thread(as_csv, found)
    # With a mark, so that spreadsheets read names as UTF-8.
    return Response(
        f"\ufeff{text}",
        media_type="text/csv",
        headers={
            "content-disposition": f'attachment; filename="room-{code}.csv"',
            "cache-control": "no-store",
        },
    )


@short.get("/r", include_in_schema=False)
async def join_page() -> RedirectResponse:
    """What is short enough to be typed on a phone leads to the page that asks for the code."""
    return RedirectResponse("./#v1/room", 302)


@router.websocket("/{code}")
async def be_there(socket: WebSocket, code: str) -> None:
    """Lead a room, or be in it."""
    await socket.accept()
    hub = app_state(socket).hub
    try:
        async with asyncio.timeout(FIRST):
            first = parse_first(await _text(socket))
        place = hub.enter(code, first, person_of(socket))
    except EndedError as error:
        await _end(socket, error.ended)
    except MessageError as error:
        await _end(socket, {"type": "ended", "why": "message", "message": str(error)})
    except TimeoutError:
        message = f"whoever connects says who they are within {FIRST:g} seconds"
        await _end(socket, {"type": "ended", "why": "message", "message": message})
    except WebSocketDisconnect:
        pass
    else:
        ended = None
        try:
            ended = await _serve(socket, hub, place)
        finally:
            hub.leave(place)
        if ended is not None:
            await _end(socket, ended)


async def _serve(socket: WebSocket, hub: Hub, place: Connection) -> Ended | None:
    """Until they leave, or have to: then why."""
    tasks = [
        asyncio.create_task(_listen(socket, hub, place)),
        asyncio.create_task(_send(socket, place)),
    ]
    waiting: list[asyncio.Future[Any]] = [*tasks, place.over]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    if place.over.done():
        return place.over.result()
    for task in tasks:
        if not task.cancelled():
            with suppress(WebSocketDisconnect):
                task.result()
    return None


async def _listen(socket: WebSocket, hub: Hub, place: Connection) -> None:
    """Take what they say. Who says too much too fast is told so, and is read no faster."""
    parse = parse_leader if place.member is None else parse_member
    while True:
        text = await _text(socket)
        if not place.pace.take(time.monotonic()):
            message = "that was too fast: wait a moment, and do it again"
            place.refuse({"code": "too_fast", "message": message})
            await asyncio.sleep(place.pace.wait())
            continue
        try:
            said = parse(text)
        except TooLongError as error:
            place.refuse({"code": "too_long", "message": str(error)})
        except MessageError as error:
            place.refuse({"code": "message", "message": str(error)})
        else:
            hub.hear(place, said)


async def _send(socket: WebSocket, place: Connection) -> None:
    """Send what there is to send, one message after another."""
    while True:
        await socket.send_text(await place.outbox.next())


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text if isinstance(text, str) else ""


async def _end(socket: WebSocket, ended: Ended) -> None:
    """Say why, and close; to a client that takes nothing, in vain."""
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        async with asyncio.timeout(FAREWELL):
            await socket.send_text(json.dumps(ended))
            await socket.close(_POLICY, ended["why"])


def _own(request: Request, code: str, secret: str) -> Room:
    room = _hub(request).led_by(code, secret)
    if room is None:
        raise CaptureError("not_found", _NOT_YOURS)
    return room


def _need_owned(request: Request, code: str, secret: str) -> None:
    if not _hub(request).is_owned(code, secret):
        raise CaptureError("not_found", _NOT_YOURS)


async def _results(request: Request, code: str, secret: str) -> Results:
    _need_owned(request, code, secret)
    try:
        return await _hub(request).results(code)
    except OSError as error:
        raise CaptureError("unreadable", str(error)) from error


def _hub(request: Request) -> Hub:
    return app_state(request).hub
