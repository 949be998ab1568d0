# SPDX-License-Identifier: Apache-2.0
"""One run of bpftrace, from attaching to the last line of the capture."""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any, Callable

from . import attachment
from .errors import TraceError
from .manifest import now_ns, switches
from .marks import Marks, Settings
from .probes import Program
from .writer import CaptureWriter, compact, escape

LOST = re.compile(rb"Lost (\d+) events")
# comm is printed at its full 16 bytes; what follows the name is padding.
PADDING = re.compile(rb"(?:\\x00)+$")
# Our own name, and the one that ends the record; it is in each probe.
OWN_NAME = Path("/proc/self/comm")
STOP_NAME = "mmscope-stop"
# Compiling large probes takes a slow machine a while.
ATTACH_SECONDS = 240.0
# What bpftrace prints of a probe's maps when it ends.
MAP = b"@"
# How many events it printed of a task on a CPU, by the task's name then. Where there are more keys
# than a map holds, some are missing.
TASK = re.compile(rb"@tasks\[(-?\d+), (\d+), (.*)\]: (\d+)$")
MOST_TASKS = 4000
# What another place of the kernel knew of a group's decisions, added up by task.
WITNESS = re.compile(rb"@(decided|seen|sum)_([a-z]+?)(?:_(\w+))?\[(-?\d+)\]: (-?\d+)$")
# Pages charged by tasks outside the capture: of a zone, and those not printed yet, of a CPU.
HIDDEN = re.compile(rb"@hidden_(all|pages)\[(\d+)(?:, \d+)?\]: (\d+)$")
# What was set, and what %r of bpftrace makes of a byte that cannot be printed.
SETTING = re.compile(rb"setting ts=(\d+) text=([^=]+)=(.*)$")
ESCAPED = re.compile(rb"\\x([0-9a-f]{2})")
TICK = re.compile(rb"tick ts=(\d+) cpu=(\d+)$")
# bpftrace may be far behind when the workload ends; it is stuck when not even a line comes.
STUCK_SECONDS = 60.0
# While much is still being swapped, bpftrace may never get to the buffers of the other CPUs.
CATCH_UP_SECONDS = 900.0
# bpftrace writes line by line. To be woken for each costs more than to read it: they gather for so
# long, in a pipe of 64 KiB.
GATHER_SECONDS = 0.02
GATHER_BYTES = 1 << 15
# Bytes of marks and counters that the last line repeats; a manifest may have four times as many.
MOST_HEARD = 1 << 16
# What a probe counts it prints this often, so later than it happened.
COUNTS_NS = 500_000_000


def say(text: str) -> None:
    """Tell the user; the capture goes to a file, so both streams are free."""
    print(f"mmscope-trace: {text}", file=sys.stderr, flush=True)


class Session:
    """Runs bpftrace and copies its lines into a capture."""

    def __init__(
        self,
        bpftrace: str,
        program: Program,
        writer: CaptureWriter,
        *,
        ring_pages: int,
        marks: Path | None = None,
        comm: str | None = None,
    ) -> None:
        """Start bpftrace on a program.

        Args:
            bpftrace: its path.
            program: what it runs; `comm` is its argument, where there is one.
            writer: where events go.
            ring_pages: buffer for each CPU.
            marks: fifo to read marks from.
            comm: name of the only tasks to show.

        Raises TraceError when the place for marks cannot be used.
        """
        self.events = 0
        self.lost = 0
        self._missed = 0
        self._ended = False
        self._writer = writer
        self._program = program
        self._prefixes = tuple(f"{kind} ".encode() for kind in program.kinds)
        self._stop = False
        self._ticks: dict[int, int] = {}
        self._select = selectors.DefaultSelector()
        self._rest: dict[int, bytes] = {}
        self._settings = Settings(writer)
        self._marks = Marks(marks, switches, self._settings) if marks else None
        self._tasks: list[tuple[int, int, int, str]] = []
        self._witnesses: dict[str, dict[str, dict[int, int]]] = {}
        self._hidden: dict[str, dict[str, int]] = {"all": {}, "pages": {}}
        environment = dict(os.environ, BPFTRACE_PERF_RB_PAGES=str(ring_pages))
        # Before bpftrace starts, so that it does not inherit a signal that a shell has us ignore.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.request_stop)
        # Its own session: Ctrl-C is ours to pass on, once the workload has ended.
        self._child = subprocess.Popen(
            [bpftrace, "-B", "line", "-e", program.source, *([comm] if comm else [])],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
        assert self._child.stdout is not None
        assert self._child.stderr is not None
        self._watch(self._child.stdout, self._event_line)
        self._watch(self._child.stderr, self._message)

    def _watch(self, stream: IO[bytes], take: Callable[[bytes], None]) -> None:
        os.set_blocking(stream.fileno(), False)
        self._rest[stream.fileno()] = b""
        self._select.register(stream.fileno(), selectors.EVENT_READ, take)

    def _event_line(self, line: bytes) -> None:
        if line.startswith(self._prefixes):
            self.events += 1
            self._writer.write(PADDING.sub(b"", line) + b"\n")
        elif found := TICK.match(line):
            self._ticks[int(found[2])] = int(found[1])
        elif found := SETTING.match(line):
            written = ESCAPED.sub(lambda byte: bytes([int(byte[1], 16)]), found[3])
            name, value = (text.decode(errors="replace") for text in (found[2], written))
            self._settings.write(int(found[1]), name, value)
        elif found := TASK.match(line):
            self._tasks.append((int(found[1]), int(found[2]), int(found[4]), escape(found[3])))
        elif found := WITNESS.match(line):
            column = "/".join(filter(None, (found[1].decode(), (found[3] or b"").decode())))
            group = self._witnesses.setdefault(found[2].decode(), {})
            group.setdefault(column, {})[int(found[4])] = int(found[5])
        elif found := HIDDEN.match(line):
            pages = self._hidden[found[1].decode()]
            pages[found[2].decode()] = pages.get(found[2].decode(), 0) + int(found[3])
        elif not line.startswith((b"Attaching ", MAP)) and line.strip():
            self._message(line)

    def _message(self, line: bytes) -> None:
        found = LOST.search(line)
        if found:
            self._lose(int(found[1]))
        elif line.strip():
            say(f"bpftrace: {line.decode(errors='replace').rstrip()}")

    def _lose(self, count: int) -> None:
        self.lost += count
        self._writer.lost(count)

    def _gone(self) -> None:
        """It ended by itself, or somebody ended it: nobody knows what it had not read."""
        if not self._ended:
            self._ended = True
            say("bpftrace has gone: the capture ends here, and at least one event is lost")
            self._lose(1)

    def again(self) -> dict[str, Any]:
        """What lines say, once more, so that one that is left out or altered shows.

        Each mark with its time; of each counter how often it came, its first value and its last;
        the values of each setting; of each task, CPU and name how many events a map of the probe
        counted; what other places of the kernel knew of its decisions; pages that were charged
        outside the capture; how often the kernel did not run a probe. For the last line of the
        capture, and not where it would be longer than a line may be.
        """
        found: dict[str, Any] = {"switches": self._settings.again()}
        found.update(self._marks.again() if self._marks else {"marks": [], "stats": {}})
        found = found if len(compact(found)) <= MOST_HEARD else {}
        found["missed"] = self._missed
        if 0 < len(self._tasks) < MOST_TASKS:
            found["tasks"] = self._tasks
        witnesses = {
            name: told for name in sorted(self._witnesses) if (told := self._witness(name))
        }
        if witnesses and len(compact(witnesses)) <= MOST_HEARD:
            found["witnesses"] = witnesses
        if self._hidden["all"]:
            found["hidden"], found["hidden_left"] = self._hidden["all"], self._hidden["pages"]
        return found

    def _witness(self, name: str) -> dict[str, Any] | None:
        """A group's fields and, by task: its decisions, how many another place knew of, its sums.

        Sums are modulo 2^64, in hexadecimal. None where a map may have been full.
        """
        columns = self._witnesses[name]
        decided, seen = columns.get("decided", {}), columns.get("seen", {})
        if not 0 < len(decided) < MOST_TASKS:
            return None
        fields = sorted(column[4:] for column in columns if column.startswith("sum/"))
        return {
            "fields": fields,
            "tasks": [
                [
                    pid,
                    count,
                    seen.get(pid, 0),
                    *(f"{columns[f'sum/{field}'].get(pid, 0) % 2**64:x}" for field in fields),
                ]
                for pid, count in sorted(decided.items())
            ],
        }

    def pump(self, seconds: float) -> bool:
        """Copy what has come, waiting at most `seconds`. False when bpftrace has gone."""
        came = 0
        for key, _ in self._select.select(seconds):
            try:
                chunk = os.read(key.fd, 1 << 20)
            except BlockingIOError:
                continue
            if not chunk:
                self._select.unregister(key.fd)
                continue
            came += len(chunk)
            *lines, self._rest[key.fd] = (self._rest[key.fd] + chunk).split(b"\n")
            for line in lines:
                key.data(line)
        if 0 < came < GATHER_BYTES:
            time.sleep(GATHER_SECONDS)
        if self._marks is not None:
            self._marks.write(self._writer)
        return bool(self._select.get_map())

    def wait_attached(self) -> None:
        """Return once every point has its program. Raises TraceError."""
        deadline = time.monotonic() + ATTACH_SECONDS
        wanted = {name for _, name in self._program.points}
        while time.monotonic() < deadline:
            if not self.pump(0.05):
                raise TraceError("bpftrace ended before it was attached; see its message above")
            if self._stop:
                raise TraceError("stopped before it was attached: there is no capture")
            if not attachment.can_ask():
                self.pump(3.0)
                return
            if wanted <= attachment.points(self._child.pid):
                return
        self.stop()
        raise TraceError(f"bpftrace did not attach within {ATTACH_SECONDS:.0f} seconds")

    def request_stop(self, *_: object) -> None:
        """Signal handler: end at the next turn of the loop."""
        self._stop = True

    def run(self, command: list[str], seconds: float | None) -> int | None:
        """Record until the command ends, the time is up or somebody stops us.

        Returns the command's exit status, or None without a command.
        """
        workload = subprocess.Popen(command) if command else None
        deadline = time.monotonic() + seconds if seconds else None
        while not self._stop:
            if not self.pump(0.1):
                self._gone()
                break
            if workload and workload.poll() is not None:
                break
            if deadline and time.monotonic() >= deadline:
                break
        if workload and workload.poll() is None:
            workload.terminate()
            workload.wait()
        return workload.returncode if workload else None

    def end_record(self) -> None:
        """Have the probes print and count nothing more: they look for this name of ours.

        bpftrace itself reads no more events from the moment it is told to end, but counts them.
        """
        try:
            name = OWN_NAME.read_text()
            OWN_NAME.write_text(STOP_NAME)
            OWN_NAME.write_text(name.strip())
        except OSError:
            say("cannot take the name that ends the record: more may be counted than printed")

    def catch_up(self, cpus: list[int]) -> None:
        """Return once everything that has happened on these CPUs so far has been read.

        Each CPU's buffer is read in order, so a tick from now on means that, and a later one that
        the counts so far were printed. Without it bpftrace would drop on SIGINT what it has not
        read, and not count it as lost.
        """
        until = now_ns() + 2 * COUNTS_NS
        events, heard = self.events, time.monotonic()
        warned = False
        while any(self._ticks.get(cpu, 0) < until for cpu in cpus):
            if not self.pump(0.1):
                self._gone()
                return
            now = time.monotonic()
            if self.events != events:
                events, heard = self.events, now
            if now - heard > STUCK_SECONDS:
                raise TraceError("bpftrace has stopped reading: the capture would not be complete")
            if now_ns() - until > CATCH_UP_SECONDS * 1e9:
                self._lose(1)
                say("bpftrace does not catch up: at least one event is lost")
                return
            if not warned and now_ns() - until > 5_000_000_000:
                say("waiting for bpftrace to read what it has not read yet")
                warned = True

    def stop(self) -> None:
        """End bpftrace and take its last words. A second call does nothing."""
        if self._child.poll() is None:
            self._missed = attachment.missed(self._child.pid)
            self._child.send_signal(signal.SIGINT)
        while self.pump(1.0):
            pass
        self._child.wait()
        if self._marks is not None:
            self._marks.stop(self._writer)
