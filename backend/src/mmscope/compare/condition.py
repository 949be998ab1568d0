"""Conditions on a difference, as `home < -5%`: read, and judged."""

import difflib
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mmscope.compare.measurement import Measurement, machine_by_name
from mmscope.compare.table import Comparison, Row
from mmscope.core import Tables
from mmscope.core.tables import Measure
from mmscope.sweeps import QuestionError

_FORM = re.compile(
    r"\s*(\w+)(?:\.(\d{1,3}))?\s*(<=|>=|==|!=|<|>)\s*([-+]?\d{1,15}(?:\.\d{1,9})?)\s*(%|[num]?s)?\s*",
    re.ASCII,
)
_NS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}
_HOLDS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """`part`: None for each part there is; `percent`: of A, else in the unit of the measure."""

    text: str
    name: str
    part: int | None
    sign: str
    value: Fraction
    percent: bool

    def holds(self, difference: Fraction, percent: Fraction | None) -> bool:
        """Of the difference. From 0 to anything is more than any percentage, in its direction."""
        found = percent if self.percent else difference
        if found is None:
            return _HOLDS[self.sign](Fraction(1 if difference > 0 else -1), Fraction(0))
        return _HOLDS[self.sign](found, self.value)


@dataclass(frozen=True, slots=True)
class Known:
    """What a condition may name. `part`: "all", or what it has one number for each of; `time`: in ns."""

    part: str
    time: bool = False


def parse_condition(text: str, known: Mapping[str, Known]) -> Condition:
    """Raises QuestionError."""
    form = _FORM.fullmatch(text)
    if form is None:
        signs = ", ".join(_HOLDS)
        raise QuestionError(
            f"“{text}” is no condition: say MEASURE OP VALUE, as “home < -5%” or “latency_p99 > 20”, "
            f"with one of {signs}"
        )
    name, part, sign, value, unit = form.groups()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=3)
        meant = f"did you mean {' or '.join(near)}? There" if near else "there"
        raise QuestionError(f"there is no measure “{name}” in “{text}”: {meant} is {', '.join(known)}")
    if part is not None and known[name].part == "all":
        raise QuestionError(f"“{text}” names a part, but {name} is one number: say {name}")
    if unit in _NS and not known[name].time:
        raise QuestionError(f"“{text}” names a unit of time, but {name} has none: say {name} {sign} {value}")
    size = _NS.get(unit or "", 1)
    part_number = None if part is None else int(part)
    return Condition(text, name, part_number, sign, Fraction(value) * size, unit == "%")


def rows_of(condition: Condition, comparison: Comparison, tables: Tables) -> list[Row]:
    """What it is about. Raises QuestionError where some source does not have it."""
    rows = [row for row in (*comparison.rows, *comparison.spreads) if _is_of(row, condition)]
    if rows:
        return list({row.name: row for row in rows}.values())
    raise QuestionError(f"“{condition.text}” cannot be judged: {_why(condition, comparison, tables)}")


def failures(conditions: Sequence[Condition], comparison: Comparison, tables: Tables) -> list[str]:
    """A sentence for each that holds, with the measure and its difference. Raises QuestionError."""
    return [
        f"{row.name}: A {row.mean_a}, B {row.mean_b}{_unit(row)}, "
        f"difference {_difference(row)}, so “{condition.text}” holds{_chance(row)}"
        for condition in conditions
        for row in rows_of(condition, comparison, tables)
        if condition.holds(row.difference, row.percent)
    ]


def known_measures(tables: Tables) -> dict[str, Known]:
    """Measures, and percentiles of the values behind them."""
    return {name: Known(measure.part) for name, measure in _measures(tables).items()}


def _measures(tables: Tables) -> dict[str, Measure]:
    found = {measure.name: measure for measure in tables.measures}
    for spread in tables.spreads:
        for quantile in tables.quantiles:
            found.setdefault(f"{spread.name}_{quantile}", spread)
    return found


def _is_of(row: Row, condition: Condition) -> bool:
    name = f"{row.measure.name}_{row.at}" if row.at else row.measure.name
    return name == condition.name and condition.part in (None, row.part)


def _why(condition: Condition, comparison: Comparison, tables: Tables) -> str:
    measure, machine = _measures(tables)[condition.name], machine_by_name(tables)[condition.name]
    if machine not in comparison.machines:
        machines = ", ".join(sorted(comparison.machines))
        can = ", ".join(dict.fromkeys(row.measure.name for row in comparison.rows))
        return f"{condition.name} is of {machine}, and the sources are of {machines}: name one of {can}"
    taken = (*comparison.a, *comparison.b)
    if condition.part is not None and all(_has(source, condition.name) for source in taken):
        parts = ", ".join(row.name for row in comparison.rows if row.measure.name == condition.name)
        return f"not every source has {measure.part} {condition.part}; they all have {parts or 'none'}"
    without = next(source for source in taken if not _has(source, condition.name))
    events = without.kinds.get(measure.origin, 0)
    return (
        f"{without.text} has no {condition.name} ({measure.doc}): it has {events} events "
        f"{measure.origin}: name another measure, or a source that recorded them"
    )


def _has(source: Measurement, name: str) -> bool:
    return any(name == other for other, _ in (*source.whole.measures, *source.whole.spreads))


def _unit(row: Row) -> str:
    return f" {row.measure.unit}" if row.measure.unit else ""


def _difference(row: Row) -> str:
    percent = row.percent_text
    return row.difference_text + (f" ({percent} %)" if percent is not None else " (from 0)")


def _chance(row: Row) -> str:
    return "" if row.p is None else f"; p = {float(row.p):.3g}"
