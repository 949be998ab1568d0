# SPDX-License-Identifier: Apache-2.0
"""Requests a second of libcachesim (PyPI), for scale beside pages a second of the model.

One of its requests is a look-up of an object in a cache of objects of one size, and where it is not there its insertion,
for which the oldest goes (FIFO). Asked as the model's writers ask: each page once, one after the other.
"""

import tempfile
import time

import numpy as np
from libcachesim import FIFO, TraceReader, TraceType

REQUESTS = 4_000_000
OBJECTS = 131_072  # memory of the group in published-usemem-node
ROUNDS = 3


def main() -> None:
    """Print one line: the best of some rounds."""
    record = np.dtype([("time", "<u4"), ("object", "<u8"), ("size", "<u4"), ("next", "<i8")])
    trace = np.zeros(REQUESTS, record)
    trace["time"] = np.arange(REQUESTS) // 1000
    trace["object"] = np.arange(1, REQUESTS + 1)
    trace["size"] = 1
    trace["next"] = -1
    with tempfile.NamedTemporaryFile(suffix=".oracleGeneral.bin") as file:
        trace.tofile(file)
        file.flush()
        best = min(timed(file.name) for _ in range(ROUNDS))
    print(
        f"libcachesim: {REQUESTS / best / 1e6:.0f} million requests a second, each the look-up and insertion of one object"
        f" in FIFO of {OBJECTS:,}"
    )


def timed(path: str) -> float:
    """CPU seconds of one pass over the file, which libcachesim reads in C."""
    cache = FIFO(cache_size=OBJECTS, hashpower=18)
    reader = TraceReader(path, TraceType.ORACLE_GENERAL_TRACE)
    start = time.process_time()
    missed, _ = cache.process_trace(reader)
    seconds = time.process_time() - start
    if missed != 1:
        raise SystemExit(f"{missed} of the requests are missed, not all")
    return seconds


if __name__ == "__main__":
    main()
