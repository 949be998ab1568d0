"""`mmscope report FILE [PROC ...]`: what the app's report says of a capture, by the same code."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from mmscope.captures import CaptureError, PlainText
from mmscope.captures.trace.page import PageReading
from mmscope.cli.files import UNREADABLE, UnreadableError, opened
from mmscope.cli.table import aligned
from mmscope.cli.terminal import printable
from mmscope.engine import EngineError
from mmscope.settings import Settings


def report(
    settings: Settings,
    name: str,
    proc: Sequence[str],
    *,
    count: Sequence[tuple[str, str]] = (),
    as_json: bool,
) -> int:
    """Print the sentence, the answers and the tables, or all numbers as JSON."""
    try:
        found = read(settings, name, proc, count)
    except UnreadableError as error:
        print(f"mmscope: {error}", file=sys.stderr)
        return UNREADABLE
    print(json.dumps(found["facts"], indent=2) if as_json else "\n".join(_lines(found["words"])))
    return 0


def read(
    settings: Settings, name: str, proc: Sequence[str], count: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    """`words` and `facts` of the report; `count`: names of events, and as whose they count."""
    file = name
    try:
        page = PageReading(settings)
        for file in (name, *proc):
            with opened(file) as source:
                text = PlainText(source, settings.limits, part=True)
                page.open()
                for piece in text:
                    page.feed(piece)
                page.end(file, text.cut_off)
        file = name
        page.count(count)
        return page.report()
    except EngineError as error:
        raise UnreadableError(f"{file}: {error}") from error
    except CaptureError as error:
        raise UnreadableError(f"{file}: {error.message}") from error
    except OSError as error:
        raise UnreadableError(f"{file}: {error.strerror}") from error


def _lines(words: dict[str, Any]) -> list[str]:
    answers = [[each["asks"], each["says"] or each["degree"]] for each in words["answers"]]
    lines = [printable(words["says"]), "", *_table("What it says", ["question", "answer"], answers)]
    for section in words["sections"]:
        if isinstance(section, str):
            lines += ["", printable(section)]
        else:
            lines += ["", *_table(section["caption"], section["heads"], section["rows"])]
    return lines


def _table(caption: str, heads: list[str], rows: list[list[str]]) -> list[str]:
    left = next((i for i, head in enumerate(heads) if head.startswith("#")), len(heads))
    cells = [[head.removeprefix("#") for head in heads], *([printable(c) for c in row] for row in rows)]
    return [caption, *aligned(cells, left)]
