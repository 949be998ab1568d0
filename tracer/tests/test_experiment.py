# SPDX-License-Identifier: Apache-2.0
"""Somebody else's experiment file: what it may hold, and what is said when it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from mmlab.errors import LabError
from mmlab.experiments import script, workloads
from mmlab.experiments.experiment import Experiment
from mmlab.guest import folder, qemu
from mmlab.guest.machine import Device
from mmlab.paths import EXPERIMENTS

OTHER = """
title = "Three nodes of unequal size"
description = "Not one of ours."
seeds = ["004"]
probes = ["interleave", "block"]
comm = "rd"
sysctls = { "vm.numa_interleave_granularity" = 3, "/sys/block/vda/queue/nr_requests" = 32 }
stats = ["vmstat/pgalloc_*"]
cgroups = { box = 48 }
boot = "nvme.poll_queues=1"
devices = [
  { name = "big", kind = "virtio_blk", size_mib = 5, seg_max = 30, queue = { nomerges = 2 } },
  { name = "old", kind = "sas", size_mib = 8, swap = false },
  { name = "fast", kind = "nvme", node = 2, size_mib = 16 },
]
steps = [
  { swapon = "fast" },
  { sysctl = { "vm.swappiness" = 80 } },
  { read = { device = "big", mb = 8, policy = "interleave", nodes = [0, 2], name = "rd" } },
  { write = { mb = 64, threads = 3, cgroup = "box", seed = 77 }, background = true },
  { drop_caches = 3 },
  { snapshot = "in the end" },
  { wait = true },
]

[topology]
distance = 33
below_4g_mib = 256
nodes = [
  { cpus = 1, memory_mib = 200 },
  { cpus = 3, memory_mib = 300 },
  { cpus = 2, memory_mib = 100 },
]
"""


def load(folder: Path, text: str) -> Experiment:
    path = folder / "other.toml"
    path.write_text(text)
    return Experiment.load(str(path))


def test_another_file_runs_without_a_change(tmp_path: Path) -> None:
    experiment = load(tmp_path, OTHER)
    job = script.job(experiment, 64)
    for line in (
        "echo 3 >/proc/sys/vm/numa_interleave_granularity",
        "echo 32 >/sys/block/vda/queue/nr_requests",
        "disk=$(find_disk old)",
        "echo 2 >/sys/block/$disk/queue/nomerges",
        "--probe interleave --probe block --comm rd",
    ):
        assert line in job
    assert "mkswap" not in job.partition("find_disk old")[2].partition("find_disk")[0]
    assert "mkswap" in job.partition("find_disk fast")[2]
    steps = script.workload(experiment)
    for line in (
        './reader --path "$(cat /run/devices/big)" --mb 8 --policy interleave --nodes 0,2 ',
        "./writer --mb 64 --threads 3 --cgroup /sys/fs/cgroup/box --seed 77 &",
        "echo 80 >/proc/sys/vm/swappiness",
        "./snapshot 'vmstat/pgalloc_*' >/run/marks",
    ):
        assert line in steps
    line = " ".join(
        qemu.command(experiment.machine, {"kernel": "k", "root": "r", "disks": "d", "share": "s"})
    )
    assert "q35,max-ram-below-4g=256M" in line
    assert "-smp 6,sockets=6,cores=1" in line
    assert "node,nodeid=1,cpus=1-3" in line
    assert line.count("val=33") == 3
    assert "serial=big,bus=pcie.0,queue-size=32,seg-max-adjust=on" in line
    assert "scsi-hd,drive=s0,serial=old,bus=sas0.0,scsi-id=0,wwn=0x5000c50000000001" in line


REFUSED = """
title = "What refuses"
description = "Not one of ours."
seeds = ["002"]
cpusets = { box = [1], both = [0, 1] }
cgroups = { both = 16 }
devices = [
  { name = "disk", kind = "virtio_blk", size_mib = 8, swap = false, ext4 = true },
  { name = "data", kind = "virtio_blk", size_mib = 8, swap = false },
]
steps = [
  { tmpfs = "shared", policy = "bind", nodes = [0, 1] },
  { ext4 = "disk" },
  { fill = { file = "shared/a", mb = 3, cgroup = "box" } },
  { map = { mb = 900, node = 1 }, killed = true, background = true },
  { stop = true },
]
[topology]
nodes = [{ cpus = 1, memory_mib = 200 }, { cpus = 2, memory_mib = 0 }]
"""


def test_cpusets_file_systems_and_a_node_without_memory(tmp_path: Path) -> None:
    experiment = load(tmp_path, REFUSED)
    job = script.job(experiment, 64)
    for line in (
        "echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control",
        "echo 1 >/sys/fs/cgroup/box/cpuset.mems",
        "echo 0,1 >/sys/fs/cgroup/both/cpuset.mems",
        "echo -1000 >/proc/self/oom_score_adj",
    ):
        assert line in job
    steps = script.workload(experiment)
    for line in (
        "mount -t tmpfs -o mpol=bind:0-1 tmpfs /run/files/shared",
        'mount -t ext4 "$(cat /run/devices/disk)" /run/files/disk',
        "./filler --path /run/files/shared/a --mb 3 --cgroup /sys/fs/cgroup/box\n",
        "exec ./mapper --mb 900 --node 1) || status=$?; [ $status -eq 137 ]; } &\n",
    ):
        assert line in steps
    line = " ".join(
        qemu.command(experiment.machine, {"kernel": "k", "root": "r", "disks": "d", "share": "s"})
    )
    assert "-m 200M" in line
    assert "memdev=m0 -numa node,nodeid=1,cpus=1-2 -numa dist" in line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("both = [0, 1]", "both = [2]", "node 2, which is not there"),
        ("swap = false, ext4", "ext4", "not for swap"),
        ('ext4 = "disk"', 'ext4 = "data"', "ext4 = true"),
        ("memory_mib = 200", "memory_mib = 0", "node 0 needs memory"),
        ('"bind", nodes = [0, 1]', '"bind", nodes = [0, 2]', "follow each other"),
    ],
)
def test_what_cannot_refuse_is_said(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in REFUSED
    with pytest.raises(LabError, match=said):
        script.workload(load(tmp_path, REFUSED.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("comm = ", "com = ", "an experiment knows no 'com'; it knows .*comm"),
        ("seg_max = 30", "segmax = 30", "a device knows no 'segmax'; it knows .*seg_max"),
        ("seg_max = 30", "seg_max = 40", "one of"),
        ("memory_mib = 200", "memory = 200", "a node knows no 'memory'"),
        ("distance = 33", "distances = 33", "topology knows no 'distances'"),
        ('kind = "sas"', 'kind = "ide"', "unknown kind 'ide'"),
        ("node = 2", "node = 3", "node 3, which is not there"),
        ('probes = ["interleave"', 'probes = ["inter"', "no probe 'inter'"),
        ("vm.numa", "../vm.numa", "no sysctl"),
        ("title = ", "# title = ", "title"),
        ("{ wait = true }", "{ wait = true, until = 3 }", "step wait knows no 'until'"),
        ("{ wait = true }", "{ dance = true }", "a step does one of"),
        ("threads = 3", "treads = 3", "write knows no 'treads'; it knows .*threads"),
        ('device = "big"', 'device = "bigger"', "no device 'bigger'"),
        ('cgroup = "box"', 'cgroup = "bag"', "no cgroup 'bag'"),
        ('swapon = "fast"', 'swapon = "slow"', "no device 'slow'"),
        ('name = "old"', 'name = "big"', "the same name"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in OTHER
    with pytest.raises(LabError, match=said):
        script.workload(load(tmp_path, OTHER.replace(old, new, 1)))


def test_every_key_is_documented() -> None:
    manual = (EXPERIMENTS / "README.md").read_text()
    keys = {*script.STEPS, *Experiment.__dataclass_fields__, *Device.__dataclass_fields__}
    for program in workloads.PROGRAMS.values():
        keys |= set(workloads.options(program))
    keys -= {"id", "machine"}
    assert [key for key in sorted(keys) if f"`{key}`" not in manual] == []


def test_a_disk_with_a_file_system(tmp_path: Path) -> None:
    image = tmp_path / "image"
    folder.image(image, Device("d", "virtio_blk", 8, swap=False, ext4=True))
    data = image.read_bytes()
    assert len(data) == 8 << 20
    assert data[1080:1082] == b"\x53\xef"


def test_a_data_disk_knows_its_pages(tmp_path: Path) -> None:
    image = tmp_path / "image"
    folder.image(image, Device("d", "virtio_blk", 5, swap=False))
    data = image.read_bytes()
    assert len(data) == 5 << 20
    for page in (0, 1, 1023, 1024, 1279):
        assert int.from_bytes(data[page * 4096 : page * 4096 + 8], "little") == page
        assert not any(data[page * 4096 + 8 : page * 4096 + 4096])
