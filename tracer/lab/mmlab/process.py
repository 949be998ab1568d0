# SPDX-License-Identifier: Apache-2.0
"""Run a command for its output."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from .errors import LabError


def run(
    command: list[str],
    what: str,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Output of a command. Raises LabError that says what could not be done."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, env=environment
    )
    if done.returncode:
        words = (done.stderr.strip().splitlines() or ["no words"])[-1]
        raise LabError(f"could not {what}: {words}")
    return done.stdout
