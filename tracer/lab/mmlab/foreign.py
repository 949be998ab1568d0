# SPDX-License-Identifier: Apache-2.0
"""Boot a recording's guest, let foreign tools make their samples, file them with their counts."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import guest, kernel, qemu, samples, stock
from .errors import LabError
from .paths import SAMPLES
from .recording import PATCHED, Recording
from .stage import Stage


def _kernel(recording: Recording, stage: Stage, root: Path) -> tuple[dict[str, str], Any]:
    """Paths for the command line, and facts for the manifest. Raises LabError."""
    if recording.host.kernel == PATCHED:
        built = kernel.build()
        return stage.paths(built.image, root), built.facts()
    debian = stock.build(recording.host.kernel)
    return {**stage.paths(debian.image, root), "initrd": str(debian.initrd)}, debian.facts()


def run(name: str, output: Path = SAMPLES) -> list[dict[str, Any]]:
    """Run and file one recording; return the manifests of its samples. Raises LabError."""
    recording = Recording.load(name)
    experiment = recording.experiment
    print(f"{experiment.id}: {experiment.title}", flush=True)
    root = guest.build(recording.host.guest)
    scripts = recording.scripts()
    stage = Stage.make(experiment.id, experiment.machine.devices, scripts)
    paths, kernel_facts = _kernel(recording, stage, root)
    shown = {key: Path(path).name for key, path in paths.items()} | {"disks": "."}
    booted = qemu.boot(
        qemu.command(experiment.machine, paths), stage.console, experiment.timeout_s, experiment.id
    )
    told = stage.share / "status"
    status = told.read_text().strip() if told.exists() else "none"
    if status != "0":
        raise LabError(
            f"the recording failed with status {status}; the guest's console is {stage.console}"
        )
    facts = {
        "recording": experiment.id,
        "recorded": datetime.now(UTC).date().isoformat(),
        "kernel": kernel_facts,
        "guest": recording.host.guest.facts(),
        "tools": {"qemu": qemu.version(), **samples.pairs(stage.share / "versions")},
        "topology": experiment.topology,
        "qemu_command": qemu.command(experiment.machine, shown),
        "setup": scripts["setup.sh"].splitlines(),
        "workload": scripts["workload.sh"].splitlines(),
        "record": recording.record.strip().splitlines(),
    }
    made, failed = [], []
    for number, sample in enumerate(recording.samples):
        try:
            manifest = samples.file(sample, stage.share, number, facts, output)
        except LabError as error:
            failed.append(str(error))
            continue
        counts = manifest["counts"]
        print(
            f"{sample.id}: lines={counts['lines']} events={counts.get('events', 0)} "
            f"bytes={manifest['size']}",
            flush=True,
        )
        made.append(manifest)
    if failed:
        raise LabError("; ".join(failed) + f"; the run is in {stage.folder}")
    stage.remove()
    print(f"{experiment.id}: samples={len(made)} seconds={booted.seconds:.0f}", flush=True)
    return made
