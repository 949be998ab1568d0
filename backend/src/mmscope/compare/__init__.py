"""Two sides, of one or several sources each, measured: what differs. See docs/compare.md."""

from mmscope.compare.condition import Condition, Known, failures, known_measures, parse_condition
from mmscope.compare.measurement import Measurement, Stretch, measure
from mmscope.compare.source import Source, capture_path, sources
from mmscope.compare.table import Comparison, Limits, Phase, Row, compare, limits

__all__ = [
    "Comparison",
    "Condition",
    "Known",
    "Limits",
    "Measurement",
    "Phase",
    "Row",
    "Source",
    "Stretch",
    "capture_path",
    "compare",
    "failures",
    "known_measures",
    "limits",
    "measure",
    "parse_condition",
    "sources",
]
