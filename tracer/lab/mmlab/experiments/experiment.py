# SPDX-License-Identifier: Apache-2.0
"""An experiment: a machine, a workload, and why one would look at it. See experiments/README.md."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from mmlab.errors import LabError
from mmlab.guest.machine import Machine, known
from mmlab.paths import EXPERIMENTS, PROBES

# Settings may go where they cannot harm: into the guest's own switches.
SETTINGS = ("/sys/", "/proc/sys/")


@dataclass(frozen=True)
class Experiment:
    """Everything that a file of experiments/ declares.

    Attributes:
        sysctls: `vm.…` or a path below /sys, and its value at the start.
        probes: what is recorded; comm: of tasks of that name only, where the probe says so.
        stats: patterns of workloads/snapshot.c, for the step `snapshot`.
        perf: record with perf too.
        cgroups: memory limit in MiB of each.
        cpusets: nodes whose memory the tasks of a cgroup may use.
    """

    id: str
    title: str
    description: str
    seeds: list[str]
    machine: Machine
    topology: dict[str, Any]
    steps: list[dict[str, Any]]
    rule: str = "node"
    slots_cache: int = 1
    sysctls: dict[str, Any] = field(default_factory=dict)
    probes: list[str] = field(default_factory=lambda: ["swap"])
    comm: str = ""
    stats: list[str] = field(default_factory=list)
    perf: bool = False
    ring_pages: int = 1024
    timeout_s: int = 900
    cgroups: dict[str, int] = field(default_factory=dict)
    cpusets: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def load(cls, name: str) -> Experiment:
        """Read and check experiments/<name>.toml, or any file by its path. Raises LabError."""
        path = Path(name) if name.endswith(".toml") else EXPERIMENTS / f"{name}.toml"
        if not path.is_file():
            raise LabError(f"no experiment {name!r}; there are: {', '.join(names())}")
        try:
            data = tomllib.loads(path.read_text())
            return cls.make(path.stem, data)
        except (tomllib.TOMLDecodeError, LabError) as error:
            raise LabError(f"{path.name}: {error}") from error

    @classmethod
    def make(cls, name: str, data: dict[str, Any]) -> Experiment:
        """From the contents of a file. Raises LabError."""
        own = [f.name for f in fields(cls) if f.name not in ("id", "machine")]
        known("an experiment", data, [*own, "devices", "boot"])
        topology = data.pop("topology", {})
        machine = Machine.make(topology, data.pop("devices", []), data.pop("boot", ""))
        try:
            made = cls(id=name, machine=machine, topology=topology, **data)
        except TypeError as error:
            raise LabError(str(error).replace("Experiment.__init__() ", "")) from error
        made.check()
        return made

    def check(self) -> None:
        """Raises LabError for what the types cannot see; steps are checked as they are written."""
        for probe in self.probes:
            if not (PROBES / f"{probe}.bt").is_file():
                raise LabError(f"there is no probe {probe!r}")
        for key in self.sysctls:
            setting(key)
        for name, nodes in self.cpusets.items():
            for node in nodes:
                if not 0 <= node < len(self.machine.nodes):
                    raise LabError(f"cpuset {name!r} names node {node}, which is not there")


def setting(key: str) -> str:
    """The file of a sysctl such as vm.swap_poll, or of a path below /sys. Raises LabError."""
    if key.startswith(SETTINGS) and ".." not in key:
        return key
    if "/" in key or "." not in key:
        raise LabError(f"{key!r} is no sysctl and no path below /sys")
    return "/proc/sys/" + key.replace(".", "/", 1)


def names() -> list[str]:
    """All experiments; those below short/ are no captures to keep."""
    return sorted(path.stem for path in EXPERIMENTS.glob("*.toml"))


def short() -> list[str]:
    """Files of the small experiments, one for each document."""
    return [str(path) for path in sorted((EXPERIMENTS / "short").glob("*.toml"))]
