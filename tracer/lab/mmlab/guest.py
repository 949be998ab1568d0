# SPDX-License-Identifier: Apache-2.0
"""The guest's root file system: a small Debian with bpftrace and Python, as one ext4 image."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from . import packages
from .errors import LabError
from .paths import GUEST, cache

# bpftrace of this suite reads twice as fast as 0.17, the oldest that will do.
SUITE = "trixie"
PACKAGES = ("bpftrace", "linux-perf", "numactl", "python3", "util-linux", "procps", "kmod")
SIZE_MIB = 1200


def key() -> str:
    """Hash of the recipe: another recipe is another image."""
    recipe = Path(__file__).read_bytes() + (GUEST / "init.sh").read_bytes()
    return hashlib.sha256(recipe).hexdigest()[:16]


def build() -> Path:
    """Path of the image, made unless it is in the cache. Raises LabError."""
    folder = cache() / "guest" / key()
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
    print("lab: making the guest image, about two minutes", flush=True)
    include = "--include=" + ",".join(PACKAGES)
    with open(part / "debootstrap.log", "wb") as log:
        made = subprocess.run(
            ["debootstrap", "--variant=minbase", include, SUITE, str(root)],
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
        empty.truncate(SIZE_MIB << 20)
    made = subprocess.run(
        ["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(root), str(part / "root.img")], check=False
    )
    if made.returncode:
        raise LabError("mke2fs could not make the guest image")
    shutil.rmtree(root)
    part.rename(folder)
    return image
