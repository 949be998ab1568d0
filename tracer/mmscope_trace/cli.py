# SPDX-License-Identifier: Apache-2.0
"""The command line of mmscope-trace."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import VERSION, checks, doctor, manifest, probes, queues, stock, zones
from .errors import TraceError
from .session import Session, say
from .writer import CaptureWriter

DEFAULT_PROBE = "swap"
# 4 MiB for each CPU: about 12,000 events, several seconds of swapping page by page.
RING_PAGES = 1024
EXIT_CANNOT = 2
EXIT_LOST = 3


def power_of_two(text: str) -> int:
    """Argument type: the perf ring takes only powers of two."""
    number = int(text)
    if number < 1 or number & (number - 1):
        raise argparse.ArgumentTypeError("must be a power of two")
    return number


def parser() -> argparse.ArgumentParser:
    """The options; the man page describes them at greater length."""
    options = argparse.ArgumentParser(
        prog="mmscope-trace",
        description="Record what memory-management policy decides, and why, into one file.",
        epilog="Start it before the first swapon, so that the file holds the lists from the "
        "beginning. Exit status: 0 complete, 2 could not record, 3 events were lost; "
        "otherwise that of COMMAND. `mmscope-trace stock QUESTION` records an unpatched kernel; "
        "`mmscope-trace doctor` says what this machine lacks for it.",
    )
    options.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="FILE",
        help="capture to write; compressed if the name ends in .gz",
    )
    options.add_argument("--duration", type=float, metavar="SECONDS", help="stop after this long")
    options.add_argument(
        "--marks",
        type=Path,
        metavar="FIFO",
        help="read marks here, one line each: they name phases of the workload",
    )
    options.add_argument(
        "--ring-pages",
        type=power_of_two,
        default=RING_PAGES,
        metavar="N",
        help="buffer for each CPU in pages (default: %(default)s)",
    )
    options.add_argument(
        "--probe",
        action="append",
        dest="probes",
        metavar="NAME",
        help="what to record: the name of a script in probes/, or the path of another; may be "
        f"given several times (default: {DEFAULT_PROBE})",
    )
    options.add_argument(
        "--comm",
        metavar="NAME",
        help="record only the decisions of tasks of this name, where the probe supports it",
    )
    options.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    options.add_argument(
        "command",
        nargs="*",
        metavar="COMMAND",
        help="workload to run, after --; recording stops when it ends",
    )
    return options


def record(options: argparse.Namespace) -> int:
    """Make the capture; return the exit status. Raises TraceError."""
    program = probes.compose(options.probes or [DEFAULT_PROBE])
    bpftrace, version = checks.require(program)
    start = manifest.at_start(program, options.comm, version, options.ring_pages, options.command)
    start["zone_frames"] = zones.frames()
    log = zones.kernel_log()
    start["zonelists"] = {str(nid): order for nid, order in sorted(zones.fallback(log).items())}
    before = manifest.vmstat()
    limits = queues.lines() if queues.KIND in program.kinds else []
    writer = CaptureWriter(options.output)
    session: Session | None = None
    try:
        writer.manifest(start)
        writer.write((manifest.node_lines(start["nodes"]) + zones.lines(log=log)).encode())
        writer.write("".join(limits).encode())
        session = Session(
            bpftrace,
            program,
            writer,
            ring_pages=options.ring_pages,
            marks=options.marks,
            comm=options.comm,
        )
        session.wait_attached()
    except BaseException:
        if session is not None:
            session.stop()
        writer.abandon()
        raise
    say("attached, recording")
    status = session.run(options.command, options.duration)
    end = manifest.at_end(start, before)
    session.end_record()
    try:
        session.catch_up(manifest.online_cpus())
    finally:
        session.stop()
    end.update(session.again())
    events = len(limits) + session.events
    writer.finish(events, session.lost, end)
    say(f"{options.output}: {events} events, {session.lost} lost")
    if session.lost:
        say(f"events were lost: record again with --ring-pages {options.ring_pages * 4}")
        return EXIT_LOST
    return status or 0


def main(arguments: list[str] | None = None) -> int:
    """Entry point; returns the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        if words[:1] == ["doctor"]:
            return doctor.main()
        if words[:1] == ["stock"]:
            return stock.main(words[1:])
        return record(parser().parse_args(words))
    except TraceError as error:
        print(f"mmscope-trace: {error}", file=sys.stderr)
        return EXIT_CANNOT
    except KeyboardInterrupt:
        return EXIT_CANNOT
