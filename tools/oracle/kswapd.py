# SPDX-License-Identifier: Apache-2.0
"""How long kswapd was awake: written from the definition in docs/timeline.md, "kswapd awake", and nothing else."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from pairs import Hole, holes
from texts import Event, Text

WAKE, SLEEP = "mm_vmscan_kswapd_wake", "mm_vmscan_kswapd_sleep"
NID = re.compile(r"\bnid=(0x[0-9a-f]+|\d+)")


def computed(text: Text) -> dict[str, object]:
    """Awake, known and unknown by node, in ns or what the clock counts; or what is missing to say so."""
    own = _patched(text) or [e for e in text.events if e.name in {WAKE, SLEEP} and NID.search(e.rest)]
    names = {e.name for e in own}
    if len(names) == 1:
        return {"missing": "sleep" if WAKE in names else "wake-up"}
    if text.clock == "counter":
        return {"missing": "time"}
    by_node: dict[int, list[Event]] = {}
    for event in own:
        found = NID.search(event.rest)
        if found:
            by_node.setdefault(int(found[1], 0), []).append(event)
    first, last = _ends(text)
    return {"nodes": {nid: _node(text, events, first, last) for nid, events in by_node.items()}}


def _patched(text: Text) -> list[Event]:
    """docs/numbers.md, "What a patched kernel records": waits as wake-ups and sleeps, without what was none."""
    own: list[Event] = []
    for nid in sorted({e.number("nid") or 0 for e in text.events if e.name == "kswapd_wait"}):
        here = [e for e in text.ordered() if e.number("nid") == nid]
        woken = [e.time for e in here if e.name == "kswapd_wake" and e.number("verdict") == 0]
        waits = [e for e in here if e.name == "kswapd_wait"]

        def asleep(event: Event) -> bool:
            return event.number("waiting") == 1

        def unwoken(start: Event, end: Event, woken: list[int] = woken) -> bool:
            return not any(start.time <= t <= end.time for t in woken)

        looks: set[int] = set()
        for i, (a, b) in enumerate(pairwise(waits)):
            if asleep(a) and not asleep(b) and unwoken(a, b) and b.time - a.time < 80_000_000:
                looks |= {i, i + 1}
        left = [(waits[i - 1] if i else None, e) for i, e in enumerate(waits) if i not in looks]
        joined: set[int] = set()
        for i, ((before, a), (_, b)) in enumerate(pairwise(left)):
            short = before is not None and asleep(before) and unwoken(before, a)
            if not asleep(a) and asleep(b) and short and b.time - a.time < 2_000_000:
                joined |= {i, i + 1}
        kept = [e for i, (_, e) in enumerate(left) if i not in joined]
        own += [e._replace(name=SLEEP if asleep(e) else WAKE) for e in kept]
    return own


def _ends(text: Text) -> tuple[int, int]:
    times = [e.time for e in text.events]
    return min(times, default=0), max(times, default=0)


def _holes(text: Text, cpus: set[int | None], first: int) -> Iterator[Hole]:
    """Where events of these CPUs are missing."""
    yield from holes(text, cpus)
    if text.overwritten:
        for cpu in cpus:
            yield first, min(e.time for e in text.events if e.cpu == cpu)


def _node(text: Text, own: list[Event], first: int, last: int) -> dict[str, int]:
    own = sorted(own, key=lambda e: e.time)
    missing = list(_holes(text, {e.cpu for e in own}, first))
    times = [e.time for e in own]
    borders = sorted({first, last, *times, *(t for hole in missing for t in hole)})
    sums = {"awake": 0, "asleep": 0, "unknown": 0}
    for a, b in pairwise(borders):
        sums[_state(own, times, missing, a, b)] += b - a
    return {"awake": sums["awake"], "known": last - first - sums["unknown"], "unknown": sums["unknown"]}


def _state(own: list[Event], times: list[int], missing: list[Hole], a: int, b: int) -> str:
    """From a to b, between which nothing happens."""
    if any(start <= a and b <= end and start < end for start, end in missing):
        return "unknown"
    at = bisect_right(times, a)
    before = own[at - 1] if at else None
    after = own[at] if at < len(own) else None

    def whole(start: int, end: int) -> bool:
        return not any(start < stop and begin < end for begin, stop in missing)

    if before and whole(before.time, a):
        if before.name == WAKE:
            return "awake"
        # Between two sleeps there is a wake-up that is not recorded.
        return "unknown" if after and after.name == SLEEP and whole(b, after.time) else "asleep"
    if after is None or not whole(b, after.time):
        return "unknown"
    if after.name == SLEEP:
        return "awake"
    return "unknown" if before and before.name == WAKE else "asleep"
