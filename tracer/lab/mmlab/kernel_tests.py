# SPDX-License-Identifier: Apache-2.0
"""Run kernel-patches/tests in a guest and pass their TAP on."""

from __future__ import annotations

import re
import shutil

from mmlab.guest import image, kernel, qemu
from mmlab.guest.folder import RunFolder
from mmlab.guest.machine import Device, Machine, Node

from .errors import LabError
from .paths import KERNEL_PATCHES

MACHINE = Machine(
    nodes=[Node(cpus=2, memory_mib=384), Node(cpus=2, memory_mib=384)],
    devices=[
        Device("disk0", "nvme", 128, 0),
        Device("disk1", "nvme", 128, 1),
        Device("slow", "nvme", 64, 1, reads_per_s=2),
    ],
    boot="nvme.poll_queues=2",
)
TIMEOUT_S = 3600
JOB = """\
#!/bin/sh
for test in TESTS; do
	echo "lab: # $test" >/dev/console
	sh "$test" 2>&1 | while IFS= read -r line; do echo "lab: $line" >/dev/console; done
done
"""


def run(names: list[str], *, debug: bool) -> int:
    """Boot, run tests (all of them, if none is named), count; return the exit status.

    debug: on the kernel that checks itself. Raises LabError.
    """
    known = sorted(path.name for path in (KERNEL_PATCHES / "tests").glob("test_*.sh"))
    wanted = [f"test_{name}.sh" for name in names] or known
    for name in wanted:
        if name not in known:
            raise LabError(f"there is no {name}, but {', '.join(known)}")
    built, root = kernel.build(debug=debug), image.build()
    job = JOB.replace("TESTS", " ".join(f"tests/{name}" for name in wanted))
    folder = RunFolder.make("kernel-test", MACHINE.devices, {"job.sh": job})
    shutil.copytree(KERNEL_PATCHES / "tests", folder.share / "tests")
    paths = folder.paths(built.image, root)
    booted = qemu.boot(qemu.command(MACHINE, paths), folder.console, TIMEOUT_S, "kernel-test")
    text = folder.console.read_text(errors="replace")
    skipped = len(re.findall(r"^lab: ok .*# SKIP", text, re.MULTILINE))
    passed = len(re.findall(r"^lab: ok ", text, re.MULTILINE)) - skipped
    failed = len(re.findall(r"^lab: not ok ", text, re.MULTILINE))
    plans = len(re.findall(r"^lab: 1\.\.\d+", text, re.MULTILINE))
    if plans < len(wanted):
        print(f"lab: {len(wanted) - plans} of {len(wanted)} tests did not come to their end")
        failed += len(wanted) - plans
    if not passed and not failed:
        raise LabError(f"no test ran; the guest's console is {folder.console}")
    print(
        f"lab-test passed={passed} failed={failed} skipped={skipped} seconds={booted.seconds:.0f}"
    )
    if failed:
        print(f"lab: the guest's console is {folder.console}")
    else:
        folder.remove()
    return 1 if failed else 0
