"""What time it is for rooms: that of the day when the server started, and what has passed since.

A laptop without internet often has a wrong date until the hall's network sets it, in the middle of a lesson:
no room is over because of that.
"""

import time
from collections.abc import Callable


def steady_clock() -> Callable[[], float]:
    """Seconds of the epoch, from a clock that nobody sets; on Linux it goes on while the machine sleeps."""
    began = time.time() - _passed()
    return lambda: began + _passed()


def _passed() -> float:
    since_boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if since_boot is None else time.clock_gettime(since_boot)
