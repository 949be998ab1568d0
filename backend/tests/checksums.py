"""Checksums of what a capture's columns hold, to compare the homes of the trace reader value by value.

A kind's checksum is the SHA-256 of a line `column checksum` for each of its columns, in their order. A
column's is the SHA-256 of its values in the order of the rows (by time, then line), as little-endian bytes:
numbers in the reader's own width, all ones (with a sign: the least) where nothing is known; `ts` as recorded;
vectors row by row; strings as the lengths in UTF-8 of all rows (u32), then the bytes of all. The browser's
are made by `frontend/src/trace/testing/checksums.ts`.

Events of no kind are in it as one kind, with a line `name count line fields` for each name.

`python tests/checksums.py --write` makes the file that both are compared with.
"""

import argparse
import hashlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mmscope.captures import PlainText, Progress
from mmscope.captures.columns import parquet_name
from mmscope.captures.trace import read_trace
from mmscope.captures.trace.tables import Tables
from mmscope.core import Column, TraceBounds, TraceModule
from mmscope.core.trace_tables import NAME, TEXT, VECTOR
from mmscope.settings import Settings, load

Sums = dict[str, dict[str, str]]  # by kind and column
GENERIC = "generic_events"
FILE = "sums.json"
ACCEPT = "python backend/tests/checksums.py --write"


def samples(root: Path) -> Iterator[tuple[str, Path]]:
    """Name and file of each sample."""
    for manifest in sorted((root / "datasets" / "foreign").glob("*/*.json")):
        read = json.loads(manifest.read_text())
        yield read["id"], manifest.parent / read["file"]


def sums_of(module: TraceModule, settings: Settings, path: Path) -> Sums:
    """Of the tables that the server makes of a text."""
    kinds = {kind.name: kind for kind in module.tables.kinds.values()}
    with tempfile.TemporaryDirectory() as folder, path.open("rb") as file:
        tables = Tables(Path(folder))
        found = read_trace(
            module,
            iter(PlainText(file, settings.limits)),
            TraceBounds(),
            lambda reader, batch: tables.add(batch, reader.names()),
            Progress(),
        )
        tables.finish(found.names)
        made: Sums = {}
        for name in sorted(found.kinds):
            rows = pq.read_table(Path(folder) / parquet_name(name))
            made[name] = {c.name: column_sum(c, rows[c.name].combine_chunks()) for c in kinds[name].columns}
    if generic := found.report["generic_events"]:
        made[GENERIC] = {
            e["name"]: " ".join(map(str, (e["count"], e["line"], *e["fields"]))) for e in generic
        }
    return made


def column_sum(column: Column, values: pa.Array) -> str:
    """Of one column."""
    if column.type in {NAME, TEXT}:
        strings = [None if v is None else v.encode() for v in values.cast(pa.string()).to_pylist()]
        lengths = [column.unknown if s is None else len(s) for s in strings]
        content = np.array(lengths, "<u4").tobytes() + b"".join(s for s in strings if s is not None)
    else:
        flat = values.flatten() if column.type == VECTOR else values
        given = pc.fill_null(flat.cast(pa.from_numpy_dtype(column.dtype)), column.unknown)
        content = given.to_numpy(zero_copy_only=False).astype(column.dtype).tobytes()
    return hashlib.sha256(content).hexdigest()


def kind_sum(columns: dict[str, str]) -> str:
    """Of one kind."""
    return hashlib.sha256(
        "".join(f"{name} {given}\n" for name, given in columns.items()).encode()
    ).hexdigest()


def expected(root: Path) -> dict[str, dict[str, str]]:
    """By sample and kind, as they were accepted."""
    read: dict[str, dict[str, str]] = json.loads((root / "datasets" / "foreign" / FILE).read_text())
    return read


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args()
    settings = load({})
    module = TraceModule(settings.trace)
    made: dict[str, Any] = {
        name: {kind: kind_sum(columns) for kind, columns in sums_of(module, settings, path).items()}
        for name, path in samples(settings.root)
    }
    into = settings.root / "datasets" / "foreign" / FILE
    into.write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main()
