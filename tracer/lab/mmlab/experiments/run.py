# SPDX-License-Identifier: Apache-2.0
"""Run one experiment in a guest and file its capture."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mmlab.errors import LabError
from mmlab.guest import image, kernel, qemu
from mmlab.guest.folder import RunFolder, tracer
from mmlab.paths import CAPTURES

from . import capture, consistency, script
from .experiment import Experiment

# Starting over with larger buffers loses nothing but time.
ATTEMPTS = 3
# Of mmscope-trace, when events were lost.
LOST_STATUS = "3"
ALARMS = ("WARNING:", "BUG:", "Oops", "swap_info")
RAW = capture.RAW


def _warnings(share: Path) -> list[str]:
    """Lines of the guest's kernel log that nobody should have to see."""
    log = share / "dmesg"
    text = log.read_text(errors="replace") if log.exists() else ""
    return [line.strip() for line in text.splitlines() if any(word in line for word in ALARMS)]


@dataclass(frozen=True)
class Booted:
    """What a guest left behind.

    Attributes:
        boots: times it was started: see qemu.boot().
        status: of the workload, as mmscope-trace gave it; "none" if the guest did not come so far.
        facts: for the manifest.
    """

    folder: RunFolder
    boots: int
    status: str
    facts: dict[str, Any]

    @property
    def raw(self) -> Path:
        """Its capture, if it made one."""
        return self.folder.share / RAW


def boot(experiment: Experiment, ring_pages: int) -> Booted:
    """Boot once. Raises LabError when the time is up; the run's folder is left then."""
    built, root = kernel.build(), image.build()
    machine = experiment.machine
    scripts = {
        "job.sh": script.job(experiment, ring_pages),
        "workload.sh": script.workload(experiment),
    }
    folder = RunFolder.make(experiment.id, machine.devices, scripts)
    tracer(folder.share)
    real = folder.paths(built.image, root)
    shown = {"kernel": "bzImage", "root": "root.img", "disks": ".", "share": "share"}
    booted = qemu.boot(
        qemu.command(machine, real), folder.console, experiment.timeout_s, experiment.id
    )
    status_file = folder.share / "status"
    return Booted(
        folder,
        booted.tries,
        status_file.read_text().strip() if status_file.exists() else "none",
        {
            "kernel": built.facts(),
            "qemu": qemu.version(),
            "qemu_command": qemu.command(machine, shown),
            "guest": image.LAB.facts(),
            "seconds": round(booted.seconds, 1),
            "recorded": datetime.now(UTC).date().isoformat(),
            "warnings": _warnings(folder.share),
        },
    )


def _attempt(experiment: Experiment, ring_pages: int) -> Booted:
    """Boot once; the capture is there then, and the workload did not fail. Raises LabError."""
    booted = boot(experiment, ring_pages)
    console = booted.folder.console
    if not booted.raw.exists():
        raise LabError(f"the guest made no capture; its console is {console}")
    if booted.status not in ("0", LOST_STATUS):
        raise LabError(
            f"the workload failed with status {booted.status}; the guest's console is {console}"
        )
    return booted


def run(experiment: Experiment, output: Path = CAPTURES) -> dict[str, Any]:
    """Run, check, file in a folder; return the manifest. Raises LabError."""
    print(f"{experiment.id}: {experiment.title}", flush=True)
    ring_pages = experiment.ring_pages
    for _ in range(ATTEMPTS):
        booted = _attempt(experiment, ring_pages)
        folder, facts = booted.folder, booted.facts
        summary = capture.summary(booted.raw)
        if not summary.lost:
            break
        print(
            f"{experiment.id}: {summary.lost} events lost with {ring_pages} pages for each CPU; "
            f"again with {ring_pages * 4}",
            flush=True,
        )
        ring_pages *= 4
        folder.remove()
    else:
        raise LabError(f"events were lost {ATTEMPTS} times")
    problems = consistency.check(booted.raw)
    if problems:
        raise LabError(f"{problems[0]} ({len(problems)} problems); the run is in {folder.path}")
    manifest = capture.file(experiment, folder.share, summary, facts, output)
    folder.remove()
    kinds = " ".join(f"{kind}={count}" for kind, count in manifest["events"].items())
    print(
        f"{experiment.id}: {kinds} lost={manifest['lost']} bytes={manifest['size']} "
        f"seconds={facts['seconds']}",
        flush=True,
    )
    return manifest
