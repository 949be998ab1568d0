"""Uploads that can be resumed, over the protocol tus."""

import base64
import hashlib
import json
import os
import re
import select
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from mmscope.api import create_app
from mmscope.captures import Library
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Limits, Settings
from support import Server, wait_until

TYPE = {"content-type": "application/offset+octet-stream", "tus-resumable": "1.0.0"}
Serve = Callable[[], TestClient]


@pytest.fixture
def serve(reopen: Callable[[], Library]) -> Serve:
    """A server on the data folder, any number of times, one after another."""
    return lambda: TestClient(create_app(reopen()))


def create(client: httpx2.Client, length: int, **metadata: str) -> Any:  # noqa: ANN401  # the client's own response
    given = ",".join(f"{k} {base64.b64encode(v.encode()).decode()}" for k, v in metadata.items())
    return client.post("/api/uploads", headers={"upload-length": str(length), "upload-metadata": given})


def patch(client: httpx2.Client, url: str, offset: int, content: bytes, **headers: Any) -> Any:  # noqa: ANN401
    return client.patch(url, content=content, headers={**TYPE, "upload-offset": str(offset), **headers})


def events(client: httpx2.Client, url: str) -> list[tuple[str, dict[str, Any]]]:
    """All events of an upload, until the last."""
    text = client.get(f"{url}/events").text
    found = []
    for block in text.strip().split("\n\n"):
        given = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if given:
            found.append((given["event"], json.loads(given["data"])))
    return found


def test_a_file_in_pieces_becomes_a_capture(client: TestClient, text: bytes) -> None:
    made = create(client, len(text), filename="dir/my.mmscope", sha256=hashlib.sha256(text).hexdigest())
    assert made.status_code == 201
    url = made.headers["location"]
    third = len(text) // 3
    for start in (0, third, 2 * third):
        stands = client.head(url).headers
        assert (stands["upload-offset"], stands["upload-length"]) == (str(start), str(len(text)))
        assert client.get(url).json()["state"] == "receiving"
        stop = len(text) if start else third
        stop = 2 * third if start == third else stop
        done = patch(client, url, start, text[start:stop])
        assert (done.status_code, done.headers["upload-offset"]) == (204, str(stop))
    given = events(client, url)
    assert [name for name, _ in given[:-1]] == ["progress"] * (len(given) - 1)
    assert given[-1][0] == "done"
    capture = client.get(f"/api/captures/{given[-1][1]['id']}").json()
    assert (capture["filename"], capture["size"], capture["state"]) == ("my.mmscope", len(text), "ready")
    assert client.get(f"/api/captures/{capture['id']}/file").content == text
    state = client.get(url).json()
    assert (state["state"], state["bytes"], state["events"]) == ("done", len(text), capture["events"])
    assert client.head(url).headers["upload-offset"] == str(len(text))


def gone(client: TestClient, url: str) -> bool:
    return bool(client.get(url).status_code == 404)


def test_what_a_file_cannot_be_is_said_at_last(client: TestClient, text: bytes) -> None:
    lines = text.split(b"\n")
    half = b"\n".join([*lines[:50], lines[50][:100], *lines[51:]])
    for content, metadata, code, line in (
        (b"not a capture", {}, "format", 1),
        (text, {"sha256": "0" * 64}, "checksum", 0),
        (half, {}, "line", 51),
    ):
        url = create(client, len(content), **metadata).headers["location"]
        assert patch(client, url, 0, content).status_code == 204
        name, given = events(client, url)[-1]
        assert (name, given["code"], given["line"]) == ("failed", code, line)
        assert client.get(url).json()["error"]["code"] == code
        assert client.delete(url).status_code == 204
        # The worker that has told so may not have let go of it yet.
        wait_until(partial(gone, client, url))
    assert len(client.get("/api/captures").json()) == 1


def test_requests_that_do_not_fit_are_refused_and_change_nothing(client: TestClient, text: bytes) -> None:
    url = create(client, len(text)).headers["location"]
    patch(client, url, 0, text[:1000])
    checksum = base64.b64encode(hashlib.sha256(b"other").digest()).decode()
    no_base64 = {"upload-length": "1", "upload-metadata": "a ?"}
    refused = [
        (patch(client, url, 999, b"x"), 409, "offset"),
        (patch(client, url, 1000, text[1000:] + b"x"), 413, "too_large"),
        (patch(client, url, 1000, text[1000:], **{"upload-checksum": f"sha256 {checksum}"}), 460, "checksum"),
        (patch(client, url, 1000, b"x", **{"upload-checksum": f"md5 {checksum}"}), 400, "upload"),
        (patch(client, url, 1000, b"x", **{"upload-checksum": "sha1 ?"}), 400, "upload"),
        (patch(client, url, 1000, b"x", **{"upload-checksum": b"sha1 \xe9"}), 400, "upload"),
        (patch(client, url, 1000, b"x", **{"content-type": "text/plain"}), 415, "media_type"),
        (patch(client, url, 1000, b"x", **{"tus-resumable": "0.2"}), 412, "tus"),
        (create(client, 1, sha256="abc"), 400, "upload"),
        (create(client, 0), 415, "format"),
        (create(client, 1 << 40), 413, "too_large"),
        (
            client.post("/api/uploads", headers=no_base64),
            400,
            "upload",
        ),
        (client.post("/api/uploads"), 422, "request"),
    ]
    for answer, status, code in refused:
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert client.head(url).headers["upload-offset"] == "1000"
    right = base64.b64encode(hashlib.sha256(text[1000:]).digest()).decode()
    done = patch(client, url, 1000, text[1000:], **{"upload-checksum": f"sha256 {right}"})
    assert done.status_code == 204
    assert events(client, url)[-1][0] == "done"
    again = patch(client, url, len(text), b"")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "offset")


@pytest.fixture
def limited(
    settings: Settings, core: CoreModule, trace: TraceModule
) -> Iterator[Callable[[Limits], TestClient]]:
    """A server with limits of its own."""
    with ExitStack() as clients:
        yield lambda limits: clients.enter_context(
            TestClient(create_app(Library(replace(settings, limits=limits), core, trace)))
        )


def test_an_upload_has_a_greatest_length(limited: Callable[[Limits], TestClient], text: bytes) -> None:
    client = limited(Limits(resumable=len(text)))
    assert client.options("/api/uploads").headers["tus-max-size"] == str(len(text))
    assert create(client, len(text) + 1).status_code == 413
    assert create(client, len(text)).status_code == 201


def test_announcements_without_a_byte_keep_nobody_out(
    limited: Callable[[Limits], TestClient], settings: Settings, text: bytes
) -> None:
    """Each of the disk's whole length, more of them than are known at a time: the oldest are forgotten."""
    client = limited(Limits(uploads=2, upload_records=20))
    library = client.app.state.mmscope.library  # type: ignore[attr-defined]
    long = min(library.store.space() - (1 << 30), library.settings.limits.resumable)
    begun = create(client, len(text)).headers["location"]
    assert patch(client, begun, 0, text[:5000]).status_code == 204
    announced = [create(client, long) for _ in range(60)]
    assert {one.status_code for one in announced} == {201}
    assert len(list((settings.data / "uploads").iterdir())) == 20
    assert [client.head(announced[at].headers["location"]).status_code for at in (0, -1)] == [404, 200]
    assert patch(client, begun, 5000, text[5000:]).status_code == 204
    assert events(client, begun)[-1][0] == "done"


def test_of_ended_uploads_the_oldest_are_forgotten(
    limited: Callable[[Limits], TestClient], settings: Settings
) -> None:
    client = limited(Limits(upload_records=5))
    waiting = create(client, 10).headers["location"]
    urls = []
    for number in range(12):
        urls.append(create(client, 20).headers["location"])
        assert patch(client, urls[-1], 0, b"not a capture %6d" % number).status_code == 204
        assert events(client, urls[-1])[-1][0] == "failed"
    assert [client.get(url).status_code for url in urls] == [404] * 8 + [200] * 4
    assert client.get(waiting).status_code == 200, "it has not ended"
    assert len(list((settings.data / "uploads").iterdir())) == 5


def test_uploads_with_bytes_are_kept_before_newcomers_unless_they_are_few_and_old(
    limited: Callable[[Limits], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = limited(Limits(upload_records=3))
    urls = [create(client, 1 << 20).headers["location"] for _ in range(3)]
    for url, size in zip(urls, (300, 100, 200), strict=True):
        assert patch(client, url, 0, bytes(size)).status_code == 204
    refused = create(client, 10)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
    monkeypatch.setattr("mmscope.captures.uploads.register.QUIET", 0.0)
    assert create(client, 10).status_code == 201
    assert [client.head(url).status_code for url in urls] == [200, 404, 200]
    monkeypatch.setattr("mmscope.captures.uploads.register.LITTLE", 0)
    assert create(client, 10).status_code == 201
    assert [client.head(url).status_code for url in urls] == [200, 404, 200]


def test_bytes_of_uploads_count(limited: Callable[[Limits], TestClient], text: bytes) -> None:
    """Those that have come and those of failed uploads that are kept; not what was only announced."""
    client = limited(Limits(store=3 << 20))
    url = create(client, 2_000_000).headers["location"]
    other, *_ = [create(client, 1_500_000).headers["location"] for _ in range(3)]
    assert patch(client, url, 0, bytes(1_500_000)).status_code == 204
    assert create(client, 2_000_000).json()["error"]["code"] == "no_space"
    assert create(client, 100_000).status_code == 201
    assert patch(client, url, 1_500_000, bytes(499_999)).status_code == 204
    assert patch(client, other, 0, bytes(1_500_000 - 1)).status_code == 204
    for answer in (
        patch(client, other, 1_500_000 - 1, b"x"),
        create(client, 1),
        client.post("/api/captures", content=text),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (507, "no_space")
    assert client.head(other).headers["upload-offset"] == "1499999", "what came stays"
    assert client.delete(url).status_code == 204
    assert client.post("/api/captures", content=text).status_code == 201


def test_bytes_of_failed_uploads_count_while_they_are_kept(
    limited: Callable[[Limits], TestClient], settings: Settings, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a mistake of ours")

    # The bundled capture is read beside this, and what is derived from it counts as soon as it is.
    shutil.rmtree(settings.bundled)
    client = limited(Limits(store=len(text) + 1000))
    monkeypatch.setattr("mmscope.captures.library.library.take_in", fail)
    url = create(client, len(text)).headers["location"]
    assert patch(client, url, 0, text).status_code == 204
    assert events(client, url)[-1][1]["code"] == "internal"
    assert create(client, 2000).status_code == 507
    assert client.delete(url).status_code == 204
    wait_until(partial(gone, client, url))  # as above
    assert create(client, 2000).status_code == 201


@pytest.mark.slow
def test_uploads_outlive_the_server(
    settings: Settings,
    serve: Serve,
    text: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serve() as client:
        url = create(client, len(text)).headers["location"]
        patch(client, url, 0, text[:5000])
        old = create(client, 10).headers["location"]
    folder = settings.data / "uploads" / url.rpartition("/")[2]
    with (folder / "source").open("ab") as file:
        file.write(b"bytes that nobody acknowledged")
    (settings.data / "uploads" / ("0" * 32)).mkdir()
    card = settings.data / "uploads" / old.rpartition("/")[2] / "card.json"
    week = 7 * 86400
    for touched in (1.0, time.time() + week, time.time() - week - 60):
        card.write_text(json.dumps({**json.loads(card.read_text()), "touched": touched, "newer": 1}))
        with serve() as client:
            assert client.delete(create(client, 1).headers["location"]).status_code == 204
            assert client.get(old).status_code == 200, "its clock may have been wrong"
    monkeypatch.setattr("mmscope.captures.uploads.register.GRACE", 0.0)
    with serve() as client:
        assert client.get(old).status_code == 200
        assert client.delete(create(client, 1).headers["location"]).status_code == 204
        assert client.get(old).status_code == 404
    with serve() as client:
        assert [p.name for p in (settings.data / "uploads").iterdir()] == [folder.name]
        assert client.head(url).headers["upload-offset"] == "5000"
        patch(client, url, 5000, text[5000:])
        assert events(client, url)[-1][0] == "done"
    with serve() as client:
        assert events(client, url)[0][0] == "done"
        assert not (folder / "source").exists()


def test_no_start_deletes_or_stumbles_over_what_lies_in_uploads(
    settings: Settings, serve: Serve, text: bytes
) -> None:
    with serve() as client:
        urls = [create(client, len(text)).headers["location"] for _ in range(3)]
        for url in urls:
            patch(client, url, 0, text[:5000])
    uploads = settings.data / "uploads"
    torn, short, good = (uploads / url.rpartition("/")[2] for url in urls)
    (torn / "card.json").write_text("{")
    (short / "source").write_bytes(text[:4000])
    (uploads / "note.txt").write_text("mine")
    shutil.copytree(good, uploads / "uploads" / good.name)
    with serve() as client:
        assert [client.head(url).status_code for url in urls] == [404, 404, 200]
    assert sorted(path.name for path in uploads.iterdir()) == sorted(["note.txt", "uploads", good.name])
    assert (uploads / "uploads" / good.name / "source").read_bytes() == text[:5000]
    aside = settings.data / "aside"
    assert (aside / torn.name / "source").read_bytes() == text[:5000]
    assert (aside / short.name / "source").read_bytes() == text[:4000]


@pytest.mark.parametrize(
    "card",
    [
        b"",
        b"[]",
        b'{"filename": 1, "length": 1, "sha256": null}',
        b'{"length": 1}',
        b"[" * 60_000,
        b'{"filename": "x", "length": 1, "sha256": null, "touched": "now"}',
        b'{"filename": "x", "length": 1, "sha256": null, "error": {}}',
        b'{"filename": "' + b"x" * (1 << 20) + b'", "length": 1, "sha256": null}',
        None,
    ],
)
def test_cards_that_make_no_sense(settings: Settings, serve: Serve, card: bytes | None) -> None:
    folder = settings.data / "uploads" / ("a" * 32)
    folder.mkdir(parents=True)
    (folder / "source").write_bytes(b"x")
    if card is None:
        os.mkfifo(folder / "card.json")
    else:
        (folder / "card.json").write_bytes(card)
    with serve() as client:
        assert client.get(f"/api/uploads/{folder.name}").status_code == 404
    assert (settings.data / "aside" / folder.name / "source").read_bytes() == b"x"


def test_a_fault_of_the_server_costs_no_bytes(
    settings: Settings,
    serve: Serve,
    text: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a mistake of ours")

    with serve() as client, monkeypatch.context() as broken:
        broken.setattr("mmscope.captures.library.library.take_in", fail)
        url = create(client, len(text)).headers["location"]
        assert patch(client, url, 0, text).status_code == 204
        assert events(client, url)[-1][1]["code"] == "internal"
        source = settings.data / "uploads" / url.rpartition("/")[2] / "source"
        assert source.read_bytes() == text
    with serve() as client:
        assert events(client, url)[-1][0] == "done"
        assert not source.exists()


def test_a_file_that_ends_the_server_again_and_again_is_given_up(
    settings: Settings, serve: Serve, text: bytes
) -> None:
    with serve() as client:
        url = create(client, len(text)).headers["location"]
        patch(client, url, 0, text[:-1])
    folder = settings.data / "uploads" / url.rpartition("/")[2]
    card = json.loads((folder / "card.json").read_text())
    (folder / "source").write_bytes(text)
    (folder / "card.json").write_text(json.dumps({**card, "offset": len(text), "tries": 3}))
    with serve() as client:
        wait_until(lambda: bool(client.get(url).json()["state"] == "failed"))
        assert client.get(url).json()["error"]["code"] == "gave_up"
        assert (folder / "source").read_bytes() == text


@pytest.mark.parametrize("when", ["receiving", "done"])
def test_an_upload_can_be_called_off(client: TestClient, settings: Settings, text: bytes, when: str) -> None:
    url = create(client, len(text)).headers["location"]
    patch(client, url, 0, text if when == "done" else text[:100])
    if when == "done":
        events(client, url)
    assert client.delete(url).status_code == 204
    assert client.head(url).status_code == 404
    assert list((settings.data / "uploads").iterdir()) == []
    assert len(client.get("/api/captures").json()) == (2 if when == "done" else 1)


def test_those_who_follow_uploads_have_bounds_and_the_first_give_way(
    start_server: Callable[..., Server],
) -> None:
    server = start_server(MMSCOPE_MAX_LISTENERS="4", MMSCOPE_UPLOAD_LISTENERS="3")
    urls = [
        server.http.post("/api/uploads", headers={"upload-length": "1000"}).headers["location"]
        for _ in range(3)
    ]

    def follow(url: str) -> socket.socket:
        stream = open_.enter_context(server.connect())
        stream.sendall(f"GET {url}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        hear(stream, rb"event: progress.*\n\n\r\n$")
        return stream

    def hear(stream: socket.socket, words: bytes) -> None:
        heard = b""
        while not re.search(words, heard, re.DOTALL):
            heard += (part := stream.recv(65536))
            assert part, heard

    with ExitStack() as open_:
        of_one = [follow(urls[0]) for _ in range(4)]
        hear(of_one[0], rb"^0\r\n\r\n$")  # too many of one upload
        follow(urls[1])
        other = follow(urls[2])
        hear(of_one[1], rb"^0\r\n\r\n$")  # too many in all: one of the upload with most
        assert select.select([*of_one[2:], other], [], [], 0)[0] == [], "the others go on"
