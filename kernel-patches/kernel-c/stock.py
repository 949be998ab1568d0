#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""stock.py SERIES: print a folder with mm, lib and include of an unpatched kernel, from Debian's source package.

The package is downloaded, never installed. What is kept of it, some 60 MB, is under
${MMSCOPE_CACHE:-$HOME/.cache/mmscope}/kernel-c/SERIES-<SHA-256 of the package>. sources.txt names the versions
that the templates were written for. A package of that version with another checksum is an error. When Debian
has gone on to a newer one, that is taken and said; templates.py stops when it does not find a name there.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tracer" / "lab"))

from mmlab.guest.apt import PrivateApt  # noqa: E402
from mmlab.errors import LabError  # noqa: E402
from mmlab.paths import cache  # noqa: E402
from mmlab.process import run  # noqa: E402

PARTS = ("mm", "lib/plist.c", "include")


def pinned(series: str) -> tuple[str, str, str, str]:
    """Suites, package, version and checksum that sources.txt has. Raises LabError."""
    for line in (HERE / "sources.txt").read_text().splitlines():
        words = line.split()
        if words and words[0] == series:
            suites, package, version, checksum = words[1:]
            return suites, package, version, checksum
    raise LabError(f"sources.txt has no kernel {series}")


def download(suites: str, package: str, folder: Path, apt: Path) -> Path:
    """The package of today. Raises LabError."""
    if suites == "later":
        source = PrivateApt(apt, f"are we offline? make test-kernel-c KERNELS=6.12 does without {package}")
        source.names(package)
        source.download([package], folder)
    else:
        print(f"kernel-c: downloading {package}", file=sys.stderr, flush=True)
        run(["apt-get", "download", "-qq", package], f"download {package} (are we offline?)", folder)
    [deb] = folder.glob(f"{package}_*.deb")
    return deb


def unpack(deb: Path, package: str, folder: Path, tree: Path) -> None:
    """PARTS of the source within a package. Raises LabError or CalledProcessError."""
    inside = f"usr/src/{package}.tar.xz"
    run(["sh", "-c", f"dpkg-deb --fsys-tarfile {deb} | tar -xf - ./{inside}"], f"unpack {deb.name}", folder)
    tree.mkdir()
    names = [f"{package}/{part}" for part in PARTS]
    run(
        ["tar", "-C", str(tree), "--strip-components=1", "-xJf", inside, *names],
        f"take the files from {package}",
        folder,
    )


def tree_of(series: str) -> Path:
    """The folder, from the cache where it is there. Raises LabError."""
    suites, package, version, checksum = pinned(series)
    home = cache() / "kernel-c"
    home.mkdir(parents=True, exist_ok=True)
    with open(home / f"lock-{series}", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept = home / f"{series}-{checksum[:16]}"
        others = [kept, *home.glob(f"{series}-*")]
        found = next((folder for folder in others if folder.is_dir()), None)
        if found:
            return found
        with tempfile.TemporaryDirectory(dir=home) as name:
            folder = Path(name)
            deb = download(suites, package, folder, folder / "apt")
            got = hashlib.sha256(deb.read_bytes()).hexdigest()
            today = deb.name.split("_")[1].replace("%3a", ":")
            if today == version and got != checksum:
                raise LabError(f"{deb.name} is not the one of sources.txt: its SHA-256 is {got}")
            if today != version:
                print(
                    f"kernel-c: {package} is {today} today, not {version} of sources.txt ({got})",
                    file=sys.stderr,
                )
            unpack(deb, package, folder, folder / "tree")
            kept = home / f"{series}-{got[:16]}"
            shutil.move(folder / "tree", kept)
    return kept


if __name__ == "__main__":
    # make reads the folder from the output; what the apt says on its way goes to the terminal
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        print(tree_of(sys.argv[1]), file=out)
    except (LabError, subprocess.CalledProcessError) as error:
        sys.exit(f"kernel-c: {error}")
