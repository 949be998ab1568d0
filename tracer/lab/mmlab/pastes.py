# SPDX-License-Identifier: Apache-2.0
"""What Debian's own kernels print of their zones, under settings that are known, and why they kill.

Each machine is booted on each kernel. A guest goes through the settings: it writes the sysctls,
and `eater` takes memory until a task has to reclaim for itself; its text begins with /proc/zoneinfo
of the moment before. Then it runs out of memory in several ways, and the reports are kept.
backend/tests/stock_texts.py holds all of it against what `mmscope machine` says.

A text is `setting KEY=VALUE…` in one line, then what the kernel printed. Its name is
MACHINE-NUMBER.txt.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from mmlab import packages
from mmlab.errors import LabError
from mmlab.guest import image, qemu, stock
from mmlab.guest.folder import RunFolder
from mmlab.guest.machine import Machine, Node

KERNELS = ("6.1", "6.12", "7.3")
TIMEOUT_S = 460
# Zones of the first 4 GiB are DMA32; below_4g_mib puts the rest into Normal.
MACHINES = {
    "small": Machine([Node(2, 448)], []),
    "normal": Machine([Node(2, 704)], [], below_4g_mib=320),
    "nodes": Machine([Node(1, 384), Node(1, 320)], [], below_4g_mib=256),
    "movable": Machine([Node(2, 768)], [], below_4g_mib=256, boot="movablecore=192M"),
}
THP = "/sys/kernel/mm/transparent_hugepage/enabled"
VM = "/proc/sys/vm"
TRACING = "/sys/kernel/tracing"


@dataclass(frozen=True)
class Setting:
    """What is written before a text is taken; None: left as it is."""

    thp: str = "never"
    min_free_kbytes: int | None = None
    watermark_scale_factor: int | None = None
    lowmem_reserve_ratio: str | None = None
    watermark_boost_factor: int = 0
    eat: str = "--until reclaim"

    def lines(self) -> list[str]:
        """As commands of the guest's shell, in the order in which they are written."""
        lines = [
            f"echo {self.thp} >{THP}",
            f"echo {self.watermark_boost_factor} >{VM}/watermark_boost_factor",
        ]
        for name in ("watermark_scale_factor", "lowmem_reserve_ratio", "min_free_kbytes"):
            value = getattr(self, name)
            if value is not None:
                lines.append(f"echo {value} >{VM}/{name}")
        return lines


@dataclass(frozen=True)
class Death:
    """A way to run out of memory.

    Attributes:
        kind: what the report is to be explained by.
        command: what runs out.
        only: machines where it is tried.
        before: commands, such as a sysctl.
    """

    kind: str
    command: str
    only: tuple[str, ...] = tuple(MACHINES)
    before: list[str] = field(default_factory=list)


SETTINGS = (
    Setting(),
    Setting(min_free_kbytes=8192),
    Setting(min_free_kbytes=20001, watermark_scale_factor=10),
    Setting(min_free_kbytes=4096, watermark_scale_factor=300),
    Setting(lowmem_reserve_ratio="64 32 16 0 0", min_free_kbytes=12345, watermark_scale_factor=50),
    Setting(thp="always", lowmem_reserve_ratio="256 256 32 0 0", watermark_scale_factor=10),
    Setting(watermark_boost_factor=15000, min_free_kbytes=9000, eat="--until boost"),
)
CGROUP = "/sys/fs/cgroup"
EAT = "./eater --node 0 --step 64 --until never"
DEATHS = (
    Death("marks", EAT, before=[f"echo 6000 >{VM}/min_free_kbytes"]),
    Death("marks", EAT, ("normal", "nodes"), [f"echo 30000 >{VM}/min_free_kbytes"]),
    Death("marks", "./eater --pipes 1", ("movable", "normal")),
    Death("marks", f"{EAT} --policy bind --nodes 1", ("nodes",)),
    Death("marks", f"{EAT} --cgroup {CGROUP}/confined", ("nodes",),
          [f"echo +cpuset >{CGROUP}/cgroup.subtree_control", f"mkdir {CGROUP}/confined",
           f"echo 1 >{CGROUP}/confined/cpuset.mems"]),
    Death("cgroup", f"{EAT} --cgroup {CGROUP}/limited",
          before=[f"mkdir {CGROUP}/limited", f"echo 64M >{CGROUP}/limited/memory.max"]),
)  # fmt: skip

SYSCTLS = (
    "min_free_kbytes",
    "watermark_scale_factor",
    "watermark_boost_factor",
    "lowmem_reserve_ratio",
)
STEADY = 32  # pages freed, or taken, in half a second: what was let go before is free by then
HEAD = f"""\
say() {{ echo "lab: $*" >/dev/console; }}
sysctls() {{ for k in {" ".join(SYSCTLS)}; do echo "vm.$k = $(cat {VM}/$k)"; done; }}
free() {{
  while read -r name pages; do
    [ "$name" = nr_free_pages ] && echo "$pages" && return
  done </proc/vmstat
}}
calm() {{
  sync; echo 3 >{VM}/drop_caches
  for try in $(seq 60); do
    was=$(free); sleep 0.5; more=$(($(free) - was))
    [ $more -lt {STEADY} ] && [ $more -gt -{STEADY} ] && return
  done
}}
exec 2>errors
echo traceoff >{TRACING}/events/vmscan/mm_vmscan_wakeup_kswapd/trigger
{{ cat /proc/zoneinfo; sysctls; }} >boot.txt
"""


def job(machine: str) -> str:
    """What runs in the guest."""
    lines = []
    for number, setting in enumerate(SETTINGS):
        text = f"texts/{machine}-{number:02}.txt"
        until = setting.eat.split()[-1]
        known = f"thp={setting.thp} boost={setting.watermark_boost_factor} until={until}"
        lines += [
            *setting.lines(),
            f'echo "setting {known} $(sysctls | tr -d " \\t" | tr "\\n" " ")" >{text}',
            f"calm; echo 1 >{TRACING}/tracing_on; ./eater --node 0 {setting.eat} >>{text}",
            f"sysctls >>{text}; say {text}",
        ]
    for number, death in enumerate(DEATHS):
        if machine in death.only:
            text = f"texts/{machine}-oom-{number:02}.txt"
            lines += [
                f"echo 10 >{VM}/watermark_scale_factor; echo never >{THP}; calm; dmesg -C",
                *death.before,
                f"({death.command}) >/dev/null",
                f"{{ echo 'setting kind={death.kind}'; dmesg; }} >{text}; say {text}",
            ]
    return HEAD + "mkdir texts\n" + "\n".join(lines) + "\nexit 0\n"


def record(series: str, name: str, output: Path) -> int:
    """Boot one machine on one kernel; how many texts it left in a folder. Raises LabError."""
    kernel, machine = stock.build(series), MACHINES[name]
    root = image.build()
    folder = RunFolder.make(f"pastes-{series}-{name}", machine.devices, {"job.sh": job(name)})
    paths = {
        **folder.paths(kernel.image, root),
        "kernel": str(kernel.image),
        "initrd": str(kernel.initrd),
    }
    tag = f"{series}, {name}"
    qemu.boot(qemu.command(machine, paths), folder.console, TIMEOUT_S, tag)
    texts = sorted((folder.share / "texts").glob("*.txt"))
    if not (folder.share / "status").exists():
        raise LabError(f"{tag}: the guest did not come to its end; its console is {folder.console}")
    kept = output / series
    kept.mkdir(parents=True, exist_ok=True)
    shutil.copy(folder.share / "boot.txt", kept / f"{name}-boot.txt")
    for text in texts:
        shutil.copy(text, kept)
    folder.remove()
    return len(texts)


def run(wanted: list[str], output: Path) -> int:
    """Record what is wanted and not there yet, SERIES-MACHINE each; the exit status."""
    packages.need(packages.QEMU)
    every = [f"{series}-{name}" for series in KERNELS for name in MACHINES]
    failed = []
    texts = 0
    for one in wanted or every:
        series, _, name = one.partition("-")
        if name not in MACHINES or not re.fullmatch(r"[\d.]+", series):
            raise LabError(f"no {one!r}; there are: {', '.join(every)}")
        if not wanted and (output / series / f"{name}-boot.txt").exists():
            continue
        try:
            texts += record(series, name, output)
        except LabError as error:
            print(f"lab: {error}", flush=True)
            failed.append(one)
    print(f"lab-pastes texts={texts} failed={len(failed)}")
    return 1 if failed else 0
