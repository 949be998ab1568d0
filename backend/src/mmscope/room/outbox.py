"""What waits to be sent to one of a room: of each kind of message the newest only, so it is never much."""

import asyncio


class Outbox:
    """Texts by slot. A slow phone skips what is stale; nobody waits for it."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._news = asyncio.Event()

    def put(self, slot: str, text: str) -> None:
        """Send this next, instead of what waits in the same slot."""
        self._texts.pop(slot, None)
        self._texts[slot] = text
        self._news.set()

    async def next(self) -> str:
        """The text that has waited longest."""
        while not self._texts:
            self._news.clear()
            await self._news.wait()
        return self._texts.pop(next(iter(self._texts)))
