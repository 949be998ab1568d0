# SPDX-License-Identifier: Apache-2.0
"""The guest's machine: nodes and disks, as an experiment declares them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import Any

from mmlab.errors import LabError

# Backed by an image of ours; the others the guest makes itself.
DISKS = ("nvme", "virtio_blk", "sas")
KINDS = (*DISKS, "zram", "null_blk")
# Serials of virtio-blk end after 20 bytes.
NAME = re.compile(r"[A-Za-z0-9_-]{1,20}$")
# A ring has a power of two of descriptors, two of which no segment can have.
SEG_MAX = (2, 6, 14, 30, 62, 126, 254)
# pxb-pcie bridges take bus numbers in steps of 16.
MAX_NODES = 15


def known(where: str, data: dict[str, Any], keys: list[str]) -> None:
    """Raises LabError for a key that is not among `keys`."""
    for key in data:
        if key not in keys:
            raise LabError(f"{where} knows no {key!r}; it knows {', '.join(sorted(keys))}")


@dataclass(frozen=True)
class Node:
    """A NUMA node of the guest; without CPUs or without memory where that is 0."""

    cpus: int
    memory_mib: int


@dataclass(frozen=True)
class Device:
    """A block device.

    Attributes:
        name: its serial, too.
        kind: one of KINDS.
        size_mib: its size.
        node: node it sits on; -1 for one whose driver names none.
        swap: to be swapped on; otherwise a data disk, whose pages each begin with their number.
        ext4: a data disk with an empty file system instead.
        seg_max: virtio_blk: most segments of a request; 0 leaves it to QEMU.
        reads_per_s: nvme: most reads in a second; 0: any.
        queue: files of /sys/block/<disk>/queue and what to write there.
    """

    name: str
    kind: str
    size_mib: int
    node: int = -1
    swap: bool = True
    ext4: bool = False
    seg_max: int = 0
    reads_per_s: int = 0
    queue: dict[str, Any] = field(default_factory=dict)

    def check(self, nodes: int) -> None:
        """Raises LabError for what the types cannot see."""
        if self.kind not in KINDS:
            raise LabError(f"{self.name} is of unknown kind {self.kind!r}: {', '.join(KINDS)}")
        if not NAME.match(self.name):
            raise LabError(f"{self.name!r}: a device's name is 1 to 20 letters, digits, _ or -")
        if not -1 <= self.node < nodes:
            raise LabError(f"{self.name} sits on node {self.node}, which is not there")
        if self.kind == "nvme" and self.node < 0:
            raise LabError(f"{self.name}: an NVMe disk needs a node")
        if self.kind in ("virtio_blk", "sas") and self.node >= 0:
            raise LabError(f"{self.name}: Linux knows no node of a {self.kind} disk")
        if not self.swap and self.kind not in DISKS:
            raise LabError(f"{self.name}: a data disk is one of {', '.join(DISKS)}")
        if self.ext4 and self.swap:
            raise LabError(f"{self.name}: a disk with a file system is not for swap")
        if self.seg_max and (self.kind != "virtio_blk" or self.seg_max not in SEG_MAX):
            raise LabError(f"{self.name}: seg_max is for virtio_blk, one of {SEG_MAX}")


@dataclass(frozen=True)
class Machine:
    """Nodes, devices and how they boot.

    Attributes:
        distance: between any two nodes.
        below_4g_mib: memory below 4 GiB, which is DMA32 and all on the first nodes; 0: QEMU's own.
        boot: kernel parameters.
    """

    nodes: list[Node]
    devices: list[Device]
    distance: int = 20
    below_4g_mib: int = 0
    boot: str = ""

    def device(self, name: str) -> Device:
        """The device of that name. Raises LabError."""
        for device in self.devices:
            if device.name == name:
                return device
        raise LabError(f"there is no device {name!r}")

    @classmethod
    def make(cls, topology: dict[str, Any], devices: list[dict[str, Any]], boot: str) -> Machine:
        """From the tables of an experiment. Raises LabError."""
        known("topology", topology, ["nodes", "distance", "below_4g_mib"])
        for node in topology.get("nodes", []):
            known("a node", node, [f.name for f in fields(Node)])
        for device in devices:
            known("a device", device, [f.name for f in fields(Device)])
        try:
            made = cls(
                [Node(**node) for node in topology["nodes"]],
                [Device(**device) for device in devices],
                topology.get("distance", 20),
                topology.get("below_4g_mib", 0),
                boot,
            )
        except (KeyError, TypeError) as error:
            raise LabError(f"a key is missing: {error}") from error
        made.check()
        return made

    def check(self) -> None:
        """Raises LabError for what the types cannot see."""
        if not 1 <= len(self.nodes) <= MAX_NODES:
            raise LabError(f"a machine has 1 to {MAX_NODES} nodes")
        if not self.nodes[0].memory_mib:
            raise LabError("node 0 needs memory: the kernel is loaded there")
        if not self.nodes[0].cpus:
            raise LabError("node 0 needs a CPU: the kernel starts there")
        for nid, node in enumerate(self.nodes):
            if not node.cpus and not node.memory_mib:
                raise LabError(f"node {nid} has neither CPUs nor memory")
        for device in self.devices:
            device.check(len(self.nodes))
        names = [device.name for device in self.devices]
        if len(set(names)) < len(names):
            raise LabError("two devices have the same name")
