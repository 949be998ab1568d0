# SPDX-License-Identifier: Apache-2.0
"""The npm package mm-scope: the element's files, a loader, a plug-in for Vite, and its types.

`python -m pack.npm [-o FOLDER]`
"""

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from pack import MADE, ROOT, version
from pack.site import copy, copy_site, listing

FRONTEND = ROOT / "frontend"
LIMIT = 256 << 10  # bytes of a capture
TYPES = "embed/element/element.d.ts"  # and what it imports
_IMPORT = re.compile(r"""(?<=from ')(\.[^']+)(?=';)""")
PACKAGE: dict[str, Any] = {
    "name": "mm-scope",
    "version": version(),
    "description": "<mm-scope>: Linux memory-management policy deciding, as a figure in your page",
    "license": "Apache-2.0",
    "repository": {
        "type": "git",
        "url": "git+https://github.com/mmscope/mmscope.git",
        "directory": "frontend",
    },
    "keywords": ["linux", "memory-management", "swap", "numa", "web-component", "visualization"],
    "type": "module",
    "exports": {
        ".": {"types": "./index.d.ts", "default": "./index.js"},
        "./react": {"types": "./react.d.ts", "default": "./react.js"},
        "./vite": {"types": "./vite.d.ts", "default": "./vite.js"},
        "./site/*": "./site/*",
        "./package.json": "./package.json",
    },
    "types": "./index.d.ts",
    "bin": {"mm-scope": "command.js"},
    "sideEffects": False,
    "engines": {"node": ">=22"},
}


def make(to: Path) -> tuple[Path, str]:
    """Pack it. Returns the file, and which captures it is without."""
    with tempfile.TemporaryDirectory(prefix="mmscope-npm-") as name:
        folder = Path(name)
        left = copy_site(folder / "site", LIMIT, parts={"embed", "datasets"})
        shutil.rmtree(folder / "site" / "datasets" / "lessons")  # the app's alone
        for path in sorted((FRONTEND / "npm").iterdir()):
            copy(path, folder / path.name)
        if left:
            with (folder / "README.md").open("a", encoding="utf-8") as file:
                file.write(f"\nToo large for the package: {listing(left, ', ')}.\n")
        for text in ("LICENSE", "THIRD-PARTY-NOTICES.txt"):
            copy(ROOT / text, folder / text)
        write_types(folder / "types")
        (folder / "package.json").write_text(json.dumps(PACKAGE, indent=2) + "\n", encoding="utf-8")
        _readable(folder)
        to.mkdir(parents=True, exist_ok=True)
        pack = ["npm", "pack", "--silent", "--pack-destination", str(to)]
        subprocess.run(pack, cwd=folder, check=True, capture_output=True)
    return to / f"mm-scope-{version()}.tgz", listing(left)


def _readable(folder: Path) -> None:
    """For everybody, whatever is usual for who packs it: npm keeps the rights of files."""
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() or path.name in PACKAGE["bin"].values() else 0o644)


def write_types(to: Path) -> None:
    """Those of the element, as the compiler writes them, but with imports as every way of resolving has them."""
    with tempfile.TemporaryDirectory() as out:
        emit = ["--declaration", "--emitDeclarationOnly", "--noEmit", "false", "--incremental", "false"]
        where = ["--rootDir", "src", "--outDir", out]
        compiler = ["node_modules/.bin/tsc", "-p", "tsconfig.npm.json", *emit, *where]
        subprocess.run(compiler, cwd=FRONTEND, check=True, stderr=subprocess.DEVNULL)
        left, done = [Path(out, TYPES).resolve()], set[Path]()
        while left:
            path = left.pop()
            done.add(path)
            text = path.read_text(encoding="utf-8")
            named = [(path.parent / f"{name}.d.ts").resolve() for name in _IMPORT.findall(text)]
            left += {*named} - done
            there = to / path.relative_to(Path(out).resolve())
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_text(_IMPORT.sub(r"\1.js", text), encoding="utf-8")


def main() -> None:
    """Pack it and say how large it is."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("-o", "--output", type=Path, default=MADE)
    path, left = make(arguments.parse_args().output.absolute())
    print(f"npm file={path.name} mb={path.stat().st_size / 1e6:.1f} left_out={left}")


if __name__ == "__main__":
    main()
