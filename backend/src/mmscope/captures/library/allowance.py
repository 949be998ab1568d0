"""What may still be kept: as many captures and bytes as the settings say, and as the disk has room for.

Whom a proxy names has a share of both.
"""

from collections.abc import Callable
from dataclasses import dataclass

from mmscope.captures.errors import CaptureError
from mmscope.captures.library.catalogue import Catalogue
from mmscope.captures.store import Store
from mmscope.settings import BYTES, CAPTURES, Limits, Share


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is kept beside the captures: bytes, and files that become captures once they are read."""

    bytes: int = 0
    captures: int = 0


@dataclass(frozen=True, slots=True)
class Sharer:
    """Somebody with a share: as whom they are known, and what stands for them among those with claims."""

    person: str
    holder: str


class Allowance:
    """Of one data folder."""

    def __init__(self, store: Store, catalogue: Catalogue, limits: Limits) -> None:
        self._store, self._catalogue, self._limits = store, catalogue, limits
        self._beside: Callable[[str | None], Backlog] = lambda _: Backlog()

    def beside(self, counted: Callable[[str | None], Backlog]) -> None:
        """Let what is kept beside the captures count for check_space(): of one holder, or of all."""
        self._beside = counted

    def check_space(self, length: int = 0, soon: int = 0, sharer: Sharer | None = None) -> None:
        """Raise CaptureError when no more uploads can be kept, or none of this length.

        `no_space`: nobody's; `share`: none of this sharer. `soon`: bytes that others are about to bring.
        """
        self.check_bounds(length + soon)
        if sharer is not None:
            self.check_share(sharer, length)
        self._store.need_space("remove a capture first")
        if length + soon > self._store.space():
            raise CaptureError("no_space", "the server's disk has no space for a file of this length")

    def check_bounds(self, length: int = 0) -> None:
        """The same, but for what we may keep, whatever the disk has room for."""
        captures, size = self.kept()
        if captures >= self._limits.captures:
            raise CaptureError("no_space", "the server has as many captures as it may keep; remove one first")
        left = self._limits.store - size
        if left <= 0 or left < length:
            message = "the server has as many bytes as it may keep; remove a capture first"
            raise CaptureError("no_space", message)

    def check_share(self, sharer: Sharer, length: int = 0) -> None:
        """Raise CaptureError `share` where this sharer has what one person may, or none of this length."""
        captures, size = self.kept(sharer.holder)
        if captures >= CAPTURES.each(self._limits):
            raise self._refused(CAPTURES, sharer)
        left = BYTES.each(self._limits) - size
        if left <= 0 or left < length:
            raise self._refused(BYTES, sharer)

    def kept(self, holder: str | None = None) -> tuple[int, int]:
        """Captures and bytes that are kept, backlog included: of one holder, or of all."""
        held = self._beside(holder)
        if holder is not None:
            captures, size = self._catalogue.kept_by(holder)
        else:
            captures, size = sum(self._catalogue.count().values()), self._catalogue.stored()
        return captures + held.captures, size + held.bytes

    def _refused(self, share: Share, sharer: Sharer) -> CaptureError:
        return CaptureError("share", share.refusal(self._limits, sharer.person))
