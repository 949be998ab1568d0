# SPDX-License-Identifier: Apache-2.0
"""The same text by what people have at hand: others.py {duckdb,polars,python} FILE.

Each takes task, PID, CPU, time, event and the rest of the line by one regular expression, and prints one JSON
object: seconds (wall), threads, events.
"""

import json
import os
import re
import sys
import time
from collections.abc import Callable

PATTERN = r"^ *(.+)-(\d+) +\[(\d+)\] \S+ +(\d+\.\d+): (\w+): (.*)$"
NAMES = ("comm", "pid", "cpu", "ts", "event", "rest")


def by_duckdb(path: str) -> int:
    """A table of columns from lines, in parallel."""
    import duckdb

    names = ", ".join(f"'{name}'" for name in NAMES)
    lines = (
        f"read_csv('{path}', columns={{'line': 'VARCHAR'}}, delim='\x01', quote='', escape='', header=false, "
        "max_line_size=65536)"
    )
    con = duckdb.connect()
    con.execute(
        f"CREATE TABLE t AS SELECT m.comm, m.pid::INT pid, m.cpu::USMALLINT cpu, m.ts::DOUBLE ts, m.event, m.rest FROM "
        f"(SELECT regexp_extract(line, '{PATTERN}', [{names}]) m FROM {lines} WHERE line NOT LIKE '#%')"
    )
    row = con.execute("SELECT count(*) FROM t WHERE event <> ''").fetchone()
    assert row is not None
    return int(row[0])


def by_polars(path: str) -> int:
    """A data frame of columns from lines."""
    import polars as pl

    lines = pl.read_csv(path, has_header=False, separator="\x01", quote_char=None, new_columns=["line"])
    groups = pl.col("line").str.extract_groups(PATTERN).struct.rename_fields(list(NAMES))
    table = lines.select(groups.alias("m")).unnest("m").drop_nulls("event")
    table = table.with_columns(
        pl.col("pid").cast(pl.Int32), pl.col("cpu").cast(pl.UInt16), pl.col("ts").cast(pl.Float64)
    )
    return table.height


def by_python(path: str) -> int:
    """Tuples in a list."""
    pattern = re.compile(PATTERN)
    rows = []
    with open(path, encoding="utf-8", errors="replace") as text:
        for line in text:
            found = pattern.match(line)
            if found:
                comm, pid, cpu, ts, event, rest = found.groups()
                rows.append((comm, int(pid), int(cpu), float(ts), event, rest))
    return len(rows)


WAYS: dict[str, tuple[Callable[[str], int], int]] = {
    "duckdb": (by_duckdb, os.cpu_count() or 1),
    "polars": (by_polars, os.cpu_count() or 1),
    "python": (by_python, 1),
}


def main() -> None:
    """Run one of them."""
    way, threads = WAYS[sys.argv[1]]
    start = time.perf_counter()
    events = way(sys.argv[2])
    print(json.dumps({"seconds": time.perf_counter() - start, "threads": threads, "events": events}))


if __name__ == "__main__":
    main()
