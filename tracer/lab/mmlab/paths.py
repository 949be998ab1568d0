# SPDX-License-Identifier: Apache-2.0
"""Where things are. Heavy results live in the cache, never in the repository."""

from __future__ import annotations

import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
LAB = REPOSITORY / "tracer" / "lab"
TRACER = REPOSITORY / "tracer"
KERNEL_PATCHES = REPOSITORY / "kernel-patches"
CAPTURES = REPOSITORY / "datasets" / "captures"
FOREIGN = LAB / "foreign"
LONG = REPOSITORY / "datasets" / "long"
SAMPLES = REPOSITORY / "datasets" / "foreign"
CONFORMANCE = LAB / "conformance"
MEASURED = REPOSITORY / "datasets" / "conformance"
EXPERIMENTS = LAB / "experiments"
WORKLOADS = LAB / "workloads"
GUEST = LAB / "guest"
PROBES = TRACER / "probes"
# Scripts for unpatched kernels, recordings made with them, and what is kept of these.
STOCK = TRACER / "stock"
DECISIONS = REPOSITORY / "datasets" / "stock"
# Neither the recordings of the long run nor repeats are kept in the repository.
BUILD = REPOSITORY / "build"
MMSCOPE = REPOSITORY / "backend" / ".venv" / "bin" / "mmscope"
MODULE = REPOSITORY / "wasm-core" / "dist" / "mmscope.wasm"


def cache() -> Path:
    """The cache folder: $MMSCOPE_CACHE, or ~/.cache/mmscope."""
    return Path(os.environ.get("MMSCOPE_CACHE") or Path.home() / ".cache" / "mmscope")
