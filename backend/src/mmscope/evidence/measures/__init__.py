"""Measures: small pure functions of one capture's events, by name.

A measure gives Measured, or raises NothingMeasuredError. One file for each policy; datasets/published
names them.
"""

from collections.abc import Callable
from typing import Any

from mmscope.evidence.measured import Measured
from mmscope.evidence.measures import interleave, swap_devices, swap_in, zone_fairness
from mmscope.evidence.run import Run

MEASURES: dict[str, Callable[..., Measured]] = {
    function.__name__: function
    for module in (swap_devices, zone_fairness, swap_in, interleave)
    for function in module.MEASURES
}


def measure(run: Run, name: str, arguments: dict[str, Any]) -> Measured:
    """Take one measure."""
    return MEASURES[name](run, **arguments)
