"""`mmscope compare A B`: two sources, or several a side, measured; what differs, and whether it may."""

import json
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

from tqdm import tqdm

from mmscope.cli.files import UNREADABLE
from mmscope.cli.processes import as_done, cores
from mmscope.cli.table import aligned, heading
from mmscope.cli.terminal import named, printable
from mmscope.cli.trace_comparison import FAILED, are_traces, compare_traces
from mmscope.compare import (
    Comparison,
    Limits,
    Measurement,
    Row,
    Source,
    Stretch,
    compare,
    failures,
    known_measures,
    limits,
    measure,
    parse_condition,
    sources,
)
from mmscope.core import CoreModule
from mmscope.settings import Settings
from mmscope.sweeps import QuestionError

SIDES = ("A", "B")


def print_comparison(
    settings: Settings, a: Sequence[str], b: Sequence[str], *, fail_if: Sequence[str], form: str
) -> int:
    """Measure all sources and print what differs.

    Returns 0, 1 where a condition holds, 2 for bad input; of traces 4 where a condition cannot be judged.
    """
    try:
        if are_traces(settings, [*a, *b]):
            return compare_traces(settings, a, b, fail_if=fail_if, form=form)
        tables = CoreModule(settings.core).tables
        known = known_measures(tables)
        conditions = [parse_condition(text, known) for text in fail_if]
        sides = [_side(settings, side, texts) for side, texts in zip(SIDES, (a, b), strict=True)]
        _refuse_many(sum(map(len, sides)), limits(settings, *map(len, sides)))
        taken = _taken(settings, [*sides[0], *sides[1]])
        found = compare(settings, taken[: len(sides[0])], taken[len(sides[0]) :], tables)
        failed = failures(conditions, found, tables)
    except QuestionError as error:
        print(f"mmscope: {named(str(error))}", file=sys.stderr)
        return UNREADABLE
    for side, source in _incomplete(found):
        message = f"{side} ({source.text}) is incomplete: {source.incomplete}, so its numbers leave them out"
        print(f"mmscope: {named(message)}", file=sys.stderr)
    for message in failed:
        print(f"mmscope: {named(message)}", file=sys.stderr)
    sys.stdout.write(_json(found, failed) if form == "json" else {"csv": _csv, "text": _text}[form](found))
    return FAILED if failed else 0


def _refuse_many(number: int, known: Limits) -> None:
    if number > known.most:
        raise QuestionError(
            f"{number} captures are too many: compare at most {known.most}, both sides together"
        )


def _side(settings: Settings, side: str, texts: Sequence[str]) -> list[Source]:
    """Its sources. Raises QuestionError."""
    if not texts:
        raise QuestionError(f"side {side} has no capture: say mmscope compare A B, or --a A --b B")
    found = list(chain.from_iterable(sources(settings, text) for text in texts))
    seen: set[object] = set()
    for source in found:
        key = (source.path and source.path.resolve(), json.dumps(dict(source.params), sort_keys=True))
        if key in seen:
            raise QuestionError(
                f"“{source.text}” stands twice on side {side}, which hides how captures differ: leave one out"
            )
        seen.add(key)
    return found


def _taken(settings: Settings, asked: Sequence[Source]) -> list[Measurement]:
    """In order. Raises QuestionError."""
    found: dict[int, Measurement] = {}
    work = [partial(measure, settings, source) for source in asked]
    with tqdm(total=len(work), unit="source", leave=False, disable=None, file=sys.stderr) as bar:
        for at, taken in as_done(work, cores()):
            if isinstance(taken, str):
                raise QuestionError(taken)
            found[at] = taken
            bar.update()
    return [found[at] for at in range(len(asked))]


def _incomplete(found: Comparison) -> Iterator[tuple[str, Measurement]]:
    for side, taken in zip(SIDES, (found.a, found.b), strict=True):
        yield from ((side, source) for source in taken if source.incomplete)


# ---- as data


def _json(found: Comparison, failed: Sequence[str]) -> str:
    document = {
        **{
            side.lower(): [_source(s) for s in of] for side, of in zip(SIDES, (found.a, found.b), strict=True)
        },
        "policies": sorted(found.machines),
        "test": _test_of(found),
        "rows": [_row(row) for row in found.rows],
        "spreads": [_row(row) for row in found.spreads],
        "phases": [
            {
                "mark": phase.text,
                "number": phase.number,
                "a": [_stretch(stretch) for stretch in phase.a],
                "b": [_stretch(stretch) for stretch in phase.b],
                "rows": [_row(row) for row in phase.rows],
                "spreads": [_row(row) for row in phase.spreads],
            }
            for phase in found.phases
        ],
        "untold": {name: list(sources_) for name, sources_ in found.unknown.items()},
        "failed": list(failed),
    }
    return json.dumps(document, indent=1) + "\n"


def _source(taken: Measurement) -> dict[str, Any]:
    return {"source": taken.text, **_stretch(taken.whole), "incomplete": taken.incomplete}


def _stretch(stretch: Stretch) -> dict[str, Any]:
    return {"decisions": stretch.decisions, "ns": stretch.ns}


def _test_of(found: Comparison) -> dict[str, Any] | None:
    if not _is_tested(found):
        return None
    known = found.limits
    return {
        "name": "permutation, exact, two-sided, of the difference of means",
        "level": float(known.level),
        "least_p": float(known.least_p),
        "can_say": known.can_say,
        "least_a_side": known.least_a_side,
    }


def _row(row: Row) -> dict[str, Any]:
    percent = row.percent_text
    return {
        "measure": row.measure.name,
        "at": row.at or None,
        "part": row.part,
        "unit": row.measure.unit,
        "better": row.measure.better,
        "a": float(row.mean_a),
        "b": float(row.mean_b),
        "difference": float(row.difference_text),
        "percent": None if percent is None else float(percent),
        "verdict": row.verdict,
        "p": None if row.p is None else float(row.p),
        "beyond_spread": row.beyond,
        "each_a": [float(value) for value in row.a],
        "each_b": [float(value) for value in row.b],
    }


def _csv(found: Comparison) -> str:
    """A line for each number; `phase` is empty for the whole."""
    return "\n".join(map(printable, found.csv.split("\n")))


# ---- as text


def _text(found: Comparison) -> str:
    lines = [*_stretches(found), ""]
    lines += _table(found.rows, found) if found.rows else ["no measure that both sides have"]
    spreads = [row for row in found.spreads if _is_spread(row, found.spreads)]
    if spreads:
        lines += ["", "values one by one, percentiles by nearest rank", *_table(spreads, found)]
    for phase in found.phases:
        again = f" ({phase.number}.)" if phase.number > 1 else ""
        over = " | ".join(f"{side}: {_over(of)}" for side, of in zip(SIDES, (phase.a, phase.b), strict=True))
        lines += ["", f"from mark “{printable(phase.text)}”{again}: {over}"]
        lines += ["as the whole"] if phase.rows == found.rows else _table(phase.rows, found)
    lines += ["", *_remarks(found)]
    return "\n".join(lines) + "\n"


def _is_spread(row: Row, rows: Sequence[Row]) -> bool:
    """Whether these values differ at all, in any source."""
    own = [other for other in rows if (other.measure, other.part) == (row.measure, row.part)]
    return len({value for other in own for value in (*other.a, *other.b)}) > 1


def _stretches(found: Comparison) -> list[str]:
    rows = [
        [side, named(source.text), _over([source.whole]), "INCOMPLETE" if source.incomplete else ""]
        for side, taken in zip(SIDES, (found.a, found.b), strict=True)
        for source in taken
    ]
    return aligned(rows, left=4)


def _over(stretches: Sequence[Stretch]) -> str:
    """What they cover; of several the mean."""
    decisions = sum(stretch.decisions for stretch in stretches) / len(stretches)
    seconds = sum(stretch.ns for stretch in stretches) / len(stretches) / 1e9
    return f"{decisions:,.10g} decisions in {seconds:,.3f} s"


def _table(rows: Sequence[Row], found: Comparison) -> list[str]:
    if not rows:
        return ["no measure that both sides have"]
    tested = _is_tested(found)
    head = ["", *SIDES, "difference", "%", *(["p", "more than the spread"] if tested else []), "B is"]
    cells = [head]
    for row in rows:
        test = [f"{float(row.p or 0):.3g}", {True: "yes", False: "no", None: "cannot say"}[row.beyond]]
        cells.append(
            [
                heading(row.measure, row.part, row.at),
                _values(row.mean_a, row.a),
                _values(row.mean_b, row.b),
                _signed(row.difference_text),
                "from 0" if row.percent is None else _signed(f"{float(row.percent):.2f}"),
                *(test if tested else []),
                row.verdict,
            ]
        )
    return aligned(cells, left=1)


def _values(mean: str, values: Sequence[str]) -> str:
    """One as the core writes it; of several the mean, the least and the most."""
    if len(set(values)) == 1:
        return mean
    return f"{mean} ({min(values, key=Fraction)} to {max(values, key=Fraction)})"


def _signed(text: str) -> str:
    return text if text.startswith("-") or not text.strip("0.") else f"+{text}"


def _is_tested(found: Comparison) -> bool:
    return min(len(found.a), len(found.b)) > 1


def _remarks(found: Comparison) -> list[str]:
    lines = [_said_by_test(found)]
    if len({source.whole.decisions for source in (*found.a, *found.b)}) > 1:
        lines.append("The stretches differ: what is counted, not shared out or averaged, grows with them.")
    for name, without in found.unknown.items():
        lines.append(f"{name} is left out: missing in {', '.join(map(named, without))}.")
    return lines


def _said_by_test(found: Comparison) -> str:
    needed, level = found.limits.least_a_side, float(found.limits.level)
    if not _is_tested(found):
        return (
            "One capture a side does not show how much captures of the same side differ, so a difference may "
            f"be chance. The test needs {needed} a side: --a A A2 … --b B B2 …"
        )
    p = float(found.limits.least_p)
    sides = f"{len(found.a)} and {len(found.b)} captures"
    test = f"p: exact permutation test of the means; {sides} give {p:.3g} at least"
    if p > level:
        return f"{test}, never {level:g} or less, so it cannot say. The test needs {needed} a side."
    rows = len(found.rows)
    return (
        f"{test}. {level:g} or less counts as more than the spread; of {rows} rows without a real "
        f"difference, {rows * level:.2g} would by chance."
    )
