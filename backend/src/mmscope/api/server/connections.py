"""Connections, bounded: in number, in all and of each address, and in the time that a client may take.

Those to live rooms count apart: a class of 500 behind one address takes no place from anybody, and a crowd of
other connections none from a class. Those of a trusted proxy are of many: to rooms they count for the address
that it names, and of its requests those under way do (proxies.py).

uvicorn bounds neither the time for a request's head nor the number of connections, so these are its
protocol classes with just that added. A newcomer for whom there is no place gets that of the connection
that has been idle longest. Requests that come all at once begin in turns (turns.py).
"""

import asyncio
import json
import logging
import os
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from websockets.frames import Frame
from websockets.http11 import Request

from mmscope.api.errors import RETRY_AFTER
from mmscope.api.server.admission import Admission
from mmscope.api.server.headers import headers_of
from mmscope.api.server.proxies import Proxies
from mmscope.api.server.request_log import HEADER, new_id
from mmscope.api.server.sockets import ViewerSocket
from mmscope.settings import Limits, Settings

URGENT = b"GET /api/health/live "  # needs no turn: what asks it restarts a server that does not answer
FILES_EACH = 3  # open for one connection at most: its own, and of a download the file, opened twice
AHEAD = 1 << 16  # bytes that are read of a request before its turn
ROOMS = "/api/rooms/"
_quiet = logging.getLogger("mmscope.rooms")
_quiet.setLevel(logging.WARNING)
ACCEPTED = 32  # connections that are accepted in one round of the event loop


@dataclass(frozen=True, slots=True)
class _Guest:
    address: str | None  # none: it is one for many
    is_idle: Callable[[], bool]  # no request is under way
    leave: Callable[[], None]


class Crowd:
    """All connections of a server, those idle longest first."""

    def __init__(self, most: int, of_each: int) -> None:
        """`of_each`: at most so many connections of one address."""
        self._most, self._of_each = most, of_each
        self._there: dict[object, _Guest] = {}
        self._of: Counter[str | None] = Counter()

    def enter(self, key: object, guest: _Guest) -> bool:
        """Let one more in; another may have to leave. False: there is no place."""
        if guest.address is not None and self._of[guest.address] >= self._of_each:
            if not self._dismiss(guest.address):
                return False
        elif len(self._there) >= self._most and not self._dismiss(None):
            return False
        self._there[key] = guest
        self._of[guest.address] += 1
        return True

    def touch(self, key: object) -> None:
        """It begins to be idle."""
        if (guest := self._there.pop(key, None)) is not None:
            self._there[key] = guest

    def left(self, key: object) -> None:
        """One is gone."""
        if (guest := self._there.pop(key, None)) is not None:
            self._of[guest.address] -= 1
            if not self._of[guest.address]:
                del self._of[guest.address]

    def _dismiss(self, address: str | None) -> bool:
        """Close the connection, of this address, that has been idle longest."""
        for key, guest in self._there.items():
            if address in {None, guest.address} and guest.is_idle():
                self.left(key)
                guest.leave()
                return True
        return False


class BoundedHttp(H11Protocol):
    """HTTP/1.1, with an end to half-sent heads and to clients that do not take their answers."""

    crowd: ClassVar[Crowd]
    limits: ClassVar[Limits]
    turns: ClassVar[Admission]
    proxies: ClassVar[Proxies]
    headers_of_all: ClassVar[dict[str, str]]  # that every answer has
    _early = b""  # what came of a request whose turn has not come
    _head: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """No request is under way."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is None or cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or refuse it."""
        super().connection_made(transport)
        address = self.proxies.own_address(self.client)
        if self.crowd.enter(self, _Guest(address, lambda: self.is_idle, transport.abort)):
            self._head = self.loop.call_later(self.limits.head_seconds, self._too_slow)
        else:
            self._refuse(
                HTTPStatus.SERVICE_UNAVAILABLE, "busy", "too many connections are open; try again soon"
            )

    def data_received(self, data: bytes) -> None:
        """Something came: of a request under way, or of one that has to wait for its turn."""
        if not self._early and (not self.is_idle or data.startswith(URGENT)):
            self._take(data)
            return
        self._unset_keepalive_if_required()
        self._early += data
        if len(self._early) > AHEAD:
            self.flow.pause_reading()
        if len(self._early) == len(data):
            self.turns.take(self, self._begin)

    def _begin(self) -> None:
        """Its turn has come."""
        data, self._early = self._early, b""
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self._take(data)

    def _take(self, data: bytes) -> None:
        """A head must be complete some time after its first byte."""
        super().data_received(data)
        if self.transport.get_protocol() is not self or self.transport.is_closing() or not self.is_idle:
            self._head_came()
        elif self._head is None:
            self._head = self.loop.call_later(self.limits.head_seconds, self._too_slow)

    def on_response_complete(self) -> None:
        """It is idle now."""
        self.crowd.touch(self)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Another protocol has the connection now, and counts it."""
        self._head_came()
        self.crowd.left(self)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """The client takes nothing for now."""
        super().pause_writing()
        self._stall = self.loop.call_later(self.limits.stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It takes something again."""
        if self._stall is not None:
            self._stall.cancel()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP; after a part of an answer there is nothing left to say."""
        self._head_came()
        if not self.is_idle and self.cycle.response_started:
            self.transport.abort()
        else:
            self._refuse(HTTPStatus.BAD_REQUEST, "bad_request", msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone; a request whose turn has not come is not begun any more."""
        self.turns.forget(self)
        self._head_came()
        if self._stall is not None:
            self._stall.cancel()
        self.crowd.left(self)
        super().connection_lost(exc)

    def _head_came(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _too_slow(self) -> None:
        message = f"the head of a request must come within {self.limits.head_seconds} seconds"
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, "timeout", message)

    def _refuse(self, status: HTTPStatus, code: str, message: str) -> None:
        if self.transport.is_closing():
            return
        body = json.dumps({"error": {"code": code, "message": message}}).encode()
        headers = self.headers_of_all | {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "connection": "close",
            HEADER: new_id(),
        }
        if status is HTTPStatus.SERVICE_UNAVAILABLE:
            headers["retry-after"] = RETRY_AFTER
        lines = [
            f"HTTP/1.1 {status.value} {status.phrase}",
            *(f"{name}: {headers[name]}" for name in headers),
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()


class BoundedWebSocket(ViewerSocket):
    """A WebSocket counts as a connection, too; one on which nothing was said gives way to newcomers."""

    proxies: ClassVar[Proxies]
    crowd: ClassVar[Crowd]
    rooms: ClassVar[Crowd]  # those to live rooms
    _is_silent = True
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The connection was HTTP's before, so there is a place."""
        super().connection_made(transport)
        address = self.proxies.own_address(self.client)
        self.crowd.enter(self, _Guest(address, lambda: False, self.transport.abort))

    def handle_connect(self, event: Request) -> None:
        """To a room? Then it counts there, and no log says who came. Messages are too short to pack."""
        if event.path.startswith(ROOMS):
            self.crowd.left(self)
            self.conn.available_extensions = []
            self.logger = _quiet
            address = self.proxies.address(self.client, event.headers.get_all("X-Forwarded-For"))
            if not self.rooms.enter(self, _Guest(address, lambda: self._is_silent, self.transport.abort)):
                self.handshake_initiated = self.handshake_complete = self.close_sent = True
                message = "too many are connected to rooms; try again soon"
                self.conn.send_response(self.conn.reject(HTTPStatus.SERVICE_UNAVAILABLE, message))
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()
                return
        super().handle_connect(event)

    def handle_text(self, event: Frame) -> None:
        """A message: the connection is not silent any more."""
        self._is_silent = False
        super().handle_text(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.crowd.left(self)
        self.rooms.left(self)
        super().connection_lost(exc)


def bounded(settings: Settings, files: int) -> dict[str, Any]:
    """Settings of uvicorn for such a server, whose process may have so many files open."""
    limits = settings.limits
    in_rooms = min(limits.room_connections, files // 3)
    most = min(limits.connections, (files - in_rooms) // FILES_EACH)
    crowd_of_all = Crowd(most, min(limits.connections_each, most))
    crowd_of_rooms = Crowd(in_rooms, max(1, in_rooms // 2))  # of one address half, which is more than a class

    class Http(BoundedHttp):
        proxies = Proxies(settings.proxies)
        crowd = crowd_of_all
        turns = Admission()
        headers_of_all = headers_of(settings.frames)

    class WebSocket(BoundedWebSocket):
        proxies = Http.proxies
        crowd = crowd_of_all
        rooms = crowd_of_rooms

    Http.limits = limits
    return {"http": Http, "ws": WebSocket, "backlog": ACCEPTED}


def let_wait(server: asyncio.Server, files: int) -> None:
    """Let connections wait in the kernel to be accepted, of a process that may have so many files open.

    asyncio accepts as many in a round as the kernel may hold for it, so it was given a lower number.
    """
    for listener in server.sockets:
        with socket.socket(fileno=os.dup(listener.fileno())) as same:
            same.listen(min(2048, files // 4))
