"""Where events of a capture stand that meet conditions, for a timeline that does not hold it."""

import json
from pathlib import Path
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from mmscope.api.errors import documented
from mmscope.api.routes.captures import CaptureId
from mmscope.api.server.proxies import person_of
from mmscope.api.state import Captures, app_state
from mmscope.api.visitor import Who
from mmscope.captures import Condition, Matches, Op, Windows, find

router = APIRouter(prefix="/api", responses=documented(400, 403, 404, 409, 410, 413, 422, 503))

BYTES = "application/octet-stream"
PATIENCE = 60.0  # seconds that a search waits for its turn; each takes ten at most


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


@router.get(
    "/captures/{capture_id}/found",
    response_class=Response,
    responses={200: {"content": {BYTES: {"schema": {"type": "string", "format": "binary"}}}}},
)
async def get_found(
    request: Request,
    who: Who,
    capture_id: CaptureId,
    library: Captures,
    where: Annotated[
        str, Query(max_length=1 << 15, description="JSON: a list of `kinds` and what their events must meet")
    ],
) -> Response:
    """Where events stand that meet conditions; see the README of the backend.

    Few searches at a time, one of each person; the others wait for their turn.
    """
    wanted = [(kind, each.conditions) for each in _asked(where) for kind in each.kinds]

    def search() -> bytes:
        entry = library.ready(capture_id)
        with library.reading(capture_id) as folder:
            found = find(folder, wanted, int(entry.details["ts_first"]))
            return _bytes_of(found, library.windows, folder)

    state = app_state(request)
    async with state.rota.turn_of((person_of(request), who.known), PATIENCE):
        return Response(await anyio.to_thread.run_sync(search, limiter=state.searchers), media_type=BYTES)


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
