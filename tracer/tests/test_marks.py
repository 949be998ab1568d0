# SPDX-License-Identifier: Apache-2.0
"""What comes into the fifo is dated when it comes."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

from mmscope_trace.manifest import now_ns
from mmscope_trace.marks import Marks, Settings
from mmscope_trace.writer import CaptureWriter


def test_also_while_settings_are_read(tmp_path: Path) -> None:
    fifo, read = tmp_path / "marks", threading.Event()

    def switches() -> Iterator[tuple[int, str, str]]:
        yield now_ns(), "vm.a", "1"
        with fifo.open("wb", buffering=0) as out:
            out.write(b"stat 5 vmstat/pswpin\n")
        yield now_ns(), "vm.b", "2"
        yield now_ns(), "vm.c", "3"
        read.set()

    writer = CaptureWriter(tmp_path / "c")
    marks = Marks(fifo, switches, Settings(writer))
    with fifo.open("wb", buffering=0) as out:
        out.write(b"begin\n")
    assert read.wait(60)
    marks.stop(writer)
    writer.finish(0, 0, {})
    text = (tmp_path / "c").read_text()
    at = {name: int(ts) for ts, name in re.findall(r"ts=(\d+).* text=(\S+)", text)}
    assert at["begin"] <= at["vm.a=1"] <= at["vmstat/pswpin"] <= at["vm.c=3"]


def test_settings_of_the_last_mark_are_read_to_the_end(tmp_path: Path) -> None:
    fifo, begun, stopped = tmp_path / "marks", threading.Event(), threading.Event()

    def switches() -> Iterator[tuple[int, str, str]]:
        yield now_ns(), "vm.a", "1"
        begun.set()
        stopped.wait(60)
        for name in "bcd":
            yield now_ns(), f"vm.{name}", "2"

    writer = CaptureWriter(tmp_path / "c")
    marks = Marks(fifo, switches, Settings(writer))
    with fifo.open("wb", buffering=0) as out:
        out.write(b"the end\n")
    assert begun.wait(60)
    threading.Timer(0.05, stopped.set).start()  # while stop() waits
    marks.stop(writer)
    writer.finish(0, 0, {})
    text = (tmp_path / "c").read_text()
    assert re.findall(r"text=vm\.(\w)", text) == ["a", "b", "c", "d"]
