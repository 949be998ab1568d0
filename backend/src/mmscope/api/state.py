"""What routes need of the application."""

from dataclasses import dataclass, field
from typing import Annotated, cast

import anyio
from fastapi import Depends
from starlette.requests import HTTPConnection

from mmscope.api.server.listeners import Listeners
from mmscope.api.server.slots import Slots
from mmscope.captures import Entry, Library, Uploads
from mmscope.captures.remote.pool import Pool
from mmscope.captures.rota import Rota
from mmscope.rooms import Hub

OPENERS = 2  # threads that make ready for files: a crowd of busy threads would keep the event loop waiting


@dataclass
class AppState:
    """Made once with the application."""

    library: Library
    resumable: Uploads
    slots: Slots
    listeners: Listeners
    rota: Rota  # whose search is made
    searchers: anyio.CapacityLimiter
    readers: anyio.CapacityLimiter
    openers: anyio.CapacityLimiter
    shelf: Pool
    hub: Hub
    known: dict[str, tuple[float, Entry]] = field(
        default_factory=dict
    )  # until when, of captures stepped through

    def stop(self) -> None:
        """The server ends: call off what is being read, and end streams of events."""
        self.library.stop()
        self.resumable.stop()
        self.hub.stop()


def app_state(connection: HTTPConnection) -> AppState:
    """The state of the application a request came to."""
    return cast("AppState", connection.app.state.mmscope)


def _library(connection: HTTPConnection) -> Library:
    return app_state(connection).library


Captures = Annotated[Library, Depends(_library)]
