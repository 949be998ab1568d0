# SPDX-License-Identifier: Apache-2.0
"""An experiment's steps as the shell scripts that the guest runs."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

from mmlab.errors import LabError
from mmlab.guest.machine import DISKS, Device, known

from . import perf
from .experiment import Experiment, setting
from .workloads import CGROUPS, DEVICES, FILES, GATE, PROGRAMS, command

MARKS = "/run/marks"

HEAD = """\
#!/bin/sh
set -eu
say() { echo "lab: $*" >/dev/console; }
"""

_USAGE = """\
usage() {
	awk 'NR > 1 { sub(".*/", "", $1); printf "%s %d ", $1, $4 } END { print "KiB" }' /proc/swaps
}"""

# Disks are known by their serials: numbers change from boot to boot, and SCSI comes late.
FIND = """\
serial() {
	for file in device/serial serial device/vpd_pg80; do
		[ -r "$1/$file" ] && tr -cd '[:alnum:]_-' <"$1/$file"
	done
}
find_disk() {
	for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		for disk in /sys/block/*; do
			if [ "$(serial "$disk")" = "$1" ]; then
				basename "$disk"
				return
			fi
		done
		sleep 0.5
	done
	say "there is no disk $1"
	return 1
}
"""

# The workload runs before the tracer does, and waits for it where its step `trace` says.
_LATE = [
    "(status=0; sh ./workload.sh || status=$?; echo $status >/run/workload.status) &",
    "until [ -e /run/trace ] || [ -s /run/workload.status ]; do sleep 0.1; done",
]
_AWAIT = (
    ": >/run/traced; until [ -s /run/workload.status ]; do sleep 0.5; done; "
    "exit $(cat /run/workload.status)"
)


def write_setting(path: str, value: object) -> str:
    """The line that writes a value into a file of the kernel's."""
    return f"echo {shlex.quote(str(value))} >{shlex.quote(path)}"


def _setup(device: Device, number: int) -> list[str]:
    """Lines that make one device and leave its path in DEVICES/<name>."""
    name = device.name
    if device.kind in DISKS:
        lines = [f"disk=$(find_disk {name})"]
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
    for key, value in device.queue.items():
        lines.append(f"echo {shlex.quote(str(value))} >/sys/block/$disk/queue/{shlex.quote(key)}")
    if device.swap:
        lines.append("mkswap /dev/$disk >/dev/null")
    return [*lines, f"echo /dev/$disk >{DEVICES}/{name}"]


def devices(experiment: Experiment) -> list[str]:
    """Lines of job.sh that set up devices, settings and memory limits any kernel has."""
    lines = [f"mkdir {DEVICES}"]
    counts: dict[str, int] = {}
    for device in experiment.machine.devices:
        lines += _setup(device, counts.get(device.kind, 0))
        counts[device.kind] = counts.get(device.kind, 0) + 1
    lines += [write_setting(setting(key), value) for key, value in experiment.sysctls.items()]
    for name, limit_mib in experiment.cgroups.items():
        lines += [f"mkdir {CGROUPS}/{name}", f"echo {limit_mib}M >{CGROUPS}/{name}/memory.max"]
    if experiment.cpusets:
        lines.append(f"echo +cpuset >{CGROUPS}/cgroup.subtree_control")
    for name, nodes in experiment.cpusets.items():
        mems = ",".join(map(str, nodes))
        lines += [f"mkdir -p {CGROUPS}/{name}", f"echo {mems} >{CGROUPS}/{name}/cpuset.mems"]
    return lines


def job(experiment: Experiment, ring_pages: int) -> str:
    """job.sh: set the machine up, then run the workload under the tracer."""
    lines = devices(experiment)
    lines += [
        f"echo {experiment.rule} >/proc/sys/vm/swap_device_select",
        f"echo {experiment.slots_cache} >/proc/sys/vm/swap_slots_cache",
    ]
    trace = ["tracer/bin/mmscope-trace", "-o", "capture.mmscope", "--marks", MARKS]
    trace += [word for probe in experiment.probes for word in ("--probe", probe)]
    trace += ["--comm", experiment.comm] if experiment.comm else []
    trace += ["--ring-pages", str(ring_pages), "--"]
    if any("trace" in step for step in experiment.steps):
        lines += _LATE
        command_line = shlex.join(trace) + " sh -c '" + _AWAIT + "'"
    else:
        command_line = shlex.join([*trace, "sh", "./workload.sh"])
    if any("killed" in step for step in experiment.steps):
        # The OOM killer shall not take bpftrace, which may hold more memory than the workload.
        lines.append("echo -1000 >/proc/self/oom_score_adj")
    lines.append("say starting the tracer")
    lines += perf.around(command_line) if experiment.perf else [command_line]
    return HEAD + FIND + "\n".join(lines) + "\n"


def _swapon(step: dict[str, Any], experiment: Experiment) -> list[str]:
    experiment.machine.device(step["swapon"])
    priority = f" {step['priority']}" if "priority" in step else ""
    return [f'./swap on "$(cat {DEVICES}/{step["swapon"]})"{priority}']


def _swapoff(step: dict[str, Any], experiment: Experiment) -> list[str]:
    experiment.machine.device(step["swapoff"])
    return [f'./swap off "$(cat {DEVICES}/{step["swapoff"]})"']


def _interrupt_swapoff(step: dict[str, Any], experiment: Experiment) -> list[str]:
    experiment.machine.device(step["interrupt_swapoff"])
    path = f'"$(cat {DEVICES}/{step["interrupt_swapoff"]})"'
    return [f"./swap off-interrupted {path} {step['after_ms']}"]


def _program(verb: str) -> Callable[[dict[str, Any], Experiment], list[str]]:
    """The step that runs a program."""

    def step_lines(step: dict[str, Any], experiment: Experiment) -> list[str]:
        groups = {*experiment.cgroups, *experiment.cpusets}
        line = command(verb, step[verb], experiment.machine, groups)
        if step.get("killed"):
            # 128 and SIGKILL, which the OOM killer sends.
            own = f"(echo 1000 >/proc/self/oom_score_adj; exec {line})"
            line = f"{{ status=0; {own} || status=$?; [ $status -eq 137 ]; }}"
        lines = [line]
        if experiment.perf:
            lines = perf.stat(line, str(step[verb].get("name", PROGRAMS[verb])))
        if step.get("background"):
            lines[-1] += " &"
            lines.append('writers="$writers $!"')
        return lines

    return step_lines


def _snapshot(step: dict[str, Any], experiment: Experiment) -> list[str]:
    if not experiment.stats:
        raise LabError("a snapshot needs stats")
    patterns = " ".join(shlex.quote(pattern) for pattern in experiment.stats)
    return [f"mark {shlex.quote(step['snapshot'])}", f"./snapshot {patterns} >{MARKS}"]


def _sysctl(step: dict[str, Any], _: Experiment) -> list[str]:
    return [write_setting(setting(key), value) for key, value in step["sysctl"].items()]


def _mount(name: str, what: str) -> list[str]:
    folder = f"{FILES}/{name}"
    return [f"mkdir -p {folder}", f"mount {what} {folder}"]


def _tmpfs(step: dict[str, Any], _: Experiment) -> list[str]:
    nodes = step["nodes"]
    # mount(8) takes a comma in the list for the next option.
    if nodes != list(range(nodes[0], nodes[-1] + 1)):
        raise LabError(f"tmpfs {step['tmpfs']!r}: the nodes of its policy follow each other")
    mpol = f"{step['policy']}:{nodes[0]}-{nodes[-1]}"
    return _mount(step["tmpfs"], f"-t tmpfs -o mpol={mpol} tmpfs")


def _ext4(step: dict[str, Any], experiment: Experiment) -> list[str]:
    name = step["ext4"]
    if experiment.machine.device(name).kind not in DISKS:
        raise LabError(f"{name}: the image of a file system is on one of {', '.join(DISKS)}")
    if not experiment.machine.device(name).ext4:
        raise LabError(f"{name} has no file system: it needs ext4 = true")
    return _mount(name, f'-t ext4 "$(cat {DEVICES}/{name})"')


def _quoted(step: dict[str, Any], _: Experiment) -> list[str]:
    return [f"mark {shlex.quote(step['mark'])}"]


# bpftrace is busy while there is something to read: then it has more than this of a processor, in
# ticks each second, also on a busy host, since these are ticks of the guest.
CAUGHT_UP_TICKS = 15
# A writer that was killed fills nothing: the others would wait for it at their gate for ever.
_UNTIL_FILLED = """\
until_filled() {
	left=1500
	until [ "$(filled)" -ge "$1" ]; do
		[ "$left" -gt 0 ] || { say "only $(filled) of $1 writers filled their memory"; exit 1; }
		left=$((left - 1))
		sleep 0.2
	done
}"""
_CAUGHT_UP = f"""\
caught_up() {{
	before=-100 left=$1
	while [ "$left" -gt 0 ]; do
		now=$(awk '{{ print $14 + $15 }}' "/proc/$(pgrep -o -x bpftrace)/stat" 2>&1) || return 0
		[ $((now - before)) -ge {CAUGHT_UP_TICKS} ] || return 0
		before=$now left=$((left - 1))
		sleep 1
	done
}}"""


Step = Callable[[dict[str, Any], Experiment], list[str]]

# What each step is in shell, and the keys it may have beside its own.
STEPS: dict[str, tuple[Step, list[str]]] = {
    "mark": (_quoted, []),
    "trace": (
        lambda *_: [": >/run/trace", "until [ -e /run/traced ]; do sleep 0.1; done"],
        [],
    ),
    "gate": (lambda step, _: [f": >{GATE}.{step['gate']}"], []),
    "usage": (lambda step, _: [f'mark "{step["usage"]}: $(usage)"'], []),
    "swapon": (_swapon, ["priority"]),
    "swapoff": (_swapoff, []),
    "interrupt_swapoff": (_interrupt_swapoff, ["after_ms"]),
    "rule": (lambda step, _: [write_setting(setting("vm.swap_device_select"), step["rule"])], []),
    "slots_cache": (
        lambda step, _: [write_setting(setting("vm.swap_slots_cache"), step["slots_cache"])],
        [],
    ),
    "sysctl": (_sysctl, []),
    **{verb: (_program(verb), ["background", "killed"]) for verb in PROGRAMS},
    "tmpfs": (_tmpfs, ["policy", "nodes"]),
    "ext4": (_ext4, []),
    "filled": (
        lambda step, _: [f"until_filled {step['filled']}"],
        [],
    ),
    "snapshot": (_snapshot, []),
    "caught_up": (lambda step, _: [f"caught_up {step['caught_up']}"], []),
    "drop_caches": (
        lambda step, _: ["sync", write_setting(setting("vm.drop_caches"), step["drop_caches"])],
        [],
    ),
    "sleep": (lambda step, _: [f"sleep {step['sleep']}"], []),
    "wait": (lambda *_: ['for writer in $writers; do wait "$writer"; done', "writers="], []),
    "stop": (lambda *_: ["kill $writers", "wait $writers || true", "writers="], []),
}


def workload(experiment: Experiment) -> str:
    """workload.sh: the steps, in order. Raises LabError for a step that is none."""
    lines = [
        "writers=",
        # A step that fails ends the run: then nobody shall go on swapping.
        "trap '[ $? -eq 0 ] || kill $writers' EXIT",
        'mark() { [ ! -p /run/marks ] || echo "$*" >/run/marks; say "$*"; }',
        "filled() { find /run -maxdepth 1 -name 'filled.*' | wc -l; }",
        *([_UNTIL_FILLED] if any("filled" in step for step in experiment.steps) else []),
        _USAGE,
        *([_CAUGHT_UP] if any("caught_up" in step for step in experiment.steps) else []),
    ]
    for step in experiment.steps:
        verbs = [verb for verb in step if verb in STEPS]
        if len(verbs) != 1:
            raise LabError(f"{experiment.id}: a step does one of {', '.join(STEPS)}: {step}")
        write, more = STEPS[verbs[0]]
        known(f"{experiment.id}: step {verbs[0]}", step, [verbs[0], *more])
        lines += write(step, experiment)
    lines.append("say done")
    return HEAD + "\n".join(lines) + "\n"
