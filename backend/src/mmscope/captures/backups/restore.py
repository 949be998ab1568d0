"""A backup put back into a new or empty folder.

    .restoring/new/     what was extracted so far
    .restoring/ready    it is all there, whole and on disk: what remains is to move it into place

A kill before `ready` leaves a folder that the next restore empties and begins anew; a kill after it, one that
the next restore finishes. No server starts on either.
"""

import hashlib
import os
import shutil
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from mmscope.captures.backups.archive import (
    CATALOGUE,
    MANIFEST,
    BackupError,
    Contents,
    Member,
    examine,
    members,
)
from mmscope.captures.errors import StoreError
from mmscope.captures.store import INCOMING, RESTORING, SOURCE, hold, remove, sync_folder, write_whole

_EMPTY = {"lock", "lost+found", RESTORING}  # names that a folder may hold and still count as empty
_INODES = 1000  # files that the disk is to have left
_BLOCK = 4096  # bytes: what a small file takes
_LATEST = 1 << 33  # seconds since 1970: later than any time of a file


@dataclass(slots=True)
class Restored:
    """What was put back, and what is missing of it."""

    files: int = 0
    bytes: int = 0
    captures: int = 0
    uploads: int = 0
    damaged: dict[str, str] = field(default_factory=dict)


class DamagedBackupError(BackupError):
    """The backup is damaged, and nothing was restored."""

    def __init__(self, damaged: dict[str, str]) -> None:
        self.damaged = damaged
        super().__init__(
            f"the backup is damaged in {len(damaged)} places, and nothing was restored; "
            "--skip-damaged restores the rest"
        )


def restore(archive: Path, to: Path, *, skip_damaged: bool = False) -> Restored:
    """Verify all of it, then put it into a folder. Raises BackupError, or StoreError for the folder."""
    try:
        contents = examine(archive, past_damage=skip_damaged)
    except OSError as error:
        raise BackupError(f"{archive} cannot be read: {error.strerror}") from error
    if contents.damaged and not skip_damaged:
        raise DamagedBackupError(contents.damaged)
    _drop_halves(contents)
    if not contents.items:
        raise BackupError("nothing in this backup is whole")
    is_new = not to.exists()
    done = False
    try:
        to.mkdir(parents=True, exist_ok=True)
        with closing(hold(to)):
            done = _into(archive, to, contents)
    except OSError as error:
        raise StoreError(f"nothing was restored: {to} cannot be written: {error.strerror}") from error
    finally:
        if is_new and not done:
            _withdraw(to)
    return _restored(contents)


def _withdraw(to: Path) -> None:
    """Remove the folder that we made, unless there is more in it than our lock."""
    if to.is_dir() and {path.name for path in to.iterdir()} <= {"lock"}:
        shutil.rmtree(to)


def _restored(contents: Contents) -> Restored:
    names = contents.items
    return Restored(
        files=len(names),
        bytes=sum(item.size for item in names.values()),
        captures=sum(n.startswith("captures/") and n.endswith(f"/{SOURCE}") for n in names),
        uploads=sum(n.startswith("uploads/") and n.endswith("/card.json") for n in names),
        damaged=contents.damaged,
    )


def _drop_halves(contents: Contents) -> None:
    """Leave out what means nothing without a damaged part: labels and derived files, bytes without a card."""
    for path in list(contents.damaged):
        folder, _, name = path.rpartition("/")
        if (folder.startswith("captures/") and name == SOURCE) or folder.startswith("uploads/"):
            for other in [p for p in contents.items if p.startswith(f"{folder}/")]:
                del contents.items[other]
                contents.damaged[other] = f"is left out with {path}"
    if MANIFEST in contents.damaged:
        sourceless = {
            p
            for p in contents.items
            if p.startswith("captures/") and f"{_first_two(p)}/{SOURCE}" not in contents.items
        }
        cardless = {
            p
            for p in contents.items
            if p.startswith("uploads/") and f"{_first_two(p)}/card.json" not in contents.items
        }
        for path in sourceless | cardless:
            del contents.items[path]
            contents.damaged[path] = "is left out: what belongs to it is missing"


def _first_two(path: str) -> str:
    return "/".join(path.split("/")[:2])


def _into(archive: Path, to: Path, contents: Contents) -> bool:
    """Extract and move. Whatever ends it before `ready` leaves the folder as empty as it was."""
    work = to / RESTORING
    ready = work / "ready"
    if ready.exists():
        if ready.read_text() != contents.mark:
            raise StoreError(
                f"the restore of another backup into {to} was interrupted: run that one again, or remove {to}"
            )
    else:
        strange = sorted({path.name for path in to.iterdir()} - _EMPTY)
        if strange:
            raise StoreError(f"{to} is not empty ({strange[0]}): name a new folder")
        shutil.rmtree(work, ignore_errors=True)
        _check_space(to, contents)
        try:
            (work / "new").mkdir(parents=True)
            _extract(archive, work / "new", contents)
            os.sync()  # all these files at once
            write_whole(ready, contents.mark.encode())
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
    parts = sorted((work / "new").iterdir(), key=lambda path: path.name == CATALOGUE)  # that comes last
    for part in parts:
        part.rename(to / part.name)
    sync_folder(to)
    # In one step it is no restore any more; what a kill leaves in incoming/ the server's start removes.
    work.rename(to / INCOMING)
    sync_folder(to)
    for rest in (to / INCOMING).iterdir():
        remove(rest)
    return True


def _check_space(to: Path, contents: Contents) -> None:
    needed = sum(-(-item.size // _BLOCK) * _BLOCK + _BLOCK for item in contents.items.values())
    disk = os.statvfs(to)
    free = disk.f_bavail * disk.f_frsize
    if needed > free:
        raise StoreError(f"restoring needs {needed} bytes, and the disk of {to} has {free}: free some space")
    if disk.f_files and disk.f_favail < 2 * len(contents.items) + _INODES:
        raise StoreError(
            f"the disk of {to} has no room for {len(contents.items)} files more: free some inodes"
        )


def _extract(archive: Path, into: Path, contents: Contents) -> None:
    left = dict(contents.items)
    past_damage = bool(contents.damaged)
    try:
        for member in members(archive, past_damage=past_damage):
            item = left.get(member.path)
            if item is None or not member.is_plain or member.size != item.size:
                continue
            if _write(into / member.path, member) == item.sha256:
                del left[member.path]
    except BackupError:
        if not past_damage:
            raise
    if left:
        raise BackupError(
            f"the backup changed while it was restored ({next(iter(left))}): nothing was restored"
        )


def _write(path: Path, member: Member) -> str:
    """Write one file; its SHA-256."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with path.open("wb") as file:
        for piece in member.pieces():
            digest.update(piece)
            file.write(piece)
    mtime = min(max(member.mtime, 0), _LATEST)
    os.utime(path, (mtime, mtime))
    return digest.hexdigest()
