"""A real server beset by files that come a byte at a time."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest

from mmscope.api.server.slots import Slot, Slots
from mmscope.captures import CaptureError
from mmscope.settings import Limits, Settings
from support import Server, answer, wait_until

Start = Callable[..., Server]
LENGTH = 1 << 20


@contextmanager
def trickling(
    server: Server, count: int, head: Callable[[], bytes], source: str = "127.0.0.1"
) -> Iterator[list[socket.socket]]:
    """Files that come a byte at a time."""
    stop = threading.Event()
    with ExitStack() as open_:
        connections = [open_.enter_context(server.connect(source)) for _ in range(count)]

        def trickle(connection: socket.socket) -> None:
            try:
                connection.sendall(head())
                while not stop.wait(0.1):
                    connection.sendall(b"x")
            except OSError:
                return

        with ThreadPoolExecutor(count) as pool:
            try:
                for connection in connections:
                    pool.submit(trickle, connection)
                yield connections
            finally:
                stop.set()


def patch_head(server: Server) -> bytes:
    """The head of a request that adds to a new upload."""
    made = server.http.post("/api/uploads", headers={"upload-length": str(LENGTH)})
    return (
        f"PATCH {made.headers['location']} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\n"
        f"Content-Length: {LENGTH}\r\n\r\n"
    ).encode()


def receiving(server: Server, settings: Settings, count: int) -> Callable[[], bool]:
    """So many files are being received: a request that comes too late for a slot is told so."""

    def all_there() -> bool:
        there = (*settings.data.glob("incoming/*/source"), *settings.data.glob("uploads/*/source"))
        return server.http.get("/api/health").status_code == 200 and len(there) >= count

    return all_there


@pytest.mark.slow
@pytest.mark.parametrize("way", ["POST", "PATCH"])
def test_trickling_files_give_way_to_others(
    start_server: Start, settings: Settings, text: bytes, way: str
) -> None:
    server = start_server(MMSCOPE_MAX_UPLOADS="4")
    head = (lambda: server.post_head(LENGTH)) if way == "POST" else (lambda: patch_head(server))
    with trickling(server, 4, head):
        wait_until(receiving(server, settings, 4))

        def taken() -> bool:
            status = int(server.http.post("/api/captures?filename=mine", content=text).status_code)
            assert status in {200, 201, 503}
            return status != 503

        wait_until(taken)
        made = server.http.post("/api/uploads", headers={"upload-length": str(len(text) + 2)})
        url, whole = made.headers["location"], b"# " + text
        more = {"content-type": "application/offset+octet-stream", "upload-offset": "0"}
        wait_until(lambda: bool(server.http.patch(url, headers=more, content=whole).status_code != 503))
        assert server.http.head(url).headers["upload-offset"] == str(len(whole))


@pytest.mark.slow
@pytest.mark.parametrize("way", ["POST", "PATCH"])
def test_a_file_must_keep_a_pace(start_server: Start, way: str) -> None:
    server = start_server(MMSCOPE_UPLOAD_WINDOW="1")
    head = (lambda: server.post_head(LENGTH)) if way == "POST" else (lambda: patch_head(server))
    with trickling(server, 1, head) as (connection,):
        assert answer(connection) == (408, "timeout")


@pytest.mark.parametrize("way", ["POST", "PATCH"])
def test_one_sender_does_not_take_all_slots(
    start_server: Start, settings: Settings, text: bytes, way: str
) -> None:
    """However fast the files of that sender come: here none counts as slow."""
    server = start_server(MMSCOPE_MAX_UPLOADS="2", MMSCOPE_SLOW_UPLOAD="0")
    made = server.http.post("/api/uploads", headers={"upload-length": str(len(text))})
    with trickling(server, 2, lambda: server.post_head(LENGTH), "127.0.0.2"):
        wait_until(receiving(server, settings, 2))
        if way == "POST":
            assert server.http.post("/api/captures", content=text).status_code == 201
        else:
            more = {"content-type": "application/offset+octet-stream", "upload-offset": "0"}
            url = made.headers["location"]
            assert server.http.patch(url, headers=more, content=text).status_code == 204


def takes(slots: Slots, senders: list[tuple[str, str | None]]) -> list[bool]:
    """Whether each of these senders, one after another, gets a slot while the others keep theirs."""
    with ExitStack() as stack:
        got = []
        for address, holder in senders:
            try:
                stack.enter_context(slots.take(address, holder))
                got.append(True)
            except CaptureError:
                got.append(False)
        return got


A, B, C = ("10.0.0.1", "a"), ("10.0.0.2", "b"), ("10.0.0.3", None)


@pytest.mark.parametrize(
    ("senders", "expected"),
    [
        ([A, A, A, A, A], [True, True, True, True, False]),
        ([A, A, A, A, B, B, B], [True, True, True, True, True, True, False]),
        ([A, A, A, A, B, A], [True, True, True, True, True, False]),
        ([A, A, B, B, C], [True, True, True, True, True]),
        ([A, A, B, C, ("10.0.0.4", "d")], [True, True, True, True, True]),
        ([A, B, C, ("10.0.0.4", "d"), ("10.0.0.5", "e")], [True, True, True, True, False]),
        ([A, A, A, A, ("10.0.0.1", "other")], [True, True, True, True, True]),
        ([*[("10.0.0.1", f"{n}") for n in range(4)], B], [True, True, True, True, True]),
        ([*[("10.0.0.1", f"{n}") for n in range(4)], ("10.0.0.1", "4")], [True, True, True, True, False]),
    ],
)
def test_slots_are_shared_out(senders: list[tuple[str, str | None]], expected: list[bool]) -> None:
    assert takes(Slots(Limits(uploads=4)), senders) == expected


def test_a_slow_file_of_one_with_fewer_gives_way_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    slots = Slots(Limits(uploads=4, slow_upload=2))
    with ExitStack() as stack:
        first, *others = [stack.enter_context(slots.take(*sender)) for sender in (B, A, A, A)]
        monkeypatch.setattr(Slot, "pace", lambda slot: 0.0 if slot is first else 1.0)
        stack.enter_context(slots.take(*A))
        assert not first.has_to_go
        assert [slot.has_to_go for slot in others].count(True) == 1


def test_who_finds_no_slot_is_told_at_once_and_when_to_come_again(
    start_server: Start, settings: Settings, text: bytes
) -> None:
    server = start_server(MMSCOPE_MAX_UPLOADS="1", MMSCOPE_SLOW_UPLOAD="0")
    with trickling(server, 1, lambda: server.post_head(LENGTH)):
        wait_until(receiving(server, settings, 1))
        began = time.monotonic()
        refused = server.http.post("/api/captures", content=text)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
        assert refused.headers["retry-after"] == "2"
        assert time.monotonic() - began < 10
        assert server.http.post("/api/uploads", headers={"upload-length": "9"}).status_code == 201
