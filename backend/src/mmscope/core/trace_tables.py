"""What mmtrace.wasm says of itself: kinds of events with their columns, and the structs it gives."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mmscope.core.tables import Json, Record, parse_enums, parse_structs

NAME, TEXT, VECTOR = "name", "text", "vector"
_NUMBERS = {
    "u8": "<u1",
    "flag": "<u1",
    "u16": "<u2",
    "u32": "<u4",
    "dev": "<u4",
    NAME: "<u4",
    "u64": "<u8",
    "x64": "<u8",
    "s16": "<i2",
    "s32": "<i4",
    "s64": "<i8",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a kind. `type` is a name of the enum `column_type`; `item` that of a vector's numbers."""

    name: str
    type: str
    item: str
    lanes: int
    enum: str | None
    unit: str
    doc: str

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of one number; of a text column: of its places."""
        if self.type == TEXT:
            return np.dtype("<u4")
        return np.dtype(_NUMBERS[self.item if self.type == VECTOR else self.type])

    @property
    def unknown(self) -> int:
        """The number that stands for what a line did not have."""
        dtype = self.dtype
        return int(np.iinfo(dtype).min if dtype.kind == "i" else np.iinfo(dtype).max)


@dataclass(frozen=True, slots=True)
class TraceKind:
    """A kind of events; `columns` begin with those that all kinds have."""

    id: int
    name: str
    system: str
    doc: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class TraceTables:
    """The whole description, with the names that `structs` need to be shown as plain values."""

    raw: Json
    kinds: Mapping[int, TraceKind]
    enums: Mapping[str, Mapping[str, int]]
    structs: Mapping[str, Record]

    def enum_names(self, enum: str) -> dict[int, str]:
        """Names of an enumeration by number."""
        return {value: name for name, value in self.enums[enum].items()}


def parse_trace(text: bytes) -> TraceTables:
    """Tables from the JSON text of mms_trace_describe()."""
    raw: Json = json.loads(text)
    common = [_column(item) for item in raw["common"]]
    kinds = {
        item["id"]: TraceKind(
            id=item["id"],
            name=item["name"],
            system=item["system"],
            doc=item["doc"],
            columns=(*common, *(_column(field) for field in item["fields"])),
        )
        for item in raw["kinds"]
    }
    return TraceTables(raw=raw, kinds=kinds, enums=parse_enums(raw), structs=parse_structs(raw))


def _column(item: Json) -> Column:
    return Column(**{k: item[k] for k in ("name", "type", "item", "lanes", "enum", "unit", "doc")})
