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

HERE = "http://127.0.0.1"
VIEW = "swap-devices?a=model:four-nodes&b=capture:one-each-roundrobin&k=1800"
PAGE = "<!doctype html><html><head><title>a figure</title></head><body></body></html>"


@pytest.fixture
def client(settings: Settings, core: CoreModule, trace: TraceModule) -> Iterator[TestClient]:
    (settings.frontend / "embed").mkdir(parents=True)
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
