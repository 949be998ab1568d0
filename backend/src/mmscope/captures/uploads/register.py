"""All uploads of a data folder: uploads/<token>/, and a thread that reads in those that are complete."""

import hashlib
import logging
import queue
import re
import secrets
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from mmscope.captures.errors import CaptureError, NotFoundError, StoreError
from mmscope.captures.library.allowance import Backlog, Sharer
from mmscope.captures.library.label import clean_name
from mmscope.captures.library.library import LATER, Library
from mmscope.captures.progress import CANCELLED, STOPPED
from mmscope.captures.rota import Place
from mmscope.captures.store import SOURCE, remove, writing
from mmscope.captures.uploads.upload import GAVE_UP, INTERNAL, Appending, Upload

TOKEN = re.compile("[0-9a-f]{32}")
GRACE = 86400.0  # seconds that a server must have known an upload before it forgets it
LAST = 1.0  # seconds for requests to store what came when the server ends
TRIES = 3  # a file whose reading ended the server so often is not read again
# What an upload waits for, by the code of the error that held up its reading.
HELD = {
    "no_space": "the server's disk is full; the file is kept and will be read when there is space",
    "read_only": "the server's disk is read-only; the file is kept and will be read when it can be written",
    "busy": "the server's catalogue is locked, or too many files are open; the file is kept and read later",
}
AHEAD = 16 << 20  # bytes that an upload in progress is sure to bring
# An upload with fewer bytes, to which nothing was added for so many seconds, may have to be sent anew.
LITTLE, QUIET = 1 << 20, 60.0
_PIECE = 1 << 20
_log = logging.getLogger(__name__)


class Uploads:
    """Uploads by token. Safe to use from several threads."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._limits = library.settings.limits
        self._folder = library.store.folder / "uploads"
        self._lock = threading.Lock()
        self._freed = threading.Condition(self._lock)  # no request adds to some upload any more
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()  # whose turn has come
        self._uploads: dict[str, Upload] = {}
        self._workers = [
            threading.Thread(target=self._work, name=f"uploads {n}", daemon=True)
            for n in range(self._limits.readings)
        ]
        try:
            self._folder.mkdir(exist_ok=True)
            self._load()
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be used: {error.strerror}") from error
        library.allowance.beside(self._held)

    def start(self) -> None:
        """Begin to read in what is complete."""
        for worker in self._workers:
            worker.start()

    def stop(self) -> None:
        """Read nothing more; what is being read will be read again."""
        for upload in list(self._uploads.values()):
            upload.progress.end = upload.progress.end or STOPPED
        self._library.room.close()
        for _ in self._workers:
            self._queue.put(None)

    def close(self) -> None:
        """The same, and wait for it, and for requests that still store what came."""
        self.stop()
        with self._freed:
            self._freed.wait_for(lambda: not any(u.busy for u in self._uploads.values()), LAST)
        for worker in self._workers:
            if worker.is_alive():
                worker.join()

    def create(
        self,
        filename: str,
        length: int,
        sha256: str | None,
        holder: str | None = None,
        sharer: Sharer | None = None,
    ) -> Upload:
        """A new upload of `length` bytes, which costs others nothing until they come.

        `holder`: who may remove what it becomes; `sharer`: whose share it counts for. Raises CaptureError
        when there is no room for it.
        """
        if length == 0:
            raise CaptureError("format", "the file is empty, so it is no capture")
        if length > self._limits.resumable:
            raise CaptureError("too_large", f"the file is longer than {self._limits.resumable} bytes")
        if sha256 is not None and not re.fullmatch("[0-9a-f]{64}", sha256):
            raise CaptureError("upload", "sha256 is 64 hexadecimal digits")
        with self._lock:
            self._forget_old()
        soon = sum(min(u.card.length - u.card.offset, AHEAD) for u in self._all() if u.busy)
        self._library.allowance.check_space(length, soon, sharer)
        with self._lock:
            self._make_way()
        folder = self._folder / secrets.token_hex(16)
        upload = Upload.create(folder, clean_name(filename), length, sha256, holder)
        with self._lock:
            self._uploads[upload.token] = upload
        return upload

    def check_space(self, upload: Upload, sharer: Sharer | None = None) -> None:
        """Raise CaptureError `no_space` or `share` where no more of its bytes can be kept."""
        self._library.allowance.check_bounds()
        if sharer is not None:
            self._library.allowance.check_share(sharer)
        if upload.card.length - upload.card.offset > LITTLE:
            self._library.store.need_space("what came is kept; go on when there is space")

    def get(self, token: str) -> Upload:
        """One upload. Raises NotFoundError."""
        upload = self._uploads.get(token)
        if upload is None:
            raise NotFoundError(f"there is no upload {token!r}")
        return upload

    def count(self) -> Counter[str]:
        """How many there are in each state."""
        return Counter(upload.state for upload in list(self._uploads.values()))

    @contextmanager
    def appending(self, token: str, offset: int, checksum: str | None) -> Iterator[Appending]:
        """Add bytes from `offset` on, which must be where it stands. Raises CaptureError."""
        with self._lock:
            upload = self.get(token)
            if upload.busy:
                raise CaptureError("locked", "another request is adding to this upload")
            if offset != upload.card.offset:
                raise CaptureError("offset", f"the upload is at byte {upload.card.offset}, not {offset}")
            if upload.state != "receiving":
                raise CaptureError("offset", "the upload is complete")
            upload.busy = True
        try:
            to = Appending(upload, checksum)
            try:
                yield to
            finally:
                to.close()
        finally:
            with self._freed:
                upload.busy = False
                self._freed.notify_all()
            if upload.progress.end == CANCELLED:  # not on the event loop: a long file takes a while
                threading.Thread(target=self._remove, args=(upload,), name="remove", daemon=True).start()
        self._queue_if_complete(upload)

    def cancel(self, token: str) -> None:
        """Forget an upload, and call off its reading; a capture that it became already stays.

        Raises CaptureError where it cannot be removed now; then it stays.
        """
        with self._lock:
            upload = self.get(token)
            before = upload.progress.end
            upload.progress.end = before or CANCELLED
            if upload.busy or upload.reading:
                return  # whoever is at work on it removes it
            self._uploads.pop(token, None)
        try:
            with writing("the upload is still there; try again"):
                remove(upload.folder)
        except BaseException:
            with self._lock:
                upload.progress.end = before
                self._uploads[token] = upload
            raise

    def _all(self) -> list[Upload]:
        return list(self._uploads.values())

    def _held(self, holder: str | None) -> Backlog:
        """What this keeps beside the captures: of one holder, or of all."""
        there = [upload for upload in self._all() if holder in {None, upload.card.holder}]
        size = sum(upload.card.offset for upload in there if upload.keeps_bytes)
        return Backlog(size, sum(not upload.is_idle for upload in there))

    def _make_way(self) -> None:
        """Where too many uploads are known, forget what costs least. Raises CaptureError `busy`."""
        while len(self._uploads) >= self._limits.upload_records:
            of = [(price, upload) for upload in self._all() if (price := _price(upload)) is not None]
            if not of:
                raise CaptureError("busy", "too many uploads are under way; try again soon")
            self._remove(min(of, key=lambda one: one[0])[1])

    def _load(self) -> None:
        for folder in sorted(self._folder.iterdir()):
            if not folder.is_dir() or not TOKEN.fullmatch(folder.name):
                _log.warning("uploads/%s is not mmscope's: move it away", folder.name)
                continue
            try:
                if (upload := Upload.load(folder)) is not None:
                    self._uploads[upload.token] = upload
                else:
                    self._clear(folder)
            except OSError as error:
                _log.warning("uploads/%s could not be moved: %s", folder.name, error)
            except Exception:  # noqa: BLE001  # one bad folder must not keep a server from starting
                _log.exception("uploads/%s cannot be used, and stays as it is", folder.name)
        for upload in self._uploads.values():
            self._queue_if_complete(upload)

    def _clear(self, folder: Path) -> None:
        """Of an upload whose card and bytes do not fit together."""
        if _holds_bytes(folder):
            to = self._library.store.quarantine(folder)
            _log.warning("an upload whose card does not match its bytes was moved to aside/%s", to.name)
        else:
            _log.info("removed what was left of an upload that had not begun")
            shutil.rmtree(folder)

    def _forget_old(self) -> None:
        """Those to which nothing was added for long.

        This server has seen them idle for a while itself: a clock may be wrong, now or then.
        """
        long, known = self._limits.upload_seconds, min(self._limits.upload_seconds, GRACE)
        for upload in list(self._uploads.values()):
            if upload.busy or not upload.is_idle or time.monotonic() - upload.seen < known:
                continue
            if time.time() - upload.card.touched > long:
                self._remove(upload)
                self._library.room.freed()

    def _remove(self, upload: Upload) -> None:
        self._uploads.pop(upload.token, None)
        shutil.rmtree(upload.folder, ignore_errors=True)

    def _queue_if_complete(self, upload: Upload) -> None:
        if upload.state == "waiting" and upload.progress.end is None:
            self._wait_for_turn(upload)

    def _wait_for_turn(self, upload: Upload) -> None:
        holder = upload.card.holder
        person = (upload.person or holder or upload.token, holder)
        rota = self._library.rota

        def have(place: Place) -> None:
            try:
                self._have_turn(upload)
            finally:
                rota.end(place)

        rota.ask(person, lambda place: self._queue.put(partial(have, place)), bounded=False)

    def _work(self) -> None:
        while (turn := self._queue.get()) is not None:
            turn()

    def _have_turn(self, upload: Upload) -> None:
        if self._begin(upload):
            try:
                self._read(upload)
            except CaptureError as error:
                self._end(upload, error)
            except Exception:  # noqa: BLE001  # one bad file must not keep the others from being read
                _log.exception("reading an upload failed")
                self._end(upload, CaptureError(INTERNAL, "the server failed; its log says more"))
            with self._lock:
                upload.reading = False
                cancelled = upload.progress.end == CANCELLED
            if cancelled:
                self._remove(upload)
            elif upload.held is not None:
                threading.Thread(target=self._again, args=(upload,), name="held", daemon=True).start()

    def _again(self, upload: Upload) -> None:
        """Read in what the full disk held up, when there may be room; what needs less is read meanwhile."""
        upload.waits += 1
        if self._library.room.wait(upload.waits - 1):
            self._wait_for_turn(upload)

    def _begin(self, upload: Upload) -> bool:
        with self._lock:
            upload.reading = upload.progress.end is None
            upload.held = None
            return upload.reading

    def _read(self, upload: Upload) -> None:
        if upload.card.tries >= TRIES:
            raise CaptureError(GAVE_UP, f"the server stopped {TRIES} times while reading this file")
        upload.card.tries += 1
        self._library.store.need_space("the file will be read when there is space")
        with writing():
            upload.save()
        sha256 = _digest(upload)
        if upload.card.sha256 not in {None, sha256}:
            raise CaptureError("checksum", f"the file has the SHA-256 {sha256}, not {upload.card.sha256}")
        upload.progress.total = upload.card.length
        with writing():
            folder = self._library.store.new_folder()
            (folder / SOURCE).hardlink_to(upload.source)
        card = upload.card
        entry, _ = self._library.add(folder, card.filename, sha256, upload.progress, card.holder)
        upload.settle(capture=entry.id)

    def _end(self, upload: Upload, error: CaptureError) -> None:
        """Its reading ended without a capture."""
        if error.code == CANCELLED:
            return
        try:
            if error.code == STOPPED or error.code in LATER:
                upload.card.tries -= 1
                upload.held = HELD.get(error.code)
                upload.save()
            else:
                upload.settle(error=error)
        except (CaptureError, OSError):
            _log.exception("the card of an upload cannot be written; its file will be read again")
            upload.held = upload.held or HELD["no_space"]


def _price(upload: Upload) -> tuple[int, float] | None:
    """What it costs to forget an upload, for comparison; None: it may not be forgotten.

    Ended ones first, then those without a byte, then those that sent little and no more: oldest first.
    """
    card = upload.card
    if upload.busy or upload.reading:
        return None
    if not upload.keeps_bytes:
        return 0, card.touched
    if card.offset == 0:
        return 1, card.touched
    if upload.state == "receiving" and card.offset < LITTLE and time.monotonic() - upload.seen > QUIET:
        return 2, card.offset
    return None


def _holds_bytes(folder: Path) -> bool:
    source = folder / SOURCE
    return source.is_file() and source.stat().st_size > 0


def _digest(upload: Upload) -> str:
    digest = hashlib.sha256()
    with upload.source.open("rb") as file:
        while content := file.read(_PIECE):
            upload.progress.check()
            digest.update(content)
    return digest.hexdigest()
