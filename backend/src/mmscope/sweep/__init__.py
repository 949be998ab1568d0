"""Sweeps: a tunable or two, their values, so many seeds, what each run comes to. See docs/sweeps.md."""

from mmscope.sweep.question import Axis, Question, QuestionError, Run, parse
from mmscope.sweep.run import Row, one, scenario, to_csv

__all__ = ["Axis", "Question", "QuestionError", "Row", "Run", "one", "parse", "scenario", "to_csv"]
