"""What is known of every request: an id, who asks, how it was answered, and how long that took.

The id is the client's own X-Request-ID where that is short and printable, else a new one. It goes back in
the answer, and with who asks into each line that is logged while the request is handled, in whichever thread.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mmscope.api.server.proxies import person_of

HEADER = "x-request-id"
OTHER = "other"  # stands for every route and method that is not ours
_ID = re.compile(r"[A-Za-z0-9._:/+=@-]{1,64}")
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that is under way. `who` is "@NAME" of whom a proxy names, else an address or a network."""

    id: str
    who: str


asked: ContextVar[Asked | None] = ContextVar("asked", default=None)


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """A request that has ended. `status` is 0 of one that was never answered."""

    method: str
    route: str  # its template: there are few of them
    status: int
    seconds: float


def new_id() -> str:
    """An id for a request that has none."""
    return secrets.token_hex(8)


class RequestLog:
    """Around everything else, so that refusals and failures are seen too."""

    def __init__(self, app: ASGIApp, report: Callable[[LoggedRequest], None] | None, *, log: bool) -> None:
        """`report` is given every answer; `log`: a line for each as well."""
        self._app, self._report, self._log = app, report, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        own = given if _ID.fullmatch(given) else new_id()
        was, began, status = asked.set(Asked(own, person_of(HTTPConnection(scope)))), time.monotonic(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = own
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._note(LoggedRequest(_method(scope), _route(scope), status, time.monotonic() - began))
            asked.reset(was)

    def _note(self, answered: LoggedRequest) -> None:
        if self._report is not None:
            self._report(answered)
        if self._log:
            fields = {
                "method": answered.method,
                "route": answered.route,
                "status": answered.status,
                "ms": round(1000 * answered.seconds, 1),
            }
            _log.info("answered", extra={"fields": fields})


def _method(scope: Scope) -> str:
    method = str(scope["method"])
    return method if method in _METHODS else OTHER


def _route(scope: Scope) -> str:
    """The template of the route that was found."""
    return str(getattr(scope.get("route"), "path", None) or OTHER)
