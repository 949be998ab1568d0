# SPDX-License-Identifier: Apache-2.0
"""Debian packages that a step of the lab needs."""

from __future__ import annotations

import os
import subprocess

from .errors import LabError

KERNEL = (
    "linux-source-6.12", "build-essential", "bc", "bison", "flex", "libelf-dev", "libssl-dev",
    "dwarves", "cpio", "kmod", "xz-utils", "zstd", "python3",
)  # fmt: skip
GUEST = ("debootstrap", "debian-archive-keyring", "e2fsprogs")
STOCK = ("build-essential", "cpio", "debian-archive-keyring", "dpkg", "kmod", "xz-utils")
WORKLOADS = ("build-essential",)
FILE_SYSTEM = ("e2fsprogs",)
QEMU = ("qemu-system-x86",)


def installed(name: str) -> bool:
    """Is the package installed?"""
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Status}", name], capture_output=True, text=True, check=False
    )
    return asked.stdout.endswith("ok installed")


def need(names: tuple[str, ...]) -> None:
    """Install what is missing when we may; otherwise raise LabError with the command to type."""
    missing = [name for name in names if not installed(name)]
    if not missing:
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if os.geteuid() != 0:
        raise LabError("packages are missing: sudo " + " ".join(command))
    print("lab: installing " + " ".join(missing), flush=True)
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for step in (["apt-get", "update", "-qq"], command):
        if subprocess.run(step, env=environment, check=False).returncode:
            raise LabError(f"{' '.join(step[:2])} failed; needed are {' '.join(missing)}")
