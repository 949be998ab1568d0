"""The plain text of a capture file in bounded pieces: gzip is undone here, nothing is parsed."""

import zlib
from collections.abc import Iterator
from typing import Protocol

from mmscope.captures.errors import CaptureError
from mmscope.settings import Limits

PIECE = 1 << 20  # bytes read, and at most bytes given, at a time
_GZIP = b"\x1f\x8b"
_GZIP_WBITS = 31
_OTHERS = {
    b"PK\x03\x04": "a zip archive",
    b"BZh": "bzip2 data",
    b"\xfd7zXZ": "xz data",
    b"\x28\xb5\x2f\xfd": "zstd data",
}


class Readable(Protocol):
    """What gives bytes, and none at its end."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes."""


class PlainText:
    """Iterates over the plain text of a file.

    Raises CaptureError `gzip` (damaged or cut off), `too_large` (more text than allowed), `bomb` (out
    of proportion to the file's size) or `format`, naming the line it happened on.
    """

    def __init__(self, file: Readable, limits: Limits) -> None:
        self._file = file
        self._limits = limits
        self.stored = 0  # bytes of the file read so far
        self.plain = 0  # bytes of text given so far
        self._newlines = 0

    @property
    def line(self) -> int:
        """Number of the line the last byte given belongs to, from 1."""
        return self._newlines + 1

    def __iter__(self) -> Iterator[bytes]:
        """The pieces, none of them empty."""
        first = self._read()
        for magic, name in _OTHERS.items():
            if first.startswith(magic):
                raise CaptureError("format", f"the file is {name}; a capture is text, plain or in gzip")
        pieces = self._gunzip(first) if first.startswith(_GZIP) else self._straight(first)
        for piece in pieces:
            self.plain += len(piece)
            self._newlines += piece.count(b"\n")
            self._check()
            yield piece

    def _straight(self, piece: bytes) -> Iterator[bytes]:
        while piece:
            yield piece
            piece = self._read()

    def _gunzip(self, piece: bytes) -> Iterator[bytes]:
        """Members follow one another, as gzip allows; zero bytes behind the last are padding."""
        member = zlib.decompressobj(_GZIP_WBITS)
        while piece:
            try:
                text = member.decompress(piece, PIECE)
            except zlib.error as error:
                raise self._damaged(str(error).rpartition(": ")[2]) from error
            if text:
                yield text
            if member.eof:
                piece = member.unused_data or self._read()
                while piece and not (piece := piece.lstrip(b"\0")):
                    piece = self._read()
                member = zlib.decompressobj(_GZIP_WBITS)
            else:
                piece = member.unconsumed_tail or self._read()
                if not piece:
                    raise self._damaged("it is cut off")

    def _damaged(self, reason: str) -> CaptureError:
        return CaptureError(
            "gzip", f"line {self.line}: the gzip data cannot be unpacked: {reason}", self.line
        )

    def _read(self) -> bytes:
        piece = self._file.read(PIECE)
        self.stored += len(piece)
        return piece

    def _check(self) -> None:
        limits = self._limits
        if self.plain > limits.plain:
            raise CaptureError(
                "too_large", f"line {self.line}: the text is longer than {limits.plain} bytes", self.line
            )
        if self.plain > limits.ratio_from and self.plain > limits.ratio * self.stored:
            raise CaptureError(
                "bomb",
                f"line {self.line}: {self.stored} bytes of gzip gave {self.plain} bytes of text, "
                f"more than {limits.ratio} times as many",
                self.line,
            )
