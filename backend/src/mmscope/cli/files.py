"""Files on the command line: captures opened, read with a progress bar, complained about; results written."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Self

from tqdm import tqdm

from mmscope.captures import Capture, CaptureError, read_capture, read_decisions
from mmscope.cli.terminal import named, printable
from mmscope.core import CoreModule
from mmscope.settings import Limits

STDIN = "-"
STDOUT = "-"
UNREADABLE = 2  # exit status


class UnreadableError(Exception):
    """A file cannot be read; the text names it, the line and the reason."""


def refuse(message: str) -> int:
    """Print why nothing came of it. Returns 2."""
    print(f"mmscope: {message}", file=sys.stderr)
    return UNREADABLE


def write(content: bytes, output: str) -> int:
    """To a file, or to standard output. Returns 0, or 2 where it cannot be written."""
    if output == STDOUT:
        sys.stdout.buffer.write(content)
        return 0
    try:
        Path(output).write_bytes(content)
    except OSError as error:
        return refuse(f"{named(output)}: {error.strerror}")
    return 0


def read(core: CoreModule, name: str, limits: Limits, trace: Path | None = None) -> Capture:
    """Read a capture, with a progress bar when standard error is a terminal. Raises UnreadableError.

    Of a packed file that ends too early, what it held until there. With `trace`, which is mmtrace.wasm, also
    a text that tells decisions of an unpatched kernel.
    """
    try:
        with opened(name) as file:
            if trace:
                return read_decisions(core, trace, file, limits)
            return read_capture(core, file, limits, part=True)
    except CaptureError as error:
        raise UnreadableError(f"{name}: {error.message}") from error
    except OSError as error:
        raise UnreadableError(f"{name}: {error.strerror}") from error


@contextmanager
def opened(name: str) -> Iterator["_Progress"]:
    """The file, whose reading a progress bar shows when standard error is a terminal. Raises OSError."""
    with _open(name) as file, _Progress(file, name) as progress:
        yield progress


@contextmanager
def _open(name: str) -> Iterator[BinaryIO]:
    if name == STDIN:
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as file:
            yield file


class _Progress:
    """A file that shows how much of it has been read."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        size = Path(name).stat().st_size if name != STDIN else None
        self._bar = tqdm(
            total=size,
            desc=printable(Path(name).name),
            unit="B",
            unit_scale=True,
            leave=False,
            disable=None,
            file=sys.stderr,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def read(self, size: int, /) -> bytes:
        """The next bytes."""
        content = self._file.read(size)
        self._bar.update(len(content))
        return content
