"""Text from captures made fit to be printed: a terminal obeys control characters, a spreadsheet formulas."""

import os
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TextIO

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class OutputError(Exception):
    """Standard output takes no more: it is full, or `ended`, since its reader has seen enough."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"standard output: {error.strerror}")
        self.ended = isinstance(error, BrokenPipeError)


class _Output(FileIO):
    """A file whose faults nobody takes for those of another: no OSError, which argparse passes over."""

    def write(self, content: object, /) -> int:
        try:
            return super().write(content)  # type: ignore[arg-type]
        except OSError as error:
            raise OutputError(error) from error


def let_print_all() -> None:
    """Let this process print any text: what its output cannot encode, as some names, comes as an escape.

    What standard output does not take is an OutputError.
    """
    for out in (sys.stdout, sys.stderr):
        if isinstance(out, TextIOWrapper):
            out.reconfigure(errors="backslashreplace")
    out = sys.stdout
    if out is sys.__stdout__ and isinstance(out, TextIOWrapper):
        file = BufferedWriter(_Output(out.fileno(), "wb", closefd=False))
        at_once = out.line_buffering or out.write_through
        sys.stdout = TextIOWrapper(file, out.encoding, out.errors, line_buffering=at_once)


def end_output() -> None:
    """What is still to be printed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
