# SPDX-License-Identifier: Apache-2.0
"""An experiment's steps as the shell scripts that the guest runs."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

from .errors import LabError
from .experiment import Device, Experiment

CGROUPS = "/sys/fs/cgroup"
DEVICES = "/run/devices"
TRACE = "tracer/bin/mmscope-trace -o capture.mmscope --marks /run/marks"

_HEAD = """\
#!/bin/sh
set -eu
say() { echo "lab: $*" >/dev/console; }
"""

_USAGE = """\
usage() {
	awk 'NR > 1 { sub(".*/", "", $1); printf "%s %d ", $1, $4 } END { print "KiB" }' /proc/swaps
}"""

_BY_SERIAL = """\
by_serial() {
	for controller in /sys/class/nvme/nvme*; do
		if [ "$(tr -d ' ' <"$controller/serial")" = "$1" ]; then
			basename "$(echo "$controller"/nvme*n1)"
		fi
	done
}
"""


def _setup(device: Device, number: int) -> list[str]:
    """Lines that make one device and leave its path in DEVICES/<name>."""
    name = device.name
    if device.kind == "nvme":
        lines = [f"disk=$(by_serial {name})"]
    elif device.kind == "zram":
        lines = [
            f"disk=zram{number}",
            "[ -b /dev/$disk ] || cat /sys/class/zram-control/hot_add >/dev/null",
            f"echo {device.size_mib}M >/sys/block/$disk/disksize",
        ]
    else:
        folder = f"/sys/kernel/config/nullb/{name}"
        lines = [
            f"mkdir {folder}",
            f"echo {device.size_mib} >{folder}/size",
            f"echo 4096 >{folder}/blocksize",
            f"echo 1 >{folder}/memory_backed",
            f"echo 1 >{folder}/power",
            f"disk={name}",
        ]
    if device.kind != "nvme" and device.node >= 0:
        lines.append(f'echo "$disk {device.node}" >/sys/kernel/mm/swap/node_override')
    lines += ["mkswap /dev/$disk >/dev/null", f"echo /dev/$disk >{DEVICES}/{name}"]
    return lines


def job(experiment: Experiment, ring_pages: int) -> str:
    """job.sh: set the machine up, then run the workload under the tracer."""
    lines = [f"mkdir {DEVICES}"]
    counts: dict[str, int] = {}
    for device in experiment.devices:
        lines += _setup(device, counts.get(device.kind, 0))
        counts[device.kind] = counts.get(device.kind, 0) + 1
    lines += [
        f"echo {experiment.rule} >/proc/sys/vm/swap_device_select",
        f"echo {experiment.slots_cache} >/proc/sys/vm/swap_slots_cache",
    ]
    for name, limit_mib in experiment.cgroups.items():
        lines += [f"mkdir {CGROUPS}/{name}", f"echo {limit_mib}M >{CGROUPS}/{name}/memory.max"]
    lines += [
        "say starting the tracer",
        f"{TRACE} --ring-pages {ring_pages} -- sh ./workload.sh",
    ]
    return _HEAD + _BY_SERIAL + "\n".join(lines) + "\n"


def _write(options: dict[str, Any]) -> str:
    """One call of the writer, joined from the options of its step."""
    words = ["./writer"]
    for key, value in options.items():
        if key in ("sequential", "huge"):
            words += [f"--{key}"] if value else []
        elif key == "cgroup":
            words += ["--cgroup", f"{CGROUPS}/{value}"]
        elif key in ("mb", "node", "iterations", "seed", "name", "hold"):
            words += [f"--{key}", str(value)]
        else:
            raise LabError(f"a write step knows no {key!r}")
    return shlex.join(words)


def _swapon(step: dict[str, Any]) -> list[str]:
    priority = f" {step['priority']}" if "priority" in step else ""
    return [f'./swap on "$(cat {DEVICES}/{step["swapon"]})"{priority}']


def _interrupt_swapoff(step: dict[str, Any]) -> list[str]:
    path = f'"$(cat {DEVICES}/{step["interrupt_swapoff"]})"'
    return [f"./swap off-interrupted {path} {step['after_ms']}"]


def _write_step(step: dict[str, Any]) -> list[str]:
    line = _write(step["write"])
    return [f"{line} &", 'writers="$writers $!"'] if step.get("background") else [line]


# What each step is in shell; the keys are the steps that an experiment may name.
STEPS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "mark": lambda step: [f"mark {shlex.quote(step['mark'])}"],
    "usage": lambda step: [f'mark "{step["usage"]}: $(usage)"'],
    "swapon": _swapon,
    "swapoff": lambda step: [f'./swap off "$(cat {DEVICES}/{step["swapoff"]})"'],
    "interrupt_swapoff": _interrupt_swapoff,
    "rule": lambda step: [f"echo {step['rule']} >/proc/sys/vm/swap_device_select"],
    "slots_cache": lambda step: [f"echo {step['slots_cache']} >/proc/sys/vm/swap_slots_cache"],
    "write": _write_step,
    "filled": lambda step: [f'until [ "$(filled)" -ge {step["filled"]} ]; do sleep 0.2; done'],
    "sleep": lambda step: [f"sleep {step['sleep']}"],
    "wait": lambda _: ["wait"],
    "stop": lambda _: ["kill $writers", "wait $writers || true", "writers="],
}


def workload(experiment: Experiment) -> str:
    """workload.sh: the steps, in order."""
    lines = [
        "writers=",
        # A step that fails ends the run: then nobody shall go on swapping.
        "trap '[ $? -eq 0 ] || kill $writers' EXIT",
        'mark() { echo "$*" >/run/marks; say "$*"; }',
        "filled() { find /run -maxdepth 1 -name 'filled.*' | wc -l; }",
        _USAGE,
    ]
    for step in experiment.steps:
        verbs = [verb for verb in step if verb in STEPS]
        if len(verbs) != 1:
            raise LabError(f"{experiment.id}: a step does one of {', '.join(STEPS)}: {step}")
        lines += STEPS[verbs[0]](step)
    lines.append("say done")
    return _HEAD + "\n".join(lines) + "\n"
