"""Captures of other tools: any trace text the reader of mmtrace.wasm knows, into Parquet and windows."""

from mmscope.captures.foreign.columns import schema, table
from mmscope.captures.foreign.ingest import Found, ingest
from mmscope.captures.foreign.reading import Chunks, Reading, read_foreign

__all__ = ["Chunks", "Found", "Reading", "ingest", "read_foreign", "schema", "table"]
