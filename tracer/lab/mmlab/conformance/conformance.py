# SPDX-License-Identifier: Apache-2.0
"""Does the patched kernel do what Debian's own kernels do? Declarations, boots, files of results.

A file of conformance/ declares a machine, a workload, the modes of the patched kernel, which of
them decides as each of Debian's kernels does, and what is measured. Stock and patched kernels run
the same workload; nothing traces. See conformance/README.md.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mmlab import packages
from mmlab.errors import LabError
from mmlab.experiments import script
from mmlab.experiments.experiment import Experiment, setting
from mmlab.guest import image, kernel, qemu, stock
from mmlab.guest.folder import RunFolder
from mmlab.guest.machine import known
from mmlab.paths import CONFORMANCE, MEASURED
from mmlab.series import standing

from .measures import Measure, parse

# Other parts of the kernel that move pages, made alike where a kernel has them: file and value.
ALIKE = {
    "/proc/sys/kernel/numa_balancing": "0",
    "/sys/kernel/mm/lru_gen/enabled": "0",
    "/sys/kernel/mm/transparent_hugepage/enabled": "madvise",
}
OWN = ("repeats", "modes", "kernels", "measures")
TIMEOUT_S = 2400


@dataclass(frozen=True)
class Claim:
    """What is said of one of Debian's kernels.

    Attributes:
        mode: the patched kernel's mode that stands beside it.
        note: what else is to be known.
    """

    mode: str
    note: str = ""


@dataclass(frozen=True)
class Side:
    """One kernel in one mode: what is booted `repeats` times."""

    series: str
    mode: str

    @property
    def id(self) -> str:
        """Its name in files of results."""
        return f"debian {self.series}" if self.series else f"patched {self.mode}"


@dataclass(frozen=True)
class Policy:
    """Everything that a file of conformance/ declares.

    Attributes:
        asked: what a run depends on, as the file has it: a result of anything else is stale.
        modes: settings of the patched kernel by name of the mode.
        kernels: claim by series.
    """

    experiment: Experiment
    repeats: int
    asked: dict[str, Any]
    modes: dict[str, dict[str, Any]]
    kernels: dict[str, Claim]
    measures: list[Measure]

    @classmethod
    def load(cls, name: str) -> Policy:
        """Read and check conformance/<name>.toml, or any file by its path. Raises LabError."""
        path = Path(name) if name.endswith(".toml") else CONFORMANCE / f"{name}.toml"
        if not path.is_file():
            raise LabError(f"no policy {name!r}; there are: {', '.join(names())}")
        try:
            return cls.make(path.stem, tomllib.loads(path.read_text()))
        except (tomllib.TOMLDecodeError, LabError, KeyError, TypeError) as error:
            raise LabError(f"{path.name}: {error}") from error

    @classmethod
    def make(cls, name: str, data: dict[str, Any]) -> Policy:
        """From the contents of a file. Raises LabError, KeyError, TypeError."""
        own = {key: data.pop(key) for key in OWN}
        asked = {key: value for key, value in data.items() if key not in ("title", "description")}
        # It belongs to no document; Experiment.make takes what it is given apart.
        experiment = Experiment.make(name, {"timeout_s": TIMEOUT_S, **data, "seeds": []})
        kernels = {}
        for series, claim in own["kernels"].items():
            known(f"kernel {series}", claim, [f.name for f in fields(Claim)])
            kernels[series] = Claim(**claim)
        made = cls(
            experiment, own["repeats"], json.loads(json.dumps(asked)), own["modes"], kernels,
            [Measure.make(table) for table in own["measures"]],
        )  # fmt: skip
        made.check()
        return made

    def check(self) -> None:
        """Raises LabError for what the types cannot see."""
        for series, claim in self.kernels.items():
            if series not in stock.SERIES:
                raise LabError(f"{series!r} is no series: {', '.join(stock.SERIES)}")
            if claim.mode not in self.modes:
                raise LabError(f"{claim.mode!r} is no mode: {', '.join(self.modes)}")
        for values in self.modes.values():
            for key in values:
                setting(key)
        script.workload(self.experiment)
        self._check_measures()

    def _check_measures(self) -> None:
        snapshots = [step["snapshot"] for step in self.experiment.steps if "snapshot" in step]
        for measure in self.measures:
            for series in measure.differs:
                if series not in self.kernels:
                    raise LabError(f"{measure.name}: it differs on {series!r}, which is not run")
            for mark in measure.snapshots:
                if mark not in snapshots:
                    raise LabError(f"{measure.name}: there is no snapshot {mark!r}")

    @property
    def sides(self) -> list[Side]:
        """What is to be booted."""
        return [*(Side(series, "") for series in self.kernels), *(Side("", m) for m in self.modes)]

    def settings(self, side: Side) -> dict[str, Any]:
        """Settings that only this side has."""
        return {} if side.series else self.modes[side.mode]

    def scripts(self, side: Side) -> dict[str, str]:
        """What runs in the guest. Raises LabError."""
        lines = [f"[ ! -e {path} ] || echo {value} >{path}" for path, value in ALIKE.items()]
        lines += script.devices(self.experiment)
        for key, value in self.settings(side).items():
            lines.append(script.write_setting(setting(key), value))
        lines += [
            f"mkfifo {script.MARKS}",
            f"cat {script.MARKS} >counters &",
            # Held open, or the reader would end with the first snapshot.
            f"exec 3>{script.MARKS}",
            "sh ./workload.sh 3>&-",
            "exec 3>&-",
            "wait",
        ]
        return {
            "job.sh": script.HEAD + script.FIND + "\n".join(lines) + "\n",
            "workload.sh": script.workload(self.experiment),
        }


def names() -> list[str]:
    """All policies that are measured."""
    return sorted(path.stem for path in CONFORMANCE.glob("*.toml"))


def result_path(policy: Policy) -> Path:
    """Where its results are."""
    return MEASURED / f"{policy.experiment.id}.json"


def _holds(policy: Policy, side: Side, result: dict[str, Any]) -> bool:
    """Is it a result of what is declared here, and of the patches here?"""
    if result["asked"] != policy.asked or result["settings"] != policy.settings(side):
        return False
    return bool(side.series) or any(
        kernel.items() <= result["kernel"].items() for kernel in standing()
    )


def results(policy: Policy) -> dict[str, dict[str, Any]]:
    """Results by the id of their side, without those of another machine, workload, setting, or
    series of patches.
    """
    path = result_path(policy)
    if not path.is_file():
        return {}
    filed = json.loads(path.read_text())["sides"]
    return {
        side.id: filed[side.id]
        for side in policy.sides
        if side.id in filed and _holds(policy, side, filed[side.id])
    }


def values(measure: Measure, side: dict[str, Any]) -> list[float]:
    """The measure in each run of a side. Raises LabError."""
    return [measure.value(run["counters"]) for run in side["runs"]]


def kernel_of(side: Side) -> tuple[dict[str, str], dict[str, str]]:
    """Files to boot the kernel of a side from, and what it is. Raises LabError."""
    if side.series:
        debian = stock.build(side.series)
        return {"kernel": str(debian.image), "initrd": str(debian.initrd)}, debian.facts()
    built = kernel.build()
    return {"kernel": str(built.image)}, {**built.facts(), "key": built.key}


def boot(policy: Policy, side: Side) -> dict[str, Any]:
    """Boot once and run the workload; return what the run left behind. Raises LabError."""
    experiment = policy.experiment
    root = image.build()
    tag = f"{experiment.id}, {side.id}"
    folder = RunFolder.make(experiment.id, experiment.machine.devices, policy.scripts(side))
    files, facts = kernel_of(side)
    paths = {**folder.paths(Path(files["kernel"]), root), **files}
    command = qemu.command(experiment.machine, paths)
    booted = qemu.boot(command, folder.console, experiment.timeout_s, tag)
    status_file = folder.share / "status"
    status = status_file.read_text().strip() if status_file.exists() else "none"
    if status != "0":
        raise LabError(f"{tag}: status {status}; the guest's console is {folder.console}")
    counters = parse((folder.share / "counters").read_text())
    for measure in policy.measures:
        measure.value(counters)
    folder.remove()
    shown = {key: Path(path).name for key, path in paths.items()} | {"disks": "."}
    return {
        "kernel": facts,
        "qemu_command": qemu.command(experiment.machine, shown),
        "run": {"seconds": round(booted.seconds), "counters": counters},
    }


def measure_side(policy: Policy, side: Side) -> dict[str, Any]:
    """Boot a side as often as declared. Raises LabError."""
    runs: list[dict[str, Any]] = []
    booted: dict[str, Any] = {}
    for _ in range(policy.repeats):
        booted = boot(policy, side)
        runs.append(booted["run"])
    return {
        "recorded": datetime.now(UTC).date().isoformat(),
        "kernel": booted["kernel"],
        "asked": policy.asked,
        "settings": policy.settings(side),
        "qemu_command": booted["qemu_command"],
        "setup": policy.scripts(side)["job.sh"].splitlines(),
        "workload": policy.scripts(side)["workload.sh"].splitlines(),
        "runs": runs,
    }


def write(policy: Policy, sides: dict[str, dict[str, Any]]) -> None:
    """File the results of a policy."""
    path = result_path(policy)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {
        "id": policy.experiment.id,
        "title": policy.experiment.title,
        "guest": image.LAB.facts(),
        "qemu": qemu.version(),
        "alike": ALIKE,
        "sides": dict(sorted(sides.items())),
    }
    path.write_text(json.dumps(data, indent=1) + "\n")


def run(policy: Policy, *, again: bool) -> list[str]:
    """Measure the sides without a result of today's kernel, or all; return the failures."""
    packages.need(packages.QEMU)
    failed: list[str] = []
    for side in policy.sides:
        done = results(policy)
        try:
            if not again and side.id in done and done[side.id]["kernel"] == kernel_of(side)[1]:
                continue
            done[side.id] = measure_side(policy, side)
        except LabError as error:
            failed.append(f"{policy.experiment.id}, {side.id}: {error}")
            continue
        write(policy, done)
    return failed
