"""A real server process: killed at the worst moments, sent the worst files, used by many at once."""

import base64
import contextlib
import gzip
import hashlib
import json
import os
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.sync.client import connect

from conftest import ModelRun
from mmscope.captures import VERDICTS, restore
from mmscope.captures.columns import parquet_name
from mmscope.settings import Settings
from support import PATIENCE, Server, answer, tree, wait_until

Start = Callable[[], Server]
MIB = 1 << 20


@pytest.fixture(scope="module")
def long_capture(run_model: ModelRun) -> bytes:
    """A capture that takes seconds to read in."""
    session = run_model("four-nodes", stop_decisions=60_000)
    return gzip.compress(b"".join(session.write()), compresslevel=1, mtime=0)


def arrived(settings: Settings, size: int) -> bool:
    return any(path.stat().st_size >= size for path in (settings.data / "incoming").glob("*/source"))


def check_whole(server: Server, settings: Settings, stored: dict[str, bytes], text: bytes) -> None:
    """Nothing is left of the upload that broke off, nothing is missing of the one before."""
    wait_until(server.is_ready)
    assert tree(settings.data / "captures") == stored
    assert list((settings.data / "incoming").iterdir()) == []
    listed = server.http.get("/api/captures").json()
    assert [(c["origin"], c["state"]) for c in listed] == [("bundled", "ready"), ("upload", "ready")]
    assert server.http.get(f"/api/captures/{listed[1]['id']}/file").content == text
    assert server.http.get(f"/api/captures/{listed[1]['id']}/check").json()["totals"]["same"] == 400


@pytest.fixture
def stored(start_server: Start, settings: Settings, text: bytes) -> tuple[Server, dict[str, bytes]]:
    """A server with one upload, and all files it keeps."""
    server = start_server()
    wait_until(server.is_ready)
    assert server.http.post("/api/captures?filename=good", content=text).status_code == 201
    return server, tree(settings.data / "captures")


def test_killed_in_the_middle_of_an_upload(
    stored: tuple[Server, dict[str, bytes]],
    start_server: Start,
    settings: Settings,
    text: bytes,
    packed: bytes,
) -> None:
    server, files = stored
    with server.connect() as connection:
        connection.sendall(server.post_head(len(packed)) + packed[: len(packed) // 2])
        wait_until(lambda: any((settings.data / "incoming").glob("*/source")))
        server.kill()
    assert list((settings.data / "incoming").iterdir())
    check_whole(start_server(), settings, files, text)


@pytest.mark.slow
@pytest.mark.parametrize("written", ["node", "swap_select", VERDICTS])
def test_killed_in_the_middle_of_reading_in(
    stored: tuple[Server, dict[str, bytes]],
    start_server: Start,
    settings: Settings,
    text: bytes,
    long_capture: bytes,
    written: str,
) -> None:
    server, files = stored
    pattern = f"*/*/{parquet_name(written)}"
    with server.connect() as connection:
        connection.sendall(server.post_head(len(long_capture)) + long_capture)
        wait_until(lambda: any((settings.data / "incoming").glob(pattern)))
        server.kill()
    server = start_server()
    check_whole(server, settings, files, text)
    assert server.http.post("/api/captures", content=long_capture).status_code == 201


def test_an_upload_that_the_client_breaks_off(
    stored: tuple[Server, dict[str, bytes]], settings: Settings, text: bytes, packed: bytes
) -> None:
    server, files = stored
    with server.connect() as connection:
        connection.sendall(server.post_head(len(packed)) + packed[:-1])
        wait_until(lambda: any((settings.data / "incoming").glob("*/source")))
    wait_until(lambda: not list((settings.data / "incoming").iterdir()))
    check_whole(server, settings, files, text)


def patch_head(url: str, port: int, offset: int, length: int, *more: str) -> bytes:
    """The head of a request that adds bytes to an upload, and waits until it has the upload."""
    head = [
        f"PATCH {url} HTTP/1.1",
        "Expect: 100-continue",
        f"Host: 127.0.0.1:{port}",
        "Content-Type: application/offset+octet-stream",
        f"Upload-Offset: {offset}",
        f"Content-Length: {length}",
        *more,
    ]
    return ("\r\n".join(head) + "\r\n\r\n").encode()


def test_an_upload_goes_on_after_its_page_was_reloaded(
    start_server: Start, settings: Settings, text: bytes
) -> None:
    """A connection breaks in the middle of a request; whoever comes next asks where it stands."""
    server = start_server()
    made = server.http.post("/api/uploads", headers={"upload-length": str(len(text))})
    url, half = made.headers["location"], len(text) // 2

    def stands() -> int:
        return int(server.http.head(url).headers["upload-offset"])

    def add(offset: int, content: bytes, **more: str) -> int:
        head = {"content-type": "application/offset+octet-stream", "upload-offset": str(offset), **more}
        return server.http.patch(url, headers=head, content=content).status_code

    with server.connect() as connection:
        connection.sendall(patch_head(url, server.port, 0, len(text)))
        assert b" 100 " in connection.recv(1000)
        connection.sendall(text[:half])
        assert add(0, text) == 423  # the page that went away has it still
    wait_until(lambda: stands() == half)
    wrong = base64.b64encode(hashlib.sha1(text).digest()).decode()  # noqa: S324  # tus asks for it
    with server.connect() as connection:
        connection.sendall(patch_head(url, server.port, half, half, f"Upload-Checksum: sha1 {wrong}"))
        assert b" 100 " in connection.recv(1000)
        connection.sendall(text[half : half + 1000])
    wait_until(lambda: add(half, text[half:], **{"upload-checksum": f"sha1 {wrong}"}) == 460)
    assert stands() == half  # of bytes with a checksum, none count before it was looked at
    assert add(half, text[half:]) == 204
    wait_until(lambda: server.http.get(url).json()["state"] == "done")
    kept = server.http.get(url).json()["id"]
    assert server.http.get(f"/api/captures/{kept}/file").content == text
    wait_until(lambda: not (settings.data / "uploads" / url.rpartition("/")[2] / "source").exists())


def send_until_answered(connection: socket.socket, pieces: Iterator[bytes]) -> int:
    """Send until the other side has something to say. Returns how many bytes went out."""
    sent = 0
    for piece in pieces:
        if select.select([connection], [], [], 0)[0]:
            break
        try:
            connection.sendall(piece)
        except OSError:
            break
        sent += len(piece)
    return sent


def received(connection: socket.socket) -> bytes:
    answer = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            answer += part
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("declared", [True, False])
def test_a_gigabyte_of_one_line_is_refused_early(
    stored: tuple[Server, dict[str, bytes]], settings: Settings, text: bytes, *, declared: bool
) -> None:
    server, files = stored
    start = b"\n".join(text.split(b"\n")[:2]) + b"\n"
    line = b"x" * MIB
    with server.connect() as connection:
        head = server.post_head(1 << 30)
        if declared:
            pieces = iter([start, *([line] * 1024)])
        else:
            head = head.replace(b"Content-Length: 1073741824", b"Transfer-Encoding: chunked")
            pieces = (b"%x\r\n%b\r\n" % (len(p), p) for p in [start, *([line] * 1024)])
        connection.sendall(head)
        sent = send_until_answered(connection, pieces)
        answer = received(connection)
    assert sent < 64 * MIB
    status, error = int(answer.split()[1]), json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
    if declared:
        assert (status, error["code"]) == (413, "too_large")
    else:
        assert (status, error["code"], error["line"]) == (422, "long_line", 3)
    check_whole(server, settings, files, text)


def test_many_at_once(start_server: Start, run_model: ModelRun) -> None:
    """Eight clients upload five files, read and remove at the same time; every answer is sound."""
    server = start_server()
    texts = [b"".join(run_model("two-nodes", seed=seed, stop_decisions=300).write()) for seed in range(5)]

    def work(number: int) -> None:
        text = texts[number % len(texts)]
        made = server.http.post(f"/api/captures?filename={number}", content=text)
        assert made.status_code in {200, 201}
        url = f"/api/captures/{made.json()['id']}"
        check = server.http.get(f"{url}/check")
        assert check.json()["totals"]["same"] == 300
        assert server.http.get(f"{url}/file").content == text
        assert len(server.http.get("/api/captures").json()) >= 2
        assert server.http.get("/api/health").status_code == 200

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(16)))
    listed = server.http.get("/api/captures").json()
    assert len({c["sha256"] for c in listed}) == len(listed) == 6
    with ThreadPoolExecutor(8) as pool:
        urls = [f"/api/captures/{c['id']}" for c in listed if c["origin"] == "upload"]
        statuses = list(pool.map(lambda url: server.http.delete(url).status_code, urls * 2))
    assert sorted(statuses) == [204] * 5 + [404] * 5


def test_it_ends_in_order(start_server: Start) -> None:
    server = start_server()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait() in {0, -signal.SIGTERM}
    assert start_server().http.get("/api/health").status_code == 200


def events_text(mebibytes: int) -> bytes:
    """A trace of another tool, long enough to be read for seconds."""
    line = (
        "         kswapd0-60      [000] ..... 1.%06d: mm_page_free: page=0000000011111111 pfn=0x1 order=0\n"
    )
    block = "".join(line % i for i in range(10_000)).encode()
    return b"# tracer: nop\n#\n" + block * (mebibytes * MIB // len(block))


ENDS_WITHIN = 5.0  # seconds


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["another tool's", "mmscope-trace"])
def test_it_ends_soon_whatever_is_under_way(
    start_server: Start, settings: Settings, long_capture: bytes, text: bytes, reading: str
) -> None:
    """A file being read, uploads that stand still, a stream of events, a room, a download nobody reads."""
    server = start_server()
    wait_until(server.is_ready)
    content = long_capture if reading == "mmscope-trace" else events_text(100)
    urls = [
        server.http.post("/api/uploads", headers={"upload-length": str(len(c))}).headers["location"]
        for c in (content, text)
    ]
    head = {"content-type": "application/offset+octet-stream", "upload-offset": "0"}
    assert server.http.patch(urls[0], headers=head, content=content).status_code == 204
    half = len(text) // 2
    with contextlib.ExitStack() as open_:
        stream = open_.enter_context(server.connect())
        stream.sendall(f"GET {urls[0]}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert stream.recv(1000)
        adding = open_.enter_context(server.connect())
        adding.sendall(patch_head(urls[1], server.port, 0, len(text)))
        assert b" 100 " in adding.recv(1000)
        adding.sendall(text[:half])
        posting = open_.enter_context(server.connect())
        posting.sendall(server.post_head(len(text)) + text[:half])
        wait_until(lambda: len(list((settings.data / "incoming").glob("*/source"))) >= 2)
        download = open_.enter_context(server.connect())
        file = f"GET /api/captures/first/file HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
        download.sendall(file.encode())
        room = server.http.post("/api/rooms").json()
        open_.enter_context(connect(f"ws://127.0.0.1:{server.port}/api/rooms/{room['code']}"))
        wait_until(lambda: server.http.get(urls[0]).json()["state"] == "reading")
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) in {0, -signal.SIGTERM}
        took = time.monotonic() - began
    assert took < ENDS_WITHIN
    server = start_server()
    stands = int(server.http.head(urls[1]).headers["upload-offset"])
    assert stands == half, "what came counts"
    head["upload-offset"] = str(half)
    assert server.http.patch(urls[1], headers=head, content=text[half:]).status_code == 204
    for url in urls:
        wait_until(lambda url=url: server.http.get(url).json()["state"] == "done")  # type: ignore[misc]


def test_what_is_cut_off_at_the_end_is_no_failure(
    start_server: Start, settings: Settings, text: bytes
) -> None:
    server = start_server()
    with server.connect() as connection:
        connection.sendall(server.post_head(len(text)) + text[:1000])
        wait_until(lambda: any((settings.data / "incoming").glob("*/source")))
        server.process.send_signal(signal.SIGTERM)
        assert answer(connection) == (503, "stopped")
    assert server.process.wait(PATIENCE) in {0, -signal.SIGTERM}
    assert server.process.stderr is not None
    log = server.process.stderr.read()
    assert "Traceback" not in log, log
    assert not list((settings.data / "incoming").iterdir())


@pytest.mark.slow
def test_a_backup_is_made_while_it_goes_on(
    start_server: Start, settings: Settings, text: bytes, tmp_path: Path
) -> None:
    server = start_server()
    made = server.http.post("/api/captures", content=text).json()
    url = server.http.post("/api/uploads", headers={"upload-length": "9"}).headers["location"]
    head = {"content-type": "application/offset+octet-stream", "upload-offset": "0"}
    server.http.patch(url, headers=head, content=b"12345")
    command = [sys.executable, "-m", "mmscope", "backup", "-o", str(tmp_path)]
    env = {**os.environ, "MMSCOPE_DATA": str(settings.data), "MMSCOPE_ROOT": str(settings.root)}
    run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    path = Path(run.stdout.split()[1])
    assert path.parent == tmp_path
    assert server.http.head(url).headers["upload-offset"] == "5"
    assert server.http.delete(f"/api/captures/{made['id']}").status_code == 204
    server.kill()
    restore(path, tmp_path / "back")
    with contextlib.closing(sqlite3.connect(tmp_path / "back" / "catalogue.sqlite")) as database:
        assert database.execute("SELECT state FROM captures WHERE origin = 'upload'").fetchall() == [
            ("pending",)
        ]
    again = Server(replace(settings, data=tmp_path / "back"))
    try:
        wait_until(again.is_ready)
        assert again.http.get(f"/api/captures/{made['id']}/file").content == text
        assert again.http.get(f"/api/captures/{made['id']}/check").json()["totals"]["same"] == 400
        assert again.http.head(url).headers["upload-offset"] == "5"
    finally:
        again.kill()


def test_a_second_server_on_the_same_data_is_reported(start_server: Start, settings: Settings) -> None:
    start_server()
    with pytest.raises(AssertionError, match="in use by another mmscope server"):
        Server(settings)
    assert Path(settings.data / "lock").is_file()
