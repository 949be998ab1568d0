"""Work that a full disk held up waits here until there may be room."""

import threading
import time

from mmscope.captures.store import Store

LOOK = 2.0  # seconds between two looks at the disk
# Seconds until the next try where there is room, but not enough: twice as long after each.
FIRST, LONGEST = 5.0, 600.0


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
        """Wait until it is worth trying again; False: the server ends.

        That is when something was removed, when a full disk is full no more, or after a while.
        """
        with self._changed:
            before, until = self._removed, time.monotonic() + self._pause
            was_full = self._store.room() <= 0
            while not self._closed and self._removed == before:
                self._changed.wait(LOOK)
                is_full = self._store.room() <= 0
                if not is_full and (was_full or time.monotonic() >= until):
                    break
                was_full |= is_full
            self._pause = FIRST if was_full else min(2 * self._pause, LONGEST)
            closed = self._closed
        self._store.fill_reserve()
        return not closed
