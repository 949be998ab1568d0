"""Where events of a capture stand that meet conditions, for a timeline that does not hold it."""

import json
import threading
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from mmscope.api.errors import documented
from mmscope.api.routes.captures import CaptureId
from mmscope.api.state import Captures
from mmscope.captures import CaptureError, Condition, Matches, Op, Windows, find

router = APIRouter(prefix="/api", responses=documented(400, 403, 404, 409, 410, 413, 422, 503))

BYTES = "application/octet-stream"


class Meets(BaseModel):
    """One of the conditions that an event must meet."""

    field: str = Field("", pattern="^[a-z0-9_]{0,64}$", description="default: any text of the event")
    op: Op
    value: str = Field(max_length=256)
    number: float | None = Field(None, description="what a number is compared with")


class Wanted(BaseModel):
    """Kinds, and what their events must meet: all of it."""

    kinds: list[Annotated[str, Field(pattern="^[a-z0-9_]{1,64}$")]] = Field(max_length=256)
    meets: list[Meets] = Field(max_length=16)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The same for who looks."""
        return tuple(Condition(**each.model_dump()) for each in self.meets)


_ASKED = TypeAdapter(Annotated[list[Wanted], Field(max_length=256)])
_searching = threading.Semaphore()


@router.get(
    "/captures/{capture_id}/found",
    response_class=Response,
    responses={200: {"content": {BYTES: {"schema": {"type": "string", "format": "binary"}}}}},
)
def get_found(
    capture_id: CaptureId,
    library: Captures,
    where: Annotated[
        str, Query(max_length=1 << 15, description="JSON: a list of `kinds` and what their events must meet")
    ],
) -> Response:
    """Where events stand that meet conditions; see the README of the backend.

    One search at a time: the others are told to ask again.
    """
    entry = library.ready(capture_id)
    wanted = [(kind, each.conditions) for each in _asked(where) for kind in each.kinds]
    if not _searching.acquire(blocking=False):
        raise CaptureError("busy", "another search is under way; try again soon")
    try:
        with library.reading(capture_id) as folder:
            found = find(folder, wanted, int(entry.details["ts_first"]))
            return Response(_bytes_of(found, library.windows, folder), media_type=BYTES)
    finally:
        _searching.release()


def _asked(where: str) -> list[Wanted]:
    try:
        return _ASKED.validate_json(where)
    except ValidationError as error:
        faults = [{**of, "loc": ("query", "where", *of["loc"])} for of in error.errors()]
        raise RequestValidationError(faults) from error


def _bytes_of(found: Matches, windows: Windows, folder: Path) -> bytes:
    """u32 length of a heading in JSON, padded to a multiple of 8; of each kind f64 times, then f64 rows."""
    found_kinds = [{"name": kind, "events": len(places)} for kind, places in found.places.items()]
    heading = json.dumps({"more": found.more, "kinds": found_kinds}).encode()
    heading += b" " * (-(4 + len(heading)) % 8)
    numbers = [
        of.astype("<f8").tobytes()
        for kind, places in found.places.items()
        for of in (windows.times(folder, kind, places), places)
    ]
    return b"".join([len(heading).to_bytes(4, "little"), heading, *numbers])
