# SPDX-License-Identifier: Apache-2.0
"""Run one experiment in a guest and file its capture."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import capture, guest, kernel, qemu, replay, script
from .errors import LabError
from .experiment import Experiment
from .paths import CAPTURES
from .stage import Stage, tracer

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


def _attempt(experiment: Experiment, ring_pages: int) -> tuple[Stage, dict[str, Any]]:
    """Boot once; return the run's folder and facts for the manifest. Raises LabError."""
    built, image = kernel.build(), guest.build()
    machine = experiment.machine
    scripts = {
        "job.sh": script.job(experiment, ring_pages),
        "workload.sh": script.workload(experiment),
    }
    stage = Stage.make(experiment.id, machine.devices, scripts)
    tracer(stage.share)
    real = stage.paths(built.image, image)
    shown = {"kernel": "bzImage", "root": "root.img", "disks": ".", "share": "share"}
    seconds = qemu.boot(
        qemu.command(machine, real), stage.console, experiment.timeout_s, experiment.id
    )
    if not (stage.share / RAW).exists():
        raise LabError(f"the guest made no capture; its console is {stage.console}")
    told = stage.share / "status"
    status = told.read_text().strip() if told.exists() else "none"
    if status not in ("0", LOST_STATUS):
        raise LabError(
            f"the workload failed with status {status}; the guest's console is {stage.console}"
        )
    return stage, {
        "kernel": built.facts(),
        "qemu": qemu.version(),
        "qemu_command": qemu.command(machine, shown),
        "guest": guest.LAB.facts(),
        "seconds": round(seconds, 1),
        "recorded": datetime.now(UTC).date().isoformat(),
        "warnings": _warnings(stage.share),
    }


def run(experiment: Experiment, output: Path = CAPTURES) -> dict[str, Any]:
    """Run, check, file in a folder; return the manifest. Raises LabError."""
    print(f"{experiment.id}: {experiment.title}", flush=True)
    ring_pages = experiment.ring_pages
    for _ in range(ATTEMPTS):
        stage, facts = _attempt(experiment, ring_pages)
        summary = capture.summary(stage.share / RAW)
        if not summary.lost:
            break
        print(
            f"{experiment.id}: {summary.lost} events lost with {ring_pages} pages for each CPU; "
            f"again with {ring_pages * 4}",
            flush=True,
        )
        ring_pages *= 4
        stage.remove()
    else:
        raise LabError(f"events were lost {ATTEMPTS} times")
    problems = replay.check(stage.share / RAW)
    if problems:
        raise LabError(f"{problems[0]} ({len(problems)} problems); the run is in {stage.folder}")
    manifest = capture.file(experiment, stage.share, summary, facts, output)
    stage.remove()
    kinds = " ".join(f"{kind}={count}" for kind, count in manifest["events"].items())
    print(
        f"{experiment.id}: {kinds} lost={manifest['lost']} bytes={manifest['size']} "
        f"seconds={facts['seconds']}",
        flush=True,
    )
    return manifest
