"""Sweeps: a tunable or two, their values, so many seeds, what each run comes to. See docs/sweeps.md."""

from mmscope.sweeps.asif import run_asif
from mmscope.sweeps.question import (
    Axis,
    Question,
    QuestionError,
    Run,
    ask,
    parse,
    run_params,
    to_csv,
    to_rows,
)
from mmscope.sweeps.run import found, machine_of, module_of, one, scenario, scenario_named
from mmscope.sweeps.storage import Row, folder, trim

__all__ = [
    "Axis",
    "Question",
    "QuestionError",
    "Row",
    "Run",
    "ask",
    "folder",
    "found",
    "machine_of",
    "module_of",
    "one",
    "parse",
    "run_asif",
    "run_params",
    "scenario",
    "scenario_named",
    "to_csv",
    "to_rows",
    "trim",
]
