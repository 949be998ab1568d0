"""Uploads are told to who sent them alone, also through a proxy that looks like a browser on this machine."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import product

import httpx2
import pytest

from mmscope.captures import new_secret
from support import PATIENCE, Server, plain_proxy
from test_uploads import create, events, patch

# Ways in which a request tells that it came through a proxy, or from where.
TOLD: list[dict[str, str]] = [
    {},
    {"x-forwarded-for": "127.0.0.1"},
    {"x-forwarded-host": "localhost", "x-forwarded-proto": "https"},
    {"forwarded": "for=127.0.0.1;host=localhost"},
    {"via": "1.0 proxy"},
    {"x-real-ip": "127.0.0.1"},
    {"cf-connecting-ip": "127.0.0.1"},
    {"host": "localhost"},
    {"host": "[::1]:8000"},
]
LISTS = ("", "?q=secret", "?q=plan", "?origin=upload", "?origin=upload&limit=1", "?limit=1")
NAME = "secret plan.mmscope"


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    """It listens as it does where nothing is set, and gives figures."""
    return start_server(MMSCOPE_METRICS="on")


@pytest.fixture(params=["directly", "through a proxy"])
def someone(request: pytest.FixtureRequest, server: Server) -> Iterator[Callable[[str], httpx2.Client]]:
    """Another client each time, with a secret or with none."""
    with ExitStack() as end:
        url = server.url if request.param == "directly" else end.enter_context(plain_proxy(server.port))

        def connect(secret: str = "") -> httpx2.Client:
            headers = {"mmscope-secret": secret} if secret else {}
            return end.enter_context(httpx2.Client(base_url=url, headers=headers, timeout=PATIENCE))

        yield connect


def pages(client: httpx2.Client, url: str, told: dict[str, str]) -> Iterator[str]:
    """All pages of a list, with their headers."""
    following: str | None = url
    while following:
        answer = client.get(following, headers=told)
        assert answer.status_code == 200, answer.text
        yield f"{answer.headers} {answer.text}"
        following = answer.links.get("next", {}).get("url")


def test_nobody_is_told_what_others_sent(
    server: Server, someone: Callable[..., httpx2.Client], text: bytes
) -> None:
    first = someone(new_secret())
    sent = first.post("/api/captures", params={"filename": NAME}, content=text.replace(b"writer", b"hidden"))
    assert sent.status_code == 201
    url = create(first, len(text), filename=NAME).headers["location"]
    patch(first, url, 0, text.replace(b"writer", b"secret"))
    other = first.get(f"/api/captures/{events(first, url)[-1][1]['id']}")
    own = first.get("/api/captures?origin=upload").json()
    assert [entry["id"] for entry in own] == sorted([sent.json()["id"], other.json()["id"]])
    traces = [NAME, url, *(str(entry[key]) for entry in own for key in ("id", "title", "sha256"))]

    paths = server.http.get("/api/openapi.json").json()["paths"]
    plain = [path for path, how in paths.items() if "get" in how and "{" not in path]
    assert {"/api/captures", "/api/health"} <= set(plain)
    for secret, told in product(["", new_secret()], TOLD):
        second = someone(secret)
        answers = [page for query in LISTS for page in pages(second, f"/api/captures{query}", told)]
        assert "The first" in answers[0], "the bundled one is listed"
        beside = ("/", "/lessons/", "/datasets/captures/", "/api/metrics", "/api/uploads")
        answers += [second.get(path, headers=told).text for path in (*beside, *plain)]
        found = [trace for trace in traces if any(trace in answer for answer in answers)]
        assert not found, (secret, told)
        for entry in own:
            assert second.delete(f"/api/captures/{entry['id']}", headers=told).status_code == 403


def test_who_sent_them_is(someone: Callable[..., httpx2.Client], text: bytes) -> None:
    """With nothing set, as in `make run`: the same browser finds its files again."""
    secret = new_secret()
    sent = someone(secret).post(
        "/api/captures", params={"filename": NAME}, content=text.replace(b"writer", b"hidden")
    )
    again = someone(secret)
    assert [(row["title"], row["removable"]) for row in again.get("/api/captures?q=plan").json()] == [
        (NAME, True)
    ]
    link = f"/api/captures/{sent.json()['id']}"
    assert someone().get(link).json()["title"] == NAME, "a link is there to be shared"
    assert again.delete(link).status_code == 204


def test_on_request_everybody_sees_the_list(start_server: Callable[..., Server], text: bytes) -> None:
    server = start_server(MMSCOPE_LIST_UPLOADS="on")
    sent = server.http.post("/api/captures", content=text.replace(b"writer", b"hidden")).json()
    with plain_proxy(server.port) as url, httpx2.Client(base_url=url) as anybody:
        assert sent["id"] in [row["id"] for row in anybody.get("/api/captures").json()]


def test_a_name_in_the_wrong_place_is_no_host(server: Server) -> None:
    """As the bytes come over the wire; more forms are in test_headers.py."""
    for host, status in ((f"127.0.0.1:{server.port}", 200), ("evil\\@127.0.0.1", 403), ("a@localhost", 403)):
        with server.connect() as connection:
            connection.sendall(f"GET /api/captures HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
            answer = connection.makefile("rb").readline()
        assert re.fullmatch(rb"HTTP/1.1 %d .*\r\n" % status, answer), host
