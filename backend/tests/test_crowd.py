"""A real server beset by connections: that say nothing, send half a request, or take nothing of an answer."""

import asyncio
import json
import resource
import select
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from websockets.sync.client import connect

from mmscope.api.turns import A_ROUND, Turns
from mmscope.settings import Settings
from support import Server, answer, wait_until

Start = Callable[..., Server]
HALF = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def many_files() -> Iterator[None]:
    """Thousands of connections open in this process."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def ended(connection: socket.socket) -> bool:
    """The server has closed it."""
    poll = select.poll()  # select() knows only the first 1024 files
    poll.register(connection, select.POLLIN)
    if not poll.poll(0):
        return False
    try:
        return connection.recv(65536) == b""
    except ConnectionResetError:
        return True


@pytest.mark.usefixtures("many_files")
def test_half_sent_requests_do_not_stop_the_server(start_server: Start) -> None:
    server = start_server(MMSCOPE_MAX_CONNECTIONS="200", MMSCOPE_HEAD_SECONDS="86400")
    with ExitStack() as open_:
        connections = [open_.enter_context(server.connect()) for _ in range(1500)]
        for connection in connections:
            connection.sendall(HALF)
        with server.connect() as mine:
            mine.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert mine.recv(65536).startswith(b"HTTP/1.1 200")
        wait_until(lambda: ended(connections[0]))
        assert not ended(connections[-1]), "the longest idle give way"


def test_health_does_not_wait_for_a_crowd_that_came_first(start_server: Start) -> None:
    server = start_server()
    wait_until(server.is_ready)
    head = "Host: 127.0.0.1\r\nConnection: close\r\n\r\n"
    server.process.send_signal(signal.SIGSTOP)
    try:
        with ExitStack() as open_:
            crowd = [open_.enter_context(server.connect()) for _ in range(400)]
            for connection in crowd:
                connection.sendall(f"GET /api/openapi.json HTTP/1.1\r\n{head}".encode())
            mine = open_.enter_context(server.connect())
            mine.sendall(f"GET /api/health/live HTTP/1.1\r\n{head}".encode())
            server.process.send_signal(signal.SIGCONT)
            assert mine.recv(65536).startswith(b"HTTP/1.1 200")
            poll = select.poll()
            for connection in crowd:
                poll.register(connection, select.POLLIN)
            answered = len(poll.poll(0))
            wait_until(lambda: len(poll.poll(0)) == len(crowd))
    finally:
        server.process.send_signal(signal.SIGCONT)
    assert answered < len(crowd) / 2


def test_a_request_whose_client_has_gone_before_its_turn_does_not_begin() -> None:
    begun: list[int] = []

    async def crowd() -> int:
        turns = Turns()
        for one in range(3 * A_ROUND):
            turns.take(one, partial(begun.append, one))
        at_once = len(begun)
        turns.forget(A_ROUND)
        while len(begun) < 3 * A_ROUND - 1:
            before = len(begun)
            await asyncio.sleep(0)
            assert len(begun) - before <= A_ROUND
        return at_once

    assert asyncio.run(crowd()) == A_ROUND
    assert begun == [one for one in range(3 * A_ROUND) if one != A_ROUND]


def test_a_head_must_come_in_time(start_server: Start) -> None:
    server = start_server(MMSCOPE_HEAD_SECONDS="1")
    with server.connect() as silent, server.connect() as half, server.connect() as again:
        half.sendall(HALF)
        again.sendall(HALF + b"\r\n")
        assert again.recv(65536).startswith(b"HTTP/1.1 200")
        again.sendall(HALF)
        for connection in (silent, half, again):
            assert answer(connection) == (408, "timeout")


def test_connections_of_one_address_have_a_bound_and_those_at_work_stay(
    start_server: Start, settings: Settings
) -> None:
    server = start_server(MMSCOPE_MAX_CONNECTIONS_EACH="2")
    server.http.close()
    url = f"ws://127.0.0.1:{server.port}/api/captures/none/replay"
    with server.connect() as one, server.connect() as other:
        for connection in (one, other):
            connection.sendall(server.post_head(1000) + b"x")
        wait_until(lambda: len([*settings.data.glob("incoming/*/source")]) == 2)
        with server.connect() as third:
            assert answer(third) == (503, "busy")
        other.close()
        wait_until(lambda: not refused(server))
        with connect(url) as replay:
            assert json.loads(replay.recv())["error"]["code"] == "not_found"
        wait_until(lambda: not refused(server))
        assert not ended(one)


def refused(server: Server) -> bool:
    """There is no place for one more connection."""
    with server.connect() as connection:
        try:
            connection.sendall(HALF + b"Connection: close\r\n\r\n")
            return connection.recv(65536).startswith(b"HTTP/1.1 503")
        except ConnectionResetError:
            return True


def test_who_takes_nothing_of_an_answer_is_cut_off(start_server: Start) -> None:
    server = start_server(MMSCOPE_STALLED_SECONDS="1")
    content = b"# " + b"x" * 4000 + b"\n"
    trace = b"# tracer: nop\n#\n" + content * 2000
    line = b"  kswapd0-60 [000] ..... 1.000001: mm_vmscan_kswapd_sleep: nid=0\n"
    made = server.http.post("/api/captures", content=trace + line)
    assert made.status_code == 201, made.text
    with server.connect() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        get = f"GET {made.headers['location']}/file HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        connection.sendall(get.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 200")
        wait_until(lambda: _cut_off(server, connection))


def _cut_off(server: Server, connection: socket.socket) -> bool:
    """The server has no such connection any more; looks at no byte of what it sent."""
    here, there = f":{server.port:04X}", f":{connection.getsockname()[1]:04X}"
    rows = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines())
    return not any(row[1].endswith(here) and row[2].endswith(there) and row[3] == "01" for row in rows)
