# SPDX-License-Identifier: Apache-2.0
"""Ugly samples, made from good ones by what happens to files: mail, Windows, a serial console.

Each function takes a text and gives another; what it says of itself is the sample's title. Nothing
is random: the same sample gives the same file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mmlab.errors import LabError

from . import samples

# Small is enough: what is ugly is so from the first lines on.
MOST_LINES = 3000
FORMAT = "ugly"


def crlf(text: bytes) -> bytes:
    """Windows line ends."""
    return text.replace(b"\n", b"\r\n")


def bom(text: bytes) -> bytes:
    """A byte order mark of UTF-8 at the start, as Windows editors put there."""
    return b"\xef\xbb\xbf" + text


def comma(text: bytes) -> bytes:
    """Times with a decimal comma, as numbers are in German."""
    return re.sub(rb"(?m)^(.*?\s\d+)\.(\d+:)", rb"\1,\2", text)


def cut(text: bytes) -> bytes:
    """Cut out of a longer file: the first and the last line are torn."""
    lines = text.splitlines(keepends=True)
    return b"".join(
        [lines[0][len(lines[0]) // 2 :], *lines[1:-1], lines[-1][: len(lines[-1]) // 2]]
    )


def console(text: bytes) -> bytes:
    """Recorded from a serial console: kernel messages and prompts between the lines."""
    noise = [
        b"[   63.104822] nvme nvme1: 2/0/0 default/read/poll queues\n",
        b"root@guest:~# \n",
        b"\n",
        b"\x1b[1m\x1b[31msystemd[1]\x1b[0m: Started session-1.scope: vmscan: ok.\n",
        b"Password: \n",
    ]
    out = []
    for number, line in enumerate(text.splitlines(keepends=True)):
        out.append(line)
        if number % 97 == 96:
            out.append(noise[number // 97 % len(noise)])
    return b"".join(out)


def binary(text: bytes) -> bytes:
    """Bytes that are no UTF-8, and NUL, in names of tasks and between lines."""
    text = text.replace(b"reader", b"re\xff\xfeer")
    lines = text.splitlines(keepends=True)
    lines[len(lines) // 2 : len(lines) // 2] = [b"\x00\x01\x02\x80\xc3\x28\x00\n"]
    return b"".join(lines)


def stripped(text: bytes) -> bytes:
    """Pasted into a mail: no white space at the ends of lines, runs of spaces are one."""
    lines = [b" ".join(line.split()) for line in text.splitlines()]
    return b"\n".join(lines) + b"\n"


def unended(text: bytes) -> bytes:
    """The last line has no end."""
    return text.rstrip(b"\n")


def twice(text: bytes) -> bytes:
    """Two recordings in one file: the header comes again, and time jumps back."""
    return text + text


def untimed(text: bytes) -> bytes:
    """Outputs with and without times in one file: the first ten lines and each seventh lack one."""
    lines = text.splitlines(keepends=True)
    for number in {*range(10), *range(0, len(lines), 7)}:
        lines[number] = re.sub(rb" \d+\.\d+: +", b" ", lines[number], count=1)
    return b"".join(lines)


def members(text: bytes) -> bytes:
    """Two gzip members, as from `cat a.gz b.gz`; the text is as it was."""
    return text


@dataclass(frozen=True)
class Damage:
    """An ugly sample: name, the sample it is made from, what is done to it, how it is packed."""

    name: str
    source: str
    spoil: Callable[[bytes], bytes]
    how: str = "gz"


UGLY = [
    Damage("ftrace-crlf", "ftrace/debian-6.1-tgid", crlf),
    Damage("ftrace-bom", "ftrace/debian-6.1-clock-boot", bom),
    Damage("ftrace-cut", "ftrace/debian-6.1-default", cut),
    Damage("ftrace-console", "ftrace/debian-6.1-default", console),
    Damage("ftrace-binary", "ftrace/debian-6.1-clock-mono", binary),
    Damage("ftrace-stripped", "ftrace/debian-6.1-latency", stripped),
    Damage("ftrace-twice", "ftrace/debian-6.1-noirq", twice),
    Damage("ftrace-comma", "ftrace/debian-6.1-clock-global", comma),
    Damage("ftrace-members", "ftrace/debian-6.1-clock-uptime", members, "members"),
    Damage("ftrace-unended", "ftrace/debian-6.1-no-names", unended, "zst"),
    Damage("trace-cmd-crlf", "trace-cmd/debian-6.12-nanoseconds", crlf),
    Damage("trace-cmd-cut", "trace-cmd/debian-6.12-latency", cut),
    Damage("trace-cmd-console", "trace-cmd/debian-6.12-default", console),
    Damage("perf-script-comma", "perf-script/debian-6.1-pid", comma),
    Damage("perf-script-crlf", "perf-script/debian-6.1-chains", crlf),
    Damage("perf-script-console", "perf-script/debian-6.1-default", console),
    Damage("perf-script-cut", "perf-script/debian-6.1-ns", cut),
    Damage("perf-script-stripped", "perf-script/debian-6.1-flags", stripped),
    Damage("perf-script-unended", "perf-script/debian-6.1-no-comm", unended, "zst"),
    Damage("perf-script-untimed", "perf-script/debian-6.12-pid", untimed),
    Damage("bpftrace-cut", "bpftrace/debian-6.1-keyvalue", cut),
    Damage("bpftrace-binary", "bpftrace/debian-6.1-keyvalue", binary),
    Damage("bpftrace-json-crlf", "bpftrace-json/debian-6.12-maps", crlf),
    Damage("bpftrace-json-cut", "bpftrace-json/debian-6.12-keyvalue", cut),
    Damage("bpftrace-json-console", "bpftrace-json/debian-6.12-lost", console),
]


def make(damage: Damage, folder: Path) -> dict[str, Any]:
    """Make and file one, from the samples in that folder; return its manifest. Raises LabError."""
    source = folder / f"{damage.source}.json"
    if not source.is_file():
        raise LabError(f"{damage.name} is made from {damage.source}, which is not there")
    good = json.loads(source.read_text())
    lines = samples.unpack(source.with_name(good["file"])).splitlines(keepends=True)
    manifest = {
        "id": f"{FORMAT}/{damage.name}",
        "title": (damage.spoil.__doc__ or "").rstrip("."),
        "count": Path(good["counted_by"].split()[-1]).stem,
        "made_from": good["id"],
        "made_from_lines": min(len(lines), MOST_LINES),
        "made_by": f"python3 tracer/lab/lab.py ugly {damage.name}",
        "kernel": good["kernel"],
        "recorded": good["recorded"],
    }
    text = damage.spoil(b"".join(lines[:MOST_LINES]))
    return samples.write(folder / FORMAT, manifest, text, damage.how)
