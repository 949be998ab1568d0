# SPDX-License-Identifier: Apache-2.0
"""What the lock files say: of each package its version, its hashes, and who asks for it."""

import json
import re
import tomllib
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import dataclass, field

from pack import ROOT

OWN = "mmscope"
NOT_FOR_USERS = {"dev"}  # extras of the wheel that only those who work on it install
_PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^ ;]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_VIA = re.compile(r"^ +# +(?:via +)?([a-z0-9][a-z0-9._-]*)(?: \(.*\))?$", re.IGNORECASE)
_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass
class Pinned:
    """A package. `hashes`: of its files, one of which is installed; `via`: what needs it."""

    name: str
    version: str
    hashes: list[tuple[str, str]] = field(default_factory=list)
    via: set[str] = field(default_factory=set)


def requirements(text: str) -> dict[str, Pinned]:
    """Of a requirements file with hashes, as uv writes it."""
    found: dict[str, Pinned] = {}
    now: Pinned | None = None
    for line in text.splitlines():
        if pin := _PIN.match(line):
            now = found[pin[1]] = Pinned(pin[1], pin[2])
        elif now and (digest := _HASH.search(line)):
            now.hashes.append(("SHA-256", digest[1]))
        elif now and (via := _VIA.match(line)) and via[1] != "via":
            now.via.add(via[1])
    return found


def server() -> dict[str, Pinned]:
    """What the wheel needs."""
    return requirements((ROOT / "backend" / "requirements.txt").read_text(encoding="utf-8"))


def extras() -> dict[str, Pinned]:
    """What the wheel's extras need beyond that."""
    every = requirements((ROOT / "backend" / "requirements-dev.txt").read_text(encoding="utf-8"))
    with (ROOT / "backend" / "pyproject.toml").open("rb") as file:
        optional = tomllib.load(file)["project"]["optional-dependencies"]
    asked = {
        _normal(name)
        for extra, lines in optional.items()
        if extra not in NOT_FOR_USERS
        for name in _names(lines)
    }
    wanted = reached(every, asked - {OWN})
    needed = server()
    return {name: every[name] for name in sorted(wanted) if name not in needed}


def reached(every: dict[str, Pinned], first: Iterable[str]) -> set[str]:
    """Those, and all that they need."""
    wanted = set(first)
    if missing := wanted - every.keys():
        raise ValueError(f"pinned nowhere: {', '.join(sorted(missing))}")
    while more := {name for name, pin in every.items() if pin.via & wanted} - wanted:
        wanted |= more
    return wanted


def page() -> dict[str, Pinned]:
    """Packages of the front end's lock file, by name; `via` as it was resolved at the top."""
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    top = {path.removeprefix("node_modules/"): row for path, row in lock.items() if _at_top(path)}
    found = {
        name: Pinned(name, row["version"], [_integrity(row["integrity"])])
        for name, row in top.items()
        if "integrity" in row
    }
    for name, row in [(OWN, lock[""]), *top.items()]:
        for needed in row.get("dependencies", {}):
            if needed in found:
                found[needed].via.add(name)
    return found


def _at_top(path: str) -> bool:
    return path.count("node_modules/") == 1 and path.startswith("node_modules/")


def _integrity(text: str) -> tuple[str, str]:
    algorithm, _, digest = text.partition("-")
    return {"sha512": "SHA-512", "sha256": "SHA-256"}[algorithm], b64decode(digest).hex()


def _names(lines: Iterable[str]) -> Iterable[str]:
    return (found[0] for line in lines if (found := _NAME.match(line)))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
