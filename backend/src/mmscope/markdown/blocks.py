"""Fenced blocks in a Markdown text, found and replaced."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from mmscope.figures import OPTIONS, FigureError, Placement

NAME = "mmscope"
_FENCE = re.compile(r"(?P<mark>`{3,}|~{3,})\s*(?P<name>[^`]*)")
_INDENT = re.compile(r" {0,3}")


@dataclass(frozen=True, slots=True)
class Block:
    """A figure as the text has it. `line`: of its fence, from 1."""

    placed: Placement
    caption: str
    line: int


def _parsed(lines: list[str], line: int) -> Block:
    """The figure between two fences. Raises FigureError."""
    rest = iter(lines)
    view = "".join(next(rest, "").split())
    if not view:
        raise FigureError(
            "the first line of the block is the view, as it stands behind # in a link of the app"
        )
    options = {}
    for option in rest:
        if not option.strip():
            break
        name, colon, value = (part.strip() for part in option.partition(":"))
        if not colon or name not in OPTIONS:
            raise FigureError(f"“{option.strip()}” is no option: there are {', '.join(OPTIONS)}")
        try:
            options[name] = OPTIONS[name](value)
        except ValueError as error:
            raise FigureError(f"{name}: {error}") from error
    return Block(Placement(view, **options), "\n".join(rest).strip(), line)


def figure_html(block: Block, inner: str) -> str:
    """The figure with its caption, in one line, so that Markdown takes nothing in it for its own."""
    caption = html.escape(" ".join(block.caption.split()))
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="{NAME}">{inner}{below}</figure>'


def sentence_html(text: str) -> str:
    """What stands in place of a figure that cannot be drawn."""
    return f'<p class="{NAME}-failed">{html.escape(" ".join(text.split()))}</p>'


def replaced(lines: list[str], draw: Callable[[Block], str], warn: Callable[[int, str], None]) -> list[str]:
    """The text with what `draw` makes in place of the figures, or a sentence where it raises FigureError.

    `warn` gets its line and the reason.

    Blocks of code are left alone, whatever is in them.
    """
    made: list[str] = []
    at = 0
    while at < len(lines):
        opened = _FENCE.match(lines[at], _INDENT.match(lines[at]).end())  # type: ignore[union-attr]  # it always matches
        end = _end(lines, at, opened["mark"]) if opened else at
        if opened and opened["name"].strip() == NAME and end < len(lines):
            made += ["", _drawn(lines[at + 1 : end], at + 1, draw, warn), ""]
        else:
            made += lines[at : end + 1]
        at = end + 1
    return made


def _end(lines: list[str], at: int, mark: str) -> int:
    """The line of the closing fence; behind the last where there is none."""
    for end in range(at + 1, len(lines)):
        closing = lines[end].strip()
        if len(closing) >= len(mark) and closing == mark[0] * len(closing):
            return end
    return len(lines)


def _drawn(
    lines: list[str], line: int, draw: Callable[[Block], str], warn: Callable[[int, str], None]
) -> str:
    try:
        block = _parsed(lines, line)
        return draw(block)
    except FigureError as error:
        warn(line, str(error))
        return sentence_html(f"This figure cannot be drawn: {error}")
