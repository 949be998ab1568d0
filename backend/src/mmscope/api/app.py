"""The application put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from mmscope import __version__
from mmscope.api import errors
from mmscope.api.frontend import Assets, Frontend
from mmscope.api.routes import captures, health, metrics, oembed, remote, rooms, search, shares, timeline, tus
from mmscope.api.routes.metrics import Metrics
from mmscope.api.server.headers import Security
from mmscope.api.server.listeners import Listeners
from mmscope.api.server.proxies import Shares, proxied
from mmscope.api.server.request_log import RequestLog
from mmscope.api.server.slots import Slots
from mmscope.api.state import OPENERS, AppState
from mmscope.captures import Library, Uploads
from mmscope.captures.remote.pool import Pool
from mmscope.captures.rota import Rota
from mmscope.rooms import Hub, Storage
from mmscope.settings import LESSONS


def create_app(library: Library) -> FastAPI:
    """The application over a library, which it starts and closes."""
    settings = library.settings
    uploads = Uploads(library)
    shelf = Pool(settings.limits)
    hub = Hub(settings.limits, Storage(library.store.folder))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        library.start()
        uploads.start()
        hub.start()
        yield
        hub.stop()
        shelf.close()
        # In threads: requests that were cut off must get to store what came.
        await anyio.to_thread.run_sync(hub.close)
        await anyio.to_thread.run_sync(uploads.close)
        await anyio.to_thread.run_sync(library.close)

    app = FastAPI(
        title="mmscope",
        version=__version__,
        description="Captures of Linux memory-management decisions: kept, checked, replayed.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.mmscope = AppState(
        library=library,
        resumable=uploads,
        slots=Slots(settings.limits),
        listeners=Listeners(settings.limits),
        rota=Rota(settings.limits.searches, settings.limits),
        searchers=anyio.CapacityLimiter(settings.limits.searches),
        readers=anyio.CapacityLimiter(settings.limits.readings),
        openers=anyio.CapacityLimiter(OPENERS),
        shelf=shelf,
        hub=hub,
    )
    counts = settings.metrics or settings.metrics_port > 0
    app.state.metrics = Metrics(app.state.mmscope) if counts else None
    # Routes are tried one after another: first those that a room full of pages asks for, step by step.
    for module in (remote, timeline, search, health, shares, metrics, captures, tus, rooms, oembed):
        app.include_router(module.router)
    app.include_router(rooms.short)
    errors.install(app)
    app.router.default = Frontend(settings.frontend, settings.bundled, settings.data / LESSONS)
    app.add_middleware(Compress)
    app.add_middleware(Assets, settings.frontend)
    # Around all of it, so that the answer to a failure has the headers too.
    inner = Shares(errors.CutOff(app.build_middleware_stack()), settings.limits.connections_each)
    secured = Security(inner, settings.hosts, settings.frames)
    report = app.state.metrics.note if counts else None
    app.middleware_stack = proxied(RequestLog(secured, report, log=settings.log == "json"), settings)
    return app


PLAIN = ("/file", "/window", "/found", "/steps", "/rows")


class Compress:
    """Gzip for what the API makes; files go out as they are, so that ranges mean their bytes.

    So do windows and what was found, which take less long to make than to pack, and steps and rows, which
    are packed once for all who ask.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._plain, self._gzip = app, GZipMiddleware(app, minimum_size=1024, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        plain = scope["type"] == "http" and scope["path"].endswith(PLAIN)
        await (self._plain if plain else self._gzip)(scope, receive, send)
