"""The headers that every answer has, whoever gives it."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from http.client import HTTPResponse

import pytest
from starlette.testclient import TestClient

from mmscope.api import create_app
from mmscope.api.server.headers import headers_of
from mmscope.captures import Library
from mmscope.settings import Settings
from support import Server

EXPECTED = headers_of("'none'")


def policy(value: str) -> dict[str, str]:
    """Directives of a Content-Security-Policy."""
    return {name: given for name, _, given in (part.strip().partition(" ") for part in value.split(";"))}


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    given = policy(EXPECTED["content-security-policy"])
    assert given["frame-ancestors"] == given["base-uri"] == given["object-src"] == "'none'"
    assert given["form-action"] == given["default-src"] == "'self'"
    assert given.pop("img-src") == "'self' blob:"  # what the page makes itself: figures on their way to a PNG
    allowed = set(" ".join(given.values()).split())
    assert allowed == {"'self'", "'none'", "'wasm-unsafe-eval'"}


def test_the_front_ends_own_preview_has_the_same_policy(usual: Settings) -> None:
    config = (usual.root / "frontend" / "vite.config.ts").read_text()
    found = re.search(r"const CSP = \[(.*?)\]", config, re.DOTALL)
    assert found is not None
    parts = re.findall('"([^"]+)"', found[1])
    assert policy("; ".join(parts)) == policy(EXPECTED["content-security-policy"])


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/", {}, 503),  # the front end is not built
        ("GET", "/nonesuch", {}, 503),
        ("GET", "/api/health", {}, 200),
        ("GET", "/api/health", {"host": "evil.example"}, 403),
        ("GET", "/api/health", {"host": "["}, 403),
        ("POST", "/api/captures", {"origin": "https://evil.example"}, 403),
        ("POST", "/api/captures", {"origin": "null"}, 403),
        ("POST", "/api/captures", {"origin": "http://["}, 403),
        ("POST", "/api/captures", {"content-type": "image/png"}, 415),
        ("GET", "/api/none", {}, 404),
        ("GET", "/api/captures/NO", {}, 422),
        ("PUT", "/api/captures", {}, 405),
        ("DELETE", "/api/captures/first", {}, 403),
        ("GET", "/api/captures/first/file", {"range": "bytes=0-1"}, 206),
        ("GET", "/api/captures/first/file", {"range": "bytes=99999999-"}, 416),
        ("GET", "/api/captures/first/file", {"range": "bytes=a-b"}, 400),
        ("GET", "/api/captures/first/perf", {"range": "lines=1-2"}, 400),
        ("POST", "/api/uploads", {"upload-length": "1", "tus-resumable": "9"}, 412),
        ("OPTIONS", "/api/uploads", {}, 204),
    ],
)
def test_every_answer_has_them(
    client: TestClient, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    answer = client.request(method, path, headers=headers, content=b"x" if method == "POST" else b"")
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in EXPECTED} == EXPECTED
    if status >= 400 and path.startswith("/api/"):
        error = answer.json()["error"]
        assert error["code"]
        assert error["message"]


@pytest.mark.parametrize(
    ("host", "served"),
    [
        ("127.0.0.1", True),
        ("127.0.0.1:8000", True),
        ("LocalHost:1", True),
        ("[::1]", True),
        ("[::1]:8000", True),
        ("", False),
        (":8000", False),
        ("evil\\@127.0.0.1", False),
        ("evil\\@127.0.0.1:8000", False),
        ("evil@127.0.0.1", False),
        ("evil:x@localhost", False),
        ("127.0.0.1\\evil", False),
        ("127.0.0.1/evil", False),
        ("127.0.0.1#evil", False),
        ("127.0.0.1?evil", False),
        ("127.0.0.1,evil", False),
        ("127.0.0.1 evil", False),
        ("127.0.0.1\tevil", False),
        ("127.0.0.1:8000:1", False),
        ("127.0.0.1:x", False),
        ("127.0.0.1.", False),
        ("127.0.0.1.evil", False),
        ("[127.0.0.1]", False),
        ("[::1", False),
        ("[::1]evil", False),
        ("evil[::1]", False),
        ("::1", False),
        ("%31%32%37.0.0.1", False),
        ("\u066127.0.0.1".encode(), False),
    ],
)
def test_a_host_is_a_name_and_a_port(client: TestClient, host: str | bytes, *, served: bool) -> None:
    value = host.encode() if isinstance(host, str) else host
    answer = client.get("/api/captures", headers={b"host": value})
    assert answer.status_code == (200 if served else 403)


@pytest.mark.parametrize("host", ["evil\\@127.0.0.1", "class.example"])
def test_where_any_name_is_served_a_host_is_one(
    settings: Settings, reopen: Callable[[], Library], host: str
) -> None:
    library = reopen()
    library.settings = replace(settings, hosts=("*",))
    with TestClient(create_app(library)) as client:
        assert client.get("/api/health", headers={"host": host}).status_code == (403 if "@" in host else 200)
        for headers in ({"host": "", "origin": "null"}, {"host": "", "origin": "//"}):
            assert client.post("/api/captures", headers=headers).status_code == 403


def test_a_range_beyond_the_end_says_where_that_is(client: TestClient, packed: bytes) -> None:
    answer = client.get("/api/captures/first/file", headers={"range": "bytes=99999999-"})
    assert answer.headers["content-range"] == f"bytes */{len(packed)}"


def test_files_of_the_front_end_refuse_ranges_alike(client: TestClient, settings: Settings) -> None:
    settings.frontend.mkdir(parents=True)
    (settings.frontend / "index.html").write_text("<p>")
    answer = client.get("/", headers={"range": "bytes=a-b"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


def test_a_failure_of_the_server_has_them(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("mmscope.captures.Catalogue.get", fail)
    answer = TestClient(client.app, raise_server_exceptions=False).get("/api/captures/first")
    assert answer.status_code == 500
    assert {name: answer.headers[name] for name in EXPECTED} == EXPECTED


ENVIRONMENT = {"MMSCOPE_HEAD_SECONDS": "1", "MMSCOPE_FRAME_ANCESTORS": "https://class.example"}


def test_a_real_server_has_them(server: Server) -> None:
    expected = headers_of("https://class.example")
    for headers in ({}, {"host": "evil.example"}):
        answer = server.http.get("/api/health", headers=headers)
        assert {name: answer.headers[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"\x16\x03\x01 is no HTTP\r\n\r\n", 400, "bad_request"),
        (b"POST /api/captures HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\n", 408, "timeout"),
    ],
)
def test_what_is_refused_before_it_is_a_request_has_them(
    server: Server, sent: bytes, status: int, code: str
) -> None:
    with server.connect() as connection:
        connection.sendall(sent)
        response = HTTPResponse(connection)
        response.begin()
        error = json.loads(response.read())["error"]
    assert (response.status, error["code"]) == (status, code)
    expected = headers_of("https://class.example")
    assert {name: response.headers[name] for name in expected} == expected
    assert response.headers["x-request-id"]


def test_framing_is_a_setting(settings: Settings, reopen: Callable[[], Library]) -> None:
    library = reopen()
    library.settings = replace(settings, frames="'self' https://class.example")
    with TestClient(create_app(library)) as client:
        answer = policy(client.get("/api/health").headers["content-security-policy"])
    assert answer["frame-ancestors"] == "'self' https://class.example"
