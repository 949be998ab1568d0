"""What the benches of the server share: a data folder of their own, and the sample they repeat."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
SAMPLE = ROOT / "datasets" / "foreign" / "ftrace" / "numa-reclaim.txt.zst"
sys.path.insert(0, str(ROOT / "backend" / "tests"))

from support import OURS, Server, wait_until

from mmscope.settings import Settings, load

__all__ = ["BUILD", "OURS", "ROOT", "SAMPLE", "Server", "peak", "surroundings", "wait_until"]


@contextmanager
def surroundings(name: str) -> Iterator[Settings]:
    """A data folder without bundled captures, in build/; what is left of an earlier run goes, and it goes."""
    usual = load({})
    folder = BUILD / name / "server"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "root" / "wasm-core").mkdir(parents=True)
    (folder / "root" / "wasm-core" / "dist").symlink_to(usual.core.parent)
    try:
        yield replace(usual, root=folder / "root", data=folder / "data")
    finally:
        shutil.rmtree(folder)


def peak(pid: int | None = None) -> int:
    """The most memory that a process and those it started have at a time had, in MB of 10^6 bytes.

    Linux keeps it for each process; the sum is no less than what they had together.
    """
    pid = pid or os.getpid()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    content = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(content["VmHWM"].split()[0]) * 1024 // 10**6 + sum(peak(int(child)) for child in children)
