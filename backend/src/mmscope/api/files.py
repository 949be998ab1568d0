"""Files as answers, whole or in ranges."""

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse
from starlette.types import Message, Receive, Scope, Send

_MESSAGES = {400: "the header Range cannot be understood", 416: "the file has no such range"}


class Ranged(FileResponse):
    """Starlette's, but a range that cannot be given is refused as everything else is, not in plain text."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it. Raises HTTPException before anything was sent."""
        refused: Message | None = None

        async def sending(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] in _MESSAGES:
                refused = message
            elif refused is None:
                await send(message)

        await super().__call__(scope, receive, sending)
        if refused is not None:
            sent = {name.decode("latin-1"): value.decode("latin-1") for name, value in refused["headers"]}
            kept = {name: sent[name] for name in ("content-range",) if name in sent}
            raise HTTPException(refused["status"], _MESSAGES[refused["status"]], kept)
