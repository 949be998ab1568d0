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
    pid: int | None = None
    comm: str = ""

    def number(self, field: str) -> int | None:
        """Of `field=12`, `field=0xc`, and `field=0xc (12)`."""
        found = re.search(rf"(?:^|[\s,]){field}=(0x[0-9a-f]+|-?\d+)", self.rest)
        return int(found[1], 0) if found else None

    def text(self, field: str) -> str:
        """Of `field=anything` up to a blank; '' where there is none."""
        found = re.search(rf"(?:^|\s){field}=(\S*)", self.rest)
        return found[1] if found else ""

    def device(self) -> str | None:
        """Of `dev=8,16`, or of the number that the kernel has for it, major << 20 | minor."""
        found = re.search(r"(?:^|\s)dev=(\d+)[,:](\d+)", self.rest)
        if found:
            return f"{found[1]}:{found[2]}"
        number = self.number("dev")
        return None if number is None else f"{number >> 20}:{number & 0xFFFFF}"


class Loss(NamedTuple):
    """A line that says events were lost."""

    cpu: int | None  # None: of any
    before: int  # the event that stands behind it: its place in the text
    events: int | None  # how many; None: the line does not say


@dataclass
class Text:
    """What is in it."""

    events: list[Event] = field(default_factory=list)  # as they stand there
    losses: list[Loss] = field(default_factory=list)
    overwritten: bool = False  # buffers, at their beginning
    overwritten_events: int = 0  # as headings count them
    seconds: bool = True  # times are ns
    clock: str = ""  # by its name in tracefs, where that is known

    def ordered(self) -> list[Event]:
        """By time; at one time as they stand in the text."""
        return sorted(self.events, key=lambda event: event.time)


CPU = re.compile(r"\[(\d{3})\]")
# `1.5:`, `15us!:`, `1.5ms (+0.2ms):`, and with --ts-diff `1.5: (+12)`.
FTRACE = re.compile(
    r"\s(\d+)(?:[.,](\d+))?(us|ms)?(?:\s\(\+[\d.]+ms\))?[ !+#*@$]*:\s+(?:\(\+\d+\)\s+)?"
    r"(?:(\w+):\s?(.*)|\S+ <-\S+$)"  # the function tracer: `function <-its caller`
)
# latency-format: the CPU stands before the flags; verbose: it is the third word, and the time since boot stands in
# brackets in us, that since the first event behind it.
LATENCY = re.compile(r"-\d+\s+(\d+)[^\s\[]{4,}$")
VERBOSE = re.compile(r"^\s*(.*\S)\s+(\d+)\s+(\d+) \d+ [0-9a-f]{8} [0-9a-f]{8} \[([0-9a-f]+)\]$")
# `kswapd0-59 [001]`, `kswapd0-59 (   59) [001]`, `kswapd0-59 1.....`
TASK = re.compile(r"^\s*(.*)-(\d+)\s+[\[(\d]")
# `kswapd0 59 [001]`, `kswapd0 59/59 [001]`, `59 [001]`, `kswapd0 59`
PERF_TASK = re.compile(r"^\s*(?:(.*\S)\s+)?(?:\d+/)?(\d+)\s+(?:\[\d+\]\s+)?$")
PERF = re.compile(r"(?:(\d+)[.,](\d+):\s+)?(?:\d+\s+)?\b[a-z_]+:(\w+):\s?(.*)")
BPFTRACE = re.compile(r"(\w+) ts=(\d+)(?: cpu=(\d+))?(.*)")
LOST = re.compile(r"CPU:(\d+) \[(?:LOST (?:(\d+) )?EVENTS|(?:(\d+) )?EVENTS DROPPED)\]")
WRITTEN = re.compile(r"# (?:entries-in-buffer/entries-written: |latency: .*?#)(\d+)/(\d+)")
STARTED = re.compile(r"##### CPU \d+ buffer started ####")
NS = {"": 9, "ms": 6, "us": 3}


def read(tool: str, clock: str, raw: bytes) -> Text:
    """What one of TOOLS wrote."""
    lines = raw.decode("utf-8", "replace").lstrip("\ufeff").splitlines()
    text = TOOLS[tool](iter(lines))
    text.clock = clock
    return text


def _count(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _ns(whole: str, part: str | None, digits: int = 9) -> int:
    return int(whole + (part or "").ljust(digits, "0"))


def _ftrace(lines: Iterator[str]) -> Text:
    text = Text()
    for line in lines:
        if lost := LOST.match(line):
            text.losses.append(Loss(int(lost[1]), len(text.events), _count(lost[2] or lost[3])))
        elif STARTED.search(line):
            text.overwritten = True
        elif written := WRITTEN.match(line):
            lacking = int(written[2]) - int(written[1])
            text.overwritten_events += lacking
            text.overwritten |= lacking > 0
        elif not line.startswith("#") and (found := FTRACE.search(line)):
            whole, part, unit, name, rest = found.groups(default="")
            text.seconds = unit != "" or part != ""
            head = line[: found.start()]
            verbose = VERBOSE.search(head)
            cpu = CPU.search(head) or LATENCY.search(head)
            task = verbose or TASK.match(head)
            time = _ns(whole, part, NS[unit]) if text.seconds else int(whole)
            if verbose:
                time = int(verbose[4], 16) * 1000
            at = int(verbose[3]) if verbose else int(cpu[1]) if cpu else None
            text.events.append(
                Event(time, at, name, rest, int(task[2]) if task else None, task[1] if task else "")
            )
    return text


def _perf(lines: Iterator[str]) -> Text:
    text = Text()
    untimed = 0  # events before the first time
    for line in lines:
        if "PERF_RECORD_LOST" in line:
            many = re.search(r"lost (\d+)", line)
            text.losses.append(Loss(None, len(text.events), _count(many and many[1])))
        elif "PERF_RECORD_" in line or line.startswith("#"):
            continue
        elif found := PERF.search(line):
            whole, part, name, rest = found.groups()
            time = _ns(whole, part) if whole else text.events[-1].time if text.events else 0
            if whole and untimed == len(text.events):
                text.events = [e._replace(time=time) for e in text.events]
            elif not whole and untimed == len(text.events):
                untimed += 1
            head = line[: found.start()]
            cpu, task = CPU.search(head), PERF_TASK.match(head)
            pid, comm = (int(task[2]), task[1] or "") if task else (None, "")
            text.events.append(Event(time, int(cpu[1]) if cpu else None, name, rest or "", pid, comm))
    return text


def _bpftrace(lines: Iterator[str]) -> Text:
    text = Text()
    for line in lines:
        if lost := re.match(r"Lost (\d+) events", line):
            text.losses.append(Loss(None, len(text.events), int(lost[1])))
        elif found := BPFTRACE.match(line):
            name, time, cpu, rest = found.groups()
            task = re.search(r"\btid=(\d+) comm=(.*?)(?: \w+=|$)", rest)
            pid, comm = (int(task[1]), task[2]) if task else (None, "")
            text.events.append(Event(int(time), int(cpu) if cpu else None, name, rest, pid, comm))
    return text


def _mmscope(lines: Iterator[str]) -> Text:
    """A capture of mmscope-trace: `kind ts=… cpu=… pid=… fields comm=the rest`; some kinds lack the first three."""
    text = Text()
    untimed = 0  # events before the first time
    for line in lines:
        name, _, rest = line.partition(" ")
        if name in {"mmscope-capture", "manifest", "end", ""}:
            continue
        event = Event(0, None, name, rest)
        time, cpu, pid = event.number("ts"), event.number("cpu"), event.number("pid")
        comm = rest.partition(" comm=")[2]
        if time is not None and untimed == len(text.events):
            text.events = [e._replace(time=time) for e in text.events]
        elif time is None:
            untimed += untimed == len(text.events)
            time = text.events[-1].time if text.events else 0
        text.events.append(event._replace(time=time or 0, cpu=cpu, pid=pid, comm=comm))
    return text


TOOLS = {
    "mmscope": _mmscope,
    "ftrace": _ftrace,
    "trace-cmd": _ftrace,
    "perf-script": _perf,
    "bpftrace": _bpftrace,
}
