"""The data folder: which file lives where, and how it gets there whole.

    lock                         held by the one server that uses the folder
    catalogue.sqlite             what is there (catalogue.py)
    incoming/<token>/            a capture on its way in; nothing here outlives a start
    captures/<id>/source         an uploaded file, as it came
    captures/<id>/<maker>/       what was derived from it (derive.py)

Everything is written in incoming/, forced to disk, and renamed into place; the catalogue's row comes
last. So a kill at any moment leaves what was there before, and rests that the next start sweeps away.
"""

import errno
import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mmscope.captures.errors import CaptureError, StoreError

SOURCE = "source"
_MAKER_DIGITS = 16
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class Store:
    """The folder. Paths that it gives out may not exist yet, or any more."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._incoming = folder / "incoming"
        self._captures = folder / "captures"
        try:
            for needed in (folder, self._incoming, self._captures):
                needed.mkdir(parents=True, exist_ok=True)
            self._lock = (folder / "lock").open("w")
        except OSError as error:
            raise StoreError(f"the data folder {folder} cannot be used: {error.strerror}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._lock.close()
            raise StoreError("the data folder is in use by another mmscope server") from error

    def close(self) -> None:
        """Let another server have the folder."""
        self._lock.close()

    @property
    def catalogue(self) -> Path:
        """The catalogue's file."""
        return self.folder / "catalogue.sqlite"

    def capture(self, capture_id: str) -> Path:
        """Folder of one capture."""
        return self._captures / capture_id

    def source(self, capture_id: str) -> Path:
        """The uploaded file of one capture."""
        return self.capture(capture_id) / SOURCE

    def derived(self, capture_id: str, maker: str) -> Path:
        """Folder of what was derived from one capture by this maker."""
        return self.capture(capture_id) / maker[:_MAKER_DIGITS]

    def new_folder(self) -> Path:
        """A fresh folder in incoming/."""
        folder = self._incoming / secrets.token_hex(8)
        folder.mkdir()
        return folder

    def place(self, folder: Path, at: Path) -> None:
        """Move a finished folder of incoming/ to its place; what stood there goes away."""
        for path in sorted(folder.rglob("*"), reverse=True):
            _sync(path)
        _sync(folder)
        at.parent.mkdir(parents=True, exist_ok=True)
        if at.exists():
            at.rename(self.new_folder() / "replaced")
        folder.rename(at)
        _sync(at.parent)

    def discard(self, folder: Path) -> None:
        """Remove a folder: first out of sight in one step, then file by file."""
        if folder.parent != self._incoming and folder.exists():
            away = self.new_folder() / "discarded"
            folder.rename(away)
            folder = away.parent
        shutil.rmtree(folder, ignore_errors=True)

    def sweep(self, known: Mapping[str, str | None]) -> int:
        """Remove rests of interrupted work. `known` maps ids to the maker whose files count, if any.

        Returns how many folders went.
        """
        rests = list(self._incoming.iterdir())
        for capture in self._captures.iterdir():
            if capture.name not in known:
                rests.append(capture)
                continue
            maker = known[capture.name]
            keep = {SOURCE, maker[:_MAKER_DIGITS] if maker else None}
            rests += [path for path in capture.iterdir() if path.name not in keep]
        for rest in rests:
            shutil.rmtree(rest) if rest.is_dir() else rest.unlink()
        return len(rests)

    def size(self) -> int:
        """Bytes of all files."""
        return sum(path.stat().st_size for path in self._captures.rglob("*") if path.is_file())


@contextmanager
def writing() -> Iterator[None]:
    """Turn "no space left" into CaptureError `no_space`."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise CaptureError("no_space", "the server's disk is full; nothing was stored") from error
        raise


def sync(file: BinaryIO) -> None:
    """Force what was written to disk."""
    file.flush()
    os.fsync(file.fileno())


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
