"""What was given where, in the order of demand: of a capture as it is, and as if."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass

import numpy as np
import numpy.typing as npt

from mmscope.asif.policies import Policy
from mmscope.core import CoreError, Kind, Session
from mmscope.core.session import ParamValue, Records

Ints = npt.NDArray[np.int64]
# A run counts its events anew and never goes back in time; the count of slots is the kernel's own.
_ALSO = {"swap_in": ("swap_ra",)}  # by machine: what it decides besides
_NOT_DECIDED = ("ts", "seq", "list_used")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gave, decision by decision.

    `given`: pages of each decision, or allocations; `place`: number of the device, zone or node; `pid`: who
    asked; `after`: pages in use on each place after each decision, a row per decision, or None where pages do
    not come back. `names`: of the places. `unmet`: pages that were asked for and nobody gave. `asked`: node
    that asked, where a place gives to each node's demand by itself. `in_a_row`: whether how many
    a task got in a row from one place tells the switches apart. `resets`: of batches, before each decision,
    where batches are. `faults`: up to each decision, where faults ask; `windows`: the pages of their windows;
    `slept`: reads that slept before they were polled for. `least_share`: a place with less is compared as if
    it had so much. `done`: what a place does. `line`: of the record that each decision stands for, where a
    decision here stands for one there.
    """

    given: Ints
    place: Ints
    pid: Ints
    after: Ints | None
    names: tuple[str, ...]
    unmet: int = 0
    asked: Ints | None = None
    in_a_row: bool = False
    least_share: float = 0.1
    resets: Ints | None = None
    faults: Ints | None = None
    windows: Ints | None = None
    slept: Ints | None = None
    done: str = "given by"
    requests: Ints | None = None
    line: Ints | None = None


def recorded(session: Session, policy: Policy) -> Outcome:
    """Of the capture as it was read, or, after run_asif(), of the run."""
    return _OUTCOMES[policy.driven.machine](session)


def switch_of(session: Session, policy: Policy) -> int:
    """The value of the switch that most decisions of the capture were made under."""
    _, events = session.of_kind(session.records(), session.tables.kinds[policy.driven.kind])
    return int(np.bincount(events[policy.driven.recorded_by].astype(np.int64)).argmax()) if len(events) else 0


def outcome(
    session: Session, policy: Policy, value: ParamValue, assumed: Mapping[str, ParamValue] | None = None
) -> Outcome:
    """Of the capture as if its switch had this value. The session's log is that of the run afterwards.

    `assumed`: variants of what is assumed, and a seed; without, what is assumed by default.
    """
    driven = policy.driven
    session.run_asif({"machine": driven.machine, driven.switch: value, "seed": 1, **(assumed or {})})
    return recorded(session, policy)


@dataclass(frozen=True, slots=True)
class Identity:
    """As if under its own switch.

    `decisions`: of the capture; `same`: those it gives back; `corrected`: those at which something was read
    that no event explains, so that the run took it over. `means`: mean times of reads that were read, and
    `means_near`: those of them that the run's own reads give, within a tenth.
    """

    decisions: int = 0
    same: int = 0
    corrected: int = 0
    means: int = 0
    means_near: int = 0

    def __add__(self, other: "Identity") -> "Identity":
        """Of both captures."""
        return Identity(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


def identity(session: Session, policy: Policy) -> Identity:
    """Whether a capture as if under its own switch gives back its own decisions.

    The session's log is that of the run afterwards.
    """
    kinds = [
        session.tables.kinds[name] for name in (policy.driven.kind, *_ALSO.get(policy.driven.machine, ()))
    ]
    rows_there = [session.of_kind(session.records(), kind)[1] for kind in kinds]
    session.run_asif({"machine": policy.driven.machine}, own=True)
    decisions = fit = 0
    for kind, before in zip(kinds, rows_there, strict=True):
        _, after = session.of_kind(session.records(), kind)
        if len(before) != len(after):
            counts = f"the capture has {len(before)} {kind.name}, as if {len(after)}"
            raise CoreError("call", counts)
        decisions += len(before)
        fit += _alike(kind, before, after)
    return Identity(
        decisions,
        fit - stat(session, "unasked"),
        stat(session, "corrected"),
        stat(session, "means"),
        stat(session, "means_near"),
    )


def _alike(kind: Kind, before: Records, after: Records) -> int:
    """Events that are the same in all that was decided."""
    same = np.ones(len(before), bool)
    for field in kind.fields:
        if field.name in _NOT_DECIDED:
            continue
        differ = before[field.name] != after[field.name]
        same &= ~(differ.any(axis=1) if differ.ndim > 1 else differ)
    return int(same.sum())


def _swap(session: Session) -> Outcome:
    tables, records = session.tables, session.records()
    at, select = session.of_kind(records, tables.kinds["swap_select"])
    freed_at, freed = session.of_kind(records, tables.kinds["swap_free"])
    _, lists = session.of_kind(records, tables.kinds["swap_list"])
    gave = select["type"] >= 0
    at, select = at[gave], select[gave]
    given = select["ret"].astype(np.int64) << select["order"].astype(np.int64)
    place = select["type"].astype(np.int64)
    names: dict[int, str] = {}
    for number, name in zip(lists["type"].tolist(), lists["name"], strict=True):
        if number >= 0:
            names[number] = bytes(name).rstrip(b"\0").decode("ascii", "replace")
    width = max([*place.tolist(), *names, 0]) + 1
    moved = np.zeros((len(at) + len(freed_at), width), np.int64)
    order = np.argsort(np.concatenate([at, freed_at]), kind="stable")
    back = freed["type"].astype(np.int64)
    known = (back >= 0) & (back < width)
    moved[np.arange(len(at)), place] = given
    moved[len(at) + np.flatnonzero(known), back[known]] = -freed["n"].astype(np.int64)[known]
    after = np.cumsum(moved[order], axis=0)[np.flatnonzero(order < len(at))]
    return Outcome(
        given,
        place,
        session.head(records)["pid"][at].astype(np.int64),
        after,
        tuple(names.get(number, f"type {number}") for number in range(width)),
        stat(session, "unmet"),
        line=session.head(records)["line"][at].astype(np.int64),
    )


def stat(session: Session, name: str) -> int:
    """A count that a run gives at its end, such as `unmet`. 0 where it gives none."""
    _, stats = session.of_kind(session.records(), session.tables.kinds["stat"])
    text = f"asif/{name}".encode()
    return sum(int(s["value"]) for s in stats if bytes(s["text"]).rstrip(b"\0") == text)


def _zones(session: Session) -> Outcome:
    tables, records = session.tables, session.records()
    at, walks = session.of_kind(records, tables.kinds["zone_select"])
    _, zones = session.of_kind(records, tables.kinds["zone"])
    reset_at, resets = session.of_kind(records, tables.kinds["zone_batch"])
    took = walks["zone"] >= 0
    at, walks = at[took], walks[took]
    numbers = np.unique(zones["zone"].astype(np.int64))
    by_walks = [tables.enums["batch_reason"][name] for name in ("slowpath", "depleted")]
    reset_at = reset_at[np.isin(resets["reason"], by_walks)]
    return Outcome(
        np.int64(1) << walks["order"].astype(np.int64),
        np.searchsorted(numbers, walks["zone"].astype(np.int64)),
        session.head(records)["pid"][at].astype(np.int64),
        None,
        tuple(_zone_name(int(number)) for number in numbers),
        stat(session, "unmet"),
        asked=walks["list"].astype(np.int64),
        resets=np.searchsorted(reset_at, at).astype(np.int64),
        least_share=0.05,
    )


def _zone_name(number: int) -> str:
    return f"node {number >> 3} {('DMA', 'DMA32', 'Normal', 'Movable')[number & 3]}"


def _interleave(session: Session) -> Outcome:
    records = session.records()
    at, made = session.of_kind(records, session.tables.kinds["interleave"])
    place = made["nid"].astype(np.int64)
    nodes = int(place.max(initial=0)) + 1
    pid = session.head(records)["pid"].astype(np.int64)
    names = tuple(f"node {n}" for n in range(nodes))
    line = session.head(records)["line"][at].astype(np.int64)
    rq_at, rq = session.of_kind(records, session.tables.kinds["block_rq"])
    reads = (rq["rwbs"].astype("S1") == b"R") & np.isin(pid[rq_at], pid[at])
    rq_at, rq = rq_at[reads], rq[reads]
    sums = np.zeros((3, len(rq) + 1), np.int64)
    for row, each in zip(sums, (np.ones(len(rq)), rq["sectors"], rq["segments"]), strict=True):
        row[1:] = np.cumsum(each)
    before = np.append(np.searchsorted(rq_at, at), len(rq))
    return Outcome(
        np.ones(len(at), np.int64),
        place,
        pid[at],
        None,
        names,
        in_a_row=True,
        line=line,
        requests=sums[:, before] if len(rq) else None,
    )


def _swap_in(session: Session) -> Outcome:
    """Places are ways to read: those of the switch, and all others together."""
    tables, records = session.tables, session.records()
    at, reads = session.of_kind(records, tables.kinds["swap_in"])
    fault_at, windows = session.of_kind(records, tables.kinds["swap_ra"])
    faults = np.searchsorted(fault_at, at).astype(np.int64)
    hows = tables.enums["swap_how"]
    ways = tuple(tables.enums["swap_poll"])
    place = np.full(len(at), len(ways), np.int64)
    for number, way in enumerate(ways):
        place[reads["how"] == hows[way]] = number
    return Outcome(
        np.int64(1) << reads["order"].astype(np.int64),
        place,
        session.head(records)["pid"][at].astype(np.int64),
        None,
        (*ways, "other ways"),
        faults=faults,
        windows=np.concatenate([[0], np.cumsum(windows["win"].astype(np.int64))])[faults],
        slept=np.cumsum(reads["sleep"] > 0).astype(np.int64),
        done="read by",
        line=session.head(records)["line"][at].astype(np.int64),
    )


def elsewhere(recorded: Outcome, run: Outcome) -> tuple[int, int] | None:
    """Decisions of the record that the run made otherwise, by its own chain, or had no room for; and all.

    Of one that the run cut in two the first counts. None where calls, not walks, are what is asked for.
    """
    if recorded.line is None or run.line is None:
        return None
    lines, first = np.unique(run.line, return_index=True)
    at = np.searchsorted(lines, recorded.line)
    known = at < len(lines)
    known[known] = lines[at[known]] == recorded.line[known]
    same = np.count_nonzero(run.place[first[at[known]]] == recorded.place[known])
    return len(recorded.line) - int(same), len(recorded.line)


_OUTCOMES = {"swap": _swap, "zones": _zones, "interleave": _interleave, "swap_in": _swap_in}  # by machine
