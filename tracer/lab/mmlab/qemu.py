# SPDX-License-Identifier: Apache-2.0
"""The guest's machine as a QEMU command line, and booting it.

NVMe disks sit behind a pxb-pcie bridge each node has one of: that is what gives them a NUMA node.
Every other device names bus pcie.0, or QEMU would try to plug it into a bridge.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from . import packages
from .errors import LabError
from .experiment import Device, Node

PROGRAM = "qemu-system-x86_64"
CONSOLE = "console=ttyS0 quiet root=/dev/vda ro init=/init.sh panic=-1 null_blk.nr_devices=0"


def version() -> str:
    """First line of `qemu-system-x86_64 --version`."""
    packages.need(packages.QEMU)
    asked = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=False)
    return asked.stdout.splitlines()[0]


def _memory(nodes: list[Node], distance: int) -> list[str]:
    total = sum(node.memory_mib for node in nodes)
    cpus = sum(node.cpus for node in nodes)
    # One socket for each node, or the kernel warns that a core spans nodes.
    shape = f"{cpus},sockets={len(nodes)},cores={cpus // len(nodes)}"
    command = ["-m", f"{total}M", "-smp", shape]
    first = 0
    for nid, node in enumerate(nodes):
        last = first + node.cpus - 1
        span = f"{first}-{last}" if last > first else f"{first}"
        command += [
            "-object", f"memory-backend-ram,id=m{nid},size={node.memory_mib}M",
            "-numa", f"node,nodeid={nid},cpus={span},memdev=m{nid}",
        ]  # fmt: skip
        first = last + 1
    for a in range(len(nodes)):
        for b in range(a + 1, len(nodes)):
            command += ["-numa", f"dist,src={a},dst={b},val={distance}"]
    return command


def _disks(disks: list[Device], folder: str) -> list[str]:
    command = []
    for nid in sorted({disk.node for disk in disks}):
        command += [
            "-device",
            f"pxb-pcie,id=px{nid},bus_nr={16 * (nid + 1)},numa_node={nid},bus=pcie.0",
        ]
    for slot, disk in enumerate(disks, 1):
        command += [
            "-device", f"pcie-root-port,id=rp{slot},bus=px{disk.node},chassis={slot},slot={slot}",
            "-drive", f"if=none,id=d{slot},file={folder}/{disk.name}.img,format=raw,cache=unsafe",
            "-device", f"nvme,drive=d{slot},serial={disk.name},bus=rp{slot}",
        ]  # fmt: skip
    return command


def command(
    nodes: list[Node],
    devices: list[Device],
    distance: int,
    paths: dict[str, str],
    boot: str = "",
) -> list[str]:
    """The whole command line; `paths` holds kernel, root, disks and share."""
    disks = [device for device in devices if device.kind == "nvme"]
    return [
        PROGRAM, "-accel", "tcg,thread=multi", "-machine", "q35", "-cpu", "max",
        "-nographic", "-no-reboot", "-nic", "none",
        *_memory(nodes, distance),
        "-drive", f"if=none,id=root,file={paths['root']},format=raw,readonly=on",
        "-device", "virtio-blk-pci,drive=root,bus=pcie.0",
        *_disks(disks, paths["disks"]),
        "-fsdev", f"local,id=share,path={paths['share']},security_model=none",
        "-device", "virtio-9p-pci,fsdev=share,mount_tag=share,bus=pcie.0",
        "-kernel", paths["kernel"],
        "-append", f"{CONSOLE} {boot}".strip(),
    ]  # fmt: skip


def boot(line: list[str], console: Path, timeout_s: int, tag: str) -> float:
    """Run the machine until it ends; return seconds. Lines of the guest that start with `lab:` are
    shown as they come. Raises LabError when the time is up.
    """
    began = time.monotonic()
    with open(console, "wb") as log:
        machine = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)  # fmt: skip
        timer = threading.Timer(timeout_s, machine.kill)
        timer.start()
        try:
            assert machine.stdout is not None
            for raw in machine.stdout:
                log.write(raw)
                text = raw.decode(errors="replace").strip()
                if text.startswith("lab:"):
                    seconds = time.monotonic() - began
                    print(f"{tag} [{seconds:5.0f} s] {text[4:].strip()}", flush=True)
            machine.wait()
        finally:
            timer.cancel()
            if machine.poll() is None:
                machine.kill()
    seconds = time.monotonic() - began
    if seconds >= timeout_s:
        raise LabError(f"the guest was not done after {timeout_s} s; its console is {console}")
    if os.environ.get("MMSCOPE_LAB_CONSOLE"):
        sys.stdout.write(console.read_text(errors="replace"))
    return seconds
