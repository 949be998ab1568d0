# SPDX-License-Identifier: Apache-2.0
"""Percentiles: written from the definition in docs/numbers.md, and nothing else."""

from collections.abc import Sequence


def percentile(values: Sequence[int], percent: int) -> int:
    """The smallest value with at least so many percent of all at or below it."""
    return next(value for at, value in enumerate(sorted(values), 1) if at * 100 >= percent * len(values))


def spread(values: Sequence[int], name: str) -> dict[str, int | None]:
    """How many there are, median, 99th percentile and the greatest; of none nothing but that."""
    if not values:
        return {f"{name} n": 0, f"{name} p50": None, f"{name} p99": None, f"{name} longest": None}
    return {
        f"{name} n": len(values),
        f"{name} p50": percentile(values, 50),
        f"{name} p99": percentile(values, 99),
        f"{name} longest": max(values),
    }
