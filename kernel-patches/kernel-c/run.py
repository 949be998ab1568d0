#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""run.py [OPTION=VALUE …] KERNEL:PROGRAM …: run the programs one after another, and add up their last lines.

Options go to each program. In only=FUNCTION the function may have its kernel in front, as in only=7.3:plist;
without one it is 6.12's. Ends with `kernel-c functions=… cases=… different=…`; fails when something is
different.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import time

LAST = re.compile(r"kernel-c functions=(\d+) cases=(\d+) different=(\d+)\n")


def main(arguments: list[str]) -> int:
    """Run from the command line."""
    options = [a for a in arguments if "=" in a]
    programs = [a.split(":", 1) for a in arguments if "=" not in a]
    only = next((a.removeprefix("only=") for a in options if a.startswith("only=") and a != "only="), "")
    if only:
        kernel, _, name = only.rpartition(":")
        programs = [p for p in programs if p[0] == (kernel or "6.12")]
        options = [f"only={name}" if a.startswith("only=") else a for a in options]
    start = time.monotonic()
    total = [0, 0, 0]
    failed = not programs
    for kernel, program in programs:
        print(f"Linux {kernel}{' with the series' if kernel == '6.12' else ', unpatched'}", flush=True)
        ran = subprocess.Popen([program, *options], stdout=subprocess.PIPE, text=True)
        assert ran.stdout
        for line in ran.stdout:
            last = LAST.fullmatch(line)
            if last:
                total = [a + int(b) for a, b in zip(total, last.groups(), strict=True)]
            else:
                print(line, end="", flush=True)
        failed |= ran.wait() != 0
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"  {time.monotonic() - start:.0f} s, {cpu.ru_utime + cpu.ru_stime:.0f} s of CPU time")
    print(f"kernel-c functions={total[0]} cases={total[1]} different={total[2]}")
    return bool(failed or total[2])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
