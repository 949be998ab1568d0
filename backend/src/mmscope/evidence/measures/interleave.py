"""Interleave: the requests that reach the disk, and how evenly nodes serve."""

import numpy as np

from mmscope.core import Records
from mmscope.evidence.run import Run, some
from mmscope.evidence.value import Value

_SECTORS = 8  # of 512 bytes, in a page


def request_sectors(run: Run) -> Value:
    """Average length of the reads of the disk that is read most."""
    reads = _reads(run)
    return Value(float(reads["sectors"].mean()), "sectors", of=f"{len(reads)} reads")


def pages_per_segment(run: Run) -> Value:
    """Pages in a scatter-gather segment of those reads, on average."""
    reads = _reads(run)
    segments = some(reads[reads["segments"] > 0], "request with segments")["segments"].sum(dtype=np.int64)
    return Value(float(reads["sectors"].sum(dtype=np.int64) / _SECTORS / segments), of=f"{len(reads)} reads")


def full_requests(run: Run) -> Value:
    """Share of those reads that have as many segments as any."""
    reads = _reads(run)
    most = int(reads["segments"].max())
    return Value(float((reads["segments"] == most).mean()), of=f"{len(reads)} reads, {most} segments")


def greatest_lead(run: Run) -> Value:
    """How many allocations the node ahead of the others was ever ahead of the one behind, for one task.

    The task is the one that interleaves most.
    """
    served = run.of("interleave")
    _, at = np.unique(served["pid"], return_inverse=True)
    own = served[at == np.argmax(np.bincount(at))]
    nodes = np.unique(own["nid"])
    so_far = np.cumsum(own["nid"][:, None] == nodes, axis=0)
    lead = (so_far.max(axis=1) - so_far.min(axis=1)).max()
    return Value(int(lead), "allocations", of=f"{len(own)}")


def _reads(run: Run) -> Records:
    requests = run.of("block_rq")
    reads = some(requests[np.char.startswith(requests["rwbs"], b"R")], "read")
    devices, at = np.unique(reads["dev"], return_inverse=True)
    sectors = np.bincount(at, weights=reads["sectors"])
    return some(reads[reads["dev"] == devices[np.argmax(sectors)]], "read")


MEASURES = (request_sectors, pages_per_segment, full_requests, greatest_lead)
