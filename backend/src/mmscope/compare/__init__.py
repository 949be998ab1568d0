"""Two sides, of one or several sources each, measured: what differs. See docs/compare.md."""

from mmscope.compare.condition import Condition, failures, parse_condition
from mmscope.compare.measurement import Measurement, Stretch, measure
from mmscope.compare.permutation import LEVEL, MOST, least_a_side, least_p, p_value
from mmscope.compare.source import Source, sources
from mmscope.compare.table import Comparison, Phase, Row, compare, decimal

__all__ = [
    "LEVEL",
    "MOST",
    "Comparison",
    "Condition",
    "Measurement",
    "Phase",
    "Row",
    "Source",
    "Stretch",
    "compare",
    "decimal",
    "failures",
    "least_a_side",
    "least_p",
    "measure",
    "p_value",
    "parse_condition",
    "sources",
]
