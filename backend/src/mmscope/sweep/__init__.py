"""Sweeps: a tunable or two, their values, so many seeds, what each run comes to. See docs/sweeps.md."""

from mmscope.sweep.asif import is_assumed, run_asif
from mmscope.sweep.question import Axis, Question, QuestionError, Run, parse, seeds, switched, tunables
from mmscope.sweep.run import found, machine_of, module_of, one, scenario, scenario_named, to_csv
from mmscope.sweep.storage import Row, folder, trim

__all__ = [
    "Axis",
    "Question",
    "QuestionError",
    "Row",
    "Run",
    "folder",
    "found",
    "is_assumed",
    "machine_of",
    "module_of",
    "one",
    "parse",
    "run_asif",
    "scenario",
    "scenario_named",
    "seeds",
    "switched",
    "to_csv",
    "trim",
    "tunables",
]
