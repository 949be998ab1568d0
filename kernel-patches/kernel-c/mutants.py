#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""mutants.py: find out whether the test notices a change of one token in the kernel's text.

Every change that templates.py knows is made, one at a time, in every function under test: the changed text is compiled
and compared with the policy core, with few cases and then with more. A change that no case notices has to be in
equivalent.txt, with a reason why it changes no decision; what is there and is noticed all the same is an error
too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from templates import Tree, assemble

HERE = Path(__file__).resolve().parent
ROUNDS = (300, 5_000, 50_000)  # cases of each function
CPU_SECONDS = 20  # a walk without an end is noticed too


def equivalent(templates: Path) -> dict[str, str]:
    """Changes that change no decision, with the reason."""
    found = {}
    for line in (templates / "equivalent.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, reason = line.split(None, 1)
            found[name] = reason
    return found


def noticed(change: str | None, unit: str, tree: Tree, options: argparse.Namespace) -> str | None:
    """What noticed a change: a round's number of cases, or the compiler; None if nothing did."""
    with tempfile.TemporaryDirectory(dir=options.out) as folder:
        source, program = f"{folder}/{unit}.c", f"{folder}/kernel-c"
        Path(source).write_text(assemble(tree, HERE / options.templates / f"{unit}.c.in", change, None))
        compiled = subprocess.run(
            [*options.compile.split(), "-O0", "-g0", "-w", "-c", source, "-o", f"{folder}/{unit}.o"],
            cwd=HERE,
            stderr=subprocess.DEVNULL,
        )
        if compiled.returncode:
            return "compiler"
        others = [str(o) for o in sorted(Path(options.out).glob("*.o")) if o.name != f"{unit}.o"]
        subprocess.run(["gcc", f"{folder}/{unit}.o", *others, "-o", program], check=True)
        for cases in ROUNDS:
            command = ["prlimit", f"--cpu={CPU_SECONDS}", program, f"unit={unit}", f"cases={cases}", "jobs=1"]
            run = subprocess.run(command, stdout=subprocess.DEVNULL)
            if run.returncode:
                return str(cases)
    return None


def main() -> int:
    """Run from the command line, by the Makefile."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--tree", "--out", "--config", "--compile"):
        parser.add_argument(name, required=True)
    parser.add_argument("--kernel", default="6.12", help="for the last line")
    parser.add_argument("--templates", default=".", help="their folder, with equivalent.txt")
    parser.add_argument("--only", default="", help="changes whose name begins so")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("units", nargs="+")
    options = parser.parse_args()
    known = equivalent(HERE / options.templates)
    tree = Tree(Path(options.tree), set(options.config.removeprefix("CONFIG=").split(",")))
    jobs = []
    for unit in options.units:
        changes: list[str] = []
        assemble(tree, HERE / options.templates / f"{unit}.c.in", None, changes)
        jobs += [(change, unit) for change in changes if change.startswith(options.only)]
    for unit in options.units:
        by = noticed(None, unit, tree, options)
        if by:
            print(f"{unit}: different without any change ({by}): see make test-kernel-c")
            return 1
    killed = 0
    wrong = []
    with ThreadPoolExecutor(options.jobs) as pool:
        answers = pool.map(lambda job: noticed(*job, tree, options), jobs)
        for (change, _), by in zip(jobs, answers, strict=True):
            if by:
                killed += 1
                if change in known:
                    wrong.append(f"{change} is in equivalent.txt, and {by} cases noticed it")
            elif change in known:
                print(f"  equivalent {change}: {known[change]}", flush=True)
            else:
                wrong.append(f"{change} was not noticed")
                print(f"  {wrong[-1]}", flush=True)
    if not options.only:
        there = {change for change, _ in jobs}
        wrong += [
            f"{name} is in equivalent.txt, and there is no such change" for name in known if name not in there
        ]
    for line in wrong:
        print(f"wrong: {line}")
    print(
        f"kernel-c-mutants kernel={options.kernel} mutants={len(jobs)} killed={killed} "
        f"equivalent={len(jobs) - killed} wrong={len(wrong)}"
    )
    return bool(wrong) or not jobs


if __name__ == "__main__":
    sys.exit(main())
