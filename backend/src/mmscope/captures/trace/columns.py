"""Batches of the trace reader as Arrow columns, under the kernel's own names.

What a line does not have is null; a time (`ts`) never is, because the reader gives an event without one
that of the event before. Flags are booleans, names dictionaries of strings, texts strings, vectors lists of
a fixed size. Each column's metadata has `doc` and `type`, and `unit` and `enum` where it has them.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from mmscope.core import Column, TraceKind
from mmscope.core.trace import Numbers
from mmscope.core.trace_tables import NAME, TEXT, VECTOR

TS = "ts"
FLAG = "flag"


def schema(kind: TraceKind) -> pa.Schema:
    """The columns of one kind."""
    fields = [
        pa.field(c.name, _type(c), nullable=c.name != TS and c.type != TEXT, metadata=_metadata(c))
        for c in kind.columns
    ]
    return pa.schema(fields, metadata={"kind": kind.name, "system": kind.system, "doc": kind.doc})


def table(kind: TraceKind, rows: "list[Copied]", names: Sequence[str]) -> pa.Table:
    """Rows of one kind as a table; `names` is the reader's dictionary."""
    arrays = [
        _array(column, [part.columns[at] for part in rows], [part.heap for part in rows], names)
        for at, column in enumerate(kind.columns)
    ]
    return pa.Table.from_arrays(arrays, schema=schema(kind))


class Copied:
    """A batch copied out of the reader's memory."""

    __slots__ = ("columns", "heap", "rows")

    def __init__(self, rows: int, columns: Sequence[Numbers], heap: Numbers) -> None:
        self.rows = rows
        self.columns = [column.copy() for column in columns]
        self.heap = heap.copy()

    @property
    def nbytes(self) -> int:
        """Bytes it takes."""
        return sum(column.nbytes for column in self.columns) + self.heap.nbytes


def _type(column: Column) -> pa.DataType:
    match column.type:
        case "flag":
            return pa.bool_()
        case "name":
            return pa.dictionary(pa.int32(), pa.string())
        case "text":
            return pa.string()
        case "vector":
            return pa.list_(pa.field("item", pa.from_numpy_dtype(column.dtype)), column.lanes)
    return pa.from_numpy_dtype(column.dtype)


def _metadata(column: Column) -> dict[str, str]:
    given = {"doc": column.doc, "type": column.type, "unit": column.unit, "enum": column.enum or ""}
    return {key: value for key, value in given.items() if value}


def _array(column: Column, parts: list[Numbers], heaps: list[Numbers], names: Sequence[str]) -> pa.Array:
    if column.type == TEXT:
        return pa.concat_arrays([_strings(*part) for part in zip(parts, heaps, strict=True)])
    values = np.concatenate(parts)
    if column.name == TS:
        return pa.array(values)
    missing = values == column.unknown
    mask = missing if missing.any() else None
    if column.type == FLAG:
        return pa.array(values != 0, mask=mask)
    if column.type == NAME:
        used, codes = np.unique(np.where(missing, 0, values), return_inverse=True)
        return pa.DictionaryArray.from_arrays(
            pa.array(codes.astype(np.int32), mask=mask), pa.array([names[i] for i in used], pa.string())
        )
    if column.type == VECTOR:
        return pa.FixedSizeListArray.from_arrays(pa.array(values, mask=mask), type=_type(column))
    return pa.array(values, mask=mask)


def _strings(places: Numbers, heap: Numbers) -> pa.Array:
    array = pa.StringArray.from_buffers(
        len(places) - 1, pa.py_buffer(places.astype(np.int32)), pa.py_buffer(np.ascontiguousarray(heap))
    )
    try:
        array.validate(full=True)
    except pa.ArrowInvalid:
        content = heap.tobytes()
        pairs = zip(places[:-1].tolist(), places[1:].tolist(), strict=True)
        return pa.array([content[a:b].decode("utf-8", "backslashreplace") for a, b in pairs], pa.string())
    return array
