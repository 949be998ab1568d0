"""Which zone, its batches, and whether kswapd is woken."""

import numpy as np
import numpy.typing as npt

from mmscope.core import Records
from mmscope.evidence.run import NothingMeasuredError, Run, some
from mmscope.evidence.value import Value

ZONES = ("DMA", "DMA32", "Normal", "Movable")
_PER_NODE = 8  # zone numbers are node * 8 + index


def zone_shares(run: Run, policy: str = "fair") -> Value:
    """Pages that each zone gave in whole rounds, from the first time the batches were set to the last.

    Whoever took them: of tasks outside the capture's `comm` there are sums. Expected in proportion
    to the batches. A zone that gave nothing takes no part: its reserve keeps these allocations out.
    """
    batches = run.of("zone_batch")
    batches = batches[run.is_("zone_batch", "reason", "slowpath", "depleted")]
    rounds = np.unique(some(batches, "batch that was set anew")["ts"])
    walks = _taken(run, policy)
    walks = some(walks[(walks["ts"] > rounds[0]) & (walks["ts"] <= rounds[-1])], "whole round")
    batch_of = np.zeros(256, np.int64)
    batch_of[batches["zone"]] = batches["new"]
    pages = np.bincount(walks["zone"], weights=_pages(walks), minlength=256).astype(np.int64)
    hidden = run.any_of("zone_hidden")
    hidden = hidden[np.isin(_round(hidden["zone"], hidden["limit"]), _whole_rounds(batches))]
    pages += np.bincount(hidden["zone"], weights=hidden["pages"], minlength=256).astype(np.int64)
    zones = np.flatnonzero((batch_of > 0) & (pages > 0))
    names = ", ".join(zone_name(zone) for zone in zones.tolist())
    return Value(pages[zones].tolist(), f"pages of {names}", expected=batch_of[zones].astype(float).tolist())


def _round(zone: npt.NDArray[np.int64], limit: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """One number for a round of a zone, which begins with a reset and ends with the next."""
    return zone.astype(np.uint64) << np.uint64(32) | limit.astype(np.uint64) & np.uint64(0xFFFFFFFF)


def _whole_rounds(resets: Records) -> npt.NDArray[np.uint64]:
    """Rounds that end in the capture: of each zone those of all its resets but the last."""
    rounds = _round(resets["zone"], resets["new"] + resets["charged"].astype(np.int64))
    last = [np.flatnonzero(resets["zone"] == zone)[-1] for zone in np.unique(resets["zone"])]
    return np.delete(rounds, last)


def zone_type_shares(run: Run) -> Value:
    """Pages that the zones of each type gave, to all tasks, by the kernel's own counters.

    Expected in proportion to the batches. Only whole rounds would be exact: there must be many.
    """
    batches = run.of("zone_batch")
    batches = some(
        batches[run.is_("zone_batch", "reason", "slowpath", "depleted")], "batch that was set anew"
    )
    new = {int(zone): int(pages) for zone, pages in zip(batches["zone"], batches["new"], strict=True)}
    types = sorted({zone % _PER_NODE for zone in new})
    pages = [run.grown(f"vmstat/pgalloc_{ZONES[kind].lower()}") for kind in types]
    expected = [float(sum(n for zone, n in new.items() if zone % _PER_NODE == kind)) for kind in types]
    names = ", ".join(ZONES[kind] for kind in types)
    rounds = len(np.unique(batches["ts"])) // len(new)
    return Value(pages, f"pages of {names}", of=f"{rounds} rounds", expected=expected)


def lower_zone_share(run: Run) -> Value:
    """Share of the pages that came from another zone than the preferred one."""
    walks = _taken(run, "preferred")
    pages = _pages(walks)
    other = walks["zone"] != walks["pref"]
    return Value(float(pages[other].sum() / pages.sum()), of=f"{int(pages.sum())} pages")


def missed_wakes(run: Run) -> Value:
    """Wake-ups declined as not needed though no zone looked at had more free pages than its high mark."""
    checks = run.of("kswapd_wake")
    high = np.full(256, -1, np.int64)
    zones = run.of("zone")
    high[zones["zone"]] = zones["high"]
    declined = checks[run.is_("kswapd_wake", "verdict", "balanced")]
    lanes = declined["visit_free"].shape[1]
    looked = np.arange(lanes) < declined["visits"][:, None]
    usable = declined["visit_free"].astype(np.int64) - declined["visit_unusable"] - declined["visit_reserve"]
    above = looked & (usable > high[declined["visit_zone"][:, :lanes]])
    missed = looked.any(axis=1) & ~above.any(axis=1)
    return Value(int(missed.sum()), "wake-ups", of=f"{len(checks)} checks")


def refault_share(run: Run, node: int) -> Value:
    """Share of a node in the file pages that came back after they were reclaimed."""
    name = r"node{}/vmstat/workingset_refault_file"
    total = run.grown(name.format(r"\d+"))
    if not total:
        raise NothingMeasuredError("no page came back")
    return Value(run.grown(name.format(node)) / total, of=f"{total} refaults")


def zone_name(zone: int) -> str:
    """As in `node 0 DMA32`."""
    return f"node {zone // _PER_NODE} {ZONES[zone % _PER_NODE]}"


def _taken(run: Run, policy: str) -> Records:
    chosen = run.is_("zone_select", "end", "took") & run.is_("zone_select", "mode", policy)
    return some(run.of("zone_select")[chosen], f"page given under {policy}")


def _pages(walks: Records) -> npt.NDArray[np.int64]:
    pages: npt.NDArray[np.int64] = np.left_shift(1, walks["order"], dtype=np.int64)
    return pages


MEASURES = (zone_shares, zone_type_shares, lower_zone_share, missed_wakes, refault_share)
