# SPDX-License-Identifier: Apache-2.0
"""Which captures come from the series of patches here, or from an earlier one that differs in
nothing a capture could show. As a program it fails if one does not.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from .paths import CAPTURES, KERNEL_PATCHES

# What an event holds: its fields, and the numbers in them that have names.
RECORDED = re.compile(
    r"([+-])\t"
    r"(?:\s*(?:TP_STRUCT__entry\()?(__(?:field|array)\([^)]*\))|([A-Z0-9]+_[A-Z0-9_]+(?: = \w+)?,))"
)


def _patches(patches: Path) -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted((patches / "series").glob("*.patch")))


def sha256(patches: Path = KERNEL_PATCHES) -> str:
    """Of the series' patches one after the other, as kernel-patches/build.sh keeps it."""
    whole = hashlib.sha256()
    for patch in _patches(patches):
        whole.update(patch)
    return whole.hexdigest()


def facts(patches: Path = KERNEL_PATCHES) -> dict[str, str]:
    """What tells the patched kernel from one of another series or configuration."""
    configuration = (patches / "kernel.config").read_bytes()
    return {
        "patches_sha256": sha256(patches),
        "config_sha256": hashlib.sha256(configuration).hexdigest(),
    }


def records(patches: Path = KERNEL_PATCHES) -> str:
    """SHA-256 of all that the series' events hold: fields and numbers in their order, wherever in
    a patch they stand together.
    """
    blocks: list[str] = []
    block = ""
    for patch in _patches(patches):
        for line in patch.decode().splitlines():
            if found := RECORDED.match(line):
                block += "".join((*found.groups(""), "\n"))
            elif block:
                blocks.append(block)
                block = ""
    return hashlib.sha256("\n".join(sorted(blocks)).encode()).hexdigest()


def standing(patches: Path = KERNEL_PATCHES) -> list[dict[str, str]]:
    """The facts of the series here, and of the earlier ones that were compared with it."""
    here = facts(patches)
    earlier = patches / "earlier.toml"
    if not earlier.is_file():
        return [here]
    compared = tomllib.loads(earlier.read_text())
    if compared["here"] != here or compared["records"] != records(patches):
        return [here]
    return [here, *({key: each[key] for key in here} for each in compared["earlier"])]


def stands(kernel: dict[str, str], patches: Path = KERNEL_PATCHES) -> bool:
    """Does what this kernel recorded stand? It says so in its manifest: facts() and more."""
    return any(kernel.get("patches_sha256") == each["patches_sha256"] for each in standing(patches))


def strangers(captures: Path = CAPTURES, patches: Path = KERNEL_PATCHES) -> tuple[list[str], int]:
    """The captures whose manifests name another series, or none; and how many there are in all."""
    manifests = [json.loads(path.read_text()) for path in sorted(captures.glob("*.json"))]
    other = [m["id"] for m in manifests if not stands(m.get("kernel", {}), patches)]
    return other, len(manifests)


def main() -> int:
    """Entry point; returns the exit status."""
    other, captures = strangers()
    print(f"lab-series captures={captures} other={len(other)}")
    if other:
        print("made by another series, run again: " + " ".join(other), file=sys.stderr)
        print("or compare it with the one here: kernel-patches/earlier.toml", file=sys.stderr)
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
