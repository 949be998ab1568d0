# SPDX-License-Identifier: Apache-2.0
"""Is everything here that tracing needs? Asked before anything is started."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from .errors import TraceError
from .probes import Program

BPFTRACE_FLOOR = (0, 17)


def tracefs() -> Path:
    """Where tracefs is mounted. Raises TraceError when it is not."""
    for folder in ("/sys/kernel/tracing", "/sys/kernel/debug/tracing"):
        if Path(folder, "events").is_dir():
            return Path(folder)
    raise TraceError("tracefs is not mounted: try `mount -t tracefs tracefs /sys/kernel/tracing`")


def bpftrace_version(program: str, floor: tuple[int, int] = BPFTRACE_FLOOR) -> str:
    """The version bpftrace reports, without the leading v. Raises TraceError below the floor."""
    asked = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    text = asked.stdout
    found = re.search(r"v?(\d+)\.(\d+)[\w.-]*", text)
    if not found:
        raise TraceError(f"{program} --version says {text.strip()!r}: is it really bpftrace?")
    if (int(found[1]), int(found[2])) < floor:
        least = ".".join(map(str, floor))
        raise TraceError(f"bpftrace {found[0]} is too old: {least} or later is needed")
    return found[0].lstrip("v")


def missing(program: Program) -> str | None:
    """The first tracepoint of the program that this kernel does not have, or None."""
    events = tracefs() / "events"
    for group, name in program.points:
        if group and not (events / group / name).is_dir():
            return f"{group}:{name}"
    return None


def require(program: Program) -> tuple[str, str]:
    """Check everything; return the path and the version of bpftrace. Raises TraceError."""
    if os.geteuid() != 0:
        raise TraceError("tracing needs root: run it with sudo")
    bpftrace = shutil.which("bpftrace")
    if bpftrace is None:
        raise TraceError("bpftrace is not installed: on Debian and Ubuntu, apt install bpftrace")
    version = bpftrace_version(bpftrace)
    absent = missing(program)
    if absent:
        raise TraceError(
            f"kernel {os.uname().release} has no tracepoint {absent}: "
            "boot a kernel with the series in kernel-patches/ applied"
        )
    if not Path("/sys/kernel/btf/vmlinux").exists():
        raise TraceError("the kernel has no BTF: build it with CONFIG_DEBUG_INFO_BTF=y")
    return bpftrace, version
