#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The kernel lab: build the patched kernel and a guest, run experiments, bring captures back.

lab.py build        build the kernel and the guest image, unless they are in the cache
lab.py run NAME…    run experiments by name or file; captures go to --output, by default
                    datasets/captures
lab.py short        run a small experiment for each document; captures go to --output
lab.py test [NAME…] run the tests of kernel-patches in a guest, all or those named;
                    with --debug on the debug kernel
lab.py all          run every experiment again
lab.py foreign [NAME…]
                    run recordings of other tools, all or those named, NAME or NAME@HOST;
                    samples go to --output, by default datasets/foreign
lab.py ugly [NAME…] make the damaged samples from the others, all or those named
lab.py list         list the experiments
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from mmlab import foreign, guest, kernel, kerneltest, recording, run, ugly
from mmlab.errors import LabError
from mmlab.experiment import Experiment, names, short
from mmlab.paths import CAPTURES, SAMPLES


def build() -> None:
    """Kernel and guest, from the cache when nothing changed."""
    began = time.monotonic()
    built = kernel.build()
    image = guest.build()
    print(
        f"lab kernel={built.key} release={built.release} guest={image.parent.name} "
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
            made += len(foreign.run(name, output))
        except LabError as error:
            print(f"lab: {name}: {error}", file=sys.stderr)
            failed.append(name)
    print(f"lab-foreign samples={made} failed={len(failed)}")
    if failed:
        raise LabError("failed: " + ", ".join(failed))


def spoil(wanted: list[str], folder: Path) -> None:
    """Make ugly samples, all or those named."""
    made = [ugly.make(one, folder) for one in ugly.UGLY if not wanted or one.name in wanted]
    print(f"lab-ugly samples={len(made)} bytes={sum(manifest['size'] for manifest in made)}")


def main() -> int:
    """Entry point; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="build kernel and guest image")
    runner = commands.add_parser("run", help="run experiments by name")
    runner.add_argument(
        "names", nargs="+", metavar="NAME", help="name of an experiment, or its file"
    )
    runner.add_argument("--output", type=Path, default=CAPTURES, metavar="FOLDER")
    shorter = commands.add_parser("short", help="run a small experiment for each document")
    shorter.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    commands.add_parser("all", help="run every experiment")
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
    commands.add_parser("list", help="list the experiments")
    options = parser.parse_args()
    try:
        if options.command == "build":
            build()
        elif options.command == "run":
            run_all(options.names, options.output)
        elif options.command == "short":
            run_all(short(), options.output)
        elif options.command == "all":
            run_all(names(), CAPTURES)
        elif options.command == "foreign":
            record_all(options.names or [""], options.output)
        elif options.command == "ugly":
            spoil(options.names, options.output)
        elif options.command == "test":
            return kerneltest.run(options.names, debug=options.debug)
        else:
            for name in names():
                print(f"{name:32} {Experiment.load(name).title}")
    except LabError as error:
        print(f"lab: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
