"""A file of any supported format on the command line, with a progress bar: what it holds, or its tables."""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mmscope.captures import (
    Capture,
    CaptureError,
    PlainText,
    Progress,
    is_own,
    read_own,
    trace_bounds,
)
from mmscope.captures.derivation import write_events
from mmscope.captures.text import Readable
from mmscope.captures.trace import TraceContents, read_trace
from mmscope.captures.trace.generic_tables import write_generic
from mmscope.captures.trace.maps import write_maps
from mmscope.captures.trace.tables import Tables
from mmscope.cli.files import UnreadableError, opened
from mmscope.core import CoreModule, TraceBatch, TraceModule, TraceReader
from mmscope.settings import Limits, Settings

Take = Callable[[TraceReader, TraceBatch], None]
Hear = Callable[[bytes], None]


class Contents:
    """A file that was read; `capture` of mmscope-trace, else `reading`."""

    def __init__(self, source: PlainText, capture: Capture | None, reading: TraceContents | None) -> None:
        self.source = source
        self.capture = capture
        self.reading = reading

    @property
    def kinds(self) -> dict[str, int]:
        """Events of each kind that occurs."""
        found = self.capture or self.reading
        assert found is not None
        return found.kinds


def read_any(settings: Settings, name: str, take: Take | None = None, hear: Hear | None = None) -> Contents:
    """Read a file to its end; `take` gets the batches of another tool's text, `hear` all of the text.

    Of packed data that end too early, what they held until there; standard error then says what is missing.
    Raises UnreadableError.
    """
    try:
        with opened(name) as file:
            source = (
                _Heard(file, settings.limits, hear) if hear else PlainText(file, settings.limits, part=True)
            )
            found = _read(settings, source, take or (lambda _reader, _batch: None))
    except CaptureError as error:
        raise UnreadableError(f"{name}: {error.message}") from error
    except OSError as error:
        raise UnreadableError(f"{name}: {error.strerror}") from error
    if source.cut_off:
        print(f"mmscope: {name}: {source.cut_off}", file=sys.stderr)
    return found


class _Heard(PlainText):
    """A text that somebody else hears, too."""

    def __init__(self, file: Readable, limits: Limits, hear: Hear) -> None:
        super().__init__(file, limits, part=True)
        self._hear = hear

    def __iter__(self) -> Iterator[bytes]:
        for piece in super().__iter__():
            self._hear(piece)
            yield piece


def _read(settings: Settings, source: PlainText, take: Take) -> Contents:
    if is_own(source.beginning()):
        return Contents(source, read_own(CoreModule(settings.core), source, settings.limits), None)
    bounds = trace_bounds(settings.limits)
    reading = read_trace(TraceModule(settings.trace), iter(source), bounds, take, Progress())
    return Contents(source, None, reading)


def write_tables(settings: Settings, name: str, folder: Path) -> Contents:
    """Read a file and write a Parquet file of each kind into the folder. Raises UnreadableError."""
    tables = Tables(folder)
    try:
        found = read_any(settings, name, lambda reader, batch: tables.add(batch, reader.names()))
        if found.reading is not None:
            tables.finish(found.reading.names)
            write_generic(folder)
            write_maps(found.reading.report["maps"], folder, TraceModule(settings.trace).tables)
    finally:
        tables.close()
    if found.capture is not None:
        write_events(found.capture, folder)
    return found


@contextmanager
def tables_of(settings: Settings, name: str) -> Iterator[Path]:
    """A folder with the Parquet files of a capture: the folder `name` itself, or one that goes away again."""
    if Path(name).is_dir():
        yield Path(name)
        return
    folder = Path(tempfile.mkdtemp(prefix="mmscope-"))
    try:
        write_tables(settings, name, folder)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
