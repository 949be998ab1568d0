"""One look at a capture's folder, as short as it can be: a start looks at thousands."""

import os
from pathlib import Path

from mmscope.captures.errors import TornError
from mmscope.captures.inventory import NAME as INVENTORY
from mmscope.captures.inventory import listed_lengths
from mmscope.captures.library.catalogue import Entry
from mmscope.captures.store import LABEL, SOURCE, Store

_OF_AN_UPLOAD = {SOURCE, LABEL}


def bytes_if_whole(store: Store, entry: Entry) -> int | None:
    """The bytes of a ready capture whose folder holds just what it should, each file of its right length.

    None where that is not so, or takes more than a look to know, as with links: look closely.
    """
    if entry.state != "ready" or not entry.derived_by:
        return None
    derived = store.derived(entry.id, entry.derived_by)
    try:
        files, folders = _contents(store.capture(entry.id))
        if files.keys() != (_OF_AN_UPLOAD if entry.origin == "upload" else set()) or folders != {
            derived.name
        }:
            return None
        parts, more = _contents(derived)
        inventory = parts.pop(INVENTORY)
        if more or parts != listed_lengths(derived):
            return None
    except (OSError, KeyError, TornError):
        return None
    return sum(files.values()) + sum(parts.values()) + inventory


def _contents(folder: Path) -> tuple[dict[str, int], set[str]]:
    """Lengths of its files, and its folders. Raises OSError, also for what is neither."""
    files, folders = {}, set()
    with os.scandir(folder) as parts:
        for part in parts:
            if part.is_dir(follow_symlinks=False):
                folders.add(part.name)
            elif part.is_file(follow_symlinks=False):
                files[part.name] = part.stat(follow_symlinks=False).st_size
            else:
                raise OSError(f"{part.name} is no file")
    return files, folders
