"""Proxies that are believed who asks: those of MMSCOPE_PROXIES, and nobody else."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, cast

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from mmscope.api.errors import RETRY_AFTER, respond
from mmscope.rooms.bucket import network_of
from mmscope.settings import Settings


def proxied(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The application, which a trusted proxy lets know for whom it asks, and whether over https."""
    return cast("ASGIApp", ProxyHeadersMiddleware(cast("Any", app), list(settings.proxies)))


def address_of(connection: HTTPConnection) -> str:
    """From where; of a request that a trusted proxy passes on, the address that it names."""
    return network_of(connection.client.host) if connection.client else ""


class Proxies:
    """Which connections come from a proxy, and for whom."""

    def __init__(self, networks: Iterable[str]) -> None:
        self._trusted = ProxyHeadersMiddleware(_nothing, list(networks)).trusted_hosts

    def own_address(self, client: tuple[str, int] | None) -> str | None:
        """From where; None: it is a proxy's connection, of many clients."""
        return None if self._include(client) else self.address(client, [])

    def address(self, client: tuple[str, int] | None, forwarded: list[str]) -> str:
        """From where; `forwarded`: the headers X-Forwarded-For."""
        given = ""
        if forwarded and self._include(client):
            given, _ = self._trusted.get_trusted_client_address(", ".join(forwarded))
        return network_of(given or (client[0] if client else ""))

    def _include(self, client: tuple[str, int] | None) -> bool:
        return client is not None and client[0] in self._trusted


async def _nothing(*_: object) -> None:
    pass


class Shares:
    """Of each address few enough requests are under way: a proxy's connections are of all its clients."""

    def __init__(self, app: ASGIApp, of_each: int) -> None:
        self._app, self._of_each = app, of_each
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = address_of(HTTPConnection(scope))
        if self._under_way[address] >= self._of_each:
            busy = {"code": "busy", "message": "too many requests of yours are under way; try again soon"}
            await respond(503, busy, {"retry-after": RETRY_AFTER})(scope, receive, send)
            return
        self._under_way[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._under_way[address] -= 1
            if not self._under_way[address]:
                del self._under_way[address]
