"""Work that a full disk held up waits here until there may be room."""

import threading
import time
from collections.abc import Callable

from mmscope.captures.store import Store

LOOK = 2.0  # seconds between two looks at the disk
# Seconds until the next try where there is room, but not enough: twice as long after each.
FIRST, LONGEST = 5.0, 600.0
_SURE = 2  # looks at a full disk in a row: it is not just some work of ours that fills it


class Space:
    """Wakes those who wait when something was removed, and looks by itself from time to time."""

    def __init__(self, store: Store, is_busy: Callable[[], bool]) -> None:
        """`is_busy`: something is being read in, which may fill the disk for a while."""
        self._store, self._is_busy = store, is_busy
        self._changed = threading.Condition()
        self._removed = 0  # how often something was removed, or woke those who wait
        self._closed = False

    def freed(self) -> None:
        """Something was removed."""
        self._store.fill_reserve()
        self.wake()

    def wake(self) -> None:
        """Let all who wait try again."""
        with self._changed:
            self._removed += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Let go of all who wait."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wait(self, tries: int) -> bool:
        """Wait until it is worth trying again, after so many tries in vain; False: the server ends.

        That is when something was removed, when a full disk is full no more, or after a while.
        """
        full = 0
        with self._changed:
            before = self._removed
            until = time.monotonic() + min(FIRST * 2 ** min(tries, 10), LONGEST)
            while not self._closed and self._removed == before:
                if self._store.space() > 0:
                    if full >= _SURE or time.monotonic() >= until:
                        break
                    full = 0
                else:
                    full = 0 if self._is_busy() else full + 1
                self._changed.wait(LOOK)
            closed = self._closed
        self._store.fill_reserve()
        return not closed
