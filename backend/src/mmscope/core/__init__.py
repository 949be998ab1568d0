"""The policy core: mmscope.wasm under wasmtime, in bounded memory and time. See README.md."""

from mmscope.core.errors import CoreError, CoreMissingError
from mmscope.core.module import CoreInstance, CoreModule
from mmscope.core.session import Bounds, ParamValue, Records, Session
from mmscope.core.tables import Field, Kind, Mode, Record, StateTable, Tables
from mmscope.core.values import plain, rows, text

__all__ = [
    "Bounds",
    "CoreError",
    "CoreInstance",
    "CoreMissingError",
    "CoreModule",
    "Field",
    "Kind",
    "Mode",
    "ParamValue",
    "Record",
    "Records",
    "Session",
    "StateTable",
    "Tables",
    "plain",
    "rows",
    "text",
]
