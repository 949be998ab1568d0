# SPDX-License-Identifier: Apache-2.0
"""Debian's own kernels: downloaded, unpacked into the cache, never installed on this machine.

They have as modules what the guest's root needs, so each gets an initramfs with those and with
guest/early.c, which loads them and goes on as our own kernel does. Cached by package and version.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import packages
from .errors import LabError
from .paths import GUEST, cache

# Series, and the package of bookworm that depends on its newest kernel.
META = {"6.1": "linux-image-amd64", "6.12": "linux-image-6.12-amd64"}
# In the order they are loaded, each after what it depends on.
MODULES = (
    "virtio_pci", "virtio_blk", "crc32c", "ext4", "9pnet_virtio", "9p", "configfs", "nvme", "zram",
)  # fmt: skip


@dataclass(frozen=True)
class Stock:
    """A kernel of Debian, ready to boot."""

    folder: Path

    @property
    def image(self) -> Path:
        """The bootable image."""
        return self.folder / "vmlinuz"

    @property
    def initrd(self) -> Path:
        """The initramfs."""
        return self.folder / "initrd.cpio"

    def facts(self) -> dict[str, str]:
        """For manifests: release, package, version and checksum of the package."""
        return dict(line.split(" ", 1) for line in (self.folder / "facts").read_text().splitlines())


def _run(command: list[str], what: str, folder: Path | None = None) -> str:
    """Output of a command. Raises LabError that says what could not be done."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    if done.returncode:
        words = (done.stderr.strip().splitlines() or ["no words"])[-1]
        raise LabError(f"could not {what}: {words}")
    return done.stdout


def _numbers(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path.name)]


def newest(series: str) -> str:
    """The package of the newest kernel of a series that apt knows. Raises LabError."""
    meta = META[series]
    listed = subprocess.run(
        ["apt-cache", "depends", "--important", meta], capture_output=True, text=True, check=False
    )
    found = re.findall(rf"Depends: (linux-image-{re.escape(series)}\.\S+)", listed.stdout)
    if not found:
        raise LabError(
            f"apt knows no Linux {series} by {meta}: it needs Debian 12 with bookworm-security "
            f"among its sources, and apt-get update; or put the package linux-image-{series}.*.deb "
            f"into {cache() / 'stock'}"
        )
    return str(found[0])


def package(series: str) -> Path:
    """The package's file in the cache, downloaded when there is none. Raises LabError."""
    if series not in META:
        raise LabError(f"{series!r} is no series of Debian's kernels: {', '.join(META)}")
    folder = cache() / "stock"
    folder.mkdir(parents=True, exist_ok=True)
    pattern = f"linux-image-{series}.*_amd64.deb"
    if not list(folder.glob(pattern)):
        name = newest(series)
        print(f"lab: downloading {name}", flush=True)
        _run(["apt-get", "download", name], f"download {name} (are we offline?)", folder)
    return max(folder.glob(pattern), key=_numbers)


def _load_list(root: Path, release: str) -> list[Path]:
    """The modules to load, in order. Raises LabError."""
    _run(["depmod", "-b", str(root), release], "list the modules")
    found: list[Path] = []
    for name in MODULES:
        asked = ["modprobe", "-S", release, "-d", str(root), "--show-depends", name]
        for line in _run(asked, f"find the module {name}").splitlines():
            # What is built in needs no loading.
            if line.startswith("insmod "):
                path = Path(line.split()[1])
                if path not in found:
                    found.append(path)
    return found


def _initrd(root: Path, release: str, initrd: Path) -> None:
    """An initramfs of early and the modules. Raises LabError."""
    files = initrd.with_suffix(".files")
    files.mkdir()
    early = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-o", str(files / "init")]
    _run([*early, str(GUEST / "early.c")], "compile early.c")
    names = []
    for path in _load_list(root, release):
        shutil.copy(path, files)
        if path.suffix == ".xz":
            _run(["xz", "-d", str(files / path.name)], f"unpack {path.name}")
        names.append(path.name.removesuffix(".xz"))
    (files / "modules").write_text("".join(f"{name}\n" for name in names))
    listing = "\n".join(["init", "modules", *names]) + "\n"
    with open(initrd, "wb") as out:
        subprocess.run(
            ["cpio", "-o", "-H", "newc", "--quiet", "-R", "0:0"],
            input=listing.encode(), stdout=out, cwd=files, check=True,
        )  # fmt: skip
    shutil.rmtree(files)


def build(series: str) -> Stock:
    """A kernel of that series, from the cache unless it is new. Raises LabError."""
    packages.need(packages.STOCK)
    deb = package(series)
    key = hashlib.sha256(
        Path(__file__).read_bytes() + (GUEST / "early.c").read_bytes()
    ).hexdigest()[:8]
    folder = deb.with_name(f"{deb.stem}-{key}")
    if (folder / "facts").exists():
        return Stock(folder)
    shutil.rmtree(folder, ignore_errors=True)
    root = folder / "root"
    root.mkdir(parents=True)
    print(f"lab: unpacking {deb.name}", flush=True)
    _run(["dpkg-deb", "-x", str(deb), str(root)], f"unpack {deb.name}")
    [image] = (root / "boot").glob("vmlinuz-*")
    release = image.name.removeprefix("vmlinuz-")
    _initrd(root, release, folder / "initrd.cpio")
    shutil.copy(image, folder / "vmlinuz")
    shutil.rmtree(root)
    name, version, _ = deb.name.split("_")
    facts = {
        "release": release,
        # apt-get writes the colon of an epoch so.
        "package": f"{name} {version.replace('%3a', ':')}",
        "package_sha256": hashlib.sha256(deb.read_bytes()).hexdigest(),
    }
    (folder / "facts").write_text("".join(f"{key} {value}\n" for key, value in facts.items()))
    return Stock(folder)
