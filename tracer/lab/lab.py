#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kernel lab: build the patched kernel and a guest, run experiments, bring captures back.

lab.py build        build the kernel and the guest image, unless they are in the cache
lab.py compile      apply the series, and compile what it changes without a warning
lab.py run NAME…    run experiments by name or file; captures go to --output, by default
                    datasets/captures
lab.py short        run a small experiment for each document; captures go to --output
lab.py test [NAME…] run the tests of kernel-patches in a guest, all or those named;
                    with --debug on the debug kernel
lab.py all          run every experiment again
lab.py long         run experiments drawn at random until there are enough decisions; goes on where
                    the last one ended; with --show N print what is drawn for number N
lab.py repeat       run the experiments of pairs.toml again, those that --output lacks
lab.py foreign [NAME…]
                    run recordings of other tools, all or those named, NAME or NAME@HOST;
                    samples go to --output, by default datasets/foreign
lab.py ugly [NAME…] make the damaged samples from the others, all or those named
lab.py conformance [NAME…]
                    run the workloads of conformance/ on Debian's kernels and on the patched one
                    and print what differs; --again: also those with a result;
                    --page FILE: only write the page, --check: or fail when it is stale
lab.py pastes [SERIES-MACHINE…]
                    what Debian's kernels print of their zones under known settings, and why they
                    kill; texts go to --output, by default build/pastes, those that it lacks or
                    those named
lab.py list         list the experiments
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from mmlab import kernel_tests, pastes
from mmlab.conformance import conformance, page
from mmlab.errors import LabError
from mmlab.experiments import repeats, run
from mmlab.experiments.experiment import Experiment, names, short
from mmlab.foreign import damage, recorder, recording
from mmlab.guest import image, kernel
from mmlab.paths import BUILD, CAPTURES, LONG, SAMPLES
from mmlab.random import runs


def build() -> None:
    """Kernel and guest, from the cache when nothing changed."""
    began = time.monotonic()
    built = kernel.build()
    root = image.build()
    print(
        f"lab kernel={built.key} release={built.release} guest={root.parent.name} "
        f"seconds={time.monotonic() - began:.0f}"
    )


def run_all(wanted: list[str], output: Path) -> None:
    """Run experiments one after the other; a broken one does not keep the rest from running."""
    experiments = [Experiment.load(name) for name in wanted]
    failed: list[str] = []
    events = lost = 0
    for experiment in experiments:
        try:
            manifest = run.run(experiment, output)
        except LabError as error:
            print(f"lab: {experiment.id}: {error}", file=sys.stderr)
            failed.append(experiment.id)
            continue
        events += sum(manifest["events"].values())
        lost += manifest["lost"]
    print(
        f"lab-run captures={len(wanted) - len(failed)} failed={len(failed)} "
        f"events={events} lost={lost}"
    )
    if failed:
        raise LabError("failed: " + ", ".join(failed))


def record_all(wanted: list[str], output: Path) -> None:
    """Run recordings one after the other; a broken one does not keep the rest from running."""
    failed: list[str] = []
    made = 0
    for name in [name for only in wanted for name in recording.names(only)]:
        try:
            made += len(recorder.run(name, output))
        except LabError as error:
            print(f"lab: {name}: {error}", file=sys.stderr)
            failed.append(name)
    print(f"lab-foreign samples={made} failed={len(failed)}")
    if failed:
        raise LabError("failed: " + ", ".join(failed))


def spoil(wanted: list[str], folder: Path) -> None:
    """Make ugly samples, all or those named."""
    made = [damage.make(one, folder) for one in damage.UGLY if not wanted or one.name in wanted]
    print(f"lab-ugly samples={len(made)} bytes={sum(manifest['size'] for manifest in made)}")


def conform(wanted: list[str], *, again: bool) -> None:
    """Measure policies, all or those named; print the table. Raises LabError for what differs."""
    policies = [conformance.Policy.load(name) for name in wanted or conformance.names()]
    failed = [line for policy in policies for line in conformance.run(policy, again=again)]
    every = []
    for policy in policies:
        made = page.rows(policy, conformance.results(policy))
        print(f"{policy.experiment.id}: {policy.experiment.title}")
        lines = [page.cells(row) for row in made]
        print(page.table(page.COLUMNS, lines))
        every += made
    print(page.totals(every))
    failed += page.problems(every)
    if failed:
        raise LabError("; ".join(failed))


def draw_and_run(options: argparse.Namespace) -> int:
    """Run drawn experiments, or show one."""
    if options.show is not None:
        print(runs.show(options.seed, options.show))
        return 0
    return runs.main(
        options.seed, options.result, options.output, decisions=options.decisions, most=options.runs
    )


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = made.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="build kernel and guest image")
    commands.add_parser("compile", help="compile what the series changes")
    runner = commands.add_parser("run", help="run experiments by name")
    runner.add_argument(
        "names", nargs="+", metavar="NAME", help="name of an experiment, or its file"
    )
    runner.add_argument("--output", type=Path, default=CAPTURES, metavar="FOLDER")
    shorter = commands.add_parser("short", help="run a small experiment for each document")
    shorter.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    commands.add_parser("all", help="run every experiment")
    longer = commands.add_parser("long", help="run experiments drawn at random")
    longer.add_argument("--seed", type=int, default=1, metavar="N")
    longer.add_argument("--decisions", type=int, default=5_000_000, metavar="N", help="stop then")
    longer.add_argument("--runs", type=int, default=-1, metavar="N", help="stop after so many more")
    longer.add_argument("--show", type=int, metavar="N", help="print what is drawn for a number")
    longer.add_argument("--result", type=Path, default=LONG, metavar="FOLDER")
    longer.add_argument("--output", type=Path, default=BUILD / "long", metavar="FOLDER",
                        help="for captures that differ")  # fmt: skip
    repeater = commands.add_parser("repeat", help="run the experiments of pairs.toml again")
    repeater.add_argument("--times", type=int, default=repeats.TIMES, metavar="N")
    repeater.add_argument("--output", type=Path, default=BUILD / "repeats", metavar="FOLDER")
    stranger = commands.add_parser("foreign", help="run recordings of other tools")
    stranger.add_argument(
        "names", nargs="*", metavar="NAME", help="name of a recording, or its file"
    )
    stranger.add_argument("--output", type=Path, default=SAMPLES, metavar="FOLDER")
    spoiler = commands.add_parser("ugly", help="make the damaged samples from the others")
    spoiler.add_argument("names", nargs="*", metavar="NAME")
    spoiler.add_argument("--output", type=Path, default=SAMPLES, metavar="FOLDER")
    tester = commands.add_parser("test", help="run the tests of kernel-patches")
    tester.add_argument("names", nargs="*", metavar="NAME", help="as in test_NAME.sh")
    tester.add_argument("--debug", action="store_true", help="on the debug kernel")
    conformer = commands.add_parser("conformance", help="compare Debian's kernels and the patched")
    conformer.add_argument("names", nargs="*", metavar="NAME", help="name of a policy, or its file")
    conformer.add_argument("--again", action="store_true", help="also what has a result")
    conformer.add_argument("--page", type=Path, metavar="FILE", help="only write the page")
    conformer.add_argument("--check", action="store_true", help="fail when the page is stale")
    paster = commands.add_parser("pastes", help="texts of Debian's kernels under known settings")
    paster.add_argument("names", nargs="*", metavar="SERIES-MACHINE")
    paster.add_argument("--output", type=Path, default=BUILD / "pastes", metavar="FOLDER")
    commands.add_parser("list", help="list the experiments")
    return made


def list_all() -> None:
    """List the experiments."""
    for name in names():
        print(f"{name:32} {Experiment.load(name).title}")


def conformance_command(options: argparse.Namespace) -> None:
    """Measure, or write the page of what was measured."""
    if options.page:
        page.emit(options.page, check=options.check)
    else:
        conform(options.names, again=options.again)


# What each command does; one that returns a number sets the exit status.
COMMANDS: dict[str, Callable[[argparse.Namespace], int | None]] = {
    "build": lambda _: build(),
    "compile": lambda _: print(f"lab objects={kernel.compile_series()}"),
    "run": lambda options: run_all(options.names, options.output),
    "short": lambda options: run_all(short(), options.output),
    "all": lambda _: run_all(names(), CAPTURES),
    "foreign": lambda options: record_all(options.names or [""], options.output),
    "ugly": lambda options: spoil(options.names, options.output),
    "test": lambda options: kernel_tests.run(options.names, debug=options.debug),
    "long": draw_and_run,
    "repeat": lambda options: repeats.run_repeats(options.output, options.times),
    "conformance": conformance_command,
    "pastes": lambda options: pastes.run(options.names, options.output),
    "list": lambda _: list_all(),
}


def main() -> int:
    """Entry point; returns the exit status."""
    options = parser().parse_args()
    try:
        return COMMANDS[options.command](options) or 0
    except LabError as error:
        print(f"lab: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
