"""When a claim holds: criteria by name.

A criterion looks at what was measured in the claim's captures, in order, at the bound the claim gives,
and at the published cells.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from mmscope.evidence.value import Value

_SIZES = {"B": 1, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True, slots=True)
class Criterion:
    """`holds(measured, bound, cells)`. `words` may name the bound as {}; `direction`: sizes do not count."""

    holds: Callable[[Sequence[Value], Any, list[Any]], bool]
    words: str
    direction: bool = False


def _equal(measured: Sequence[Value], bound: Any, cells: list[Any]) -> bool:  # noqa: ANN401  # from JSON
    wanted = bound if bound is not True else cells if len(cells) > 1 else cells[0]
    return all(found.value == wanted for found in measured)


def _shares(measured: Sequence[Value], bound: float, cells: list[Any]) -> bool:
    published = _parts([_size(cell) for cell in cells])
    return all(
        abs(share - wanted) <= bound
        for share, wanted in zip(_parts(measured[-1].value), published, strict=True)
    )


def _expected(measured: Sequence[Value], bound: float, _cells: list[Any]) -> bool:
    expected = measured[-1].expected
    assert expected is not None, "the measure expects nothing"
    pairs = zip(_parts(measured[-1].value), _parts(expected), strict=True)
    return all(abs(share - wanted) <= bound for share, wanted in pairs)


def _mean(measured: Sequence[Value], bound: float, cells: list[Any]) -> bool:
    published: float = sum(cells) / len(cells)
    return bool(abs(measured[-1].value - published) <= bound * published)


def _near(measured: Sequence[Value], bound: float, _cells: list[Any]) -> bool:
    expected = measured[-1].expected
    assert expected is not None, "the measure expects nothing"
    pairs = zip(_parts(measured[-1].value), _parts(expected), strict=True)
    return all(abs(share / wanted - 1) <= bound for share, wanted in pairs)


def _each_pair(compare: Callable[[Any, Any], bool]) -> Callable[[Sequence[Value], Any, list[Any]], bool]:
    def holds(measured: Sequence[Value], _bound: Any, _cells: list[Any]) -> bool:  # noqa: ANN401  # from JSON
        return all(compare(a.value, b.value) for a, b in pairwise(measured))

    return holds


CRITERIA = {
    "equal": Criterion(_equal, "the same"),
    "shares": Criterion(_shares, "shares differ by at most {} of the total"),
    "expected": Criterion(_expected, "shares differ from those expected by at most {} of the total"),
    "mean": Criterion(_mean, "within {} of the published mean"),
    "near": Criterion(_near, "shares within {} of each share expected"),
    "near_to": Criterion(lambda m, b, _: abs(m[-1].value - b[0]) <= b[1], "within {1} of {0}"),
    "at_most": Criterion(lambda m, b, _: m[-1].value <= b, "at most {}"),
    "at_least": Criterion(lambda m, b, _: m[-1].value >= b, "at least {}"),
    "keeps": Criterion(
        lambda m, b, _: abs(m[-1].value - m[0].value) <= b * m[0].value, "as before, within {} of it"
    ),
    "falls": Criterion(_each_pair(lambda a, b: b < a), "falls", direction=True),
    "rises": Criterion(_each_pair(lambda a, b: b > a), "rises", direction=True),
    "falls_below": Criterion(
        lambda m, b, _: m[-1].value <= b * m[0].value < m[0].value, "falls below {} of it", direction=True
    ),
    "rises_to": Criterion(lambda m, b, _: m[0].value < m[-1].value == b, "rises to {}", direction=True),
    "rises_from": Criterion(lambda m, b, _: m[-1].value > m[0].value == b, "rises from {}", direction=True),
}


def _parts(values: Sequence[float]) -> list[float]:
    total = sum(values)
    return [value / total if total else 0.0 for value in values]


def _size(cell: float | str) -> float:
    """A number, or a size as swapon prints it."""
    if not isinstance(cell, str):
        return cell
    found = re.fullmatch(r"([\d.]+)([BMG])", cell)
    if found is None:
        raise ValueError(f"{cell!r} is not a size")
    return float(found[1]) * _SIZES[found[2]]
