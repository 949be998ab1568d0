# SPDX-License-Identifier: Apache-2.0
"""Captures of another series are told apart."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from mmlab import series
from mmlab.paths import KERNEL_PATCHES


@pytest.fixture
def patches(tmp_path: Path) -> Path:
    folder = tmp_path / "patches" / "series"
    folder.mkdir(parents=True)
    (folder / "0002-b.patch").write_text("b")
    (folder / "0001-a.patch").write_text("a")
    (folder / "0000-cover-letter.txt").write_text("no patch")
    return folder.parent


def capture(folder: Path, name: str, kernel: dict[str, str]) -> None:
    (folder / f"{name}.json").write_text(json.dumps({"id": name, "kernel": kernel}))


def test_strangers(tmp_path: Path, patches: Path) -> None:
    capture(tmp_path, "here", {"patches_sha256": series.sha256(patches)})
    assert series.strangers(tmp_path, patches) == ([], 1)
    capture(tmp_path, "older", {"patches_sha256": "0" * 64})
    capture(tmp_path, "unknown", {})
    assert series.strangers(tmp_path, patches) == (["older", "unknown"], 3)
    (patches / "series" / "0002-b.patch").write_text("B")
    assert series.strangers(tmp_path, patches) == (["here", "older", "unknown"], 3)


def test_as_the_build_does() -> None:
    line = next(
        line
        for line in (KERNEL_PATCHES / "build.sh").read_text().splitlines()
        if "patches-sha256" in line
    )
    command = line.split(">")[0].replace("$here", str(KERNEL_PATCHES))
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.strip() == series.sha256()
