"""What the maps of a script hold, as a table: a row for each value, as it was printed last."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from mmscope.captures.columns import parquet_name
from mmscope.core import TraceTables

MAPS = "maps"  # no kind of event has that name

# Others are numbers of 64 bits.
_TYPES = {"map": pa.string(), "key": pa.string(), "text": pa.string(), "statistic": pa.string()}
_ORDER = ("map", "key", "statistic", "value", "low", "high", "text", "prints", "line")
# Otherwise than the module's own words: names stand here, and null where there is none.
_DOCS = {
    "map": "its name, with its @; of bcc's histograms, their unit",
    "key": "its key, frames of a stack with ; between them; empty: it has none",
    "value": "the number; null where the map holds text",
    "low": "of a bucket: its least value; null: it has none",
    "high": "of a bucket: the first value above it; null: it has none",
    "text": "what the map holds, where that is no number",
    "statistic": "what the number is: value, bucket, count, average or total; text: it is none",
}


def schema(tables: TraceTables) -> pa.Schema:
    """Its columns, with what the module says of them."""
    record = tables.structs["trace_map_value"]
    docs = {field.name: field.doc for field in record.fields} | _DOCS
    fields = [pa.field(name, _TYPES.get(name, pa.int64()), metadata={"doc": docs[name]}) for name in _ORDER]
    return pa.schema(fields, metadata={"kind": MAPS, "doc": record.doc})


def maps_described(tables: TraceTables) -> tuple[str, dict[str, tuple[str, str]]]:
    """What the table is, and unit and meaning of each column."""
    columns = schema(tables)
    meant = {name: ("", columns.field(name).metadata[b"doc"].decode()) for name in columns.names}
    return tables.structs["trace_map_value"].doc, meant


def write_maps(values: list[dict[str, Any]], folder: Path, tables: TraceTables) -> None:
    """Write the table into a folder, where there is any value."""
    if values:
        rows = [{**row, "value": None if row["statistic"] == "text" else int(row["value"])} for row in values]
        pq.write_table(pa.Table.from_pylist(rows, schema=schema(tables)), folder / parquet_name(MAPS))
