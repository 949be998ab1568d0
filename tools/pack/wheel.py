# SPDX-License-Identifier: Apache-2.0
"""The wheel: the Python package and what a checkout has beside it, in the same folders below mmscope/shipped.

`python -m pack.wheel [--limit BYTES] [-o FOLDER]`
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from pack import MADE, ROOT, version
from pack.site import copy, copy_site, listing

LIMIT = 2 << 20  # bytes of a capture
DATASETS = ("scenarios", "published")
OWN = ("pyproject.toml", "README.md", "man/mmscope.1")  # of backend/


def make(to: Path, limit: int) -> tuple[Path, list[dict[str, Any]]]:
    """Build it. Returns it, and the captures that it is without."""
    with tempfile.TemporaryDirectory(prefix="mmscope-wheel-") as name:
        folder = Path(name)
        left = _lay_out(folder, limit)
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(to)]
        subprocess.run(build, cwd=folder, check=True, capture_output=True)
    return to / f"mmscope-{version()}-py3-none-any.whl", left


def _lay_out(folder: Path, limit: int) -> list[dict[str, Any]]:
    """The project that the wheel is built from."""
    for name in OWN:
        copy(ROOT / "backend" / name, folder / name)
    for name in ("LICENSE", "THIRD-PARTY-NOTICES.txt"):
        copy(ROOT / name, folder / name)
    package = folder / "src" / "mmscope"
    caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "backend" / "src" / "mmscope", package, ignore=caches)
    shipped = package / "shipped"
    left = copy_site(shipped / "frontend" / "dist", limit, captures=False, packed=True)
    for path in sorted((ROOT / "wasm-core" / "dist").glob("mm*")):
        copy(path, shipped / "wasm-core" / "dist" / path.name)
    for name in DATASETS:
        shutil.copytree(ROOT / "datasets" / name, shipped / "datasets" / name)
    without = {row["id"] for row in left}
    for path in sorted((ROOT / "datasets" / "captures").glob("*.*")):
        if path.name.split(".")[0] not in without:
            copy(path, shipped / "datasets" / "captures" / path.name)
    return left


def main() -> None:
    """Build it and say how large it is."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--limit", type=int, default=LIMIT, help="bytes of a capture at most")
    arguments.add_argument("-o", "--output", type=Path, default=MADE)
    given = arguments.parse_args()
    path, left = make(given.output.absolute(), given.limit)
    print(f"wheel file={path.name} mb={path.stat().st_size / 1e6:.1f} left_out={listing(left)}")


if __name__ == "__main__":
    main()
