# SPDX-License-Identifier: Apache-2.0
"""An experiment: a machine, a workload, and why one would look at it. See experiments/README.md."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import Any

from .errors import LabError
from .paths import EXPERIMENTS

KINDS = ("nvme", "zram", "null_blk")


@dataclass(frozen=True)
class Node:
    """A NUMA node of the guest."""

    cpus: int
    memory_mib: int


@dataclass(frozen=True)
class Device:
    """A swap device; node is -1 for one whose driver tells none."""

    name: str
    kind: str
    size_mib: int
    node: int = -1


@dataclass(frozen=True)
class Experiment:
    """Everything that experiments/<id>.toml declares."""

    id: str
    title: str
    description: str
    seeds: list[str]
    nodes: list[Node]
    devices: list[Device]
    steps: list[dict[str, Any]]
    rule: str = "node"
    slots_cache: int = 1
    distance: int = 20
    ring_pages: int = 1024
    timeout_s: int = 900
    cgroups: dict[str, int] = field(default_factory=dict)
    boot: str = ""
    topology: dict[str, Any] = field(default_factory=dict)

    def device(self, name: str) -> Device:
        """The device of that name. Raises LabError."""
        for device in self.devices:
            if device.name == name:
                return device
        raise LabError(f"{self.id}: there is no device {name!r}")

    @classmethod
    def load(cls, name: str) -> Experiment:
        """Read and check experiments/<name>.toml. Raises LabError."""
        path = EXPERIMENTS / f"{name}.toml"
        if not path.is_file():
            raise LabError(f"no experiment {name!r}; there are: {', '.join(names())}")
        try:
            data = tomllib.loads(path.read_text())
        except tomllib.TOMLDecodeError as error:
            raise LabError(f"{path.name}: {error}") from error
        try:
            topology = data.pop("topology")
            made = cls(
                id=name,
                topology=topology,
                nodes=[Node(**node) for node in topology["nodes"]],
                distance=topology.get("distance", 20),
                devices=[Device(**device) for device in data.pop("devices")],
                **data,
            )
        except (KeyError, TypeError) as error:
            raise LabError(f"{path.name}: {error}") from error
        made.check()
        return made

    def check(self) -> None:
        """Raises LabError for what the types cannot see."""
        for device in self.devices:
            if device.kind not in KINDS:
                raise LabError(f"{self.id}: {device.name} is of unknown kind {device.kind!r}")
            if not -1 <= device.node < len(self.nodes):
                raise LabError(f"{self.id}: {device.name} sits on node {device.node}")
            if device.kind == "nvme" and device.node < 0:
                raise LabError(f"{self.id}: {device.name}: an NVMe disk needs a node")
        for step in self.steps:
            for verb in ("swapon", "swapoff", "interrupt_swapoff"):
                if verb in step:
                    self.device(step[verb])


def names() -> list[str]:
    """All experiments."""
    return sorted(path.stem for path in EXPERIMENTS.glob("*.toml"))
