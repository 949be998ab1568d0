"""Whether two sides differ by more than their captures differ among themselves: an exact permutation test.

If the sides were the same, any way to deal the captures out to them would have been as likely. p is the share
of all ways that set the means at least as far apart as they are. Nothing is assumed about the values.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm

import numpy as np
import numpy.typing as npt

LEVEL = Fraction(1, 20)
MOST = 40  # captures in all: half of them are dealt out in a million ways at a time
_INT64 = 1 << 62


def least_p(a: int, b: int) -> Fraction:
    """The smallest p that so many captures a side can give.

    With as many on both sides, each way has one that is the other way round and sets the means as far apart.
    """
    return Fraction(2 if a == b else 1, comb(a + b, a))


def least_a_side() -> int:
    """Captures a side that it takes to reach LEVEL."""
    n = 1
    while least_p(n, n) > LEVEL:
        n += 1
    return n


def p_value(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """Exact, two-sided, of the difference of means."""
    values, n = _whole([*a, *b]), len(a)
    all_, total = len(values), sum(values)
    apart = abs(n * total - all_ * sum(values[:n]))
    low, high = (n * total - apart) // all_, -((-n * total - apart) // all_)
    half = all_ // 2
    left, right = _sums(values[:half]), _sums(values[half:])
    ways = 0
    for of_left in range(max(0, n - (all_ - half)), min(n, half) + 1):
        others = np.sort(right[n - of_left])
        if apart == 0:
            ways += len(left[of_left]) * len(others)
            continue
        ways += int(np.searchsorted(others, low - left[of_left], "right").sum())
        ways += int((len(others) - np.searchsorted(others, high - left[of_left], "left")).sum())
    return Fraction(ways, comb(all_, n))


def _whole(values: Sequence[Fraction]) -> list[int]:
    """The same, moved and scaled so that they are whole and begin at 0."""
    least, scale = min(values), lcm(*(value.denominator for value in values))
    return [int((value - least) * scale) for value in values]


def _sums(values: Sequence[int]) -> list[npt.NDArray[np.int64]]:
    """Of every choice among the values, by how many are chosen."""
    exact = np.int64 if sum(values) < _INT64 else object
    found = [np.zeros(1, exact)] + [np.empty(0, exact) for _ in values]
    for value in values:
        for n in range(len(values), 0, -1):
            found[n] = np.concatenate([found[n], found[n - 1] + value])
    return found
