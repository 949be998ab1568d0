"""The built front end: static files, compressed ahead of time where the build did so."""

import html
import mimetypes
import os
import re
from collections import OrderedDict
from pathlib import Path, PurePath
from urllib.parse import urlsplit, urlunsplit

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from mmscope.api.files import Ranged
from mmscope.api.routes.oembed import KIND, discovery
from mmscope.captures import CAPTURE_SUFFIX

OK = 200
HASHED = "assets"  # the builds put files here whose names change with their content
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
CAPTURES = PurePath("datasets", "captures")  # where the page looks for bundled captures
LESSONS = PurePath("lessons")  # and a teacher's own lessons
LISTED = f"{LESSONS}/index.json"  # their names, for the page
MOST = 200  # names in that list
PACKED = {".br": "br", ".gz": "gzip"}  # what a build writes beside a file; the smaller first
KEPT = 16 << 20  # bytes of such files in memory
LARGE = 1 << 20  # bytes of one that is not kept
_ASSET = re.compile(rf"/{HASHED}/[\w.~-]+")
_ENCODING = re.compile(r"([\w*-]+)(?:\s*;\s*q=(\d(?:\.\d*)?))?")  # RFC 9110, 12.5.3
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*\.md")  # one that begins with _ or a dot is in no list
NOT_BUILT = (
    "The front end is not built.\n\n"
    "Run `make run` in the project's folder, or `npm ci && npm run build` in frontend/,\n"
    "and load this page again. The API under /api works already.\n"
)
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/octet-stream", ".gz")


def _kind(path: Path) -> str:
    """Its media type, with the charset of texts as Starlette writes it."""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _taken(headers: Headers) -> tuple[str, ...]:
    """Suffixes of the packed siblings that the browser takes, the smaller first."""
    asked = _ENCODING.findall(headers.get("accept-encoding", ""))
    names = {name for name, weight in asked if not weight or float(weight) > 0}
    return tuple(suffix for suffix, name in PACKED.items() if name in names)


def _packed(path: Path, suffixes: tuple[str, ...]) -> Path | None:
    """The first such sibling that there is."""
    siblings = (path.with_name(f"{path.name}{suffix}") for suffix in suffixes)
    return next((sibling for sibling in siblings if sibling.is_file()), None)


class Frontend(StaticFiles):
    """Files of one folder, which may appear or change while the server runs."""

    def __init__(self, folder: Path, captures: Path, lessons: Path) -> None:
        """`lessons`: a teacher's own, which no build empties."""
        super().__init__(directory=folder, html=True, check_dir=False)
        self._folder = folder
        self._others = {(CAPTURES, CAPTURE_SUFFIX): captures, (LESSONS, ".md"): lessons}
        self._lessons = lessons

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """A file of the folder. An installed package has its captures once: not in the front end, too."""
        full, found = super().lookup_path(path)
        asked = PurePath(path)
        for (parent, suffix), others in self._others.items():
            file = others / asked.name
            if found is None and asked.parent == parent and asked.name.endswith(suffix) and file.is_file():
                return str(file), file.stat()
        return full, found

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The answer to a request for a path below the folder."""
        if scope["path"].removeprefix(scope.get("root_path", "")).startswith("/api/"):
            raise HTTPException(404, "there is no such path in the API; /api/openapi.json lists them")
        if not (self._folder / "index.html").is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        if PurePath(path) == PurePath(LISTED):
            names = await to_thread.run_sync(self._listed)
            return JSONResponse(names, headers={"cache-control": REVALIDATE})
        response = await super().get_response(path, scope)
        if isinstance(response, RedirectResponse):  # as a path: what a browser sees before it is a proxy's
            there = urlsplit(response.headers["location"])
            response.headers["location"] = urlunsplit(("", "", there.path, there.query, ""))
        address = discovery(Request(scope)) if response.status_code == OK else None
        return self._page_of(address) if address else response

    def _listed(self) -> list[str]:
        """Names of the lessons that were put there, as many as a page lists."""
        try:
            files = [file.name for file in os.scandir(self._lessons) if file.is_file()]
        except OSError:
            return []
        return sorted(name for name in files if _NAME.fullmatch(name))[:MOST]

    def _page_of(self, address: str) -> Response:
        """The page of a figure, which says in both ways of oEmbed where its frame is described."""
        page = (self._folder / "embed" / "index.html").read_text()
        link = f'<link rel="alternate" type="{KIND}" href="{html.escape(address)}" title="mmscope">'
        headers = {"link": f'<{address}>; rel="alternate"; type="{KIND}"', "cache-control": REVALIDATE}
        return HTMLResponse(page.replace("</head>", f"{link}</head>"), headers=headers)

    async def check_config(self) -> None:
        """The folder need not be there."""

    def file_response(self, full_path, stat_result, scope, status_code=200):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        """Starlette's, with caching and with the compressed sibling of a file where there is one."""
        path = Path(full_path)
        headers = Headers(scope=scope)
        packed = _packed(path, _taken(headers)) if status_code == OK else None
        if packed:
            encoding = {"content-encoding": PACKED[packed.suffix]}
            stat = packed.stat()
            response: Response = Ranged(packed, media_type=_kind(path), headers=encoding, stat_result=stat)
        else:
            response = Ranged(full_path, status_code=status_code, stat_result=stat_result)
        if self.is_not_modified(response.headers, headers):
            response = NotModifiedResponse(response.headers)
        response.headers["vary"] = "accept-encoding"
        hashed = path.parent.name == HASHED
        response.headers["cache-control"] = IMMUTABLE if hashed else REVALIDATE
        return response


# A path and what is taken: not the header itself, of which there are as many as a client invents.
_Key = tuple[str, tuple[str, ...]]


class Assets:
    """Files whose names change with their content, from memory: a page asks for two dozen of them at once.

    What is not such a file, or too large, goes on to `app`.
    """

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        """`folder`: the front end's."""
        self._app, self._folder = app, folder
        self._kept: OrderedDict[_Key, tuple[bytes, dict[str, str]]] = OrderedDict()
        self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        asked = scope["type"] == "http" and scope["method"] == "GET"
        answer = await self._answer(scope) if asked else None
        await (answer or self._app)(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if not _ASSET.fullmatch(path) or "range" in headers or "if-none-match" in headers:
            return None
        key = path, _taken(headers)
        found = self._kept.get(key) or await to_thread.run_sync(self._read, *key)
        if found is None:
            return None
        self._keep(key, found)
        return Response(found[0], headers=found[1])

    def _read(self, path: str, suffixes: tuple[str, ...]) -> tuple[bytes, dict[str, str]] | None:
        file = self._folder / path[1:]
        packed = _packed(file, suffixes)
        try:
            content = (packed or file).read_bytes() if (packed or file).stat().st_size <= LARGE else None
        except OSError:
            return None
        headers = {"content-type": _kind(file), "cache-control": IMMUTABLE, "vary": "accept-encoding"}
        if packed:
            headers["content-encoding"] = PACKED[packed.suffix]
        return None if content is None else (content, headers)

    def _keep(self, key: _Key, found: tuple[bytes, dict[str, str]]) -> None:
        """The last used are kept."""
        if key not in self._kept:
            self._bytes += len(found[0])
        self._kept[key] = found
        self._kept.move_to_end(key)
        while self._bytes > KEPT:
            _, (content, _) = self._kept.popitem(last=False)
            self._bytes -= len(content)
