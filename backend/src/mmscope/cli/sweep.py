"""`mmscope sweep QUESTION`: a tunable, or two, through their values; what each run comes to, on all cores."""

import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from tqdm import tqdm

from mmscope.cli.files import UNREADABLE
from mmscope.cli.pool import as_done
from mmscope.cli.tabular import aligned, heading
from mmscope.cli.terminal import named
from mmscope.core import CoreModule, Tables
from mmscope.settings import Settings
from mmscope.sweep import Question, QuestionError, Row, is_kept, one, parse, scenario, to_csv, trim

Found = list[list[Row] | None]
INTERRUPTED = 130


def sweep(settings: Settings, text: str, *, jobs: int, form: str, output: str, cache: Path | None) -> int:
    """Make every run and print what came of it. Returns 0, or 2 where it cannot be asked or a run failed.

    `cache`: where runs that were made before are kept; None: nowhere.
    """
    tables = CoreModule(settings.core).tables
    try:
        question = parse(text, tables)
        scenario(settings, question)
    except QuestionError as error:
        return _refuse(str(error))
    if cache is not None:
        known = sum(is_kept(settings, question, run, cache) for run in question.runs())
        if known:
            told = (
                f"{known:,} of {len(question.runs()):,} runs are kept from before; --no-cache makes them anew"
            )
            print(f"mmscope: {told}", file=sys.stderr)
    found, failures, stopped = _all(settings, question, jobs, cache)
    if cache is not None:
        trim(cache)
    for failure in dict.fromkeys(failures):
        _refuse(failure)
    told = {"csv": to_csv, "json": _json, "text": _text}[form](question, found, tables)
    if output == "-":
        sys.stdout.write(told)
    else:
        try:
            Path(output).write_text(told)
        except OSError as error:
            return _refuse(f"{named(output)}: {error.strerror}")
    if stopped:
        made = sum(rows is not None for rows in found)
        _refuse(f"stopped at {made:,} of {len(found):,} runs")
        return INTERRUPTED
    return UNREADABLE if failures else 0


def _refuse(told: str) -> int:
    print(f"mmscope: {told}", file=sys.stderr)
    return UNREADABLE


def _all(
    settings: Settings, question: Question, jobs: int, cache: Path | None
) -> tuple[Found, list[str], bool]:
    """What each run came to, in order; why those failed that did; whether somebody stopped it."""
    runs = question.runs()
    found: Found = [None] * len(runs)
    failures: list[str] = []
    bar = tqdm(total=len(runs), unit="run", leave=False, disable=None, file=sys.stderr)
    try:
        for at, rows in _each(settings, question, min(jobs, len(runs)), cache):
            if isinstance(rows, str):
                failures.append(f"{question.x.label}={runs[at].x}: {rows}")
            else:
                found[at] = rows
            bar.update()
    except KeyboardInterrupt:
        return found, failures, True
    finally:
        bar.close()
    return found, failures, False


def _each(
    settings: Settings, question: Question, jobs: int, cache: Path | None
) -> Iterator[tuple[int, list[Row] | str]]:
    yield from as_done([partial(one, settings, question, run, cache) for run in question.runs()], jobs)


def _json(question: Question, found: Found, tables: Tables) -> str:
    units = {measure.name: measure for measure in tables.measures}
    rows = [
        {
            "x": run.x,
            "y": run.y,
            "seed": run.seed,
            "measure": name,
            "part": None if units[name].part == "all" else part,
            "unit": units[name].unit,
            "better": units[name].better,
            "value": float(value),
            "of": of,
        }
        for run, of_run in zip(question.runs(), found, strict=True)
        for name, part, value, of in of_run or ()
    ]
    y = question.y.label if question.y else None
    return (
        json.dumps({"question": question.text(), "x": question.x.label, "y": y, "rows": rows}, indent=1)
        + "\n"
    )


def _text(question: Question, found: Found, tables: Tables) -> str:
    """A table for each measure: the median of the seeds, the least and the most where they differ."""
    values: dict[tuple[str, int], dict[tuple[object, object], list[float]]] = {}
    for run, rows in zip(question.runs(), found, strict=True):
        for name, part, value, _ in rows or ():
            values.setdefault((name, part), {}).setdefault((run.x, run.y), []).append(float(value))
    lines = [question.text()]
    for measure in tables.measures:
        for name, part in (key for key in values if key[0] == measure.name):
            lines += ["", heading(measure, part)]
            lines += _table(question, values[name, part])
    return "\n".join(lines) + "\n"


def _table(question: Question, values: dict[tuple[object, object], list[float]]) -> list[str]:
    columns: Sequence[object] = question.y.values if question.y else [None]
    rows = [[question.x.label, *(f"{question.y.label}={c}" if question.y else "median" for c in columns)]]
    rows += [[str(x), *(_cell(values.get((x, column), [])) for column in columns)] for x in question.x.values]
    return aligned(rows)


def _cell(values: list[float]) -> str:
    if not values:
        return "not told"
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{middle:g}" if least == most else f"{middle:g} ({least:g} to {most:g})"
