# SPDX-License-Identifier: Apache-2.0
"""The guest's root file system: a small Debian with tools that trace, as one ext4 image."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mmlab import packages
from mmlab.errors import LabError
from mmlab.paths import GUEST, cache

PACKAGES = (
    "bpftrace", "gawk", "jq", "kmod", "linux-perf", "numactl", "procps", "python3", "trace-cmd",
    "util-linux", "zstd",
)  # fmt: skip


@dataclass(frozen=True)
class Recipe:
    """What an image is made of."""

    suite: str
    packages: tuple[str, ...] = PACKAGES
    size_mib: int = 1400

    @property
    def key(self) -> str:
        """Hash of the recipe: another recipe is another image."""
        recipe = repr(self).encode() + (GUEST / "init.sh").read_bytes()
        return hashlib.sha256(recipe).hexdigest()[:16]

    def facts(self) -> dict[str, Any]:
        """For manifests."""
        return {"suite": self.suite, "packages": list(self.packages), "key": self.key}


# bpftrace of this suite reads twice as fast as 0.17, the oldest that will do.
LAB = Recipe("trixie")
# What people have who stay with a 6.1: perf 6.1, bpftrace 0.17, trace-cmd 3.1.
OLD = Recipe("bookworm")


def build(recipe: Recipe = LAB) -> Path:
    """Path of the image, made unless it is in the cache. Raises LabError."""
    folder = cache() / "guest" / recipe.key
    image = folder / "root.img"
    if image.exists():
        return image
    packages.need(packages.GUEST)
    if os.geteuid() != 0:
        raise LabError("making the guest image needs root: sudo python3 tracer/lab/lab.py build")
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    root = part / "root"
    print(f"lab: making the guest image of {recipe.suite}, about two minutes", flush=True)
    include = "--include=" + ",".join(recipe.packages)
    with open(part / "debootstrap.log", "wb") as log:
        made = subprocess.run(
            ["debootstrap", "--variant=minbase", include, recipe.suite, str(root)],
            stdout=log, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
    if made.returncode:
        raise LabError(f"debootstrap failed; its words are in {part / 'debootstrap.log'}")
    shutil.rmtree(root / "var/cache/apt/archives", ignore_errors=True)
    # The root is mounted read-only, so that runs can share it.
    (root / "share").mkdir()
    init = root / "init.sh"
    shutil.copy(GUEST / "init.sh", init)
    init.chmod(0o755)
    with open(part / "root.img", "wb") as empty:
        empty.truncate(recipe.size_mib << 20)
    made = subprocess.run(
        ["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(root), str(part / "root.img")], check=False
    )
    if made.returncode:
        raise LabError("mke2fs could not make the guest image")
    shutil.rmtree(root)
    part.rename(folder)
    return image
