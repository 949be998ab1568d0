"""WebSockets of clients that mean harm."""

import json
from collections.abc import Callable

import pytest

from mmscope.rooms.protocol import VERSION
from support import Server, slow_reader, wait_until


def frame(first: int, content: bytes = b"") -> bytes:
    return bytes([first, 0x80 | len(content)]) + bytes(4) + content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "flood"),
    [(frame(0x01), frame(0x00)), (b"", frame(0x89, b"x" * 125))],
    ids=["a message of endless pieces", "pings whose answers are not read"],
)
def test_a_client_cannot_fill_the_memory(
    start_server: Callable[[], Server], first: bytes, flood: bytes
) -> None:
    server = start_server()
    wait_until(server.is_ready)

    def is_cut_off() -> bool:
        try:
            viewer.socket.sendall(flood * 1000)
        except OSError:
            return True
        return False

    answer = server.http.post("/api/rooms").json()
    with slow_reader(server, f"/api/rooms/{answer['code']}") as viewer:
        lead = {"op": "lead", "v": VERSION, "secret": answer["secret"], "window": "w", "take": False}
        viewer.send(json.dumps(lead))
        assert json.loads(viewer.recv())["type"] == "leading"
        viewer.socket.sendall(first)
        wait_until(is_cut_off)
