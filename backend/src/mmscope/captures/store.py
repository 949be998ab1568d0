"""The data folder: which file lives where, and how it gets there whole.

    lock                         held, as the folder itself is, by the one process that uses the folder
    reserve                      space for the catalogue on a full disk
    catalogue.sqlite             what is there (catalogue.py)
    rooms.sqlite                 live rooms, and results of those that are over (mmscope.rooms.storage)
    incoming/<token>/            a capture on its way in; nothing here outlives a start
    captures/<id>/source         an uploaded file, as it came
    captures/<id>/label.json     its name and when it came (label.py)
    captures/<id>/<fingerprint>/       what was derived from it (derivation.py)
    captures/.removed-<id>/      one whose removal has begun
    .restoring/                  a backup on its way back (backups/restore.py); no server starts on it
    aside/<name>                 what a start could make nothing of, and did not delete

Everything is written in incoming/, forced to disk, and renamed into place; the catalogue's row comes last.
So a kill at any moment leaves what was there before, and perhaps a difference between folders and catalogue
that the next start puts right (recovery.py).
"""

import errno
import fcntl
import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from mmscope.captures.errors import CaptureError, StoreError

SOURCE = "source"
LABEL = "label.json"
INCOMING = "incoming"
DERIVED = re.compile(r"[0-9a-f]{16}")  # names of folders of derived files: a fingerprint's first digits
REMOVED = ".removed-"  # no id begins with a dot
RESTORING = ".restoring"  # a backup is being put back (backups/restore.py)
RESERVE = 1 << 20  # bytes: enough for some thousand pages of the catalogue's log
SPARE_SHARE = 20  # of a small disk, one part in so many stays free
_FINGERPRINT_DIGITS = 16
_JSON = 1 << 16  # bytes of a label or card at most
_INODES = 64  # files that a disk must have left, or it is full
_AT_ONCE = fcntl.LOCK_EX | fcntl.LOCK_NB
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class Store:
    """The folder. Paths that it gives out may not exist yet, or any more."""

    def __init__(self, folder: Path, spare: int, *, changes: bool = True) -> None:
        """`spare`: bytes of the disk that are to stay free; of a small disk, a 20th.

        `changes`: False of a folder that is only looked at, in which nothing is made.
        """
        self.folder = folder
        self.captures = folder / "captures"
        self.incoming = folder / INCOMING
        self._spare = spare
        self._reserve = folder / "reserve"
        try:
            if changes:
                folder.mkdir(parents=True, exist_ok=True)
            self._lock = hold(folder, changes=changes)
            try:
                self._prepare(changes=changes)
            except BaseException:
                self._lock.close()
                raise
        except OSError as error:
            raise StoreError(f"the data folder {folder} cannot be used: {error.strerror}") from error

    def _prepare(self, *, changes: bool) -> None:
        if (self.folder / RESTORING).exists():
            raise StoreError(f"a restore into {self.folder} was interrupted: run `mmscope restore` again")
        for needed in (self.incoming, self.captures) if changes else ():
            needed.mkdir(exist_ok=True)

    def close(self) -> None:
        """Let another server have the folder."""
        self._lock.close()

    @property
    def catalogue(self) -> Path:
        """The catalogue's file."""
        return self.folder / "catalogue.sqlite"

    def capture(self, capture_id: str) -> Path:
        """Folder of one capture."""
        return self.captures / capture_id

    def source(self, capture_id: str) -> Path:
        """The uploaded file of one capture."""
        return self.capture(capture_id) / SOURCE

    def derived(self, capture_id: str, fingerprint: str) -> Path:
        """Folder of what was derived from one capture with this fingerprint."""
        return self.capture(capture_id) / fingerprint[:_FINGERPRINT_DIGITS]

    def new_folder(self) -> Path:
        """A fresh folder in incoming/."""
        folder = self.incoming / secrets.token_hex(8)
        folder.mkdir(parents=True)
        return folder

    def harden(self, folder: Path) -> None:
        """Force a folder and all in it to disk."""
        for path in sorted(folder.rglob("*"), reverse=True):
            _sync(path)
        _sync(folder)

    def place(self, folder: Path, at: Path) -> None:
        """Move a hardened folder of incoming/ to its place.

        Of a folder that stands there already, each part is replaced in turn, a file in one step: its source
        is there at any moment. The other parts stay.
        """
        at.parent.mkdir(parents=True, exist_ok=True)
        if at.exists():
            for part in folder.iterdir():
                there = at / part.name
                if there.is_dir():
                    self._away(there)
                self._move(part, there)
            _sync(at)
            self.discard(folder)
        else:
            self._move(folder, at)
        _sync(at.parent)

    def discard(self, folder: Path) -> None:
        """Remove a folder of incoming/, or one that was condemned."""
        if folder.is_symlink():  # somebody put the capture elsewhere: what is ours goes there, too
            for path in folder.iterdir() if folder.is_dir() else ():
                if path.name in {SOURCE, LABEL} or DERIVED.fullmatch(path.name):
                    remove(path)
            folder.unlink()
        shutil.rmtree(folder, ignore_errors=True)

    def scrape(self) -> None:
        """At a start on a disk with next to no room: free what nobody needs, and the reserve."""
        if shutil.disk_usage(self.folder).free < RESERVE:
            for rest in self.incoming.iterdir():
                with suppress(OSError):
                    remove(rest)
            self.open_reserve()

    def condemn(self, capture_id: str) -> Path:
        """Take a capture's folder out of sight, in one step that needs no space and outlives a power cut.

        Returns where it is now; a start that finds it there finishes the removal.
        """
        doomed = self.captures / f"{REMOVED}{capture_id}"
        folder = self.capture(capture_id)
        if folder.exists():
            self.discard(doomed)
            folder.rename(doomed)
            _sync(self.captures)
        return doomed

    def spare_it(self, capture_id: str) -> None:
        """Bring a condemned folder back, unless it was emptied: then a start finishes its removal."""
        doomed, folder = self.captures / f"{REMOVED}{capture_id}", self.capture(capture_id)
        if (doomed / SOURCE).exists() and not folder.exists():
            doomed.rename(folder)
            _sync(self.captures)

    def empty(self, doomed: Path) -> None:
        """Free the space of a condemned folder, which itself stays as the sign that its removal has begun."""
        for path in doomed.iterdir() if doomed.exists() else ():
            remove(path)

    def rename(self, capture_id: str, to: str) -> None:
        """Move a capture's folder to where that of another id belongs, in one step."""
        self.capture(capture_id).rename(self.capture(to))
        _sync(self.captures)

    def quarantine(self, path: Path) -> Path:
        """Move something to aside/, under a name that is free there. Returns its new place."""
        aside = self.folder / "aside"
        aside.mkdir(exist_ok=True)
        to, number = aside / path.name, 1
        while to.exists() or to.is_symlink():
            number += 1
            to = aside / f"{path.name}-{number}"
        path.rename(to)
        _sync(aside)
        return to

    def weigh(self, capture_id: str) -> int:
        """Bytes of a capture's files, as far as they stay while we look."""
        return _weight(str(self.capture(capture_id)))

    def space(self) -> int:
        """Bytes that may still be written; none or less: the disk counts as full."""
        disk, files = shutil.disk_usage(self.folder), os.statvfs(self.folder)
        if files.f_files and files.f_favail < _INODES:
            return 0
        return disk.free - min(self._spare, disk.total // SPARE_SHARE)

    def need_space(self, outcome: str) -> None:
        """Raise CaptureError `no_space` where the disk counts as full."""
        if self.space() <= 0:
            raise _no_space(outcome)

    def need_one_disk(self) -> None:
        """Raise StoreError where files cannot be moved into place in one step."""
        for name in ("captures", "uploads"):
            folder = self.folder / name
            try:
                (self.incoming / "none").rename(folder / "none")  # what is not there moves nowhere
            except OSError as error:
                if error.errno == errno.EXDEV:
                    message = f"{folder} is on another file system than {self.incoming}"
                    raise StoreError(f"{message}: put all of {self.folder} on one") from error

    def open_reserve(self) -> None:
        """Free what was kept for a full disk, so that the catalogue can be written."""
        self._reserve.unlink(missing_ok=True)

    def fill_reserve(self) -> None:
        """Keep it again, where there is room."""
        if self._reserve.exists() or self.space() < RESERVE:
            return
        with suppress(OSError), self._reserve.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, RESERVE)

    def _away(self, folder: Path) -> None:
        """Move a folder of derived files out of the way."""
        away = self.new_folder()
        try:
            folder.rename(away / "replaced")
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            shutil.rmtree(folder)
        self.discard(away)

    def _move(self, path: Path, to: Path) -> None:
        """Move a hardened file or folder; to another disk, behind a link, by way of a copy."""
        try:
            path.replace(to)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            copy = to.with_name(secrets.token_hex(8))  # a start removes such a folder
            try:
                if path.is_dir():
                    shutil.copytree(path, copy)
                else:
                    shutil.copyfile(path, copy)
                self.harden(copy)
                copy.rename(to)
            except BaseException:
                with suppress(OSError):
                    remove(copy)
                raise
            remove(path)


def need_data_folder(folder: Path) -> None:
    """Raise StoreError where no server has kept anything yet."""
    if not (folder / "captures").is_dir():
        raise StoreError(f"{folder} is not the data folder of a server; set MMSCOPE_DATA to name another")


def hold(folder: Path, *, changes: bool = True) -> ExitStack:
    """The lock of a data folder, until it is closed. Raises OSError, or StoreError where another holds it.

    It is on a file, and on the folder itself, where the file system locks folders: a file may be deleted.
    `changes`: False where the file is not to be made.
    """
    path = folder / "lock"
    with ExitStack() as held:
        try:
            if changes or path.exists():
                fcntl.flock(held.enter_context(path.open("ab" if changes else "rb")), _AT_ONCE)
            itself = os.open(folder, os.O_RDONLY)
            held.callback(os.close, itself)
            _lock_folder(itself)
        except BlockingIOError as error:
            raise StoreError(f"the data folder {folder} is in use by another mmscope server") from error
        return held.pop_all()


def _lock_folder(handle: int) -> None:
    try:
        fcntl.flock(handle, _AT_ONCE)
    except BlockingIOError:
        raise
    except OSError:  # as of NFS
        return


def _weight(folder: str) -> int:
    found = 0
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as parts:
        for part in parts:
            with suppress(FileNotFoundError):
                is_folder = part.is_dir(follow_symlinks=False)
                found += _weight(part.path) if is_folder else part.stat(follow_symlinks=False).st_size
    return found


def remove(path: Path) -> None:
    """Delete a file, or a folder with all in it."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def writing(outcome: str = "nothing was stored") -> Iterator[None]:
    """Turn what passes() knows into its CaptureError."""
    try:
        yield
    except OSError as error:
        if (passing := passes(error, outcome)) is not None:
            raise passing from error
        raise


def passes(error: OSError, outcome: str) -> CaptureError | None:
    """What is wrong with the surroundings, if it is that, and may pass without a restart.

    CaptureError `no_space`, `read_only` of a disk that nothing can be written to any more, or `busy` of a
    locked catalogue or too many open files.
    """
    if is_full(error):
        return _no_space(outcome)
    if error.errno == errno.EROFS:
        return CaptureError("read_only", f"the server's disk has become read-only; {outcome}")
    if error.errno == errno.EBUSY:
        return CaptureError("busy", f"another program has locked the catalogue; {outcome}")
    if error.errno in {errno.EMFILE, errno.ENFILE}:
        return CaptureError("busy", f"the server has too many files open; {outcome}")
    return None


def _no_space(outcome: str) -> CaptureError:
    return CaptureError("no_space", f"the server's disk is full; {outcome}")


def is_full(error: OSError) -> bool:
    """The disk, or what we may have of it, is full."""
    return error.errno in _FULL


def sha256_of(path: Path) -> str:
    """Of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync(file: BinaryIO) -> None:
    """Force what was written to disk."""
    file.flush()
    os.fsync(file.fileno())


def read_json(path: Path, most: int = _JSON) -> dict[str, Any]:
    """A small JSON object from a file that anybody may have put there. Raises ValueError."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe must not keep us waiting
        with open(handle, "rb") as file:  # noqa: PTH123  # of a handle
            content = file.read(most + 1)
        found = json.loads(content) if content and len(content) <= most else None
    except (OSError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if not isinstance(found, dict):
        raise ValueError(f"{path.name} holds no JSON object of at most {most} bytes")  # noqa: TRY004
    return found


def write_whole(path: Path, content: bytes) -> None:
    """Write a file in one step: after a kill it is the old one or the new one."""
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("wb") as file:
            file.write(content)
            sync(file)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Force a folder's list of names to disk."""
    _sync(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
