# SPDX-License-Identifier: Apache-2.0
"""The events of a trace's text, as the tool that wrote it lays out its lines. No reader of ours takes part."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple


class Event(NamedTuple):
    """One line."""

    time: int  # ns, or what the clock counts
    cpu: int | None
    name: str  # without its system
    rest: str  # what follows it


class Loss(NamedTuple):
    """A line that says events were lost."""

    cpu: int | None  # None: of any
    before: int  # the event that stands behind it: its place in the text


@dataclass
class Text:
    """What is in it."""

    events: list[Event] = field(default_factory=list)  # as they stand there
    losses: list[Loss] = field(default_factory=list)
    overwritten: bool = False  # buffers, at their beginning
    seconds: bool = True  # times are ns
    clock: str = ""  # by its name in tracefs, where that is known


CPU = re.compile(r"\[(\d{3})\]")
# `1.5:`, `15us!:`, `1.5ms (+0.2ms):`, and with --ts-diff `1.5: (+12)`.
FTRACE = re.compile(
    r"\s(\d+)(?:[.,](\d+))?(us|ms)?(?:\s\(\+[\d.]+ms\))?[ !+#*@$]*:\s+(?:\(\+\d+\)\s+)?(\w+):\s?(.*)"
)
# latency-format: the CPU stands before the flags; verbose: it is the third word, and the time since boot stands in
# brackets in us, that since the first event behind it.
LATENCY = re.compile(r"-\d+\s+(\d+)[^\s\[]{4,}$")
VERBOSE = re.compile(r"\s\d+\s+(\d+) \d+ [0-9a-f]{8} [0-9a-f]{8} \[([0-9a-f]+)\]$")
# A last line may be torn.
PERF = re.compile(r"(?:(\d+)[.,](\d+):\s+)?(?:\d+\s+)?\b[a-z_]+:(\w+)(?::\s?(.*)|$)")
BPFTRACE = re.compile(r"(\w+) ts=(\d+) (?:.*?\bcpu=(\d+))?(.*)")
LOST = re.compile(r"CPU:(\d+) \[(?:LOST \d+ EVENTS|(?:\d+ )?EVENTS DROPPED)\]")
STARTED = re.compile(r"##### CPU \d+ buffer started ####")
NS = {None: 9, "ms": 6, "us": 3}


def read(tool: str, clock: str, raw: bytes) -> Text:
    """What one of TOOLS wrote."""
    lines = raw.decode("utf-8", "replace").lstrip("\ufeff").splitlines()
    text = TOOLS[tool](iter(lines))
    text.clock = clock
    return text


def _ns(whole: str, part: str | None, digits: int = 9) -> int:
    return int(whole + (part or "").ljust(digits, "0"))


def _ftrace(lines: Iterator[str]) -> Text:
    text = Text()
    for line in lines:
        if lost := LOST.match(line):
            text.losses.append(Loss(int(lost[1]), len(text.events)))
        elif STARTED.search(line):
            text.overwritten = True
        elif not line.startswith("#") and (found := FTRACE.search(line)):
            whole, part, unit, name, rest = found.groups()
            text.seconds = unit is not None or part is not None
            head = line[: found.start()]
            verbose = VERBOSE.search(head)
            cpu = verbose or CPU.search(head) or LATENCY.search(head)
            time = _ns(whole, part, NS[unit]) if text.seconds else int(whole)
            if verbose:
                time = int(verbose[2], 16) * 1000
            text.events.append(Event(time, int(cpu[1]) if cpu else None, name, rest))
    return text


def _perf(lines: Iterator[str]) -> Text:
    text = Text()
    untimed = 0  # events before the first time
    for line in lines:
        if "PERF_RECORD_LOST" in line:
            text.losses.append(Loss(None, len(text.events)))
        elif "PERF_RECORD_" in line or line.startswith("#"):
            continue
        elif found := PERF.search(line):
            whole, part, name, rest = found.groups()
            time = _ns(whole, part) if whole else text.events[-1].time if text.events else 0
            if whole and untimed == len(text.events):
                text.events = [e._replace(time=time) for e in text.events]
            elif not whole and untimed == len(text.events):
                untimed += 1
            cpu = CPU.search(line[: found.start()])
            text.events.append(Event(time, int(cpu[1]) if cpu else None, name, rest or ""))
    return text


def _bpftrace(lines: Iterator[str]) -> Text:
    text = Text()
    for line in lines:
        if re.match(r"Lost \d+ events", line):
            text.losses.append(Loss(None, len(text.events)))
        elif found := BPFTRACE.match(line):
            name, time, cpu, rest = found.groups()
            text.events.append(Event(int(time), int(cpu) if cpu else None, name, rest))
    return text


TOOLS = {"ftrace": _ftrace, "trace-cmd": _ftrace, "perf-script": _perf, "bpftrace": _bpftrace}
