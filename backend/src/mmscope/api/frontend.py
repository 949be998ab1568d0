"""The built front end: static files, compressed ahead of time where the build did so."""

import html
import mimetypes
import os
import re
from pathlib import Path, PurePath
from urllib.parse import urlsplit, urlunsplit

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

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
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*\.md")  # one that begins with _ or a dot is in no list
NOT_BUILT = (
    "The front end is not built.\n\n"
    "Run `make run` in the project's folder, or `npm ci && npm run build` in frontend/,\n"
    "and load this page again. The API under /api works already.\n"
)
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/octet-stream", ".gz")


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
        packed = path.with_name(f"{path.name}.gz")
        takes_gzip = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        if status_code == OK and takes_gzip and packed.is_file():
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            response: Response = Ranged(packed, media_type=kind, headers={"content-encoding": "gzip"})
        else:
            response = Ranged(full_path, status_code=status_code, stat_result=stat_result)
            if self.is_not_modified(response.headers, Headers(scope=scope)):
                response = NotModifiedResponse(response.headers)
        response.headers["vary"] = "accept-encoding"
        hashed = path.parent.name == HASHED
        response.headers["cache-control"] = IMMUTABLE if hashed else REVALIDATE
        return response
