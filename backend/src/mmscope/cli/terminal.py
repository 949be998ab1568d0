"""Text from captures made fit to be printed: a terminal obeys control characters, a spreadsheet formulas."""

import sys
from io import TextIOWrapper
from typing import TextIO

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def let_print_all() -> None:
    """Let this process print any text: what its output cannot encode, as some names, comes as an escape."""
    for out in (sys.stdout, sys.stderr):
        if isinstance(out, TextIOWrapper):
            out.reconfigure(errors="backslashreplace")


def printable(text: str) -> str:
    """One line without control characters, and none that change the direction of text or are not seen."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def escaped(text: str) -> str:
    """The same, with each of these characters as a Python escape. Line breaks and tabs stay."""
    return "".join(c if c.isprintable() or c in "\n\t" else _escape(c) for c in text)


def named(text: str) -> str:
    """A file's name on one line: the same for line breaks, and for bytes that are no text."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def no_formula(text: str) -> str:
    """The text with an apostrophe in front, where a spreadsheet would compute it."""
    return f"'{text}" if text.startswith(_FORMULA) else text


class Escaping:
    """A terminal that gets only characters it shows."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, text: str) -> int:
        """Write the text, escaped."""
        return self._out.write(escaped(text))


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
