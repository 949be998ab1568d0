# SPDX-License-Identifier: Apache-2.0
"""Limits of requests from files like those of /sys/block."""

from __future__ import annotations

import os
from pathlib import Path

from mmscope_trace import queues


def disk(block: Path, name: str, **limits: int) -> None:
    """A folder of /sys/block."""
    queue = block / name / "queue"
    queue.mkdir(parents=True)
    (block / name / "dev").write_text("254:16\n")
    for file, value in limits.items():
        (queue / file).write_text(f"{value}\n")


def test_lines(tmp_path: Path) -> None:
    limits = {"max_sectors_kb": 264, "max_segments": 62, "read_ahead_kb": 128}
    disk(tmp_path, "vdb", max_segment_size=4294967295, **limits)
    # One that is not printed in full, one that takes no page, and one that is left out.
    disk(tmp_path, "vdc", **limits)
    disk(tmp_path, "vdd", max_segment_size=512, **limits)
    disk(tmp_path, "loop0", max_segment_size=65536, **limits)
    (found,) = queues.lines(tmp_path)
    pages = 128 * 1024 // os.sysconf("SC_PAGE_SIZE")
    assert found.startswith("queue_limits ts=")
    assert f" seq=0 dev={(254 << 20) + 16} max_sectors=528 max_segments=62 " in found
    assert f" segment_bytes=4294967295 read_ahead={pages} name=vdb comm=mmscope-trace\n" in found
