"""Work that a full disk held up waits here until there may be room."""

import threading

from mmscope.captures.store import Store

FIRST, LONGEST = 5.0, 600.0  # seconds until the next look; twice as long after each in vain


class Room:
    """Wakes those who wait when something was removed, and looks by itself from time to time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed = threading.Condition()
        self._removed = 0  # how often something was removed
        self._pause = FIRST
        self._closed = False

    def freed(self) -> None:
        """Something was removed."""
        self._store.fill_reserve()
        with self._changed:
            self._removed += 1
            self._pause = FIRST
            self._changed.notify_all()

    def close(self) -> None:
        """Let go of all who wait."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wait(self) -> bool:
        """Wait until it is worth trying again; False: the server ends."""
        with self._changed:
            before = self._removed
            while not self._closed and self._removed == before:
                if self._changed.wait(self._pause):
                    continue
                self._pause = min(2 * self._pause, LONGEST)
                if self._store.room() > 0:
                    break
            closed = self._closed
        self._store.fill_reserve()
        return not closed
