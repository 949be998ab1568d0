"""Who follows the events of uploads: bounded in number, in all and of each upload.

A newcomer for whom there is no place gets that of another; a browser whose stream ends asks again by itself.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mmscope.settings import Limits


@dataclass(eq=False, slots=True)
class Listener:
    """One of them."""

    token: str  # of the upload
    gives_way: bool = False  # its stream is to end


class Listeners:
    """Belongs to one event loop."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._there: dict[Listener, None] = {}  # whoever came first, first

    @contextmanager
    def follow(self, token: str) -> Iterator[Listener]:
        """A place for one more; of the same upload, or of the one with most, the first gives way."""
        of = Counter(listener.token for listener in self._there)
        if of[token] >= self._limits.upload_listeners:
            self._dismiss(token)
        elif len(self._there) >= self._limits.listeners:
            self._dismiss(of.most_common(1)[0][0])
        listener = Listener(token)
        self._there[listener] = None
        try:
            yield listener
        finally:
            self._there.pop(listener, None)

    def _dismiss(self, token: str) -> None:
        first = next(listener for listener in self._there if listener.token == token)
        first.gives_way = True
        del self._there[first]
