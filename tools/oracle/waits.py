# SPDX-License-Identifier: Apache-2.0
"""What tasks waited for: written from docs/numbers.md, "Waits"."""

from pairs import Pairs, pairs, times
from percentile import spread
from texts import Event, Text

WAITS = {
    "direct reclaim": "mm_vmscan_direct_reclaim",
    "cgroup reclaim": "mm_vmscan_memcg_reclaim",
    "node reclaim": "mm_vmscan_node_reclaim",
    "compaction": "mm_compaction",
}


def computed(text: Text) -> dict[str, int | None]:
    """Of each wait that the text has an event of, for all tasks and for each."""
    numbers: dict[str, int | None] = {}
    names = {event.name for event in text.events}
    for wait, stem in WAITS.items():
        begin, end = f"{stem}_begin", f"{stem}_end"
        if not names & {begin, end}:
            continue
        found = pairs(text, begin, end, lambda event: event.pid)
        numbers |= _of(wait, found)
        if wait != "compaction":
            numbers[f"{wait}: pages"] = _pages([e for _, e in found.whole])
            numbers[f"{wait}: pages unbegun"] = _pages(found.unbegun)
    if "mm_vmscan_throttled" in names:
        delays = [1000 * delay for e in text.events if (delay := e.number("usect_delayed")) is not None]
        numbers |= spread(delays, "throttling:")
    return numbers


def _of(wait: str, found: Pairs) -> dict[str, int | None]:
    numbers: dict[str, int | None] = {
        f"{wait}: unended": len(found.unended),
        f"{wait}: unbegun": len(found.unbegun),
        **spread(times(found), f"{wait}:"),
    }
    tasks: dict[tuple[int | None, str], list[int]] = {}
    for begin, end in found.whole:
        tasks.setdefault((end.pid, end.comm), []).append(end.time - begin.time)
    for (pid, comm), own in tasks.items():
        name = f"{wait} of {comm} {pid}:"
        numbers |= spread(own, name)
        numbers[f"{name} waited"] = sum(own)
    return numbers


def _pages(ends: list[Event]) -> int | None:
    return sum(end.number("nr_reclaimed") or 0 for end in ends) if ends else None
