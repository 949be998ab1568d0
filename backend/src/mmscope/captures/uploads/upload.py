"""One upload on disk: a folder with the bytes that came and a card that says how many of them count.

    <token>/source       the bytes; what lies behind the card's `offset` does not count
    <token>/card.json    replaced in one step, after the bytes it counts were forced to disk

So a kill at any moment leaves an upload that goes on from the last bytes it acknowledged.
"""

import base64
import hashlib
import hmac
import json
import os
import time
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_type_hints

from mmscope.captures.errors import CaptureError, is_fault
from mmscope.captures.library.owners import HOLDER
from mmscope.captures.progress import Progress
from mmscope.captures.store import SOURCE, read_json, sync, write_whole, writing

CARD = "card.json"
CHECKSUMS = ("sha1", "sha256")  # of the bytes of one request
INTERNAL = "internal"  # code of an error that is the server's own,
GAVE_UP = "gave_up"  # ... and ended it again and again: neither is the file's fault, so its bytes are kept
_NEVER = 1e11  # seconds: some 3,000 years
State = Literal["receiving", "waiting", "reading", "done", "failed"]


@dataclass(slots=True)
class Card:
    """What is known of an upload; times in seconds since 1970."""

    filename: str
    length: int
    sha256: str | None  # of the whole file, where the client said so
    offset: int = 0
    tries: int = 0  # how often its reading began
    touched: float = 0.0
    capture: str | None = None  # id, once it is one
    error: dict[str, Any] | None = None  # code, message, line: why it is none
    holder: str | None = None  # who may remove the capture (claims.py)

    @classmethod
    def read(cls, folder: Path) -> "Card":
        """The card in an upload's folder; what a newer version says beside is left out. Raises ValueError."""
        card = read_json(folder / CARD)
        types = {**get_type_hints(cls), "touched": int | float, "error": dict | None}
        known = {name: card[name] for name in types if name in card}
        needed = {f.name for f in fields(cls) if f.default is MISSING}
        if not needed <= set(known) or not all(isinstance(known[name], types[name]) for name in known):
            raise ValueError("the card makes no sense")
        if not abs(known.get("touched", 0)) < _NEVER:
            raise ValueError("the card's time makes no sense")
        if known.get("holder") is not None and not HOLDER.fullmatch(known["holder"]):
            raise ValueError("the card's holder makes no sense")
        if known.get("error") is not None and not is_fault(known["error"]):
            raise ValueError("the card's error makes no sense")
        return cls(**known)

    @property
    def is_refused(self) -> bool:
        """The file itself is why it is no capture."""
        return self.error is not None and self.error["code"] not in {INTERNAL, GAVE_UP}


@dataclass(slots=True)
class Upload:
    """An upload. One thread at a time may write to it."""

    token: str
    folder: Path
    card: Card
    progress: Progress = field(default_factory=Progress)
    held: str | None = None  # why its reading has to wait, in a sentence
    waits: int = 0  # how often it had to
    seen: float = field(default_factory=time.monotonic)  # when this server last touched it, or found it
    reading: bool = False  # its bytes are being read in now
    busy: bool = False  # a request is adding to it
    person: str | None = None  # who added to it last, as far as this server knows

    @classmethod
    def create(
        cls, folder: Path, filename: str, length: int, sha256: str | None, holder: str | None
    ) -> "Upload":
        """A new one, in a folder that is not there yet."""
        with writing():
            folder.mkdir()
            (folder / SOURCE).touch()
            upload = cls(folder.name, folder, Card(filename, length, sha256, holder=holder))
            upload.save()
        return upload

    @classmethod
    def load(cls, folder: Path) -> "Upload | None":
        """One that is there, cut back to the bytes that count; None where its card does not fit its bytes."""
        try:
            card = Card.read(folder)
            if card.error is not None and card.error["code"] == INTERNAL:
                card.error = None
            if card.capture is None and not card.is_refused:
                size = (folder / SOURCE).stat().st_size
                if not 0 <= card.offset <= min(size, card.length):
                    return None
                os.truncate(folder / SOURCE, card.offset)
            else:
                (folder / SOURCE).unlink(missing_ok=True)
        except (OSError, ValueError, TypeError):
            return None
        return cls(folder.name, folder, card)

    @property
    def source(self) -> Path:
        """The bytes."""
        return self.folder / SOURCE

    @property
    def state(self) -> State:
        """Where it stands."""
        if self.card.capture is not None:
            return "done"
        if self.card.error is not None:
            return "failed"
        if self.card.offset < self.card.length:
            return "receiving"
        return "reading" if self.reading and self.held is None else "waiting"

    @property
    def is_idle(self) -> bool:
        """Nothing happens to it unless somebody asks."""
        return self.state not in {"waiting", "reading"}

    @property
    def keeps_bytes(self) -> bool:
        """It has bytes, or waits for some: no capture has them yet, and nothing is wrong with them."""
        return self.card.capture is None and not self.card.is_refused

    def save(self) -> None:
        """Replace the card."""
        self.card.touched, self.seen = time.time(), time.monotonic()
        write_whole(self.folder / CARD, json.dumps(asdict(self.card)).encode())

    def settle(self, *, capture: str | None = None, error: CaptureError | None = None) -> None:
        """It became a capture, or failed. Its bytes go, unless the server is to blame."""
        before = self.card.capture, self.card.error
        self.card.capture = capture
        if error is not None:
            self.card.error = error.fault
        try:
            with writing():
                self.save()
        except (CaptureError, OSError):
            self.card.capture, self.card.error = before
            raise
        if capture is not None or self.card.is_refused:
            self.source.unlink(missing_ok=True)


class Appending:
    """Adds the bytes of one request; what was not committed when it closes is gone.

    A full disk takes a part of what is written, and may find out late that it cannot keep it, which it says
    once: what it took counts, and nothing more once it failed to keep something.
    """

    def __init__(self, upload: Upload, checksum: str | None) -> None:
        self._upload = upload
        self._expected, self._hash = _parse(checksum)
        with writing():
            self._file = upload.source.open("r+b", buffering=0)
        self._file.seek(upload.card.offset)
        self._lost = False
        self.offset = upload.card.offset

    def write(self, content: bytes) -> None:
        """The next bytes. Raises CaptureError if they are more than were announced or than the disk takes."""
        if self.offset + len(content) > self._upload.card.length:
            raise CaptureError("too_large", "more bytes arrived than the upload's length")
        if self._hash is not None:
            self._hash.update(content)
        rest = memoryview(content)
        with writing():
            while rest:
                written = self._file.write(rest)
                self.offset += written
                rest = rest[written:]

    @property
    def may_commit(self) -> bool:
        """Bytes count before the request has ended, if they need not fit a checksum."""
        return self._hash is None and not self._lost

    def commit(self) -> None:
        """Let all bytes so far count. Raises CaptureError, `checksum` where they do not fit theirs."""
        if self._lost:
            raise CaptureError("no_space", "the server's disk did not keep all bytes; try again")
        if self._hash is not None and not hmac.compare_digest(self._hash.digest(), self._expected):
            raise CaptureError("checksum", "the bytes of this request do not match their checksum")
        card = self._upload.card
        before, committed = card.offset, False
        self._lost = True
        try:
            with writing():
                sync(self._file)
                if self._size() < self.offset:
                    raise CaptureError("no_space", "bytes that came before are gone from the server's disk")
                self._lost = False
                card.offset = self.offset
                self._upload.save()
            committed = True
        finally:
            if not committed:
                card.offset = before

    def close(self) -> None:
        """Cut back to what counts; what the file has lost does not come back as zeros."""
        with self._file, writing():
            self._file.truncate(min(self._upload.card.offset, self._size()))

    def _size(self) -> int:
        return os.fstat(self._file.fileno()).st_size


def _parse(checksum: str | None) -> tuple[bytes, "hashlib._Hash | None"]:
    if checksum is None:
        return b"", None
    name, _, value = checksum.partition(" ")
    if name not in CHECKSUMS:
        raise CaptureError("upload", f"the checksum must be one of {', '.join(CHECKSUMS)}")
    try:
        return base64.b64decode(value, validate=True), hashlib.new(name)
    except ValueError as error:  # also of characters that are not ASCII
        raise CaptureError("upload", "the checksum is not base64") from error
