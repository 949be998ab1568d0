# SPDX-License-Identifier: Apache-2.0
"""Copies of the built front end, with captures up to a size; the list says which were left out."""

import json
import shutil
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

from pack import ROOT

DIST = ROOT / "frontend" / "dist"
INDEX = Path("datasets", "index.json")
CAPTURES = Path("datasets", "captures")


def copy_site(
    to: Path, limit: int, parts: Collection[str] = (), *, captures: bool = True, packed: bool = False
) -> list[dict[str, Any]]:
    """Copy `parts` of the front end (all where none is named), and of its captures those up to `limit` bytes.

    `packed`: with the siblings in gzip that our own server sends. `captures`: the files, too, not only what the
    page's list says of them. Returns the captures that were left out.
    """
    if not (DIST / "index.html").is_file():
        sys.exit("the front end is not built: make frontend/dist/index.html")
    for path in sorted(DIST.rglob("*")):
        name = path.relative_to(DIST)
        if path.is_dir() or CAPTURES in name.parents or (parts and name.parts[0] not in parts):
            continue
        if not packed and path.suffix == ".gz" and path.with_suffix("").is_file():
            continue
        copy(path, to / name)
    index = json.loads((DIST / INDEX).read_text(encoding="utf-8"))
    left = [row for row in index["captures"] if row["bytes"] > limit]
    if left:
        index["captures"] = [row for row in index["captures"] if row["bytes"] <= limit]
        index["leftOut"] = [{key: row[key] for key in ("id", "title", "bytes")} for row in left]
        _write(to / INDEX, index)
    # What a figure asks for before the whole list: it says that it is left out, too.
    for row in index.get("leftOut", []):
        nothing: dict[str, Any] = {"scenarios": [], "captures": [], "published": []}
        _write(to / CAPTURES / f"{row['id']}.json", {**nothing, "leftOut": [row]})
    for row in index["captures"]:
        part = CAPTURES / f"{row['id']}.json"
        copy(DIST / part, to / part)
        if captures:
            copy(DIST / row["file"], to / row["file"])
    return left


def _write(path: Path, value: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    path.with_name(f"{path.name}.gz").unlink(missing_ok=True)  # of what stood there


def copy(path: Path, to: Path) -> None:
    """A file, into a folder that is made where it is missing."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def listing(left: list[dict[str, Any]], between: str = ",") -> str:
    """Which were left out, for a line of a target."""
    return between.join(row["id"] for row in left) or "none"
