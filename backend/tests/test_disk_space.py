"""A real server on a disk that is full: it answers, gives space back, and goes on by itself."""

import errno
import json
import os
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from conftest import ModelRun
from mmscope.captures.errors import CaptureError
from mmscope.captures.uploads import Appending, Upload
from mmscope.rooms.protocol import VERSION
from mmscope.settings import Settings
from support import Server, fill, small_disk, wait_until

MIB = 1 << 20
TYPE = {"content-type": "application/offset+octet-stream"}


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Iterator[Settings]:
    """A data folder on a small disk of its own."""
    with small_disk(tmp_path / "disk", 24 * MIB) as disk:
        yield replace(settings, data=disk / "data")


@pytest.fixture
def texts(run_model: ModelRun) -> list[bytes]:
    """Captures."""
    return [b"".join(run_model("two-nodes", seed=n, stop_decisions=300).write()) for n in range(3)]


def health(server: Server) -> dict[str, object]:
    answer = server.http.get("/api/health")
    assert answer.status_code == 200
    found: dict[str, object] = answer.json()
    return found


def code(answer: object) -> str:
    return str(answer.json()["error"]["code"])  # type: ignore[attr-defined]


def test_what_is_there_can_be_removed_and_then_there_is_room(
    start_server: Callable[[], Server], settings: Settings, texts: list[bytes]
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    urls = [server.http.post("/api/captures", content=text).headers["location"] for text in texts[:2]]
    assert health(server)["status"] == "ok"
    filler = fill(settings.data.parent)
    given = health(server)
    assert (given["status"], given["room"]) == ("full", 0)
    for answer in (
        server.http.post("/api/captures", content=texts[2]),
        server.http.post("/api/uploads", headers={"upload-length": str(len(texts[2]))}),
    ):
        assert (answer.status_code, code(answer)) == (507, "no_space")
    assert server.http.get(f"{urls[0]}/file").content == texts[0]
    assert server.http.delete(urls[0]).status_code == 204
    assert server.http.get(urls[0]).status_code == 404
    filler = fill(settings.data.parent)
    assert server.http.delete(urls[1]).status_code == 204
    assert [c["origin"] for c in server.http.get("/api/captures").json()] == ["bundled"]
    filler.unlink()
    assert health(server)["status"] == "ok"
    assert server.http.post("/api/captures", content=texts[2]).status_code == 201


@pytest.mark.slow
@pytest.mark.parametrize("left", [0, 2 * MIB], ids=["full", "too little room"])
def test_a_start_on_a_full_disk_and_bundled_captures_that_wait_for_room(
    start_server: Callable[[], Server],
    settings: Settings,
    run_model: ModelRun,
    texts: list[bytes],
    left: int,
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    kept = server.http.post("/api/captures", content=texts[0]).headers["location"]
    server.kill()
    large = b"".join(run_model("four-nodes", stop_decisions=20_000).write())
    (settings.bundled / "second.mmscope.gz").write_bytes(large)
    filler = fill(settings.data.parent, left)
    server = start_server()
    server.says("1 captures still have to be read")
    assert (health(server)["status"], health(server)["pending"]) == ("full" if left == 0 else "ok", 1)
    assert list((settings.data / "incoming").iterdir()) == []
    assert server.http.get(f"{kept}/check").json()["totals"]["same"] == 300
    filler.unlink()
    wait_until(lambda: health(server)["pending"] == 0)
    assert {c["state"] for c in server.http.get("/api/captures").json()} == {"ready"}


@pytest.mark.slow
def test_a_start_without_any_room_says_so(start_server: Callable[[], Server], settings: Settings) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    server.process.terminate()
    server.process.wait()
    (settings.data / "reserve").unlink()
    filler = fill(settings.data.parent)
    with pytest.raises(AssertionError, match="is full, so the catalogue cannot be opened: free some space"):
        start_server()
    filler.unlink()
    assert health(start_server())["status"] == "ok"


@pytest.mark.slow
def test_an_upload_that_came_whole_waits_for_room(
    start_server: Callable[[], Server], settings: Settings, texts: list[bytes]
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    text = texts[0]
    url = server.http.post("/api/uploads", headers={"upload-length": str(len(text))}).headers["location"]
    head = {**TYPE, "upload-offset": "0"}
    assert server.http.patch(url, headers=head, content=text[:-1]).status_code == 204
    filler = fill(settings.data.parent)
    head["upload-offset"] = str(len(text) - 1)
    assert server.http.patch(url, headers=head, content=text[-1:]).status_code in {204, 507}
    fill(settings.data.parent, left=16 << 10)  # for its card, but not for what is derived
    stands = int(server.http.head(url).headers["upload-offset"])
    assert stands >= len(text) - 1, "what was acknowledged counts"
    if stands < len(text):
        assert server.http.patch(url, headers=head, content=text[-1:]).status_code == 204
    wait_until(lambda: "held" in server.http.get(url).json())
    answer = server.http.get(url).json()
    assert (answer["state"], answer["held"].startswith("the server's disk is full")) == ("waiting", True)
    server.kill()
    server = start_server()
    wait_until(lambda: "held" in server.http.get(url).json())
    filler.unlink()
    wait_until(lambda: "id" in server.http.get(url).json())
    capture = server.http.get(url).json()["id"]
    assert server.http.get(f"/api/captures/{capture}/file").content == text


def test_bytes_count_when_they_are_on_disk(tmp_path: Path) -> None:
    """The disk takes half of a piece: that half counts, and what comes after it follows it."""
    upload = Upload.create(tmp_path / ("a" * 32), "x", 3 * MIB, None, None)
    piece, limits = bytes(range(256)) * (MIB // 256), resource.getrlimit(resource.RLIMIT_FSIZE)
    to = Appending(upload, None)
    to.write(piece)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3 * MIB // 2, limits[1]))
    try:
        with pytest.raises(CaptureError, match="full"):
            to.write(piece)
        assert to.may_commit
        to.commit()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    to.close()
    assert upload.card.offset == 3 * MIB // 2
    assert upload.source.read_bytes() == (piece * 2)[: 3 * MIB // 2]


def test_what_the_disk_did_not_keep_never_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk may find out late, and says so once: when what was written is forced to it."""
    upload = Upload.create(tmp_path / ("a" * 32), "x", 3 * MIB, None, None)
    to = Appending(upload, None)
    to.write(b"first")
    to.commit()
    to.write(b"second")

    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    with monkeypatch.context() as patch:
        patch.setattr("mmscope.captures.uploads.upload.sync", full)
        with pytest.raises(CaptureError, match="full"):
            to.commit()
    assert not to.may_commit
    with pytest.raises(CaptureError, match="did not keep"):
        to.commit()
    to.close()
    assert (upload.card.offset, upload.source.read_bytes()) == (5, b"first")


def test_bytes_that_are_gone_from_the_file_do_not_count(tmp_path: Path) -> None:
    upload = Upload.create(tmp_path / ("a" * 32), "x", 100, None, None)
    to = Appending(upload, None)
    to.write(b"first")
    os.truncate(upload.source, 2)
    with pytest.raises(CaptureError, match="are gone"):
        to.commit()
    to.close()
    assert (upload.card.offset, upload.source.read_bytes()) == (0, b"")
    upload.card.offset = 5
    Appending(upload, None).close()
    assert upload.source.read_bytes() == b""


def test_a_disk_that_fills_up_during_a_request_leaves_no_hole(
    start_server: Callable[[], Server], settings: Settings
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    sent = b"".join(n.to_bytes(4) for n in range(6 * MIB // 4))
    url = server.http.post("/api/uploads", headers={"upload-length": str(len(sent))}).headers["location"]
    [source] = settings.data.rglob(f"{url.rpartition('/')[2]}/source")
    fillers: list[Path] = []

    def body() -> Iterator[bytes]:
        yield sent[: 2 * MIB]
        wait_until(lambda: source.stat().st_size >= MIB)
        fillers.append(fill(settings.data.parent))
        yield sent[2 * MIB :]

    answer = server.http.patch(url, headers={**TYPE, "upload-offset": "0"}, content=body())
    assert (answer.status_code, code(answer)) == (507, "no_space")
    offset = int(server.http.head(url).headers["upload-offset"])
    assert offset < len(sent)
    assert source.read_bytes() == sent[:offset]
    for filler in fillers:
        filler.unlink()
    more, headers = sent[offset : offset + MIB], {**TYPE, "upload-offset": str(offset)}
    assert server.http.patch(url, headers=headers, content=more).status_code == 204
    assert source.read_bytes() == sent[: offset + MIB]


@contextmanager
def in_room(server: Server, room: str, first: dict[str, object]) -> Iterator[ClientConnection]:
    """A connection to a room that has said this first."""
    with connect(f"ws://127.0.0.1:{server.port}/api/rooms/{room}") as socket:
        socket.send(json.dumps({"v": VERSION, **first}))
        yield socket


def heard(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of these kinds."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=20))
        if message["type"] in kinds:
            return message


@pytest.mark.slow
def test_a_teacher_is_told_that_the_disk_is_full_and_the_class_goes_on(
    start_server: Callable[[], Server], settings: Settings
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    reply = server.http.post("/api/rooms").json()

    def answered(number: int) -> str:
        with in_room(server, reply["code"], {"op": "join", "member": f"{number:022}"}) as student:
            heard(student, "welcome")
            student.send(json.dumps({"op": "answer", "question": 1, "round": 1, "choice": 0}))
            return str(heard(student, "confirmed", "error")["type"])

    lead = {"op": "lead", "secret": reply["secret"], "window": "w", "take": False}
    with in_room(server, reply["code"], lead) as teacher:
        ask = {"op": "ask", "pane": "A", "k": 1, "kind": "choice", "title": "Which?"}
        teacher.send(json.dumps({**ask, "labels": ["a", "b"], "took": 1}))
        filler = fill(settings.data.parent)
        # A file may have some room left in itself.
        assert any(answered(number) == "error" for number in range(400))
        while heard(teacher, "tally")["kept"]:
            pass
        teacher.send(json.dumps({"op": "stage", "stage": "answers"}))
        while heard(teacher, "question")["question"]["stage"] != "answers":
            pass
        filler.unlink()
        wait_until(lambda: answered(0) == "confirmed")
        while not heard(teacher, "tally")["kept"]:
            pass


@pytest.mark.slow
def test_a_class_on_a_full_disk_loses_no_answer_that_was_confirmed(
    start_server: Callable[[], Server], settings: Settings
) -> None:
    server = start_server()
    wait_until(lambda: health(server)["pending"] == 0)
    reply = server.http.post("/api/rooms").json()

    def there(first: dict[str, object]) -> AbstractContextManager[ClientConnection]:
        return in_room(server, reply["code"], first)

    with there({"op": "lead", "secret": reply["secret"], "window": "w", "take": False}) as teacher:
        ask = {"op": "ask", "pane": "A", "k": 1, "kind": "choice", "title": "Which?"}
        teacher.send(json.dumps({**ask, "labels": ["a", "b", "c"], "took": 1}))
        heard(teacher, "question")
    filler = fill(settings.data.parent)
    confirmed: dict[str, int] = {}
    refused = 0
    # A file may have some room left in itself: so many that it has none any more.
    for number in range(400):
        member = f"{number:022}"
        with there({"op": "join", "member": member}) as student:
            heard(student, "welcome")
            answer = {"op": "answer", "question": 1, "round": 1, "choice": number % 3}
            student.send(json.dumps(answer))
            message = heard(student, "confirmed", "error")
            if message["type"] == "confirmed":
                confirmed[member] = number % 3
            else:
                assert message["error"]["code"] == "not_kept"
                refused += 1
    assert refused > 0
    full = server.http.post("/api/rooms")
    assert (full.status_code, code(full)) == (507, "no_space")
    # What a phone says again when there is room is taken.
    filler.unlink()
    again = f"{399:022}"

    def is_taken() -> bool:
        with there({"op": "join", "member": again}) as student:
            heard(student, "welcome")
            student.send(json.dumps({"op": "answer", "question": 1, "round": 1, "choice": 2}))
            return bool(heard(student, "confirmed", "error")["type"] == "confirmed")

    wait_until(is_taken)
    confirmed[again] = 2
    server.kill()
    server = start_server()
    for member, choice in [*confirmed.items()][:: max(1, len(confirmed) // 20)]:
        with there({"op": "join", "member": member}) as student:
            assert heard(student, "welcome")["choice"] == choice
    headers = {"mmscope-secret": reply["secret"]}
    found = server.http.get(f"/api/rooms/{reply['code']}/results", headers=headers).json()["students"]
    assert sum(student["answers"] != [None] for student in found) == len(confirmed)
