"""The server itself: is it there, and what does its core know."""

from typing import Any

from fastapi import APIRouter

from mmscope import __version__
from mmscope.api.models import CoreInfo, Health
from mmscope.api.state import Captures

router = APIRouter(prefix="/api")


@router.get("/health")
def health(library: Captures) -> Health:
    """The server answers: while captures are still being read, and on a full disk, too."""
    counts, room = library.catalogue.count(), library.store.room()
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
