"""How pages are read from swap: who polls, who sleeps, what it costs in interrupts."""

import numpy as np

from mmscope.core import Records
from mmscope.evidence.run import Run, some
from mmscope.evidence.value import Value

POLLED = ("poll", "hybrid")
DEVICE = ("interrupt", *POLLED)  # what goes through the block layer, and waits


def interrupts_per_read(run: Run) -> Value:
    """Interrupts of the swap disk's queues for each single-page read."""
    return _per_read(run, run.grown(r"interrupts/.*-q\d+"), "interrupts")


def switches_per_read(run: Run) -> Value:
    """Voluntary context switches of the readers for each single-page read."""
    return _per_read(run, run.reported(r".*/voluntary-switches"), "switches")


def polled_without_queues(run: Run) -> Value:
    """Reads that polled a device that has no queues to poll, with polling switched on."""
    chosen = ~run.is_("swap_in", "mode", "interrupt") & (run.of("swap_in")["can_poll"] == 0)
    reads = some(run.of("swap_in")[chosen], "read from a device without queues to poll")
    polled = run.is_("swap_in", "how", *POLLED)[chosen]
    return Value(int(polled.sum()), "reads", of=f"{len(reads)}")


def polled_not_single(run: Run) -> Value:
    """Polled reads of more than one page, or of a page of a window."""
    reads = run.of("swap_in")
    wide = (reads["single"] == 0) | (reads["order"] > 0)
    some(reads[wide], "read of a window of more than one page")
    some(reads[run.is_("swap_in", "how", *POLLED)], "read that polled")
    polled = wide & run.is_("swap_in", "how", *POLLED)
    return Value(int(polled.sum()), "reads", of=f"{int(wide.sum())}")


def polls_per_read(run: Run) -> Value:
    """How often a read that polls looks at its queue, on average."""
    done = some(run.of("swap_in_done")[run.is_("swap_in_done", "how", *POLLED)], "read that polled")
    return Value(float(done["polls"].mean()), "polls", of=f"{len(done)} reads")


def sleeps_by_formula(run: Run) -> Value:
    """Share of the hybrid reads that sleep for the fixed delay, or for half of the mean, rounded up."""
    reads = some(run.of("swap_in")[run.is_("swap_in", "how", "hybrid")], "hybrid read")
    formula = np.where(reads["delay"] > 0, reads["delay"], (reads["mean"] + np.uint64(1)) // np.uint64(2))
    return Value(float((reads["sleep"] == formula).mean()), of=f"{len(reads)} reads")


def _per_read(run: Run, total: int, unit: str) -> Value:
    reads = len(_single(run))
    return Value(total / reads, f"{unit} a read", of=f"{reads} reads")


def _single(run: Run) -> Records:
    reads = run.of("swap_in")
    return some(reads[run.is_("swap_in", "how", *DEVICE) & (reads["single"] == 1)], "single-page read")


MEASURES = (
    interrupts_per_read,
    switches_per_read,
    polled_without_queues,
    polled_not_single,
    polls_per_read,
    sleeps_by_formula,
)
