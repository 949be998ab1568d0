# SPDX-License-Identifier: Apache-2.0
"""Drawn experiments one after the other: run, check, count, forget the capture.

What was counted is in one file for each seed, with a line for each run, and is replaced after
each. Whatever ends the lab, the file holds every run that was done; the next start goes on behind.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mmlab import packages, series
from mmlab.errors import LabError
from mmlab.experiments import capture, run
from mmlab.experiments.experiment import Experiment
from mmlab.guest import image, kernel, qemu
from mmlab.guest.machine import Machine
from mmlab.paths import LONG, MMSCOPE, MODULE, cache

from . import experiment as random_experiment

# Of each mode, in this order, as `mmscope check` counts them.
COUNTED = ("decisions", "same", "different", "incomplete", "stateless_only")
# Of the accounts of a capture, in this order.
ACCOUNTS = ("accounts", "balanced", "off", "not_told")
# More runs without a decision in a row are no bad luck.
BARREN = 5
# What QEMU says when a signal ends it.
TERMINATED = "terminating on signal"


@dataclass(frozen=True)
class RunResult:
    """What became of one run.

    Attributes:
        modes: "policy/mode" and its counts, as COUNTED has them.
        keys: keys of swap devices that were recomputed, and how many of them are the same.
        accounts: of the record, as ACCOUNTS has them; off: the balance and part of those that are.
        events: in the capture; lost: not in it, though they happened.
        ended: why the run ended early; empty if it did not.
        warnings: of the guest's kernel.
        seconds: from power-on to power-off.
        boots: times the guest was started, as one that hung before it began is started again.
        rest: the run's folder.
    """

    modes: dict[str, list[int]] = field(default_factory=dict)
    keys: tuple[int, int] = (0, 0)
    accounts: tuple[int, ...] = (0, 0, 0, 0)
    off: tuple[str, ...] = ()
    events: int = 0
    lost: int = 0
    ended: str = ""
    warnings: tuple[str, ...] = ()
    seconds: float = 0
    boots: int = 1
    rest: Path | None = None

    @property
    def suspect(self) -> bool:
        """Shall somebody look at the capture?"""
        names = ("different", "incomplete")
        other = any(counts[COUNTED.index(name)] for counts in self.modes.values() for name in names)
        wrong = other or self.keys[0] != self.keys[1] or bool(self.off)
        return wrong or self.lost > 0 or bool(self.warnings)


Runner = Callable[[Experiment], RunResult]


def facts() -> dict[str, Any]:
    """What all runs of a result have in common."""
    return {
        "kernel": kernel.build().facts(),
        "qemu": qemu.version(),
        "guest": image.LAB.facts(),
        "counted": list(COUNTED),
    }


def checker() -> str:
    """Which checker it is: a part of the hash of its module."""
    return hashlib.sha256(MODULE.read_bytes()).hexdigest()[:12]


def in_short(machine: Machine) -> dict[str, str]:
    """CPUs and MiB of each node; sizes in MiB of the devices of each kind."""
    kinds: dict[str, list[str]] = {}
    for device in machine.devices:
        kinds.setdefault(device.kind, []).append(str(device.size_mib))
    return {
        "nodes": " ".join(f"{node.cpus}/{node.memory_mib}" for node in machine.nodes),
        "devices": " ".join(f"{kind}:{','.join(sizes)}" for kind, sizes in kinds.items()),
    }


class Result:
    """The file of one seed."""

    def __init__(self, path: Path, seed: int, common: dict[str, Any]) -> None:
        """Go on with the file that is there. Raises LabError if other facts are in it."""
        self.path = path
        head = {"seed": seed, "drawing": random_experiment.DRAWING, **common}
        self.data: dict[str, Any] = {**head, "runs": []}
        if path.exists():
            self.data = json.loads(path.read_text())
            other = [key for key in head if self.data.get(key) != head[key]]
            if other:
                words = f"{path} was made with another {', '.join(other)}"
                raise LabError(f"{words}: take another seed, or move the file away")

    @property
    def runs(self) -> list[dict[str, Any]]:
        """The runs so far, in the order of their numbers."""
        runs: list[dict[str, Any]] = self.data["runs"]
        return runs

    @property
    def next(self) -> int:
        """The number that has not been run."""
        return len(self.runs)

    def add(self, row: dict[str, Any]) -> None:
        """One run more. The file is the old one or the new one at any moment."""
        self.runs.append(row)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        with open(part, "w", encoding="utf-8") as file:
            file.write(text(self.data))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.path)


def text(data: dict[str, Any]) -> str:
    """JSON with a line for each fact and each run."""
    head = [f"{json.dumps(key)}: {json.dumps(data[key])}" for key in data if key != "runs"]
    runs = ",\n".join(json.dumps(row) for row in data["runs"])
    return "{\n" + ",\n".join(head) + ',\n"runs": [\n' + runs + "\n]\n}\n"


def total(runs: list[dict[str, Any]]) -> dict[str, Counter[str]]:
    """Counts of each "policy/mode"."""
    sums: dict[str, Counter[str]] = {}
    for row in runs:
        for mode, counts in row["modes"].items():
            sums.setdefault(mode, Counter()).update(dict(zip(COUNTED, counts, strict=True)))
    return dict(sorted(sums.items()))


def _pairs(counts: Counter[str], lost: int) -> str:
    return " ".join(f"{key}={counts[key]}" for key in COUNTED) + f" lost={lost}"


def report(runs: list[dict[str, Any]]) -> list[str]:
    """Lines as `mmscope check` prints them: each mode and policy, what ended early, and all."""
    sums = total(runs)
    policies: dict[str, Counter[str]] = {}
    lines = []
    everything: Counter[str] = Counter()
    for mode, counts in sums.items():
        policy, _, name = mode.partition("/")
        lost = sum(row["lost"] for row in runs if mode in row["modes"])
        lines.append(f"check mode={name} policy={policy} {_pairs(counts, lost)}")
        policies.setdefault(policy, Counter()).update(counts)
        everything.update(counts)
    for policy, counts in policies.items():
        own = [row for row in runs if any(m.startswith(f"{policy}/") for m in row["modes"])]
        lines.append(f"check policy={policy} {_pairs(counts, sum(row['lost'] for row in own))}")
    ended = [row for row in runs if row.get("ended")]
    lines += [f"lab-long: number {row['number']} ended early: {row['ended']}" for row in ended]
    lost = sum(row["lost"] for row in runs)
    keys = sum(row["keys"][0] - row["keys"][1] for row in runs)
    lines += [
        f"lab-long: number {row['number']} off: {name}"
        for row in runs
        for name in row.get("off", ())
    ]
    # runs from before 30 November 2026 have none
    sums_of = [
        sum(column)
        for column in zip(*(row.get("accounts", (0, 0, 0, 0)) for row in runs), strict=True)
    ]
    lines.append(
        "balances "
        + " ".join(f"{key}={count}" for key, count in zip(ACCOUNTS, sums_of, strict=False))
    )
    lines.append(
        f"check {_pairs(everything, lost)} keys_different={keys} runs={len(runs)} "
        f"ended_early={len(ended)}"
    )
    return lines


def differs(runs: list[dict[str, Any]]) -> bool:
    """Is any decision or key different, any account off, or any event lost?

    An incomplete decision is neither: what it rests on is not in the capture, as in one that ends
    where its guest died. It is counted, and never as the same.
    """
    counts = sum(total(runs).values(), Counter())
    keys = any(row["keys"][0] != row["keys"][1] for row in runs)
    found = any(row["lost"] or row.get("off") for row in runs)
    return counts["different"] > 0 or keys or found


def check(raw: Path) -> dict[str, Any]:
    """Modes, keys and accounts of a capture, as `mmscope check` counts them. Raises LabError."""
    if not MMSCOPE.exists():
        raise LabError("the checker is not installed: make setup")
    done = subprocess.run(
        [str(MMSCOPE), "check", "--json", str(raw)], capture_output=True, text=True, check=False
    )
    try:
        said = json.loads(done.stdout)
        counts = said["captures"][0]
    except (ValueError, LookupError):
        raise LabError(f"the checker cannot read it: {done.stderr.strip()[-200:]}") from None
    modes = {
        f"{row['policy']}/{row['mode']}": [row[key] for key in COUNTED] for row in said["modes"]
    }
    off = [row for row in counts["balances"] if row["state"] == "off"]
    return {
        "modes": modes,
        "keys": (counts["keys"], counts["keys_same"]),
        "accounts": tuple(said["balances"][key] for key in ACCOUNTS),
        "off": tuple(
            f"{row['balance']} of {row.get('of', row['part'])}: {row['left']}, {row['right']}"
            for row in off
        ),
    }


def record(experiment: Experiment) -> RunResult:
    """Run one experiment in a guest and check what it recorded; a failure is what was found.

    Raises LabError if somebody told QEMU to end: such a run says nothing, and is to be done again.
    """
    began = time.monotonic()
    try:
        booted = run.boot(experiment, experiment.ring_pages)
    except LabError as error:
        left = sorted((cache() / "runs").glob(f"{experiment.id}-*"))
        seconds = round(time.monotonic() - began, 1)
        reason = str(error).partition(";")[0]
        return RunResult(ended=reason, seconds=seconds, rest=left[-1] if left else None)
    known: dict[str, Any] = {
        "seconds": booted.facts["seconds"],
        "boots": booted.boots,
        "warnings": tuple(booted.facts["warnings"][:3]),
        "rest": booted.folder.path,
    }
    ended = ""
    if booted.status not in ("0", run.LOST_STATUS):
        said = booted.folder.console.read_text(errors="replace").strip().splitlines()
        last = said[-1].strip()[:160] if said else "no word"
        if TERMINATED in last:
            raise LabError(f"{experiment.id} was ended from outside: {last}")
        ended = f"status {booted.status}: {last}"
    if not booted.raw.exists():
        return RunResult(ended=ended or "no capture", **known)
    try:
        summary = capture.summary(booted.raw)
        found = check(booted.raw)
    except LabError as error:
        return RunResult(ended=f"{ended} {error}".strip(), lost=1, **known)
    known |= {"events": sum(summary.events.values()), "lost": summary.lost, "ended": ended}
    return RunResult(**found, **known)


@contextmanager
def alone() -> Iterator[None]:
    """Only one at a time may use the cache for this. Raises LabError."""
    cache().mkdir(parents=True, exist_ok=True)
    with open(cache() / "long.lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LabError("drawn experiments are being run already") from None
        yield


def sweep(seed: int) -> None:
    """Remove the folders of runs that were killed."""
    for folder in (cache() / "runs").glob(f"{random_experiment.name(seed, 0)[:-1]}*"):
        shutil.rmtree(folder, ignore_errors=True)


def put_away(name: str, found: RunResult, folder: Path) -> str:
    """Keep what somebody shall look at, remove the rest; return where it is, or nothing."""
    if found.rest is None or not found.rest.exists():
        return ""
    kept = folder / name if found.suspect or found.ended else None
    if kept:
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        wanted = ["console.log", "share/dmesg", "share/workload.sh", "share/job.sh"]
        wanted += [f"share/{run.RAW}"] if found.suspect else []
        for path in (found.rest / want for want in wanted):
            if path.exists():
                shutil.move(path, kept / path.name)
    shutil.rmtree(found.rest)
    return str(kept) if kept else ""


def one(result: Result, seed: int, runner: Runner, folder: Path) -> dict[str, Any]:
    """Run the next number, and count it; return its row."""
    number = result.next
    experiment = random_experiment.experiment(seed, number)
    print(f"{experiment.id}: {experiment.title}", flush=True)
    found = runner(experiment)
    kept = put_away(experiment.id, found, folder)
    row: dict[str, Any] = {
        "number": number,
        "draw": random_experiment.key(seed, number),
        "probes": experiment.probes,
        **in_short(experiment.machine),
        "modes": found.modes,
        "keys": list(found.keys),
        "accounts": list(found.accounts),
        "events": found.events,
        "lost": found.lost,
        "seconds": found.seconds,
        "checker": checker(),
    }
    if found.off:
        row["off"] = list(found.off)
    if found.boots > 1:
        row["boots"] = found.boots
    if found.ended:
        row["ended"] = found.ended
    if found.warnings:
        row["warnings"] = list(found.warnings)
    result.add(row)
    print(f"{experiment.id}: {report([row])[-1]} seconds={found.seconds:.0f}", flush=True)
    for warning in found.warnings:
        print(f"{experiment.id}: the kernel warns: {warning}", flush=True)
    if found.suspect:
        print(f"{experiment.id}: LOOK AT {kept}", flush=True)
    return row


def until(
    result: Result, seed: int, runner: Runner, folder: Path, *, decisions: int, most: int
) -> None:
    """Run numbers until there are so many decisions, or `most` runs more. Raises LabError when
    nothing comes of BARREN runs in a row.
    """
    first = len(result.runs)
    while sum(c["decisions"] for c in total(result.runs).values()) < decisions:
        if len(result.runs) - first == most:
            return
        one(result, seed, runner, folder)
        last = result.runs[first:][-BARREN:]
        if len(last) == BARREN and not total(last):
            raise LabError(f"no decision in {BARREN} runs: {last[-1].get('ended', '')}")


def file(seed: int, folder: Path = LONG) -> Path:
    """The result of a seed."""
    return folder / f"seed-{seed}.json"


def strangers(folder: Path = LONG) -> list[str]:
    """Results that were made from a series of patches that does not stand."""
    return [
        path.name
        for path in sorted(folder.glob("*.json"))
        if not series.stands(json.loads(path.read_text())["kernel"])
    ]


def show(seed: int, number: int) -> str:
    """Everything that is drawn for a number, as JSON."""
    return json.dumps(random_experiment.data(seed, number), indent=1)


def main(seed: int, folder: Path, captures: Path, *, decisions: int, most: int) -> int:
    """Run until there are enough decisions; return the exit status. Raises LabError."""
    packages.need(packages.QEMU)
    with alone():
        sweep(seed)
        result = Result(file(seed, folder), seed, facts())
        until(result, seed, record, captures, decisions=decisions, most=most)
    print("\n".join(report(result.runs)))
    return 1 if differs(result.runs) else 0
