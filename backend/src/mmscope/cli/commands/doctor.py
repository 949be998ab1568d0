"""`mmscope doctor`: look through a data folder, and repair what can be repaired."""

import os
import tempfile
from collections import Counter
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from mmscope import rooms
from mmscope.captures import (
    Catalogue,
    DamagedError,
    Finding,
    Store,
    StoreError,
    copy_files,
    examine,
    forbidden,
    need_data_folder,
    open_catalogue,
    recount,
    survey,
)
from mmscope.cli.terminal import named
from mmscope.settings import ROOMS, Settings

GIB = 1 << 30
SHOWN = 20  # findings about permissions named one by one


def doctor(settings: Settings, *, mend: bool, deep: bool) -> int:
    """Look, and repair on request. Returns the exit status. Raises StoreError."""
    need_data_folder(settings.data)
    try:
        with ExitStack() as end:
            store = end.enter_context(closing(Store(settings.data, settings.limits.spare, changes=mend)))
            scratch = Path(end.enter_context(tempfile.TemporaryDirectory()))
            return _Visit(store, scratch, mend=mend, deep=deep).report()
    except OSError as error:
        message = f"{error.filename or settings.data}: {error.strerror}"
        raise StoreError(f"the data folder cannot be looked through: {message}") from error


class _Visit:
    def __init__(self, store: Store, scratch: Path, *, mend: bool, deep: bool) -> None:
        self._store, self._scratch, self._mend, self._deep = store, scratch, mend, deep
        if mend:
            store.scrape()
        self._problems = self._mended = self._rests = 0

    def report(self) -> int:
        """Print what there is, and what is wrong with it."""
        print(f"data folder  {named(str(self._store.folder))}")
        self._disk()
        self._permissions()
        catalogue = self._catalogue()
        if catalogue is not None:
            with closing(catalogue):
                for found in survey(self._store, catalogue, thorough=True):
                    self._found(found)
                for found in examine(self._store, catalogue, deep=self._deep):
                    self._found(found)
                if self._mend:
                    with suppress(OSError):  # of a full disk, which was reported
                        recount(self._store, catalogue)
                states = ", ".join(f"{n} {state}" for state, n in sorted(catalogue.count().items()))
                print(f"catalogue    {states or 'empty'}")
        self._rooms()
        print(f"doctor problems={self._problems} mended={self._mended} leftovers={self._rests}")
        return 0 if self._problems == self._mended else 1

    def _disk(self) -> None:
        room, files = self._store.space(), os.statvfs(self._store.folder)
        inodes = f", {files.f_favail} files" if files.f_files else ""
        print(f"disk         {room / GIB:.1f} GiB{inodes} available" if room > 0 else "disk         full")
        if room <= 0:
            self._problem("disk", "is full, so nothing new can be stored", "free some space", by_us=False)

    def _permissions(self) -> None:
        found = Counter[str]()
        for number, finding in enumerate(forbidden(self._store.folder)):
            if number < SHOWN:
                self._found(finding)
            else:
                self._problems += 1
                found[finding.what] += 1
        for what, times in found.items():
            print(f"{times} more {what}")

    def _catalogue(self) -> Catalogue | None:
        """The catalogue, or a copy where nothing is to change; a damaged one is made anew on request."""
        path = self._store.catalogue
        try:
            if not path.exists() or not path.stat().st_size:
                self._problem(path.name, "is missing", "makes a new one from the folders")
            elif self._mend:
                return open_catalogue(self._store)
            else:  # opening it brings an older one up to date
                copy_files(path, self._scratch / path.name)
                return Catalogue.at(self._scratch / path.name)
        except DamagedError as error:
            self._problem(path.name, f"is damaged ({error.reason})", "makes a new one from the folders")
        if not self._mend:
            return None
        # Its log first: a new catalogue must never meet the log of the old one.
        for part in sorted(path.parent.glob(f"{path.name}*"), reverse=True):
            self._store.quarantine(part)
        self._mended += 1
        return open_catalogue(self._store)

    def _rooms(self) -> None:
        """Live rooms and their results; a damaged file would cost a start all of them."""
        path = self._store.folder / ROOMS
        if not path.exists():
            return
        copy_files(path, self._scratch / path.name)
        try:
            print(f"rooms        {rooms.examine(self._scratch / path.name)}")
        except ValueError as error:
            self._problem(path.name, f"is damaged ({error})", "moves it to aside/; a backup has its results")
            if self._mend:
                for part in sorted(path.parent.glob(f"{path.name}*"), reverse=True):
                    self._store.quarantine(part)
                self._mended += 1

    def _found(self, found: Finding) -> None:
        if found.is_rest:
            self._rests += 1
        else:
            self._problem(found.where, found.what, found.remedy, by_us=found.mend is not None)
        if self._mend and found.mend is not None:
            try:
                found.mend()
                self._mended += not found.is_rest
            except Exception as error:  # noqa: BLE001  # the others are repaired all the same
                print(named(f"{found.where} could not be repaired: {error}"))

    def _problem(self, where: str, what: str, remedy: str, *, by_us: bool = True) -> None:
        self._problems += 1
        who = ("doctor " if self._mend else "doctor --mend ") if by_us else ""
        print(named(f"{where} {what}: {who}{remedy}"))
