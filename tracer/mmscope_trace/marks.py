# SPDX-License-Identifier: Apache-2.0
"""Marks, counters and settings: what a workload writes into a fifo, and how switches stand."""

from __future__ import annotations

import os
import re
import selectors
import stat
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Callable

from .errors import TraceError
from .manifest import now_ns
from .writer import CaptureWriter, label

# A counter instead of a mark: its value, then which it is.
STAT = re.compile(rb"stat (\d{1,20}) (.+)$")


class Settings:
    """Writes lines of settings, and keeps what they said, to say it again at the end."""

    def __init__(self, writer: CaptureWriter) -> None:
        """Nothing is known yet; lines go to this writer."""
        self._writer = writer
        self._values: dict[str, list[tuple[int, str]]] = {}

    def write(self, ts: int, name: str, value: str) -> None:
        """At ts the setting of this name, or path, has this value."""
        value = " ".join(value.split())
        self._values.setdefault(label(name.encode()), []).append((ts, label(value.encode())))
        self._writer.setting(ts, name, value)

    def again(self) -> dict[str, list[tuple[str, int]]]:
        """Of each name its values in the order of their times, and how often in a row."""
        return {
            name: [
                (value, len(list(same)))
                for value, same in groupby(value for _, value in sorted(values, key=itemgetter(0)))
            ]
            for name, values in self._values.items()
        }


class Marks:
    """Hears the fifo in a thread of its own.

    The rest of the tracer may be busy for seconds with what bpftrace prints; a mark is dated when
    it comes, and settings are read at once, before the workload has gone far.
    """

    def __init__(
        self, path: Path, switches: Callable[[], Iterable[tuple[int, str, str]]], settings: Settings
    ) -> None:
        """Open the fifo, or make it where it is not there.

        Args:
            path: the fifo.
            switches: reads settings: time, name and value of each.
            settings: where they go, at each mark.

        Raises TraceError when something else is there.
        """
        if not path.exists():
            os.mkfifo(path, 0o600)
        elif not stat.S_ISFIFO(path.stat().st_mode):
            raise TraceError(f"{path} is not a fifo: name one, or a path that does not exist yet")
        # Else the thread waits 5 ms for each file that it reads, while the other one is busy.
        sys.setswitchinterval(0.0005)
        self._switches, self._settings = switches, settings
        # Lines of the fifo, and settings, with their times.
        self._heard: deque[tuple[int, bytes | tuple[str, str]]] = deque()
        self._marks: list[tuple[int, str]] = []
        self._counters: dict[str, list[int]] = {}
        # Opened for both, so that it stays open when a writer goes.
        self._fifo = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self._awake, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._hear, daemon=True)
        self._thread.start()

    def _hear(self) -> None:
        with selectors.DefaultSelector() as select:
            select.register(self._fifo, selectors.EVENT_READ)
            select.register(self._awake, selectors.EVENT_READ)
            rest, ended = b"", False
            reading: Iterator[tuple[int, str, str]] | None = None
            while reading is not None or not ended:
                # One setting at a time: what comes into the fifo meanwhile is dated when it comes.
                ready = {key.fd for key, _ in select.select(None if reading is None else 0)}
                ended = ended or self._awake in ready
                if self._fifo in ready:
                    *lines, rest = (rest + os.read(self._fifo, 1 << 16)).split(b"\n")
                    self._heard.extend((now_ns(), line) for line in lines)
                    if not all(map(STAT.match, lines)):
                        reading = iter(self._switches())
                elif reading is not None:
                    if found := next(reading, None):
                        ts, name, value = found
                        self._heard.append((ts, (name, value)))
                    else:
                        reading = None

    def write(self, writer: CaptureWriter) -> None:
        """Write the lines of what was heard since the last call."""
        while self._heard:
            ts, what = self._heard.popleft()
            if isinstance(what, tuple):
                self._settings.write(ts, *what)
            elif found := STAT.match(what):
                counter = self._counters.setdefault(label(found[2]), [0, int(found[1]), 0])
                counter[0] += 1
                counter[2] = int(found[1])
                writer.stat(ts, int(found[1]), found[2])
            else:
                self._marks.append((ts, label(what)))
                writer.mark(ts, what)

    def again(self) -> dict[str, Any]:
        """Each mark with its time; of each counter how many lines, its first value and its last."""
        return {"marks": self._marks, "stats": self._counters}

    def stop(self, writer: CaptureWriter) -> None:
        """Hear no more, and write what is left. A second call does nothing."""
        if not self._thread.is_alive():
            return
        os.write(self._wake, b"\n")
        self._thread.join()
        self.write(writer)
        for fd in (self._fifo, self._awake, self._wake):
            os.close(fd)
