"""What the library counts of its own work, for whoever measures it."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from mmscope.captures.errors import CaptureError

STORED, KNOWN, REFUSED, HELD, FAILED = "stored", "known", "refused", "held", "failed"
OUTCOMES = (STORED, KNOWN, REFUSED, HELD, FAILED)  # of a file that came whole
_HELD = {"no_space", "read_only", "busy", "stopped"}  # codes of errors that are not the file's
_Given = ParamSpec("_Given")
_Entry = TypeVar("_Entry")


class Counters:
    """Counts of files by outcome, and the seconds that taking them in took."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._files: Counter[str] = Counter()
        self._seconds: Counter[str] = Counter()

    def note(self, outcome: str, seconds: float) -> None:
        """A file came to this end."""
        with self._lock:
            self._files[outcome] += 1
            self._seconds[outcome] += seconds  # type: ignore[assignment]

    def so_far(self) -> dict[str, tuple[int, float]]:
        """Files and seconds of each outcome."""
        with self._lock:
            return {outcome: (self._files[outcome], self._seconds[outcome]) for outcome in OUTCOMES}


class _Tallied(Protocol):
    tally: Counters


_Self = TypeVar("_Self", bound=_Tallied)
_Taking = Callable[Concatenate[_Self, _Given], tuple[_Entry, bool]]


def counted(take_in: "_Taking[_Self, _Given, _Entry]") -> "_Taking[_Self, _Given, _Entry]":
    """Count what this method, which takes in a file and says whether it is new, comes to."""

    @wraps(take_in)
    def run(self: _Self, /, *args: _Given.args, **named: _Given.kwargs) -> tuple[_Entry, bool]:
        began, outcome = time.monotonic(), FAILED
        try:
            found, is_new = take_in(self, *args, **named)
            outcome = STORED if is_new else KNOWN
        except CaptureError as error:
            outcome = HELD if error.code in _HELD else REFUSED
            raise
        finally:
            self.tally.note(outcome, time.monotonic() - began)
        return found, is_new

    return run
