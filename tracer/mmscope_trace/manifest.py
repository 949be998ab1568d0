# SPDX-License-Identifier: Apache-2.0
"""The circumstances of a capture: what the machine is and how it is set up."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from . import VERSION
from .probes import Program

SYSCTLS = (
    "swap_device_select",
    "swap_slots_cache",
    "page-cluster",
    "swappiness",
    "overcommit_memory",
    "min_free_kbytes",
    "lowmem_reserve_ratio",
    "watermark_scale_factor",
    "watermark_boost_factor",
    "zone_reclaim_mode",
    "zone_alloc_policy",
    "kswapd_wake_mark",
    "swap_poll",
    "swap_poll_delay_ns",
    "numa_interleave_granularity",
)
# Settings outside /proc/sys that decisions depend on: those of memory, and those of disks, too.
SWITCHES = (
    "/sys/kernel/mm/swap/vma_ra_enabled",
    "/sys/kernel/mm/mempolicy/weighted_interleave/node*",
)
SETTINGS = (
    *SWITCHES,
    "/sys/block/[!l]*/queue/read_ahead_kb",
    "/sys/block/[!l]*/queue/max_segments",
    "/sys/block/[!l]*/queue/max_segment_size",
    "/sys/block/[!l]*/queue/max_sectors_kb",
    "/sys/block/[!l]*/queue/rotational",
    "/sys/block/[!l]*/queue/io_poll",
)
VMSTAT = ("pswpin", "pswpout", "pgmajfault", "swap_ra", "swap_ra_hit")
NODES = Path("/sys/devices/system/node")


def read(path: Path | str) -> str | None:
    """The text of a small file, or None when it cannot be read."""
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return None


def now_ns() -> int:
    """Nanoseconds on the clock of bpftrace's `nsecs`: since boot, suspend included."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def cpu_list(text: str) -> list[int]:
    """The CPUs in a list such as 0-3,8."""
    cpus: list[int] = []
    for part in filter(None, text.strip().split(",")):
        first, _, last = part.partition("-")
        cpus.extend(range(int(first), int(last or first) + 1))
    return cpus


def online_cpus() -> list[int]:
    """CPUs that can emit events."""
    return cpu_list(read("/sys/devices/system/cpu/online") or "0")


def nodes() -> list[dict[str, Any]]:
    """NUMA nodes: number, CPUs, pages, free pages, and the distances to all nodes."""
    found = []
    for folder in sorted(NODES.glob("node[0-9]*"), key=lambda p: int(p.name[4:])):
        memory = re.findall(r"(?:MemTotal|MemFree):\s*(\d+) kB", read(folder / "meminfo") or "")
        pages, free = (int(kib) * 1024 // os.sysconf("SC_PAGE_SIZE") for kib in memory or (0, 0))
        found.append(
            {
                "nid": int(folder.name[4:]),
                "cpus": cpu_list(read(folder / "cpulist") or ""),
                "pages": pages,
                "free": free,
                "distances": [int(d) for d in (read(folder / "distance") or "").split()],
            }
        )
    return found


def node_lines(found: list[dict[str, Any]]) -> str:
    """The `node` events that a capture starts with."""
    return "".join(
        f"node nid={n['nid']} cpus={sum(1 << c for c in n['cpus']):x} pages={n['pages']}\n"
        for n in found
    )


def disks() -> dict[str, int]:
    """Node of each disk as its driver gives it; -1 when it does not."""
    found = {}
    for disk in sorted(Path("/sys/block").glob("*")):
        text = read(disk / "device" / "numa_node") or read(disk / "device/device/numa_node")
        found[disk.name] = int(text) if text else -1
    return found


def vmstat() -> dict[str, int]:
    """Counters of /proc/vmstat of how much was swapped."""
    rows = (line.split() for line in (read("/proc/vmstat") or "").splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[0] in VMSTAT}


def readings(files: Iterable[tuple[str, Path]]) -> Iterator[tuple[int, str, str]]:
    """Time, name and value of each of these files that can be read."""
    for name, path in files:
        text = read(path)
        if text is not None:
            yield now_ns(), name, text.strip()


def sysctl_files() -> list[tuple[str, Path]]:
    """SYSCTLS by their full names."""
    return [(f"vm.{name}", Path("/proc/sys/vm", name)) for name in SYSCTLS]


def sysctls() -> dict[str, str]:
    """The values of SYSCTLS that this kernel has."""
    return {name: value for _, name, value in readings(sysctl_files())}


def switches() -> Iterator[tuple[int, str, str]]:
    """What may be switched while a workload runs, sysctls and SWITCHES: time, name, value."""
    return readings([*sysctl_files(), *((str(path), path) for path in matching(SWITCHES))])


def matching(patterns: tuple[str, ...]) -> list[Path]:
    """The files of these patterns."""
    return sorted(path for pattern in patterns for path in Path("/").glob(pattern[1:]))


def settings() -> dict[str, str]:
    """The contents of SETTINGS by path."""
    return {str(path): (read(path) or "").strip() for path in matching(SETTINGS)}


def at_start(
    program: Program, comm: str | None, bpftrace: str, ring_pages: int, command: list[str]
) -> dict[str, Any]:
    """Everything the second line of a capture says; `comm` is the only tasks' name, if any."""
    system = os.uname()
    override = read("/sys/kernel/mm/swap/node_override")
    return {
        "tracer": f"mmscope-trace {VERSION}",
        "kernel": {"release": system.release, "version": system.version},
        "arch": system.machine,
        "python": platform.python_version(),
        "bpftrace": bpftrace,
        "probes": list(program.names),
        "probe_sha256": hashlib.sha256(program.source.encode()).hexdigest(),
        "comm": comm or "",
        "ring_pages_per_cpu": ring_pages,
        "page_size": os.sysconf("SC_PAGE_SIZE"),
        "nodes": nodes(),
        "sysctls": sysctls(),
        "settings": settings(),
        "swaps": read("/proc/swaps") or "",
        "disk_nodes": disks(),
        "node_override": override or "",
        "kernel_command_line": (read("/proc/cmdline") or "").strip(),
        "command": command,
        "clock": "CLOCK_BOOTTIME",
        "started": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "started_ns": now_ns(),
    }


def at_end(start: dict[str, Any], before: dict[str, int]) -> dict[str, Any]:
    """Everything the last line says; `before` holds the counters at the start."""
    after = vmstat()
    return {
        "swaps": read("/proc/swaps") or "",
        "vmstat": {name: after[name] - before.get(name, 0) for name in after},
        "sysctls": sysctls(),
        "settings": settings(),
        "node_override": read("/sys/kernel/mm/swap/node_override") or "",
        "duration_ns": now_ns() - int(start["started_ns"]),
    }
