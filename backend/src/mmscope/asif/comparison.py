"""Measures of what a policy gave, and how near those of one run are to those of another."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mmscope.asif.outcome import Outcome

QUARTERS = (0.25, 0.5, 0.75, 1.0)
_FEW = 0.05  # of the demand: who asks for less does not end the comparison


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with a name. `tolerance` is how far another may be and count as the same."""

    name: str
    value: float
    share: bool  # of 1; else a count
    least: float = 0.0  # a smaller share counts as this much

    @property
    def tolerance(self) -> float:
        """A tenth."""
        return 0.1 * max(self.value, self.least)


@dataclass(frozen=True, slots=True)
class Judged:
    """A measure as if, of the real capture under that switch, and of the capture that was not changed."""

    real: Measure
    asif: float
    unchanged: float


def compare(real: Outcome, asif: Outcome, unchanged: Outcome) -> list[Judged]:
    """Along demand, at its quarters, up to the end of the first task's demand in either capture.

    Not along time, nor at the very end: there it counts who ends first, not how it was decided. What is 0 in
    all three says nothing.
    """
    upto = min(demand(real), demand(unchanged))
    of_real, *others = ({m.name: m for m in measures(run, upto, real)} for run in (real, asif, unchanged))
    judged = [
        Judged(measure, *(by_name[name].value for by_name in others))
        for name, measure in of_real.items()
        if all(name in by_name for by_name in others)
    ]
    return [j for j in judged if j.real.value or j.asif or j.unchanged]


def within(value: float, real: Measure) -> bool:
    """Whether it is as near as counts as the same."""
    return abs(value - real.value) <= real.tolerance


def differs(judged: Judged) -> bool:
    """Whether the two real captures differ by more than that."""
    return not within(judged.unchanged, judged.real)


def demand(run: Outcome) -> int:
    """Pages given when the first task that asks for much has asked for the last time."""
    total = np.cumsum(run.given)
    ends = [int(total[np.flatnonzero(run.pid == pid)[-1]]) for pid in np.unique(run.pid) if _asks(run, pid)]
    return min(ends, default=int(total[-1]) if len(total) else 0)


def _asks(run: Outcome, pid: int) -> bool:
    return bool(run.given[run.pid == pid].sum() >= _FEW * run.given.sum())


def measures(run: Outcome, upto: int, like: Outcome) -> list[Measure]:
    """At the quarters of so much demand; places and nodes that ask are those of `like`, by number."""
    total = np.cumsum(run.given)
    found: list[Measure] = []
    for quarter in QUARTERS:
        last = int(np.searchsorted(total, quarter * upto))
        last = min(last, len(total) - 1)
        for asked, who in _askers(run, like):
            part = asked[: last + 1]
            given = np.bincount(run.place[: last + 1][part], run.given[: last + 1][part], len(run.names))
            found += _shares(given, like, f"{run.done} {{}}{who} at {quarter:.0%} of the demand")
        if run.after is not None:
            found += _shares(run.after[last], like, f"in use on {{}} at {quarter:.0%} of the demand")
    last = min(int(np.searchsorted(total, upto)), len(total) - 1)
    found.append(Measure("decisions", float(last + 1), share=False))
    if run.resets is not None:
        found.append(Measure("resets of batches", float(run.resets[last]), share=False))
    found += _of_faults(run, last)
    if run.in_a_row:
        found.append(Measure("pages in a row on one node", _row(run, last + 1), share=False))
    if run.requests is not None and like.requests is not None:
        requests, sectors, segments = (float(n) for n in run.requests[:, last + 1])
        found.append(Measure("read requests", requests, share=False))
        found.append(Measure("sectors of a read request", sectors / max(requests, 1.0), share=False))
        found.append(Measure("segments of a read request", segments / max(requests, 1.0), share=False))
    return found


def _of_faults(run: Outcome, last: int) -> list[Measure]:
    """What reads and windows come to, up to this decision, where faults ask."""
    if run.faults is None or run.windows is None or run.slept is None:
        return []
    faults = float(run.faults[last])
    return [
        Measure("faults", faults, share=False),
        Measure("reads of a fault", (last + 1) / max(faults, 1.0), share=False),
        Measure("pages of a window", float(run.windows[last]) / max(faults, 1.0), share=False),
        Measure("reads that slept before polling", float(run.slept[last]), share=False),
    ]


def _askers(run: Outcome, like: Outcome) -> list[tuple[npt.NDArray[np.bool_], str]]:
    """Which decisions each asking node's are, and words for it; one that asks for little is left out.

    Where a task runs is the scheduler's decision, and no policy's.
    """
    if run.asked is None or like.asked is None:
        return [(np.ones(len(run.given), np.bool_), "")]
    pages = np.bincount(like.asked, like.given)
    nodes = np.flatnonzero(pages >= _FEW * pages.sum()).tolist()
    return [(run.asked == node, f" to node {node}") for node in nodes]


def _row(run: Outcome, stop: int) -> float:
    """Mean length, over the tasks one by one."""
    turns = 0
    for pid in np.unique(run.pid[:stop]):
        own = run.place[:stop][run.pid[:stop] == pid]
        turns += 1 + int(np.count_nonzero(own[1:] != own[:-1]))
    return stop / max(turns, 1)


def _shares(pages: npt.NDArray[Any], like: Outcome, words: str) -> list[Measure]:
    """By number: the disks of two guests may have changed their names."""
    total = max(float(pages.sum()), 1.0)
    own = [*pages.tolist(), *[0] * (len(like.names) - len(pages))]
    return [
        Measure(words.format(name), own[number] / total, share=True, least=like.least_share)
        for number, name in enumerate(like.names)
    ]
