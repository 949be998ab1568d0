"""`mmscope serve`: the app on a local port."""

import gc
import json
import logging
import os
import resource
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from types import FrameType
from typing import Any

import uvicorn

from mmscope.api import asked, bounded, create_app, let_wait
from mmscope.captures import Library
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings, SettingsError

MESSAGE = 1 << 16  # bytes of one WebSocket message from a client
FILES = 1 << 16  # open at a time, where the system names no limit
# Seconds that a busy thread may keep the event loop waiting at each of its system calls; Python has 0.005.
SWITCH = 0.0005
GRACE = 2  # seconds for open requests at the end,
END = 4.0  # and until the process ends, whatever is under way: containers are given ten
_log = logging.getLogger(__name__)


def serve(settings: Settings, host: str | None, port: int | None) -> int:
    """Serve until interrupted. Raises SettingsError."""
    sys.setswitchinterval(SWITCH)
    files = _most_files()
    as_json = settings.log == "json"
    _begin_log(as_json=as_json)
    settings = replace(settings, host=host or settings.host, port=settings.port if port is None else port)
    library = Library(settings, CoreModule(settings.core), TraceModule(settings.trace))
    app = create_app(library)
    if settings.metrics_port:
        try:
            app.state.metrics.listen(settings.metrics_host, settings.metrics_port)
        except OSError as error:
            where = f"{settings.metrics_host}:{settings.metrics_port}"
            raise SettingsError(
                f"MMSCOPE_METRICS_PORT: nobody can listen on {where}: {error.strerror}"
            ) from error
    more: dict[str, Any] = {"log_config": None} if as_json else {}  # its lines go to ours
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_level="info",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application itself knows whom it believes
        root_path=settings.prefix,
        **bounded(settings, files),
        ws_max_size=MESSAGE,
        timeout_graceful_shutdown=GRACE,
        **more,
    )
    _Server(config, app.state.mmscope.stop, files).run()
    return 0


def _begin_log(*, as_json: bool) -> None:
    """Set up the log of this process: lines for people, or JSON with the id of the request they belong to."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    if as_json:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLines())


class JsonLines(logging.Formatter):
    """One JSON object in a line: time, level, logger, message, request, who, error."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (request := asked.get()) is not None:
            line |= {"request": request.id, "who": request.who}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line | getattr(record, "fields", {}))


class _Server(uvicorn.Server):
    """Uvicorn's, which ends soon after it is told to.

    What it cuts off is as after a kill: the next start goes on with it.
    """

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None], files: int) -> None:
        super().__init__(config)
        self._stop, self._files = stop, files

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to end has come."""
        if not self.should_exit:
            last = threading.Timer(END, self._cut_off)
            last.daemon = True
            last.start()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen."""
        gc.collect()
        gc.freeze()  # what is there by now stays: looking through it again and again takes 70 ms each time
        await super().startup(sockets)
        for server in self.servers:
            let_wait(server, self._files)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what goes on by itself first, so that nobody waits for it."""
        self._stop()
        await super().shutdown(sockets)

    def _cut_off(self) -> None:
        _log.warning("ended in the middle of work; the next start goes on with it")
        logging.shutdown()
        os._exit(0)


def _most_files() -> int:
    """Let this process have as many files open as it may have at all. Returns how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):
        return soft
    return wanted
