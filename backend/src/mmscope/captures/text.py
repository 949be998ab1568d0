"""The plain text of a capture file in bounded pieces: gzip and zstd are undone, nothing is parsed."""

from collections.abc import Iterator
from typing import Protocol

from mmscope.captures.compression import GZIP, ZSTD, CutOffError, PackedError, gunzip, unzstd
from mmscope.captures.errors import CaptureError
from mmscope.settings import Limits

PIECE = 1 << 20  # bytes of a plain file read at a time,
PACKED = 1 << 14  # and of a packed one: what is left of them is copied for every member or frame in it
_PACKED = {GZIP: ("gzip", gunzip), ZSTD: ("zstd", unzstd)}


class Readable(Protocol):
    """What gives bytes, and none at its end."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes."""


class PlainText:
    """Iterates over the plain text of a file.

    Raises CaptureError `gzip` or `zstd` (damaged or cut off), `too_large` (more text than allowed) or `bomb`
    (a stretch of text out of proportion to the bytes it came from, wherever it stands), naming the line it
    happened on. With `part`, the text of packed data that end too early is what they held until there;
    `cut_off` says so then.
    """

    def __init__(self, file: Readable, limits: Limits, *, part: bool = False) -> None:
        self._file = file
        self._limits = limits
        self.stored = 0  # bytes of the file read so far
        self.plain = 0  # bytes of text given so far
        self.cut_off: str | None = None
        self._part = part
        self._begun = (0, 0)  # both, where the stretch began that is looked at for a bomb
        self._newlines = 0
        self._given = self._checked()
        self._beginning: bytes | None = None

    @property
    def line(self) -> int:
        """Number of the line the last byte given belongs to, from 1."""
        return self._newlines + 1

    def beginning(self) -> bytes:
        """The first piece, which still comes when the pieces are asked for."""
        if self._beginning is None:
            self._beginning = next(self._given, b"")
        return self._beginning

    def __iter__(self) -> Iterator[bytes]:
        """The pieces, none of them empty."""
        if self._beginning:
            yield self._beginning
        yield from self._given

    def _checked(self) -> Iterator[bytes]:
        first = self._read(PACKED)
        for piece in self._pieces(first):
            self.plain += len(piece)
            self._newlines += piece.count(b"\n")
            self._check()
            yield piece

    def _pieces(self, first: bytes) -> Iterator[bytes]:
        for magic, (name, unpack) in _PACKED.items():
            if first.startswith(magic):
                try:
                    yield from unpack(first, lambda: self._read(PACKED))
                except PackedError as error:
                    if self._part and self.plain and isinstance(error, CutOffError):
                        self.cut_off = f"{error.what}; what came after line {self.line} is missing"
                        return
                    reason = f"line {self.line}: {error}"
                    raise CaptureError(name, reason, self.line) from error
                return
        yield from self._straight(first)

    def _straight(self, piece: bytes) -> Iterator[bytes]:
        while piece:
            yield piece
            piece = self._read(PIECE)

    def _read(self, size: int) -> bytes:
        piece = self._file.read(size)
        self.stored += len(piece)
        return piece

    def _check(self) -> None:
        limits = self._limits
        if self.plain > limits.plain:
            raise CaptureError(
                "too_large", f"line {self.line}: the text is longer than {limits.plain} bytes", self.line
            )
        stored, plain = self.stored - self._begun[0], self.plain - self._begun[1]
        if plain <= limits.stretch:
            return
        if plain > limits.ratio * stored:
            raise CaptureError(
                "bomb",
                f"line {self.line}: {stored} bytes of the file unpacked to {plain} bytes of text, "
                f"more than {limits.ratio} times as many",
                self.line,
            )
        self._begun = self.stored, self.plain
