# SPDX-License-Identifier: Apache-2.0
"""How large a request to each disk may be, as lines of a capture that records requests."""

from __future__ import annotations

import os
from pathlib import Path

from .manifest import now_ns, read
from .writer import COMM

# The kind of event that these limits are about.
KIND = "block_rq"
BLOCK = Path("/sys/block")
SECTOR = 512
# The field `name` holds 16 bytes, the last of them NUL.
NAME_BYTES = 15
LIMITS = ("max_sectors_kb", "max_segments", "max_segment_size", "read_ahead_kb")


def line(disk: Path, ts: int) -> str | None:
    """The `queue_limits` event of a disk, or None where it takes no requests of a page or more."""
    page = os.sysconf("SC_PAGE_SIZE")
    texts = [read(disk / "dev"), *(read(disk / "queue" / name) for name in LIMITS)]
    if not all(texts):
        return None
    major, minor = (int(number) for number in str(texts[0]).split(":"))
    kib, segments, segment_bytes, ahead = (int(str(text)) for text in texts[1:])
    if kib * 1024 < page or not segments or segment_bytes < page:
        return None
    return (
        f"queue_limits ts={ts} cpu=0 pid={os.getpid()} seq=0 dev={(major << 20) + minor} "
        f"max_sectors={kib * 1024 // SECTOR} max_segments={segments} "
        f"segment_bytes={segment_bytes} read_ahead={ahead * 1024 // page} "
        f"name={disk.name[:NAME_BYTES]} comm={COMM}\n"
    )


def lines(block: Path = BLOCK) -> list[str]:
    """The limits of all disks, loop devices left out, as they are now."""
    ts = now_ns()
    found = (line(disk, ts) for disk in sorted(block.glob("[!l]*")))
    return [line for line in found if line]
