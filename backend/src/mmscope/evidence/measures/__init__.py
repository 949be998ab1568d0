"""Measures: small pure functions of one capture's events, by name.

A measure gives Value, or raises NothingMeasuredError. One file for each policy; datasets/published
names them.
"""

from collections.abc import Callable
from typing import Any

from mmscope.evidence.measures import interleave, swap_devices, swap_in, zone_fairness
from mmscope.evidence.run import Run
from mmscope.evidence.value import Value

MEASURES: dict[str, Callable[..., Value]] = {
    function.__name__: function
    for module in (swap_devices, zone_fairness, swap_in, interleave)
    for function in module.MEASURES
}


def measure(run: Run, name: str, arguments: dict[str, Any]) -> Value:
    """Take one measure."""
    return MEASURES[name](run, **arguments)
