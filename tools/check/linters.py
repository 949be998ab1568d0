#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`make lint-changed`: the linters on the files that differ from main; what needs all files, `make lint` does.

Those are the files that commits since main have touched, and what is not committed yet. In a checkout without main,
and on main itself, only the latter.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BACKEND, FRONTEND = ROOT / "backend", ROOT / "frontend"
CODE = (".ts", ".tsx", ".js", ".mjs")
PRETTY = (*CODE, ".css", ".html", ".json", ".md")


def git(*words: str) -> str:
    """What git prints; nothing where it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, check=False, capture_output=True, text=True).stdout


def changed() -> list[str]:
    """Files that are there and differ."""
    mains = ("main", "origin/main")
    base = next((found for main in mains if (found := git("merge-base", main, "HEAD").strip())), "HEAD")
    differ = git("diff", "-z", "--name-only", "--diff-filter=d", base)
    new = git("ls-files", "-z", "--others", "--exclude-standard")
    return sorted({name for name in (differ + new).split("\0") if name})


def below(folder: str, ends: Sequence[str]) -> Callable[[str], bool]:
    """Whether a file is in a folder, and of a kind."""
    return lambda name: name.startswith(f"{folder}/") and name.endswith(tuple(ends))


def run(folder: Path, *words: str) -> bool:
    """Whether a linter is content."""
    return subprocess.run(words, cwd=folder, check=False).returncode == 0


def main() -> int:
    """Run each linter on what it is for."""
    files = changed()
    scripts = [name for name in files if below("frontend", CODE)(name)]
    pretty = [name for name in files if below("frontend", PRETTY)(name)]
    linted = ("backend", "tracer", "tools/check", "tools/lib", "tools/oracle")
    python = [name for name in files if any(below(folder, [".py"])(name) for folder in linted)]
    shell = [name for name in files if name.endswith(".sh") or name == ".ci/run"]
    fine = True
    if scripts:
        cache = ("--cache", "--cache-strategy", "content", "--cache-location", "../build/eslint/")
        within = [name.removeprefix("frontend/") for name in scripts]
        fine &= run(FRONTEND, "npx", "eslint", *cache, "--no-warn-ignored", "--max-warnings", "0", *within)
    if pretty:
        within = [name.removeprefix("frontend/") for name in pretty]
        fine &= run(FRONTEND, "npx", "prettier", "--check", "--log-level", "warn", *within)
    if any(name.endswith(".css") for name in pretty):
        fine &= run(FRONTEND, "node", "scripts/style-rules.mjs")
    if python:
        within = [f"../{name}" for name in python]
        fine &= run(BACKEND, "ruff", "check", *within) and run(BACKEND, "ruff", "format", "--check", *within)
    if any(below("backend/src", [".py"])(name) for name in files):
        fine &= run(BACKEND, "lint-imports")
    if shell:
        fine &= run(ROOT, "shellcheck", "-x", "--source-path=SCRIPTDIR", *shell)
    counts = {"scripts": scripts, "pretty": pretty, "python": python, "shell": shell}
    sums = " ".join(f"{name}={len(of)}" for name, of in counts.items())
    print(f"lint-changed changed={len(files)} {sums} fine={int(fine)}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
