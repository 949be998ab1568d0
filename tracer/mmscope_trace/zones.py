# SPDX-License-Identifier: Apache-2.0
"""The zones of the machine and the order in which allocations walk them, as lines of a capture."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from .manifest import read

ZONES_PER_NODE = 8
FALLBACK = re.compile(r"Fallback order for Node (\d+): ([\d ]+)")
HEAD = re.compile(r"^Node (\d+), zone +(\w+)$")
RECORD = 8192


@dataclass(frozen=True)
class Zone:
    """A zone with memory. All counts are pages; the marks are without boost.

    Its frames are among the `spanned` ones from `start` on; -1: its zoneinfo has no such number.
    """

    nid: int
    index: int
    free: int
    min: int
    low: int
    high: int
    boost: int
    present: int
    managed: int
    start: int
    spanned: int
    protection: list[int]

    @property
    def number(self) -> int:
        """As events number zones: node and place in the node."""
        return self.nid * ZONES_PER_NODE + self.index


def lanes(values: list[int], bits: int, count: int) -> str:
    """A vector field: `count` lanes of `bits` bits in hexadecimal words, unused lanes all ones."""
    mask = (1 << bits) - 1
    padded = ([value & mask for value in values] + [mask] * count)[:count]
    each = 64 // bits
    words = [
        sum(lane << (place * bits) for place, lane in enumerate(padded[start : start + each]))
        for start in range(0, count, each)
    ]
    return ",".join(f"{word:x}" for word in words)


def parse(zoneinfo: str) -> list[Zone]:
    """The zones with memory in a text of /proc/zoneinfo."""
    found: list[Zone] = []
    seen: dict[int, int] = {}
    for part in re.split(r"^(?=Node \d+, zone)", zoneinfo, flags=re.MULTILINE):
        lines = part.splitlines()
        head = HEAD.match(lines[0]) if lines else None
        if not head:
            continue
        # Zones without memory are printed too, so the place in the node is the index of the zone.
        nid = int(head[1])
        index = seen[nid] = seen.get(nid, -1) + 1
        numbers = {}
        for key in ("pages free", "boost", "min", "low", "high", "present", "managed", "spanned"):
            value = re.search(rf"^ +{key} +(\d+)$", part, re.MULTILINE)
            numbers[key.split()[-1]] = int(value[1]) if value else 0
        start = re.search(r"^ +start_pfn: +(\d+)$", part, re.MULTILINE)
        numbers["start"] = int(start[1]) if start else -1
        protection = re.search(r"protection: \(([\d, ]+)\)", part)
        if not numbers["present"] or not protection:
            continue
        for mark in ("min", "low", "high"):
            numbers[mark] -= numbers["boost"]
        reserve = [int(pages) for pages in protection[1].split(",")]
        found.append(Zone(nid=nid, index=index, protection=reserve, **numbers))
    return found


def frames(zoneinfo: str | None = None) -> dict[str, list[int]]:
    """The first frame of each zone, by the zone's number, and how many it spans, holes included."""
    zones = parse((read("/proc/zoneinfo") if zoneinfo is None else zoneinfo) or "")
    return {str(z.number): [z.start, z.spanned] for z in zones if z.managed and z.start >= 0}


def fallback(log: str) -> dict[int, list[int]]:
    """Order of nodes for each preferred node, from the kernel's log; the last that was printed."""
    return {
        int(nid): [int(other) for other in order.split()] for nid, order in FALLBACK.findall(log)
    }


def kernel_log() -> str:
    """Texts of the kernel's log from its beginning, or as far back as it still goes."""
    texts = []
    try:
        fd = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return ""
    try:
        while True:
            try:
                record = os.read(fd, RECORD)
            except BrokenPipeError:
                # The record was overwritten before we came; the next read has the one after.
                continue
            texts.append(record.decode(errors="replace").partition(";")[2])
    except OSError:
        return "".join(texts)
    finally:
        os.close(fd)


def lines(zoneinfo: str | None = None, log: str | None = None) -> str:
    """The `zone` and `zonelist` events of a machine: by these texts, or else of this one.

    There is no `zonelist` where the log no longer has the order of nodes: nothing else does.
    """
    zones = parse((read("/proc/zoneinfo") if zoneinfo is None else zoneinfo) or "")
    out = [
        f"zone zone={z.number} managed={z.managed} min={z.min} low={z.low} high={z.high} "
        f"boost={z.boost} free={z.free} reserve={lanes(z.protection, 32, 8)}\n"
        for z in zones
        if z.managed
    ]
    for nid, order in sorted(fallback(kernel_log() if log is None else log).items()):
        # Within a node from the highest zone to the lowest: mm/page_alloc.c:build_zonerefs_node().
        walk = [
            zone.number
            for other in order
            for zone in sorted(zones, key=lambda z: -z.index)
            if zone.nid == other
        ]
        out.append(f"zonelist nid={nid} n={len(walk)} zone={lanes(walk, 8, 16)}\n")
    return "".join(out)
