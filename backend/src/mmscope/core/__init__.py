"""mmscope.wasm, mmtrace.wasm and mmpaste.wasm under wasmtime, in bounded memory and time. See README.md."""

from mmscope.core.errors import CoreError, CoreMissingError
from mmscope.core.module import CoreInstance, CoreModule
from mmscope.core.paste import PasteModule
from mmscope.core.session import OTHERS, Bounds, ParamValue, Records, Session
from mmscope.core.state import changes, plain_state
from mmscope.core.tables import (
    ALL,
    Assumed,
    Driven,
    Field,
    Kind,
    Measure,
    Mode,
    Param,
    Record,
    StateTable,
    Tables,
)
from mmscope.core.trace import TraceBatch, TraceBounds, TraceModule, TraceReader
from mmscope.core.trace_tables import Column, TraceKind, TraceTables
from mmscope.core.values import plain, rows, text

__all__ = [
    "ALL",
    "OTHERS",
    "Assumed",
    "Bounds",
    "Column",
    "CoreError",
    "CoreInstance",
    "CoreMissingError",
    "CoreModule",
    "Driven",
    "Field",
    "Kind",
    "Measure",
    "Mode",
    "Param",
    "ParamValue",
    "PasteModule",
    "Record",
    "Records",
    "Session",
    "StateTable",
    "Tables",
    "TraceBatch",
    "TraceBounds",
    "TraceKind",
    "TraceModule",
    "TraceReader",
    "TraceTables",
    "changes",
    "plain",
    "plain_state",
    "rows",
    "text",
]
