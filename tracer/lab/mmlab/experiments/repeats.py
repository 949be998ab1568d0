# SPDX-License-Identifier: Apache-2.0
"""The experiments of pairs.toml again, to tell a switch's doing from chance.

The bundled capture is the first of each; the others have the same names, in a folder for each
repeat.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mmlab import series
from mmlab.errors import LabError
from mmlab.paths import LAB

from . import run
from .experiment import Experiment

TIMES = 3
Runner = Callable[[Experiment, Path], dict[str, Any]]


def wanted(pairs: Path = LAB / "pairs.toml") -> list[str]:
    """Every experiment of a pair."""
    return [
        name for pair in tomllib.loads(pairs.read_text())["pair"] for name in pair["experiments"]
    ]


def done(name: str, folder: Path) -> bool:
    """Is the capture there, and from a series that stands? It gets its name after its manifest."""
    manifest = folder / f"{name}.json"
    if not (folder / f"{name}.mmscope.gz").exists() or not manifest.exists():
        return False
    return series.stands(json.loads(manifest.read_text()).get("kernel", {}))


def missing(folder: Path, times: int = TIMES) -> list[tuple[str, Path]]:
    """What is to be recorded, and where to: each experiment once before any comes again."""
    folders = [folder / str(time) for time in range(2, times + 1)]
    return [(name, place) for place in folders for name in wanted() if not done(name, place)]


def run_repeats(folder: Path, times: int = TIMES, runner: Runner = run.run) -> None:
    """Record what is missing; one that fails does not keep the rest back. Raises LabError."""
    failed: list[str] = []
    left = missing(folder, times)
    for name, place in left:
        try:
            runner(Experiment.load(name), place)
        except LabError as error:
            print(f"lab: {name}: {error}", flush=True)
            failed.append(f"{place.name}/{name}")
    print(
        f"lab-pairs experiments={len(wanted())} times={times} recorded={len(left) - len(failed)} "
        f"failed={len(failed)}"
    )
    if failed:
        raise LabError("failed: " + ", ".join(failed))
