# SPDX-License-Identifier: Apache-2.0
"""What a patched kernel's own events come to: written from docs/numbers.md, "What a patched kernel records"."""

from collections import Counter
from collections.abc import Iterator

from percentile import spread
from texts import Event, Text

Numbers = dict[str, int | None]

WAKE = {0: "woken", 1: "awake", 2: "hopeless", 3: "balanced"}
# wasm-core/include/mms/enums.def: swap_how, zone_verdict
HOW = ["zero", "zswap", "fs", "sync", "interrupt", "poll", "hybrid"]
PASSED = [
    "took",
    "cpuset",
    "batch",
    "remote",
    "dirty",
    "retry",
    "wmark",
    "noscan",
    "unreclaimable",
    "low",
    "empty",
]
ZONES = ["DMA", "DMA32", "Normal", "Movable", "Device"]


def computed(text: Text) -> Numbers:
    """Of each node, zone and device."""
    return _calls(text) | _slots(text) | _reads(text) | _walks(text) | _dealt(text)


def _of(text: Text, name: str) -> Iterator[Event]:
    return (event for event in text.ordered() if event.name == name)


def _must(event: Event, field: str) -> int:
    value = event.number(field)
    if value is None:
        raise ValueError(f"{event.name} without {field}")
    return value


def _lanes(event: Event, field: str, bits: int) -> list[int]:
    """A vector: 64-bit words in hexadecimal, lane 0 in the least significant bits of the first."""
    words = [int(word, 16) for word in event.text(field).split(",")]
    each = 64 // bits
    return [word >> bits * lane & (1 << bits) - 1 for word in words for lane in range(each)]


def _calls(text: Text) -> Numbers:
    numbers: Counter[str] = Counter()
    for event in _of(text, "kswapd_wake"):
        node, verdict = f"calls on node {_must(event, 'nid')}", WAKE[_must(event, "verdict")]
        numbers[f"{node}: all"] += 1
        row = f"row kswapd{_must(event, 'nid')} woken"
        numbers[f"{row}, of"] += 1
        numbers[row] += verdict == "woken"
        for each in WAKE.values():
            numbers[f"{node}: {each}"] += each == verdict
        if verdict == "woken":
            numbers[f"{node}: for {event.comm}"] += 1
    return dict(numbers)


def _devices(text: Text) -> dict[int, str]:
    return {_must(e, "type"): e.text("name") for e in _of(text, "swap_list") if _must(e, "type") >= 0}


def _slots(text: Text) -> Numbers:
    names = _devices(text)
    used: dict[str, list[int]] = {}
    sizes: dict[str, int] = {}
    given: Counter[str] = Counter()
    back: Counter[str] = Counter()
    for event in text.ordered():
        if event.name not in {"swap_list", "swap_select", "swap_free"} or (kind := _must(event, "type")) < 0:
            continue
        device = names.get(kind, f"swap device {kind}")
        values = used.setdefault(device, [])
        if event.name == "swap_select":
            slots = _must(event, "ret") << _must(event, "order")
            given[device] += slots
            listed = _lanes(event, "list_type", 8)[: _must(event, "list_n")]
            values += [_lanes(event, "list_used", 32)[listed.index(kind)] + slots] if kind in listed else []
        else:
            values.append(_must(event, "used"))
        if event.name == "swap_free":
            back[device] += _must(event, "n")
        if event.name == "swap_list":
            sizes[device] = max(sizes.get(device, 0), _must(event, "pages"))
    numbers: Numbers = {}
    for device, values in used.items():
        numbers |= {
            f"slots of {device}: size": sizes.get(device),
            f"slots of {device}: given": given.get(device, 0),
            f"slots of {device}: back": back.get(device, 0),
            f"slots of {device}: most": max(values, default=None),
            f"slots of {device}: last": values[-1] if values else None,
            f"row {device} in use": max(values, default=None),
            f"row {device} gave": given.get(device),
            f"row {device} got back": back.get(device),
        }
    return numbers


def _reads(text: Text) -> Numbers:
    names = _devices(text)
    times: dict[str, list[int]] = {}
    for event in _of(text, "swap_in_done"):
        kind, how = _must(event, "type"), HOW[_must(event, "how")]
        times.setdefault(f"reads of {names.get(kind, f'swap device {kind}')} {how}:", []).append(
            _must(event, "lat")
        )
    numbers: Numbers = {}
    for name, values in times.items():
        numbers |= spread(values, name)
    return numbers


def _zone(number: int) -> str:
    return f"node {number // 8} {ZONES[number % 8]}"


def _walks(text: Text) -> Numbers:
    numbers: Counter[str] = Counter()
    met: set[str] = set()
    recorded = any(event.name == "zone_select" for event in text.events)
    for event in _of(text, "zone_select"):
        pages, took = 1 << _must(event, "order"), _must(event, "zone")
        seen = _lanes(event, "visit_zone", 8)[: _must(event, "visits")]
        why = _lanes(event, "visit_verdict", 8)
        for zone, verdict in zip(seen, why, strict=False):
            if verdict:
                numbers[f"{_zone(zone)} passed over: {PASSED[verdict]}"] += 1
        for zone in {*seen, took} - {-1}:
            met.add(_zone(zone))
            numbers[f"row {_zone(zone)} gave, of"] += pages
            numbers[f"row {_zone(zone)} gave"] += pages if zone == took else 0
        if took >= 0:
            numbers[f"{_zone(took)} gave"] += pages
    for event in _of(text, "zone_batch"):
        zone = _must(event, "zone")
        met.add(_zone(zone))
        numbers[f"{_zone(zone)} resets"] += 1
        numbers[f"row node {zone // 8} batches reset"] += 1
    return {
        **numbers,
        **{f"{name} resets": numbers[f"{name} resets"] for name in met},
        **{f"{name} gave": numbers[f"{name} gave"] if recorded else None for name in met},
    }


def _dealt(text: Text) -> Numbers:
    numbers: Counter[str] = Counter()
    for event in _of(text, "interleave_page"):
        node, pages = _must(event, "nid"), 1 << _must(event, "order")
        landed = pages if _must(event, "page_nid") == node else 0
        for name in (f"node {node}: dealt", f"row node {node} dealt, of"):
            numbers[name] += pages
        for name in (f"node {node}: landed", f"row node {node} dealt"):
            numbers[name] += landed
    return dict(numbers)
