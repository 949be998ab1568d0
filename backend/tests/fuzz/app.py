"""Targets for requests: any path, query and headers against the application; windows beside counting."""

import asyncio
import atexit
import gzip
import json
import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from fuzz.feed import Feed, scratch
from mmscope.api import create_app
from mmscope.captures import Library, NotFoundError
from mmscope.captures.columns import parquet_name
from mmscope.core import CoreModule, Session, TraceModule
from mmscope.settings import load
from windows import window_rows

One = Callable[[bytes], None]
ID = "first"
_READS = ("GET", "HEAD", "OPTIONS", "TRACE", "POST", "DELETE", "PATCH", "PUT")
_PATHS = (
    "/api/health", "/api/tables", "/api/captures", f"/api/captures/{ID}",
    f"/api/captures/{ID}/file",
    f"/api/captures/{ID}/perf", f"/api/captures/{ID}/check",
    f"/api/captures/{ID}/verdicts",
    f"/api/captures/{ID}/window", f"/api/captures/{ID}/events/swap_select", "/api/captures/", "/api/uploads",
    "/api/uploads/", "/", "/assets/", "/api/openapi.json",
)  # fmt: skip
_QUERY = ("t0", "t1", "bins", "tracks", "from", "to", "limit", "filename", "offset", "page")
_HEADERS = (
    "range", "if-range", "if-none-match", "host", "origin", "accept-encoding", "content-type",
    "content-length", "cookie", "authorization", "tus-resumable", "upload-length", "upload-metadata",
)  # fmt: skip


def library() -> Library:
    """A data folder with one capture that was read, of a model."""
    usual, folder = load({}), scratch()
    root = folder / "root"
    captures, modules = root / "datasets" / "captures", root / "wasm-core" / "dist"
    frontend = root / "frontend" / "dist"
    for needed in (captures, modules, frontend):
        needed.mkdir(parents=True)
    (frontend / "index.html").write_text("<!doctype html>")
    for path in (usual.core, usual.trace):
        (modules / path.name).symlink_to(path)
    core = CoreModule(usual.core)
    run = Session(core)
    params = json.loads((usual.scenarios / "two-nodes.json").read_text())["params"]
    run.run_model({**params, "stop_decisions": 400})
    (captures / f"{ID}.mmscope.gz").write_bytes(gzip.compress(b"".join(run.write()), mtime=0))
    (captures / f"{ID}.json").write_text(json.dumps({"id": ID, "title": "The first"}))
    settings = replace(usual, root=root, data=folder / "data", hosts=(*usual.hosts, "here"))
    made = Library(settings, core, TraceModule(usual.trace))
    made.catch_up()
    atexit.register(made.close)
    return made


def requests() -> One:
    """Requests that change nothing: never a failure of the server, and always its headers."""
    app = create_app(library())
    loop, stack = asyncio.new_event_loop(), AsyncExitStack()
    loop.run_until_complete(stack.enter_async_context(app.router.lifespan_context(app)))

    def close() -> None:
        loop.run_until_complete(stack.aclose())
        loop.close()

    atexit.register(close)

    async def ask(scope: dict[str, Any]) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []

        given = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            return given.pop() if given else await asyncio.Future()

        async def send(message: Any) -> None:  # noqa: ANN401  # a message
            sent.append(message)

        async with asyncio.timeout(20):
            await app(scope, receive, send)
        return sent

    def one(data: bytes) -> None:
        feed = Feed(data)
        method, path = feed.choice(_READS), feed.choice(_PATHS)
        if feed.number() % 4 == 0:
            path += feed.text(60)
        query = "&".join(f"{feed.choice(_QUERY)}={feed.text(60)}" for _ in range(feed.number() % 5))
        headers = [(b"host", b"here")] if feed.number() % 8 else []
        while feed.left:
            headers.append((feed.choice(_HEADERS).encode(), feed.take(feed.number())))
        if method == "POST" and path.startswith("/api/uploads"):
            method = "GET"  # it would announce an upload, of which there may be a few
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "headers": headers, "client": ("127.0.0.1", 9), "server": ("here", 80),
        }  # fmt: skip
        sent = loop.run_until_complete(ask(scope))
        status, answered = sent[0]["status"], dict(sent[0]["headers"])
        body = b"".join(message.get("body", b"") for message in sent[1:])
        assert status < 500, (status, method, path, query, headers, body[:300])
        assert answered[b"x-content-type-options"] == b"nosniff"
        assert b"content-security-policy" in answered
        length = answered.get(b"content-length")
        assert length is None or method == "HEAD" or int(length) == len(body)
        ranges = path.endswith(("/file", "/perf"))  # Starlette refuses ranges in plain text
        if status >= 400 and method != "HEAD" and path.startswith("/api/") and not ranges:
            body = gzip.decompress(body) if answered.get(b"content-encoding") == b"gzip" else body
            assert json.loads(body)["error"]["code"], (status, method, path, query, headers)

    return one


def windows() -> One:
    """Windows of a capture: what counting its events one by one gives, in bins as narrow as asked for."""
    made = library()
    folder, origin = made.derived(ID), int(made.get(ID).details["ts_first"])
    tracks = made.windows.tracks(folder)
    kinds = {track.partition(".")[0] for track in tracks}
    events = {kind: pq.read_table(folder / parquet_name(kind)) for kind in kinds}
    since = {
        kind: np.maximum(t["ts"].to_numpy(), np.uint64(origin)) - np.uint64(origin)
        for kind, t in events.items()
    }
    end = int(max(times.max() for times in since.values() if len(times)))

    def expected(track: str, t0: int, t1: int, width: int) -> dict[int, tuple[int, ...]]:
        kind, _, measure = track.partition(".")
        times = since[kind]
        last = -(-t1 // width) * width
        inside = (times >= t0 // width * width) & (times < min(last, 2**64 - 1))
        bins = np.array([int(t) // width * width for t in times[inside]], np.uint64)
        values = events[kind][measure].to_numpy()[inside] if measure else None
        out = {}
        for start in np.unique(bins):
            which = bins == start
            out[int(start)] = (
                (int(which.sum()),)
                if values is None
                else (int(which.sum()), *(int(f(values[which].astype(object))) for f in (min, max, sum)))
            )
        return out

    def one(data: bytes) -> None:
        feed = Feed(data)
        scale = feed.choice([end + 2, 1 << 20, 1 << 40, 2**63 + 2, 10**19])
        t0, t1 = feed.number(8) % scale, feed.number(8) % scale
        bins, asked = 1 + feed.number(2) % 4096, [feed.choice(tracks) for _ in range(1 + feed.number() % 4)]
        if feed.left:
            asked.append(re.sub(r"[^a-z0-9_.]", "_", feed.text(40)))  # as the API lets through
        try:
            width, got = window_rows(made.windows.window(folder, asked, t0, t1, bins))
        except NotFoundError:
            assert not set(asked) <= set(tracks)
            return
        assert width.bit_count() == 1
        if t0 >= t1:
            assert not got
            return
        assert width == 1 or (width // 2) * bins < t1 - t0
        found: dict[str, dict[int, tuple[int, ...]]] = {track: {} for track in asked}
        for row in got:
            numbers = (row["min"], row["max"], row["sum"]) if "." in row["track"] else ()
            found[row["track"]][row["t"]] = (row["count"], *(int(number) for number in numbers))
        for track in asked:
            assert len(found[track]) <= bins + 1
            assert found[track] == expected(track, t0, t1, width), (track, t0, t1, bins)

    return one


APP: dict[str, Callable[[], One]] = {f.__name__: f for f in (requests, windows)}
