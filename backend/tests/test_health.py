"""Health for machines, figures for Prometheus, ids of requests, and the log in JSON."""

import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families as parse
from starlette.testclient import TestClient

from mmscope.api import create_app
from mmscope.api.routes import health
from mmscope.captures import Library
from mmscope.cli.commands.serve import JsonLines
from mmscope.core import CoreModule, TraceModule
from mmscope.rooms.protocol import VERSION
from mmscope.settings import Settings, SettingsError, load
from support import fill, small_disk, wait_until
from wrong_captures import bad_captures

Client = Callable[..., TestClient]


@pytest.fixture
def serve(core: CoreModule, trace: TraceModule) -> Iterator[Client]:
    """Clients of applications with settings of their own."""
    with ExitStack() as stack:

        def start(settings: Settings) -> TestClient:
            library = Library(settings, core, trace)
            library.catch_up()
            return stack.enter_context(TestClient(create_app(library), raise_server_exceptions=False))

        yield start


def not_ready(client: TestClient) -> str:
    answer = client.get("/api/health/ready")
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "not_ready"
    assert answer.headers["retry-after"] == "10"
    return str(answer.json()["error"]["message"])


def test_a_server_that_can_work_is_live_and_ready(client: TestClient, settings: Settings) -> None:
    before = sorted(path.name for path in settings.data.iterdir())
    assert client.get("/api/health/live").json() == {"status": "live"}
    assert client.get("/api/health/ready").json() == {"status": "ready"}
    assert sorted(path.name for path in settings.data.iterdir()) == before


def test_a_full_disk_is_live_but_not_ready(serve: Client, settings: Settings, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 24 << 20) as disk, ExitStack() as end:
        client = serve(replace(settings, data=disk / "data"))
        end.callback(client.__exit__, None, None, None)
        filler = fill(disk)
        assert not_ready(client) == "the disk is full"
        assert client.get("/api/health").json()["status"] == "full"
        assert client.get("/api/health/live").status_code == 200
        filler.unlink()
        assert client.get("/api/health/ready").status_code == 200


def test_why_it_is_not_ready(
    client: TestClient, settings: Settings, library_of: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.write_bytes", fails)
        assert not_ready(client) == "the data folder cannot be written: Read-only file system"
    with monkeypatch.context() as patch:
        patch.setattr(library_of.catalogue, "get", fails)
        patch.setattr(library_of.store, "space", lambda: 0)
        assert not_ready(client) == "the disk is full; the catalogue does not answer"
    shutil.rmtree(settings.data)
    assert "cannot be" in not_ready(client)
    assert client.get("/api/health/live").status_code == 200


@pytest.fixture
def library_of(client: TestClient) -> Library:
    """The library behind the client."""
    found: Library = client.app.state.mmscope.library  # type: ignore[attr-defined]
    return found


def test_a_disk_that_hangs_holds_one_thread_and_leaves_it_live(
    client: TestClient, library_of: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, go_on = threading.Event(), threading.Event()

    def room() -> int:
        hangs.set()
        go_on.wait()
        return 1 << 30

    monkeypatch.setattr(library_of.store, "space", room)
    monkeypatch.setattr(health, "PATIENCE", 0.01)
    answers: list[int] = []
    first = threading.Thread(target=lambda: answers.append(client.get("/api/health/ready").status_code))
    first.start()
    hangs.wait()
    assert not_ready(client) == "the disk does not answer"
    assert client.get("/api/health/live").status_code == 200
    go_on.set()
    first.join()
    assert answers == [200]


def figures(client: TestClient) -> dict[tuple[str, ...], float]:
    """Every sample: its name and its labels' values."""
    text = client.get("/api/metrics").text
    return {(s.name, *s.labels.values()): s.value for family in parse(text) for s in family.samples}


def test_figures_only_where_they_are_asked_for(client: TestClient) -> None:
    assert client.get("/api/metrics").status_code == 404
    assert client.get("/api/metrics").json()["error"]["code"] == "not_found"


def test_metrics_count_requests_uploads_and_captures(serve: Client, settings: Settings, text: bytes) -> None:
    client = serve(replace(settings, metrics=True))
    made = client.post("/api/captures", content=text).json()
    client.post("/api/captures", content=text)
    twice = next(bad.content for bad in bad_captures(text) if bad.name == "a line twice")
    assert client.post("/api/captures", content=twice).status_code == 422
    client.post("/api/uploads", headers={"upload-length": "9"})
    for name in (made["id"], "first", "no-such"):
        client.get(f"/api/captures/{name}")
    for path in range(50):
        client.get(f"/nowhere/{path}")
        client.request(f"ODD{path}", "/api/health")
    found = figures(client)
    one = "/api/captures/{capture_id}"
    assert found["mmscope_requests_total", "GET", one, "200"] == 2
    assert found["mmscope_requests_total", "GET", one, "404"] == 1
    assert found["mmscope_requests_total", "POST", "/api/captures", "201"] == 1
    assert found["mmscope_request_seconds_count", "GET", one] == 3
    assert found["mmscope_files_total", "stored"] == 1
    assert found["mmscope_files_total", "known"] == 1
    assert found["mmscope_files_total", "refused"] == 1
    assert found["mmscope_ingest_seconds_total", "stored"] > 0
    assert (found["mmscope_captures", "ready"], found["mmscope_captures", "failed"]) == (2, 0)
    assert found["mmscope_uploads", "receiving"] == 1
    assert found["mmscope_ingest_queue",] == 0
    assert found["mmscope_store_bytes",] > len(text)
    assert found["mmscope_room_bytes",] > 0
    assert len([name for name in found if name[0] == "mmscope_requests_total"]) < 15, "labels are bounded"


def test_metrics_count_what_is_stepped_through(serve: Client, settings: Settings) -> None:
    client = serve(replace(settings, metrics=True))
    assert figures(client)["mmscope_replay_captures",] == 0
    assert client.get("/api/captures/first/rows?at=0").status_code == 200
    assert figures(client)["mmscope_replay_captures",] == 1


def test_metrics_count_rooms(serve: Client, settings: Settings) -> None:
    client = serve(replace(settings, metrics=True))
    assert figures(client)["mmscope_class_rooms",] == 0
    reply = client.post("/api/rooms").json()
    place = f"/api/rooms/{reply['code']}"
    with client.websocket_connect(place) as teacher, client.websocket_connect(place) as student:
        lead = {"op": "lead", "v": VERSION, "secret": reply["secret"], "window": "w", "take": False}
        teacher.send_json(lead)
        student.send_json({"op": "join", "v": VERSION, "member": "m" * 22})
        ask = {"op": "ask", "pane": "A", "k": 5, "kind": "choice", "title": "Which?"}
        teacher.send_json({**ask, "labels": ["a", "b"], "took": 1})
        while student.receive_json()["type"] != "question":
            pass
        student.send_json({"op": "answer", "question": 1, "round": 1, "choice": 0})
        student.send_json({"op": "answer", "question": 9, "round": 1, "choice": 0})
        while student.receive_json()["type"] != "confirmed":
            pass
        found = figures(client)
        rooms, led, members = (found[f"mmscope_class_{what}",] for what in ("rooms", "led", "members"))
        assert (rooms, led, members) == (1, 1, 1)
        assert found["mmscope_class_answers_total", "confirmed"] == 1
        assert found["mmscope_class_answers_total", "refused"] == 1
    wait_until(lambda: figures(client)["mmscope_class_members",] == 0)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a-1.b:c/d+e=@", True),
        ("x" * 64, True),
        ("x" * 65, False),
        ("a b", False),
        ("é", False),
        ('"', False),
        ("", False),
    ],
)
def test_a_request_has_an_id(client: TestClient, given: str, *, kept: bool) -> None:
    for path in ("/api/health", "/nowhere", "/api/captures/no-such"):
        back = client.get(path, headers=[(b"x-request-id", given.encode())]).headers["x-request-id"]
        assert (back == given) == kept
        assert kept or len(back) == 16
    other = client.get("/api/health", headers={"host": "evil.example", "x-request-id": "mine"})
    assert (other.status_code, other.headers["x-request-id"]) == (403, "mine")


@contextmanager
def logged() -> Iterator[list[dict[str, object]]]:
    """What is logged, as JSON."""
    lines: list[dict[str, object]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(self.format(record)))

    keep = Keep()
    keep.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(keep)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(keep)
        root.setLevel(level)


def test_each_line_of_a_request_has_its_id(
    serve: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what a thread logs on its behalf, and what a failure says."""
    client = serve(replace(settings, log="json"))

    def fails(*_: object) -> None:
        raise RuntimeError("a\nb")

    monkeypatch.setattr(Library, "withdraw", fails)
    with logged() as lines:
        answer = client.delete("/api/captures/first", headers={"x-request-id": "mine"})
        client.get("/api/health", headers={"x-request-id": "other"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (500, "mine")
    ours = [line for line in lines if line.get("request") == "mine"]
    assert {line["who"] for line in ours} == {"testclient"}
    assert any("RuntimeError: a" in str(line.get("error")) for line in ours)
    last = ours[-1]
    assert (last["method"], last["route"], last["status"]) == ("DELETE", "/api/captures/{capture_id}", 500)
    assert isinstance(last["ms"], float)
    assert [line["route"] for line in lines if line.get("request") == "other"] == ["/api/health"]


def test_the_servers_own_log_in_json(settings: Settings) -> None:
    env = {
        **os.environ,
        "PORT": "0",
        "MMSCOPE_LOG": "json",
        "MMSCOPE_ROOT": str(settings.root),
        "MMSCOPE_DATA": str(settings.data),
    }
    command = [sys.executable, "-m", "mmscope", "serve"]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = []
        with closing(process.stderr) as said:
            for line in said:
                lines.append(json.loads(line))
                if "running on" in lines[-1]["message"]:
                    process.send_signal(signal.SIGTERM)
    assert {"time", "level", "logger", "message"} <= lines[0].keys()
    assert {line["logger"] for line in lines} >= {"uvicorn.error"}
    wait_until(lambda: process.returncode is not None)


def test_a_port_for_figures_that_is_taken(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        env = {
            **os.environ,
            "PORT": "0",
            "MMSCOPE_METRICS_PORT": str(taken.getsockname()[1]),
            "MMSCOPE_ROOT": str(settings.root),
            "MMSCOPE_DATA": str(settings.data),
        }
        command = [sys.executable, "-m", "mmscope", "serve"]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "MMSCOPE_METRICS_PORT: nobody can listen on 127.0.0.1:" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("name", "value"), [("MMSCOPE_METRICS", "1"), ("MMSCOPE_LOG", "xml")])
def test_settings_that_are_words(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"{name} is '{value}', but must be"):
        load({name: value})
    assert load({"MMSCOPE_METRICS": "on", "MMSCOPE_LOG": "json"}).metrics
