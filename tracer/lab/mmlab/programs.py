# SPDX-License-Identifier: Apache-2.0
"""The programs of workloads/ as steps of an experiment: a step's keys are the program's options."""

from __future__ import annotations

import re
import shlex
from typing import Any

from .errors import LabError
from .machine import Machine
from .paths import WORKLOADS

CGROUPS = "/sys/fs/cgroup"
DEVICES = "/run/devices"
# A writer waits until the step `gate` of the same name has made this file.
GATE = "/run/gate"
# Step and program.
PROGRAMS = {"write": "writer", "read": "reader", "map": "mapper", "serve": "server"}
OPTION = re.compile(r'\{ "([a-z-]+)", (FLAG|NUMBER|TEXT),')


def options(program: str) -> dict[str, str]:
    """Options of a program and their kinds, as the tables in its source say."""
    source = (WORKLOADS / f"{program}.c").read_text() + (WORKLOADS / "workload.h").read_text()
    return dict(OPTION.findall(source))


def command(step: str, values: dict[str, Any], machine: Machine, cgroups: dict[str, int]) -> str:
    """One call of a step's program as a shell command. Raises LabError."""
    program = PROGRAMS[step]
    kinds = options(program)
    words = [f"./{program}"]
    for key, value in values.items():
        if key == "device" and "path" in kinds:
            machine.device(value)
            words += ["--path", f'"$(cat {DEVICES}/{value})"']
            continue
        if key not in kinds:
            keys = ", ".join(sorted({*kinds, "device"} if "path" in kinds else kinds))
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
