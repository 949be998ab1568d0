# SPDX-License-Identifier: Apache-2.0
"""Record decisions of an unpatched kernel: the script for its release, run as long as one wants."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from . import attachment, checks
from .errors import TraceError

FOLDER = Path(__file__).resolve().parent.parent / "stock"
BPFTRACE_FLOOR = (0, 23)


@dataclass(frozen=True)
class Script:
    """What it asks, of which series of kernels, when its probes run. The page has the same."""

    name: str
    question: str
    asks: str
    series: list[str]
    cost: str


TABLE = [Script(**row) for row in json.loads((FOLDER / "scripts.json").read_text())]
# What is asked, and the script of each series of kernels whose rule is known.
SCRIPTS: dict[str, dict[str, Script]] = {}
for _script in TABLE:
    SCRIPTS.setdefault(_script.question, {}).update(dict.fromkeys(_script.series, _script))
# A function that a script attaches to.
FUNCTION = re.compile(r"^f(?:entry|exit):vmlinux:(\w+)", re.MULTILINE)
# A variable of the kernel that it reads.
VARIABLE = re.compile(r'kaddr\("(\w+)"\)')
END = re.compile(r"^mms_end .*$", re.MULTILINE)
BEGUN = "mms_begin "
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


def series() -> list[str]:
    """Of kernels that can be asked something, oldest first."""
    known = {of for scripts in SCRIPTS.values() for of in scripts}
    return sorted(known, key=lambda of: [int(part) for part in of.split(".")])


def series_of(release: str) -> str:
    """Of a kernel: 6.12 of 6.12.117+deb12-amd64."""
    found = re.match(r"\d+\.\d+", release)
    return found[0] if found else ""


def row(question: str, release: str) -> Script:
    """The script that records it on that kernel. Raises TraceError."""
    found = SCRIPTS[question].get(series_of(release))
    if found is None:
        raise TraceError(
            f"Linux {release} is not among those whose rule of {question} is known "
            f"({', '.join(SCRIPTS[question])}): what it decides would be not modelled"
        )
    return found


def script(question: str, release: str) -> Path:
    """Its file. Raises TraceError."""
    return FOLDER / row(question, release).name


def questions(release: str) -> list[str]:
    """What can be asked of that kernel."""
    return [question for question, scripts in SCRIPTS.items() if series_of(release) in scripts]


def functions(path: Path) -> list[str]:
    """What it attaches to; each has to be a function that is not inlined."""
    return list(dict.fromkeys(FUNCTION.findall(path.read_text())))


def variables(path: Path) -> list[str]:
    """What it reads by name."""
    return list(dict.fromkeys(VARIABLE.findall(path.read_text())))


def seconds(text: str) -> float:
    """Argument type: 30, 30s, 5m."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: 30s, 5m")
    return float(found[1]) * UNITS[found[2]]


def parser() -> argparse.ArgumentParser:
    """The options; the man page describes them at greater length."""
    options = argparse.ArgumentParser(
        prog="mmscope-trace stock",
        description="Record decisions of an unpatched kernel; `mmscope check` recomputes them.",
    )
    options.add_argument("question", choices=SCRIPTS, help="what is recorded")
    options.add_argument("-o", "--output", type=Path, metavar="FILE", help="text to write")
    options.add_argument(
        "--for", type=seconds, dest="duration", metavar="TIME", help="stop after this long: 30s, 5m"
    )
    options.add_argument("--dry-run", action="store_true", help="print the script, and run nothing")
    options.add_argument(
        "--release", default=os.uname().release, help="of the kernel (default: %(default)s)"
    )
    return options


def _need(program: str | None) -> str:
    if os.geteuid() != 0:
        raise TraceError("tracing needs root: run it with sudo")
    if program is None:
        raise TraceError("bpftrace is not installed: on Debian and Ubuntu, apt install bpftrace")
    checks.bpftrace_version(program, BPFTRACE_FLOOR)
    return program


def _wait(process: subprocess.Popen[bytes], part: Path, duration: float | None) -> None:
    """Until it ends, one has had enough, or the time is over, which begins when it is attached."""
    until = None
    try:
        while process.poll() is None:
            if until is None and duration is not None and BEGUN in part.read_text(errors="replace"):
                until = time.monotonic() + duration
            left = 0.2 if until is None else min(0.2, until - time.monotonic())
            if left <= 0:
                return
            try:
                process.wait(left)
            except subprocess.TimeoutExpired:
                continue
    except KeyboardInterrupt:
        return


def record(path: Path, output: Path, duration: float | None, bpftrace: str) -> None:
    """Write its text; the file has its name only when it is whole. Raises TraceError."""
    part = output.with_name(output.name + ".part")
    with part.open("wb") as text:
        # A session of its own: Ctrl-C is for us, who ask it to end when its counts have been read.
        process = subprocess.Popen(
            [bpftrace, "-B", "line", str(path)],
            stdout=text,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        _wait(process, part, duration)
        times = 0
        if process.poll() is None:
            times = attachment.missed(process.pid)
            process.send_signal(signal.SIGINT)
        said = process.communicate()[1].decode(errors="replace").strip()
    whole = part.read_text(errors="replace")
    if not END.search(whole):
        part.unlink()
        raise TraceError(f"bpftrace ended without a last line: {said or 'it said nothing'}")
    part.write_text(END.sub(lambda end: f"{end[0]} missed={times}", whole))
    part.replace(output)


def main(arguments: list[str]) -> int:
    """Entry point; returns the exit status. Raises TraceError."""
    options = parser().parse_args(arguments)
    path = script(options.question, options.release)
    if options.dry_run:
        sys.stdout.write(path.read_text())
        return 0
    if options.output is None:
        raise TraceError("-o FILE says where the text goes")
    record(path, options.output, options.duration, _need(shutil.which("bpftrace")))
    print(f"mmscope-trace: {options.output}: now `mmscope check {options.output}`", file=sys.stderr)
    return 0
