# SPDX-License-Identifier: Apache-2.0
"""Measures of what two kernels leave behind, and whether they are the same; boots nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from typing import Any

from mmlab.errors import LabError
from mmlab.guest.machine import known

# Name of a snapshot, then counters by name.
Counters = dict[str, dict[str, int]]

SAME = "same"
DIFFERENT = "different"
INCONCLUSIVE = "inconclusive"
PERCENT = "%"


def parse(text: str) -> Counters:
    """Counters of each snapshot: what a workload wrote to its marks. Raises LabError.

    A line is `stat VALUE NAME` as workloads/snapshot.c prints it; any other line is a mark. Marks
    without counters are left out.
    """
    found: Counters = {}
    mark = ""
    for line in text.splitlines():
        words = line.split(" ", 2)
        if words[0] != "stat":
            mark = line
            continue
        if len(words) != 3 or not words[1].isdigit():
            raise LabError(f"no counter: {line!r}")
        counters = found.setdefault(mark, {})
        if words[2] in counters:
            raise LabError(f"{words[2]} is counted twice at {mark!r}")
        counters[words[2]] = int(words[1])
    return found


@dataclass(frozen=True)
class Measure:
    """One number of a run: (part - minus) * scale / of.

    Attributes:
        name: what it is, in words.
        unit: of the result; PERCENT multiplies by 100.
        part, minus, of: names of counters, which may be patterns; each stands for the sum. Without
            `of` nothing is divided.
        scale: factor.
        snapshots: two: how much the counters grew between them; one: what they are there.
        tolerance: by how much two runs may differ and still be the same; in the unit.
        why: the reason of the tolerance.
        differs: kernel, and why the measure is different there.
    """

    name: str
    unit: str
    part: tuple[str, ...]
    snapshots: tuple[str, ...]
    tolerance: float
    why: str
    minus: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    scale: float = 1
    differs: dict[str, str] = field(default_factory=dict)

    @classmethod
    def make(cls, data: dict[str, Any]) -> Measure:
        """From a table of a file. Raises LabError."""
        known("a measure", data, [f.name for f in fields(cls)])
        lists = {key: tuple(data.get(key, ())) for key in ("part", "minus", "of", "snapshots")}
        try:
            made = cls(**{**data, **lists})
        except TypeError as error:
            raise LabError(str(error).replace("Measure.__init__() ", "")) from error
        if not made.part or len(made.snapshots) not in (1, 2):
            raise LabError(f"{made.name}: it needs a part, and one snapshot or two")
        if made.tolerance < 0 or not made.why:
            raise LabError(f"{made.name}: a tolerance has a reason and is not below 0")
        return made

    def _sum(self, patterns: tuple[str, ...], counters: Counters) -> int:
        """How much the counters grew, or what they are. Raises LabError when one is missing."""
        total = 0
        for mark, sign in zip(reversed(self.snapshots), (1, -1), strict=False):
            if mark not in counters:
                raise LabError(f"{self.name}: there is no snapshot {mark!r}")
            for pattern in patterns:
                found = [n for key, n in counters[mark].items() if fnmatchcase(key, pattern)]
                if not found:
                    raise LabError(f"{self.name}: there is no counter {pattern} at {mark!r}")
                total += sign * sum(found)
        return total

    def value(self, counters: Counters) -> float:
        """The number of one run. Raises LabError when a counter is missing or nothing happened."""
        number = (self._sum(self.part, counters) - self._sum(self.minus, counters)) * self.scale
        if self.unit == PERCENT:
            number *= 100
        if not self.of:
            return number
        whole = self._sum(self.of, counters)
        if not whole:
            raise LabError(f"{self.name}: nothing to divide by: {', '.join(self.of)}")
        return number / whole


def shown(values: list[float], unit: str) -> str:
    """Each run's number, and the unit once; "" for no run."""
    if not values:
        return ""
    texts = [f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}" for value in values]
    return f"{', '.join(texts)} {unit}"


def spread(values: list[float]) -> float:
    """How far apart the runs of one side are."""
    return max(values) - min(values)


def compare(stock: list[float], patched: list[float], tolerance: float) -> str:
    """SAME, DIFFERENT or INCONCLUSIVE.

    The same is what differs by no more than the tolerance in whichever two runs one takes, one of
    each side. A side of one run is inconclusive, and so is one whose own runs are further apart.
    """
    if min(len(stock), len(patched)) < 2 or max(spread(stock), spread(patched)) > tolerance:
        return INCONCLUSIVE
    furthest = max(abs(a - b) for a in stock for b in patched)
    return SAME if furthest <= tolerance else DIFFERENT


def apart(stock: list[float], other: list[float], tolerance: float) -> bool:
    """Do whichever two runs one takes, one of each side, differ by more than the tolerance?

    It says so of sides whose own runs are far apart, too, but of none with a single run.
    """
    if min(len(stock), len(other)) < 2:
        return False
    return min(abs(a - b) for a in stock for b in other) > tolerance
