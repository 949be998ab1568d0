"""The manual page, made from the help of the commands: `python -m mmscope.cli.man [--check] FILE`."""

import argparse
import sys

from mmscope.cli.page import commands, write_or_check

_HEAD = """\
.\\" Made by `make gen` from backend/src/mmscope/cli/parser.py.
.TH MMSCOPE 1 "" "mmscope" "User Commands"
.SH NAME
mmscope \\- watch Linux memory-management policy decide
.SH SYNOPSIS
.B mmscope
.I COMMAND
[\\fIoptions\\fR]
"""


def page() -> str:
    """The page's text, for man(7)."""
    parts = [
        f".SH {name.upper()}\n.nf\n{_escaped(sub.format_help().rstrip())}\n.fi\n" for name, sub in commands()
    ]
    return _HEAD + "".join(parts)


def _escaped(text: str) -> str:
    """As it stands: a dash that can be copied, and no line that is taken for a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line[:1] in {".", "'"} else line for line in escaped.split("\n"))


if __name__ == "__main__":
    sys.exit(write_or_check(argparse.ArgumentParser(), page()))
