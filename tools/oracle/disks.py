# SPDX-License-Identifier: Apache-2.0
"""Requests to disks: written from docs/numbers.md, "Requests"."""

import re
from typing import NamedTuple

from pairs import pairs
from percentile import percentile, spread
from texts import Event, Text

# include/trace/events/block.h: `254,0 RA 16384 () 1792 + 32 [sh]`; of a completion without the bytes.
FORMATTED = re.compile(r"\s*(\d+),(\d+) (\S*) (?:(\d+) )?\(.*?\) (\d+) \+ (\d+)")
MINOR_BITS = 20  # of a raw number of a device


class Request(NamedTuple):
    """As one line has it."""

    device: str
    flags: str
    length: int  # bytes
    sector: int


def request(event: Event) -> Request | None:
    """What an event of the block layer says."""
    if found := FORMATTED.match(event.rest):
        major, minor, flags, size, sector, sectors = found.groups()
        return Request(f"{major}:{minor}", flags, 512 * int(sectors) or int(size or 0), int(sector))
    device, sector, sectors = event.device(), event.number("sector"), event.number("nr_sector")
    if device is None or sector is None:
        return None
    flags = re.search(r"\brwbs=(\S*)", event.rest)
    length = 512 * (sectors or 0) or (event.number("bytes") or 0)
    return Request(device, flags[1] if flags else "", length, sector)


def is_read(of: Request) -> bool:
    """R, or F and R."""
    return re.match("F?R", of.flags) is not None


def is_write(of: Request) -> bool:
    """W, or F and W."""
    return re.match("F?W", of.flags) is not None


def computed(text: Text) -> dict[str, int | None]:
    """Of each disk, and of all."""
    issued = [r for e in text.events if e.name == "block_rq_issue" and (r := request(e))]
    numbers = _done(text)
    if not issued:
        return numbers

    def key(event: Event) -> tuple[str, int] | None:
        of = request(event)
        return of and (of.device, of.sector)

    whole = pairs(text, "block_rq_issue", "block_rq_complete", key).whole
    every: dict[str, list[int]] = {}
    for begin, end in whole:
        if of := request(begin):
            every.setdefault(of.device, []).append(end.time - begin.time)
    numbers["requests: n"] = len(issued)
    numbers |= spread([t for own in every.values() for t in own], "requests: time")
    for device in {of.device for of in issued}:
        own = [of for of in issued if of.device == device]
        reads, writes = [of for of in own if is_read(of)], [of for of in own if is_write(of)]
        sizes = [of.length for of in [*reads, *writes] if of.length > 0]
        name = f"disk {device}:"
        numbers |= {
            f"{name} requests": len(own),
            f"{name} reads": len(reads),
            f"{name} writes": len(writes),
            f"{name} read": sum(of.length for of in reads),
            f"{name} written": sum(of.length for of in writes),
            f"{name} size p50": percentile(sizes, 50) if sizes else None,
            f"{name} size largest": max(sizes, default=None),
            **spread(every.get(device, []), f"{name} time"),
        }
    return numbers


def _done(text: Text) -> dict[str, int | None]:
    """The timeline's rows: bytes of what completed."""
    numbers: dict[str, int | None] = {}
    for event in text.events:
        if event.name != "block_rq_complete" or not (of := request(event)):
            continue
        for way, goes in (("read", is_read(of)), ("written", is_write(of))):
            name = f"row {of.device} {way}"
            if goes:
                numbers[name] = (numbers.get(name) or 0) + of.length
    return numbers
