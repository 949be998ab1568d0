# SPDX-License-Identifier: Apache-2.0
"""The folder of one run: disk images, and what the guest sees as /share."""

from __future__ import annotations

import array
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from mmlab import packages
from mmlab.errors import LabError
from mmlab.paths import TRACER, WORKLOADS, cache

from .machine import DISKS, Device

PAGE = 4096
CHUNK_PAGES = 1024


def workloads(folder: Path) -> None:
    """Compile the programs of workloads/ into a folder, statically: the guest has no others."""
    packages.need(packages.WORKLOADS)
    for source in sorted(WORKLOADS.glob("*.c")):
        done = subprocess.run(
            ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-pthread", "-o",
             str(folder / source.stem), str(source)], check=False,
        )  # fmt: skip
        if done.returncode:
            raise LabError(f"{source.name} does not compile")


def tracer(folder: Path) -> None:
    """Put mmscope-trace there as one would on a machine that is traced."""
    ignored = shutil.ignore_patterns("lab", "__pycache__", "tests", ".*")
    shutil.copytree(TRACER, folder / "tracer", ignore=ignored)


def image(path: Path, device: Device) -> None:
    """A disk: empty for swap, an empty ext4, or each page begins with its number, 64 bits, low byte
    first. Raises LabError.
    """
    with open(path, "wb") as disk:
        if device.swap:
            disk.truncate(device.size_mib << 20)
            return
        if device.ext4:
            disk.truncate(device.size_mib << 20)
            packages.need(packages.FILE_SYSTEM)
            line = ["mke2fs", "-q", "-F", "-t", "ext4", str(path)]
            if subprocess.run(line, check=False).returncode:
                raise LabError(f"mke2fs could not make {path}")
            return
        words = array.array("Q", bytes(CHUNK_PAGES * PAGE))
        for first in range(0, device.size_mib << 8, CHUNK_PAGES):
            words[:: PAGE // 8] = array.array("Q", range(first, first + CHUNK_PAGES))
            chunk = words
            if sys.byteorder == "big":
                chunk = array.array("Q", words)
                chunk.byteswap()
            # The last chunk may be longer than the disk.
            disk.write(chunk.tobytes()[: (device.size_mib << 20) - first * PAGE])


@dataclass(frozen=True)
class RunFolder:
    """A run's folder."""

    path: Path

    @property
    def share(self) -> Path:
        """What the guest sees as /share."""
        return self.path / "share"

    @property
    def console(self) -> Path:
        """What the guest said."""
        return self.path / "console.log"

    def paths(self, kernel: Path, root: Path) -> dict[str, str]:
        """What a QEMU command line names."""
        return {
            "kernel": str(kernel),
            "root": str(root),
            "disks": str(self.path),
            "share": str(self.share),
        }

    def remove(self) -> None:
        """Delete it, images and all."""
        shutil.rmtree(self.path)

    @classmethod
    def make(cls, tag: str, devices: list[Device], scripts: dict[str, str]) -> RunFolder:
        """A folder with images of the devices, the programs and these scripts."""
        runs = cache() / "runs"
        runs.mkdir(parents=True, exist_ok=True)
        made = cls(Path(tempfile.mkdtemp(prefix=f"{tag}-", dir=runs)))
        made.share.mkdir()
        for device in devices:
            if device.kind in DISKS:
                image(made.path / f"{device.name}.img", device)
        workloads(made.share)
        for name, text in scripts.items():
            (made.share / name).write_text(text)
        return made
