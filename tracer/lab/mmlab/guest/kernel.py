# SPDX-License-Identifier: Apache-2.0
"""The patched kernel, built by kernel-patches/build.sh."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from mmlab import packages
from mmlab.errors import LabError
from mmlab.paths import KERNEL_PATCHES


@dataclass(frozen=True)
class Kernel:
    """A built kernel and what it was built from."""

    folder: Path

    def _fact(self, name: str) -> str:
        return (self.folder / name).read_text().strip()

    @property
    def image(self) -> Path:
        """The bootable image."""
        return self.folder / "bzImage"

    @property
    def key(self) -> str:
        """Hash of patches, configuration and source package version."""
        return self.folder.name

    @property
    def release(self) -> str:
        """As `uname -r` says."""
        return self._fact("release")

    def facts(self) -> dict[str, str]:
        """For manifests."""
        return {
            "release": self.release,
            "source_package": "linux-source-6.12 " + self._fact("source-version"),
            "patches_sha256": self._fact("patches-sha256"),
            "config_sha256": self._fact("config-sha256"),
            "compiler": self._fact("gcc"),
        }


def _run(*options: str) -> Path:
    packages.need(packages.KERNEL)
    command = [str(KERNEL_PATCHES / "build.sh"), *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise LabError("the kernel could not be built")
    return Path(done.stdout.strip().splitlines()[-1])


def build(*, debug: bool = False) -> Kernel:
    """Build it, or the one for debugging, unless it is in the cache. Raises LabError."""
    return Kernel(_run(*(["--debug"] if debug else [])))


def compile_series() -> Path:
    """Compile what the series changes, and no more; where the objects are. Raises LabError."""
    return _run("--objects")
