"""The kernel's own arithmetic once more, from its sources alone: `mmscope machine` is held against it.

Nothing is shared with wasm-core/paste. Each function names what it follows.
"""

import re
from dataclasses import dataclass, field
from itertools import product
from math import gcd

ZONES = ("DMA", "DMA32", "Normal", "HighMem", "Movable", "Device")
LISTS = re.compile(r"(\d+)\*(\d+)kB(?: \((\w+)\))?")


@dataclass
class Zone:
    """A zone as the text has it; pages."""

    node: int
    name: str
    values: dict[str, int] = field(default_factory=dict)
    reserve: list[int] = field(default_factory=list)
    lists: list[tuple[int, str]] = field(default_factory=list)  # blocks and letters of each order


def zoneinfo(text: str) -> list[Zone]:
    """mm/vmstat.c:zoneinfo_show_print()."""
    zones: list[Zone] = []
    for line in text.splitlines():
        if head := re.match(r"Node (\d+), zone +(\w+)", line):
            zones.append(Zone(int(head[1]), head[2]))
        elif not zones:
            continue
        elif row := re.match(r" *(?:pages )?(\w+) +(\d+)", line):
            zones[-1].values.setdefault(row[1], int(row[2]))
        elif row := re.match(r" *protection: \((.*)\)", line):
            zones[-1].reserve = [int(n) for n in row[1].split(",")]
    return zones


def report(text: str) -> list[Zone]:
    """mm/show_mem.c:show_free_areas(), in pages of the first list's size, or of what amounts share."""
    size = re.search(r"Node \d+ \w+: \d+\*(\d+)kB", text)
    shared = gcd(*(int(n) for n in re.findall(r":(\d+)kB", text)))
    page = int(size[1]) if size else 64 if shared and shared % 64 == 0 else 4
    zones: list[Zone] = []
    for line in text.splitlines():
        if head := re.match(r"Node (\d+) (\w+) (free:.*)", line):
            found = {k: int(n) // page for k, n in re.findall(r"(\w+):(\d+)[kK]B", head[3])}
            zones.append(Zone(int(head[1]), head[2], found))
        elif row := re.match(r"lowmem_reserve\[\]: (.*)", line):
            zones[-1].reserve = [int(n) for n in row[1].split()]
        elif row := re.match(r"Node (\d+) (\w+): (\d+\*.*)", line):
            for zone in zones:
                if (zone.node, zone.name) == (int(row[1]), row[2]):
                    zone.lists = [(int(n), letters) for n, _, letters in LISTS.findall(row[3])]
    return zones


def marks(pages_min: int, managed: int, total: int) -> int:
    """mm/page_alloc.c:__setup_per_zone_wmarks(): `tmp` of a zone; its min, but for high memory."""
    return pages_min * managed // total


def gaps(tmp: int, managed: int, scale: int) -> set[tuple[int, int]]:
    """What low - min and high - low may be: since 4.6 (795ae7a0de6b), and before."""
    gap = max(tmp >> 2, managed * scale // 10000)
    return {(gap, gap), (tmp >> 2, (tmp >> 1) - (tmp >> 2))}


def capped(managed: int) -> int:
    """The min of high memory, and since 6.6 of Movable."""
    return min(max(managed // 1024, 32), 128)


def holds(zone: Zone, then: tuple[int, int], minimum: int, scales: tuple[int, int]) -> bool:
    """Whether some managed from, to and some scale factor give the printed gaps of a zone with this `tmp`."""
    low, high = (zone.values[b] - zone.values[a] for a, b in (("min", "low"), ("low", "high")))
    kept = low - high if low > high and (low - high) % 512 == 0 else 0  # of a boost, 5.0 to 5.9
    tries = product({*then, sum(then) // 2}, range(scales[0], min(scales[1], 3000) + 1))
    return any((low - kept, high) in gaps(minimum, managed, scale) for managed, scale in tries)


def shares(mins: dict[int, int], pages: dict[int, tuple[int, int]]) -> bool:
    """Whether some pages_min gives all these mins at once, with managed from, to."""
    low, high = (sum(span[i] for span in pages.values()) for i in (0, 1))
    for step in range(101):
        total = low + (high - low) * step // 100
        widest = max(mins, key=lambda i: mins[i])
        first = mins[widest] * total // pages[widest][1]
        last = (mins[widest] + 1) * total // pages[widest][0] + 1
        if last - first > 5000:
            return True  # a lone small zone: nearly any would do
        for pages_min in range(max(first, 1), last + 1):
            if all(_reaches(pages_min, total, mins[i], pages[i]) for i in mins):
                return True
    return False


def _reaches(pages_min: int, total: int, minimum: int, then: tuple[int, int]) -> bool:
    least = -(-minimum * total // pages_min)
    most = -(-(minimum + 1) * total // pages_min) - 1
    return max(least, then[0]) <= min(most, then[1])


# the check of a request, mm/page_alloc.c:__zone_watermark_ok()


def request(text: str) -> tuple[int, set[str], int] | None:
    """Order, names of the flags, and their number; None without a head."""
    found = re.search(
        r"(?:page allocation failure|invoked oom-killer)\D*(?:order:(\d+), mode:|gfp_mask=)0x(\w+)"
        r"(?:\(([\w|]+)\))?(?:, order=(\d+))?",
        text,
    )
    if not found:
        return None
    return int(found[1] or found[4] or 0), set((found[3] or "").split("|")) - {""}, int(found[2], 16)


def above(zone: Zone, order: int, names: set[str], column: int, columns: int) -> bool:
    """Whether free - unusable > mark + reserve, for a request of names; 4.4 and later."""
    atomic = "GFP_ATOMIC" in names
    mark = zone.values["min"]
    if atomic:
        mark -= mark // 2
        mark -= mark // 4
    unusable = (1 << order) - 1
    if not atomic:
        # a page block at least, where their sum is not printed
        seen = 512 if any("H" in letters for _, letters in zone.lists) else 0
        unusable += zone.values.get("free_highatomic", zone.values.get("reserved_highatomic", seen))
    if not any("MOVABLE" in name for name in names):
        unusable += zone.values.get("free_cma", 0)
    reserve = zone.reserve[min(column, columns - 1)]
    return zone.values["free"] - unusable > mark + reserve


def highest(names: set[str], zones: list[Zone]) -> str:
    """gfp_zone()."""
    has = {zone.name for zone in zones}
    if any("MOVABLE" in name for name in names):
        return "Movable"
    if any("HIGH" in name and name != "__GFP_HIGH" for name in names):
        return "HighMem" if "HighMem" in has else "Normal"
    return "DMA" if "GFP_DMA" in names else "DMA32" if "GFP_DMA32" in names else "Normal"


# swap, mm/swapfile.c


def swaps(text: str) -> list[tuple[str, int, bool]]:
    """Name, priority, whether it is full; of either table."""
    rows = [line.split() for line in text.splitlines()[1:]]
    return [(row[0], int(row[-1]), row[-3] == row[-2]) for row in rows if len(row) == 5]


def next_of(devices: list[tuple[str, int, bool]]) -> set[str]:
    """Those of the highest priority that are not full: of printed numbers, by any rule."""
    left = [(prio, name) for name, prio, full in devices if not full]
    return {name for prio, name in left if prio == max(left)[0]}
