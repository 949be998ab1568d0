"""Who may ask, and what a page may do: for every answer, whichever route gives it."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mmscope.api.errors import respond

# Nothing from elsewhere, nothing inline, no plug-ins; `frame-ancestors` is added from the settings.
# A figure becomes a PNG or a PDF by way of an image that the page makes itself (blob:).
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'"
)
UNUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")


def headers_of(frames: str) -> dict[str, str]:
    """The headers of every answer; `frames`: whose pages may show the app in a frame."""
    return {
        "content-security-policy": f"{POLICY}; frame-ancestors {frames}",
        "permissions-policy": ", ".join(f"{feature}=()" for feature in UNUSED),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }


ANY = "*"
# A name and a port, nothing else: a parser of addresses finds 127.0.0.1 in `evil\@127.0.0.1`, too.
_HOST = re.compile(r"(?:\[([0-9a-fA-F.]*:[0-9a-fA-F:.]*)\]|([a-zA-Z0-9._-]*))(?::[0-9]{1,5})?")


class Security:
    """Refuses unknown hosts (DNS rebinding) and other sites' pages (CSRF), and adds headers_of()."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], frames: str) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._headers = headers_of(frames)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, add_headers)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await respond(403, {"code": "host", "message": refusal})(scope, receive, add_headers)

    def _refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._known(host):
            return "this host name is not served here; MMSCOPE_HOSTS adds names"
        changes = scope["type"] == "websocket" or scope["method"] not in {"GET", "HEAD", "OPTIONS"}
        if changes and origin is not None and (not host or _netloc(origin) != host):
            return "another site's page may not do this"
        return None

    def _known(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = (found[1] or found[2]).lower()
        return not {ANY, name, f"[{name}]"}.isdisjoint(self._hosts)


def _netloc(origin: str) -> str | None:
    """Host and port of an origin; None where it is malformed."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None
