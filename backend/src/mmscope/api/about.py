"""The server itself: is it there, and what does its core know."""

from typing import Any

from fastapi import APIRouter

from mmscope import __version__
from mmscope.api.models import CoreInfo, Health
from mmscope.api.state import Captures

router = APIRouter(prefix="/api")


@router.get("/health")
def health(library: Captures) -> Health:
    """The server answers; captures that are still being read do not keep it from doing so."""
    entries = library.catalogue.all()
    return Health(
        status="ok",
        version=__version__,
        core=CoreInfo(abi=library.core.tables.raw["abi"], sha256=library.core.sha256),
        captures=len(entries),
        pending=sum(entry.state == "pending" for entry in entries),
    )


@router.get("/tables")
def tables(library: Captures) -> dict[str, Any]:
    """The core's description of itself: events, enumerations, tunables, visible state, structs."""
    return library.core.tables.raw
