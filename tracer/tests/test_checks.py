# SPDX-License-Identifier: Apache-2.0
"""What is missing is said so that one can mend it."""

from __future__ import annotations

from pathlib import Path

import pytest

from mmscope_trace import checks, manifest, probes
from mmscope_trace.cli import main, parser
from mmscope_trace.errors import TraceError


def says(folder: Path, version: str) -> str:
    program = folder / "bpftrace"
    program.write_text(f"#!/bin/sh\necho {version}\n")
    program.chmod(0o755)
    return str(program)


def test_version(tmp_path: Path) -> None:
    assert checks.bpftrace_version(says(tmp_path, "bpftrace v0.17.0")) == "0.17.0"
    with pytest.raises(TraceError, match="too old"):
        checks.bpftrace_version(says(tmp_path, "bpftrace v0.16.3"))
    with pytest.raises(TraceError, match="really bpftrace"):
        checks.bpftrace_version(says(tmp_path, "nonsense"))


def test_root_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["-o", "unused"]) == 2
    assert "needs root" in capsys.readouterr().err


def test_missing_tracepoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("swap/mm_swap_select", "task/task_rename", "block/block_rq_issue"):
        (tmp_path / "events" / name).mkdir(parents=True)
    monkeypatch.setattr(checks, "tracefs", lambda: tmp_path)
    assert checks.missing(probes.compose(["swap"])) == "swap:mm_swap_list"
    assert checks.missing(probes.compose(["block"])) is None


def test_ring_pages_are_a_power_of_two(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["-o", "x", "--ring-pages", "1000"])
    assert "power of two" in capsys.readouterr().err


def test_cpu_list() -> None:
    assert manifest.cpu_list("0-2,8\n") == [0, 1, 2, 8]
    assert manifest.cpu_list("\n") == []


def test_node_lines() -> None:
    nodes = [{"nid": 1, "cpus": [0, 5], "pages": 9}]
    assert manifest.node_lines(nodes) == "node nid=1 cpus=21 pages=9\n"
