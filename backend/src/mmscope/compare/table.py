"""Rows of a comparison: a measure, both sides, the difference; exact. The page's own code makes them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mmscope.compare.measurement import Measurement, Name, Stretch
from mmscope.core import Tables
from mmscope.core.tables import Measure
from mmscope.settings import Settings
from mmscope.sweeps import QuestionError, ask

_ALL = "all"


@dataclass(frozen=True, slots=True)
class Row:
    """A measure, or with `at` a value behind one. Numbers as the core writes them: six decimals at most.

    `part`: None where there is one number for all; `mean_a`: of one capture its value; `difference`: B - A;
    `percent`: of A, None where A is 0 and B is not; `verdict`: what B is beside A; `p`: None where a side has
    a single capture; `beyond`: whether it is more than the captures of a side differ, None where so few
    cannot say.
    """

    measure: Measure
    at: str
    part: int | None
    a: tuple[str, ...]
    b: tuple[str, ...]
    mean_a: str
    mean_b: str
    difference: Fraction
    difference_text: str
    percent: Fraction | None
    percent_text: str | None
    p: Fraction | None
    verdict: str
    beyond: bool | None

    @property
    def name(self) -> str:
        """As a condition names it: `home`, `device_share.1`, `latency_p90`."""
        name = f"{self.measure.name}_{self.at}" if self.at else self.measure.name
        return name if self.part is None else f"{name}.{self.part}"


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
class Limits:
    """What so many captures a side can say. `most`: captures in all that are compared."""

    most: int
    level: Fraction
    least_p: Fraction
    can_say: bool
    least_a_side: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """`unknown`: measures that some sources have and others do not, with the names of the latter.

    `csv`: a line for each number.
    """

    a: tuple[Measurement, ...]
    b: tuple[Measurement, ...]
    machines: frozenset[str]
    rows: tuple[Row, ...]
    spreads: tuple[Row, ...]
    phases: tuple[Phase, ...]
    unknown: Mapping[str, tuple[str, ...]]
    limits: Limits
    csv: str


def limits(settings: Settings, a: int, b: int) -> Limits:
    """Of so many captures on the sides."""
    said = ask(settings, "test", a, b)
    return Limits(
        said["most"],
        Fraction(said["level"]),
        Fraction(said["leastP"]),
        said["canSay"],
        said["leastASide"],
    )


def compare(
    settings: Settings, a: Sequence[Measurement], b: Sequence[Measurement], tables: Tables
) -> Comparison:
    """Everything that all sources have. Raises QuestionError where they are not of one policy."""
    taken = [*a, *b]
    machines = frozenset.intersection(*(source.machines for source in taken))
    if not machines:
        raise QuestionError(_strangers(taken))
    names = [name for name in taken[0].phases if all(name in source.phases for source in taken)]
    phases = [
        (tuple(source.phases[name] for source in a), tuple(source.phases[name] for source in b))
        for name in names
    ]
    parts = [_part("", None, [s.whole for s in a], [s.whole for s in b])]
    parts += [_part(text, n + 1, *sides) for (text, n), sides in zip(names, phases, strict=True)]
    said = ask(settings, "differences", json.dumps(parts))
    whole, *rest = [(_rows(part["rows"], tables), _rows(part["spreads"], tables)) for part in said["parts"]]
    return Comparison(
        tuple(a),
        tuple(b),
        machines,
        *whole,
        tuple(
            Phase(text, n + 1, of_a, of_b, rows, spreads)
            for (text, n), (of_a, of_b), (rows, spreads) in zip(names, phases, rest, strict=True)
        ),
        _unknown(taken, machines, tables),
        limits(settings, len(a), len(b)),
        said["csv"],
    )


def _part(text: str, number: int | None, a: Sequence[Stretch], b: Sequence[Stretch]) -> dict[str, Any]:
    return {
        "text": text,
        "number": number,
        "a": [_measured(stretch) for stretch in a],
        "b": [_measured(stretch) for stretch in b],
    }


def _measured(stretch: Stretch) -> dict[str, list[list[Any]]]:
    """As the page's code takes it: the quantiles of a spread together."""
    spreads: dict[Name, dict[str, str]] = {}
    for (name, part), text in stretch.spreads.items():
        spread, _, quantile = name.rpartition("_")
        spreads.setdefault((spread, part), {})[quantile] = text
    return {
        "measures": [[name, part, text, 0] for (name, part), text in stretch.measures.items()],
        "spreads": [[name, part, texts] for (name, part), texts in spreads.items()],
    }


def _rows(said: Sequence[Mapping[str, Any]], tables: Tables) -> tuple[Row, ...]:
    return tuple(_row(row, tables) for row in said)


def _row(said: Mapping[str, Any], tables: Tables) -> Row:
    known = tables.spreads if said["at"] else tables.measures
    exact = {name: text and Fraction(text) for name, text in said["exact"].items()}
    return Row(
        measure=next(measure for measure in known if measure.name == said["measure"]),
        at=said["at"],
        part=said["part"],
        a=tuple(said["a"]),
        b=tuple(said["b"]),
        mean_a=said["means"][0],
        mean_b=said["means"][1],
        difference=exact["difference"],
        difference_text=said["difference"],
        percent=exact["percent"],
        percent_text=said["percent"],
        p=exact["p"],
        verdict=said["verdict"],
        beyond=said["beyond"],
    )


def _strangers(taken: Sequence[Measurement]) -> str:
    """Whose policies differ, and what would do."""
    about = "; ".join(f"{source.text} is about {_words(source.machines)}" for source in taken)
    return f"the sources are not of one policy: {about}: compare sources of the same policy"


def _words(machines: frozenset[str]) -> str:
    return " and ".join(sorted(machines)) if machines else "no decision that can be measured"


def _unknown(
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
