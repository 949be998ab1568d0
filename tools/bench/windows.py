"""Windows over captures of 1, 10 and 100 million events, asked of a real server.

With --timeline: a timeline of 100 million events (or EVENTS) in a browser that holds none of them.

The captures are a real sample repeated: its rows again and again with times moved on, through the code that
makes what windows are taken from for every capture. A window is timed from request to the last byte: random
ones from the whole capture down to a millisecond, 1,000 bins, all tracks. They go away when it ends.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from server import ROOT, SAMPLE, Server, peak, surroundings

from mmscope.captures import Entry, Library, Progress, take_in
from mmscope.captures.columns import parquet_name
from mmscope.captures.inventory import write_inventory
from mmscope.captures.remote.windows import measures, sum_up
from mmscope.core import CoreModule, TraceModule
from mmscope.settings import Settings

SIZES = {"1m": 10**6, "10m": 10**7, "100m": 10**8}
WINDOWS = 300
BINS = 1000
GAP = 1000  # ns between two repetitions
BAR = 60  # ms


def main() -> int:
    """p95 of windows at three lengths; fails from BAR on."""
    if "--timeline" in sys.argv[1:]:
        return timeline()
    p95 = {}
    with surroundings("bench-windows") as settings:
        sample, times = read_sample(settings)
        for name, events in SIZES.items():
            began = time.monotonic()
            place(settings, sample, times, name, events)
            made = f"made in {time.monotonic() - began:.0f} s with at most {peak()} MB"
            server = Server(settings)
            try:
                found, fine = measure(server, name)
            finally:
                server.kill()
            half, p95[name], most = np.percentile(found, [50, 95, 100], method="inverted_cdf")
            times_of = f"p50 {half:.1f}, p95 {p95[name]:.1f}, at most {most:.1f} ms"
            print(f"{name}: {made}; {times_of}; {fine} of {WINDOWS} as fine as asked", flush=True)
            forget(settings, name)
    print("bench-windows " + " ".join(f"p95_{name}_ms={value:.1f}" for name, value in p95.items()))
    return 0 if max(p95.values()) < BAR else 1


def timeline() -> int:
    """The page of a browser that holds none of the events; see frontend/e2e/bench/remote.mjs."""
    with surroundings("bench-served") as settings:
        (settings.root / "frontend").symlink_to(ROOT / "frontend")
        sample, times = read_sample(settings)
        place(settings, sample, times, "long", int(os.environ.get("EVENTS", SIZES["100m"])))
        server = Server(settings)
        try:
            environment = {**os.environ, "BASE_URL": server.url, "CAPTURE": "long"}
            bench = ["node", "e2e/bench/remote.mjs"]
            return subprocess.run(bench, cwd=ROOT / "frontend", env=environment, check=False).returncode
        finally:
            server.kill()


def read_sample(settings: Settings) -> tuple[dict[str, pa.Table], dict[str, int]]:
    """The sample's tables by kind, and its first and last time."""
    into = settings.root / "sample"
    into.mkdir()
    cores = CoreModule(settings.core), TraceModule(settings.trace)
    found = take_in(*cores, SAMPLE, settings.limits, into, Progress()).details
    times = {key: int(found[key]) for key in ("ts_first", "ts_last")}
    return {kind: pq.read_table(into / parquet_name(kind)) for kind in found["kinds"]}, times


def place(
    settings: Settings, sample: dict[str, pa.Table], times: dict[str, int], name: str, events: int
) -> None:
    """A capture of so many events in the data folder."""
    first, span = times["ts_first"], times["ts_last"] - times["ts_first"] + GAP
    repeats = -(-events // sum(table.num_rows for table in sample.values()))
    library = _library(settings)
    folder = library.store.derived(name, library.fingerprint)
    folder.mkdir(parents=True)
    for kind, table in sample.items():
        rows = repeated(table, repeats, span)
        sum_up(folder, kind, measures(table.schema), rows, table.num_rows * repeats, first)
        pq.write_table(table.schema.empty_table(), folder / parquet_name(kind))  # no row of it is asked for
    (folder / "capture.json").write_text(json.dumps({key: {} for key in ("manifest", "end", "report")}))
    write_inventory(folder)
    last = str(first + repeats * span)
    details = {"events": events, "kinds": {}, "ts_first": str(first), "ts_last": last}
    entry = Entry(name, "upload", "ready", name, name, "0" * 64, 0, "2026", library.fingerprint, details)
    library.store.source(name).touch()  # else it would be missing, and nothing of it be served
    library.catalogue.put(entry)
    library.close()


def repeated(table: pa.Table, repeats: int, span: int) -> Iterator[pa.RecordBatch]:
    """The rows so many times, each time later by `span` ns."""
    (batch,) = table.combine_chunks().to_batches()
    ts = batch["ts"].to_numpy()
    for number in range(repeats):
        yield batch.set_column(
            batch.schema.get_field_index("ts"),
            batch.schema.field("ts"),
            pa.array(ts + np.uint64(number * span)),
        )


def forget(settings: Settings, name: str) -> None:
    """Make room for the next."""
    library = _library(settings)
    library.remove(name)
    library.close()


def measure(server: Server, name: str) -> tuple[list[float], int]:
    """Milliseconds of each window, and how many had bins no wider than twice what was asked for."""
    reply = server.http.get(f"/api/captures/{name}").json()
    span = int(reply["ts_last"]) - int(reply["ts_first"])
    chance = random.Random(1)
    found, fine = [], 0
    for _ in range(WINDOWS):
        wide = int(span * (1e6 / span) ** chance.random())
        t0 = chance.randrange(span - wide + 1)
        params = {"t0": str(t0), "t1": str(t0 + wide), "bins": str(BINS)}
        began = time.perf_counter()
        answer = server.http.get(f"/api/captures/{name}/window", params=params)
        found.append((time.perf_counter() - began) * 1000)
        answer.raise_for_status()
        width = int(json.loads(answer.content[4 : 4 + int.from_bytes(answer.content[:4], "little")])["width"])
        fine += width <= max(1, 2 * wide / BINS)
    return found, fine


def _library(settings: Settings) -> Library:
    return Library(settings, CoreModule(settings.core), TraceModule(settings.trace))


if __name__ == "__main__":
    sys.exit(main())
