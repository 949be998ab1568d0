"""Claims against captures: what is to be measured, and what comes of it."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from mmscope.evidence.claims import Claim, PublishedError
from mmscope.evidence.criteria import CRITERIA
from mmscope.evidence.measures import MEASURES
from mmscope.evidence.value import Value

Verdict = Literal["holds", "direction holds", "does not hold", "not shown", "no capture"]


@dataclass(frozen=True)
class Job:
    """One measure of one capture."""

    capture: str
    measure: str
    arguments: Mapping[str, Any]

    @property
    def key(self) -> tuple[str, str, str]:
        """Equal for equal jobs."""
        return self.capture, self.measure, repr(sorted(self.arguments.items()))


Found = Mapping[tuple[str, str, str], Value | str]  # by key; a text says why there is nothing


@dataclass(frozen=True, slots=True)
class Result:
    """A line of the table. `missing`: captures that are not there. `reason`: why there is nothing to see."""

    claim: Claim
    verdict: Verdict
    measured: tuple[Value, ...] = ()
    missing: tuple[str, ...] = ()
    reason: str = ""


def jobs(claims: Iterable[Claim]) -> list[Job]:
    """What is to be measured, each once. Raises PublishedError for an unknown measure or criterion."""
    found = {}
    for claim in claims:
        if claim.not_shown:
            continue
        if claim.measure not in MEASURES or claim.criterion not in CRITERIA:
            raise PublishedError(
                f"{claim.table}: no measure {claim.measure!r} or criterion {claim.criterion!r}"
            )
        for capture in claim.captures:
            job = Job(capture, claim.measure, claim.arguments)
            found[job.key] = job
    return list(found.values())


def result_of(claim: Claim, captures: Container[str], found: Found) -> Result:
    """The line of a claim. `captures`: those that are there."""
    if claim.not_shown:
        return Result(claim, "not shown", reason=claim.not_shown)
    missing = tuple(capture for capture in claim.captures if capture not in captures)
    if missing:
        return Result(claim, "no capture", missing=missing)
    results = [found[Job(capture, claim.measure, claim.arguments).key] for capture in claim.captures]
    measured = tuple(result for result in results if isinstance(result, Value))
    if reasons := [result for result in results if isinstance(result, str)]:
        return Result(claim, "does not hold", reason="; ".join(reasons))
    criterion = CRITERIA[claim.criterion]
    cells = [cell for column in claim.cells.values() for cell in column]
    if not criterion.holds(measured, claim.bound, cells):
        return Result(claim, "does not hold", measured)
    return Result(claim, "direction holds" if criterion.direction else "holds", measured)
