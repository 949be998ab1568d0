# SPDX-License-Identifier: Apache-2.0
"""Samples of foreign formats on disk: datasets/foreign/<format>/<name>.<suffix> and manifests.

What is in a sample is counted by awk, with the scripts of foreign/count, and by the tool that wrote
it; never by a reader of ours, since these counts are what the readers are tested against.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from mmlab.errors import LabError
from mmlab.paths import FOREIGN

from .recording import Sample

SUFFIX = {"gz": ".gz", "zst": ".zst", "none": "", "members": ".gz"}


def pairs(path: Path) -> dict[str, str]:
    """Lines of a word and the rest."""
    lines = path.read_text(errors="replace").splitlines()
    return dict(line.split(" ", 1) for line in lines if " " in line)


def command(script: str) -> list[str]:
    """What counts: a script of foreign/count, run in the repository's root."""
    return ["awk", "-f", f"tracer/lab/foreign/count/{script}.awk"]


def count(script: str, text: bytes) -> dict[str, Any]:
    """Numbers a script prints as `name number`; `kind NAME N` goes below kinds. Raises LabError."""
    done = subprocess.run(
        command(script), input=text, capture_output=True, check=False,
        cwd=FOREIGN.parents[2], env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    if done.returncode:
        raise LabError(f"{script}.awk failed: {done.stderr.decode(errors='replace').strip()}")
    counts: dict[str, Any] = {"kinds": {}}
    for line in sorted(done.stdout.decode().splitlines()):
        words = line.split()
        if words[0] == "kind":
            counts["kinds"][words[1]] = int(words[2])
        else:
            counts[words[0]] = int(words[1]) if words[1].isdigit() else words[1]
    return counts


def pack(text: bytes, how: str) -> bytes:
    """Compressed so that equal texts are equal files. Raises LabError.

    how: a key of SUFFIX; `members` is gzip of two halves, as from `cat a.gz b.gz`.
    """
    if how == "gz":
        return gzip.compress(text, 9, mtime=0)
    if how == "members":
        half = text.index(b"\n", len(text) // 2) + 1
        return pack(text[:half], "gz") + pack(text[half:], "gz")
    if how == "zst":
        done = subprocess.run(
            ["zstd", "-q", "-19", "-c"], input=text, capture_output=True, check=False
        )
        if done.returncode:
            raise LabError(f"zstd: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout
    return text


def unpack(path: Path) -> bytes:
    """The text of a sample's file. Raises LabError."""
    if path.suffix == ".gz":
        return gzip.decompress(path.read_bytes())
    if path.suffix == ".zst":
        done = subprocess.run(
            ["zstd", "-q", "-d", "-c", str(path)], capture_output=True, check=False
        )
        if done.returncode:
            raise LabError(f"zstd: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout
    return path.read_bytes()


def write(folder: Path, manifest: dict[str, Any], text: bytes, how: str) -> dict[str, Any]:
    """Write file and manifest; checksums and counts are put into it. Returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    name = manifest["id"].split("/")[1]
    data = pack(text, how)
    script = manifest["count"]
    head = {
        "id": manifest["id"],
        "title": manifest["title"],
        "file": f"{name}.txt{SUFFIX[how]}",
        "sha256": hashlib.sha256(data).hexdigest(),
        "size": len(data),
        "text_sha256": hashlib.sha256(text).hexdigest(),
        "text_size": len(text),
        "counts": count(script, text),
        "counted_by": " ".join(command(script)),
    }
    manifest = {**head, **{key: manifest[key] for key in manifest if key != "count"}}
    (folder / head["file"]).write_bytes(data)
    (folder / f"{name}.json").write_text(json.dumps(manifest, indent=2) + "\n")
    return manifest


def file(
    sample: Sample, share: Path, number: int, facts: dict[str, Any], output: Path
) -> dict[str, Any]:
    """File a sample with what lies beside it; return its manifest. Raises LabError.

    share: the guest's folder, where it is `out/<number>`.
    """
    raw = share / "out" / str(number)
    counted = raw.with_suffix(".count")
    for made in (raw, counted):
        status = made.with_name(f"{made.name}.status")
        if status.exists() and status.read_text().strip() != "0":
            words = made.with_name(f"{made.name}.err").read_text(errors="replace").strip()
            raise LabError(f"{sample.id} could not be taken: {words}")
    tool = pairs(counted) if counted.exists() else {}
    format_name, name = sample.id.split("/")
    folder = output / format_name
    for beside in sample.beside:
        (folder / name).mkdir(parents=True, exist_ok=True)
        shutil.copy(share / "snap" / beside, folder / name / f"{beside}.txt")
    manifest = {
        "id": sample.id,
        "title": sample.title,
        "count": sample.count,
        "tool_counts": {key: int(value) for key, value in tool.items()},
        "tool_counted_by": sample.tool_count.strip(),
        "take": sample.take.strip().splitlines(),
        "beside": [f"{name}/{beside}.txt" for beside in sample.beside],
        **facts,
    }
    return write(folder, manifest, raw.read_bytes(), sample.pack)
