"""What a viewer is to be sent, as the text of a message; and what waits to be sent."""

import asyncio
import json
from collections import deque
from dataclasses import replace

from mmscope.replay.texts import Source
from mmscope.replay.viewer import Batch, Item, Message, Show, Viewer

PENDING = 8  # answers that may wait; if there are more, only the newest state is sent


async def tell(item: Item, viewer: Viewer, source: Source) -> str:
    """The text of a message, which has to be the next one that the viewer is sent."""
    match item:
        case Show(status, at, whole):
            before, viewer.shown = viewer.shown, at
            if whole or before is None:
                return _spliced({"type": "state", **status}, "state", await source.state(at))
            head = {"type": "delta", **status, "from": before}
            return _spliced(head, "changes", await source.changes(before, at))
        case Batch(number, first, stop):
            head = {"type": "events", "batch": number, "first": first}
            return _spliced(head, "events", await source.events(first, stop))
    return json.dumps(item)


def _spliced(head: Message, name: str, text: str) -> str:
    """A message with one more member, whose text there is already."""
    return f'{json.dumps(head)[:-1]}, "{name}": {text}}}'


class Outbox:
    """Answers that a client has not taken yet. Never more than a few: then older ones are skipped."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._skipped = 0
        self._news = asyncio.Event()

    def put(self, *items: Item) -> None:
        """Send these next."""
        for item in items:
            if len(self._items) >= PENDING:
                self._skip()
            self._items.append(item)
        self.wake()

    def wake(self) -> None:
        """Something has happened that may concern whoever waits for news."""
        self._news.set()

    def take(self) -> Item | None:
        """The next to send."""
        if self._skipped:
            skipped, self._skipped = self._skipped, 0
            return {"type": "skipped", "answers": skipped}
        return self._items.popleft() if self._items else None

    async def news(self, seconds: float | None) -> None:
        """Wait until there is something new, at most so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            pass
        self._news.clear()

    def _skip(self) -> None:
        """Leave out everything but the newest state; it is whole if a whole one was asked for."""
        states = [item for item in self._items if isinstance(item, Show)]
        kept = [replace(states[-1], whole=any(state.whole for state in states))] if states else []
        self._skipped += len(self._items) - len(kept)
        self._items = deque(kept)
