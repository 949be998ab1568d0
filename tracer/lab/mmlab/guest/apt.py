# SPDX-License-Identifier: Apache-2.0
"""An apt of our own, for packages that the system's sources do not have.

Its configuration, sources, lists and cache are in one folder. It takes from the system the keyring
and how mirrors are reached (`Acquire`: proxies, limits), changes nothing and installs nothing.
"""

from __future__ import annotations

import os
from pathlib import Path

from mmlab.errors import LabError
from mmlab.process import run

SUITES = ("trixie-backports", "sid")
MIRROR = "http://deb.debian.org/debian"
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


def configuration(folder: Path) -> dict[str, str]:
    """What that apt is told; the first two keep the system's configuration out."""
    return {
        "Dir::Etc::parts": "/dev/null",
        "Dir::Etc::main": "/dev/null",
        "Dir::Etc::sourcelist": f"{folder}/sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::preferences": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Dir::State": f"{folder}/state",
        # Nothing is installed as far as it knows.
        "Dir::State::status": f"{folder}/status",
        "Dir::Cache": f"{folder}/cache",
        "APT::Architecture": "amd64",
        # Its own user may not enter a home folder.
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        # Otherwise a mirror out of reach would only be a warning.
        "APT::Update::Error-Mode": "any",
    }


def acquire(dump: str) -> list[str]:
    """Lines of `apt-config dump` that say how mirrors are reached, not which files are wanted."""
    return [
        line
        for line in dump.splitlines()
        if line.startswith("Acquire::") and not line.startswith("Acquire::IndexTargets")
    ]


class PrivateApt:
    """That apt, with Debian's SUITES."""

    def __init__(self, folder: Path, advice: str) -> None:
        """folder: where all of it is, made when missing; advice: what to do when it fails."""
        self.folder = folder
        self.advice = advice

    def _run(self, words: list[str], what: str, folder: Path | None = None) -> str:
        """Output of apt-get or apt-cache. Raises LabError."""
        environment = {**os.environ, "APT_CONFIG": str(self.folder / "apt.conf")}
        return run(words, f"{what} ({self.advice})", folder, environment)

    def _update(self) -> None:
        """Write its files and fetch the lists. Raises LabError."""
        if not KEYRING.exists():
            raise LabError(f"{KEYRING} is missing: apt install debian-archive-keyring")
        for name in ("state/lists/partial", "cache/archives/partial"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "status").touch()
        (self.folder / "sources.list").write_text(
            "".join(f"deb [signed-by={KEYRING}] {MIRROR} {suite} main\n" for suite in SUITES)
        )
        own = [f'{key} "{value}";' for key, value in configuration(self.folder).items()]
        dump = run(["apt-config", "dump"], "read apt's configuration")
        (self.folder / "apt.conf").write_text("\n".join([*acquire(dump), *own]) + "\n")
        self._run(["apt-get", "update", "-qq"], f"read the lists of {', '.join(SUITES)}")

    def names(self, prefix: str) -> list[str]:
        """Packages of SUITES today whose names begin so. Raises LabError."""
        print(f"lab: asking {MIRROR} for {prefix}*", flush=True)
        self._update()
        return self._run(["apt-cache", "pkgnames", prefix], "list packages").split()

    def download(self, names: list[str], to: Path) -> None:
        """Put packages into a folder. Raises LabError."""
        print(f"lab: downloading {' '.join(names)}", flush=True)
        self._run(["apt-get", "download", "-qq", *names], "download them", to)
