# SPDX-License-Identifier: Apache-2.0
"""What reclaim got of what it scanned: written from docs/numbers.md, "What reclaim got"."""

import re

from texts import Text


def computed(text: Text) -> dict[str, int | None]:
    """Pages by node and by who reclaimed."""
    numbers: dict[str, int | None] = {}
    for event in text.events:
        if event.name != "mm_vmscan_lru_shrink_inactive" or (nid := event.number("nid")) is None:
            continue
        by = "kswapd" if re.match(r"kswapd\d", event.comm) else "tasks"
        for what in ("scanned", "reclaimed"):
            name = f"node {nid} by {by}: {what}"
            numbers[name] = (numbers.get(name) or 0) + (event.number(f"nr_{what}") or 0)
    return numbers
