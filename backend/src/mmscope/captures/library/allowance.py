"""What may still be kept: as many captures and bytes as the settings say, and as the disk has room for."""

from collections.abc import Callable
from dataclasses import dataclass

from mmscope.captures.errors import CaptureError
from mmscope.captures.library.catalogue import Catalogue
from mmscope.captures.store import Store
from mmscope.settings import Limits


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is kept beside the captures: bytes, and files that become captures once they are read."""

    bytes: int = 0
    captures: int = 0


class Allowance:
    """Of one data folder."""

    def __init__(self, store: Store, catalogue: Catalogue, limits: Limits) -> None:
        self._store, self._catalogue, self._limits = store, catalogue, limits
        self._beside: Callable[[], Backlog] = Backlog

    def beside(self, counted: Callable[[], Backlog]) -> None:
        """Let what is kept beside the captures count for check_space()."""
        self._beside = counted

    def check_space(self, length: int = 0, soon: int = 0) -> None:
        """Raise CaptureError `no_space` when no more uploads can be kept, or none of this length.

        `soon`: bytes that others are about to bring.
        """
        self.check_bounds(length + soon)
        self._store.need_space("remove a capture first")
        if length + soon > self._store.space():
            raise CaptureError("no_space", "the server's disk has no space for a file of this length")

    def check_bounds(self, length: int = 0) -> None:
        """The same, but for what we may keep, whatever the disk has room for."""
        limits, held = self._limits, self._beside()
        if sum(self._catalogue.count().values()) + held.captures >= limits.captures:
            raise CaptureError("no_space", "the server has as many captures as it may keep; remove one first")
        left = limits.store - self._catalogue.stored() - held.bytes
        if left <= 0 or left < length:
            message = "the server has as many bytes as it may keep; remove a capture first"
            raise CaptureError("no_space", message)
