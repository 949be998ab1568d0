"""The form of a backup: a tar file, plain or in gzip or zstd, whose last member lists all others.

    mmscope-backup/uploads/<token>/      resumable uploads: card.json, and of source the bytes that count
    mmscope-backup/captures/<id>/        source and label.json; derived files where they were asked for
    mmscope-backup/aside/                what a start could not interpret
    mmscope-backup/lessons/              lessons that were put there
    mmscope-backup/catalogue.sqlite      the catalogue
    mmscope-backup/rooms.sqlite          live rooms, and the results of those that are over
    mmscope-backup/manifest.json         path, size and SHA-256 of every file

Anybody may hand us one, so nothing in it is trusted: only plain files, only under these names, and only
as long as the manifest says.
"""

import gzip
import hashlib
import json
import re
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Self, cast

import zstandard

from mmscope.captures.text import Readable
from mmscope.settings import ROOMS

TOP = "mmscope-backup"
MANIFEST = "manifest.json"
CATALOGUE = "catalogue.sqlite"
VERSION = 3  # of this form
PIECE = 1 << 20  # bytes handled at a time
_FILES = 2_000_000  # in one backup at most
_LISTED = 1 << 29  # bytes of a manifest at most
_ZSTD_WINDOW = 1 << 27  # bytes, as the zstd command has it
_PLAIN = {tarfile.REGTYPE, tarfile.AREGTYPE}
_NAME = r"(?!\.{1,2}(?:/|$))[^/\0]+"
_PATH = re.compile(
    rf"{re.escape(CATALOGUE)}|{re.escape(ROOMS)}"
    rf"|captures/(?!\.){_NAME}/(?:[0-9a-f]{{16}}/)?{_NAME}"
    r"|uploads/[0-9a-f]{32}/(?:source|card\.json)"
    rf"|(?:aside|lessons)/{_NAME}(?:/{_NAME})*"
)
_SHA256 = re.compile("[0-9a-f]{64}")
_BROKEN = (
    tarfile.TarError,
    zstandard.ZstdError,
    zlib.error,
    gzip.BadGzipFile,
    EOFError,
    ValueError,
    OverflowError,
    RecursionError,
)


class BackupError(Exception):
    """A backup cannot be made, read or restored; the text says why."""


@dataclass(frozen=True, slots=True)
class Item:
    """A file of a backup."""

    path: str  # below TOP
    size: int
    sha256: str
    unread: str | None = None  # why it could not be read when the backup was made; zeros stand for it


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds, and what its maker has to say about it."""

    made: str  # ISO 8601, UTC
    mmscope: str  # version that made it
    files: tuple[Item, ...]
    notes: tuple[str, ...] = ()

    def dump(self) -> bytes:
        """As it stands in the backup."""
        head = {"format": TOP, "version": VERSION, "made": self.made, "mmscope": self.mmscope}
        files = [{key: value for key, value in asdict(f).items() if value is not None} for f in self.files]
        return json.dumps({**head, "notes": self.notes, "files": files}, indent=1).encode()

    @classmethod
    def parse(cls, content: bytes) -> Self:
        """Raises BackupError."""
        try:
            manifest = json.loads(content)
            newer = manifest["format"] == TOP and int(manifest["version"]) > VERSION
            files = () if newer else tuple(_item(item) for item in manifest["files"])
            notes = tuple(str(note) for note in manifest.get("notes", ()))
            found = cls(str(manifest["made"]), str(manifest["mmscope"]), files, notes)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise BackupError("the backup's manifest makes no sense") from error
        if newer:
            raise BackupError("the backup was made by a newer mmscope; restore it with that version")
        return found


def _item(entry: dict[str, Any]) -> Item:
    item = Item(entry["path"], entry["size"], entry["sha256"], entry.get("unread"))
    if not _PATH.fullmatch(item.path) or not _SHA256.fullmatch(item.sha256):
        raise ValueError
    if type(item.size) is not int or item.size < 0 or not isinstance(item.unread, str | None):
        raise ValueError
    return item


def is_path(path: str) -> bool:
    """A backup may hold a file under this name."""
    return _PATH.fullmatch(path) is not None


@dataclass(slots=True)
class Contents:
    """What was found in a backup. `items`: what is whole; `damaged`: path and reason of what is not."""

    manifest: Manifest | None = None  # None: it is cut off
    mark: str = ""  # SHA-256 of the manifest
    items: dict[str, Item] = field(default_factory=dict)
    damaged: dict[str, str] = field(default_factory=dict)


def examine(path: Path, *, past_damage: bool = False) -> Contents:
    """Read all of a backup and compare it with its manifest. Raises BackupError where it is no backup.

    `past_damage`: look behind damage for what is still whole, even where the manifest is lost.
    """
    contents = Contents()
    seen: dict[str, set[Item]] = {}
    strange: list[str] = []
    try:
        for member in members(path, past_damage=past_damage):
            if member.path == MANIFEST:
                contents.manifest, contents.mark = _manifest(member)
                continue
            contents.manifest = None  # it comes last, or it is not the manifest
            if not member.is_plain or not is_path(member.path):
                strange.append(member.path)
                if not past_damage:
                    message = (
                        f"the backup holds {member.path!r}, which no backup of mmscope does: not restored"
                    )
                    raise BackupError(message)
                continue
            seen.setdefault(member.path, set()).add(Item(member.path, *member.digest()))
            if len(seen) > _FILES:
                raise BackupError(f"the backup holds more than {_FILES} files")
    except CutError as error:
        contents.damaged[MANIFEST] = str(error)
    if contents.manifest is None:
        contents.damaged.setdefault(MANIFEST, "is missing: the backup is cut off, or was never finished")
        contents.items = {name: items.pop() for name, items in seen.items() if len(items) == 1}
        return contents
    _compare(contents, contents.manifest, seen)
    return contents


def _compare(contents: Contents, manifest: Manifest, seen: dict[str, set[Item]]) -> None:
    for item in manifest.files:
        if item.unread is not None:
            contents.damaged[item.path] = f"could not be read when the backup was made: {item.unread}"
        elif item in seen.get(item.path, ()):
            contents.items[item.path] = item
        elif item.path in seen:
            contents.damaged[item.path] = "is not what the manifest says: its checksum differs"
        else:
            contents.damaged[item.path] = "is missing"
    listed = {item.path for item in manifest.files}
    for name in seen.keys() - listed:
        contents.damaged[name] = "is not in the manifest"


def _manifest(member: "Member") -> tuple[Manifest | None, str]:
    if not member.is_plain or member.size > _LISTED:
        return None, ""
    content = b"".join(member.pieces())
    return Manifest.parse(content), hashlib.sha256(content).hexdigest()


class CutError(BackupError):
    """The backup is damaged or cut off here, and nothing behind can be read."""


@dataclass(slots=True)
class Member:
    """One member of the tar file; to be read before the next is asked for."""

    path: str
    size: int
    mtime: float
    is_plain: bool
    _file: "_Forward"

    def pieces(self) -> Iterator[bytes]:
        """Its bytes. Raises CutError."""
        left = self.size
        while left:
            piece = self._file.read(min(left, PIECE))
            if not piece:
                raise CutError(f"the backup ends in the middle of {self.path}")
            left -= len(piece)
            yield piece

    def digest(self) -> tuple[int, str]:
        """Its size and SHA-256."""
        digest = hashlib.sha256()
        for piece in self.pieces():
            digest.update(piece)
        return self.size, digest.hexdigest()


def members(path: Path, *, past_damage: bool = False) -> Iterator[Member]:
    """All members of a backup, in order. Raises CutError, or BackupError where it is no tar file."""
    at = "its beginning"
    with _opened(path) as file:
        try:
            forward = _Forward(file)
            tar = tarfile.open(mode="r:", fileobj=cast("IO[bytes]", forward), ignore_zeros=past_damage)  # noqa: SIM115
            while (info := tar.next()) is not None:
                cast("Any", tar).members = []  # or it keeps them all
                name = info.name.removeprefix(f"{TOP}/")
                plain = info.type in _PLAIN and not info.issparse() and name != info.name and info.size >= 0
                yield Member(name, info.size, float(info.mtime), plain, forward)
                at = name
            while not past_damage and forward.read(PIECE):
                pass  # to the end, for what gzip and zstd have to say of it all
        except BackupError:
            raise
        except _BROKEN as error:
            raise CutError(f"the backup is damaged behind {at}: {error}") from error


@contextmanager
def _opened(path: Path) -> Iterator[Readable]:
    with ExitStack() as stack:
        file: Any = stack.enter_context(path.open("rb"))
        magic = file.read(4)
        file.seek(0)
        if magic.startswith(b"\x1f\x8b"):
            file = stack.enter_context(gzip.GzipFile(fileobj=file))
        elif magic == zstandard.FRAME_HEADER:
            unpacking = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
            file = stack.enter_context(unpacking.stream_reader(file, read_across_frames=True, closefd=False))
        yield file


class _Forward:
    """What tarfile reads from: forward only, and never much at a time, whatever a header asks for."""

    def __init__(self, file: Readable) -> None:
        self._file = file
        self._at = 0

    def tell(self) -> int:
        return self._at

    def read(self, size: int) -> bytes:
        if not 0 <= size <= PIECE:
            raise CutError(f"the backup is damaged at byte {self._at}: a header of {size} bytes")
        found = b""
        try:
            while len(found) < size and (piece := self._file.read(size - len(found))):
                found += piece
        except (OSError, *_BROKEN) as error:
            raise CutError(f"the backup is damaged at byte {self._at}: {error}") from error
        self._at += len(found)
        return found

    def seek(self, to: int) -> None:
        if to < self._at:
            raise CutError(f"the backup is damaged at byte {self._at}: it points backwards")
        while self._at < to and self.read(min(to - self._at, PIECE)):
            pass
