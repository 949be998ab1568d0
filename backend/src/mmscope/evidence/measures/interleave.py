"""Interleave: the requests that reach the disk, and how evenly nodes are used."""

import numpy as np

from mmscope.core import Records
from mmscope.evidence.measured import Measured
from mmscope.evidence.run import Run, some

_SECTORS = 8  # of 512 bytes, in a page


def request_sectors(run: Run) -> Measured:
    """Average length of the reads of the disk that is read most."""
    reads = _reads(run)
    return Measured(float(reads["sectors"].mean()), "sectors", of=f"{len(reads)} reads")


def pages_per_segment(run: Run) -> Measured:
    """Pages in a scatter-gather segment of those reads, on average."""
    reads = _reads(run)
    segments = some(reads[reads["segments"] > 0], "request with segments")["segments"].sum(dtype=np.int64)
    return Measured(
        float(reads["sectors"].sum(dtype=np.int64) / _SECTORS / segments), of=f"{len(reads)} reads"
    )


def full_requests(run: Run) -> Measured:
    """Share of those reads that have as many segments as any."""
    reads = _reads(run)
    most = int(reads["segments"].max())
    return Measured(float((reads["segments"] == most).mean()), of=f"{len(reads)} reads, {most} segments")


def imbalance(run: Run) -> Measured:
    """Allocations of the node with most beyond those of the node with fewest, in parts of all."""
    served = np.bincount(run.of("interleave")["nid"])
    served = served[served > 0]
    return Measured(
        float((served.max() - served.min()) / served.sum()), of=f"{int(served.sum())} allocations"
    )


def _reads(run: Run) -> Records:
    requests = run.of("block_rq")
    reads = some(requests[np.char.startswith(requests["rwbs"], b"R")], "read")
    devices, at = np.unique(reads["dev"], return_inverse=True)
    sectors = np.bincount(at, weights=reads["sectors"])
    return some(reads[reads["dev"] == devices[np.argmax(sectors)]], "read")


MEASURES = (request_sectors, pages_per_segment, full_requests, imbalance)
