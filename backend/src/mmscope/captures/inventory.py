"""The inventory of a folder of derived files: inventory.json, written last, with length and checksum of each.

So a folder that was torn, by a power cut, a full disk or a bad one, is known from a whole one, and what is in
it can be made again. A start compares lengths; a reader compares both when it first opens a file.
"""

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from mmscope.captures.errors import TornError
from mmscope.captures.store import read_json, sha256_of

NAME = "inventory.json"
CHECKED = 64 << 20  # bytes: the checksum of a longer file is compared by the doctor only
_FILES = "files"
_LONGEST = 1 << 20  # bytes of an inventory
_SCARCE = {errno.EMFILE, errno.ENFILE, errno.ENOMEM}  # not the file's fault,
_OURS = _SCARCE | {errno.EACCES, errno.EPERM}  # ... nor that of what is in it


class Item(NamedTuple):
    """What a file must be."""

    size: int
    sha256: str


def write_inventory(folder: Path) -> None:
    """Write the inventory of all files in a folder."""
    files = {p.name: Item(p.stat().st_size, sha256_of(p)) for p in sorted(folder.iterdir()) if p.name != NAME}
    (folder / NAME).write_text(json.dumps({_FILES: files}) + "\n", encoding="utf-8")


def torn(folder: Path, *, thorough: bool) -> list[str]:
    """What is wrong with a folder, a few words on each file; `thorough`: compare checksums too."""
    try:
        items = _read(folder / NAME)
    except TornError as error:
        return [str(error)]
    return [
        fault for name, item in items.items() if (fault := _wrong(folder / name, item, thorough=thorough))
    ]


def listed_files(folder: Path) -> list[str]:
    """The files that must be there; those that are where there is no inventory. Raises TornError."""
    items = _listed(folder)
    with reading_file(folder):
        return sorted(items if items is not None else (path.name for path in folder.iterdir()))


def listed_lengths(folder: Path) -> dict[str, int]:
    """The files that must be there, with their lengths. Raises TornError."""
    return {name: item.size for name, item in _read(folder / NAME).items()}


def check_file(path: Path) -> None:
    """Raise TornError unless a file is what the inventory beside it says, if it says anything of it."""
    item = (_listed(path.parent) or {}).get(path.name)
    if item is None:
        return
    fault = _wrong(path, item, thorough=False)
    if not fault and item.size <= CHECKED:
        with reading_file(path):
            stat = path.stat()
            if _sum(path, stat.st_ino, stat.st_size, stat.st_mtime_ns) != item.sha256:
                fault = _differs(path)
    if fault:
        raise TornError(fault)


def checked_bytes(path: Path) -> bytes:
    """All of a small file, checked. Raises TornError."""
    check_file(path)
    with reading_file(path):
        return path.read_bytes()


@contextmanager
def reading_file(path: Path) -> Iterator[None]:
    """Raise TornError where a derived file cannot be read as what it is."""
    try:
        yield
    except OSError as error:
        if error.errno in _OURS:
            raise
        raise TornError(f"{path.name} cannot be read: {error.strerror or error}") from error
    except (pa.ArrowException, ValueError, KeyError) as error:
        raise TornError(f"{path.name} cannot be read: {error}") from error


def _listed(folder: Path) -> dict[str, Item] | None:
    """The inventory, if there is one."""
    path = folder / NAME
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return _kept(path, stat.st_ino, stat.st_size, stat.st_mtime_ns)


@lru_cache(1024)
def _kept(path: Path, *_state: int) -> dict[str, Item]:
    return _read(path)


@lru_cache(1 << 14)
def _sum(path: Path, *_state: int) -> str:
    """Of a file in this state: its inode, length and time."""
    return sha256_of(path)


def _read(path: Path) -> dict[str, Item]:
    try:
        listed = read_json(path, _LONGEST)
        items = {name: Item(int(size), str(sha256)) for name, (size, sha256) in listed[_FILES].items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        if isinstance(error.__cause__, OSError) and error.__cause__.errno in _SCARCE:
            raise error.__cause__ from None
        raise TornError(f"{NAME} is missing or cannot be read") from error
    if not all(name == os.path.basename(name) for name in items):  # noqa: PTH119  # of a name, not a path
        raise TornError(f"{NAME} makes no sense")
    return items


def _wrong(path: Path, item: Item, *, thorough: bool) -> str:
    try:
        size = path.stat().st_size
        if size != item.size:
            return f"{path.name} has {size} bytes instead of {item.size}"
        if thorough and sha256_of(path) != item.sha256:
            return _differs(path)
    except OSError as error:
        return f"{path.name} is missing" if error.errno == errno.ENOENT else f"{path.name}: {error.strerror}"
    return ""


def _differs(path: Path) -> str:
    return f"{path.name} is not what was written"
