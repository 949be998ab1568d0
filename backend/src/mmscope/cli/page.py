"""docs/cli.md, made from the help of the commands: `python -m mmscope.cli.page [--check] FILE`."""

import argparse
import sys
from pathlib import Path

from mmscope.cli.parser import parser

STALE = 1  # exit status
_HEAD = """\
<!-- Made by `make gen` from backend/src/mmscope/cli/parser.py. -->
# The command line

`backend/.venv/bin/mmscope` after `make setup`. Progress bars go to standard error, and only to a terminal.
Standard output is for programs: `--json` and `--csv` print what they can read.
"""


def commands() -> list[tuple[str, argparse.ArgumentParser]]:
    """The command itself, then each of its commands."""
    top = parser()
    found = next(a for a in top._actions if isinstance(a, argparse._SubParsersAction))  # noqa: SLF001
    return [("mmscope", top), *((f"mmscope {name}", sub) for name, sub in found.choices.items())]


def page() -> str:
    """The page's text."""
    texts = [f"## {name}\n\n```\n{sub.format_help().rstrip()}\n```\n" for name, sub in commands()]
    return "\n".join([_HEAD, *texts])


def write_or_check(arguments: argparse.ArgumentParser, text: str) -> int:
    """Write a page's text, or say that it is stale."""
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("file", type=Path)
    given = arguments.parse_args()
    if not given.check:
        given.file.parent.mkdir(parents=True, exist_ok=True)
        given.file.write_text(text, encoding="utf-8")
    elif given.file.read_text(encoding="utf-8") != text:
        print(f"{given.file} is stale: run 'make gen' and commit the result", file=sys.stderr)
        return STALE
    return 0


if __name__ == "__main__":
    sys.exit(write_or_check(argparse.ArgumentParser(), page()))
