"""A file on its way in."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from mmscope.captures.errors import CaptureError
from mmscope.captures.library.catalogue import Entry
from mmscope.captures.library.library import Library
from mmscope.captures.store import SOURCE, sync, writing


class Arrival:
    """Written to the store's incoming/, hashed as it goes, bounded."""

    def __init__(self, library: Library, when_begun: Callable[[bytes], None], begin: int = 1 << 20) -> None:
        self._library = library
        self._limit = library.settings.limits.upload
        self._when_begun, self._begin, self._begun = when_begun, begin, bytearray()
        self._hash = hashlib.sha256()
        self.size = 0
        with writing():
            self._folder = library.store.new_folder()
            self._file: BinaryIO = (self._folder / SOURCE).open("wb")

    def write(self, chunk: bytes) -> None:
        """The next bytes. Raises CaptureError, also for what `when_begun` finds in the first bytes."""
        self.size += len(chunk)
        if self.size > self._limit:
            raise CaptureError("too_large", f"the file is longer than {self._limit} bytes")
        if len(self._begun) < self._begin:
            self._begun += chunk[: self._begin - len(self._begun)]
            if len(self._begun) == self._begin:
                self._when_begun(bytes(self._begun))
        self._hash.update(chunk)
        with writing():
            self._file.write(chunk)

    def finish(self, filename: str, holder: str | None = None) -> tuple[Entry, bool]:
        """All bytes are there: take the capture in, as Library.add()."""
        with writing():
            sync(self._file)
        self._file.close()
        return self._library.add(self._folder, filename, self._hash.hexdigest(), holder=holder)

    def abandon(self) -> None:
        """Forget what came; does nothing after finish()."""
        with suppress(OSError):  # it tries once more to write what the disk did not take
            self._file.close()
        self._library.store.discard(self._folder)
