# SPDX-License-Identifier: Apache-2.0
"""Ask the kernel which tracepoints and functions a process has BPF programs on.

bpftrace says "Attaching" before it attaches and nothing afterwards, so waiting for its words would
miss the first events. BPF_TASK_FD_QUERY looks at its perf event descriptors instead.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
from pathlib import Path

_SYSCALL = {"x86_64": 321, "aarch64": 280, "riscv64": 280, "ppc64le": 361, "s390x": 351}
_BPF_TASK_FD_QUERY = 20
_MISSES = re.compile(r"^recursion_misses:\s*(\d+)", re.MULTILINE)


class _Query(ctypes.Structure):
    """union bpf_attr, member task_fd_query."""

    _fields_ = [
        ("pid", ctypes.c_uint32),
        ("fd", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("buf_len", ctypes.c_uint32),
        ("buf", ctypes.c_uint64),
        ("prog_id", ctypes.c_uint32),
        ("fd_type", ctypes.c_uint32),
        ("probe_offset", ctypes.c_uint64),
        ("probe_addr", ctypes.c_uint64),
    ]


def can_ask() -> bool:
    """Is the number of bpf(2) known for this machine?"""
    return platform.machine() in _SYSCALL


def points(pid: int) -> set[str]:
    """Names of the tracepoints and functions that process `pid` has programs attached to."""
    libc = ctypes.CDLL(None, use_errno=True)
    found: set[str] = set()
    try:
        descriptors = [int(fd) for fd in os.listdir(f"/proc/{pid}/fd")]
    except OSError:
        return found
    for fd in descriptors:
        name = ctypes.create_string_buffer(128)
        query = _Query(pid=pid, fd=fd, buf_len=len(name), buf=ctypes.addressof(name))
        number = _SYSCALL[platform.machine()]
        if libc.syscall(number, _BPF_TASK_FD_QUERY, ctypes.byref(query), ctypes.sizeof(query)) == 0:
            found.add(name.value.decode(errors="replace"))
    return found


def missed(pid: int, proc: Path = Path("/proc")) -> int:
    """How often the kernel did not run a program of process `pid`: another ran on that CPU.

    An interrupt may come while one runs, and what it does is not recorded then.
    """
    counts = (_MISSES.search(path.read_text()) for path in (proc / str(pid) / "fdinfo").glob("*"))
    return sum(int(found[1]) for found in counts if found)
