# SPDX-License-Identifier: Apache-2.0
"""A recording: one boot of a host in which foreign tools make samples. See foreign/README.md."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from mmlab.errors import LabError
from mmlab.experiments import script
from mmlab.experiments.experiment import Experiment
from mmlab.guest import image
from mmlab.guest.machine import known
from mmlab.paths import FOREIGN, STOCK

PATCHED = "patched"


@dataclass(frozen=True)
class Host:
    """What is booted: a series of Debian's kernels or PATCHED, and the guest's root."""

    kernel: str
    guest: image.Recipe


HOSTS = {
    "debian-6.1": Host("6.1", image.OLD),
    # What a script needs that bpftrace 0.17 cannot.
    "debian-6.1-trixie": Host("6.1", image.LAB),
    "debian-6.12": Host("6.12", image.LAB),
    "debian-7.3": Host("7.3", image.LAB),
    "patched": Host(PATCHED, image.LAB),
}
# Stands for the host's name in ids and titles.
HOST = "HOST"
# How a sample is compressed; `zst19` is for large ones.
PACKS = ("gz", "zst", "none")
ID = re.compile(r"[a-z-]+/[a-z0-9][a-z0-9.+-]*$")


@dataclass(frozen=True)
class Sample:
    """One text that a tool wrote.

    Attributes:
        id: folder below datasets/foreign, which is the format, and name; HOST stands for the host.
        title: what is special about it.
        take: shell lines in the guest, after the recording, whose output is the sample.
        count: script of foreign/count that counts what is in it.
        tool_count: shell lines in the guest that print what the tool itself counts, `name number`.
        pack: one of PACKS.
        beside: files of the guest's folder `snap` that belong to it.
        on: hosts of the recording that make it; none: all.
    """

    id: str
    title: str
    take: str
    count: str
    tool_count: str = ""
    pack: str = "gz"
    beside: tuple[str, ...] = ()
    on: tuple[str, ...] = ()

    @classmethod
    def make(cls, data: dict[str, Any], host: str) -> Sample:
        """From a table of the file. Raises LabError."""
        known("a sample", data, [f.name for f in fields(cls)])
        lists = {key: tuple(data.get(key, ())) for key in ("beside", "on")}
        try:
            made = cls(**{**data, **lists, "id": str(data.get("id")).replace(HOST, host)})
        except TypeError as error:
            raise LabError(str(error).replace("Sample.__init__() ", "")) from error
        if not ID.match(made.id):
            raise LabError(f"a sample's id is format/name, not {made.id!r}")
        if made.pack not in PACKS:
            raise LabError(f"{made.id}: pack is one of {', '.join(PACKS)}")
        if not (FOREIGN / "count" / f"{made.count}.awk").is_file():
            raise LabError(f"{made.id}: there is no count/{made.count}.awk")
        return made


@dataclass(frozen=True)
class Recording:
    """What a file of foreign/ declares, for one host.

    Attributes:
        host: one of HOSTS.
        record: shell lines; `work` runs the workload.
        setup: what the workload's steps need and is done once.
        experiment: machine and workload, as any experiment has them.
    """

    host: Host
    record: str
    setup: Experiment
    experiment: Experiment
    samples: list[Sample]

    @classmethod
    def load(cls, name: str) -> Recording:
        """Read and check `<name>@<host>`: foreign/<name>.toml, or any file. Raises LabError."""
        stem, _, host = name.rpartition("@")
        path = _path(stem)
        if not path.is_file():
            raise LabError(f"no recording {name!r}; there are: {', '.join(names())}")
        try:
            return cls._make(path.stem, host, tomllib.loads(path.read_text()))
        except (tomllib.TOMLDecodeError, LabError, KeyError) as error:
            raise LabError(f"{path.name}: {error}") from error

    @classmethod
    def _make(cls, stem: str, host: str, data: dict[str, Any]) -> Recording:
        if host not in data.pop("on"):
            raise LabError(f"it is not made on {host!r}")
        name, record = f"{stem}@{host}", data.pop("record")
        samples = [Sample.make(table, host) for table in data.pop("samples")]
        if "workload" in data:
            shared = FOREIGN / "workloads" / f"{data.pop('workload')}.toml"
            data = {**tomllib.loads(shared.read_text()), **data}
        # A recording belongs to no document; Experiment.make takes what it is given apart.
        data["seeds"] = []
        once = data.pop("setup", [])
        setup = Experiment.make(name, {**data, "steps": once})
        made = cls(
            HOSTS[host], record, setup, Experiment.make(name, data),
            [sample for sample in samples if not sample.on or host in sample.on],
        )  # fmt: skip
        made.scripts()
        return made

    def scripts(self) -> dict[str, str]:
        """What runs in the guest. Raises LabError for a step that is none."""
        lines = script.devices(self.experiment)
        lines += ["mkdir out snap", ". ./lib.sh", "sh ./setup.sh", "versions >versions"]
        lines += ["say recording", self.record.strip()]
        for number, sample in enumerate(self.samples):
            lines += [f"say {sample.id}", *_part(sample.take, f"out/{number}")]
            if sample.tool_count:
                lines += _part(sample.tool_count, f"out/{number}.count")
        return {
            "job.sh": script.HEAD + script.FIND + "\n".join(lines) + "\n",
            "setup.sh": script.workload(self.setup),
            "workload.sh": script.workload(self.experiment),
            "lib.sh": (FOREIGN / "lib.sh").read_text(),
            **{
                path.name: path.read_text()
                for folder in (FOREIGN, STOCK)
                for path in sorted(folder.glob("*.bt"))
            },
        }


def _part(lines: str, to: str) -> list[str]:
    """Lines whose output is a file, their words and their status beside it; the rest goes on."""
    return [
        "set +e",
        f"(set -e\n{lines.strip()}\n) >{to} 2>{to}.err",
        f"echo $? >{to}.status",
        "set -e",
    ]


def _path(stem: str) -> Path:
    return Path(stem) if stem.endswith(".toml") else FOREIGN / f"{stem}.toml"


def names(only: str = "") -> list[str]:
    """All recordings as `name@host`, or those of one file. Raises LabError."""
    if "@" in only:
        return [only]
    found = [_path(only)] if only else sorted(FOREIGN.glob("*.toml"))
    if not all(path.is_file() for path in found):
        raise LabError(f"no recording {only!r}; there are: {', '.join(names())}")
    return [
        f"{path if only.endswith('.toml') else path.stem}@{host}"
        for path in found
        for host in tomllib.loads(path.read_text()).get("on", [])
    ]
