"""Rows of a comparison: a measure, both sides, the difference; exact."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mmscope.compare.measurement import Measurement, Name, Stretch
from mmscope.compare.permutation import LEVEL, least_p, p_value
from mmscope.core import Tables
from mmscope.core.tables import Measure
from mmscope.sweep import QuestionError

DECIMALS = 6  # as the core writes them
_ALL = "all"


@dataclass(frozen=True, slots=True)
class Row:
    """A measure, or with `at` a value behind one.

    `part`: None where there is one number for all; `p`: None where a side has a single capture.
    """

    measure: Measure
    at: str
    part: int | None
    a: tuple[Fraction, ...]
    b: tuple[Fraction, ...]
    p: Fraction | None

    @property
    def name(self) -> str:
        """As a condition names it: `home`, `device_share.1`, `latency_p90`."""
        name = f"{self.measure.name}_{self.at}" if self.at else self.measure.name
        return name if self.part is None else f"{name}.{self.part}"

    @property
    def mean_a(self) -> Fraction:
        """Of side A; of one capture its value."""
        return sum(self.a, Fraction(0)) / len(self.a)

    @property
    def mean_b(self) -> Fraction:
        """Of side B."""
        return sum(self.b, Fraction(0)) / len(self.b)

    @property
    def difference(self) -> Fraction:
        """B - A."""
        return self.mean_b - self.mean_a

    @property
    def percent(self) -> Fraction | None:
        """The difference in hundredths of A; None where A is 0 and B is not."""
        if self.mean_a == 0:
            return None if self.difference else Fraction(0)
        return 100 * self.difference / abs(self.mean_a)

    @property
    def verdict(self) -> str:
        """What B is beside A: better, worse, more, less or same."""
        if self.difference == 0:
            return "same"
        more = self.difference > 0
        if self.measure.better == "neither":
            return "more" if more else "less"
        return "better" if more == (self.measure.better == "more") else "worse"

    @property
    def beyond(self) -> bool | None:
        """Whether it is more than the captures of a side differ; None where so few cannot say."""
        if self.p is None or least_p(len(self.a), len(self.b)) > LEVEL:
            return None
        return self.p <= LEVEL


@dataclass(frozen=True, slots=True)
class Phase:
    """What comes between a mark and the next, on both sides. `number`: from 1, of marks with this text."""

    text: str
    number: int
    a: tuple[Stretch, ...]
    b: tuple[Stretch, ...]
    rows: tuple[Row, ...]
    spreads: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """`untold`: measures that some sources tell and others do not, with the names of the latter."""

    a: tuple[Measurement, ...]
    b: tuple[Measurement, ...]
    machines: frozenset[str]
    rows: tuple[Row, ...]
    spreads: tuple[Row, ...]
    phases: tuple[Phase, ...]
    untold: Mapping[str, tuple[str, ...]]


def compare(a: Sequence[Measurement], b: Sequence[Measurement], tables: Tables) -> Comparison:
    """Everything that all sources tell. Raises QuestionError where they are not of one policy."""
    taken = [*a, *b]
    machines = frozenset.intersection(*(source.machines for source in taken))
    if not machines:
        raise QuestionError(_strangers(taken))
    whole = [source.whole for source in a], [source.whole for source in b]
    both = [name for name in taken[0].phases if all(name in source.phases for source in taken)]
    return Comparison(
        tuple(a),
        tuple(b),
        machines,
        tuple(_rows(*whole, machines, tables)),
        tuple(_spreads(*whole, machines, tables)),
        tuple(_phase(name, a, b, machines, tables) for name in both),
        _untold(taken, machines, tables),
    )


def decimal(value: Fraction) -> str:
    """As the core writes a number: six decimals at most, rounded away from 0."""
    whole = int(abs(value) * 10**DECIMALS + Fraction(1, 2))
    before, behind = divmod(whole, 10**DECIMALS)
    text = f"{before}.{behind:0{DECIMALS}}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and whole else text


def _phase(
    name: Name, a: Sequence[Measurement], b: Sequence[Measurement], machines: frozenset[str], tables: Tables
) -> Phase:
    both = [source.phases[name] for source in a], [source.phases[name] for source in b]
    return Phase(
        name[0],
        name[1] + 1,
        tuple(both[0]),
        tuple(both[1]),
        tuple(_rows(*both, machines, tables)),
        tuple(_spreads(*both, machines, tables)),
    )


def _rows(
    a: Sequence[Stretch], b: Sequence[Stretch], machines: frozenset[str], tables: Tables
) -> Iterator[Row]:
    for measure in tables.measures:
        if measure.machine in machines:
            yield from _parts(measure, "", [s.measures for s in a], [s.measures for s in b])


def _spreads(
    a: Sequence[Stretch], b: Sequence[Stretch], machines: frozenset[str], tables: Tables
) -> Iterator[Row]:
    for spread in tables.spreads:
        if spread.machine in machines:
            parts = sorted({part for name, part in a[0].spreads if name.startswith(f"{spread.name}_")})
            for part in parts:
                for quantile in tables.quantiles:
                    sides = [s.spreads for s in a], [s.spreads for s in b]
                    yield from _parts(spread, quantile, *sides, only=part)


def _parts(
    measure: Measure,
    at: str,
    a: Sequence[Mapping[Name, str]],
    b: Sequence[Mapping[Name, str]],
    only: int | None = None,
) -> Iterator[Row]:
    name = f"{measure.name}_{at}" if at else measure.name
    told = frozenset.intersection(
        *(frozenset(part for n, part in source if n == name) for source in (*a, *b))
    )
    for part in sorted(told):
        if only not in (None, part):
            continue
        of_a = tuple(Fraction(source[name, part]) for source in a)
        of_b = tuple(Fraction(source[name, part]) for source in b)
        several = min(len(a), len(b)) > 1
        p = p_value(of_a, of_b) if several else None
        yield Row(measure, at, part if measure.part != _ALL else None, of_a, of_b, p)


def _strangers(taken: Sequence[Measurement]) -> str:
    """Whose policies differ, and what would do."""
    told = "; ".join(f"{source.text} tells of {_words(source.machines)}" for source in taken)
    return f"the sources are not of one policy: {told}: compare sources of the same policy"


def _words(machines: frozenset[str]) -> str:
    return " and ".join(sorted(machines)) if machines else "no decision that can be measured"


def _untold(
    taken: Sequence[Measurement], machines: frozenset[str], tables: Tables
) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for measure in tables.measures:
        names = sorted({name for s in taken for name in s.whole.measures if name[0] == measure.name})
        for name in names if measure.machine in machines else ():
            without = tuple(source.text for source in taken if name not in source.whole.measures)
            if without:
                found[measure.name if measure.part == _ALL else f"{name[0]}.{name[1]}"] = without
    return found
