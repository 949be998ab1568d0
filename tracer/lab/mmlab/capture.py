# SPDX-License-Identifier: Apache-2.0
"""Turn what the guest wrote into datasets/captures/<id>.mmscope.gz and its manifest."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import script
from .errors import LabError
from .experiment import Experiment
from .paths import CAPTURES

KINDS = ("swap_select", "swap_list", "mark")


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
    counts = dict.fromkeys(KINDS, 0)
    modes: set[str] = set()
    with open(raw, encoding="ascii") as lines:
        if next(lines, "") != "mmscope-capture 1\n":
            raise LabError(f"{raw} is not a capture")
        start = json.loads(next(lines).removeprefix("manifest "))
        line = ""
        for line in lines:
            kind = line.partition(" ")[0]
            if kind in counts:
                counts[kind] += 1
            if kind == "swap_select":
                modes.add(line.split(" mode=", 1)[1].partition(" ")[0])
    if not line.startswith("end "):
        raise LabError(f"{raw} has no end: the tracer was killed")
    head, _, tail = line.partition(" manifest=")
    lost = int(head.partition(" lost=")[2])
    names = {"0": "node", "1": "global", "2": "roundrobin"}
    return Summary(start, json.loads(tail), counts, lost, [names[m] for m in sorted(modes)])


def file(experiment: Experiment, raw: Path, made: Summary, facts: dict[str, Any]) -> dict[str, Any]:
    """Compress into CAPTURES, write the manifest, give both their names; return the manifest."""
    folder = CAPTURES
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{experiment.id}.mmscope.gz"
    part = folder / f"{name}.part"
    with open(part, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed:
        packed.write(raw.read_bytes())
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
        "topology": {**experiment.topology, "devices": [vars(d) for d in experiment.devices]},
        "cgroups_mib": experiment.cgroups,
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
    (folder / f"{experiment.id}.json").write_text(json.dumps(manifest, indent=2) + "\n")
    os.replace(part, folder / name)
    return manifest
