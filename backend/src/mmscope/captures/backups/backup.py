"""A backup made of a data folder, which a server may be using: it takes no lock, and changes nothing.

Every file that it reads is written once and then only removed or replaced by the same bytes: a capture's
source and label, the bytes of an upload that its card counts. The order does the rest. The catalogue is
copied first; then uploads under way, so that one that becomes a capture meanwhile is met among the captures;
then captures, and at last those that came meanwhile. A capture removed before its turn is left out, and its
row too. One removed after its turn is in the backup, as it was when that began.
"""

import fcntl
import gzip
import hashlib
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

import zstandard

from mmscope import __version__
from mmscope.captures.backups.archive import (
    CATALOGUE,
    MANIFEST,
    PIECE,
    TOP,
    BackupError,
    Item,
    Manifest,
    examine,
    is_path,
)
from mmscope.captures.errors import DamagedError
from mmscope.captures.inventory import NAME as INVENTORY
from mmscope.captures.library.catalogue_copy import copy_database, forget, unread, uploads_in
from mmscope.captures.library.label import is_upload_id, when
from mmscope.captures.store import DERIVED, REMOVED, SOURCE, sync, sync_folder
from mmscope.captures.uploads.register import TOKEN
from mmscope.captures.uploads.upload import CARD, Card
from mmscope.settings import LESSONS, ROOMS

_PART = ".part"
_BLOCK = 512  # bytes: tar pads each file to a multiple of it


@dataclass(slots=True)
class Backup:
    """A backup, and what is to be said of it. `problems`: what the data folder has lost or cannot read."""

    path: Path
    files: int = 0
    bytes: int = 0
    captures: int = 0
    uploads: int = 0
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def backup(data: Path, out: Path, *, derived: bool = False, verify: bool = True) -> Backup:
    """Back up a data folder into a file, or into a new file in a folder. Raises BackupError, StoreError."""
    if not (data / "captures").is_dir():
        raise BackupError(f"{data} is not the data folder of a server; set MMSCOPE_DATA to name another")
    try:
        final = _target(data, out)
        with _part(final) as (part, file), tempfile.TemporaryDirectory() as folder:
            made = Backup(final)
            with _packed(file, final.name) as to:
                manifest = _Making(data, made, to, derived=derived).run(Path(folder))
            sync(file)
            if verify:
                _verify(part, manifest)
            if final.exists():
                raise BackupError(f"{final} is there already; a backup replaces no file")
            part.replace(final)
            sync_folder(final.parent)
    except OSError as error:
        raise BackupError(f"the backup cannot be written: {error.strerror or error}") from error
    return made


def _target(data: Path, out: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    final = out / f"{TOP}-{stamp}.tar" if out.is_dir() else out
    number = 1
    while out.is_dir() and final.exists():
        number += 1
        final = out / f"{TOP}-{stamp}-{number}.tar"
    if final.exists():
        raise BackupError(f"{final} is there already; name another file, or a folder")
    if not final.parent.is_dir():
        raise BackupError(f"there is no folder {final.parent}")
    if final.absolute().parent.resolve().is_relative_to(data.resolve()):
        raise BackupError("a backup inside the data folder would be lost with it; name another place")
    return final


@contextmanager
def _part(final: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """The file under its name of a beginning; gone afterwards unless it was renamed."""
    for rest in final.parent.glob(f".{TOP}-*{_PART}"):
        _sweep(rest)
    part = final.with_name(f".{final.name}{_PART}")
    handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)  # it holds what people sent
    with open(handle, "r+b") as file:  # noqa: PTH123  # of a handle
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupError(f"another backup is writing {final}") from error
        file.truncate()
        try:
            yield part, file
        finally:
            part.unlink(missing_ok=True)


def _sweep(rest: Path) -> None:
    """Remove what a killed backup left."""
    with suppress(OSError), rest.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        rest.unlink()


@contextmanager
def _packed(file: BinaryIO, name: str) -> Iterator[Any]:
    with ExitStack() as stack:
        to: Any = file
        if name.endswith((".gz", ".tgz")):
            to = stack.enter_context(gzip.GzipFile("", "wb", 6, file, mtime=0))
        elif name.endswith((".zst", ".tzst")):
            to = stack.enter_context(zstandard.ZstdCompressor(level=3).stream_writer(file, closefd=False))
        yield to


def _verify(part: Path, manifest: Manifest) -> None:
    """Read it back, from the disk where the system lets us choose."""
    with part.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    found = examine(part)
    unread = {item.path for item in manifest.files if item.unread is not None}
    if found.manifest != manifest or found.damaged.keys() != unread:
        wrong = next(iter(found.damaged.keys() - unread), MANIFEST)
        raise BackupError(f"the backup was not kept as it was written ({wrong}): look at its disk")


class _Making:
    def __init__(self, data: Path, made: Backup, to: BinaryIO, *, derived: bool) -> None:
        self._data, self._made, self._derived = data, made, derived
        self._to = to
        self._plain = made.path.suffix == ".tar"
        self._items: dict[str, Item] = {}

    def run(self, folder: Path) -> Manifest:
        if self._plain:
            self._check_space()
        copy = folder / CATALOGUE
        listed = self._copy_catalogue(copy)
        with tarfile.open(mode="w|", fileobj=self._to, format=tarfile.PAX_FORMAT) as self._tar:
            self._uploads()
            self._captures()
            self._captures()  # those that came meanwhile
            self._aside()
            self._lessons()
            if listed is not None:
                self._match(copy, listed)
                unread(copy, self._derived_of())
                self._file(CATALOGUE, copy)
            self._rooms(folder / ROOMS)
            manifest = Manifest(when(), __version__, tuple(self._items.values()), tuple(self._made.notes))
            self._manifest(manifest)
        made = self._made
        made.files, made.bytes = len(self._items), sum(item.size for item in manifest.files)
        made.captures = sum(
            name.startswith("captures/") and name.endswith(f"/{SOURCE}") for name in self._items
        )
        made.uploads = sum(name.startswith("uploads/") and name.endswith(f"/{CARD}") for name in self._items)
        return manifest

    def _check_space(self) -> None:
        needed = 0
        for folder, folders, names in os.walk(self._data):
            if not self._derived:
                folders[:] = [name for name in folders if not DERIVED.fullmatch(name)]
            for name in names:
                with suppress(FileNotFoundError):
                    needed += (Path(folder) / name).lstat().st_size + 2 * _BLOCK
        free = shutil.disk_usage(self._made.path.parent).free
        if needed > free:
            message = f"the backup needs about {needed} bytes, and its disk has {free}: name another place"
            raise BackupError(message)

    def _copy_catalogue(self, copy: Path) -> dict[str, str] | None:
        """The uploads that it lists, checksums by id; None where there is no catalogue to keep."""
        try:
            copy_database(self._data / CATALOGUE, copy)
        except DamagedError as error:
            message = (
                f"the catalogue is left out: it is damaged ({error.reason}); the folders show what was in it"
            )
            self._problem(message)
            return None
        return uploads_in(copy)

    def _rooms(self, copy: Path) -> None:
        try:
            if (self._data / ROOMS).exists():
                copy_database(self._data / ROOMS, copy)
                self._file(ROOMS, copy)
        except DamagedError as error:
            self._problem(f"rooms and their results are left out: {ROOMS} is damaged ({error.reason})")

    def _uploads(self) -> None:
        for folder in _entries(self._data / "uploads"):
            if not TOKEN.fullmatch(folder.name) or not folder.is_dir():
                continue
            name = f"uploads/{folder.name}"
            try:
                card = Card.read(folder)
                # Once it became a capture its bytes go; then they are met among the captures.
                if _has_bytes(card) and not self._file(f"{name}/{SOURCE}", folder / SOURCE, card.offset):
                    card = Card.read(folder)
                    if _has_bytes(card):
                        raise ValueError  # noqa: TRY301  # it has lost them
            except ValueError:
                if folder.exists() and any(folder.iterdir()):
                    self._problem(f"{name} is left out: its card and its bytes do not fit together")
                continue
            content = json.dumps({key: getattr(card, key) for key in Card.__dataclass_fields__}).encode()
            self._bytes(f"{name}/{CARD}", content)

    def _captures(self) -> None:
        """Every folder with an uploaded file, listed or not: folders win over the catalogue."""
        for folder in _entries(self._data / "captures"):
            name = f"captures/{folder.name}/{SOURCE}"
            if folder.name.startswith(".") or name in self._items or not (folder / SOURCE).is_file():
                continue
            if not self._file(name, folder / SOURCE):
                continue
            for path in _entries(folder):  # its label above all
                if path.is_file() and not path.is_symlink() and path.name != SOURCE:
                    self._file(f"captures/{folder.name}/{path.name}", path)
            if not is_upload_id(folder.name, self._items[name].sha256):
                self._problem(f"{name} is kept, but is not the file that came: its checksum does not match")
        if self._derived:
            for folder in _entries(self._data / "captures"):
                self._derived_files(folder)

    def _derived_files(self, folder: Path) -> None:
        for made in _entries(folder) if not folder.name.startswith(".") else ():
            if DERIVED.fullmatch(made.name):
                for path in _entries(made):
                    name = f"captures/{folder.name}/{made.name}/{path.name}"
                    if name not in self._items:
                        self._file(name, path)

    def _aside(self) -> None:
        for path in sorted((self._data / "aside").rglob("*")):
            if path.is_file() and not path.is_symlink():
                self._file(str(path.relative_to(self._data)), path)

    def _lessons(self) -> None:
        for path in sorted((self._data / LESSONS).rglob("*")):
            if not path.is_dir():
                self._file(str(path.relative_to(self._data)), path)

    def _derived_of(self) -> set[str]:
        """The captures whose derived files are in the backup."""
        parts = [name.split("/") for name in self._items if name.endswith(f"/{INVENTORY}")]
        return {capture_id for _, capture_id, *_ in parts}

    def _match(self, copy: Path, listed: dict[str, str]) -> None:
        """Drop the rows of captures that were removed before their turn; report those that are lost."""
        missing = {name for name, sha256 in listed.items() if not self._has(name, sha256)}
        now = uploads_in(self._data / CATALOGUE) if missing else {}
        leaving = {name for name in missing if (self._data / "captures" / f"{REMOVED}{name}").exists()}
        removed = {name for name in missing if now.get(name) != listed[name]} | leaving
        for name in sorted(removed):
            self._made.notes.append(f"captures/{name} was removed while the backup was made: left out")
        for name in sorted(missing - removed):
            self._problem(f"captures/{name} is listed, but its file is missing")
        forget(copy, removed)

    def _has(self, capture_id: str, sha256: str) -> bool:
        """The capture's file is in the backup, damaged or not, and not another that has got its id."""
        item = self._items.get(f"captures/{capture_id}/{SOURCE}")
        return item is not None and (item.sha256 == sha256 or not is_upload_id(capture_id, item.sha256))

    def _problem(self, message: str) -> None:
        self._made.problems.append(message)
        self._made.notes.append(message)

    def _file(self, name: str, path: Path, size: int | None = None) -> bool:
        """Add a file, or its first bytes; False where it is gone."""
        if not is_path(name):
            self._problem(f"{name!r} is left out: it is not mmscope's")
            return False
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        except OSError as error:
            self._problem(f"{name} cannot be read: {error.strerror}")
            return False
        with open(handle, "rb") as file:  # noqa: PTH123  # of a handle
            stat = os.fstat(handle)
            self._add(name, _Read(file), stat.st_size if size is None else size, stat.st_mtime)
        return True

    def _bytes(self, name: str, content: bytes) -> None:
        with tempfile.SpooledTemporaryFile(max_size=PIECE) as file:
            file.write(content)
            file.seek(0)
            self._add(name, _Read(file), len(content), datetime.now(UTC).timestamp())

    def _add(self, name: str, read: "_Read", size: int, mtime: float) -> None:
        info = tarfile.TarInfo(f"{TOP}/{name}")
        info.size, info.mtime, info.mode = size, int(mtime), 0o600
        self._tar.addfile(info, cast("IO[bytes]", read))
        if read.fault is not None:
            self._problem(f"{name} cannot be read: {read.fault}")
        self._items[name] = Item(name, size, read.digest.hexdigest(), read.fault)

    def _manifest(self, manifest: Manifest) -> None:
        self._bytes(MANIFEST, manifest.dump())
        del self._items[MANIFEST]


class _Read:
    """A file that is hashed as it is read; what cannot be read of it is made up for with zeros."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401  # anything with read()
        self._file = file
        self.digest = hashlib.sha256()
        self.fault: str | None = None

    def read(self, size: int) -> bytes:
        content = b""
        try:
            while self.fault is None and len(content) < size:
                piece = self._file.read(size - len(content))
                if not piece:
                    self.fault = "it is shorter than it was"
                content += piece
        except OSError as error:
            self.fault = error.strerror
        content = content.ljust(size, b"\0")
        self.digest.update(content)
        return content


def _has_bytes(card: Card) -> bool:
    return card.capture is None and not card.is_refused


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
