# SPDX-License-Identifier: Apache-2.0
"""Which captures come from the series of patches here. As a program it fails if one does not."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from .paths import CAPTURES, KERNEL_PATCHES


def sha256(patches: Path = KERNEL_PATCHES) -> str:
    """Of the series' patches one after the other, as kernel-patches/build.sh keeps it."""
    whole = hashlib.sha256()
    for patch in sorted((patches / "series").glob("*.patch")):
        whole.update(patch.read_bytes())
    return whole.hexdigest()


def strangers(captures: Path = CAPTURES, patches: Path = KERNEL_PATCHES) -> tuple[list[str], int]:
    """The captures whose manifests name another series, or none; and how many there are in all."""
    want = sha256(patches)
    manifests = [json.loads(path.read_text()) for path in sorted(captures.glob("*.json"))]
    other = [m["id"] for m in manifests if m.get("kernel", {}).get("patches_sha256") != want]
    return other, len(manifests)


def main() -> int:
    """Entry point; returns the exit status."""
    other, captures = strangers()
    print(f"lab-series captures={captures} other={len(other)}")
    if other:
        print("made by another series, run again: " + " ".join(other), file=sys.stderr)
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
