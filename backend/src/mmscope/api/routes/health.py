"""The server itself: is it there, can it work, and what does its core know.

live    it answers; touches neither disk nor locks. What restarts a server should ask this: a restart does
        not empty a full disk.
ready   it can take in and keep new files; 503 says why not. What sends people to a server may ask this.
"""

import logging
import secrets
import threading
from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from mmscope import __version__
from mmscope.api.errors import documented, respond
from mmscope.api.models import CoreInfo, Health
from mmscope.api.state import Captures
from mmscope.captures import Library
from mmscope.core import CoreError, Session

PATIENCE = 3.0  # seconds for a look that is under way already
_log = logging.getLogger(__name__)
_looking = threading.Lock()  # one look at a time, or a disk that hangs would take every thread

router = APIRouter(prefix="/api")


class Live(BaseModel):
    """The server is there."""

    status: Literal["live"] = "live"


class Ready(BaseModel):
    """The server can take in files."""

    status: Literal["ready"] = "ready"


@router.get("/health")
def health(library: Captures) -> Health:
    """The server answers: while captures are still being read, and on a full disk, too."""
    counts, room = library.catalogue.count(), library.store.space()
    return Health(
        status="ok" if room > 0 else "full",
        version=__version__,
        core=CoreInfo(abi=library.core.tables.raw["abi"], sha256=library.core.sha256),
        captures=sum(counts.values()),
        pending=counts.get("pending", 0),
        room=max(0, room),
    )


@router.get("/tables")
def tables(library: Captures) -> dict[str, Any]:
    """The core's description of itself: events, enumerations, tunables, visible state, structs."""
    return library.core.tables.raw


@router.get("/health/live")
async def live() -> Live:
    """It answers at all."""
    return Live()


@router.get("/health/ready", responses=documented(503), response_model=Ready)
def ready(library: Captures) -> Ready | JSONResponse:
    """The data folder can be written, the catalogue answers, the core runs, and the disk has space."""
    if not _looking.acquire(timeout=PATIENCE):
        return _not_ready(["the disk does not answer"])
    try:
        reasons = list(filter(None, (_disk(library), _catalogue(library), _core(library))))
    finally:
        _looking.release()
    return _not_ready(reasons) if reasons else Ready()


def _not_ready(reasons: list[str]) -> JSONResponse:
    return respond(503, {"code": "not_ready", "message": "; ".join(reasons)}, {"retry-after": "10"})


def _disk(library: Library) -> str | None:
    try:
        if library.store.space() <= 0:
            return "the disk is full"
        probe = library.store.folder / f".probe-{secrets.token_hex(4)}"
        try:
            probe.write_bytes(b"x")
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        return f"the data folder cannot be written: {error.strerror}"
    return None


def _catalogue(library: Library) -> str | None:
    try:
        library.catalogue.get("")
    except Exception:  # noqa: BLE001  # whatever it is, it does not answer
        _log.exception("the catalogue does not answer")
        return "the catalogue does not answer"
    return None


def _core(library: Library) -> str | None:
    try:
        Session(library.core)
    except CoreError:
        _log.exception("the core does not run")
        return "the core does not run"
    return None
