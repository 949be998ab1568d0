"""`mmscope sweep QUESTION`: a tunable, or two, through their values; what each run comes to, on all cores."""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tqdm import tqdm

from mmscope.cli.files import UNREADABLE, refuse, write
from mmscope.cli.processes import as_done
from mmscope.cli.table import aligned, heading
from mmscope.core import CoreModule, ParamValue, Tables
from mmscope.core.percentile import median
from mmscope.settings import Settings
from mmscope.sweeps import (
    Axis,
    Question,
    QuestionError,
    Row,
    ask,
    found,
    one,
    parse,
    run_params,
    scenario,
    scenario_named,
    to_csv,
    to_rows,
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
        return refuse(str(error))
    rows = _stored(settings, question, params, cache)
    known = sum(row is not None for row in rows)
    if known:
        message = f"{known:,} of {len(rows):,} runs were stored before; --no-cache computes them again"
        print(f"mmscope: {message}", file=sys.stderr)
    failures: list[str] = []
    stopped = False
    labels = [f"{question.x.label}={run.x}: " for run in question.runs]
    try:
        _make(settings, question, params, rows, failures, jobs, cache, labels)
    except KeyboardInterrupt:
        stopped = True
    if cache is not None:
        trim(cache)
    for failure in dict.fromkeys(failures):
        refuse(failure)
    if form == "csv":
        printed = to_csv(settings, question, rows)
    else:
        printed = {"json": _json, "text": _text}[form](question, rows, tables)
    status = write(printed.encode(), output)
    if status:
        return status
    if stopped:
        made = sum(row is not None for row in rows)
        refuse(f"stopped at {made:,} of {len(rows):,} runs")
        return INTERRUPTED
    return UNREADABLE if failures else 0


def rank(settings: Settings, text: str, *, jobs: int, form: str, output: str, cache: Path | None) -> int:
    """Vary every tunable of a model, and pairs of the widest. Returns as sweep() does."""
    try:
        name = str(ask(settings, "rankingScenario", text))
        params = json.dumps(scenario_named(settings, name))
        asked = ask(settings, "ranking", text, params)
        question = Question(asked["text"], "model", name, Axis("tunable", ()), None, (asked["measure"],), ())
        failures: list[str] = []
        rows = _stored(settings, question, asked["runs"], cache)
        _make(settings, question, asked["runs"], rows, failures, jobs, cache)
        pairs = ask(settings, "rankingPairs", text, params, json.dumps(rows))
        pair_rows = _stored(settings, question, pairs["runs"], cache)
        _make(settings, question, pairs["runs"], pair_rows, failures, jobs, cache)
        result = ask(settings, "rankingResult", text, params, json.dumps(rows), json.dumps(pair_rows))
    except QuestionError as error:
        return refuse(str(error))
    except KeyboardInterrupt:
        refuse("stopped before every run was made")
        return INTERRUPTED
    if cache is not None:
        trim(cache)
    for failure in dict.fromkeys(failures):
        refuse(failure)
    left = {"left": asked["left"], "left_pairs": pairs["left"], "omitted": asked["omitted"]}
    if form == "csv":
        printed = str(result["csv"])
    elif form == "json":
        del result["csv"]
        printed = json.dumps({"question": question.text, **result, **left}, indent=1) + "\n"
    else:
        printed = _ranking_text(question.text, result, left)
    status = write(printed.encode(), output)
    return status or (UNREADABLE if failures else 0)


def _ranking_text(text: str, result: Mapping[str, Any], left: Mapping[str, Any]) -> str:
    """Widest first: the tunable, how far it moves the measure, and what each of its values comes to."""
    measure = result["measure"]
    better = f", {measure['better']}" if measure["better"] else ""
    unit = f" ({measure['unit']}{better})" if measure["unit"] else f"{better}"
    lines = [text, "", result["headline"], result["lead"], "", f"{measure['words']}{unit}", ""]
    rows = [["tunable", "moves it by", "as it is", "its values"]]
    for bar in result["bars"]:
        ends = ", ".join(
            f"{end['text']}: {'not run' if end['median'] is None else format(end['median'], 'g')}"
            for end in bar["ends"]
        )
        rows.append([bar["label"], f"{bar['width']:g}", bar["own"], ends])
    lines += aligned(rows, left=1)
    if result["pairs"]:
        lines += ["", "pairs, by how far they do not simply add up", ""]
        pairs = [["both at once", "added up", "in fact", "difference"]]
        for pair in result["pairs"]:
            beyond = pair["found"] - pair["added"]
            pairs.append(
                [", ".join(pair["both"]), f"{pair['added']:g}", f"{pair['found']:g}", f"{beyond:+g}"]
            )
        lines += aligned(pairs, left=1)
    notes = [f"{', '.join(one['names'])}: {one['why']}" for one in left["omitted"]]
    if left["left"]:
        notes.insert(0, f"{', '.join(left['left'])}: a minute does not hold their runs")
    if left["left_pairs"]:
        notes.append(f"{len(left['left_pairs'])} pairs: a minute does not hold their runs")
    if notes:
        lines += ["", "not varied", "", *notes]
    return "\n".join(lines) + "\n"


def _stored(
    settings: Settings, question: Question, params: Sequence[Mapping[str, ParamValue]], cache: Path | None
) -> Found:
    """What each run came to that was made before; None where it was not."""
    return [None if cache is None else found(settings, question, each, cache) for each in params]


def _make(
    settings: Settings,
    question: Question,
    params: Sequence[Mapping[str, ParamValue]],
    rows: Found,
    failures: list[str],
    jobs: int,
    cache: Path | None,
    labels: Sequence[str] | None = None,
) -> None:
    """Fill in what is missing in `rows`; why a run failed goes to `failures`, behind its label."""
    left = [at for at, row in enumerate(rows) if row is None]
    work = [partial(one, settings, question, params[at], cache) for at in left]
    before = len(rows) - len(left)
    with tqdm(total=len(rows), initial=before, unit="run", leave=False, disable=None, file=sys.stderr) as bar:
        for i, made in as_done(work, jobs):
            at = left[i]
            if isinstance(made, str):
                failures.append(f"{labels[at] if labels else ''}{made}")
            else:
                rows[at] = made
            bar.update()


def _json(question: Question, found: Found, tables: Tables) -> str:
    rows = to_rows(question, found, tables)
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
