# SPDX-License-Identifier: Apache-2.0
"""Run one experiment in a guest and file its capture."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import capture, guest, kernel, qemu, replay, script
from .errors import LabError
from .experiment import Experiment
from .paths import TRACER, WORKLOADS, cache

# Starting over with larger buffers loses nothing but time.
ATTEMPTS = 3
# Of mmscope-trace, when events were lost.
LOST_STATUS = "3"


def workloads(folder: Path) -> None:
    """Compile the programs of workloads/ into a folder, statically: the guest has no others."""
    for source in sorted(WORKLOADS.glob("*.c")):
        done = subprocess.run(
            ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-o",
             str(folder / source.stem), str(source)], check=False,
        )  # fmt: skip
        if done.returncode:
            raise LabError(f"{source.name} does not compile")


def share(folder: Path, scripts: dict[str, str]) -> None:
    """Fill the folder that the guest sees as /share."""
    shutil.copytree(
        TRACER,
        folder / "tracer",
        ignore=shutil.ignore_patterns("lab", "__pycache__", "tests", ".*"),
    )
    workloads(folder)
    for name, text in scripts.items():
        (folder / name).write_text(text)


def _attempt(experiment: Experiment, ring_pages: int) -> tuple[Path, dict[str, Any], Path]:
    """Boot once; return the raw capture, facts for its manifest, and the folder to remove."""
    built, image = kernel.build(), guest.build()
    runs = cache() / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{experiment.id}-", dir=runs))
    shared = folder / "share"
    shared.mkdir()
    scripts = {
        "job.sh": script.job(experiment, ring_pages),
        "workload.sh": script.workload(experiment),
    }
    share(shared, scripts)
    for device in experiment.devices:
        if device.kind == "nvme":
            with open(folder / f"{device.name}.img", "wb") as disk:
                disk.truncate(device.size_mib << 20)
    real = {
        "kernel": str(built.image),
        "root": str(image),
        "disks": str(folder),
        "share": str(shared),
    }
    shown = {"kernel": "bzImage", "root": "root.img", "disks": ".", "share": "share"}
    machine = (experiment.nodes, experiment.devices, experiment.distance)
    console = folder / "console.log"
    seconds = qemu.boot(
        qemu.command(*machine, real, experiment.boot), console, experiment.timeout_s, experiment.id
    )
    raw = shared / "capture.mmscope"
    if not raw.exists():
        raise LabError(f"the guest made no capture; its console is {console}")
    status = (shared / "status").read_text().strip() if (shared / "status").exists() else "none"
    if status not in ("0", LOST_STATUS):
        raise LabError(
            f"the workload failed with status {status}; the guest's console is {console}"
        )
    facts = {
        "kernel": built.facts(),
        "qemu": qemu.version(),
        "qemu_command": qemu.command(*machine, shown, experiment.boot),
        "guest": {"suite": guest.SUITE, "packages": list(guest.PACKAGES), "key": guest.key()},
        "seconds": round(seconds, 1),
        "recorded": datetime.now(UTC).date().isoformat(),
        "warnings": [
            line.strip()
            for line in (shared / "dmesg").read_text(errors="replace").splitlines()
            if any(word in line for word in ("WARNING:", "BUG:", "Oops", "swap_info"))
        ] if (shared / "dmesg").exists() else [],
    }  # fmt: skip
    return raw, facts, folder


def run(experiment: Experiment) -> dict[str, Any]:
    """Run, check, file; return the manifest. Raises LabError."""
    print(f"{experiment.id}: {experiment.title}", flush=True)
    ring_pages = experiment.ring_pages
    for _ in range(ATTEMPTS):
        raw, facts, folder = _attempt(experiment, ring_pages)
        summary = capture.summary(raw)
        if not summary.lost:
            break
        print(
            f"{experiment.id}: {summary.lost} events lost with {ring_pages} pages for each CPU; "
            f"again with {ring_pages * 4}",
            flush=True,
        )
        ring_pages *= 4
    else:
        raise LabError(f"events were lost {ATTEMPTS} times; the last run is in {folder}")
    problems = replay.check(raw)
    if problems:
        raise LabError(f"{problems[0]} ({len(problems)} problems); the run is in {folder}")
    manifest = capture.file(experiment, raw, summary, facts)
    shutil.rmtree(folder)
    kinds = " ".join(f"{kind}={count}" for kind, count in manifest["events"].items())
    print(
        f"{experiment.id}: {kinds} lost={manifest['lost']} bytes={manifest['size']} "
        f"seconds={facts['seconds']}",
        flush=True,
    )
    return manifest
