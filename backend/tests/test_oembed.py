"""A pasted link becomes a figure: the endpoint, and the page that names it."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.testclient import TestClient

from mmscope.api import create_app
from mmscope.api.routes.oembed import HEIGHT, KIND, WIDTH, discovery
from mmscope.captures import Library
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings
from support import OURS

HERE = "http://127.0.0.1"
VIEW = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
PAGE = "<!doctype html><html><head><title>a figure</title></head><body></body></html>"


@pytest.fixture
def client(settings: Settings, usual: Settings, core: CoreModule, trace: TraceModule) -> Iterator[TestClient]:
    (settings.frontend / "embed").mkdir(parents=True)
    for name in ("engine", "datasets"):  # what draws figures, and what they may name
        (settings.frontend / name).symlink_to(usual.frontend / name)
    capture = "one-each-roundrobin.mmscope.gz"
    (settings.bundled / capture).symlink_to(usual.bundled / capture)
    (settings.frontend / "index.html").write_text("<p>")
    (settings.frontend / "embed" / "index.html").write_text(PAGE)
    shown = replace(settings, frames="'self' https://class.example")
    with TestClient(create_app(Library(shown, core, trace)), base_url=HERE) as client:
        yield client


def asked(client: TestClient, url: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    answer = client.get("/api/oembed", params={"url": url, **more})
    assert answer.status_code == 200, answer.text
    reply: dict[str, Any] = answer.json()
    return reply


def source(words: dict[str, Any]) -> str:
    """Where its frame leads."""
    found = re.fullmatch(r'<iframe src="([^"]*)" [^<>]*></iframe>', words["html"])
    assert found is not None
    return html.unescape(found[1])


def test_a_link_of_the_app_becomes_a_frame(client: TestClient) -> None:
    given = asked(client, f"{HERE}/#v1/{VIEW}")
    assert (given["version"], given["type"], given["width"], given["height"]) == (
        "1.0",
        "rich",
        WIDTH,
        HEIGHT,
    )
    frame = urlsplit(source(given))
    assert frame.path == "/embed/"
    assert parse_qs(frame.query) == {"v": [VIEW]}
    assert client.get(source(given)).status_code == 200


def test_a_figure_names_its_frame_and_keeps_what_it_was_asked(client: TestClient) -> None:
    page = client.get("/embed/", params={"v": VIEW, "theme": "dark", "rubbish": "1"})
    found = re.search(rf'<link rel="alternate" type="{re.escape(KIND)}" href="([^"]*)"', page.text)
    assert found is not None
    assert f"<{html.unescape(found[1])}>" in page.headers["link"]
    answer = client.get(html.unescape(found[1])).json()
    assert parse_qs(urlsplit(source(answer)).query) == {"v": [VIEW], "theme": ["dark"]}
    assert "frame-ancestors 'self' https://class.example" in page.headers["content-security-policy"]


def test_other_pages_name_no_frame(client: TestClient) -> None:
    for path in ("/", "/embed/", f"/?v={VIEW}", "/embed/?v="):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "link" not in answer.headers
        assert KIND not in answer.text


def test_it_stays_within_the_room_there_is(client: TestClient) -> None:
    given = asked(client, f"{HERE}/#v1/{VIEW}", maxwidth=320, maxheight=5000)
    assert (given["width"], given["height"]) == (320, HEIGHT)
    assert 'width="320"' in given["html"]


NO_VIEW = [
    "",
    "nonsense",
    f"{HERE}/",
    f"{HERE}/#v1/",
    f"{HERE}/embed/",
    f"http://other.example/#v1/{VIEW}",
    f"{HERE}.evil.example/#v1/{VIEW}",
    f"http://user@127.0.0.1/#v1/{VIEW}",
    f"javascript://127.0.0.1/#v1/{VIEW}",
    "http://[/#v1/zones",
]


def test_what_is_no_link_of_a_view_here_is_not_found(client: TestClient) -> None:
    for url in NO_VIEW:
        answer = client.get("/api/oembed", params={"url": url})
        assert answer.status_code == 404, url
        assert "no link of a view" in answer.json()["error"]["message"]
    answer = client.get("/api/oembed", params={"url": f"{HERE}/#v1/{VIEW}", "format": "xml"})
    assert answer.status_code == 501


WRONG = {
    "rubbish": "There is no scene “rubbish”.",
    "swop-devices?a=model:four-nodes": "Did you mean “swap-devices”?",
    "swap-devices?a=model:four-nodes&zzz=1": "There is no parameter “zzz”.",
    "swap-devices?a=model:four-node": "Did you mean “four-nodes”?",
    "swap-devices?a=model:four-nodes&k=9601": "There is no decision 9,601: the last one is 9,600.",
    "swap-devices?a=model:four-nodes&a.rule=banana": "banana",
    "swap-devices?a=file:mine.gz": "it names a file",
    "swap-devices?a=file:/etc/passwd": "it names a file",
    "swap-devices?a=server:u-0123456789abcdef": "there is no capture 'u-0123456789abcdef'",
    "machine?numbers=zz": "numbers",
    "published": "There is no scene “published”.",
    "v2/zones?a=model:zones-fair": "another version",
    "swap-devices": "The view shows nothing.",
}


@pytest.mark.parametrize("view", WRONG)
def test_a_view_that_a_figure_refuses_is_not_found_in_its_words(client: TestClient, view: str) -> None:
    url = f"{HERE}/#v1/{view}" if "k=" in view else f"{HERE}/embed/?{urlencode({'v': view})}"
    answer = client.get("/api/oembed", params={"url": url})
    assert answer.status_code == 404
    assert WRONG[view] in answer.json()["error"]["message"]


def test_a_link_without_its_version_is_the_same_link(client: TestClient) -> None:
    assert asked(client, f"{HERE}/#{VIEW}") == asked(client, f"{HERE}/#v1/{VIEW}")


def test_a_capture_that_the_server_keeps_has_a_frame(client: TestClient, text: bytes) -> None:
    sent = client.post("/api/captures", params={"filename": "mine"}, content=text, headers=OURS)
    assert sent.status_code in {200, 201}, sent.text
    view = f"swap-devices?a=server:{sent.json()['id']}&k=3"
    assert parse_qs(urlsplit(source(asked(client, f"{HERE}/#v1/{view}"))).query) == {"v": [view]}


def test_a_view_that_takes_too_long_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mmscope.api.routes.oembed.SECONDS", 2)
    huge = "a.dev_pages=1073741824,1073741824,1073741824,1073741824&a.stop_decisions=16777216"
    view = f"swap-devices?a=model:four-nodes&{huge}&a.task_pages=67108864&k=9"
    answer = client.get("/api/oembed", params={"url": f"{HERE}/#v1/{view}"})
    assert answer.status_code == 404
    assert "it takes longer than 2 seconds" in answer.json()["error"]["message"]


def test_a_server_that_is_in_no_frame_says_so(library: Library) -> None:
    with TestClient(create_app(library), base_url=HERE) as closed:
        answer = closed.get("/api/oembed", params={"url": f"{HERE}/#v1/{VIEW}"})
    assert answer.status_code == 404
    assert "MMSCOPE_FRAME_ANCESTORS" in answer.json()["error"]["message"]


@given(view=st.text(min_size=1, max_size=200))
def test_whatever_a_view_says_its_page_names_it_in_plain_characters(view: str) -> None:
    query = urlencode({"v": view}, errors="replace").encode()
    scope = {"type": "http", "method": "GET", "path": "/embed/", "query_string": query, "scheme": "http"}
    known = discovery(Request({**scope, "headers": [], "server": ("127.0.0.1", 80)}))
    assert known is not None
    assert re.fullmatch(r"[!#-;=?-~]+", known)
