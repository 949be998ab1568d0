"""A capture's own demand under another switch, measured. See docs/asif.md."""

from mmscope.asif.compare import Judged, Measure, compare, demand, differs, measures, within
from mmscope.asif.policies import Policy, policies, policy_of
from mmscope.asif.run import Identity, Outcome, identity, outcome, recorded, switch_of

__all__ = [
    "Identity",
    "Judged",
    "Measure",
    "Outcome",
    "Policy",
    "compare",
    "demand",
    "differs",
    "identity",
    "measures",
    "outcome",
    "policies",
    "policy_of",
    "recorded",
    "switch_of",
    "within",
]
