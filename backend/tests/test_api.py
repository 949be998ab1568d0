"""The API over a client in this process."""

import base64
import gzip
import hashlib
import io
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from mmscope.api import create_app
from mmscope.api.frontend import MOST, NOT_BUILT
from mmscope.captures import Library
from mmscope.captures.library.intake import Intake, take_in
from mmscope.captures.library.label import Label
from mmscope.core import CoreModule, Session
from mmscope.settings import Settings
from support import PATIENCE

BOUNDARY = "4711"


def form(*parts: tuple[str, bytes]) -> bytes:
    """A form of parts: their headers' last words, and content."""
    out = b""
    for name, content in parts:
        out += f"--{BOUNDARY}\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode() + content + b"\r\n"
    return out + f"--{BOUNDARY}--\r\n".encode()


FORM = {"content-type": f"multipart/form-data; boundary={BOUNDARY}"}


def test_health_and_tables(client: TestClient, core: CoreModule) -> None:
    health = client.get("/api/health").json()
    assert health["status"] == "ok"
    assert health["core"] == {"abi": 1, "sha256": core.sha256}
    assert (health["captures"], health["pending"]) == (1, 0)
    assert client.get("/api/tables").json() == core.tables.raw


def test_an_upload_is_listed_described_downloaded_and_removed(client: TestClient, text: bytes) -> None:
    made = client.post("/api/captures?filename=mine.mmscope", content=text)
    assert made.status_code == 201
    url = made.headers["location"]
    assert [c["id"] for c in client.get("/api/captures").json()] == ["first", made.json()["id"]]
    detail = client.get(url).json()
    assert detail["manifest"]["source"] == "model"
    assert detail["report"]["lines"] == text.count(b"\n")
    assert detail["totals"]["decisions"] == detail["totals"]["same"] == 400
    assert client.get(f"{url}/file").content == text
    assert "mine.mmscope" in client.get(f"{url}/file").headers["content-disposition"]
    again = client.post("/api/captures?filename=other", content=text)
    assert (again.status_code, again.json()) == (200, made.json())
    assert client.delete(url).status_code == 204
    assert client.get(url).status_code == client.get(f"{url}/file").status_code == 404
    assert client.delete(url).status_code == 404


def test_a_form_is_taken_as_well(client: TestClient, packed: bytes, text: bytes) -> None:
    body = form(('name="note"', b"words"), ('name="file"; filename="a b.txt"', text))
    made = client.post("/api/captures", content=body, headers=FORM)
    assert (made.status_code, made.json()["title"], made.json()["size"]) == (201, "a b.txt", len(text))
    bundled = client.post("/api/captures", files={"file": ("x.gz", io.BytesIO(packed))})
    assert (bundled.status_code, bundled.json()["id"]) == (200, "first")


@pytest.mark.parametrize(
    ("body", "headers", "status", "words"),
    [
        (form(('name="other"', b"x")), FORM, 400, "no part named file"),
        (form(('name="file"', b"x"), ('name="file"', b"y")), FORM, 400, "more than one"),
        (form(('name="file"', b"x"))[:-9], FORM, 400, "cut off"),
        (b"nonsense", FORM, 400, "cannot be read"),
        (form(('name="' + "x" * 10_000 + '"', b"x")), FORM, 400, "header size"),
        (b"{}", {"content-type": "application/json"}, 415, "send the file itself"),
        (b"x", {"content-type": "multipart/form-data"}, 400, "boundary"),
    ],
)
def test_bodies_that_are_no_file(
    client: TestClient, body: bytes, headers: dict[str, str], status: int, words: str
) -> None:
    answer = client.post("/api/captures", content=body, headers=headers)
    assert (answer.status_code, words in answer.json()["error"]["message"]) == (status, True), answer.text


def test_ranges_of_the_file(client: TestClient, packed: bytes) -> None:
    url = "/api/captures/first/file"
    part = client.get(url, headers={"range": "bytes=10-19", "accept-encoding": "gzip"})
    assert (part.status_code, part.content) == (206, packed[10:20])
    assert "content-encoding" not in part.headers
    assert client.get(url, headers={"range": f"bytes={len(packed)}-"}).status_code == 416


def test_events_come_as_arrow_within_their_window(client: TestClient, model: Session) -> None:
    url = "/api/captures/first/events/swap_select"
    whole = client.get(url)
    assert whole.headers["content-type"] == "application/vnd.apache.arrow.stream"
    rows = pa.ipc.open_stream(whole.content).read_all().to_pylist()
    assert [row["index"] for row in rows] == model.decisions().tolist()
    first = int(client.get("/api/captures/first").json()["ts_first"])
    begin, end = rows[100]["ts"] - first, rows[200]["ts"] - first
    part = client.get(url, params={"from": str(begin), "to": str(end), "limit": 50})
    wanted = [row for row in rows if begin <= row["ts"] - first < end][:50]
    assert pa.ipc.open_stream(part.content).read_all().to_pylist() == wanted
    assert len(wanted) == 50
    nothing = client.get(url, params={"from": "9" * 19})
    assert pa.ipc.open_stream(nothing.content).read_all().num_rows == 0


def test_perf_beside_a_capture(client: TestClient, text: bytes) -> None:
    found = client.get("/api/captures/first/perf")
    assert gzip.decompress(found.content) == b"writer;do_swap_page 3\n"
    made = client.post("/api/captures", content=text).json()
    assert client.get(f"/api/captures/{made['id']}/perf").status_code == 404
    assert client.get("/api/captures/none/perf").status_code == 404


def test_verdicts_and_check(client: TestClient, model: Session) -> None:
    verdicts = pa.ipc.open_stream(client.get("/api/captures/first/verdicts").content).read_all()
    assert verdicts.num_rows >= len(model.decisions())
    check = client.get("/api/captures/first/check").json()
    assert check == {"totals": model.check(), "modes": model.mode_totals(), "balances": [], "first": []}
    assert check["modes"]["node"]["same"] == 400


def test_differences_are_reported_with_their_event(client: TestClient, text: bytes) -> None:
    lines = text.split(b"\n")
    at = next(i for i, line in enumerate(lines) if b" ret=64 " in line)
    lines[at] = lines[at].replace(b" ret=64 ", b" ret=65 ")
    made = client.post("/api/captures", content=b"\n".join(lines)).json()
    check = client.get(f"/api/captures/{made['id']}/check").json()
    assert made["totals"]["different"] == check["totals"]["different"] >= 1
    assert check["first"][0]["line"] == at + 1
    assert check["first"][0]["verdict"]["check"] == "different"
    assert check["first"][0]["event"]["ret"] == 65


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/captures/none", 404, "not_found"),
        ("/api/captures/none/check", 404, "not_found"),
        ("/api/captures/none/events/swap_select", 404, "not_found"),
        ("/api/captures/first/events/nonesuch", 404, "not_found"),
        ("/api/captures/first/events/lost", 404, "not_found"),
        ("/api/captures/NO", 422, "request"),
        ("/api/captures/first/events/swap_select?from=-1", 422, "request"),
        ("/api/captures/first/events/swap_select?limit=0", 422, "request"),
        ("/api/captures/..%2f..%2fetc%2fpasswd", 404, "not_found"),
        ("/api/nonesuch", 404, "not_found"),
    ],
)
def test_errors_have_one_shape(client: TestClient, path: str, status: int, code: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"]


def test_a_bundled_capture_stays_and_wrong_methods_are_reported(client: TestClient) -> None:
    assert client.delete("/api/captures/first").status_code == 403
    wrong = client.put("/api/captures")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "method_not_allowed")


def test_big_answers_are_compressed_on_the_way(client: TestClient) -> None:
    answer = client.get("/api/tables", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    arrow = client.get("/api/captures/first/events/swap_select", headers={"accept-encoding": "gzip"})
    assert arrow.headers["content-encoding"] == "gzip"


def test_a_failure_says_nothing_but_that_it_happened(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("mmscope.captures.Catalogue.page", fail)
    quiet = TestClient(client.app, raise_server_exceptions=False)
    answer = quiet.get("/api/captures")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert "secret" not in answer.text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "[::1", ""])
def test_other_host_names_are_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/health", headers={"host": host})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "host")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
def test_this_machine_may_ask(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://testserver:81", "http://[", "//[::1"]
)
def test_other_sites_pages_may_not_change_anything(client: TestClient, text: bytes, origin: str) -> None:
    answer = client.post("/api/captures", content=text, headers={"origin": origin})
    assert answer.status_code == 403
    assert len(client.get("/api/captures").json()) == 1
    assert client.get("/api/captures", headers={"origin": origin}).status_code == 200


def test_our_own_page_may(client: TestClient, text: bytes) -> None:
    headers = {"origin": "http://testserver"}
    assert client.post("/api/captures", content=text, headers=headers).status_code == 201


def test_the_front_end_is_served_with_its_types_and_ages(client: TestClient, settings: Settings) -> None:
    assert client.get("/").status_code == 503
    assert client.get("/").text == NOT_BUILT
    folder = settings.frontend / "assets"
    folder.mkdir(parents=True)
    page, script = b"<!doctype html><title>x</title>", b"console.log(1)\n" * 200
    (settings.frontend / "index.html").write_bytes(page)
    (folder / "main-abc123.js").write_bytes(script)
    (folder / "main-abc123.js.gz").write_bytes(gzip.compress(script))
    (folder / "mmscope-abc123.wasm").write_bytes(b"\0asm\1\0\0\0")
    index = client.get("/")
    assert (index.content, index.headers["cache-control"]) == (page, "no-cache")
    assert index.headers["content-type"].startswith("text/html")
    assert client.get("/assets/mmscope-abc123.wasm").headers["content-type"] == "application/wasm"
    packed = client.get("/assets/main-abc123.js", headers={"accept-encoding": "gzip"})
    assert (packed.content, packed.headers["content-encoding"]) == (script, "gzip")
    assert packed.headers["content-type"].startswith("text/javascript")
    assert "immutable" in packed.headers["cache-control"]
    (settings.frontend / "index.html.gz").write_bytes(gzip.compress(page))
    first = client.get("/", headers={"accept-encoding": "gzip"})
    assert (first.content, first.headers["content-encoding"]) == (page, "gzip")
    known = {"if-none-match": first.headers["etag"], "accept-encoding": "gzip"}
    assert client.get("/", headers=known).status_code == 304
    whole = client.get("/assets/main-abc123.js", headers={"accept-encoding": "gzip", "range": "bytes=0-9"})
    assert whole.status_code == 206
    (folder / "main-abc123.js.br").write_bytes(b"the smaller one")
    ways = {
        "gzip, br": "br",
        "br;q=0, gzip;q=0.5": "gzip",
        "gzip;q=0, br; q=0": None,
        "gzip, br ": "br",
        "gzip;q=0.1.2": "gzip",
    }
    for accepted, sent in ways.items():
        headers = {"accept-encoding": accepted}
        with client.stream("GET", "/assets/main-abc123.js", headers=headers) as raw:
            assert raw.headers.get("content-encoding") == sent, accepted
            assert raw.headers["vary"] == "accept-encoding"
    assert client.get("/assets/other-abc123.js").status_code == 404
    plain = client.get("/assets/main-abc123.js", headers={"accept-encoding": "identity"})
    assert (plain.content, plain.headers.get("content-encoding")) == (script, None)
    assert client.get("/../core/mmscope.wasm").status_code == 404
    assert client.get("/%2e%2e/%2e%2e/wasm-core/dist/mmscope.wasm").status_code == 404


def test_a_teachers_lesson_is_served_from_the_data_folder(client: TestClient, settings: Settings) -> None:
    settings.frontend.mkdir(parents=True)
    (settings.frontend / "index.html").write_text("<p>")
    folder = settings.data / "lessons"
    folder.mkdir()
    (folder / "mine.md").write_text("---\n")
    (folder / "mine.txt").write_text("x")
    (folder / "deep").mkdir()
    (folder / "deep" / "mine.md").write_text("x")
    lesson = client.get("/lessons/mine.md")
    assert (lesson.status_code, lesson.text) == (200, "---\n")
    assert lesson.headers["content-type"].startswith("text/markdown")
    for other in ("mine.txt", "deep/mine.md", "deep", "none.md", "..%2fcatalogue.sqlite", "%2e%2e/x.md"):
        assert client.get(f"/lessons/{other}").status_code == 404, other


def test_a_teachers_lessons_are_listed_by_name(client: TestClient, settings: Settings) -> None:
    settings.frontend.mkdir(parents=True)
    (settings.frontend / "index.html").write_text("<p>")
    built = settings.frontend / "lessons"
    built.mkdir()
    (built / "index.json").write_text("[]")  # what a build has for a folder on a web server
    assert client.get("/lessons/index.json").json() == []
    folder = settings.data / "lessons"
    folder.mkdir()
    for name in ("b.md", "a-1.md", "_draft.md", ".hidden.md", "a.txt", "white space.md"):
        (folder / name).write_text("x")
    (folder / "deep.md").mkdir()
    answer = client.get("/lessons/index.json")
    assert answer.json() == ["a-1.md", "b.md"]
    assert answer.headers["cache-control"] == "no-cache"
    for number in range(300):
        (folder / f"many-{number:03}.md").write_text("x")
    assert len(client.get("/lessons/index.json").json()) == MOST


def test_nobody_waits_for_the_reading_of_a_long_file(
    client: TestClient, text: bytes, packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty who remove what is not there, one who removes what is, and health: all answered meanwhile."""
    there = client.post("/api/captures", content=text).headers["location"]
    begun, go_on = threading.Event(), threading.Event()

    def slowly(*arguments: Any) -> Intake:  # noqa: ANN401  # those of take_in
        begun.set()
        assert go_on.wait(PATIENCE)
        return take_in(*arguments)

    monkeypatch.setattr("mmscope.captures.library.library.take_in", slowly)
    with ThreadPoolExecutor(64) as pool:
        try:
            long = pool.submit(client.post, "/api/captures", content=packed + gzip.compress(b"# more\n"))
            assert begun.wait(PATIENCE)
            gone = [pool.submit(client.delete, "/api/captures/nosuch") for _ in range(60)]
            assert {one.result(PATIENCE).status_code for one in gone} == {404}
            assert pool.submit(client.delete, there).result(PATIENCE).status_code == 204
            assert pool.submit(client.get, "/api/health").result(PATIENCE).status_code == 200
            assert not long.done()
        finally:
            go_on.set()
        assert long.result(PATIENCE).status_code in {201, 422}
    assert client.get(there).status_code == 404


def test_a_download_that_has_begun_outlives_the_removal(client: TestClient, text: bytes) -> None:
    """What reads and what removes at once: the whole file, or 404."""
    for _ in range(6):
        url = client.post("/api/captures?filename=x", content=text).headers["location"]
        paths = ["/file", "", "/check", "/verdicts", "/events/swap_select", "/window?t0=0&t1=9999"]
        with ThreadPoolExecutor(8) as pool:
            begun = [pool.submit(client.get, url + path) for path in paths]
            removed = pool.submit(client.delete, url)
            begun += [pool.submit(client.get, url + path) for path in paths]
            answers = [one.result(PATIENCE) for one in begun]
            assert removed.result(PATIENCE).status_code == 204
        assert {answer.status_code for answer in answers} <= {200, 404}, [a.text for a in answers]
        for answer in answers[:: len(paths)]:
            assert answer.status_code == 404 or answer.content == text


def test_an_opened_file_is_sent_whole(settings: Settings, client: TestClient, text: bytes) -> None:
    made = client.post("/api/captures", content=text).json()
    library = client.app.state.mmscope.library  # type: ignore[attr-defined]
    with library.original(library.get(made["id"])) as file:
        assert client.delete(f"/api/captures/{made['id']}").status_code == 204
        assert not (settings.data / "captures" / made["id"]).exists()
        assert file.read() == text


def test_a_failed_capture_says_why(settings: Settings, client: TestClient, text: bytes) -> None:
    made = client.post("/api/captures", content=text).json()
    library = client.app.state.mmscope.library  # type: ignore[attr-defined]
    library.file(library.get(made["id"])).write_bytes(b"rotten")
    entry = library.get(made["id"])
    library.catalogue.put(
        entry.__class__(**{**{f: getattr(entry, f) for f in entry.__slots__}, "derived_by": "0"})
    )
    library.catch_up()
    assert client.get(f"/api/captures/{made['id']}").json()["error"]["code"] == "changed"
    answer = client.get(f"/api/captures/{made['id']}/check")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "changed")
    (settings.bundled / "first.mmscope.gz").write_bytes(b"rotten")
    library.catalogue.put(replace(library.get("first"), derived_by="0"))
    library.catch_up()
    assert client.get("/api/captures/first").json()["error"]["line"] == 1
    answer = client.get("/api/captures/first/check")
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "format")
    assert Path(settings.data).is_dir()


def test_other_sites_pages_may_not_enter_a_room(client: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        client.websocket_connect("/api/rooms/000000", headers={"origin": "https://evil.example"}),
    ):
        pass
    assert caught.value.code == 1008


def test_the_list_comes_in_pages_and_can_be_searched(library: Library) -> None:
    """Every capture once, in a stable order, whatever goes meanwhile."""
    names = [f"{kind} {number:02}%_.txt" for kind in ("Alpha", "beta") for number in range(12)]
    for number, name in enumerate(names):
        sha256 = hashlib.sha256(name.encode()).hexdigest()
        label = Label(name, sha256, number, "2026-01-01T00:00:00+00:00")
        library.catalogue.put(label.entry(f"u-{sha256[:32]}"))
    client = TestClient(create_app(library))

    def pages(url: str) -> Iterator[list[str]]:
        following: str | None = url
        while following:
            answer = client.get(following)
            yield [capture["title"] for capture in answer.json()]
            following = answer.links.get("next", {}).get("url")

    every = ["The first", *names]
    assert list(pages("/api/captures")) == [every]
    found = list(pages("/api/captures?limit=10"))
    assert [len(page) for page in found] == [10, 10, 5]
    assert [title for page in found for title in page] == every
    assert [len(page) for page in pages("/api/captures?limit=25")] == [25]
    for query, titles in (
        ("origin=bundled", ["The first"]),
        ("origin=upload&limit=7", names),
        ("q=BETA&limit=5", names[12:]),
        ("q=alpha 07%25", [names[7]]),
        ("q=first.mmscope", ["The first"]),
        ("q=%25_", names),
        ("q=%25%25", []),
        ("q=nonesuch", []),
    ):
        assert [title for page in pages(f"/api/captures?{query}") for title in page] == titles, query
    walk = pages("/api/captures?limit=10&origin=upload")
    begun = next(walk)
    gone = next(entry for entry in library.catalogue.all() if entry.title == begun[-1])
    library.catalogue.remove(gone.id)
    assert begun + [title for page in walk for title in page] == names


def cursor(words: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(words).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("limit=0", 422),
        ("limit=1001", 422),
        ("origin=x", 422),
        ("after=", 404),
        ("after=!", 404),
        ("after=WzFd", 404),
        ("after=WyJ1cGxvYWQiLCAiYSJd", 404),
        ("after=" + "W1tb" * 400, 404),
        ("after=" + cursor(["upload", "\ud800", "x"]), 404),
        ("after=" + cursor(["upload", 1, 2]), 404),
        ("after=" + cursor({"a": 1, "b": 2, "c": 3}), 404),
        ("after=" + cursor("abc"), 404),
    ],
)
def test_pages_that_there_cannot_be(client: TestClient, query: str, status: int) -> None:
    assert client.get(f"/api/captures?{query}").status_code == status
