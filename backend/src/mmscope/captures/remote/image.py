"""A large capture as the core holds it once it is read and checked, kept so that it opens without being read.

session.zst  the core's memory: log, keyframes, verdicts
track.zst    kind, time and number of every event, and which are decisions (track.py)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import zstandard

from mmscope.captures.errors import TornError
from mmscope.captures.inventory import check_file, reading_file
from mmscope.captures.reader import bounds
from mmscope.captures.remote.index import EventIndex
from mmscope.core import CoreError, CoreModule, Session
from mmscope.settings import Limits

LARGE = 200_000  # events; fewer are read from their text in about a second
SESSION, TRACK = "session.zst", "track.zst"
_LEVEL = 1
_HEAD = 18  # bytes that hold a frame's length, at most


def write_image(session: Session, folder: Path) -> None:
    """Keep a large one, checked."""
    if session.event_count < LARGE:
        return
    packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    with (folder / SESSION).open("wb") as file, packer.stream_writer(file, size=session.memory) as out:
        for piece in session.image():
            out.write(piece)
    with (folder / TRACK).open("wb") as file, packer.stream_writer(file) as out:
        for array in EventIndex.of(session).arrays():
            np.lib.format.write_array(cast("BinaryIO", out), array, allow_pickle=False)


def read_index(folder: Path) -> EventIndex | None:
    """What was kept; None where the capture is not large. Raises TornError."""
    path = folder / TRACK
    if not path.is_file():
        return None
    check_file(path)
    with reading_file(path), path.open("rb") as file, _unpacked(path):
        source = cast("BinaryIO", zstandard.ZstdDecompressor().stream_reader(file))
        return EventIndex(*(np.lib.format.read_array(source, allow_pickle=False) for _ in EventIndex.names()))


def read_image(core: CoreModule, folder: Path, limits: Limits) -> Session | None:
    """The same of the core's memory. Raises TornError, CoreError."""
    path = folder / SESSION
    if not path.is_file():
        return None
    check_file(path)
    with reading_file(path), path.open("rb") as file, _unpacked(path):
        size = zstandard.frame_content_size(file.read(_HEAD))
        file.seek(0)
        source = zstandard.ZstdDecompressor().stream_reader(file)
        return Session.restored(core, source.readinto, size, bounds(limits))


@contextmanager
def _unpacked(path: Path) -> Iterator[None]:
    """Raise TornError where what was kept is not whole."""
    try:
        yield
    except zstandard.ZstdError as error:
        raise TornError(f"{path.name} cannot be unpacked: {error}") from error
    except CoreError as error:
        if error.status != "range":
            raise
        raise TornError(f"{path.name} cannot be used: {error}") from error
