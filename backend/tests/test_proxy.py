"""Uploads are listed for who sent them alone, also through a proxy that looks like a browser on this machine.

A proxy that MMSCOPE_PROXIES names is believed who asks, and no other.
"""

import json
import logging
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import count, product

import httpx2
import pytest
from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection, connect

from mmscope.api import create_app
from mmscope.captures import Library, new_secret
from mmscope.core import CoreModule, TraceModule
from mmscope.rooms.bucket import Guesses
from mmscope.rooms.protocol import VERSION
from mmscope.settings import Settings
from support import PATIENCE, Server, plain_proxy, wait_until
from test_uploads import create, events, patch

# Ways in which a request shows that it came through a proxy, or from where.
BEHIND_PROXIES: list[dict[str, str]] = [
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
ENVIRONMENT = {"MMSCOPE_METRICS": "on"}  # it listens as it does where nothing is set, and gives figures


@pytest.fixture(params=["directly", "through a proxy"])
def someone(request: pytest.FixtureRequest, server: Server) -> Iterator[Callable[[str], httpx2.Client]]:
    """Another client each time, with a secret or with none."""
    with ExitStack() as end:
        url = server.url if request.param == "directly" else end.enter_context(plain_proxy(server.port))

        def connect(secret: str = "") -> httpx2.Client:
            headers = {"mmscope-secret": secret} if secret else {}
            return end.enter_context(httpx2.Client(base_url=url, headers=headers, timeout=PATIENCE))

        yield connect


_files = count()


def another(text: bytes) -> bytes:
    """A file that nobody has sent."""
    return text.replace(b"writer", b"w%05d" % next(_files))


def pages(client: httpx2.Client, url: str, words: dict[str, str]) -> Iterator[str]:
    """All pages of a list, with their headers."""
    following: str | None = url
    while following:
        answer = client.get(following, headers=words)
        assert answer.status_code == 200, answer.text
        yield f"{answer.headers} {answer.text}"
        following = answer.links.get("next", {}).get("url")


def test_nobody_is_told_what_others_sent(
    server: Server, someone: Callable[..., httpx2.Client], text: bytes
) -> None:
    first = someone(new_secret())
    sent = first.post("/api/captures", params={"filename": NAME}, content=another(text))
    assert sent.status_code == 201
    url = create(first, len(text), filename=NAME).headers["location"]
    patch(first, url, 0, another(text))
    other = first.get(f"/api/captures/{events(first, url)[-1][1]['id']}")
    own = first.get("/api/captures?origin=upload").json()
    assert [entry["id"] for entry in own] == sorted([sent.json()["id"], other.json()["id"]])
    traces = [NAME, url, *(str(entry[key]) for entry in own for key in ("id", "title", "sha256"))]

    paths = server.http.get("/api/openapi.json").json()["paths"]
    plain = [path for path, how in paths.items() if "get" in how and "{" not in path]
    assert {"/api/captures", "/api/health"} <= set(plain)
    for secret, given in product(["", new_secret()], BEHIND_PROXIES):
        second = someone(secret)
        answers = [page for query in LISTS for page in pages(second, f"/api/captures{query}", given)]
        assert "The first" in answers[0], "the bundled one is listed"
        beside = ("/", "/lessons/", "/datasets/captures/", "/api/metrics", "/api/uploads")
        answers += [second.get(path, headers=given).text for path in (*beside, *plain)]
        found = [trace for trace in traces if any(trace in answer for answer in answers)]
        assert not found, (secret, given)
        for entry in own:
            assert second.delete(f"/api/captures/{entry['id']}", headers=given).status_code == 403


def test_who_sent_them_is(someone: Callable[..., httpx2.Client], text: bytes) -> None:
    """With nothing set, as in `make run`: the same browser finds its files again."""
    secret = new_secret()
    sent = someone(secret).post("/api/captures", params={"filename": NAME}, content=another(text))
    again = someone(secret)
    assert [(row["title"], row["removable"]) for row in again.get("/api/captures?q=plan").json()] == [
        (NAME, True)
    ]
    link = f"/api/captures/{sent.json()['id']}"
    assert someone().get(link).json()["title"] == NAME, "a link is there to be shared"
    assert again.delete(link).status_code == 204


def test_on_request_everybody_sees_the_list(start_server: Callable[..., Server], text: bytes) -> None:
    server = start_server(MMSCOPE_LIST_UPLOADS="on")
    sent = server.http.post("/api/captures", content=another(text)).json()
    with plain_proxy(server.port) as url, httpx2.Client(base_url=url) as anybody:
        assert sent["id"] in [row["id"] for row in anybody.get("/api/captures").json()]


def test_a_name_in_the_wrong_place_is_no_host(server: Server) -> None:
    """As the bytes come over the wire; more forms are in test_headers.py."""
    for host, status in ((f"127.0.0.1:{server.port}", 200), ("evil\\@127.0.0.1", 403), ("a@localhost", 403)):
        with server.connect() as connection:
            connection.sendall(f"GET /api/captures HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
            answer = connection.makefile("rb").readline()
        assert re.fullmatch(rb"HTTP/1.1 %d .*\r\n" % status, answer), host


PROXY = "127.0.0.2"
Behind = Callable[..., TestClient]


@pytest.fixture
def behind(settings: Settings, core: CoreModule, trace: TraceModule) -> Iterator[Behind]:
    """A client whose connections come from an address; that of a proxy is believed, if `proxies` names it."""
    with ExitStack() as end:

        def client(address: str, proxies: tuple[str, ...] = (f"{PROXY}/32",), root: str = "") -> TestClient:
            (settings.frontend / "embed").mkdir(parents=True)
            for page in ("index.html", "embed/index.html"):
                (settings.frontend / page).write_text("<head></head>")
            limits = replace(settings.limits, rooms=20)  # two of an address
            app = create_app(Library(replace(settings, proxies=proxies, limits=limits), core, trace))
            made = TestClient(app, client=(address, 1), root_path=root, follow_redirects=False)
            return end.enter_context(made)

        yield client


def rooms_of(client: TestClient, addresses: list[str]) -> list[int]:
    """Status of the answer to each that opens a room."""
    given = [{"x-forwarded-for": address} for address in addresses]
    return [client.post("/api/rooms", headers=each).status_code for each in given]


def test_a_trusted_proxy_is_believed_who_opens_a_room(behind: Behind) -> None:
    client = behind(PROXY)
    assert rooms_of(client, [*"123456", "1", "1"]) == [201] * 7 + [503]
    assert rooms_of(client, ["6.6.6.6, 7", "8.8.8.8, 7", f"9.9.9.9, 7, {PROXY}"]) == [201, 201, 503]


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.3", "203.0.113.1"])
def test_no_other_is_believed(behind: Behind, address: str) -> None:
    assert rooms_of(behind(address), [*"1234"]) == [201, 201, 503, 503]


def test_where_nothing_is_set_nobody_is_believed(behind: Behind) -> None:
    assert rooms_of(behind("127.0.0.1", ()), [*"1234"]) == [201, 201, 503, 503]


def test_the_log_says_who_removed_what(
    settings: Settings, core: CoreModule, trace: TraceModule, text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    token = "t" * 32
    set_ = replace(settings, proxies=(f"{PROXY}/32",), user_header="X-User", admin=token)
    caplog.set_level(logging.INFO, logger="mmscope")
    with TestClient(create_app(Library(set_, core, trace)), client=(PROXY, 1)) as client:

        def sent(name: str) -> str:
            made = client.post("/api/captures", content=text, headers={"x-user": name})
            return str(made.json()["id"])

        def removed(capture_id: str, **headers: str) -> int:
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            return client.delete(f"/api/captures/{capture_id}", headers=given).status_code

        first, again = sent("anna"), sent("bob")
        assert first == again
        assert removed(first, x_user="anna") == 200
        assert removed(first, x_user="carl") == 403
        assert removed(first, x_user="bob") == 204
        assert removed(sent("anna"), mmscope_secret=token, x_forwarded_for="192.0.2.7") == 204
    said = [r.getMessage() for r in caplog.records if r.name == "mmscope.api.routes.captures"]
    assert said == [
        f"captures/{first} was given up by @anna, and stays for others",
        f"captures/{first} was removed by @bob",
        f"captures/{first} was removed by the administrator, from 192.0.2.7",
    ]


def test_who_tries_codes_behind_a_proxy_shuts_out_nobody_else(behind: Behind) -> None:
    client = behind(PROXY)

    def why(address: str, code: str) -> str:
        with client.websocket_connect(f"/api/rooms/{code}", headers={"x-forwarded-for": address}) as socket:
            socket.send_json({"op": "join", "v": VERSION, "member": "m" * 22})
            return str(socket.receive_json()["why"])

    seen = [why("10.0.0.1", f"{n:06}") for n in range(Guesses.BURST + 1)]
    assert seen[-1] != seen[0] == why("10.0.0.2", "000000")


def test_below_a_path_and_over_https(behind: Behind, text: bytes) -> None:
    client = behind(PROXY, root="/mm")
    over = {"x-forwarded-proto": "https", "host": "localhost"}
    assert client.get("/mm/embed?v=zones", headers=over).headers["location"] == "/mm/embed/?v=zones"
    page = client.get("/mm/embed/?v=zones", headers=over)
    assert page.headers["link"].startswith("</mm/api/oembed?url=https%3A%2F%2Flocalhost%2Fmm%2Fembed%2F%3F")
    made = client.post("/mm/api/uploads", headers={**over, "upload-length": "9"})
    assert made.headers["location"].startswith("/mm/api/uploads/")
    assert client.head(made.headers["location"], headers=over).status_code == 200
    for each in (text, another(text)):
        kept = client.post("/mm/api/captures", content=each, headers=over).headers["location"]
        assert client.get(kept, headers=over).status_code == 200
    listed = client.get("/mm/api/captures?limit=1", headers=over)
    assert client.get(listed.links["next"]["url"], headers=over).status_code == 200
    assert client.get("/mm/api/none", headers=over).json()["error"]["code"] == "not_found"


def test_silent_clients_of_a_proxy_shut_out_nobody(start_server: Callable[..., Server]) -> None:
    """Neither those that say nothing in a room, nor those whose requests come slowly."""
    server = start_server(
        MMSCOPE_PROXIES=PROXY, MMSCOPE_MAX_ROOM_CONNECTIONS="8", MMSCOPE_MAX_CONNECTIONS_EACH="3"
    )
    answer = server.http.post("/api/rooms").json()
    lead = {"op": "lead", "v": VERSION, "secret": answer["secret"], "window": "w", "take": True}
    with ExitStack() as stack:

        def come(address: str) -> ClientConnection:
            return stack.enter_context(
                connect(
                    f"ws://127.0.0.1:{server.port}/api/rooms/{answer['code']}",
                    source_address=(PROXY, 0),
                    additional_headers={"X-Forwarded-For": address},
                    close_timeout=0,
                )
            )

        for n in range(16):
            come(f"10.0.0.{n // 8}")
        for address in ("10.0.0.1", "10.0.0.2"):
            leader = come(address)
            leader.send(json.dumps(lead))
            assert json.loads(leader.recv())["type"] == "leading"

        def slow(address: str) -> socket.socket:
            connection = stack.enter_context(server.connect(PROXY))
            head = server.post_head(100).replace(
                b"\r\n\r\n", b"\r\nX-Forwarded-For: %s\r\n\r\n" % address.encode()
            )
            connection.sendall(head)
            return connection

        for _ in range(3):
            slow("10.0.0.3")
        transport = httpx2.HTTPTransport(local_address=PROXY)
        client = stack.enter_context(httpx2.Client(base_url=server.url, transport=transport))

        def status(address: str) -> int:
            return client.get("/api/health", headers={"x-forwarded-for": address}).status_code

        wait_until(lambda: status("10.0.0.3") == 503)
        assert status("10.0.0.4") == 200
