#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stamp.py TARGET…: make each target, unless nothing it depends on has changed since it last passed.

mk/inputs.toml says what that is. STAMPS=off makes them all. A target that is not in the table is always made.
"""

import hashlib
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "mk" / "inputs.toml"
STAMPS = ROOT / "build" / "stamps"


class Inputs:
    """What the targets depend on: the table, with its sets put in place of their names."""

    def __init__(self, table: Path = TABLE) -> None:
        raw = tomllib.loads(table.read_text())
        self._sets: dict[str, list[str]] = raw["sets"]
        self._every: list[str] = raw["every"]
        self._targets: dict[str, list[str]] = raw["targets"]
        self._programs: dict[str, list[str]] = raw["programs"]

    def targets(self) -> list[str]:
        """All that have an entry."""
        return list(self._targets)

    def pathspecs(self, target: str) -> list[str]:
        """Of the files a target depends on, as git reads them."""
        return [*self._every, *(spec for entry in self._targets[target] for spec in self._resolved(entry))]

    def programs(self, target: str) -> list[str]:
        """Installed programs whose version matters to a target."""
        return [name for name, targets in self._programs.items() if target in targets]

    def _resolved(self, entry: str) -> list[str]:
        if not entry.startswith("@"):
            return [entry]
        return [spec for inner in self._sets[entry[1:]] for spec in self._resolved(inner)]


def files(pathspecs: list[str], root: Path = ROOT) -> list[str]:
    """Files of the work tree that fit: kept or new, but none that git ignores."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *pathspecs]
    out = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return sorted({name for name in out.split("\0") if name})


def version(program: str) -> str:
    """What a program says it is."""
    try:
        return subprocess.run([program, "--version"], check=False, capture_output=True, text=True).stdout
    except FileNotFoundError:
        return "absent"


def digest(inputs: Inputs, target: str, root: Path = ROOT) -> str:
    """Of all that a target depends on."""
    found = hashlib.sha256()
    for program in inputs.programs(target):
        found.update(f"{program}\0{version(program)}\0".encode())
    for name in files(inputs.pathspecs(target), root):
        path = root / name
        if path.is_symlink():
            content = os.readlink(path).encode()
        elif path.is_file():
            content = path.read_bytes()
        else:
            continue  # removed, and git does not know yet
        found.update(f"{name}\0{path.stat().st_mode & 0o111}\0".encode() + hashlib.sha256(content).digest())
    return found.hexdigest()


def make(target: str, inputs: Inputs) -> int:
    """Make one target, or say that it is unchanged; its exit status."""
    known = target in inputs.targets()
    stamp = STAMPS / target
    before = digest(inputs, target) if known else ""
    if known and os.environ.get("STAMPS") != "off" and stamp.exists() and stamp.read_text() == before:
        print(f"unchanged target={target}", flush=True)
        return 0
    clock, cpu = time.monotonic(), os.times()
    status = subprocess.run(["make", "-s", target], cwd=ROOT, check=False).returncode
    after = os.times()
    user, system = after.children_user - cpu.children_user, after.children_system - cpu.children_system
    print(f"took target={target} s={time.monotonic() - clock:.0f} cpu_s={user:.0f}+{system:.0f}", flush=True)
    # What was changed meanwhile was not tested, or only in part.
    if status == 0 and known and digest(inputs, target) == before:
        STAMPS.mkdir(parents=True, exist_ok=True)
        stamp.write_text(before)
    return status


def main() -> int:
    """Make them one after the other, up to the first that fails."""
    inputs = Inputs()
    return next((status for target in sys.argv[1:] if (status := make(target, inputs))), 0)


if __name__ == "__main__":
    sys.exit(main())
