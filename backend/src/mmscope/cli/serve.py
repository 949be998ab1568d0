"""`mmscope serve`: the app on a local port."""

import logging
from dataclasses import replace

import uvicorn

from mmscope.api import create_app
from mmscope.api.sockets import ViewerSocket
from mmscope.captures import Library
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings

MESSAGE = 1 << 16  # bytes of one WebSocket message from a client
GRACE = 5  # seconds for open requests at the end


def serve(settings: Settings, host: str | None, port: int | None) -> int:
    """Serve until interrupted."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings = replace(settings, host=host or settings.host, port=settings.port if port is None else port)
    library = Library(settings, CoreModule(settings.core), TraceModule(settings.trace))
    uvicorn.run(
        create_app(library),
        host=settings.host,
        port=settings.port,
        log_level="info",
        access_log=False,
        server_header=False,
        ws=ViewerSocket,
        ws_max_size=MESSAGE,
        timeout_graceful_shutdown=GRACE,
    )
    return 0
