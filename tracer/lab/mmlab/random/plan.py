# SPDX-License-Identifier: Apache-2.0
"""What is drawn of an experiment before its phases: machine and switches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .dice import Dice

# Filtered by name where the probe says so; tasks of another name are there, but not recorded.
TRACED, UNTRACED = "told", "untold"  # as in the runs that are kept
# Document and probe of each part of a workload.
PARTS = {"swap": ("000", "001"), "zones": ("002",), "swapin": ("003",), "interleave": ("004",)}
# Parts of a run; none: two or more at random. Allocations come five times as fast as swapping.
MIXES = (
    *[["zones"]] * 6, *[["interleave"]] * 4, *[["zones", "interleave"]] * 2, *[["swap"]] * 2,
    *[["swap", "swapin"]] * 2, *[["swapin"]] * 2, *[list(PARTS)] * 2, *[[]] * 2,
)  # fmt: skip
# Of a phase, before the tracer is waited for: half of what the ring of one CPU holds.
PHASE_EVENTS = 36_000
RING_PAGES = 8192
RING_MIB = RING_PAGES * 4 >> 10
# The kernel, its tables, bpftrace with its compiler, and Python.
RESERVED_MIB = 420
# Least that is left for a workload.
ROOM_MIB = 224
# Memory limits in MiB, for whoever is to be swapped.
LIMITS = {"g12": 12, "g16": 16, "g20": 20, "g28": 28, "g40": 40}
# Odd sizes in MiB.
SMALL = (1, 1, 2, 3, 5, 7, 11)
LARGE = (13, 17, 23, 29, 37, 53, 61, 83, 97)
# What zram and null_blk may take of the guest's memory when they are full.
IN_MEMORY_MIB = 96
# Slots of the root bus: what is on it besides takes the others.
VIRTIO = 8


@dataclass
class Plan:
    """What is drawn already, for what is drawn next.

    Attributes:
        nodes: `cpus` and `memory_mib` of each.
        parts: of PARTS, those that the workload is made of.
        spare_mib: memory for the workload.
        swap: names of the devices to be swapped on.
        capacity_mib: of these together.
        poll: one of them has queues to poll.
        disks: data disks and their sizes in MiB.
        cpusets: name and nodes of each.
        filled: programs so far that say when they are filled.
    """

    dice: Dice
    nodes: list[dict[str, int]]
    parts: list[str]
    spare_mib: int = 0
    swap: list[str] = field(default_factory=list)
    capacity_mib: int = 0
    poll: bool = False
    disks: dict[str, int] = field(default_factory=dict)
    cpusets: dict[str, list[int]] = field(default_factory=dict)
    filled: int = 0

    @property
    def with_cpus(self) -> list[int]:
        """Nodes to run on."""
        return [nid for nid, node in enumerate(self.nodes) if node["cpus"]]

    @property
    def with_memory(self) -> list[int]:
        """Nodes to allocate from."""
        return [nid for nid, node in enumerate(self.nodes) if node["memory_mib"]]

    def seed(self) -> int:
        """Of a program."""
        return self.dice.between(1, 9999)


def nodes(dice: Dice) -> list[dict[str, int]]:
    """CPUs and memory of each."""
    count = dice.pick((1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8))
    nodes = [{"cpus": dice.pick((1, 1, 2)), "memory_mib": dice.pick((384, 448, 512, 640))}]
    for _ in range(count - 1):
        cpus = dice.pick((0, 1, 1, 1, 1, 2 if count < 5 else 1))
        memory = dice.pick((0, 96, 160, 224, 224, 320, 384))
        if not cpus:
            memory = memory or 64
        elif memory:
            # A CPU's ring comes from its node.
            memory += cpus * RING_MIB
        nodes.append({"cpus": cpus, "memory_mib": memory})
    if sum(node["cpus"] for node in nodes) < 2:
        # One for the tracer, one for the workload.
        nodes[0]["cpus"] = 2
    return nodes


def _swap_devices(dice: Dice, nodes: int) -> list[dict[str, Any]]:
    """1 to 16 devices of every kind, of sizes that nobody would choose."""
    devices: list[dict[str, Any]] = []
    in_memory = virtio = 0
    for number in range(dice.between(1, 16)):
        kind = dice.pick(("zram", "zram", "null_blk", "null_blk", "virtio_blk", "nvme", "nvme"))
        if kind == "virtio_blk" and virtio == VIRTIO:
            kind = "nvme"
        size = dice.pick(SMALL) if dice.chance(60) else dice.pick(LARGE)
        if kind in ("zram", "null_blk"):
            size = min(size, max(1, IN_MEMORY_MIB - in_memory))
            in_memory += size
        virtio += kind == "virtio_blk"
        device: dict[str, Any] = {"name": f"d{number:02}", "kind": kind, "size_mib": size}
        if kind == "nvme" or (kind != "virtio_blk" and dice.chance(70)):
            device["node"] = dice.below(nodes)
        devices.append(device)
    return devices


def machine_of(plan: Plan) -> dict[str, Any]:
    """Topology and devices; notes in the plan what there is."""
    dice, nodes = plan.dice, plan.nodes
    devices: list[dict[str, Any]] = []
    if "swap" in plan.parts or "swapin" in plan.parts:
        devices = _swap_devices(dice, len(nodes))
        if "swapin" in plan.parts and dice.chance(80):
            # One at least that can be polled, and is large enough to be read from.
            node, size = dice.below(len(nodes)), dice.pick((97, 131, 193))
            devices[0] = {"name": "d00", "kind": "nvme", "size_mib": size, "node": node}
        plan.swap = [device["name"] for device in devices]
        plan.capacity_mib = sum(device["size_mib"] for device in devices)
    if "zones" in plan.parts or "interleave" in plan.parts:
        plan.disks = {"data": dice.pick((48, 64, 96))}
        devices.append(
            {
                "name": "data",
                "kind": dice.pick(("virtio_blk", "virtio_blk", "sas")),
                "size_mib": plan.disks["data"],
                "swap": False,
            }
        )
    if "zones" in plan.parts:
        # Larger than what the workload has: reading it wakes kswapd.
        plan.disks["big"] = 320
        devices.append({"name": "big", "kind": "virtio_blk", "size_mib": 320, "swap": False})
        if len(plan.with_memory) > 1 and dice.chance(50):
            plan.cpusets = {"box": dice.some(plan.with_memory)}
    in_memory = sum(d["size_mib"] for d in devices if d["kind"] in ("zram", "null_blk"))
    cpus = sum(node["cpus"] for node in nodes)
    taken = RESERVED_MIB + cpus * RING_MIB + in_memory
    missing = taken + ROOM_MIB - sum(node["memory_mib"] for node in nodes)
    if missing > 0:
        nodes[0]["memory_mib"] += (missing + 31) // 32 * 32
    plan.spare_mib = sum(node["memory_mib"] for node in nodes) - taken
    topology: dict[str, Any] = {"nodes": nodes}
    if dice.chance(60):
        topology["distance"] = dice.pick((11, 15, 20, 31, 40))
    if dice.chance(50):
        topology["below_4g_mib"] = dice.pick((128, 192, 256))
    return {"topology": topology, "devices": devices}


def switches(plan: Plan) -> dict[str, Any]:
    """What is set at the start, besides what the phases set."""
    dice = plan.dice
    sysctls: dict[str, Any] = {}
    if "zones" in plan.parts and dice.chance(60):
        sysctls["vm.min_free_kbytes"] = dice.pick((1024, 2048, 4096, 8192))
    if "swapin" in plan.parts and dice.chance(15):
        sysctls["/sys/module/zswap/parameters/enabled"] = "Y"
    return sysctls
