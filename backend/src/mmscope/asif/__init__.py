"""A capture's own demand under another switch, measured. See docs/asif.md."""

from mmscope.asif.comparison import Judged, Measure, compare, demand, differs, measures, within
from mmscope.asif.outcome import Identity, Outcome, elsewhere, identity, outcome, recorded, switch_of
from mmscope.asif.policies import Policy, policies, policy_of
from mmscope.asif.repeats import Repeated, apart, from_row, renamed, repeated

__all__ = [
    "Identity",
    "Judged",
    "Measure",
    "Outcome",
    "Policy",
    "Repeated",
    "apart",
    "compare",
    "demand",
    "differs",
    "elsewhere",
    "from_row",
    "identity",
    "measures",
    "outcome",
    "policies",
    "policy_of",
    "recorded",
    "renamed",
    "repeated",
    "switch_of",
    "within",
]
