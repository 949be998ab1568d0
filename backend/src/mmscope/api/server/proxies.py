"""Proxies that are believed who asks: those of MMSCOPE_PROXIES, and nobody else.

A person is whom such a proxy names (MMSCOPE_USER_HEADER); else all who ask from one network count
as one.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, cast

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from mmscope.api.errors import RETRY_AFTER, respond
from mmscope.rooms.bucket import network_of
from mmscope.settings import Settings

LONGEST = 256  # bytes of a name
_NAME = "mmscope.name"  # in the scope of a connection


def proxied(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The application, which a trusted proxy lets know for whom it asks, and whether over https."""
    addressed = ProxyHeadersMiddleware(cast("Any", app), list(settings.proxies))
    return Named(cast("ASGIApp", addressed), Proxies(settings.proxies), settings.user_header)


def name_of(connection: HTTPConnection) -> str | None:
    """Who is signed in, as a trusted proxy says."""
    name: str | None = connection.scope.get(_NAME)
    return name


def person_of(connection: HTTPConnection) -> str:
    """Whose share a request counts for: that of who is signed in; else of all behind an address.

    Of a request that a trusted proxy passes on, it is the address that it names.
    """
    if (name := name_of(connection)) is not None:
        return f"@{name}"
    return network_of(connection.client.host) if connection.client else ""


class Proxies:
    """Which connections come from a proxy, and for whom."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._trusted = ProxyHeadersMiddleware(_nothing, list(networks)).trusted_hosts

    def own_address(self, client: tuple[str, int] | None) -> str | None:
        """From where; None: it is a proxy's connection, of many clients."""
        return None if self.trust(client) else self.address(client, [])

    def address(self, client: tuple[str, int] | None, forwarded: list[str]) -> str:
        """From where; `forwarded`: the headers X-Forwarded-For."""
        given = ""
        if forwarded and self.trust(client):
            given, _ = self._trusted.get_trusted_client_address(", ".join(forwarded))
        return network_of(given or (client[0] if client else ""))

    def trust(self, client: tuple[str, int] | None) -> bool:
        """Whether it is a proxy that is believed."""
        return client is not None and client[0] in self._trusted


class Named:
    """Notes whom a trusted proxy names. A header that comes twice names nobody: one may be a client's own."""

    def __init__(self, app: ASGIApp, proxies: Proxies, header: str) -> None:
        self._app, self._proxies, self._header = app, proxies, header.lower().encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if self._header and scope["type"] != "lifespan" and self._proxies.trust(scope.get("client")):
            given = [value.strip() for name, value in scope["headers"] if name == self._header]
            if len(given) == 1 and 0 < len(given[0]) <= LONGEST:
                scope[_NAME] = given[0].decode("utf-8", "backslashreplace")
        await self._app(scope, receive, send)


async def _nothing(*_: object) -> None:
    pass


class Shares:
    """Of each person few enough requests are under way: a proxy's connections are of all its clients."""

    def __init__(self, app: ASGIApp, of_each: int) -> None:
        self._app, self._of_each = app, of_each
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        person = person_of(HTTPConnection(scope))
        if self._under_way[person] >= self._of_each:
            busy = {"code": "busy", "message": "too many requests of yours are under way; try again soon"}
            await respond(503, busy, {"retry-after": RETRY_AFTER})(scope, receive, send)
            return
        self._under_way[person] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._under_way[person] -= 1
            if not self._under_way[person]:
                del self._under_way[person]
