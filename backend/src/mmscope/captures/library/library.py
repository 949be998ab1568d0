"""All captures a server has: the bundled ones and those that were uploaded."""

import hashlib
import json
import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any, BinaryIO

from mmscope.captures.derivation import FORM
from mmscope.captures.errors import CaptureError, NotFoundError, StoreError, TornError
from mmscope.captures.inventory import NAME as INVENTORY
from mmscope.captures.inventory import checked_bytes, listed_files, reading_file, torn
from mmscope.captures.library.allowance import Allowance
from mmscope.captures.library.bundle import drop_bundled, find_bundled, list_bundled
from mmscope.captures.library.catalogue import Entry
from mmscope.captures.library.counters import Counters, counted
from mmscope.captures.library.intake import take_in
from mmscope.captures.library.label import Label, clean_name, looks, upload_ids, when
from mmscope.captures.library.owners import holds, joined
from mmscope.captures.library.recovery import (
    GONE,
    TORN,
    is_gone,
    missing,
    new_id,
    open_catalogue,
    part,
    put_right,
    stranger,
    unread,
)
from mmscope.captures.library.space import Space
from mmscope.captures.progress import STOPPED, Progress
from mmscope.captures.remote.windows import Windows
from mmscope.captures.rota import Rota
from mmscope.captures.store import SOURCE, Store, is_full, sha256_of, writing
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings

LATER = {"no_space", "read_only", "busy"}  # codes of errors that pass by themselves
OURS = ("", None)  # whose turn it is to read again
AGAIN = 3  # times that one server makes damaged files of a capture again
_log = logging.getLogger(__name__)


class Library:
    """Captures by id. Safe to use from several threads. Whoever adds one in a crowd waits in `rota` first."""

    def __init__(self, settings: Settings, core: CoreModule, trace: TraceModule) -> None:
        self.settings = settings
        self.core = core
        self.trace = trace
        self.fingerprint = hashlib.sha256(f"{core.sha256} {trace.sha256} {FORM}".encode()).hexdigest()
        self.windows = Windows()
        self.tally = Counters()
        self.store = Store(settings.data, settings.limits.spare)
        self._bundled = find_bundled(settings.bundled)
        self.rota = Rota(settings.limits.readings, settings.limits)  # whose file is read in
        self._read = threading.Condition()  # a reading ended, which may take minutes,
        self._reading: set[str] = set()  # of those by their checksums
        self.room = Space(self.store, lambda: bool(self._reading))
        self._changing = threading.Lock()  # held while folders and rows change, which takes milliseconds
        self._stop = threading.Event()
        self._progress = Progress()  # of the reading again,
        self._adding: dict[int, Progress] = {}  # and of new files
        self._behind = threading.Event()  # something has to be read again
        self._made_again: Counter[str] = Counter()  # how often the files of a capture were found damaged
        self._worker: threading.Thread | None = None
        try:
            self.store.need_one_disk()
            self.store.scrape()
            self.catalogue = open_catalogue(self.store)
            try:
                drop_bundled(self.store, self.catalogue, self._bundled)
                put_right(self.store, self.catalogue)
                list_bundled(self.catalogue, self._bundled)
            except BaseException:
                self.catalogue.close()
                raise
            self.allowance = Allowance(self.store, self.catalogue, settings.limits)
        except OSError as error:
            self.store.close()
            raise StoreError(f"the data folder {settings.data} cannot be used: {error.strerror}") from error
        except BaseException:
            self.store.close()
            raise

    def start(self) -> None:
        """Read in, in the background, what this core has not read yet."""
        self._worker = threading.Thread(target=self._keep_up, name="ingest", daemon=True)
        self._worker.start()

    def catch_up(self) -> int:
        """Read in what this core has not read yet, one capture after another.

        Returns how many are to be tried again: the disk is full, or the catalogue locked.
        """
        behind = [entry for entry in self.catalogue.behind(self.fingerprint) if not is_gone(entry)]
        waiting = 0
        for at, entry in enumerate(behind, 1):
            if self._stop.is_set():
                break
            began = time.monotonic()
            try:
                outcome = self._read_again(entry.id)
            except CaptureError as error:
                waiting += error.code in LATER
                outcome = error.message
            except FileNotFoundError as error:  # as while its removal is under way, which may yet fail
                waiting += 1
                outcome = f"its file cannot be found: {error.filename}"
            except Exception:  # noqa: BLE001  # one bad capture must not keep the others from being read
                _log.exception("reading capture %d of %d, %s: failed", at, len(behind), entry.id)
                continue
            seconds = time.monotonic() - began
            _log.info("read capture %d of %d, %s: %s, %.1f s", at, len(behind), entry.id, outcome, seconds)
        return waiting

    def stop(self) -> None:
        """Call off what is being read in, and begin nothing more."""
        self._stop.set()
        for progress in (self._progress, *list(self._adding.values())):
            progress.end = STOPPED
        self._behind.set()
        self.rota.close()
        self.room.close()

    def close(self) -> None:
        """Stop, and let go of the folder."""
        self.stop()
        if self._worker is not None:
            self._worker.join()
        self.catalogue.close()
        self.store.close()

    def _keep_up(self) -> None:
        """Catch up, whenever something has to be read again; on a full disk, when there may be room."""
        while not self._stop.is_set():
            self._behind.clear()
            for tries in count():
                waiting = self.catch_up()
                if not waiting:
                    break
                _log.warning("%d captures still have to be read; see above what they wait for", waiting)
                if not self.room.wait(tries):
                    return
            self._behind.wait()

    def get(self, capture_id: str) -> Entry:
        """One capture. Raises NotFoundError."""
        entry = self.catalogue.get(capture_id)
        if entry is None:
            raise NotFoundError(f"there is no capture {capture_id!r}")
        return entry

    def ready(self, capture_id: str) -> Entry:
        """One capture that can be looked into. Raises CaptureError `pending` or why it failed."""
        entry = self.get(capture_id)
        if entry.state == "failed":
            raise _failure(entry)
        if entry.state == "pending" or entry.derived_by != self.fingerprint:
            raise CaptureError("pending", f"the capture {capture_id!r} is still being read; ask again")
        return entry

    def file(self, entry: Entry) -> Path:
        """The capture's file as it came."""
        bundled = self._bundled.get(entry.id)
        return bundled.path if bundled is not None else self.store.source(entry.id)

    def original(self, entry: Entry) -> BinaryIO:
        """The same, opened: whoever has begun to read it can go on when the capture is removed.

        Raises CaptureError `gone`, `changed` where its length did, or what writing() raises.
        """
        try:
            with writing("ask again soon"):
                file = self.file(entry).open("rb")
        except (FileNotFoundError, NotADirectoryError) as error:
            with self._changing:  # a removal takes away the folder first
                self.get(entry.id)
            message = f"the file of {entry.id!r} is missing on the server; upload it again"
            raise CaptureError(GONE, message) from error
        except OSError as error:
            message = f"the file of {entry.id!r} cannot be read now: {error.strerror}; ask again later"
            raise CaptureError("unreadable", message) from error
        if entry.origin == "upload" and os.fstat(file.fileno()).st_size != entry.size:
            file.close()
            raise _changed()
        return file

    def perf(self, capture_id: str) -> Path:
        """What perf recorded beside a bundled capture. Raises NotFoundError."""
        self.get(capture_id)
        bundled = self._bundled.get(capture_id)
        if bundled is None or bundled.perf is None:
            raise NotFoundError(f"perf recorded nothing alongside the capture {capture_id!r}")
        return bundled.perf

    def derived(self, capture_id: str) -> Path:
        """The folder of what was derived from a ready capture; it may not be there any more."""
        return self.store.derived(capture_id, self.ready(capture_id).derived_by or "")

    @contextmanager
    def reading(self, capture_id: str) -> Iterator[Path]:
        """The same, to read in it.

        Where a file turns out to be damaged or missing, they are all made again: CaptureError `pending`.
        """
        before = self._made_again[capture_id]
        folder = self.derived(capture_id)
        try:
            if not (folder / INVENTORY).is_file():
                raise TornError("the derived files are missing, or not complete")  # noqa: TRY301  # as a reader
            yield folder
        except TornError as error:
            raise self._make_again(capture_id, folder, before, error) from error

    def stream(self, capture_id: str, opened: Callable[[Path], Iterator[bytes]]) -> Iterator[bytes]:
        """The pieces of what `opened` reads in that folder; the first at once, and so its errors."""

        def pieces() -> Iterator[bytes]:
            with self.reading(capture_id) as folder:
                yield from opened(folder)

        found = pieces()
        return chain([next(found)], found)

    def read_derived(self, capture_id: str, name: str) -> dict[str, Any]:
        """What a derived file of JSON says. Raises NotFoundError: captures of other tools decide nothing."""
        with self.reading(capture_id) as folder:
            if name not in listed_files(folder):
                raise NotFoundError(f"the capture {capture_id!r} has no {name.partition('.')[0]}")
            content = checked_bytes(folder / name)
            with reading_file(folder / name):
                found: dict[str, Any] = json.loads(content)
            return found

    def _make_again(self, capture_id: str, folder: Path, before: int, error: TornError) -> CaptureError:
        """Have the derived files of a capture made again, and say so.

        `before`: how often they had been when somebody began to read in them. Raises `error` where they are
        sound: then it is not their fault.
        """
        wrong = torn(folder, thorough=True)
        with self._changing, writing("try again"):
            entry = self.get(capture_id)
            pending = CaptureError("pending", f"the capture {capture_id!r} is being read again; ask again")
            if self._made_again[capture_id] != before or entry.state == "pending":
                return pending
            if entry.state == "failed":
                return _failure(entry)
            if not wrong:
                raise error
            if not self.file(entry).is_file():
                entry = missing(entry)
            elif before >= AGAIN:
                message = (
                    f"its derived files were damaged {AGAIN + 1} times: check the server's disk, then restart"
                )
                fault = CaptureError(TORN, message).fault
                entry = replace(entry, state="failed").with_details(error=fault)
            else:
                self._made_again[capture_id] += 1
                entry = unread(entry)
            self.catalogue.put(entry)
        if entry.state == "failed":
            _log.warning("captures/%s is damaged: %s: %s", capture_id, error, _failure(entry))
            return _failure(entry)
        _log.warning("captures/%s is damaged: %s: its derived files are made again", capture_id, error)
        self._behind.set()
        self.room.wake()
        return pending

    def remove(self, capture_id: str) -> None:
        """Forget an uploaded capture and remove its files. Waits for no reading, works on a full disk."""
        self.get(capture_id)
        with self._changing, writing("try again"):
            doomed = self._condemn(capture_id)
        self._discard(capture_id, doomed)

    def withdraw(self, capture_id: str, holders: Sequence[str]) -> Entry | None:
        """Give up somebody's claims to an uploaded capture, as remove(); with the last one the capture goes.

        Returns what stays for others who sent the same file. Raises CaptureError `not_yours`.
        """
        self.get(capture_id)
        with self._changing, writing("try again"):
            entry, claims = self.get(capture_id), self.catalogue.claims(capture_id)
            if entry.origin == "upload" and not any(holds(claims, holder) for holder in holders):
                raise _not_yours(capture_id, claims)
            left = [other for other in claims if other not in holders]
            if left:
                self._pressing(lambda: self._claim(entry, left))
                return entry
            doomed = self._condemn(capture_id)
        self._discard(capture_id, doomed)
        return None

    def _condemn(self, capture_id: str) -> Path:
        """Take a capture out of catalogue and sight. Returns the folder that is still to be discarded."""
        if self.get(capture_id).origin == "bundled":
            raise CaptureError(
                "bundled", f"the capture {capture_id!r} comes with mmscope and cannot be removed"
            )
        try:
            doomed = self.store.condemn(capture_id)
            self._pressing(
                lambda: self.catalogue.remove(capture_id), last_resort=lambda: self.store.empty(doomed)
            )
        except BaseException:
            self.store.spare_it(capture_id)
            raise
        return doomed

    def _discard(self, capture_id: str, doomed: Path) -> None:
        self.windows.forget(self.store.capture(capture_id))
        self.store.discard(doomed)
        self.room.freed()

    def _pressing(self, write: Callable[[], None], last_resort: Callable[[], None] = lambda: None) -> None:
        """Write what must be written on a full disk, too: make room with the reserve, then as told."""
        for make_room in (self.store.open_reserve, last_resort):
            try:
                return write()
            except OSError as error:
                if not is_full(error):
                    raise
            make_room()
        return write()

    def _claim(self, entry: Entry, claims: Sequence[str]) -> None:
        """Set who has claims to an upload."""
        folder = self.store.capture(entry.id)
        if folder.is_dir():
            Label.of(entry, claims).write(folder)
        self.catalogue.put(replace(entry, stored=self.store.weigh(entry.id)), claims)

    def _join(self, sha256: str, holder: str | None) -> Entry | None:
        """Add a claim to a file that the server has already; None where it has not."""
        known = self.catalogue.by_content(sha256)
        if known is None or known.state == "failed" or not self._is_whole(known):
            return None
        with self._changing:
            known = self.catalogue.get(known.id)
            if known is not None and known.origin == "upload":
                claims = self.catalogue.claims(known.id)
                if (more := joined(claims, holder, self.settings.limits.claims)) != claims:
                    self._claim(known, more)
            return known

    @counted
    def add(
        self,
        folder: Path,
        filename: str,
        sha256: str,
        progress: Progress | None = None,
        holder: str | None = None,
    ) -> tuple[Entry, bool]:
        """Take in an uploaded file that lies as `source` in a folder of the store's incoming/.

        `holder`: who may remove it. Returns the entry, and whether it is new: a file that is there already
        is not kept twice. The folder is used up in any case. Raises CaptureError; then nothing has changed.
        """
        try:
            progress = progress or Progress()
            with self._reading_of(sha256), self._called_off(progress), writing():
                if (known := self._join(sha256, holder)) is not None:
                    return known, False
                source = folder / SOURCE
                label = Label(clean_name(filename), sha256, source.stat().st_size, when())
                derived = folder / self.store.derived("x", self.fingerprint).name
                usual = next(upload_ids(sha256))
                entry = self._derive(label.entry(usual), source, derived, progress)
                self.store.harden(folder)
                with self._changing:
                    entry = replace(entry, id=self._place_of(sha256))
                    there = self.store.capture(entry.id)
                    is_first = not there.exists()
                    before = self.catalogue.claims(entry.id) if self.catalogue.get(entry.id) else None
                    claims = joined(before, holder, self.settings.limits.claims)
                    replace(label, claims=claims).write(folder)
                    self.store.harden(folder)
                    self.store.place(folder, there)
                    try:
                        entry = self._list(entry, claims)
                    except BaseException:
                        if is_first:
                            self.store.discard(self.store.condemn(entry.id))
                        raise
                return entry, True
        finally:
            self.store.discard(folder)

    @contextmanager
    def _reading_of(self, sha256: str) -> Iterator[None]:
        """One thread reads a file. Another that comes with the same file waits, and finds the result."""
        with self._read:
            self._read.wait_for(lambda: sha256 not in self._reading)
            self._reading.add(sha256)
        try:
            yield
        finally:
            with self._read:
                self._reading.remove(sha256)
                self._read.notify_all()

    @contextmanager
    def _called_off(self, progress: Progress) -> Iterator[None]:
        """A reading that stop() calls off."""
        self._adding[id(progress)] = progress
        if self._stop.is_set():
            progress.end = STOPPED
        try:
            yield
        finally:
            del self._adding[id(progress)]

    def _place_of(self, sha256: str) -> str:
        """The id of an uploaded file: the one by which it is listed, else one that no other file has.

        No other file stands where it belongs, then. Raises CaptureError `taken`.
        """
        known = self.catalogue.by_content(sha256, "upload")
        if known is None:
            return new_id(self.store, self.catalogue, sha256)
        folder = self.store.capture(known.id)
        if (other := stranger(self.store, known, Label.read(folder))) is not None:
            _log.warning("captures/%s holds another file, which gets an id of its own", known.id)
            part(self.store, self.catalogue, known, other)
            self.windows.forget(folder)
            self._behind.set()
            self.room.wake()
        return known.id

    def _list(self, entry: Entry, claims: Sequence[str] | None = None) -> Entry:
        """Put an entry into the catalogue once its files are in place, with the bytes they take."""
        entry = replace(entry, stored=self.store.weigh(entry.id))
        self.catalogue.put(entry, claims)
        return entry

    def _derive(self, entry: Entry, source: Path, folder: Path, progress: Progress) -> Entry:
        """Derive everything into a new folder; the entry as it will be once that is in place."""
        folder.mkdir()
        taken = take_in(self.core, self.trace, source, self.settings.limits, folder, progress)
        details = {key: entry.details[key] for key in ("card",) if key in entry.details} | taken.details
        title = self._title(taken.title or entry.filename) if entry.origin == "upload" else entry.title
        return replace(entry, state="ready", title=title, derived_by=self.fingerprint, details=details)

    def _title(self, title: str) -> str:
        """The title of an uploaded capture, which must not pass for a bundled one."""
        bundled = {looks(name) for b in self._bundled.values() for name in (b.id, b.title)}
        return f"{title} (uploaded)" if looks(title) in bundled else title

    def _read_again(self, capture_id: str) -> str:
        later = "it will be read when there is space"
        before = self.catalogue.get(capture_id)
        if before is None:
            return "removed meanwhile"
        with self.rota.turn(OURS), self._reading_of(before.sha256), writing(later):
            self.store.need_space(later)
            entry = self.catalogue.get(capture_id)
            if entry is None:
                return "removed meanwhile"
            folder = self.store.new_folder()
            derived = folder / "derived"
            try:
                self._still_the_same(entry)
                entry = self._derive(entry, self.file(entry), derived, self._progress)
                self.store.harden(derived)
                outcome = f"{entry.details['events']} events"
                return self._change(entry, outcome, derived)
            except CaptureError as error:
                if error.code == STOPPED:
                    return error.message
                entry = replace(entry, state="failed", derived_by=self.fingerprint).with_details(
                    error=error.fault
                )
                return self._change(entry, error.message)
            finally:
                self.store.discard(folder)

    def _still_the_same(self, entry: Entry) -> None:
        """An uploaded file is the one that came. Raises CaptureError."""
        if entry.origin == "upload" and sha256_of(self.file(entry)) != entry.sha256:
            raise _changed()

    def _is_whole(self, entry: Entry) -> bool:
        """Its file is there, as it came."""
        try:
            return sha256_of(self.file(entry)) == entry.sha256
        except OSError:
            return False

    def _change(self, entry: Entry, outcome: str, derived: Path | None = None) -> str:
        """Put what was read again into place, entry and derived files, unless it was removed meanwhile."""
        with self._changing:
            if self.catalogue.get(entry.id) is None:
                return "removed meanwhile"
            if derived is not None:
                self.store.place(derived, self.store.derived(entry.id, self.fingerprint))
            self._list(entry)
        return outcome


def _failure(entry: Entry) -> CaptureError:
    """Why it failed."""
    error = entry.details["error"]
    return CaptureError(error["code"], error["message"], error["line"])


def _changed() -> CaptureError:
    """Its file is not the one that came."""
    return CaptureError("changed", "the file changed on the server's disk; upload it again")


def _not_yours(capture_id: str, claims: Sequence[str]) -> CaptureError:
    """Somebody without a claim wants to remove it."""
    if claims:
        message = f"only who sent {capture_id!r} may remove it, with the secret that it was sent with"
    else:
        message = f"nobody holds a secret that removes {capture_id!r}; an administrator can remove it"
    return CaptureError("not_yours", message)
