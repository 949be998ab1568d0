# SPDX-License-Identifier: Apache-2.0
"""What the numbers on screen must be, from the texts alone.

Standard input: a JSON list of {"tool", "clock", "path", "vmstat", "zoneinfo", "cpus"}: the folder of the sample, its clock ("" where
its title names none), its text, unpacked, files of /proc/vmstat, /proc/zoneinfo and numactl -H that are beside it.
Standard output: a list as long, of each number by its name.
"""

import json
import sys
from pathlib import Path

import allocations
import decisions
import disks
import kswapd
import reclaim
import vmstat
import waits
from texts import Text, read


def numbers(text: Text) -> dict[str, int | None]:
    """All but kswapd's."""
    times = [event.time for event in text.events]
    of_text: dict[str, int | None] = {
        "text: events": len(text.events),
        "text: span": max(times, default=0) - min(times, default=0),
        "text: lost": sum(loss.events or 0 for loss in text.losses),
        "text: lines that say so": len(text.losses),
        "text: overwritten": text.overwritten_events,
    }
    return (
        of_text
        | waits.computed(text)
        | reclaim.computed(text)
        | disks.computed(text)
        | decisions.computed(text)
    )


texts = json.load(sys.stdin)
found = []
for each in texts:
    text = read(each["tool"], each["clock"], Path(each["path"]).read_bytes())
    beside = vmstat.computed(each["vmstat"]) | allocations.computed(text, each["zoneinfo"], each["cpus"])
    found.append({"kswapd": kswapd.computed(text), "numbers": numbers(text) | beside})
json.dump(found, sys.stdout)
