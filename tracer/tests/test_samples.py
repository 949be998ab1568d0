# SPDX-License-Identifier: Apache-2.0
"""Recordings of foreign tools and their samples: checksums, and counts made again by awk."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from mmlab.errors import LabError
from mmlab.foreign import damage, recording, samples
from mmlab.foreign.recording import Recording
from mmlab.guest import qemu, stock
from mmlab.paths import SAMPLES

MANIFESTS = sorted(SAMPLES.glob("*/*.json"))
# What an entry of a trace buffer may be.
ENTRIES = ("events", "functions", "stacks")
LIMIT_BYTES = 6 << 20


def made(path: Path) -> dict[str, Any]:
    """A manifest."""
    manifest: dict[str, Any] = json.loads(path.read_text())
    return manifest


@pytest.mark.parametrize("name", recording.names())
def test_recording(name: str) -> None:
    loaded = Recording.load(name)
    assert loaded.record.strip() in loaded.scripts()["job.sh"]
    paths = {"kernel": "k", "root": "r", "disks": "d", "share": "s", "initrd": "i"}
    line = qemu.command(loaded.experiment.machine, paths)
    assert line[line.index("-initrd") + 1] == "i"
    # What the file declares is what is there.
    for sample in loaded.samples:
        assert made(SAMPLES / f"{sample.id}.json")["recording"] == name


def test_unknown_host() -> None:
    with pytest.raises(LabError, match="not made on 'nowhere'"):
        Recording.load("numa-reclaim@nowhere")


def test_every_sample_has_its_recipe() -> None:
    declared = {s.id for name in recording.names() for s in Recording.load(name).samples}
    declared |= {f"{damage.FORMAT}/{one.name}" for one in damage.UGLY}
    assert {made(path)["id"] for path in MANIFESTS} == declared


def test_unknown_recording() -> None:
    with pytest.raises(LabError, match="numa-reclaim"):
        Recording.load("nothing")


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_sample(path: Path) -> None:
    manifest = made(path)
    assert manifest["id"] == f"{path.parent.name}/{path.stem}"
    file = path.with_name(manifest["file"])
    packed = file.read_bytes()
    assert hashlib.sha256(packed).hexdigest() == manifest["sha256"]
    assert len(packed) == manifest["size"]
    text = samples.unpack(file)
    assert hashlib.sha256(text).hexdigest() == manifest["text_sha256"]
    counts = samples.count(manifest["counted_by"].split("/")[-1].removesuffix(".awk"), text)
    assert counts == manifest["counts"]
    assert sum(counts["kinds"].values()) == counts["events"]
    for beside in manifest.get("beside", []):
        assert path.with_name(beside.split("/")[0]).joinpath(beside.split("/")[1]).stat().st_size


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_awk_counts_as_the_tool_does(path: Path) -> None:
    manifest = made(path)
    counts = {**manifest["counts"]["kinds"], **manifest["counts"]}
    tool = dict(manifest.get("tool_counts", {}))
    if "entries" in tool:
        assert tool.pop("entries") == sum(counts.get(kind, 0) for kind in ENTRIES)
    if "LOST" in tool:
        assert tool["LOST"] == counts["lost_lines"]
    for name, number in tool.items():
        if name in counts:
            assert counts[name] == number, name


def test_samples_are_small() -> None:
    files = [path for path in SAMPLES.rglob("*") if path.suffix in (".gz", ".zst", ".txt")]
    assert sum(path.stat().st_size for path in files) < LIMIT_BYTES


@pytest.mark.parametrize("one", damage.UGLY, ids=lambda one: one.name)
def test_ugly_samples_come_out_the_same(one: damage.Damage, tmp_path: Path) -> None:
    source = SAMPLES / f"{one.source}.json"
    (tmp_path / source.parent.name).mkdir()
    for path in (source, source.with_name(made(source)["file"])):
        shutil.copy(path, tmp_path / source.parent.name)
    again = damage.make(one, tmp_path)
    assert again["text_sha256"] == made(SAMPLES / damage.FORMAT / f"{one.name}.json")["text_sha256"]


@pytest.mark.parametrize("one", damage.UGLY, ids=lambda one: one.name)
def test_what_is_ugly_still_has_its_events(one: damage.Damage) -> None:
    good, bad = made(SAMPLES / f"{one.source}.json"), made(SAMPLES / f"ugly/{one.name}.json")
    lines = samples.unpack(SAMPLES / one.source.split("/")[0] / good["file"]).splitlines(
        keepends=True
    )
    before = samples.count(
        good["counted_by"].split("/")[-1].removesuffix(".awk"),
        b"".join(lines[: bad["made_from_lines"]]),
    )["events"]
    after = bad["counts"]["events"]
    if one.spoil is damage.cut:
        assert before - 2 <= after <= before
    else:
        assert after == before * (2 if one.spoil is damage.twice else 1)


def test_what_is_missing_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MMSCOPE_CACHE", str(tmp_path))
    monkeypatch.setattr(stock.subprocess, "run", lambda *_, **__: _Silent())
    with pytest.raises(LabError, match=r"linux-image-6\.1\.\*\.deb"):
        stock.package("6.1")


class _Silent:
    """apt that knows nothing."""

    returncode = 100
    stdout = ""
    stderr = "E: No packages found\n"
