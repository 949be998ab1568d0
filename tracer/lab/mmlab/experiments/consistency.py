# SPDX-License-Identifier: Apache-2.0
"""Is a capture consistent in itself? A coarse check before it is filed.

Replays the lists from the events in the order of seq and compares every snapshot with them. The
full check, decision by decision, is the checker's in wasm-core.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ADD, DEL, REQUEUE, PRIO = 0, 1, 2, 3
NO_LIST = 0x7FFF
LANES = 16


class Entry(NamedTuple):
    """A device on a list."""

    key: int
    type: int


def lanes(words: str, bits: int) -> list[int]:
    """Unsigned lanes of a vector field, lane 0 first."""
    mask = (1 << bits) - 1
    return [
        int(word, 16) >> shift & mask for word in words.split(",") for shift in range(0, 64, bits)
    ]


def signed(value: int) -> int:
    """A 16-bit lane as the signed number it is."""
    return value - 0x10000 if value & 0x8000 else value


def insert(entries: list[Entry], entry: Entry) -> None:
    """plist_add(): behind the last one whose key is not greater."""
    at = len(entries)
    while at and entries[at - 1].key > entry.key:
        at -= 1
    entries.insert(at, entry)


def requeue(entries: list[Entry], swap_type: int) -> None:
    """plist_requeue(): behind its equals."""
    for entry in entries:
        if entry.type == swap_type:
            entries.remove(entry)
            insert(entries, entry)
            return


def apply_change(lists: list[list[Entry]], event: dict[str, str]) -> None:
    """Do to the lists what a swap_list event says."""
    op, swap_type = int(event["op"]), int(event["type"])
    if op == REQUEUE:
        requeue(lists[int(event["list"])], swap_type)
    elif op in (ADD, DEL, PRIO):
        keys = [signed(lane) for lane in lanes(event["list_prio"], 16)]
        for entries, key in zip(lists, keys, strict=True):
            listed = [e for e in entries if e.type == swap_type]
            if op == PRIO:
                entries[:] = [Entry(key, e.type) if e.type == swap_type else e for e in entries]
                continue
            for entry in listed:
                entries.remove(entry)
            if op == ADD and key != NO_LIST:
                insert(entries, Entry(key, swap_type))


def snapshot(event: dict[str, str]) -> list[Entry]:
    """The list as a swap_select event shows it."""
    count = min(int(event["list_n"]), LANES)
    keys = [signed(lane) for lane in lanes(event["list_prio"], 16)]
    return [Entry(*pair) for pair in zip(keys, lanes(event["list_type"], 8), strict=True)][:count]


def events(path: Path) -> list[dict[str, str]]:
    """The swap events of a capture as field dictionaries, sorted by seq."""
    found = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line.startswith(("swap_select ", "swap_list ")):
                kind, *fields = line.partition(" comm=")[0].split(" ")
                found.append({"kind": kind, **dict(f.split("=", 1) for f in fields)})
    return sorted(found, key=lambda event: int(event["seq"]))


def check(path: Path) -> list[str]:
    """What does not fit; empty when all does."""
    problems = []
    lists: list[list[Entry]] = [[] for _ in range(LANES)]
    last = None
    for event in events(path):
        seq = int(event["seq"])
        if last is not None and seq != last + 1:
            problems.append(f"seq {last} is followed by {seq}")
        last = seq
        if event["kind"] == "swap_list":
            apply_change(lists, event)
            continue
        entries = lists[int(event["list"])]
        seen = snapshot(event)
        if seen != entries[:LANES]:
            problems.append(f"seq {seq}: the kernel saw {seen}, the events give {entries}")
        if int(event["visits"]):
            requeue(entries, lanes(event["visit_type"], 8)[0])
    return problems
