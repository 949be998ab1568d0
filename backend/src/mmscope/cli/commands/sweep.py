"""`mmscope sweep QUESTION`: a tunable, or two, through their values; what each run comes to, on all cores."""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from tqdm import tqdm

from mmscope.cli.files import UNREADABLE
from mmscope.cli.processes import as_done
from mmscope.cli.table import aligned, heading
from mmscope.cli.terminal import named
from mmscope.core import CoreModule, ParamValue, Tables
from mmscope.core.percentile import median
from mmscope.settings import Settings
from mmscope.sweep import (
    Question,
    QuestionError,
    Row,
    found,
    one,
    parse,
    run_params,
    scenario,
    to_csv,
    trim,
)

Found = list[list[Row] | None]
INTERRUPTED = 130


def sweep(settings: Settings, text: str, *, jobs: int, form: str, output: str, cache: Path | None) -> int:
    """Make every run and print what came of it. Returns 0, or 2 where it cannot be asked or a run failed.

    `cache`: where runs that were made before are kept; None: nowhere.
    """
    tables = CoreModule(settings.core).tables
    try:
        question = parse(settings, text)
        params = run_params(settings, question, scenario(settings, question))
    except QuestionError as error:
        return _refuse(str(error))
    rows: Found = [None if cache is None else found(settings, question, p, cache) for p in params]
    known = sum(row is not None for row in rows)
    if known:
        message = f"{known:,} of {len(rows):,} runs were stored before; --no-cache computes them again"
        print(f"mmscope: {message}", file=sys.stderr)
    failures, stopped = _make(settings, question, params, rows, jobs, cache)
    if cache is not None:
        trim(cache)
    for failure in dict.fromkeys(failures):
        _refuse(failure)
    if form == "csv":
        printed = to_csv(settings, question, rows)
    else:
        printed = {"json": _json, "text": _text}[form](question, rows, tables)
    if output == "-":
        sys.stdout.write(printed)
    else:
        try:
            Path(output).write_text(printed)
        except OSError as error:
            return _refuse(f"{named(output)}: {error.strerror}")
    if stopped:
        made = sum(row is not None for row in rows)
        _refuse(f"stopped at {made:,} of {len(rows):,} runs")
        return INTERRUPTED
    return UNREADABLE if failures else 0


def _refuse(message: str) -> int:
    print(f"mmscope: {message}", file=sys.stderr)
    return UNREADABLE


def _make(
    settings: Settings,
    question: Question,
    params: Sequence[Mapping[str, ParamValue]],
    rows: Found,
    jobs: int,
    cache: Path | None,
) -> tuple[list[str], bool]:
    """Fill in what is missing. Returns why those failed that did; whether somebody stopped it."""
    runs = question.runs
    left = [at for at, row in enumerate(rows) if row is None]
    work = [partial(one, settings, question, params[at], cache) for at in left]
    failures: list[str] = []
    before = len(runs) - len(left)
    bar = tqdm(total=len(runs), initial=before, unit="run", leave=False, disable=None, file=sys.stderr)
    try:
        for i, made in as_done(work, jobs):
            at = left[i]
            if isinstance(made, str):
                failures.append(f"{question.x.label}={runs[at].x}: {made}")
            else:
                rows[at] = made
            bar.update()
    except KeyboardInterrupt:
        return failures, True
    finally:
        bar.close()
    return failures, False


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
        for run, of_run in zip(question.runs, found, strict=True)
        for name, part, value, of in of_run or ()
    ]
    y = question.y.label if question.y else None
    return (
        json.dumps({"question": question.text, "x": question.x.label, "y": y, "rows": rows}, indent=1) + "\n"
    )


def _text(question: Question, found: Found, tables: Tables) -> str:
    """A table for each measure: the median of the seeds, the least and the most where they differ."""
    values: dict[tuple[str, int], dict[tuple[object, object], list[float]]] = {}
    for run, rows in zip(question.runs, found, strict=True):
        for name, part, value, _ in rows or ():
            values.setdefault((name, part), {}).setdefault((run.x, run.y), []).append(float(value))
    lines = [question.text]
    for measure in tables.measures:
        for name, part in (key for key in values if key[0] == measure.name):
            lines += ["", heading(measure, part)]
            lines += _table(question, values[name, part])
    return "\n".join(lines) + "\n"


def _table(question: Question, values: dict[tuple[object, object], list[float]]) -> list[str]:
    columns: tuple[object, ...] = question.y.values if question.y else (None,)
    rows = [[question.x.label, *(f"{question.y.label}={c}" if question.y else "median" for c in columns)]]
    rows += [[str(x), *(_cell(values.get((x, column), [])) for column in columns)] for x in question.x.values]
    return aligned(rows)


def _cell(values: list[float]) -> str:
    if not values:
        return "no value"
    middle, least, most = median(values), min(values), max(values)
    return f"{middle:g}" if least == most else f"{middle:g} ({least:g} to {most:g})"
