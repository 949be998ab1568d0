# SPDX-License-Identifier: Apache-2.0
"""The guest's machine as a QEMU command line, and booting it.

NVMe disks sit behind a pxb-pcie bridge each node has one of: that is what gives them a NUMA node.
Every other device names bus pcie.0, or QEMU would try to plug it into a bridge.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

from mmlab import packages
from mmlab.errors import LabError

from .machine import Device, Machine

PROGRAM = "qemu-system-x86_64"
# A busy host makes the kernel's check of the timer fail.
CONSOLE = (
    "console=ttyS0 quiet root=/dev/vda ro init=/init.sh panic=-1 null_blk.nr_devices=0 "
    "no_timer_check"
)
# A SAS disk attaches only when it has an address. The last byte is its number.
WWN = 0x5000C50000000000
# Before 8.1, QEMU can run an old translation of code that the guest's kernel is patching on another
# processor (a static key, most often): the kernel meets a breakpoint it has done with, and stops.
# QEMU's commit cb62bd15e14e mends it; Debian 12 has 7.2. https://bugzilla.redhat.com/2216496
STALE_CODE = re.compile(rb"int3: 0000 \[#1\]")
BOOTS = 3
# On a busy host a guest hangs now and then before its console says a word. A job begins after 30 s,
# or after 100 s where four others want the processors.
BOOT_S = 400
# A guest is killed with the lab, however that ends: nobody else would end it.
WITH_THE_LAB = ("setpriv", "--pdeathsig", "KILL", "--")


def version() -> str:
    """First line of `qemu-system-x86_64 --version`."""
    asked = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=False)
    return asked.stdout.splitlines()[0]


def _memory(machine: Machine) -> list[str]:
    nodes = machine.nodes
    total = sum(node.memory_mib for node in nodes)
    cpus = sum(node.cpus for node in nodes)
    # One socket for each node, or the kernel warns that a core spans nodes.
    of_each = [node.cpus for node in nodes if node.cpus]
    sockets = len(of_each) if len(set(of_each)) == 1 else cpus
    command = ["-m", f"{total}M", "-smp", f"{cpus},sockets={sockets},cores={cpus // sockets}"]
    first = 0
    for nid, node in enumerate(nodes):
        last = first + node.cpus - 1
        numa = f"node,nodeid={nid}"
        if node.cpus:
            numa += f",cpus={first}-{last}" if last > first else f",cpus={first}"
        if node.memory_mib:
            command += ["-object", f"memory-backend-ram,id=m{nid},size={node.memory_mib}M"]
            numa += f",memdev=m{nid}"
        command += ["-numa", numa]
        first = last + 1
    for a in range(len(nodes)):
        for b in range(a + 1, len(nodes)):
            command += ["-numa", f"dist,src={a},dst={b},val={machine.distance}"]
    return command


def _drive(name: str, disk: Device, folder: str) -> list[str]:
    limit = f",throttling.iops-read={disk.reads_per_s}" if disk.reads_per_s else ""
    return [
        "-drive", f"if=none,id={name},file={folder}/{disk.name}.img,format=raw,cache=unsafe{limit}",
    ]  # fmt: skip


def _nvme(disks: list[Device], folder: str) -> list[str]:
    command = []
    for nid in sorted({disk.node for disk in disks}):
        command += [
            "-device",
            f"pxb-pcie,id=px{nid},bus_nr={16 * (nid + 1)},numa_node={nid},bus=pcie.0",
        ]
    for slot, disk in enumerate(disks, 1):
        command += [
            "-device", f"pcie-root-port,id=rp{slot},bus=px{disk.node},chassis={slot},slot={slot}",
            *_drive(f"d{slot}", disk, folder),
            "-device", f"nvme,drive=d{slot},serial={disk.name},bus=rp{slot}",
        ]  # fmt: skip
    return command


def _virtio_blk(disks: list[Device], folder: str) -> list[str]:
    command = []
    for number, disk in enumerate(disks):
        options = f"virtio-blk-pci,drive=v{number},serial={disk.name},bus=pcie.0"
        if disk.seg_max:
            # A request takes two descriptors of the ring besides its segments.
            options += f",queue-size={disk.seg_max + 2},seg-max-adjust=on"
        command += [*_drive(f"v{number}", disk, folder), "-device", options]
    return command


def _sas(disks: list[Device], folder: str) -> list[str]:
    command = ["-device", "mptsas1068,id=sas0,bus=pcie.0"] if disks else []
    for number, disk in enumerate(disks):
        place = f"bus=sas0.0,scsi-id={number},wwn={WWN + number + 1:#x}"
        command += [
            *_drive(f"s{number}", disk, folder),
            "-device", f"scsi-hd,drive=s{number},serial={disk.name},{place}",
        ]  # fmt: skip
    return command


def command(machine: Machine, paths: dict[str, str]) -> list[str]:
    """The whole command line; `paths` holds kernel, root, disks, share, maybe initrd."""
    low = f",max-ram-below-4g={machine.below_4g_mib}M" if machine.below_4g_mib else ""

    def of(kind: str) -> list[Device]:
        return [device for device in machine.devices if device.kind == kind]

    return [
        PROGRAM, "-accel", "tcg,thread=multi", "-machine", f"q35{low}", "-cpu", "max",
        "-nographic", "-no-reboot", "-nic", "none",
        *_memory(machine),
        "-drive", f"if=none,id=root,file={paths['root']},format=raw,readonly=on",
        "-device", "virtio-blk-pci,drive=root,bus=pcie.0",
        *_nvme(of("nvme"), paths["disks"]),
        *_virtio_blk(of("virtio_blk"), paths["disks"]),
        *_sas(of("sas"), paths["disks"]),
        "-fsdev", f"local,id=share,path={paths['share']},security_model=none",
        "-device", "virtio-9p-pci,fsdev=share,mount_tag=share,bus=pcie.0",
        "-kernel", paths["kernel"],
        *(["-initrd", paths["initrd"]] if "initrd" in paths else []),
        "-append", f"{CONSOLE} {machine.boot}".strip(),
    ]  # fmt: skip


class Boot(NamedTuple):
    """How long a machine ran, and at which try."""

    seconds: float
    tries: int


def _run(line: list[str], console: Path, timeout_s: float, boot_s: float, tag: str) -> bool:
    """Run the machine until it ends or is killed; return whether a job began in it."""
    began = time.monotonic()
    job = False
    with open(console, "wb") as log:
        machine = subprocess.Popen([*WITH_THE_LAB, *line], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
        timers = [
            threading.Timer(timeout_s, machine.kill),
            threading.Timer(boot_s, lambda: None if job else machine.kill()),
        ]
        for timer in timers:
            timer.start()
        try:
            assert machine.stdout is not None
            for raw in machine.stdout:
                log.write(raw)
                text = raw.decode(errors="replace").strip()
                if text.startswith("lab:"):
                    job = True
                    seconds = time.monotonic() - began
                    print(f"{tag} [{seconds:5.0f} s] {text[4:].strip()}", flush=True)
            machine.wait()
        finally:
            for timer in timers:
                timer.cancel()
            if machine.poll() is None:
                machine.kill()
    return job


def boot(
    line: list[str], console: Path, timeout_s: float, tag: str, *, boot_s: float = BOOT_S
) -> Boot:
    """Run the machine until it ends. Lines of the guest that start with `lab:` are shown as they
    come. A machine that QEMU's stale code stopped before its job began, or that hangs until then,
    starts again, BOOTS times at most: nothing has been done in it. Raises LabError when the time is
    up.
    """
    packages.need(packages.QEMU)
    for tried in range(1, BOOTS + 1):
        began = time.monotonic()
        job = _run(line, console, timeout_s, boot_s, tag)
        seconds = time.monotonic() - began
        if seconds >= timeout_s:
            raise LabError(f"the guest was not done after {timeout_s} s; its console is {console}")
        hung = not job and seconds >= boot_s
        if hung and tried == BOOTS:
            raise LabError(f"the guest did nothing for {boot_s} s, {BOOTS} times; see {console}")
        if job or tried == BOOTS or not (hung or STALE_CODE.search(console.read_bytes())):
            break
        why = f"nothing for {boot_s} s" if hung else "QEMU ran code that the kernel had replaced"
        print(f"{tag}: {why}; it starts again", flush=True)
    if os.environ.get("MMSCOPE_LAB_CONSOLE"):
        sys.stdout.write(console.read_text(errors="replace"))
    return Boot(seconds, tried)
