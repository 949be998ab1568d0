# SPDX-License-Identifier: Apache-2.0
"""Write a capture so that its name only ever stands for a complete one."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any, BinaryIO

from .errors import TraceError

MAGIC = b"mmscope-capture 1\n"
# The field `text` of marks, stats and settings holds 160 bytes, the last of them NUL.
TEXT_BYTES = 159
# Of the events that the tracer itself writes.
COMM = "mmscope-trace"


def escape(text: bytes) -> str:
    r"""Printable ASCII as it is; other bytes and the backslash as \xNN."""
    return "".join(chr(b) if 32 <= b < 127 and b != 92 else f"\\x{b:02x}" for b in text)


def label(text: bytes) -> str:
    """A mark's text, or a counter's name, as its line has it; what is too long is cut."""
    return escape(text.strip()[:TEXT_BYTES])


def compact(data: dict[str, Any]) -> str:
    """JSON on one line, keys in order."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


class CaptureWriter:
    """A capture under way: `<name>.part` until finish() gives it its name.

    A killed tracer leaves the .part behind; it has no `end` line, so no reader takes it for whole.
    """

    def __init__(self, path: Path) -> None:
        """Start the file. Raises TraceError when it cannot be made."""
        self.path = path
        self.part = path.with_name(path.name + ".part")
        try:
            self._raw: BinaryIO = open(self.part, "wb")
        except OSError as error:
            raise TraceError(f"cannot write {self.part}: {error.strerror}") from error
        self._file: BinaryIO = self._raw
        if path.name.endswith(".gz"):
            # No name and no time inside, so that equal captures are equal files.
            packed = gzip.GzipFile("", "wb", 6, self._raw, mtime=0)
            self._file = packed  # type: ignore[assignment]
        self._file.write(MAGIC)

    def manifest(self, data: dict[str, Any]) -> None:
        """The second line."""
        self.write(f"manifest {compact(data)}\n".encode())

    def write(self, lines: bytes) -> None:
        """Whole lines, newline included."""
        self._file.write(lines)

    def mark(self, ts: int, text: bytes) -> None:
        """A phase of the workload begins; ts in nanoseconds. Text that is too long is cut."""
        self.write(f"mark ts={ts} text={label(text)}\n".encode())

    def stat(self, ts: int, value: int, text: bytes) -> None:
        """A counter as it stood at ts; `text` says which. Text that is too long is cut."""
        self.write(f"stat ts={ts} value={value} text={label(text)}\n".encode())

    def setting(self, ts: int, name: str, value: str) -> None:
        """A setting as it stands from ts on. Text that is too long is cut."""
        self.write(f"setting ts={ts} text={label(f'{name}={value}'.encode())}\n".encode())

    def lost(self, count: int) -> None:
        """Bpftrace dropped `count` events about here."""
        self.write(f"lost n={count}\n".encode())

    def finish(self, events: int, lost: int, data: dict[str, Any]) -> None:
        """Write the last line, make it durable, give the file its name."""
        self.write(f"end events={events} lost={lost} manifest={compact(data)}\n".encode())
        if self._file is not self._raw:
            self._file.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()
        os.replace(self.part, self.path)

    def abandon(self) -> None:
        """Remove what was written: there is nothing in it worth keeping."""
        self._raw.close()
        self.part.unlink(missing_ok=True)
