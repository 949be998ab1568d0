#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of docs/testing.md that says which target is in which tier, from the Makefile's own lists.

tiers.py writes it; tiers.py --check fails if it is stale.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "testing.md"
BEGIN, END = "<!-- tiers: make gen writes this table -->\n", "<!-- tiers end -->\n"
COLUMNS = {
    "`make quick`": ("quick",),
    "`make test`": ("test",),
    "`.ci/run`": ("test", "rest"),
    "`make test-all`": ("test", "rest", "long"),
}


def tiers() -> dict[str, list[str]]:
    """The targets of each list, in order."""
    out = subprocess.run(["make", "-s", "tiers"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {name: targets.split() for name, _, targets in (line.partition(":") for line in out.splitlines())}


def table() -> str:
    """In Markdown: a row for each target."""
    lists = tiers()
    targets = dict.fromkeys(target for name in ("quick", "test", "rest", "long") for target in lists[name])
    rows = [
        f"| `{target}` | "
        + " | ".join(
            "x" if any(target in lists[name] for name in names) else "" for names in COLUMNS.values()
        )
        + " |"
        for target in targets
    ]
    head = f"| target | {' | '.join(COLUMNS)} |"
    return "\n".join([head, "|---|" + ":-:|" * len(COLUMNS), *rows]) + "\n"


def page(text: str) -> str:
    """With the table as it is now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main() -> int:
    """Write or check."""
    text = PAGE.read_text()
    fresh = page(text)
    if sys.argv[1:] == ["--check"]:
        if fresh != text:
            print("docs/testing.md: the table of tiers is stale: make gen", file=sys.stderr)
        return int(fresh != text)
    PAGE.write_text(fresh)
    return 0


if __name__ == "__main__":
    sys.exit(main())
