"""Several captures of one experiment: how far two real runs are apart when nothing was switched.

No prediction can be nearer to a real run than another real run is. See tracer/lab/pairs.toml.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from mmscope.asif.comparison import Measure, demand, measures, within
from mmscope.asif.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Repeated:
    """A measure in each of the captures of an experiment. `values`: two or more."""

    measure: Measure  # of the first
    values: tuple[float, ...]

    @property
    def near(self) -> tuple[int, int]:
        """Of the ordered pairs of captures, those in which one is near the other; and all of them."""
        least = self.measure.least
        pairs = list(permutations(self.values, 2))
        hits = sum(
            within(other, Measure(self.measure.name, real, self.measure.share, least))
            for real, other in pairs
        )
        return hits, len(pairs)

    @property
    def spread(self) -> float:
        """From the least to the most."""
        return max(self.values) - min(self.values)

    def as_row(self) -> dict[str, Any]:
        """For a file."""
        measure = self.measure
        return {
            "measure": measure.name,
            "share": measure.share,
            "least": measure.least,
            "values": [round(value, 6) for value in self.values],
        }


def repeated(runs: list[Outcome]) -> list[Repeated]:
    """Along demand, up to where the first task that asks for much ends in any of them.

    What is 0 in all of them is left out. Nothing where one of them has no such decision.
    """
    if not all(len(run.given) for run in runs):
        return []
    upto = min(demand(run) for run in runs)
    rows = [measures(run, upto, runs[0]) for run in runs]
    found = [Repeated(row[0], tuple(m.value for m in row)) for row in zip(*rows, strict=True)]
    return [row for row in found if any(row.values)]


def from_row(row: dict[str, Any]) -> Repeated:
    """As it was written."""
    values = tuple(float(value) for value in row["values"])
    return Repeated(Measure(row["measure"], values[0], row["share"], row["least"]), values)


def renamed(row: Repeated, names: Sequence[str], like: Sequence[str]) -> Repeated:
    """A row whose places have these names, under the names that places of the same number have elsewhere.

    The disks of two guests may have changed their names.
    """
    measure = row.measure
    for name, other in zip(names, like, strict=False):
        at = measure.name.find(f" {name} ")
        if at >= 0:
            text = f"{measure.name[:at]} {other} {measure.name[at + len(name) + 2 :]}"
            return Repeated(replace(measure, name=text), row.values)
    return row


def apart(a: Sequence[float], b: Sequence[float]) -> bool:
    """Whether a switch shows: recordings of the one are farther from those of the other than repeats are."""
    return min(abs(x - y) for x in a for y in b) > max(max(a) - min(a), max(b) - min(b))
