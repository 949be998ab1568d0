# SPDX-License-Identifier: Apache-2.0
"""Numbers that look random and are the same everywhere for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Draws made of random() alone: only that is promised to stay the same in any Python."""

    def __init__(self, seed: str) -> None:
        """The same text, the same draws."""
        self._random = random.Random(seed).random

    def below(self, end: int) -> int:
        """0 to end - 1."""
        return int(self._random() * end)

    def between(self, first: int, last: int) -> int:
        """One of them or a number between them."""
        return first + self.below(last - first + 1)

    def chance(self, percent: int) -> bool:
        """True so often."""
        return self.below(100) < percent

    def pick(self, among: Sequence[T]) -> T:
        """One of them; what is there twice comes twice as often."""
        return among[self.below(len(among))]

    def some(self, among: Sequence[T], least: int = 1) -> list[T]:
        """At least so many of them, in their order."""
        count = self.between(min(least, len(among)), len(among))
        places = list(range(len(among)))
        taken = sorted(places.pop(self.below(len(places))) for _ in range(count))
        return [among[place] for place in taken]

    def shuffled(self, among: Sequence[T]) -> list[T]:
        """All of them in another order."""
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]
