"""A capture as the measures see it: its events by kind, and the counters recorded beside them."""

import re
from functools import lru_cache
from typing import cast

import numpy as np
import numpy.typing as npt

from mmscope.captures import Capture
from mmscope.core import Records, text


class NothingMeasuredError(Exception):
    """The capture does not hold what a measure looks at; the text says what is missing."""


class Run:
    """One capture. Everything it gives is in the order of the log."""

    def __init__(self, capture: Capture) -> None:
        self._session = capture.session
        self._records = capture.session.records()
        self.enums = capture.session.tables.enums
        self.of = lru_cache(maxsize=None)(self._of)

    def _of(self, kind: str) -> Records:
        """The events of one kind, with its fields. Raises NothingMeasuredError when there is none."""
        found = self.any_of(kind)
        if not len(found):
            raise NothingMeasuredError(f"no event {kind}")
        return found

    def any_of(self, kind: str) -> Records:
        """The events of one kind, with its fields, if there are any."""
        return self._session.of_kind(self._records, self._session.tables.kinds[kind])[1]

    def is_(self, kind: str, field: str, *names: str) -> npt.NDArray[np.bool_]:
        """Which events of the kind hold one of these names of the field's enumeration."""
        fields = self._session.tables.kinds[kind].fields
        enum = next(f.enum for f in fields if f.name == field)
        numbers = [self.enums[cast("str", enum)][name] for name in names]
        return np.isin(self.of(kind)[field], numbers)

    def grown(self, pattern: str) -> int:
        """By how much the kernel's counters whose names match grew, from first recording to last."""
        return sum(values[-1] - values[0] for values in self._stats(pattern))

    def reported(self, pattern: str) -> int:
        """The sum of what programs reported of themselves under names that match."""
        return sum(sum(values) for values in self._stats(pattern))

    def _stats(self, pattern: str) -> list[list[int]]:
        stats = self.of("stat")
        series: dict[str, list[int]] = {}
        for name, value in zip(stats["text"].tolist(), stats["value"].tolist(), strict=True):
            if re.fullmatch(pattern, text(name)):
                series.setdefault(text(name), []).append(int(value))
        if not series:
            raise NothingMeasuredError(f"no counter {pattern}")
        return list(series.values())


def some(records: Records, what: str) -> Records:
    """The records. Raises NothingMeasuredError when there is none."""
    if not len(records):
        raise NothingMeasuredError(f"no {what}")
    return records
