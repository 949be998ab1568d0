"""What somebody may have of the server's limits, and how much of it is left: told before it is met."""

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from mmscope.api.server.proxies import name_of, person_of
from mmscope.api.state import AppState, app_state
from mmscope.api.visitor import sharer_of
from mmscope.settings import BYTES, CAPTURES, IN_ROOMS, QUEUED, Limits, Share

router = APIRouter(prefix="/api")


class ShareState(BaseModel):
    """Of one limit."""

    most: int = Field(description="that they may have at a time")
    left: int = Field(description="of it, as things are now: no more than the server has")


class SharesState(BaseModel):
    """Of who asks."""

    name: str | None = Field(description="of who is signed in; null: all of a network have one share")
    captures: ShareState
    bytes: ShareState
    rooms: ShareState
    searches: ShareState = Field(description="requests that may wait for a search")
    readings: ShareState = Field(description="files sent in one request that may wait to be read")


@router.get("/shares")
def shares(request: Request) -> SharesState:
    """What who asks may still keep, open and have waiting."""
    state, person = app_state(request), person_of(request)
    limits = state.library.settings.limits
    captures, size = _kept(request, state, limits)
    waiting = limits.waiting

    def of(share: Share, taken: int, left_of_all: int) -> ShareState:
        most = share.each(limits)
        return ShareState(most=most, left=max(0, min(most - taken, left_of_all)))

    return SharesState(
        name=name_of(request),
        captures=captures,
        bytes=size,
        rooms=of(IN_ROOMS, state.hub.rooms.opened_by(person), limits.rooms),
        searches=of(QUEUED, state.rota.waiting(person), waiting - state.rota.waiting()),
        readings=of(QUEUED, state.library.rota.waiting(person), waiting - state.library.rota.waiting()),
    )


def _kept(request: Request, state: AppState, limits: Limits) -> tuple[ShareState, ShareState]:
    """Captures and bytes: who is not named has no share, but what the server has."""
    allowance, sharer = state.library.allowance, sharer_of(request)
    most, left = [limits.captures, limits.store], [limits.captures, limits.store]
    for at, taken in enumerate(allowance.kept()):
        left[at] -= taken
    left[1] = min(left[1], state.library.store.space())
    if sharer is not None:
        most = [share.each(limits) for share in (CAPTURES, BYTES)]
        for at, taken in enumerate(allowance.kept(sharer.holder)):
            left[at] = min(left[at], most[at] - taken)
    return (
        ShareState(most=most[0], left=max(0, left[0])),
        ShareState(most=most[1], left=max(0, left[1])),
    )
