#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a page needs beside the saved state of its kernel: guest.py TEXTS KERNEL STATE > guest.json

TEXTS is what tools/gen/guest.mjs read in the guest, KERNEL the folder that kernel-patches/build.sh printed, STATE the
packed state. The first lines of a capture come from the tracer's own code, so they are made here and not in the page.
"""

import hashlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tracer"))

from mmscope_trace import manifest, zones

PAGE_SIZE = 4096
EMULATOR = ROOT / "frontend" / "node_modules" / "v86" / "build" / "v86.wasm"
# /proc adds to a worker's name what it works at; the kernel's own is behind none of it, and has 15 bytes.
WORKER = re.compile(r"^(kworker/\S*?:\w+)[-+].*")
COMM_BYTES = 15
# How many nodes, and how far each is from each (arch/x86/mm/numa_emulation.c).
DISTANCES = re.compile(r"\bnuma=fake=(\d+):([\d,]+)")


def nodes(zoneinfo: str, command_line: str) -> list[dict[str, object]]:
    """As manifest.nodes() gives them. The one CPU walks from node to node: it counts as one of each."""
    pages: dict[int, int] = defaultdict(int)
    for zone in zones.parse(zoneinfo):
        pages[zone.nid] += zone.present
    match = DISTANCES.search(command_line)
    if not match or len(pages) != int(match[1]):
        sys.exit(f"{len(pages)} nodes, and not their distances on the command line: {command_line}")
    row = batched(map(int, match[2].rstrip(",").split(",")), len(pages))
    return [
        {"nid": nid, "cpus": [nid], "pages": count, "distances": list(next(row))}
        for nid, count in pages.items()
    ]


def batched(numbers: Iterable[int], size: int) -> Iterator[tuple[int, ...]]:
    """So many at a time: itertools has it from 3.12 on."""
    return zip(*[iter(numbers)] * size, strict=True)


def names(tasks: str) -> dict[str, str]:
    """The name of each task, by pid, as current->comm has it."""
    found = dict(line.split(maxsplit=1) for line in tasks.splitlines())
    return {pid: WORKER.sub(r"\1", name)[:COMM_BYTES] for pid, name in found.items()}


def file(path: Path) -> dict[str, object]:
    """What a page compares it with."""
    content = path.read_bytes()
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def main() -> None:
    texts = json.loads(Path(sys.argv[1]).read_text())
    kernel = Path(sys.argv[2])
    emulator = json.loads((ROOT / "frontend" / "package.json").read_text())["dependencies"]["v86"]
    found = nodes(texts["zoneinfo"], texts["command_line"])
    described = {
        "arch": "i386",
        "clock": "CLOCK_BOOTTIME",
        "emulator": f"v86 {emulator}",
        "kernel": {"release": (kernel / "release").read_text().strip(), "version": texts["version"].strip()},
        "kernel_command_line": texts["command_line"],
        "nodes": found,
        "page_size": PAGE_SIZE,
        "patches_sha256": (kernel / "patches-sha256").read_text().strip(),
        "config_sha256": (kernel / "config-sha256").read_text().strip(),
        "source_version": (kernel / "source-version").read_text().strip(),
        "tracer": "mmscope guest",
    }
    json.dump(
        {
            "files": {"state": file(Path(sys.argv[3])), "emulator": file(EMULATOR)},
            "manifest": described,
            "machine": manifest.node_lines(found) + zones.lines(texts["zoneinfo"], texts["log"]),
            "formats": texts["formats"],
            "tasks": names(texts["tasks"]),
        },
        sys.stdout,
        indent=1,
        sort_keys=True,
    )
    print()


main()
