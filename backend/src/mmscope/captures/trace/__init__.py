"""Captures of other tools: any trace text the reader of mmtrace.wasm knows, into Parquet and windows."""

from mmscope.captures.trace.columns import schema, table
from mmscope.captures.trace.derivation import Found, derive_trace, read_tables
from mmscope.captures.trace.reader import Chunks, TraceContents, read_trace

__all__ = ["Chunks", "Found", "TraceContents", "derive_trace", "read_tables", "read_trace", "schema", "table"]
