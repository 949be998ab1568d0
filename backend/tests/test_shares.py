"""What one person may have, where a proxy says who it is: shown, refused in words, and nobody else's."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from mmscope.api import create_app
from mmscope.captures import Library, Matches, new_secret
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import MIB, QUEUED, Limits, Settings
from support import PATIENCE, Server, wait_until

PROXY, HEADER = "127.0.0.2", "X-Forwarded-User"
Behind = Callable[..., TestClient]
Start = Callable[..., Server]


def named(name: str) -> dict[str, str]:
    """What the proxy says of somebody; all come from the same network."""
    return {HEADER: name, "x-forwarded-for": "10.0.0.1"}


def different(text: bytes, at: int) -> bytes:
    """A file that nobody else sends."""
    return text.replace(b"writer", f"w{at:05}".encode())


@pytest.fixture
def behind(settings: Settings, core: CoreModule, trace: TraceModule) -> Iterator[Behind]:
    """What a proxy asks, or another from this address."""
    with ExitStack() as end:

        def client(address: str = PROXY, **limits: int) -> TestClient:
            bounds = replace(settings.limits, **limits)
            more = {"proxies": (f"{PROXY}/32",), "user_header": HEADER, "lists": False}
            library = Library(replace(settings, limits=bounds, **more), core, trace)  # type: ignore[arg-type]
            library.catch_up()
            return end.enter_context(TestClient(create_app(library), client=(address, 1)))

        yield client


def test_who_is_named_has_what_they_sent_in_every_browser(behind: Behind, text: bytes) -> None:
    client = behind()
    browser = {"mmscope-secret": new_secret()}
    before = client.post("/api/captures", content=different(text, 1), headers=browser).json()["id"]
    made = client.post("/api/captures", content=different(text, 2), headers=named("ada") | browser).json()
    assert "secret" not in made, "the name is enough"

    def listed(headers: dict[str, str]) -> set[str]:
        return {row["id"] for row in client.get("/api/captures?origin=upload", headers=headers).json()}

    assert listed(named("ada")) == {made["id"]}
    assert listed(named("ada") | browser) == {made["id"], before}, "and what the browser's secret shows"
    assert listed(browser) == {before}, "the secret alone does not show what the name has"
    assert listed(named("bob")) == listed({}) == set()
    for other in (named("bob"), {}, {"mmscope-secret": "ada"}, {"mmscope-secret": "@ada"}):
        assert client.delete(f"/api/captures/{made['id']}", headers=other).status_code == 403
    assert client.delete(f"/api/captures/{made['id']}", headers=named("ada")).status_code == 204


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.3", "203.0.113.1"])
def test_no_other_may_name_anybody(behind: Behind, address: str) -> None:
    client = behind(address)
    assert client.get("/api/shares", headers=named("ada")).json()["name"] is None


def test_a_name_that_comes_twice_or_is_none_names_nobody(behind: Behind) -> None:
    client = behind()
    for given, name in (
        ([(HEADER, "ada")], "ada"),
        ([(HEADER, "ada"), (HEADER, "bob")], None),
        ([(HEADER, "ada"), (HEADER, "")], None),
        ([(HEADER, " ")], None),
        ([(HEADER, "x" * 257)], None),
        ([], None),
    ):
        assert client.get("/api/shares", headers=given).json()["name"] == name, given


def test_captures_are_shared_and_what_is_left_is_shown_before(behind: Behind, text: bytes) -> None:
    client = behind(captures=20, share=10)

    def send(name: str, at: int) -> httpx2.Response:
        return client.post("/api/captures", content=different(text, at), headers=named(name))

    def left(name: str) -> tuple[int, int]:
        found = client.get("/api/shares", headers=named(name)).json()["captures"]
        return found["most"], found["left"]

    assert left("ada") == (2, 2)
    first = send("ada", 1)
    assert first.status_code == send("ada", 2).status_code == 201
    assert (left("ada"), left("bob")) == ((2, 0), (2, 2))
    refused = send("ada", 3)
    assert (refused.status_code, refused.json()["error"]["code"]) == (507, "share")
    message = "ada may have 2 captures at a time; remove one that is not needed"
    assert refused.json()["error"]["message"] == message
    again = client.post("/api/uploads", headers=named("ada") | {"upload-length": "9"})
    assert again.json()["error"]["message"] == message
    assert send("bob", 4).status_code == 201
    assert client.delete(first.headers["location"], headers=named("ada")).status_code == 204
    assert send("ada", 3).status_code == 201
    unnamed = client.get("/api/shares").json()
    assert (unnamed["name"], unnamed["captures"]) == (None, {"most": 20, "left": 16})


def test_bytes_are_shared(behind: Behind) -> None:
    client = behind(store=10 << 20, share=10)

    def announce(name: str | None, length: int) -> httpx2.Response:
        who = {} if name is None else named(name)
        return client.post("/api/uploads", headers=who | {"upload-length": str(length)})

    assert client.get("/api/shares", headers=named("ada")).json()["bytes"]["left"] == MIB
    refused = announce("ada", MIB + 1)
    assert (refused.status_code, refused.json()["error"]["code"]) == (507, "share")
    assert refused.json()["error"]["message"].startswith("ada may have 1.0 MiB of captures at a time;")
    assert announce(None, MIB + 1).status_code == 201, "who has no name has no share"
    url = announce("ada", MIB).headers["location"]
    more = {"content-type": "application/offset+octet-stream", "upload-offset": "0"}
    assert client.patch(url, content=b"x" * (MIB - 100), headers=named("ada") | more).status_code == 204
    assert client.get("/api/shares", headers=named("ada")).json()["bytes"]["left"] == 100
    assert announce("ada", 101).json()["error"]["code"] == "share"
    assert announce("bob", MIB).status_code == 201


def test_rooms_are_shared_by_name_behind_one_address(behind: Behind) -> None:
    client = behind(rooms=20)

    def opens(who: dict[str, str]) -> int:
        return client.post("/api/rooms", headers=who).status_code

    assert [opens(named("ada")) for _ in range(3)] == [201, 201, 503]
    assert opens(named("bob")) == opens({"x-forwarded-for": "10.0.0.1"}) == 201
    assert client.get("/api/shares", headers=named("ada")).json()["rooms"]["left"] == 0
    refused = client.post("/api/rooms", headers=named("ada")).json()["error"]["message"]
    assert refused == "ada may have 2 live rooms at a time; close one that is not needed"


def test_searches_of_one_do_not_keep_another_waiting(behind: Behind, monkeypatch: pytest.MonkeyPatch) -> None:
    """One searches without end and has as many waiting as they may; the other is answered at once."""
    client = behind()
    go_on = threading.Event()
    share = QUEUED.each(Limits())

    def find(*given: Any) -> Matches:  # noqa: ANN401  # those of find()
        if given[1]:
            assert go_on.wait(PATIENCE)
        return Matches()

    monkeypatch.setattr("mmscope.api.routes.search.find", find)
    endless = {"where": '[{"kinds":["swap_select"],"meets":[]}]'}

    def search(name: str, where: dict[str, str]) -> httpx2.Response:
        return client.get("/api/captures/first/found", params=where, headers=named(name))

    def left(name: str) -> int:
        return int(client.get("/api/shares", headers=named(name)).json()["searches"]["left"])

    with ThreadPoolExecutor(share + 1) as pool:
        try:
            held = [pool.submit(search, "hostile", endless) for _ in range(share + 1)]
            wait_until(lambda: left("hostile") == 0)
            refused = search("hostile", endless)
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
            assert refused.json()["error"]["message"].startswith(
                f"hostile may have {share} requests that wait"
            )
            assert left("ada") == share
            assert {search("ada", {"where": "[]"}).status_code for _ in range(9)} == {200}
            assert not any(one.done() for one in held)
        finally:
            go_on.set()
        assert {one.result(PATIENCE).status_code for one in held} == {200}


def test_a_real_server_reads_and_searches_for_others_beside_one_who_sends_much(
    start_server: Start, text: bytes
) -> None:
    """Whose files wait in both ways, and whose searches do; nine others are refused nothing."""
    server = start_server(MMSCOPE_PROXIES="127.0.0.1", MMSCOPE_USER_HEADER=HEADER)
    lines = "".join(
        f"  task-{n}-60 [000] ..... {100 + n / 1e6:.6f}: mm_vmscan_kswapd_wake: nid=0 order=1\n"
        for n in range(60_000)
    )
    large = [f"# tracer: nop\n#\n# {at}\n{lines}".encode() for at in range(8)]

    def post(name: str, content: bytes) -> int:
        return server.http.post("/api/captures", content=content, headers=named(name)).status_code

    def search(name: str) -> int:
        params = {"where": '[{"kinds":["swap_select"],"meets":[]}]'}
        return server.http.get("/api/captures/first/found", params=params, headers=named(name)).status_code

    wait_until(server.is_ready)
    for content in large[4:]:
        made = server.http.post(
            "/api/uploads", headers=named("hostile") | {"upload-length": str(len(content))}
        )
        more = {"content-type": "application/offset+octet-stream", "upload-offset": "0"}
        sent = server.http.patch(made.headers["location"], content=content, headers=named("hostile") | more)
        assert sent.status_code == 204
    with ThreadPoolExecutor(16) as pool:
        posts = [pool.submit(post, "hostile", content) for content in large[:4]]
        searches = [pool.submit(search, "hostile") for _ in range(8)]
        others = [f"student {n}" for n in range(9)]
        for at, name in enumerate(others):
            assert post(name, different(text, at)) == 201
            assert search(name) == 200
        assert {one.result(PATIENCE) for one in posts} == {201}
        assert {one.result(PATIENCE) for one in searches} == {200}
    wait_until(
        lambda: len(server.http.get("/api/captures", headers=named("hostile")).json()) == 1 + len(large)
    )
