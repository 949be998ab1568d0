# SPDX-License-Identifier: Apache-2.0
"""What is made to be installed or copied elsewhere: docs/packages.md."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MADE = ROOT / "build" / "packages"


def version() -> str:
    """Of everything made here: it stands in backend/pyproject.toml and nowhere else."""
    with (ROOT / "backend" / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
