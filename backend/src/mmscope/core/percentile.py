"""Percentiles, wherever command line and server give any: docs/numbers.md has the definition in words."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def percentiles(
    values: Sequence[float] | npt.NDArray[np.float64], percents: Sequence[int]
) -> tuple[float, ...]:
    """By nearest rank: each the smallest value with at least so many percent of all at or below it."""
    places = [max(0, -(-percent * len(values) // 100) - 1) for percent in percents]
    parts = np.partition(np.asarray(values, dtype=np.float64), sorted(set(places)))
    return tuple(float(parts[place]) for place in places)


def median(values: Sequence[float] | npt.NDArray[np.float64]) -> float:
    """Of an even number the lower of the two in the middle."""
    return percentiles(values, (50,))[0]
