"""The table of shares in docs/hosting.md: `python -m mmscope.cli.shares [--check] FILE`."""

import argparse
import re
import sys
from pathlib import Path

from mmscope.cli.page import write_or_check
from mmscope.settings import SHARES, Limits

_PLACE = re.compile("(<!-- shares: make gen writes this table -->\n).*?(<!-- shares end -->)", re.DOTALL)


def table() -> str:
    """A row for each share."""
    limits = Limits()
    rows = [
        (
            share.amount(limits),
            f"`{share.variable.name}`",
            share.variable.usual,
            "who is named" if share.named else "everybody",
        )
        for share in SHARES
    ]
    heads = ("one person may have", "of all that is set by", "which is", "who has such a share")
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def written(page: str) -> str:
    """The page with its table as it should be. Raises ValueError where it has no place for one."""
    text, places = _PLACE.subn(lambda found: f"{found[1]}\n{table()}\n\n{found[2]}", page)
    if places != 1:
        raise ValueError("the page has no place for the table of shares, or several")
    return text


if __name__ == "__main__":
    file = Path(sys.argv[-1])
    sys.exit(write_or_check(argparse.ArgumentParser(), written(file.read_text(encoding="utf-8"))))
