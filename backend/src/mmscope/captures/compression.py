"""Compressed files undone in bounds: members of gzip or frames of zstd, one behind another.

Each function gives the plain text of `first` and of what `read()` gives after it (nothing at its end), in
pieces of a bounded size whatever the data say. Raises PackedError where the data are damaged or cut off.
"""

import zlib
from collections.abc import Callable, Iterator

import zstandard

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
PIECE = 1 << 20  # bytes of text at a time, of gzip
WINDOW = 1 << 27  # bytes a frame of zstd may want to look back: as much as the command does by default
_STEP = 1 << 11  # bytes of zstd at a time: four of them can stand for 128 KiB, so at most 64 MiB come out
_GZIP_WBITS = 31
_MEMORY = "too much memory"  # in what zstandard says of a frame that wants a larger window


class PackedError(ValueError):
    """The reason why data cannot be unpacked, as a sentence: the app's own (frontend, core/error.ts)."""


class CutOffError(PackedError):
    """The data end too early: what they held until there has been given. `what` leaves out the remedy."""

    def __init__(self, packing: str) -> None:
        self.what = f"the {packing} data ends too early: it is cut off, or damaged before that"
        super().__init__(f"{self.what}; {_remedy(packing)}")


def _remedy(packing: str) -> str:
    return f"copy the file again, or test it with {packing} -t"


def _damaged(packing: str) -> PackedError:
    return PackedError(f"the {packing} data is damaged: {_remedy(packing)}")


def gunzip(first: bytes, read: Callable[[], bytes]) -> Iterator[bytes]:
    """Of gzip. Zero bytes behind the last member are padding."""
    piece, member = first, zlib.decompressobj(_GZIP_WBITS)
    while piece:
        try:
            text = member.decompress(piece, PIECE)
        except zlib.error as error:
            raise _damaged("gzip") from error
        if text:
            yield text
        if member.eof:
            piece = member.unused_data or read()
            while piece and not (piece := piece.lstrip(b"\0")):
                piece = read()
            member = zlib.decompressobj(_GZIP_WBITS)
        else:
            piece = member.unconsumed_tail or read()
            if not piece:
                raise CutOffError("gzip")


def unzstd(first: bytes, read: Callable[[], bytes]) -> Iterator[bytes]:
    """Of zstd. A frame that wants to look back further than WINDOW is refused."""
    context = zstandard.ZstdDecompressor(max_window_size=WINDOW)
    piece, frame, begun = first, context.decompressobj(), False
    while piece:
        for at in range(0, len(piece), _STEP):
            part = piece[at : at + _STEP]
            while part:
                try:
                    text = frame.decompress(part)
                except zstandard.ZstdError as error:
                    raise _unzstd_error(error) from error
                begun = True
                if text:
                    yield text
                part = b""
                if frame.eof:
                    part, frame, begun = frame.unused_data, context.decompressobj(), False
        piece = read()
    if begun:
        raise CutOffError("zstd")


def _unzstd_error(error: zstandard.ZstdError) -> PackedError:
    if _MEMORY not in str(error):
        return _damaged("zstd")
    limit = f"{WINDOW >> 20} MiB of memory"
    return PackedError(
        f"unpacking this zstd file takes more than {limit}: compress it again without --ultra and --long"
    )
