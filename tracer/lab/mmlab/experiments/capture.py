# SPDX-License-Identifier: Apache-2.0
"""Turn what the guest wrote into datasets/captures/<id>.mmscope.gz and its manifest."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mmlab.errors import LabError

from . import perf, script
from .experiment import Experiment

RAW = "capture.mmscope"


@dataclass(frozen=True)
class Summary:
    """What a capture says of itself."""

    start: dict[str, Any]
    end: dict[str, Any]
    events: dict[str, int]
    lost: int
    rules: list[str]


def summary(raw: Path) -> Summary:
    """Read a capture's first and last lines and count the rest. Raises LabError."""
    counts: Counter[str] = Counter()
    modes: set[str] = set()
    with open(raw, encoding="ascii") as lines:
        if next(lines, "") != "mmscope-capture 1\n":
            raise LabError(f"{raw} is not a capture")
        start = json.loads(next(lines).removeprefix("manifest "))
        line = ""
        for line in lines:
            kind = line.partition(" ")[0]
            counts[kind] += 1
            if kind == "swap_select":
                modes.add(line.split(" mode=", 1)[1].partition(" ")[0])
    if not line.startswith("end "):
        raise LabError(f"{raw} has no end: the tracer was killed")
    head, _, tail = line.partition(" manifest=")
    lost = int(head.partition(" lost=")[2])
    counts -= Counter({"end": 1})
    names = {"0": "node", "1": "global", "2": "roundrobin"}
    return Summary(start, json.loads(tail), dict(counts), lost, [names[m] for m in sorted(modes)])


def file(
    experiment: Experiment, share: Path, made: Summary, facts: dict[str, Any], folder: Path
) -> dict[str, Any]:
    """Compress into a folder, write the manifest, give both their names; return the manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{experiment.id}.mmscope.gz"
    part = folder / f"{name}.part"
    with open(part, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed:
        packed.write((share / RAW).read_bytes())
    data = part.read_bytes()
    manifest = {
        "id": experiment.id,
        "title": experiment.title,
        "description": experiment.description,
        "seeds": experiment.seeds,
        "file": name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "size": len(data),
        "events": made.events,
        "lost": made.lost,
        "duration_ns": made.end["duration_ns"],
        "rules": made.rules,
        "slots_cache": experiment.slots_cache,
        "recorded": facts["recorded"],
        "kernel": facts["kernel"],
        "kernel_warnings": facts["warnings"],
        "sysctls": experiment.sysctls,
        "probes": experiment.probes,
        "comm": experiment.comm,
        "topology": {
            **experiment.topology,
            "devices": [asdict(device) for device in experiment.machine.devices],
        },
        "cgroups_mib": experiment.cgroups,
        "cpusets": experiment.cpusets,
        "qemu_command": facts["qemu_command"],
        "workload": script.workload(experiment).splitlines(),
        "tools": {
            "qemu": facts["qemu"],
            "bpftrace": made.start["bpftrace"],
            "tracer": made.start["tracer"],
            "python": made.start["python"],
            "compiler": facts["kernel"]["compiler"],
            "probe_sha256": made.start["probe_sha256"],
        },
        "guest": facts["guest"],
        "run_seconds": facts["seconds"],
    }
    if experiment.perf:
        manifest["perf"], stacks = perf.collect(share)
        manifest["perf"]["file"] = f"{experiment.id}.perf.txt.gz"
        perf.file(folder / manifest["perf"]["file"], stacks)
    (folder / f"{experiment.id}.json").write_text(json.dumps(manifest, indent=2) + "\n")
    os.replace(part, folder / name)
    return manifest
