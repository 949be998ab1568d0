#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the fuzz targets, from where the last run stopped.

    fuzz.py SUITE… [--seconds N] [--only TARGET…] [--until EXECUTIONS]
    fuzz.py SUITE… --short      a bounded number of inputs from a fixed seed, not recorded
    fuzz.py SUITE… --keep       minimise the corpora, and copy a small part of each into the repository

SUITE is core (the C sources, libFuzzer with ASan and UBSan) or server (Python, atheris). The corpora are in
$XDG_CACHE_HOME/mmscope/fuzz, seeded from the repository's. Executions are counted by libFuzzer itself and added up in
executions.tsv beside the targets, by nobody else. An input that fails is kept and tried first by the next run.
"""

import argparse
import fcntl
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mmscope" / "fuzz"
HEAD = ("target", "executions", "of_these_sources", "sources", "date")
KEPT_FILES, KEPT_BYTES, KEPT_LONGEST = 100, 100_000, 4096  # of each target, in the repository
LIMITS = ("-rss_limit_mb=2560", "-timeout=25", "-print_final_stats=1", "-verbosity=1")


@dataclass(frozen=True)
class Target:
    """One fuzz target."""

    name: str
    longest: int  # bytes of an input
    share: float  # of the seconds given to each
    short: int  # inputs of a short run


@dataclass(frozen=True)
class Suite:
    """Targets that are run in one way."""

    folder: Path  # of the targets, their seeds and their count
    program: tuple[str, ...]  # {} stands for the target
    sources: tuple[str, ...]  # patterns: what is tested
    targets: tuple[Target, ...]

    def command(self, target: Target) -> list[str]:
        """What runs a target."""
        return [part.format(target.name) for part in self.program]

    def hash(self) -> str:
        """Of the sources."""
        found = hashlib.sha256()
        for path in sorted(path for pattern in self.sources for path in ROOT.glob(pattern) if path.is_file()):
            found.update(f"{path.relative_to(ROOT)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
        return found.hexdigest()[:12]


# The length of inputs is what each can make use of. Fast targets carry the count; slow ones need time to get anywhere.
SUITES = {
    "core": Suite(
        ROOT / "wasm-core/tests/fuzz",
        (str(ROOT / "wasm-core/build/fuzz_{}"),),
        ("wasm-core/*/*.[ch]", "wasm-core/*/*/*.[ch]", "wasm-core/*/*.def", "wasm-core/*/*/*.def"),
        (
            Target("numbers", 160, 4, 20000),
            Target("text", 1024, 1, 10000),
            Target("json", 1024, 4, 20000),
            Target("sort", 1024, 1, 10000),
            Target("tables", 80, 2, 20000),
            Target("line", 2048, 4, 20000),
            Target("order", 192, 3, 10000),
            Target("params", 512, 1, 1000),
            Target("calls", 512, 1, 1000),
            Target("proc", 4096, 1, 2000),
            Target("paste", 4096, 1, 2000),
            Target("reader", 16384, 2, 5000),
            Target("machine", 512, 2, 300),
            Target("trace", 16384, 2, 1000),
            Target("zstd", 16384, 2, 5000),
        ),
    ),
    "server": Suite(
        ROOT / "backend/tests/fuzz",
        (str(ROOT / "backend/.venv-fuzz/bin/python"), str(ROOT / "backend/tests/fuzz/__main__.py"), "{}"),
        ("backend/src/mmscope/**/*.py", "backend/tests/fuzz/*.py", "wasm-core/dist/*.wasm"),
        (
            Target("commands", 512, 3, 2000),
            Target("manifest", 2048, 1, 2000),
            Target("metadata", 1024, 1, 2000),
            Target("cards", 1024, 1, 500),
            Target("form", 1024, 1, 1000),
            Target("settings", 256, 1, 2000),
            Target("packed", 1024, 1, 500),
            Target("windows", 512, 1, 300),
            Target("requests", 1024, 1, 300),
            Target("session", 8192, 2, 200),
            Target("model", 512, 2, 50),
            Target("trace", 8192, 2, 200),
        ),
    ),
}


class Ledger:
    """The executions of a suite, a row for each target."""

    def __init__(self, suite: Suite) -> None:
        self._path = suite.folder / "executions.tsv"

    def rows(self) -> dict[str, list[str]]:
        """By target."""
        if not self._path.exists():
            return {}
        lines = self._path.read_text().splitlines()[1:]
        return {fields[0]: fields for fields in (line.split("\t") for line in lines)}

    def total(self) -> int:
        """Of all targets."""
        return sum(int(row[1]) for row in self.rows().values())

    def add(self, target: Target, executions: int, sources: str) -> None:
        """Count the executions of one run."""
        with locked():
            rows = self.rows()
            _, total, current, before, _ = rows.get(target.name, ["", "0", "0", sources, ""])
            current = str((int(current) if before == sources else 0) + executions)
            date = datetime.now(UTC).date().isoformat()
            rows[target.name] = [target.name, str(int(total) + executions), current, sources, date]
            text = "\n".join("\t".join(row) for row in [list(HEAD), *(rows[name] for name in sorted(rows))])
            new = self._path.with_suffix(".new")
            new.write_text(text + "\n")
            new.replace(self._path)


@contextmanager
def locked() -> Iterator[None]:
    """One run at a time counts."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Runner:
    """Runs the targets of one suite."""

    def __init__(self, name: str) -> None:
        self.name, self.suite = name, SUITES[name]
        self.ledger = Ledger(self.suite)

    def seeds(self, target: Target) -> Path:
        """What the repository has."""
        return made(self.suite.folder / "corpus" / target.name)

    def corpus(self, target: Target) -> Path:
        """What runs have found."""
        return made(CACHE / f"{self.name}-{target.name}")

    def crashes(self, target: Target) -> Path:
        """What failed."""
        return made(CACHE / f"{self.name}-{target.name}.failed")

    def run(self, target: Target, seconds: float) -> tuple[int, bool]:
        """Run a target for so long: executions, and whether all was well."""
        sources = self.suite.hash()
        fine = self._try_again(target)
        crashes, corpus = self.crashes(target), self.corpus(target)
        arguments = [
            f"-max_total_time={max(1, round(seconds * target.share))}",
            f"-artifact_prefix={crashes}/",
        ]
        ok, runs = self._fuzz(target, arguments, [corpus, self.seeds(target)])
        self.ledger.add(target, runs, sources)
        return runs, ok and fine

    def run_short(self, target: Target) -> tuple[int, bool]:
        """The repository's corpus and some inputs, the same every time."""
        with tempfile.TemporaryDirectory() as folder:
            arguments = [f"-runs={target.short}", "-seed=1", f"-artifact_prefix={self.crashes(target)}/"]
            ok, runs = self._fuzz(target, arguments, [Path(folder), self.seeds(target)])
        return runs, ok

    def keep(self, target: Target) -> int:
        """Minimise the corpus, and put a part of it into the repository. Returns how many files that is."""
        corpus, seeds = self.corpus(target), self.seeds(target)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            merged = made(Path(folder) / "merged")
            command = [*self.suite.command(target), "-merge=1", *LIMITS, str(merged), str(corpus), str(seeds)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if not any(merged.iterdir()):
                raise SystemExit(f"merging the corpus of {target.name} gave nothing: {shlex.join(command)}")
            shutil.rmtree(corpus)
            shutil.copytree(merged, corpus)
        kept = seeds / "kept"
        shutil.rmtree(kept, ignore_errors=True)
        for path in chosen(corpus):
            shutil.copy(path, made(kept) / path.name[:16])
        return len(list(kept.iterdir())) if kept.exists() else 0

    def _try_again(self, target: Target) -> bool:
        """What failed once becomes part of the corpus when it does not any more."""
        fine = True
        for path in sorted(self.crashes(target).iterdir()):
            command = [*self.suite.command(target), *LIMITS, str(path)]
            found = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            if found.returncode:
                fine = False
                print(f"still fails: {shlex.join([*self.suite.command(target), str(path)])}", file=sys.stderr)
            else:
                path.replace(self.corpus(target) / path.name)
        return fine

    def _fuzz(self, target: Target, arguments: list[str], folders: list[Path]) -> tuple[bool, int]:
        log = CACHE / f"{self.name}-{target.name}.log"
        before = set(self.crashes(target).iterdir())
        longest = f"-max_len={target.longest}"
        command = [*self.suite.command(target), *LIMITS, longest, *arguments, *map(str, folders)]
        with log.open("wb") as to:
            found = subprocess.run(command, stdout=to, stderr=to, check=False)
        text = log.read_text(errors="replace")
        counted = re.search(r"^stat::number_of_executed_units: *(\d+)", text, re.MULTILINE)
        if found.returncode or counted is None:
            print("\n".join(text.splitlines()[-60:]), file=sys.stderr)
            for path in set(self.crashes(target).iterdir()) - before:
                print(
                    f"to reproduce: {shlex.join([*self.suite.command(target), str(path)])}", file=sys.stderr
                )
        return found.returncode == 0 and counted is not None, int(counted[1]) if counted else 0


def chosen(corpus: Path) -> list[Path]:
    """Inputs of all sizes, few and small."""
    found = sorted((p.stat().st_size, p.name, p) for p in corpus.iterdir())
    found = [entry for entry in found if entry[0] <= KEPT_LONGEST]
    step = max(1.0, len(found) / KEPT_FILES)
    found = [found[int(i * step)] for i in range(min(len(found), KEPT_FILES))]
    while sum(size for size, _, _ in found) > KEPT_BYTES:
        found.pop()
    return [path for _, _, path in found]


def made(folder: Path) -> Path:
    """The folder, which exists then."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def work(names: Iterable[str], only: list[str]) -> list[tuple[Runner, Target]]:
    """What is to be run."""
    runners = [Runner(name) for name in names]
    known = {target.name for runner in runners for target in runner.suite.targets}
    if set(only) - known:
        raise SystemExit(
            f"there is no target {', '.join(sorted(set(only) - known))}; there are {', '.join(sorted(known))}"
        )
    return [(r, t) for r in runners for t in r.suite.targets if not only or t.name in only]


def once(options: argparse.Namespace, failing: set[str]) -> int:
    """Run every target that does not fail. Returns the executions."""
    executions = 0
    for runner, target in work(options.suite, options.only):
        name = f"{runner.name}-{target.name}"
        if name in failing:
            continue
        runs, ok = runner.run_short(target) if options.short else runner.run(target, options.seconds)
        executions += runs
        if not ok:
            failing.add(name)
        print(f"fuzz target={name} executions={runs} failing={int(not ok)}", flush=True)
    return executions


def total() -> int:
    """Executions so far, of all suites."""
    return sum(Ledger(suite).total() for suite in SUITES.values())


def main() -> int:
    """Run, and say how it went."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("suite", nargs="+", choices=SUITES)
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--only", nargs="+", default=[], help="these targets")
    parser.add_argument("--until", type=int, default=0, help="start over until there were so many executions")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    targets = work(options.suite, options.only)
    made(CACHE)
    if options.keep:
        for runner, target in targets:
            print(f"fuzz-keep target={runner.name}-{target.name} files={runner.keep(target)}", flush=True)
        return 0
    failing: set[str] = set()
    executions = once(options, failing)
    while total() < options.until and len(failing) < len(targets):
        executions += once(options, failing)
    print(f"fuzz executions={executions} total={total()} targets={len(targets)} failing={len(failing)}")
    return 1 if failing else 0


if __name__ == "__main__":
    sys.exit(main())
