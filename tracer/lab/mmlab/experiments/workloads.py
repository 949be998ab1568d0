# SPDX-License-Identifier: Apache-2.0
"""The programs of workloads/ as steps of an experiment: a step's keys are the program's options."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Collection
from typing import Any

from mmlab.errors import LabError
from mmlab.guest.machine import Machine
from mmlab.paths import WORKLOADS

CGROUPS = "/sys/fs/cgroup"
DEVICES = "/run/devices"
# Where the steps `tmpfs` and `ext4` mount what they name.
FILES = "/run/files"
# A writer waits until the step `gate` of the same name has made this file.
GATE = "/run/gate"
# Step and program.
PROGRAMS = {
    "write": "writer", "read": "reader", "fill": "filler", "map": "mapper", "serve": "server",
}  # fmt: skip
OPTION = re.compile(r'\{ "([a-z-]+)", (FLAG|NUMBER|TEXT),')


@functools.cache
def options(program: str) -> dict[str, str]:
    """Options of a program and their kinds, as the tables in its source say."""
    source = (WORKLOADS / f"{program}.c").read_text() + (WORKLOADS / "workload.h").read_text()
    return dict(OPTION.findall(source))


def _runs_somewhere(step: str, node: int, machine: Machine) -> None:
    if not (0 <= node < len(machine.nodes) and machine.nodes[node].cpus):
        raise LabError(f"{step}: node {node} has no CPU to run on")


def command(step: str, values: dict[str, Any], machine: Machine, cgroups: Collection[str]) -> str:
    """One call of a step's program as a shell command. Raises LabError."""
    program = PROGRAMS[step]
    kinds = options(program)
    words = [f"./{program}"]
    _runs_somewhere(step, values.get("node", 0), machine)
    for key, value in values.items():
        if key == "device" and "path" in kinds:
            machine.device(value)
            words += ["--path", f'"$(cat {DEVICES}/{value})"']
            continue
        if key == "file" and "path" in kinds:
            words += ["--path", shlex.quote(f"{FILES}/{value}")]
            continue
        if key not in kinds:
            keys = ", ".join(sorted({*kinds, "device", "file"} if "path" in kinds else kinds))
            raise LabError(f"{step} knows no {key!r}; it knows {keys}")
        if key == "gate":
            words += ["--gate", shlex.quote(f"{GATE}.{value}")]
        elif kinds[key] == "FLAG":
            words += [f"--{key}"] if value else []
        elif key == "cgroup":
            if value not in cgroups:
                raise LabError(f"there is no cgroup {value!r}")
            words += ["--cgroup", f"{CGROUPS}/{value}"]
        elif isinstance(value, list):
            words += [f"--{key}", ",".join(str(item) for item in value)]
        else:
            words += [f"--{key}", shlex.quote(str(value))]
    return " ".join(words)
