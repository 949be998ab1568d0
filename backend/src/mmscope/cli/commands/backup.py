"""`mmscope backup` and `mmscope restore`: a data folder into one file, and back."""

import sys
from pathlib import Path

from mmscope.captures import BackupError, DamagedBackupError, backup, restore
from mmscope.cli.terminal import named, printable
from mmscope.settings import Settings

INCOMPLETE, UNREADABLE = 1, 2  # exit statuses
_SHOWN = 20  # damaged files named one by one


def make(settings: Settings, out: Path, *, derived: bool, verify: bool) -> int:
    """Back up the data folder. Returns the exit status. Raises StoreError."""
    try:
        made = backup(settings.data, out, derived=derived, verify=verify)
    except BackupError as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNREADABLE
    for note in made.notes:
        print(named(note))
    counts = f"captures={made.captures} uploads={made.uploads} files={made.files} bytes={made.bytes}"
    print(f"backup {made.path} {counts} problems={len(made.problems)} verified={'yes' if verify else 'no'}")
    return INCOMPLETE if made.problems else 0


def put_back(archive: Path, to: Path, *, skip_damaged: bool) -> int:
    """Restore a backup into a new or empty folder. Returns the exit status. Raises StoreError."""
    try:
        put = restore(archive, to, skip_damaged=skip_damaged)
    except DamagedBackupError as error:
        _name(error.damaged)
        print(f"mmscope: {error}", file=sys.stderr)
        return INCOMPLETE
    except BackupError as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNREADABLE
    _name(put.damaged)
    counts = f"captures={put.captures} uploads={put.uploads} files={put.files} bytes={put.bytes}"
    print(f"restore {to} {counts} damaged={len(put.damaged)}")
    return INCOMPLETE if put.damaged else 0


def _name(damaged: dict[str, str]) -> None:
    for path, reason in list(damaged.items())[:_SHOWN]:
        print(f"{printable(path)} {reason}")
    if len(damaged) > _SHOWN:
        print(f"… and {len(damaged) - _SHOWN} more")
