# SPDX-License-Identifier: Apache-2.0
"""perf beside the tracer: what the programs cost, and where the guest's CPUs were.

Counters come from `perf stat` around each program, places from `perf record` of the whole guest by
the cpu-clock: software events, because an emulated CPU has no others. Times are the emulator's.
"""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from pathlib import Path
from typing import Any

EVENTS = ("context-switches", "major-faults", "minor-faults", "task-clock")
FREQUENCY = 99
DATA, SCRIPT, STAT = "perf.data", "perf.script", "perf-stat"


def around(trace: str) -> list[str]:
    """Lines of job.sh that run a command while perf records; the status is the command's."""
    return [
        f"perf record -q -a -g -F {FREQUENCY} -e cpu-clock -N -B -o {DATA} &",
        "recorder=$!",
        "status=0",
        f"{trace} || status=$?",
        "kill -INT $recorder",
        "wait $recorder || true",
        "say reading what perf recorded",
        # A file of the shared folder cannot be mapped.
        f"cp {DATA} /tmp/",
        f"perf script -i /tmp/{DATA} -F comm,ip,sym >{SCRIPT} 2>perf.log",
        f"rm {DATA}",
        "exit $status",
    ]


def stat(line: str, name: str) -> list[str]:
    """Lines that run a command under `perf stat`; `$runs` counts them and names their files."""
    return [
        "runs=$((${runs:-0} + 1))",
        f"perf stat -x ';' -o {STAT}.$runs.{name} -e {','.join(EVENTS)} -- {line}",
    ]


def fold(text: str) -> Counter[str]:
    """Samples of `perf script` by stack, as `comm;outermost;…;innermost`."""
    stacks: Counter[str] = Counter()
    for sample in text.split("\n\n"):
        head, *frames = sample.strip().splitlines() or [""]
        if head:
            places = [frame.split(maxsplit=1)[-1].strip() for frame in reversed(frames)]
            stacks[";".join([head.strip(), *places])] += 1
    return stacks


def _counters(path: Path) -> dict[str, Any]:
    """What `perf stat -x ';'` wrote: the event is the third column."""
    _, number, name = path.name.split(".", maxsplit=2)
    counters: dict[str, Any] = {"run": int(number), "program": name}
    with open(path, newline="") as file:
        for row in csv.reader(file, delimiter=";"):
            # A name may carry a modifier, as in task-clock:u.
            if len(row) > 2 and row[2].partition(":")[0] in EVENTS:
                counters[row[2].partition(":")[0]] = float(row[0]) if "." in row[0] else int(row[0])
    return counters


def collect(share: Path) -> tuple[dict[str, Any], str]:
    """Facts for the manifest and the folded stacks, most frequent first."""
    stacks = fold((share / SCRIPT).read_text(errors="replace"))
    by_comm: Counter[str] = Counter()
    for stack, count in stacks.items():
        by_comm[stack.partition(";")[0]] += count
    runs = sorted((_counters(path) for path in share.glob(f"{STAT}.*")), key=lambda r: r["run"])
    facts = {
        "frequency_hz": FREQUENCY,
        "samples": sum(stacks.values()),
        "samples_by_comm": dict(by_comm.most_common(12)),
        "runs": runs,
    }
    lines = sorted(stacks.items(), key=lambda item: (-item[1], item[0]))
    return facts, "".join(f"{stack} {count}\n" for stack, count in lines)


def file(path: Path, text: str) -> None:
    """Write folded stacks, compressed, so that equal ones are equal files."""
    with open(path, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed:
        packed.write(text.encode())
