# SPDX-License-Identifier: Apache-2.0
"""Events of allocation and writeback, and where pages are: from docs/numbers.md, "Allocations and writeback"."""

import re
from pathlib import Path
from typing import NamedTuple

from texts import Text

FAMILIES = re.compile(r"(mm_page_|writeback_|page_fault_)|(folio_wait_writeback|balance_dirty_pages)$")
RENAMED = {
    "writeback_dirty_page": "writeback_dirty_folio",
    "wait_on_page_writeback": "folio_wait_writeback",
}


class Range(NamedTuple):
    """Page frames of a zone."""

    node: int
    first: int
    pages: int


def computed(text: Text, zoneinfo: list[str], cpus: list[str]) -> dict[str, int | None]:
    """Events of each kind; with a file of /proc/zoneinfo pages of each task by node, with one of numactl -H at
    home and away."""
    numbers: dict[str, int | None] = {}

    def add(name: str, n: int) -> None:
        numbers[name] = (numbers.get(name) or 0) + n

    zones = _zones(Path(zoneinfo[-1]).read_text()) if zoneinfo else []
    nodes = {zone.node for zone in zones}
    own = _cpus(Path(cpus[-1]).read_text()) if cpus else {}
    for event in text.events:
        name = RENAMED.get(event.name, event.name)
        if FAMILIES.match(name):
            add(f"events {name}", 1)
        if name != "mm_page_alloc":
            continue
        task = f"allocations of {event.comm} {event.pid}:"
        add(f"{task} n", 1)
        order, pfn = event.number("order"), event.number("pfn")
        failed = pfn == 0
        add(f"{task} failed", 1 if failed else 0)
        pages = 0 if failed or order is None else 2**order
        found = {z.node for z in zones if pfn is not None and z.first <= pfn < z.first + z.pages}
        for node in nodes:
            add(f"{task} on node {node}", pages if found == {node} else 0)
        add(f"{task} unknown", pages if len(found) != 1 else 0)
        if own:
            mine = {own[event.cpu]} if event.cpu in own else set()
            alone = len(found) == 1 and len(mine) == 1
            add(f"{task} at home", pages if alone and found == mine else 0)
            add(f"{task} away", pages if alone and found != mine else 0)
    return numbers


def _zones(text: str) -> list[Range]:
    """Of a file of /proc/zoneinfo: `Node 0, zone DMA`, and behind it `spanned 4095` and `start_pfn: 1`."""
    found = []
    for part in re.split(r"^(?=Node \d+, zone)", text, flags=re.MULTILINE):
        node = re.match(r"Node (\d+), zone", part)
        spanned = re.search(r"^\s+spanned\s+(\d+)", part, re.MULTILINE)
        first = re.search(r"^\s+start_pfn:\s+(\d+)", part, re.MULTILINE)
        if node and spanned and first and int(spanned[1]) > 0:
            found.append(Range(int(node[1]), int(first[1]), int(spanned[1])))
    return found


def _cpus(text: str) -> dict[int, int]:
    """Nodes by CPU, of lines such as `node 0 cpus: 0 1 2`."""
    return {
        int(cpu): int(node)
        for node, cpus in re.findall(r"^node (\d+) cpus:(.*)$", text, re.MULTILINE)
        for cpu in cpus.split()
    }
