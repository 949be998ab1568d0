"""How far the reading of a file has come, a way to call it off, and how long it may take."""

import math
import time
from dataclasses import dataclass

from mmscope.captures.errors import CaptureError
from mmscope.captures.text import Readable

CANCELLED = "cancelled"  # code of the error that ends a reading that nobody wants any more
STOPPED = "stopped"  # ... that is to begin anew when the server is there again


@dataclass(slots=True)
class Progress:
    """Written by the thread that reads, looked at by others. `total`: bytes of the file, if known."""

    bytes: int = 0  # of the file, read so far
    lines: int = 0
    events: int = 0
    total: int | None = None
    end: str | None = None  # CANCELLED or STOPPED, once it is to end
    seconds: float = math.inf  # that it may take,
    begun: float = 0.0  # since this time, by time.monotonic()

    def begin(self, seconds: float) -> None:
        """Begin to read a file, which may take so long."""
        self.bytes = self.lines = self.events = 0
        self.seconds, self.begun = seconds, time.monotonic()

    def check(self) -> None:
        """Raise CaptureError when it is to end, or takes too long."""
        if self.end is not None:
            raise CaptureError(self.end, f"reading the file was {self.end}")
        if time.monotonic() - self.begun > self.seconds:
            message = f"a file of its size may take {self.seconds:.0f} seconds"
            raise CaptureError("time", f"byte {self.bytes}: {message}, and that time is up")


class Watched:
    """A file whose reading is followed."""

    def __init__(self, file: Readable, progress: Progress) -> None:
        self._file, self._progress = file, progress

    def read(self, size: int, /) -> bytes:
        """The next bytes. Raises CaptureError when the reading is to end."""
        self._progress.check()
        content = self._file.read(size)
        self._progress.bytes += len(content)
        return content
