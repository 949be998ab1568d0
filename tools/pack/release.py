# SPDX-License-Identifier: Apache-2.0
"""A release: every package, what they are made from, and their sums. The same sources give the same bytes.

`python -m pack.release [-o FOLDER]`
"""

import argparse
import gzip
import hashlib
import io
import json
import re
import shutil
import sys
import tarfile
from pathlib import Path

from pack import MADE, ROOT, npm, sbom, static, version, wheel

SUMS = "SHA256SUMS"
MAN = "mmscope.1"


def make(to: Path) -> list[str]:
    """Write the folder anew. Returns the names of what is in it, the sums last."""
    if wrong := disagreeing():
        sys.exit(f"the version is {version()} in backend/pyproject.toml, but {', '.join(wrong)}")
    if to.exists():
        shutil.rmtree(to)
    to.mkdir(parents=True)
    wheel.make(to, wheel.LIMIT)
    npm.make(to)
    static.make(to / "static")
    archive(to / "static", to / f"mmscope-static-{version()}.tar.gz", f"mmscope-{version()}")
    shutil.copyfile(ROOT / "backend" / "man" / MAN, to / MAN)
    files = {path.name: digest(path) for path in sorted(to.iterdir()) if path.is_file()}
    bill = to / f"mmscope-{version()}.cdx.json"
    bill.write_text(sbom.written(sbom.bill(files)), encoding="utf-8")
    files[bill.name] = digest(bill)
    lines = [f"{checksum}  {name}\n" for name, checksum in sorted(files.items())]
    (to / SUMS).write_text("".join(lines), encoding="ascii")
    return [*sorted(files), SUMS]


def disagreeing() -> list[str]:
    """Where else a version of ours is written, if it is another one."""
    versions = {}
    for name in ("package.json", "package-lock.json"):
        versions[f"frontend/{name}"] = json.loads((ROOT / "frontend" / name).read_text(encoding="utf-8"))[
            "version"
        ]
    page = (ROOT / "docs" / "packages.md").read_text(encoding="utf-8")
    for found in re.finditer(r"mm-?scope-(\d[\w.]*?)(?=-py3|\.tgz|\.tar|\.cdx)", page):
        versions[f"docs/packages.md {found[0]}"] = found[1]
    return [f"{said} in {where}" for where, said in versions.items() if said != version()]


def archive(folder: Path, to: Path, top: str) -> None:
    """A folder as .tar.gz, of its names and contents alone: no times, no owners, no rights."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(folder.rglob("*")):
            info = tarfile.TarInfo(f"{top}/{path.relative_to(folder).as_posix()}")
            if path.is_dir():
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(info)
            else:
                content = path.read_bytes()
                info.size, info.mode = len(content), 0o644
                tar.addfile(info, io.BytesIO(content))
    with to.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        packed.write(raw.getvalue())


def digest(path: Path) -> str:
    """SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Make it and say what is in it."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("-o", "--output", type=Path, default=MADE)
    to = arguments.parse_args().output.absolute()
    names = make(to)
    for name in names:
        print(f"{(to / name).stat().st_size / 1e6:6.1f} MB  {name}")
    size = sum((to / name).stat().st_size for name in names)
    print(f"release version={version()} files={len(names)} mb={size / 1e6:.1f}")


if __name__ == "__main__":
    main()
