"""Viewers of replays as they connect to a server."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from mmscope import captures
from mmscope.api import create_app
from mmscope.captures import Library
from mmscope.core import CoreModule, Session, TraceModule
from mmscope.settings import Settings
from support import PATIENCE, Server, applied, slow_reader, wait_until

URL = "/api/captures/first/replay"
Start = Callable[[], Server]
Limited = Callable[..., TestClient]


@pytest.fixture
def limited(settings: Settings, core: CoreModule, trace: TraceModule) -> Iterator[Limited]:
    """A client of the application with these limits."""
    with ExitStack() as stack:

        def start(**limits: Any) -> TestClient:  # noqa: ANN401
            library = Library(replace(settings, limits=replace(settings.limits, **limits)), core, trace)
            library.catch_up()
            return stack.enter_context(TestClient(create_app(library)))

        yield start


def refused(client: TestClient, url: str = URL) -> str:
    with client.websocket_connect(url) as socket_:
        error: str = socket_.receive_json()["error"]["code"]
        assert socket_.receive()["code"] in {1008, 1013}
    return error


def watch(client: TestClient, stack: ExitStack, url: str = URL) -> WebSocketTestSession:
    viewer = stack.enter_context(client.websocket_connect(url))
    assert viewer.receive_json()["protocol"] == 2
    assert viewer.receive_json()["type"] == "state"
    return viewer


def test_viewers_share_one_session(limited: Limited, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[object] = []
    from_file = captures.read_capture

    def count(*args: Any) -> Any:  # noqa: ANN401
        reads.append(args)
        return from_file(*args)

    monkeypatch.setattr("mmscope.api.replay.read_capture", count)
    client = limited()
    with ExitStack() as stack:
        viewers = [watch(client, stack) for _ in range(5)]
        for number, viewer in enumerate(viewers):
            viewer.send_json({"op": "seek", "decision": number})
        places = [viewer.receive_json()["decision"] for viewer in viewers]
    assert places == [0, 1, 2, 3, 4], "each has a place of its own"
    with ExitStack() as stack:
        watch(client, stack)
    assert len(reads) == 1


def test_changes_lead_to_the_state(limited: Limited, model: Session) -> None:
    with ExitStack() as stack:
        viewer = watch(limited(), stack)
        state = model.seek(0)
        viewer.send_json({"op": "deltas", "on": True})
        assert viewer.receive_json()["type"] == "status"
        for by in (1, 1, 200, -3):
            viewer.send_json({"op": "step", "by": by})
            delta = viewer.receive_json()
            state = applied(state, delta["changes"])
            assert state == model.seek(delta["at"])
        viewer.send_json({"op": "state"})
        assert viewer.receive_json()["state"] == state


@pytest.mark.parametrize("limits", [{"viewers": 2}, {"capture_viewers": 2}])
def test_viewers_have_a_bound(limited: Limited, limits: dict[str, float]) -> None:
    client = limited(**limits)
    with ExitStack() as stack:
        for _ in range(2):
            watch(client, stack)
        assert refused(client) == "busy"
    for _ in range(3):
        with ExitStack() as stack:
            watch(client, stack)
    assert refused(client, "/api/captures/none/replay") == "not_found"


def test_captures_open_have_a_bound(limited: Limited, long_model: Session) -> None:
    client = limited(replays=1)
    made = client.post("/api/captures?filename=x", content=b"".join(long_model.write())).json()
    other = f"/api/captures/{made['id']}/replay"
    with ExitStack() as stack:
        watch(client, stack)
        assert refused(client, other) == "busy"
    with ExitStack() as stack:
        watch(client, stack, other)


@pytest.mark.parametrize("playing", [False, True])
def test_an_idle_viewer_is_told_and_sent_away(limited: Limited, *, playing: bool) -> None:
    client = limited(viewers=1, replay_idle=0.3)
    with ExitStack() as stack:
        viewer = watch(client, stack)
        if playing:  # and never acknowledging what comes
            viewer.send_json({"op": "play"})
        while (message := viewer.receive_json())["type"] != "error":
            assert playing
        assert message["error"]["code"] == "idle"
        closed = viewer.receive()
        assert (closed["code"], closed["reason"]) == (1008, message["error"]["message"])
    with ExitStack() as stack:
        watch(client, stack)


@pytest.mark.parametrize(
    "command", ["", "[" * 60_000, f'{{"op": "speed", "speed": {"9" * 400}}}', '{"op": "\\ud800"}', b"\x00"]
)
def test_a_hostile_command_is_an_error_and_nothing_else(limited: Limited, command: str | bytes) -> None:
    with ExitStack() as stack:
        viewer = watch(limited(), stack)
        viewer.send({"type": "websocket.receive", "bytes" if isinstance(command, bytes) else "text": command})
        assert viewer.receive_json()["error"]["code"] == "command"
        viewer.send_json({"op": "step", "by": 1})
        assert viewer.receive_json()["decision"] == 1


def test_a_slow_reader_skips_to_the_newest_state(start_server: Start, model: Session) -> None:
    server = start_server()
    wait_until(server.is_ready)
    with slow_reader(server, URL) as viewer:
        for number in range(200):
            viewer.send(json.dumps({"op": "seek", "decision": number}))
        messages: list[dict[str, Any]] = []
        while not messages or messages[-1].get("decision") != 199:
            messages.append(json.loads(viewer.recv(PATIENCE)))
    skipped = sum(message["answers"] for message in messages if message["type"] == "skipped")
    states = [message for message in messages if message["type"] == "state"]
    assert skipped > 100
    assert skipped + len(states) == 201
    assert states[-1]["state"] == model.seek(states[-1]["at"])


def test_who_sends_and_never_reads_does_not_keep_a_place(
    start_server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MMSCOPE_MAX_VIEWERS", "2")
    monkeypatch.setenv("MMSCOPE_REPLAY_IDLE", "1")
    server = start_server()
    wait_until(server.is_ready)

    def may_watch() -> bool:
        for viewer in stuck:
            with suppress(ConnectionClosed):
                viewer.send('{"op": "step", "by": 1}')
        with connect(f"ws://127.0.0.1:{server.port}{URL}") as viewer:
            return bool(json.loads(viewer.recv(PATIENCE))["type"] == "hello")

    with slow_reader(server, URL) as one, slow_reader(server, URL) as two:
        stuck = [one, two]
        for _ in range(100):
            for viewer in stuck:
                viewer.send('{"op": "step", "by": 1}')
        assert not may_watch()
        wait_until(may_watch)
        wait_until(lambda: all(map(is_dead, stuck)))


def is_dead(viewer: ClientConnection) -> bool:
    try:
        viewer.send('{"op": "step", "by": 1}')
    except ConnectionClosed:
        return True
    return False
