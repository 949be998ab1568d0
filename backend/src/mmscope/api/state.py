"""What routes need of the application."""

import asyncio
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from mmscope.captures import Library, Uploads
from mmscope.replay import Audience, Shelf

UPLOADS = 4  # at a time; others wait


@dataclass
class AppState:
    """Made once with the application."""

    library: Library
    resumable: Uploads
    uploads: asyncio.Semaphore
    audience: Audience
    shelf: Shelf

    def stop(self) -> None:
        """The server ends: call off what is being read, and end streams of events."""
        self.library.stop()
        self.resumable.stop()


def app_state(connection: HTTPConnection) -> AppState:
    """The state of the application a request came to."""
    return cast("AppState", connection.app.state.mmscope)


def _library(connection: HTTPConnection) -> Library:
    return app_state(connection).library


Captures = Annotated[Library, Depends(_library)]
