"""A fuzzer's input taken piece by piece, at whose end all that comes is zero or empty; a folder for files."""

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

_T = TypeVar("_T")
_MEMORY = Path("/dev/shm")  # noqa: S108  # files there cost no disk


class Feed:
    """What is left of an input."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    @property
    def left(self) -> int:
        """Bytes that were not taken."""
        return len(self._data) - self._at

    def take(self, most: int) -> bytes:
        """At most so many bytes."""
        part = self._data[self._at : self._at + most]
        self._at += len(part)
        return part

    def rest(self) -> bytes:
        """All others."""
        return self.take(self.left)

    def number(self, width: int = 1) -> int:
        """Of so many bytes."""
        return int.from_bytes(self.take(width), "little")

    def choice(self, among: Sequence[_T]) -> _T:
        """One of these."""
        return among[self.number() % len(among)]

    def text(self, most: int = 255) -> str:
        """Any text, its length first."""
        return self.take(min(self.number(), most)).decode("utf-8", "replace")


def scratch() -> Path:
    """A folder that goes when the process ends."""
    folder = tempfile.mkdtemp(prefix="mmscope-fuzz-", dir=_MEMORY if _MEMORY.is_dir() else None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
