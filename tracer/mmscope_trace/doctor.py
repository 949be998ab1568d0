# SPDX-License-Identifier: Apache-2.0
"""Ten lines on what this machine has of what recording an unpatched kernel's decisions needs."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from . import checks, stock
from .errors import TraceError

# Of the buffer between kernel and bpftrace, of each CPU, in the scripts.
PAGES = re.compile(r"perf_rb_pages = (\d+)")
PAGE_KIB = 4


@dataclass(frozen=True)
class Machine:
    """Where things are looked for: all of it in one folder for a test."""

    root: Path = Path("/")
    release: str = os.uname().release
    uid: int = os.geteuid()
    cpus: int = os.cpu_count() or 1
    bpftrace: str | None = shutil.which("bpftrace")

    def text(self, path: str) -> str | None:
        """Of a file; None where there is none to read."""
        try:
            return (self.root / path).read_text(errors="replace")
        except OSError:
            return None


@dataclass(frozen=True)
class Finding:
    """One line: what was looked at, whether it will do, and what is there or to be done."""

    of: str
    says: str
    good: bool = True

    def line(self) -> str:
        """As it is printed."""
        return f"{'ok' if self.good else 'NO':3}{self.of:9} {self.says}"


def _bad(of: str, says: str) -> Finding:
    return Finding(of, says, good=False)


def _kernel(machine: Machine) -> Finding:
    asked = stock.questions(machine.release)
    if asked:
        return Finding("kernel", f"{machine.release}: known rules: {', '.join(asked)}")
    return _bad("kernel", f"{machine.release}: rules are known of {', '.join(stock.series())}")


def _root(machine: Machine) -> Finding:
    return Finding("root", "yes") if machine.uid == 0 else _bad("root", "no: run it with sudo")


def _btf(machine: Machine) -> Finding:
    if (machine.root / "sys/kernel/btf/vmlinux").exists():
        return Finding("BTF", "yes")
    return _bad("BTF", "no: a kernel with CONFIG_DEBUG_INFO_BTF=y is needed")


def _lockdown(machine: Machine) -> Finding:
    text = machine.text("sys/kernel/security/lockdown") or "[none]"
    found = re.search(r"\[(\w+)\]", text)
    mode = found[1] if found else "none"
    # "integrity" forbids writing to memory, not reading it (security/lockdown/lockdown.c).
    if mode != "confidentiality":
        return Finding("lockdown", mode)
    return _bad("lockdown", f"{mode}: probes may read nothing; boot with lockdown=integrity")


def _tracefs(machine: Machine) -> Finding:
    places = ("sys/kernel/tracing", "sys/kernel/debug/tracing")
    found = [place for place in places if (machine.root / place / "events").is_dir()]
    if found:
        return Finding("tracefs", f"/{found[0]}")
    return _bad("tracefs", "not mounted: mount -t tracefs tracefs /sys/kernel/tracing")


def _bpftrace(machine: Machine) -> Finding:
    if machine.bpftrace is None:
        return _bad("bpftrace", "not installed: apt install bpftrace, or dnf install bpftrace")
    try:
        version = checks.bpftrace_version(machine.bpftrace, stock.BPFTRACE_FLOOR)
    except TraceError as error:
        return _bad("bpftrace", f"{error}; an older one records patched kernels")
    return Finding("bpftrace", version)


def _symbols(machine: Machine) -> set[str]:
    """Names of functions and variables; none where they are not told."""
    lines = (machine.text("proc/kallsyms") or "").splitlines()
    return {line.split()[2] for line in lines if line.count(" ") >= 2}


def _gone(machine: Machine, question: str) -> list[str]:
    """Which of a script's names the kernel lacks."""
    names = _symbols(machine)
    path = stock.script(question, machine.release)
    needed = [*stock.functions(path), *stock.variables(path)]
    return [name for name in needed if names and name not in names]


def _functions(machine: Machine) -> Finding:
    asked = stock.questions(machine.release)
    if not asked:
        return _bad("symbols", "not looked for: which are needed depends on the rules")
    if not _symbols(machine):
        return _bad("symbols", "/proc/kallsyms cannot be read: is it mounted?")
    gone = dict.fromkeys(name for question in asked for name in _gone(machine, question))
    if gone:
        return _bad("symbols", f"inlined, renamed or gone: {', '.join(gone)}")
    return Finding("symbols", "all that the scripts need")


def _memory(machine: Machine) -> Finding:
    text = machine.text("proc/meminfo") or ""
    found = re.search(r"^MemAvailable:\s*(\d+) kB", text, re.MULTILINE)
    asked = (PAGES.search(path.read_text()) for path in stock.FOLDER.glob("*.bt"))
    need = machine.cpus * max(int(pages[1]) for pages in asked if pages) * PAGE_KIB // 1024
    if not found:
        return Finding("memory", f"buffers take {need} MiB; what is available is not told")
    has = int(found[1]) // 1024
    return Finding("memory", f"buffers take {need} MiB, {has} MiB are available", has > 4 * need)


def _scripts(machine: Machine) -> Finding:
    asked = stock.questions(machine.release)
    if not asked:
        return _bad("scripts", "none for this kernel: what it decides is not modelled")
    runs = [question for question in asked if not _gone(machine, question)]
    if not runs:
        return _bad("scripts", "none will run")
    costs = (f"{question}, {stock.row(question, machine.release).cost}" for question in runs)
    return Finding("scripts", f"two probes and a line: {'; '.join(costs)}")


LOOKS = (
    _kernel, _root, _btf, _lockdown, _tracefs, _bpftrace, _functions, _memory, _scripts,
)  # fmt: skip


def _next(machine: Machine, made: list[Finding]) -> Finding:
    bad = [finding.of for finding in made if not finding.good]
    if bad:
        return _bad("next", f"mend first: {', '.join(bad)}")
    question = stock.questions(machine.release)[0]
    return Finding("next", f"mmscope-trace stock {question} --for 30s -o {question}.txt")


def findings(machine: Machine) -> list[Finding]:
    """Ten, the last of which says what to do."""
    made = [look(machine) for look in LOOKS]
    return [*made, _next(machine, made)]


def main(machine: Machine | None = None) -> int:
    """Print them; 0 when all will do, else 2."""
    made = findings(machine or Machine())
    for finding in made:
        print(finding.line())
    return 0 if all(finding.good for finding in made) else 2
