# SPDX-License-Identifier: Apache-2.0
"""Boot a recording's guest, let foreign tools make their samples, file them with their counts."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mmlab.errors import LabError
from mmlab.guest import image, kernel, qemu, stock
from mmlab.guest.folder import RunFolder
from mmlab.paths import SAMPLES

from . import samples
from .recording import PATCHED, Recording


def _kernel(recording: Recording, folder: RunFolder, root: Path) -> tuple[dict[str, str], Any]:
    """Paths for the command line, and facts for the manifest. Raises LabError."""
    if recording.host.kernel == PATCHED:
        built = kernel.build()
        return folder.paths(built.image, root), built.facts()
    debian = stock.build(recording.host.kernel)
    return {**folder.paths(debian.image, root), "initrd": str(debian.initrd)}, debian.facts()


def run(name: str, output: Path = SAMPLES) -> list[dict[str, Any]]:
    """Run and file one recording; return the manifests of its samples. Raises LabError."""
    recording = Recording.load(name)
    experiment = recording.experiment
    print(f"{experiment.id}: {experiment.title}", flush=True)
    root = image.build(recording.host.guest)
    scripts = recording.scripts()
    folder = RunFolder.make(experiment.id, experiment.machine.devices, scripts)
    paths, kernel_facts = _kernel(recording, folder, root)
    shown = {key: Path(path).name for key, path in paths.items()} | {"disks": "."}
    booted = qemu.boot(
        qemu.command(experiment.machine, paths), folder.console, experiment.timeout_s, experiment.id
    )
    status_file = folder.share / "status"
    status = status_file.read_text().strip() if status_file.exists() else "none"
    if status != "0":
        raise LabError(
            f"the recording failed with status {status}; the guest's console is {folder.console}"
        )
    facts = {
        "recording": experiment.id,
        "recorded": datetime.now(UTC).date().isoformat(),
        "kernel": kernel_facts,
        "guest": recording.host.guest.facts(),
        "tools": {"qemu": qemu.version(), **samples.pairs(folder.share / "versions")},
        "topology": experiment.topology,
        "qemu_command": qemu.command(experiment.machine, shown),
        "setup": scripts["setup.sh"].splitlines(),
        "workload": scripts["workload.sh"].splitlines(),
        "record": recording.record.strip().splitlines(),
    }
    made, failed = [], []
    for number, sample in enumerate(recording.samples):
        try:
            manifest = samples.file(sample, folder.share, number, facts, output)
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
        raise LabError("; ".join(failed) + f"; the run is in {folder.path}")
    folder.remove()
    print(f"{experiment.id}: samples={len(made)} seconds={booted.seconds:.0f}", flush=True)
    return made
