"""Two traces of stock kernels, compared by the page's own code; conditions on what differs."""

import csv
import io
import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from mmscope.captures import CaptureError, PlainText, find_bundled, is_own
from mmscope.captures.trace.page import PageReading
from mmscope.cli.files import opened
from mmscope.cli.table import aligned
from mmscope.cli.terminal import named, no_formula, printable
from mmscope.compare import Condition, Known, parse_condition
from mmscope.engine import EngineError
from mmscope.settings import Settings
from mmscope.sweeps import QuestionError

FAILED, UNJUDGED = 1, 4  # exit statuses

Row = dict[str, Any]


def are_traces(settings: Settings, texts: Sequence[str]) -> bool:
    """Whether all of these are files, and none a capture of mmscope-trace."""
    return bool(texts) and all(_is_trace(settings, text) for text in texts)


def _is_trace(settings: Settings, text: str) -> bool:
    if text in find_bundled(settings.bundled) or not Path(text).is_file():
        return False
    try:
        with Path(text).open("rb") as file:
            return not is_own(PlainText(file, settings.limits, part=True).beginning())
    except (CaptureError, OSError):
        return False


def compare_traces(
    settings: Settings, a: Sequence[str], b: Sequence[str], *, fail_if: Sequence[str], form: str
) -> int:
    """Print what differs. Returns 0, 1 where a condition holds, 4 where one cannot be judged.

    Raises QuestionError.
    """
    if len(a) != 1 or len(b) != 1:
        raise QuestionError("traces of stock kernels are compared one with one: say mmscope compare A B")
    try:
        page = PageReading(settings)
        known = {q["name"]: Known(q["part"], q["unit"] == "time") for q in page.numbers()}
        conditions = [parse_condition(text, known) for text in fail_if]
        sides = [_read(settings, page, a[0]), _read(settings, PageReading(settings), b[0])]
        found = page.compared(*sides)
    except EngineError as error:
        raise QuestionError(str(error)) from error
    failed, unjudged = _judged(conditions, found["rows"], sides)
    for message in (*failed, *unjudged):
        print(f"mmscope: {named(message)}", file=sys.stderr)
    comparison = {
        **{letter: _side_of(side) for letter, side in zip("ab", sides, strict=True)},
        "rows": [{key: value for key, value in row.items() if key != "words"} for row in found["rows"]],
        "neither": found["neither"],
        "failed": failed,
        "unjudged": unjudged,
    }
    texts = {"json": lambda: json.dumps(comparison, indent=1) + "\n", "csv": lambda: _csv(comparison["rows"])}
    sys.stdout.write(texts.get(form, lambda: _text(sides, found))())
    return FAILED if failed else UNJUDGED if unjudged else 0


def _read(settings: Settings, page: PageReading, name: str) -> dict[str, Any]:
    """What is compared of one. Raises QuestionError."""
    try:
        with opened(name) as source:
            text = PlainText(source, settings.limits, part=True)
            page.read(name, text)
    except EngineError as error:
        raise QuestionError(f"{name}: {error}") from error
    except CaptureError as error:
        raise QuestionError(f"{name}: {error.message}") from error
    except OSError as error:
        raise QuestionError(f"{name}: {error.strerror}") from error
    return {**page.side(), "cut_off": text.cut_off}


def _judged(
    conditions: Sequence[Condition], rows: Sequence[Row], sides: Sequence[dict[str, Any]]
) -> tuple[list[str], list[str]]:
    """A sentence for each that holds, and for each that cannot be judged."""
    failed, unjudged = [], []
    for condition in conditions:
        own = [r for r in rows if r["name"] == condition.name and condition.part in {None, r["part"]}]
        if not own:
            unjudged.append(f"“{condition.text}” cannot be judged: {_why(condition, sides)}")
        for row in own:
            name = row["name"] if row["part"] is None else f"{row['name']}.{row['part']}"
            if row["unknown"] is not None:
                unjudged.append(f"“{condition.text}” cannot be judged: {name} is unknown: {row['unknown']}")
                continue
            a, b = Fraction(row["a"]), Fraction(row["b"])
            percent = Fraction(0) if a == b else (b - a) / abs(a) * 100 if a else None
            if condition.holds(b - a, percent):
                _, of_a, of_b, by, share, _ = row["words"]
                how = "from 0" if a == 0 else f"{share} %"
                failed.append(f"{name}: A {of_a}, B {of_b}, {by} ({how}), so “{condition.text}” holds")
    return failed, unjudged


def _why(condition: Condition, sides: Sequence[dict[str, Any]]) -> str:
    """Neither side has it."""
    reasons = [
        f"{letter} {number['why'] or 'has no such node'}"
        for letter, side in zip("AB", sides, strict=True)
        for number in [next((t for t in side["numbers"] if t["name"] == condition.name), {"why": None})]
    ]
    return f"{condition.name} is unknown: {'; '.join(reasons)}"


def _side_of(side: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in side.items() if key not in {"numbers", "halves", "loss"}}


def _csv(rows: Sequence[Row]) -> str:
    out = io.StringIO()
    keys = ("name", "part", "unit", "better", "a", "b", "percent", "verdict", "unknown")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(keys)
    for row in rows:
        cells = ["" if row[key] is None else row[key] for key in keys]
        writer.writerow([no_formula(cell) if isinstance(cell, str) else cell for cell in cells])
    return out.getvalue()


def _text(sides: Sequence[dict[str, Any]], found: dict[str, Any]) -> str:
    heads = [
        [letter, named(side["name"]), side["format"], f"{side['events']:,} events", side["loss"] or ""]
        for letter, side in zip("AB", sides, strict=True)
    ]
    rows = [row["words"] for row in found["rows"]]
    table = aligned([["", "A", "B", "difference", "%", "B is"], *rows], left=1)
    remarks = [
        f"{letter} is cut off: {side['cut_off']}"
        for letter, side in zip("AB", sides, strict=True)
        if side["cut_off"]
    ]
    if found["neither"]:
        remarks.append(f"Unknown of both: {', '.join(found['neither'])}.")
    lines = [
        *aligned(heads, left=3),
        "",
        *(table if rows else ["nothing that either has"]),
        "",
        *remarks,
        *found["remarks"],
    ]
    return "\n".join(map(printable, lines)) + "\n"
