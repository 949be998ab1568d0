# SPDX-License-Identifier: Apache-2.0
"""Experiments, command lines and the check of captures; no guest is booted."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from pathlib import Path

import pytest
from mmlab import packages
from mmlab.errors import LabError
from mmlab.experiments import consistency, script
from mmlab.experiments.consistency import Entry
from mmlab.experiments.experiment import Experiment, names, short
from mmlab.guest import qemu
from mmlab.paths import CAPTURES

MANIFESTS = sorted(CAPTURES.glob("*.json"))


@pytest.mark.parametrize("name", [*names(), *short()])
def test_experiment(name: str) -> None:
    experiment = Experiment.load(name)
    assert "mmscope-trace" in script.job(experiment, 64)
    assert "say done" in script.workload(experiment)
    paths = {"kernel": "k", "root": "r", "disks": "d", "share": "s"}
    line = qemu.command(experiment.machine, paths)
    assert line.count("-object") == sum(node.memory_mib > 0 for node in experiment.machine.nodes)


def test_a_short_run_for_each_document() -> None:
    seeds = sorted(seed for path in short() for seed in Experiment.load(path).seeds)
    assert seeds == ["000", "001", "002", "003", "004"]


def test_packages_are_asked_for_before_a_boot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(names: tuple[str, ...]) -> None:
        raise LabError(f"packages are missing: {' '.join(names)}")

    monkeypatch.setattr(packages, "need", missing)
    with pytest.raises(LabError, match="qemu-system-x86"):
        qemu.boot(["no-such-program"], tmp_path / "console", 1, "x")


OOPS = "[    0.957827] Oops: int3: 0000 [#1] SMP"
PANIC = "[    0.957827] Oops: general protection fault: 0000 [#1] SMP"


@pytest.mark.parametrize(
    ("says", "boots"),
    [
        pytest.param([OOPS, "lab: done"], 2, id="stale code at the first boot"),
        pytest.param([OOPS, OOPS, OOPS, OOPS], 3, id="stale code at every boot"),
        pytest.param([PANIC, "lab: done"], 1, id="a panic of the kernel's own"),
        pytest.param([f"lab: one\n{OOPS}", "lab: two"], 1, id="the job has begun"),
        pytest.param(["lab: done"], 1, id="all is well"),
    ],
)
def test_a_boot_is_tried_again_only_when_nothing_ran(
    says: list[str], boots: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(packages, "need", lambda _: None)
    for number, text in enumerate(says, 1):
        (tmp_path / f"says.{number}").write_text(text + "\n")
    script = "echo >>booted; cat says.$(wc -l <booted)"
    line = ["sh", "-c", f"cd {tmp_path} && {script}"]
    qemu.boot(line, tmp_path / "console", 60, "x")
    assert (tmp_path / "booted").read_text() == "\n" * boots


def test_a_guest_that_hangs_before_its_job_starts_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(packages, "need", lambda _: None)
    hang = "read -r forever <>fifo"
    script = (
        f"cd {tmp_path} && echo >>booted && [ $(wc -l <booted) -gt %d ] && echo lab: done || {hang}"
    )
    os.mkfifo(tmp_path / "fifo")
    once = qemu.boot(["sh", "-c", script % 1], tmp_path / "console", 60, "x", boot_s=0.5)
    assert once.tries == 2
    with pytest.raises(LabError, match="3 times"):
        qemu.boot(["sh", "-c", script % 9], tmp_path / "console", 60, "x", boot_s=0.1)


def test_unknown_experiment() -> None:
    with pytest.raises(LabError, match="two-nodes-node"):
        Experiment.load("nothing")


def test_plist() -> None:
    entries: list[Entry] = []
    for entry in (Entry(2, 0), Entry(1, 1), Entry(2, 2)):
        consistency.insert(entries, entry)
    assert [e.type for e in entries] == [1, 0, 2]
    consistency.requeue(entries, 0)
    assert [e.type for e in entries] == [1, 2, 0]
    consistency.requeue(entries, 1)
    assert [e.type for e in entries] == [1, 2, 0]


def test_lanes() -> None:
    assert consistency.lanes("ffffffffffff0100,1", 8)[:3] == [0, 1, 255]
    assert consistency.signed(0xFFFE) == -2


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.stem)
def test_bundled_capture(path: Path, tmp_path: Path) -> None:
    manifest = json.loads(path.read_text())
    packed = path.with_name(manifest["file"]).read_bytes()
    assert hashlib.sha256(packed).hexdigest() == manifest["sha256"]
    assert manifest["lost"] == 0
    raw = tmp_path / "raw"
    raw.write_bytes(gzip.decompress(packed))
    assert consistency.check(raw) == []


def test_a_missing_event_is_noticed(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    key = ",".join(["0001000100010001"] * 4)
    line = "swap_list seq={} op=0 list=-1 type={} list_prio=" + key + " name=x comm=y\n"
    raw.write_text(line.format(1, 0) + line.format(3, 1))
    assert consistency.check(raw) == ["seq 1 is followed by 3"]
