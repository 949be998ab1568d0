"""What tests of live rooms share: a question, and whoever leads or joins a room."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from starlette.testclient import TestClient, WebSocketTestSession

from mmscope.rooms import Rooms, Storage
from mmscope.rooms.protocol import VERSION, Ask, Lead
from mmscope.rooms.results import Results
from mmscope.rooms.room import Room
from mmscope.rooms.rooms import holder_of
from mmscope.settings import Limits

SECRET = "mmscope-secret"  # noqa: S105  # the header's name


def ask_of(k: int = 5, labels: tuple[str, ...] = ("swapA", "swapB", "swapC"), took: int = 1) -> Ask:
    return {
        "op": "ask",
        "pane": "A",
        "k": k,
        "kind": "choice",
        "title": "Which device?",
        "labels": list(labels),
        "took": took,
    }


def a_room(most: int = 3) -> Room:
    return Room("123456", holder_of("s"), "key", 1e12, most)


def lead_of(secret: str) -> Lead:
    return {"op": "lead", "v": VERSION, "secret": secret, "window": "w", "take": False}


def room_that_is_over(data: Path) -> tuple[str, Results]:
    """In a data folder: its code, and its results."""

    async def make() -> tuple[str, Results]:
        kept, rooms = Storage(data), Rooms(Limits())
        kept.start(3)
        of, rows = rooms.open("a", 1e11)
        room = of.room
        for more in (rows, room.arrive("m"), room.ask(ask_of()), room.answer("m", 1, 1, 1)):
            kept.put(more)
        kept.put(rooms.close(room, 1e10))
        kept.close()
        return room.code, kept.results(room.code)

    return asyncio.run(make())


def opened(client: TestClient) -> tuple[str, str]:
    answer = client.post("/api/rooms").json()
    return answer["code"], answer["secret"]


@contextmanager
def leading(client: TestClient, code: str, secret: str, **more: Any) -> Iterator[WebSocketTestSession]:  # noqa: ANN401
    with client.websocket_connect(f"/api/rooms/{code}") as socket:
        socket.send_json({**lead_of(secret), **more})
        yield socket


@contextmanager
def joined(client: TestClient, code: str, who: str = "m", **more: Any) -> Iterator[WebSocketTestSession]:  # noqa: ANN401
    with client.websocket_connect(f"/api/rooms/{code}") as socket:
        socket.send_json({"op": "join", "v": VERSION, "member": who * 22, **more})
        yield socket


def until(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind; counts and tallies come when they come."""
    while True:
        received = cast("dict[str, Any]", socket.receive_json())
        if received["type"] == kind:
            return received
        assert received["type"] in {"count", "tally", "view", "question"}, received
