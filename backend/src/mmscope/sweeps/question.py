"""The question of a sweep: what stands behind `compare?` in a link, and what `mmscope sweep` is given.

The page's own code reads it, and says what the core is told: frontend/src/pages/compare/engine.ts.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mmscope.core import ParamValue, Tables
from mmscope.engine import Engine, EngineError
from mmscope.settings import Settings
from mmscope.sweeps.storage import Row

Value = int | str


class QuestionError(ValueError):
    """What cannot be asked; the text says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A tunable as it is written, the element of a vector behind a point, and the values it takes."""

    label: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One of its runs."""

    x: Value
    y: Value | None
    seed: int


@dataclass(frozen=True, slots=True)
class Question:
    """`text`: in its shortest form; `kind`: model or capture; `id`: of the scenario or the bundled capture.

    `measures`: none for all; `runs`: x first, seeds last.
    """

    text: str
    kind: str
    id: str
    x: Axis
    y: Axis | None
    measures: tuple[str, ...]
    runs: tuple[Run, ...]


@cache
def _page(frontend: Path) -> Engine:
    return Engine(frontend, "compare")


def ask(settings: Settings, function: str, *arguments: str | int) -> Any:  # noqa: ANN401  (plain data)
    """What the page's code says. Raises QuestionError in its words."""
    try:
        return _page(settings.frontend).ask(function, *arguments)
    except EngineError as error:
        raise QuestionError(str(error)) from error


def parse(settings: Settings, text: str) -> Question:
    """Read a question. Raises QuestionError."""
    said = ask(settings, "question", text)
    return Question(
        said["text"],
        said["kind"],
        said["id"],
        _axis(said["x"]),
        _axis(said["y"]) if said["y"] else None,
        tuple(said["measures"]),
        tuple(Run(**run) for run in said["runs"]),
    )


def run_params(
    settings: Settings, question: Question, scenario: Mapping[str, ParamValue]
) -> list[dict[str, ParamValue]]:
    """What the core is given for each run. `scenario`: its parameters, none for a capture."""
    found: list[dict[str, ParamValue]] = ask(settings, "runParams", question.text, json.dumps(dict(scenario)))
    return found


def to_csv(settings: Settings, question: Question, rows: Sequence[Sequence[Row] | None]) -> str:
    """`rows`: of every run, in their order; None where one failed or was not made."""
    return str(ask(settings, "sweepCsv", question.text, json.dumps(rows)))


def to_rows(question: Question, rows: Sequence[Sequence[Row] | None], tables: Tables) -> list[dict[str, Any]]:
    """The same as values: x, y and seed of each run with each of its measures, in their order.

    `part`: of what, by its number; None of all. `value`: in `unit`; `of`: how many it was counted among.
    """
    measures = {measure.name: measure for measure in tables.measures}
    return [
        {
            "x": run.x,
            "y": run.y,
            "seed": run.seed,
            "measure": name,
            "part": None if measures[name].part == "all" else part,
            "unit": measures[name].unit,
            "better": measures[name].better,
            "value": float(value),
            "of": of,
        }
        for run, of_run in zip(question.runs, rows, strict=True)
        for name, part, value, of in of_run or ()
    ]


def _axis(said: Mapping[str, Any]) -> Axis:
    return Axis(said["label"], tuple(said["values"]))
