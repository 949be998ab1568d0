# SPDX-License-Identifier: Apache-2.0
"""Debian's own kernels: downloaded, unpacked into the cache, never installed on this machine.

They have as modules what the guest's root needs, so each gets an initramfs with those and with
guest/initramfs.c, which loads them and goes on as our own kernel does. Cached by package and
version.

Debian 12 has 6.1 and 6.12. Newer series come from later suites, by an apt of our own (apt.py).
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mmlab import packages
from mmlab.errors import LabError
from mmlab.paths import GUEST, cache
from mmlab.process import run

from .apt import SUITES, PrivateApt

# Series, and the package of bookworm that depends on its newest kernel.
META = {"6.1": "linux-image-amd64", "6.12": "linux-image-6.12-amd64"}
# Series of later suites. Their kernel is split: image, list of what is built in, modules.
LATER = ("7.2", "7.3")
PARTS = ("linux-binary", "linux-base", "linux-modules")
SERIES = (*META, *LATER)
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


def newest_split(names: list[str], series: str) -> str:
    """The release of the newest kernel among names of packages; "" when there is none."""
    pattern = re.compile(rf"linux-binary-({re.escape(series)}\.\d+\+deb\d+-amd64)$")
    found = [match[1] for match in map(pattern.match, names) if match]
    return max(found, key=lambda release: _numbers(Path(release)), default="")


def _download_later(series: str, folder: Path) -> None:
    """Put the packages of the newest kernel of a series of LATER there. Raises LabError."""
    wanted = " ".join(f"{part}-{series}.*_amd64.deb" for part in PARTS)
    apt = PrivateApt(folder / "apt", f"are we offline? Then put {wanted} into {folder}")
    release = newest_split(apt.names(f"{PARTS[0]}-{series}."), series)
    if not release:
        raise LabError(
            f"{', '.join(SUITES)} have no Linux {series} today; put {wanted} into {folder}"
        )
    apt.download([f"{part}-{release}" for part in PARTS], folder)


def _split(folder: Path, series: str) -> list[Path]:
    """The newest image of a series of LATER, and what belongs to it. Raises LabError."""
    images = list(folder.glob(f"{PARTS[0]}-{series}.*_amd64.deb"))
    if not images:
        return []
    image = max(images, key=_numbers)
    parts = [image.with_name(image.name.replace(PARTS[0], part, 1)) for part in PARTS]
    missing = [part.name for part in parts if not part.exists()]
    if missing:
        raise LabError(f"{folder} has {image.name}, but not {' '.join(missing)}")
    return parts


def package(series: str) -> list[Path]:
    """The packages in the cache, image first; downloaded when there are none. Raises LabError."""
    if series not in SERIES:
        raise LabError(f"{series!r} is no series of Debian's kernels: {', '.join(SERIES)}")
    folder = cache() / "stock"
    folder.mkdir(parents=True, exist_ok=True)
    if series in LATER:
        if not _split(folder, series):
            _download_later(series, folder)
        return _split(folder, series)
    pattern = f"linux-image-{series}.*_amd64.deb"
    if not list(folder.glob(pattern)):
        name = newest(series)
        print(f"lab: downloading {name}", flush=True)
        run(["apt-get", "download", name], f"download {name} (are we offline?)", folder)
    return [max(folder.glob(pattern), key=_numbers)]


def _load_list(root: Path, release: str) -> list[Path]:
    """The modules to load, in order. Raises LabError."""
    run(["depmod", "-b", str(root), release], "list the modules")
    found: list[Path] = []
    for name in MODULES:
        asked = ["modprobe", "-S", release, "-d", str(root), "--show-depends", name]
        for line in run(asked, f"find the module {name}").splitlines():
            # What is built in needs no loading.
            if line.startswith("insmod "):
                path = Path(line.split()[1])
                if path not in found:
                    found.append(path)
    return found


def _initrd(root: Path, release: str, initrd: Path) -> None:
    """An initramfs of our first process and the modules. Raises LabError."""
    files = initrd.with_suffix(".files")
    files.mkdir()
    compiler = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-o", str(files / "init")]
    run([*compiler, str(GUEST / "initramfs.c")], "compile initramfs.c")
    names = []
    for path in _load_list(root, release):
        shutil.copy(path, files)
        if path.suffix == ".xz":
            run(["xz", "-d", str(files / path.name)], f"unpack {path.name}")
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
    debs = package(series)
    key = hashlib.sha256(
        Path(__file__).read_bytes() + (GUEST / "initramfs.c").read_bytes()
    ).hexdigest()[:8]
    folder = debs[0].with_name(f"{debs[0].stem}-{key}")
    if (folder / "facts").exists():
        return Stock(folder)
    shutil.rmtree(folder, ignore_errors=True)
    root = folder / "root"
    root.mkdir(parents=True)
    for deb in debs:
        print(f"lab: unpacking {deb.name}", flush=True)
        run(["dpkg-deb", "-x", str(deb), str(root)], f"unpack {deb.name}")
    if not (root / "lib").exists():
        # Later kernels say usr/lib, depmod and modprobe look in lib.
        (root / "lib").symlink_to("usr/lib")
    [modules] = (root / "lib" / "modules").iterdir()
    [image] = [*(root / "boot").glob("vmlinuz-*"), *modules.glob("vmlinuz")]
    release = modules.name
    _initrd(root, release, folder / "initrd.cpio")
    shutil.copy(image, folder / "vmlinuz")
    shutil.rmtree(root)
    facts = {"release": release}
    for number, deb in enumerate(debs):
        name, version, _ = deb.name.split("_")
        kind = "package" if not number else f"package_{PARTS[number].removeprefix('linux-')}"
        # apt-get writes the colon of an epoch so.
        facts[kind] = f"{name} {version.replace('%3a', ':')}"
        facts[f"{kind}_sha256"] = hashlib.sha256(deb.read_bytes()).hexdigest()
    (folder / "facts").write_text("".join(f"{key} {value}\n" for key, value in facts.items()))
    return Stock(folder)
