"""All captures a server has: the bundled ones and those that were uploaded."""

import hashlib
import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from mmscope.captures.bundled import Bundled, find_bundled
from mmscope.captures.catalogue import Catalogue, Entry
from mmscope.captures.derive import FORM
from mmscope.captures.errors import CaptureError, NotFoundError
from mmscope.captures.progress import STOPPED, Progress
from mmscope.captures.store import SOURCE, Store, sync, writing
from mmscope.captures.taking import take_in
from mmscope.captures.windows import Windows
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings

_log = logging.getLogger(__name__)


class Library:
    """Captures by id. Safe to use from several threads; one capture is read in at a time."""

    def __init__(self, settings: Settings, core: CoreModule, trace: TraceModule) -> None:
        self.settings = settings
        self.core = core
        self.trace = trace
        self.maker = hashlib.sha256(f"{core.sha256} {trace.sha256} {FORM}".encode()).hexdigest()
        self.windows = Windows()
        self.store = Store(settings.data)
        self.catalogue = Catalogue.at(self.store.catalogue)
        self._bundled = find_bundled(settings.bundled)
        self._ingesting = threading.Lock()
        self._stop = threading.Event()
        self._progress = Progress()  # of the reading again
        self._worker: threading.Thread | None = None
        swept = self.store.sweep({entry.id: entry.derived_by for entry in self.catalogue.all()})
        if swept:
            _log.info("removed %d rests of interrupted work", swept)
        self._list_bundled()

    def start(self) -> None:
        """Read in, in the background, what this core has not read yet."""
        self._worker = threading.Thread(target=self.catch_up, name="ingest", daemon=True)
        self._worker.start()

    def catch_up(self) -> None:
        """Read in what this core has not read yet, one capture after another."""
        behind = [e for e in self.catalogue.all() if e.derived_by != self.maker]
        for at, entry in enumerate(behind, 1):
            if self._stop.is_set():
                return
            began = time.monotonic()
            try:
                told = self._read_again(entry.id)
            except Exception:  # noqa: BLE001  # one bad capture must not keep the others from being read
                _log.exception("reading capture %d of %d, %s: failed", at, len(behind), entry.id)
                continue
            seconds = time.monotonic() - began
            _log.info("read capture %d of %d, %s: %s, %.1f s", at, len(behind), entry.id, told, seconds)

    def close(self) -> None:
        """Stop, and let go of the folder."""
        self._stop.set()
        self._progress.end = STOPPED
        if self._worker is not None:
            self._worker.join()
        self.catalogue.close()
        self.store.close()

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
            error = entry.details["error"]
            raise CaptureError(error["code"], error["message"], error["line"])
        if entry.state == "pending" or entry.derived_by != self.maker:
            raise CaptureError("pending", f"the capture {capture_id!r} is still being read; ask again")
        return entry

    def file(self, entry: Entry) -> Path:
        """The capture's file as it came."""
        bundled = self._bundled.get(entry.id)
        return bundled.path if bundled is not None else self.store.source(entry.id)

    def perf(self, capture_id: str) -> Path:
        """What perf recorded beside a bundled capture. Raises NotFoundError."""
        self.get(capture_id)
        bundled = self._bundled.get(capture_id)
        if bundled is None or bundled.perf is None:
            raise NotFoundError(f"perf recorded nothing beside the capture {capture_id!r}")
        return bundled.perf

    def derived(self, capture_id: str) -> Path:
        """The folder of what was derived from a ready capture."""
        return self.store.derived(capture_id, self.ready(capture_id).derived_by or "")

    def derived_file(self, capture_id: str, name: str) -> Path:
        """One of these files. Raises NotFoundError: captures of other tools decide nothing."""
        path = self.derived(capture_id) / name
        if not path.is_file():
            raise NotFoundError(f"the capture {capture_id!r} has no {name.partition('.')[0]}")
        return path

    def remove(self, capture_id: str) -> None:
        """Forget an uploaded capture and remove its files."""
        with self._ingesting:
            if self.get(capture_id).origin == "bundled":
                raise CaptureError("bundled", f"the capture {capture_id!r} comes with mmscope; it stays")
            self.catalogue.remove(capture_id)
            self.store.discard(self.store.capture(capture_id))

    def check_room(self) -> None:
        """Raise CaptureError `no_space` when no more uploads can be kept."""
        limits = self.settings.limits
        if self.catalogue.count() >= limits.captures or self.store.size() >= limits.store:
            raise CaptureError("no_space", "the server keeps as many captures as it may; remove one first")

    def add(
        self, folder: Path, filename: str, sha256: str, progress: Progress | None = None
    ) -> tuple[Entry, bool]:
        """Take in an uploaded file that lies as `source` in a folder of the store's incoming/.

        Returns the entry, and whether it is new: a file that is there already is not kept twice. The
        folder is used up in any case. Raises CaptureError; then nothing has changed.
        """
        try:
            with self._ingesting, writing():
                known = self.catalogue.by_content(sha256)
                if known is not None and known.state != "failed":
                    return known, False
                source = folder / SOURCE
                entry = Entry(
                    id=f"u-{sha256[:16]}",
                    origin="upload",
                    state="pending",
                    title=clean_name(filename),
                    filename=clean_name(filename),
                    sha256=sha256,
                    size=source.stat().st_size,
                    added=_now(),
                    derived_by=None,
                    details={},
                )
                derived = folder / self.store.derived("x", self.maker).name
                entry = self._derive(entry, source, derived, progress or Progress())
                self.store.place(folder, self.store.capture(entry.id))
                self.catalogue.put(entry)
                return entry, True
        finally:
            self.store.discard(folder)

    def _derive(self, entry: Entry, source: Path, folder: Path, progress: Progress) -> Entry:
        """Derive everything into a new folder; the entry as it will be once that is in place."""
        folder.mkdir()
        taken = take_in(self.core, self.trace, source, self.settings.limits, folder, progress)
        details = {key: entry.details[key] for key in ("card",) if key in entry.details} | taken.details
        title = (taken.title if entry.origin == "upload" else None) or entry.title
        return replace(entry, state="ready", title=title, derived_by=self.maker, details=details)

    def _list_bundled(self) -> None:
        """Bring the catalogue up to date with the folder of bundled captures; reads none of them."""
        for entry in self.catalogue.all():
            if entry.origin == "bundled" and entry.id not in self._bundled:
                self.catalogue.remove(entry.id)
                self.store.discard(self.store.capture(entry.id))
        for bundled in self._bundled.values():
            known, sha256 = self.catalogue.get(bundled.id), bundled.sha256()
            if known is None or known.sha256 != sha256 or known.details.get("card") != bundled.card:
                self.catalogue.put(_new_entry(bundled, sha256))

    def _read_again(self, capture_id: str) -> str:
        with self._ingesting, writing():
            entry = self.catalogue.get(capture_id)
            if entry is None:
                return "gone"
            folder = self.store.new_folder()
            try:
                entry = self._derive(entry, self.file(entry), folder / "derived", self._progress)
                self.store.place(
                    folder / "derived", self.store.derived(capture_id, self.maker)
                )  # fmt: skip
                told = f"{entry.details['events']} events"
            except CaptureError as error:
                if error.code == STOPPED:
                    return error.message
                fault = {"code": error.code, "message": error.message, "line": error.line}
                entry = replace(entry, state="failed", derived_by=self.maker).with_details(error=fault)
                told = error.message
            finally:
                self.store.discard(folder)
            self.catalogue.put(entry)
            return told


class Incoming:
    """A file on its way in: written to the store's incoming/, hashed as it goes, bounded."""

    def __init__(self, library: Library, when_begun: Callable[[bytes], None], begin: int = 1 << 20) -> None:
        self._library = library
        self._limit = library.settings.limits.upload
        self._when_begun, self._begin, self._begun = when_begun, begin, bytearray()
        self._folder = library.store.new_folder()
        self._hash = hashlib.sha256()
        self.size = 0
        self._file: BinaryIO = (self._folder / SOURCE).open("wb")

    def write(self, chunk: bytes) -> None:
        """The next bytes. Raises CaptureError, also for what `when_begun` finds in the first bytes."""
        self.size += len(chunk)
        if self.size > self._limit:
            raise CaptureError("too_large", f"the file is longer than {self._limit} bytes")
        if len(self._begun) < self._begin:
            self._begun += chunk[: self._begin - len(self._begun)]
            if len(self._begun) == self._begin:
                self._when_begun(bytes(self._begun))
        self._hash.update(chunk)
        with writing():
            self._file.write(chunk)

    def finish(self, filename: str) -> tuple[Entry, bool]:
        """All bytes are there: take the capture in, as Library.add()."""
        with writing():
            sync(self._file)
        self._file.close()
        return self._library.add(self._folder, filename, self._hash.hexdigest())

    def abandon(self) -> None:
        """Forget what came; does nothing after finish()."""
        self._file.close()
        self._library.store.discard(self._folder)


def clean_name(filename: str) -> str:
    """A file's name without folders, control characters and more than 120 characters."""
    name = re.split(r"[/\\]", filename)[-1]
    name = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name).strip()
    return name[:120] or "capture"


def _new_entry(bundled: Bundled, sha256: str) -> Entry:
    return Entry(
        id=bundled.id,
        origin="bundled",
        state="pending",
        title=bundled.title,
        filename=bundled.path.name,
        sha256=sha256,
        size=bundled.path.stat().st_size,
        added=_now(),
        derived_by=None,
        details={"card": bundled.card},
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
