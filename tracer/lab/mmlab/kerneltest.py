# SPDX-License-Identifier: Apache-2.0
"""Run kernel-patches/tests in a guest and pass their TAP on."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from . import guest, kernel, qemu
from .errors import LabError
from .experiment import Device, Node
from .paths import KERNEL_PATCHES, cache
from .run import workloads

NODES = [Node(cpus=2, memory_mib=384), Node(cpus=2, memory_mib=384)]
DEVICES = [Device("disk0", "nvme", 128, 0), Device("disk1", "nvme", 128, 1)]
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
    runs = cache() / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="kernel-test-", dir=runs))
    share = folder / "share"
    share.mkdir()
    shutil.copytree(KERNEL_PATCHES / "tests", share / "tests")
    workloads(share)
    (share / "job.sh").write_text(JOB)
    for device in DEVICES:
        with open(folder / f"{device.name}.img", "wb") as disk:
            disk.truncate(device.size_mib << 20)
    paths = {
        "kernel": str(built.image),
        "root": str(image),
        "disks": str(folder),
        "share": str(share),
    }
    console = folder / "console.log"
    seconds = qemu.boot(qemu.command(NODES, DEVICES, 20, paths), console, TIMEOUT_S, "kernel-test")
    text = console.read_text(errors="replace")
    skipped = len(re.findall(r"^lab: ok .*# SKIP", text, re.MULTILINE))
    passed = len(re.findall(r"^lab: ok ", text, re.MULTILINE)) - skipped
    failed = len(re.findall(r"^lab: not ok ", text, re.MULTILINE))
    if not passed and not failed:
        raise LabError(f"no test ran; the guest's console is {console}")
    print(f"lab-test passed={passed} failed={failed} skipped={skipped} seconds={seconds:.0f}")
    if failed:
        print(f"lab: the guest's console is {console}")
    else:
        shutil.rmtree(folder)
    return 1 if failed else 0
