# SPDX-License-Identifier: Apache-2.0
"""Run kernel-patches/tests in a guest and pass their TAP on."""

from __future__ import annotations

import re
import shutil

from . import guest, kernel, qemu
from .errors import LabError
from .machine import Device, Machine, Node
from .paths import KERNEL_PATCHES
from .stage import Stage

MACHINE = Machine(
    nodes=[Node(cpus=2, memory_mib=384), Node(cpus=2, memory_mib=384)],
    devices=[Device("disk0", "nvme", 128, 0), Device("disk1", "nvme", 128, 1)],
    boot="nvme.poll_queues=2",
)
TIMEOUT_S = 1200
JOB = """\
#!/bin/sh
for test in tests/test_*.sh; do
	echo "lab: # $test" >/dev/console
	sh "$test" 2>&1 | while IFS= read -r line; do echo "lab: $line" >/dev/console; done
done
"""


def run() -> int:
    """Boot, run, count; return the exit status. Raises LabError."""
    built, image = kernel.build(), guest.build()
    stage = Stage.make("kernel-test", MACHINE.devices, {"job.sh": JOB})
    shutil.copytree(KERNEL_PATCHES / "tests", stage.share / "tests")
    paths = stage.paths(built.image, image)
    seconds = qemu.boot(qemu.command(MACHINE, paths), stage.console, TIMEOUT_S, "kernel-test")
    text = stage.console.read_text(errors="replace")
    skipped = len(re.findall(r"^lab: ok .*# SKIP", text, re.MULTILINE))
    passed = len(re.findall(r"^lab: ok ", text, re.MULTILINE)) - skipped
    failed = len(re.findall(r"^lab: not ok ", text, re.MULTILINE))
    if not passed and not failed:
        raise LabError(f"no test ran; the guest's console is {stage.console}")
    print(f"lab-test passed={passed} failed={failed} skipped={skipped} seconds={seconds:.0f}")
    if failed:
        print(f"lab: the guest's console is {stage.console}")
    else:
        stage.remove()
    return 1 if failed else 0
