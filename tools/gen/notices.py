# SPDX-License-Identifier: Apache-2.0
"""THIRD-PARTY-NOTICES.txt: whose work is shipped with mmscope, and under which licence.

`python tools/gen/notices.py [--check]`, in the backend's environment and with the front end's packages installed.
Versions are those of package-lock.json and requirements.txt, texts those that the packages come with. The
front end's build fails if BUNDLED does not name exactly what is in it (frontend/scripts/notices-plugin.ts).
"""

import argparse
import importlib.metadata
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "THIRD-PARTY-NOTICES.txt"
STALE = 1  # exit status
BUNDLED = (
    "@fontsource/ibm-plex-mono",
    "@fontsource/ibm-plex-sans",
    "@noble/hashes",
    "@zip.js/zip.js",
    "comlink",
    "d3-array",
    "d3-brush",
    "d3-color",
    "d3-dispatch",
    "d3-drag",
    "d3-dsv",
    "d3-ease",
    "d3-format",
    "d3-interpolate",
    "d3-path",
    "d3-scale",
    "d3-selection",
    "d3-shape",
    "d3-time",
    "d3-time-format",
    "d3-timer",
    "d3-transition",
    "fraction.js",
    "idb",
    "js-base64",
    "marked",
    "pako",
    "partysocket",
    "querystringify",
    "react",
    "react-dom",
    "requires-port",
    "scheduler",
    "tus-js-client",
    "uqr",
    "url-parse",
    "v86",
    "zustand",
)
SEABIOS = "1.16.2-1"  # of Debian 12, which the saved state was made on
EMBEDDED = ("preact",)  # in the element alone
BUILDERS = ("vite", "rolldown")  # they put some lines of their own into the bundle
RENDERERS = ("typst",)  # what the container image has beyond requirements.txt
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)
_PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^ ;]+)", re.MULTILINE)
_THIRD_PARTY = "wasm-core/third_party"
_HEAD = """\
Notices for third parties. Made by `make gen` (tools/gen/notices.py).

mmscope is under the Apache License 2.0 (LICENSE), its kernel patches are under the GPL 2.0. It ships with:

- "npm": in the page, that is in the files below frontend/dist;
- "embed": in the element for other pages, that is in the files below frontend/dist/embed;
- "guest": in datasets/guest/state.zst, the memory of a kernel that runs in a page. Sources: Debian's source packages
  of these versions (deb.debian.org, snapshot.debian.org); the series, the configuration, the one program in it and the
  scripts that make it are in kernel-patches and tools/gen of this project;
- "build": some lines that the build adds to the page;
- "wasm": in the modules of wasm-core/dist, which page and server run;
- "PyPI": what the server needs, in the container's /app/venv. Each package's own folder there,
  <name>-<version>.dist-info, has its licence and those of what is built into it; they are not repeated here.

The container is made from Debian, whose packages have their licences in /usr/share/doc/*/copyright.
"""


@dataclass(frozen=True)
class Part:
    """Something shipped that others made."""

    where: str
    name: str
    version: str
    licence: str
    texts: tuple[str, ...] = ()


def _npm() -> Iterator[Part]:
    lock = json.loads((ROOT / "frontend" / "package-lock.json").read_text(encoding="utf-8"))
    for name in (*BUNDLED, *EMBEDDED, *BUILDERS):
        pinned = lock["packages"][f"node_modules/{name}"]
        folder = ROOT / "frontend" / "node_modules" / name
        installed = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
        if installed.split("+")[0] != pinned["version"].split("+")[0]:
            sys.exit(f"{name} is installed in version {installed}, not {pinned['version']}: run make setup")
        where = "build" if name in BUILDERS else "embed" if name in EMBEDDED else "npm"
        yield Part(where, name, pinned["version"], pinned["license"].strip("()"), _texts(folder))


def _wasm() -> Iterator[Part]:
    header = (ROOT / _THIRD_PARTY / "zstd" / "zstd.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"#define ZSTD_VERSION_(?:MAJOR|MINOR|RELEASE) +(\d+)", header))
    yield Part("wasm", "zstd", version, "BSD-3-Clause", _texts(ROOT / _THIRD_PARTY / "zstd"))
    content = (ROOT / _THIRD_PARTY / "emscripten" / "README.md").read_text(encoding="utf-8")
    for name, licence in (("Emscripten", "LICENSE"), ("musl", "musl-COPYRIGHT")):
        found = re.search(rf"{name} ([0-9.]+[0-9])", content)
        assert found, f"the README of {_THIRD_PARTY}/emscripten names no version of {name}"
        text = (ROOT / _THIRD_PARTY / "emscripten" / licence).read_text(encoding="utf-8")
        yield Part("wasm", name, found[1], "MIT", (text,))


def _pypi() -> Iterator[Part]:
    every = (ROOT / "backend" / "requirements-dev.txt").read_text(encoding="utf-8")
    pinned = (ROOT / "backend" / "requirements.txt").read_text(encoding="utf-8")
    rendered = [pin for pin in _PINNED.findall(every) if pin[0] in RENDERERS]
    for name, version in _PINNED.findall(pinned) + rendered:
        package = importlib.metadata.distribution(name)
        if package.version != version:
            sys.exit(f"{name} is installed in version {package.version}, not {version}: run make setup")
        files = package.files or []
        if not any("dist-info" in str(f) and _LICENCE_FILE.search(f.name) for f in files):
            sys.exit(f"{name} comes without the text of its licence: give it here")
        yield Part("PyPI", name, version, licence(package))


def licence(package: importlib.metadata.Distribution) -> str:
    """What an installed package says that it is under."""
    for field in ("License-Expression", "License"):
        if field in package.metadata:
            return str(package.metadata[field])
    for classifier in package.metadata.get_all("Classifier") or []:
        if classifier.startswith("License :: OSI Approved :: "):
            return str(classifier).rpartition(" :: ")[2].removesuffix(" License")
    sys.exit(f"{package.name} does not say which licence it is under")


def _texts(folder: Path) -> tuple[str, ...]:
    files = sorted(path for path in folder.iterdir() if path.is_file() and _LICENCE_FILE.search(path.name))
    if not files:
        sys.exit(f"{folder} has no text of its licence")
    # What a package was itself made from is not in ours.
    return tuple(path.read_text(encoding="utf-8").split("\n# Licenses of bundled dep")[0] for path in files)


def _guest() -> Iterator[Part]:
    described = json.loads((ROOT / "datasets" / "guest" / "guest.json").read_text(encoding="utf-8"))
    yield Part("guest", "linux", described["manifest"]["source_version"], "GPL-2.0-only", (_common("GPL-2"),))
    yield Part("guest", "seabios", SEABIOS, "LGPL-3.0-only", (_common("GPL-3"), _common("LGPL-3")))


def _common(name: str) -> str:
    return (ROOT / "kernel-patches" / "guest" / "licences" / name).read_text(encoding="utf-8")


def parts() -> list[Part]:
    """All that is shipped, in the order of the file."""
    return [*_npm(), *_wasm(), *_guest(), *_pypi()]


def notices() -> str:
    """The file's text."""
    all_parts = parts()
    widths = [
        max(len(getattr(part, column)) for part in all_parts) for column in ("where", "name", "version")
    ]
    rows = [
        f"  {part.where:<{widths[0]}}  {part.name:<{widths[1]}}  {part.version:<{widths[2]}}  {part.licence}"
        for part in all_parts
    ]
    out = [_HEAD, "\n".join(rows)]
    for part in all_parts:
        for text in part.texts:
            lines = [line.rstrip() for line in text.strip().splitlines()]
            out.append("\n".join(["", "-" * 79, f"{part.name} {part.version} ({part.where})", "", *lines]))
    return "\n".join(out) + "\n"


def main() -> int:
    """Write the file, or say that it is stale."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--check", action="store_true")
    text = notices()
    if not arguments.parse_args().check:
        FILE.write_text(text, encoding="utf-8")
    elif not FILE.is_file() or FILE.read_text(encoding="utf-8") != text:
        print(f"{FILE.name} is stale: run 'make gen' and commit the result", file=sys.stderr)
        return STALE
    return 0


if __name__ == "__main__":
    sys.exit(main())
