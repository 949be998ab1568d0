# SPDX-License-Identifier: Apache-2.0
"""Draws every view of a list: `drawing.py VIEWS OUT`, in the environment of any mmscope.

The first time each by a process of its own, then all by one process, forwards and backwards: OUT/1, OUT/2, OUT/3.
"""

import subprocess
import sys
from pathlib import Path

from mmscope.cli.main import main as mmscope


def orders(views: Path) -> list[tuple[str, list[str]]]:
    """Of each view the name of its file, and the words of the command without that file."""
    lines = [line for line in views.read_text().splitlines() if not line.startswith("#")]
    found = []
    for n, line in enumerate(lines, 1):
        ending, theme, options, view = line.split(" ", 3)
        flags = [] if options == "-" else options.split(",")
        found.append((f"{n:02}.{ending}", ["render", view, "--theme", theme, *flags]))
    return found


def main() -> int:
    """Draw them."""
    views, out = map(Path, sys.argv[1:])
    asked = orders(views)
    for run, these in (("1", asked), ("2", asked), ("3", asked[::-1])):
        folder = out / run
        folder.mkdir(parents=True)
        for name, words in these:
            command = [*words, "-o", str(folder / name)]
            if run == "1":
                subprocess.run([sys.executable, "-m", "mmscope", *command], check=True)
            elif mmscope(command):
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
